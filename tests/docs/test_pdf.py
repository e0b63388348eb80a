"""The printed rulebook: every node is printed or refused, pages break where they should, nothing is left to chance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO, StringIO
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import Destination, DictionaryObject
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace
from tests.docs.printing_directives import SVG

from archipel.checks.rulebook.typst import escaping, pictures, printing, rules
from archipel.checks.rulebook.typst.printing import PrintError
from archipel.checks.rulebook.typst.writer import RULES, MissingRuleError, Rule, TypstWriter

pytestmark = pytest.mark.filterwarnings("ignore::sphinx.deprecation.RemovedInSphinx11Warning")
"""The parser of Markdown, not ours, uses what Sphinx is about to drop."""

SETTINGS: Mapping[str, object] = {
    "extensions": ["myst_parser", "tests.docs.printing_directives", "archipel.checks.rulebook.typst.builder"],
    "myst_enable_extensions": ["deflist", "fieldlist"],
    "myst_heading_anchors": 3,
    "project": "Isles",
    "author": "the Archipel project",
    "typst_cover": {"subtitle": "The rules", "edition": "English edition", "colophon": "Colophon 9.9"},
    "typst_keywords": ["board game", "rules"],
}


def printed(folder: Path, *chapters: str, **changed: object) -> Path:
    """The PDF of a project that has these chapters."""
    source = folder / "source"
    source.mkdir(parents=True)
    (source / "boat.svg").write_text(SVG.format(words="Boat", title="A boat"), encoding="utf-8")
    names = [f"chapter{number}" for number in range(1, len(chapters) + 1)]
    for name, words in zip(names, chapters, strict=True):
        (source / f"{name}.md").write_text(dedent(words), encoding="utf-8")
    listed = "\n".join(names)
    (source / "index.md").write_text(f"# Preface\n\n```{{toctree}}\n{listed}\n```\n", encoding="utf-8")
    warnings = StringIO()
    places = (source, None, folder / "out", folder / "doctrees")
    with docutils_namespace():
        given = {**SETTINGS, **changed}
        Sphinx(*places, "archipel-typst", confoverrides=given, status=None, warning=warnings).build()
    assert warnings.getvalue() == ""
    return folder / "out" / "book.pdf"


def texts(pdf: Path) -> list[str]:
    """The words of every page, spaces made single."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(pdf).pages]


def page_with(words: str, pages: list[str]) -> int:
    """The number of the only page after the table of contents that has these words."""
    found = [number for number, page in enumerate(pages, 1) if words in page and "Contents" not in page]
    assert len(found) == 1, f"{words!r} is on pages {found}"
    return found[0]


EVERYTHING = """\
    # First

    Plain *emphasis*, **strong**, `code`, H<sub>2</sub> and a note[^note] and again[^note]. See [below](#table-of-it),
    <https://example.org> and [the site](https://example.org/there). "Quoted" -- and #special \\*\\_$\\<\\>@~.

    % a comment

    - bullet one
    - bullet two

      with a second paragraph

    7. seven
    8. eight

    term
    : its meaning

    :field: its value

    > A quotation.

    ```python
    print("[code]")  # \\\\ #let
    ```

    ```{note}
    Take note.
    ```

    ```{admonition} Own title
    Something else.
    ```

    ```{rubric} A rubric
    ```

    ---

    ## Table of it

    | head one | head two |
    | --- | --- |
    | cell one | cell two |

    ```{pieces}
    ```

    ```{raw} html
    <b>never printed</b>
    ```

    [^note]: The words of the note.

    ```{eval-rst}
    .. figure:: boat.svg
       :alt: A boat on the sea

       Words under the boat.

       A legend.

    | line one
    | line two

    .. topic:: A topic

       Its words, with x\\ :sup:`up`, x\\ :sub:`down`, :title:`cited` and `Here`_.

    .. _Here:

    .. compound::

       Compound words.

    .. parsed-literal::

       plain block

    .. code-block:: toml
       :caption: Under a caption

       key = 1

    +-----------+-----------+
    | across both columns   |
    +-----------+-----------+
    | left cell | right one |
    +-----------+-----------+

    .. container:: wish

       Classed words.

    Words.

       Quoted.

       -- Somebody
    ```
"""


SECOND = "# Second\n\nAfter the first. Back to {doc}`chapter1`.\n"
EVERY_RULE = set(RULES.values())
assert rules.SHEETS, "the rules are known once their module is imported"
USED: set[Rule] = set()
"""The rules that wrote everything."""


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        for kind, rule in RULES.items():
            patch.setitem(RULES, kind, _noted(rule))
        yield printed(tmp_path_factory.mktemp("everything"), EVERYTHING, SECOND)


def _noted(rule: Rule) -> Rule:
    def noted(writer: TypstWriter, node: Any) -> str:
        USED.add(rule)
        return rule(writer, node)

    return noted


def test_no_rule_is_left_untried(everything: Path) -> None:
    assert everything.exists()
    assert len(RULES) > 50
    assert EVERY_RULE == USED


def test_every_kind_of_node_is_printed_in_order(everything: Path) -> None:
    words = " ".join(texts(everything)[2:])
    expected = """emphasis|strong|code|again|below|https://example.org|the site|(https://
        bullet one|bullet two|with a second paragraph|7. seven|8. eight|term|its meaning|field|its value|A quotation.
        print("[code]")|Note|Take note.|Own title|Something else.|A rubric|Table of it|head one|cell two|The crowd
        Under ✓ Æ.|Under left.|Under right.|Under third.|Fold title|Folded words.|Words under the boat.|A legend.
        line one|line two|A topic|xup|xdown|cited|Compound words.|plain block|Under a caption|key = 1
        across both columns|left cell|right one|Classed words.|Quoted.|— Somebody|Second|After the first."""
    places = [words.index(piece.strip()) for piece in re.split(r"[|\n]", expected)]
    assert places == sorted(places)
    assert words.count("The words of the note.") == 1
    assert (everything.parent / "book.typ").read_text(encoding="utf-8").count("#transition") == 1
    assert "never printed" not in words
    assert "a comment" not in words
    assert '“Quoted” – and #special *_$<>@~.' in words


def test_chapters_begin_on_new_pages_and_are_bookmarks(everything: Path) -> None:
    reader = PdfReader(everything)
    pages = texts(everything)
    outline = {
        str(mark.title): reader.get_destination_page_number(mark)
        for mark in [piece for part in reader.outline for piece in (part if isinstance(part, list) else [part])]
        if isinstance(mark, Destination)
    }
    assert [title for title in outline if title != "Contents"] == ["First", "Table of it", "Second"]
    for title in ("First", "Second"):
        assert pages[outline[title] or 0].startswith(title)
    assert outline["First"] != outline["Second"]


def test_the_contents_name_pages(everything: Path) -> None:
    pages = texts(everything)
    contents = next(page for page in pages if page.startswith("Contents"))
    for title, words in {"First": "bullet one", "Second": "After the first."}.items():
        assert re.search(rf"{title} [. ]+{page_with(words, pages)}\b", contents), contents


def test_links_lead_to_the_page_they_name(everything: Path) -> None:
    reader = PdfReader(everything)
    pages = texts(everything)
    goal = page_with("head one", pages)
    assert f"below p. {goal}" in pages[page_with("bullet one", pages) - 1]
    links = [note.get_object() for page in reader.pages for note in page.get("/Annots", [])]
    addresses = {link["/A"]["/URI"] for link in links if "/A" in link and "/URI" in link["/A"]}
    assert addresses == {"https://example.org", "https://example.org/there"}
    assert len(links) > len(addresses)


def test_the_file_says_what_it_is(everything: Path) -> None:
    reader = PdfReader(everything)
    about = reader.metadata
    assert about is not None
    assert (about.title, about.author, about.get("/Keywords")) == (
        "Isles – The rules",
        "the Archipel project",
        "board game, rules",
    )
    assert about.creation_date is None
    assert str(reader.root_object["/Lang"]) == "en"
    assert "/StructTreeRoot" in reader.root_object
    assert {round(float(side)) for page in reader.pages for side in page.mediabox[2:]} == {595, 842}
    assert "Isles The rules English edition Colophon 9.9" in texts(everything)[0]


def test_equal_pages_give_equal_bytes(everything: Path, tmp_path: Path) -> None:
    assert printed(tmp_path / "again", EVERYTHING, SECOND).read_bytes() == everything.read_bytes()


def test_only_the_fonts_of_the_compiler_are_used(everything: Path) -> None:
    families = ("LibertinusSerif", "NewCM", "DejaVuSansMono")
    reader = PdfReader(everything)
    named = [thing["/FontName"] for thing in _dictionaries(reader) if "/FontName" in thing]
    assert named
    assert not [name for name in named if not str(name).partition("+")[2].startswith(families)]


def _dictionaries(reader: PdfReader) -> list[DictionaryObject]:
    things = (reader.get_object(number) for number in range(1, int(str(reader.trailer["/Size"]))))
    return [thing for thing in things if isinstance(thing, DictionaryObject)]


@pytest.mark.parametrize(
    ("words", "error", "reason"),
    [
        ("```{strange}\n```", MissingRuleError, "kind 'Strange'"),
        ("A letter that no font has: 漢.", PrintError, "漢"),
        ("```{drawn} 漢\n```", PrintError, "漢"),
        ("```{drawn} word\n```", PrintError, "alt text"),
        ("```{sheet} quick-reference 400\n```", PrintError, "does not fit on one page"),
    ],
)
def test_what_cannot_be_printed_is_refused(words: str, error: type[Exception], reason: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=reason):
        printed(tmp_path, f"# Chapter\n\n{words}\n")


def test_a_link_to_a_place_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises((PrintError, AssertionError), match="nowhere"):
        printed(tmp_path, "# Chapter\n\n[x](#nowhere)\n")


@pytest.mark.parametrize("lines", [3, 60])
def test_a_quick_reference_is_one_page(lines: int, tmp_path: Path) -> None:
    pages = texts(printed(tmp_path, f"# Before\n\nwords\n\n```{{sheet}} quick-reference {lines}\n```\n", "# After"))
    sheets = {page_with(f"line {number}.", pages) for number in range(lines)}
    assert len(sheets) == 1
    assert {page_with("words", pages), page_with("After", pages)}.isdisjoint(sheets)


def test_pages_say_how_they_are_printed(tmp_path: Path) -> None:
    quick = "---\nprint: quick-reference\n---\n\n# Quick\n\nIn short.\n\n## Part of it\n\nSee {doc}`chapter3`.\n"
    screen = "---\nprint: never\n---\n\n# Play\n\nonly-on-screen\n"
    pages = texts(printed(tmp_path, "# Before\n\nwords", quick, screen, "# After"))
    contents = next(page for page in pages if "Contents" in page)
    assert "Quick" in contents
    assert "Part of it" not in contents
    assert not [page for page in pages if "only-on-screen" in page or "Play ." in page]
    assert page_with("In short.", pages) == page_with("See Play (on the site).", pages)


def test_a_wish_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PrintError, match="expected one of never, quick-reference, card-sheet, found 'sometimes'"):
        printed(tmp_path, "---\nprint: sometimes\n---\n\n# Chapter\n")


def test_columns_are_as_wide_as_their_words_need(tmp_path: Path) -> None:
    table = f"| id | words |\n| --- | --- |\n| {'a' * 20} | {'many words ' * 30} |\n"
    printed(tmp_path, f"# Table\n\n{table}\n\n| a | b |\n| --- | --- |\n| c | d |\n")
    source = (tmp_path / "out" / "book.typ").read_text(encoding="utf-8")
    wide, narrow = re.findall(r"columns: \((.*?), \)", source)
    first, second = (int(width.removesuffix("fr")) for width in wide.split(", "))
    assert 20 < first < second < 100
    assert narrow == "auto, auto"


def test_a_card_sheet_has_pages_of_its_own(tmp_path: Path) -> None:
    pages = texts(printed(tmp_path, "# Before\n\nwords\n\n```{sheet} card-sheet 80\n```\n", "# After"))
    sheets = {page_with(f"line {number}.", pages) for number in range(80)}
    assert len(sheets) == 2
    assert {page_with("words", pages), page_with("After", pages)}.isdisjoint(sheets)


def test_clauses_are_not_broken_and_links_find_them(tmp_path: Path) -> None:
    clauses = "".join(f"```{{clause}} c{number}\n```\n\n" for number in range(12))
    pages = texts(printed(tmp_path, f"# Clauses\n\n{clauses}", "# Links\n\n```{lead} chapter1#clause-c11\n```\n"))
    where = {number: page_with(f"begins-c{number} ", pages) for number in range(12)}
    assert where == {number: page_with(f"ends-c{number}.", pages) for number in range(12)}
    assert len(set(where.values())) > 2
    assert f"there p. {where[11]}" in pages[-1]
    assert "c11 p." not in " ".join(pages)


def test_the_small_print_of_clauses_stands_at_the_end_by_chapter_with_pages_both_ways(tmp_path: Path) -> None:
    one, two = "# Boats\n\n```{noted-clause} a\n```\n", "# Birds\n\n```{noted-clause} b\n```\n"
    pages = texts(printed(tmp_path, one, two, "# Last chapter\n\nThe last words."))
    rules = {id: next(number for number, page in enumerate(pages, 1) if f"Sentence {id}." in page) for id in "ab"}
    (end,) = {page_with(f"Small print of {id}.", pages) for id in "ab"}
    assert rules["a"] < rules["b"] < page_with("The last words.", pages) < end
    for id in "ab":
        assert f"notes p. {end}" in pages[rules[id] - 1]
        assert f"Small print of {id}." not in pages[rules[id] - 1]
    notes = pages[end - 1]
    assert notes.startswith("Notes on the rules Boats Sentence a.")
    places = [notes.index(words) for words in ("Small print of a.", "Birds", "Sentence b.", "Small print of b.")]
    assert places == sorted(places)
    assert all(f"p. {number}" in notes for number in rules.values())


def test_few_words_before_a_picture_stay_with_it_and_with_their_heading(tmp_path: Path) -> None:
    filled = [
        f"{'Filler. ' * 70 * (number % 5)}\n\n## Part-{number}.\n\nLead-{number}.\n\n"
        f"```{{drawn}} word-{number}\nA title\n```\n\n"
        for number in range(20)
    ]
    pages = texts(printed(tmp_path, f"# Parts\n\n{''.join(filled)}"))
    found = {
        number: {page_with(f"{words}-{number}.", pages) for words in ("Part", "Lead", "Under word")}
        for number in range(20)
    }
    assert not [number for number, where in found.items() if len(where) > 1]
    assert len(set().union(*found.values())) > 3


def test_a_question_is_kept_whole(tmp_path: Path) -> None:
    questions = "".join(f"```{{sheet}} question {lines}\n```\n\n" for lines in (7, 8, 9, 10, 11, 12))
    pages = texts(printed(tmp_path, f"# Questions\n\n{questions}"))
    lasts = [page.rpartition("line ")[2] for page in pages if "On the sheet" in page]
    assert len(lasts) > 1
    assert all(int(last.partition(".")[0]) >= 6 for last in lasts)
    assert all(page.index("The sheet") < page.index("On the sheet") for page in pages if "On the sheet" in page)


def test_heads_of_tables_are_repeated(tmp_path: Path) -> None:
    rows = "\n".join(f"| row {number} | more |" for number in range(120))
    pages = texts(printed(tmp_path, f"# Table\n\n| head of it | other |\n| --- | --- |\n{rows}\n"))
    reached = [page for page in pages if "row " in page]
    assert len(reached) > 2
    assert all("head of it" in page for page in reached)


def test_running_heads_name_the_chapter_but_not_where_it_begins(tmp_path: Path) -> None:
    pages = texts(printed(tmp_path, "# Chapter of heads\n\n" + "Many words. " * 1600))
    running = [page for page in pages if "Many words." in page]
    assert running[0].startswith("Chapter of heads Many")
    assert len(running) > 2
    heads = {"Chapter of heads Many", "Isles – The rules"}
    assert {" ".join(page.split()[:4]) for page in running[1:3]} == heads


def test_french_is_set_as_french(tmp_path: Path) -> None:
    book = printed(tmp_path, "# Fin\n\nQui gagne ? « Moi » : l'ami.\n", language="fr")
    words = " ".join(page.extract_text() for page in PdfReader(book).pages)
    assert "Qui gagne\N{NO-BREAK SPACE}? «\N{NO-BREAK SPACE}Moi\N{NO-BREAK SPACE}»\N{NO-BREAK SPACE}: l’ami." in words
    assert "Table des matières" in words
    assert str(PdfReader(book).root_object["/Lang"]) == "fr"


def test_a_variant_is_marked(tmp_path: Path) -> None:
    cover = {"subtitle": "The rules", "variant": "big islands"}
    book = printed(tmp_path, "# One", typst_cover=cover)
    assert "House rules big islands" in texts(book)[0]
    about = PdfReader(book).metadata
    assert about is not None
    assert about.title == "Isles – The rules – big islands"


def test_a_warning_of_the_compiler_stops_the_printing() -> None:
    with pytest.raises(PrintError, match="unknown font family"):
        printing.compiled('#set document(title: "x")\n#set text(font: "Arial")\nwords')


LETTERS = st.text(st.characters(min_codepoint=32, max_codepoint=0x17F, exclude_categories=("Cc", "Cf", "Cn")))


@settings(deadline=None, max_examples=150)
@example("1. one")
@example("- one")
@example("+ one")
@example("= one")
@example("/ one: two")
@example("// one")
@example("/* one")
@example("https://example.org")
@example("one... two--three ~ 'four' \"five\"")
@given(LETTERS)
def test_any_words_come_out_as_they_are(words: str) -> None:
    written = f"{escaping.markup(words)}; #raw({escaping.string(words)})"
    pdf = printing.compiled(f'#set document(title: "x")\n#set text(hyphenate: false)\n{written}')
    found = "".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    shown = "".join(words.split())
    assert "".join(found.split()) == f"{shown};{shown}"


def test_drawings_are_for_paper() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"><title>T</title><desc>D\n e.</desc><style>a{b:c}'
    svg += '@media print{a{b:d}c{}}\n@media (x){a{b:e}}</style>'
    svg += '<text font-family="Arial">é<tspan>f</tspan></text></svg>'
    on_paper = pictures.for_print(svg)
    assert "@media" not in on_paper
    assert "a{b:c}" in on_paper
    assert "Arial" not in on_paper
    assert (pictures.in_words(svg), pictures.size(svg)) == ("T D e.", (3, 4))
