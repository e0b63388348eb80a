"""The printed rulebook: complete in every language, linked, honest about what is known, the same bytes each time."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from tests.docs.conftest import printed
from tests.docs.links import broken_links, page_at

from archipel.checks.cli import command_line as cli
from archipel.checks.costa_ruana.examples import EXAMPLES
from archipel.checks.costa_ruana.vectors import VECTORS
from archipel.checks.games.protocol import Game
from archipel.checks.games.registry import game_called
from archipel.checks.proofs.kept import reports
from archipel.checks.proofs.kept.cache import checksum
from archipel.checks.proofs.results import Status
from archipel.checks.readings.settlement import examples_by_reading, settlement
from archipel.checks.rulebook import editions, stored_reports
from archipel.checks.rulebook.book import book_of
from archipel.checks.rulebook.editions import BuildError, Edition
from archipel.checks.rulebook.extension.findings.statuses import originally, status_of
from archipel.checks.rulebook.extension.pieces import with_own_ids
from archipel.checks.rulebook.extension.wording import CATALOGUE
from archipel.checks.rulebook.parts import Fact, parts_of
from archipel.checks.support.parallel import Workers
from archipel.checks.variants.theorem_impact import TheoremFate
from archipel.spec.clauses import LANGUAGES
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.theorems import Outcome

GAME = "costa_ruana"
ANALYSIS = [f"C{number}" for number in range(1, 47)]
OTHER = {"en": "fr", "fr": "en"}
TAGS = re.compile(r"<[^>]+>")
UNREAD = re.compile(r"<(math|svg|script|style|code|pre)\b.*?</\1>", re.DOTALL)


def html(books: Path, language: str, page: str) -> str:
    return (books / language / f"{page}.html").read_text(encoding="utf-8")


def words(source: str) -> str:
    """What a reader sees of a page, on one line, with plain spaces and quotes."""
    seen = unescape(TAGS.sub(" ", UNREAD.sub(" ", source)))
    return " ".join(seen.replace("’", "'").split())


def plainly(sentence: str) -> str:
    return " ".join(sentence.replace("’", "'").split())


def all_pages(books: Path, language: str) -> str:
    return words("".join(file.read_text(encoding="utf-8") for file in sorted((books / language).glob("*.html"))))


# The site


def test_every_link_leads_somewhere(books: Path) -> None:
    assert broken_links(books) == []


def test_a_broken_link_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#x">1</a><a href="c.html">2</a><a href="#y">3</a><p id="y">')
    (tmp_path / "b.html").write_text("<p id='z'>")
    assert broken_links(tmp_path) == ["a.html: b.html#x", "a.html: c.html"]


def test_two_drawings_of_the_same_have_ids_of_their_own() -> None:
    seen: set[str] = set()
    drawn = '<svg aria-labelledby="t d"><title id="t"/><desc id="d"/><use href="#t"/><g fill="url(#d)"/></svg>'
    assert with_own_ids(drawn, seen) == drawn
    again = with_own_ids(drawn, seen)
    assert 'aria-labelledby="t-2 d-2"' in again and 'id="t-2"' in again and "#t-2" in again and "url(#d-2)" in again
    assert 'id="t-3"' in with_own_ids(drawn, seen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_well_formed(books: Path, language: str) -> None:
    files = sorted((books / language).glob("*.html"))
    assert len(files) > 20
    for file in files:
        page = page_at(file)
        assert page.language == language, file.name
        assert [id for id, times in Counter(page.ids).items() if times > 1] == [], file.name
        assert not [name for name in page.loaded if re.match(r"[a-z]+:|//", name) and not name.startswith("data:")]
        assert "main" in page.landmarks, file.name
        if file.stem != "search":
            assert page.headings.count(1) == 1, file.name
            assert all(next <= before + 1 for before, next in zip(page.headings, page.headings[1:], strict=False))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_page_in_the_other_language_is_one_click_away(books: Path, language: str) -> None:
    for file in (books / language).glob("*.html"):
        assert f"../{OTHER[language]}/{file.name}" in page_at(file).links, file.name


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


AGAIN = """
import sys
from pathlib import Path
from archipel.checks.rulebook.editions import Edition, in_all_languages, print_all
for edition in in_all_languages(Edition(sys.argv[1], "en"))[: int(sys.argv[2])]:
    print_all(edition, Path(sys.argv[3], edition.language))
"""
"""The first editions that ``--lang both`` prints, English before French."""


@pytest.mark.parametrize("editions", [1, pytest.param(len(LANGUAGES), marks=pytest.mark.thorough)])
def test_the_same_rules_give_the_same_bytes(books: Path, tmp_path: Path, editions: int) -> None:
    again = tmp_path / "elsewhere"
    command = [sys.executable, "-c", AGAIN, GAME, str(editions), str(again)]
    subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONUTF8": "1", "PYTHONHASHSEED": "77"}, check=True)
    for language in LANGUAGES[:editions]:
        first, second = bytes_of(books / language), bytes_of(again / language)
        assert first.keys() == second.keys() and len(first) > 50
        assert [name for name in first if first[name] != second[name]] == []


def test_the_theme_speaks_the_language_of_the_edition(books: Path) -> None:
    page = html(books, "fr", "round")
    for english in ("Toggle", "Light mode", "Contents", "Expand", "On this page", "Back to top", "Skip to"):
        assert english not in TAGS.sub(" ", page) and f'"{english}' not in page, english


# What stands in it


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_printed_once_in_the_language_of_the_edition(books: Path, language: str) -> None:
    book = book_of(GAME, language)
    sections = [file.read_text(encoding="utf-8") for file in sorted((books / language).glob("*.html"))]
    for clause in RULEBOOK.clauses.values():
        anchor = f'id="clause-{clause.id.replace(".", "-")}"'
        (page,) = [source for source in sections if anchor in source]
        block = words(page[page.index(anchor) :])
        assert plainly(book.statement(clause)) in block[: len(book.statement(clause)) + 400], clause.id
        other = clause.statement(OTHER[language], NUMBERS.for_statements())
        assert plainly(other) not in words(page), clause.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_theorem_says_how_well_it_is_known(books: Path, language: str) -> None:
    book, page = book_of(GAME, language), words(html(books, language, "theorems"))
    for theorem in THEORY.theorems.values():
        assert plainly(book.statement(theorem)) in page, theorem.id
        assert plainly(originally(book, theorem)) in page, theorem.id


def test_statuses_are_what_the_report_says() -> None:
    book = book_of(GAME, "en")
    assert originally(book, THEORY.theorems["collection.readings"]) == "proved for 2 to 6 players (cvc5 and z3)"
    refuted = originally(book, THEORY.theorems["end.most-treasures-win"])
    assert refuted == "refuted by a situation with 2 players (cvc5 and z3)"
    for theorem in THEORY.theorems.values():
        said = originally(book, theorem)
        found = {result.status for result in book.results(theorem.id)}
        assert ("proved for" in said) == (Status.PROVED in found), theorem.id
        assert ("refuted" in said) == (Status.REFUTED in found) == (theorem.outcome is Outcome.FAILS), theorem.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_its_answers_and_what_settles_them(books: Path, language: str) -> None:
    book, page = book_of(GAME, language), words(html(books, language, "faq"))
    closely = "".join(unescape(TAGS.sub("", html(books, language, "faq"))).replace("’", "'").split())
    for point in READINGS.points.values():
        assert plainly(book.said(point.questions)) in page, point.id
        assert plainly(book.said(point.reasons)) in page, point.id
        for reading in point.others:
            assert plainly(book.reading_statement(reading)) in page, reading.name
            assert "".join(plainly(book.said(book.settlement(point, reading).told)).split()) in closely, reading.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_told_and_drawn(books: Path, language: str) -> None:
    page = html(books, language, "examples")
    for example in EXAMPLES.values():
        assert plainly(getattr(example, language)) in words(page).replace(" ", " "), example.id
    assert page.count("<figure") >= len(EXAMPLES)


def test_the_analysis_is_traced_to_clauses_and_on_to_tests(books: Path) -> None:
    page = html(books, "en", "traceability")
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    by_number = {cell[1]: row for row in rows if (cell := re.search(r"<td><p>(C\d+)</p></td>", row))}
    assert list(by_number) == ANALYSIS
    assert all('href="' in row for row in by_number.values())
    (single,) = [row for row in rows if row.count("<td>") == 6 and "#clause-collection-single" in row]
    for wanted in ("#step-collect", "#theorem-collection-readings", "checks/test_", "T1 «"):
        assert wanted in single, wanted
    assert re.search(r"applies: (?:rules|refused|boundaries)-\d{4}", single)


def test_indexes_list_every_clause_and_theorem(books: Path) -> None:
    for page, ids in (("archipel-clauses", RULEBOOK.clauses), ("archipel-theorems", THEORY.theorems)):
        listed = re.findall(r'<code class="xref">([^<]+)</code>', html(books, "fr", page))
        assert sorted(listed) == sorted(ids)


def test_french_pages_are_set_as_french_is(books: Path) -> None:
    for file in sorted((books / "fr").glob("*.html")):
        text = unescape(TAGS.sub("\0", UNREAD.sub("\0", file.read_text(encoding="utf-8"))))
        found = re.findall(r"[^\0\n]{0,20}\w [;:?!»](?=[\s\0])[^\0\n]{0,10}", text)
        assert found == [], file.name


# Facts


@pytest.mark.parametrize("fact", parts_of(GAME).facts, ids=lambda fact: fact.theorem)
def test_a_fact_claims_no_more_than_its_theorem(fact: Fact) -> None:
    theorem = THEORY.theorems[fact.theorem]
    statuses = {result.status for result in book_of(GAME, "en").results(fact.theorem)}
    assert statuses <= {Status.PROVED, Status.EXHAUSTED, Status.REFUTED}, "a fact is not for what was only tried"
    assert (fact.but is not None) == (theorem.outcome is Outcome.FAILS) == (statuses == {Status.REFUTED})
    for language in LANGUAGES:
        typed = set(re.findall(r"\d+", re.sub(r"\{\w+\}", "", fact.told[language])))
        assert typed <= set(re.findall(r"\d+", theorem.statements[language])), "a number that the theorem has not"
        assert fact.told[language].format(**NUMBERS.for_statements())


def test_facts_are_many_and_each_about_another_theorem() -> None:
    assert len(parts_of(GAME).facts) >= 40
    assert len({fact.theorem for fact in parts_of(GAME).facts}) == len(parts_of(GAME).facts)


# What is kept for printing


def test_reports_are_about_todays_rules() -> None:
    assert stored_reports.stored(GAME).wrong == []


@pytest.mark.parametrize(
    "name", [reports.FILE, stored_reports.SETTLEMENTS, stored_reports.EXAMPLES, stored_reports.VECTORS]
)
def test_a_report_about_other_rules_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(game_called(GAME).reports, tmp_path / "reports")
    file = tmp_path / "reports" / name
    report = json.loads(file.read_text()) | {"subject": "another"}
    if name == reports.FILE:
        report["checksum"] = checksum("another", report["results"])
    file.write_text(json.dumps(report))
    monkeypatch.setattr(Game, "reports", tmp_path / "reports")
    stored_reports.stored.cache_clear()
    try:
        assert cli.main(["rulebook", "--out", str(tmp_path / "book")]) == 2
    finally:
        stored_reports.stored.cache_clear()
    assert f"{name} is about other rules" in capsys.readouterr().err
    assert not (tmp_path / "book").exists()


@pytest.mark.parametrize(
    ("point", "reading"),
    [
        ("table-talk", "silence"),
        ("layout-choice", "chosen"),
        ("cards-before", "one-each"),
        ("shaman-tie", "self-first"),
        ("which-round", "the-one-before"),
    ],
)
def test_settlements_are_kept_as_they_are_worked_out(point: str, reading: str) -> None:
    there = READINGS.points[point]
    found = settlement(GAME, there, there.readings[reading])
    known = stored_reports.stored(GAME).settled[point, reading]
    assert (known.how, known.told, known.by) == (found.how, found.told, found.by)


def test_examples_by_reading_are_kept_as_they_are_worked_out() -> None:
    (found,) = examples_by_reading("costa_ruana", [{"shaman-tie": "self-first"}], Workers(1))
    assert stored_reports.stored(GAME).examples["shaman-tie=self-first"] == found
    assert found["E12"] == "broken" and found["E11"] == "kept"


def test_every_reading_and_every_clause_is_kept() -> None:
    kept = stored_reports.stored(GAME)
    readings = stored_reports.readings_in_order(GAME)
    played = [f"{point}={reading}" for point, reading in readings if point in READINGS.played]
    assert list(kept.examples) == played
    assert list(kept.settled) == list(stored_reports.readings_in_order(GAME))
    assert list(kept.vectors) == list(RULEBOOK.clauses)


def test_vectors_that_are_named_concern_their_clause() -> None:
    """Of those for two players, which are numbered first."""
    entries = {entry["id"]: entry for entry in VECTORS.played.refused([2]).numbered().entries}
    named = 0
    for clause, sides in stored_reports.stored(GAME).vectors.items():
        for id in (id for id in sides.applies if id in entries):
            assert clause in entries[id]["clauses"]
            named += 1
    assert named > 10


# The command


def test_it_says_what_it_printed(books: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads((books / editions.MARK).read_text())["format"] == editions.FORMAT
    assert editions.is_ours(books) and editions.is_ours(books / "fr") and not editions.is_ours(tmp_path)


def test_a_folder_with_other_things_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letters.txt").write_text("dear")
    assert cli.main(["rulebook", "--out", str(tmp_path)]) == 2
    assert "is not empty and holds no rulebook" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["letters.txt"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--out", ""], "is not the name of a folder"),
        (["--out", "x", "--lang", "de"], "--lang"),
        (["--out", "x", "--variant", "nothing.toml"], "nothing.toml': cannot be read"),
        ([], "--out"),
    ],
)
def test_bad_arguments_get_one_line(
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["rulebook", *arguments]) == 2
    told = capsys.readouterr().err
    assert complaint in told and told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "myst_parser", None)
    assert cli.main(["rulebook", "--out", str(tmp_path / "book")]) == 2
    told = capsys.readouterr().err
    assert "archipel[docs]" in told and told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_book_with_a_mistake_is_not_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "index.md").write_text("# Wrong\n\n{clause}`collection.nothing`\n")
    monkeypatch.setattr(Edition, "pages", pages)
    (tmp_path / "book").mkdir()
    assert cli.main(["rulebook", "--out", str(tmp_path / "book")]) == 1
    assert "no clause called 'costa_ruana:collection.nothing'" in capsys.readouterr().err
    assert list((tmp_path / "book").iterdir()) == []
    assert sorted(file.name for file in tmp_path.iterdir()) == ["book", "pages"]


def test_an_interrupt_leaves_what_was_there(tmp_path: Path) -> None:
    book = tmp_path / "book"
    book.mkdir()
    editions.mark(book, Edition(GAME, "en"))
    command = [sys.executable, "-m", "archipel.checks.cli.entry", "rulebook", "--out", str(book)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as running:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
    assert running.returncode == 130, told
    assert told == "archipel: stopped\n"
    assert [file.name for file in tmp_path.rglob("*")] == ["book", editions.MARK]


# Variants


@pytest.fixture(scope="module")
def big_islands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An edition for islands that hold nine."""
    folder = tmp_path_factory.mktemp("variant")
    (folder / "nine.toml").write_text('title = "Big <islands>"\ngame = "costa_ruana"\n[numbers]\nisland_cap = 9\n')
    done = printed("--variant", str(folder / "nine.toml"), "--lang", "fr", "--out", str(folder / "book"), "--json")
    assert done.returncode == 0, done.stderr
    (edition,) = json.loads(done.stdout)["editions"]
    assert edition["title"] == "Costa Ruana – Big <islands>"
    assert "components.island-cap" in edition["changed"] and "collection.single" not in edition["changed"]
    return folder / "book"


def test_a_variant_marks_what_differs(big_islands: Path) -> None:
    page = (big_islands / "components.html").read_text(encoding="utf-8")
    changed = re.findall(r'<div class="changed clause[^"]*"[^>]*id="clause-([a-z-]+)"', page)
    changed += re.findall(r'<div class="clause changed[^"]*"[^>]*id="clause-([a-z-]+)"', page)
    assert changed == ["components-island-cap"]
    assert "jamais plus de 9 habitants" in words(page)
    assert re.search(r'<span class="old">[^<]*jamais plus de 7 habitants', page)


def test_a_variant_has_a_page_about_what_differs(big_islands: Path, books: Path) -> None:
    page = words((big_islands / "differs.html").read_text(encoding="utf-8"))
    assert "island_cap" not in page  # code is not read here
    for sentence in ("jamais plus de 7 habitants", "jamais plus de 9 habitants", "le plus d'habitants sur une île"):
        assert sentence in page
    assert not (books / "fr" / "differs.html").exists()


def test_a_variant_claims_no_proof_that_was_made_for_the_original(big_islands: Path) -> None:
    for file in big_islands.glob("*.html"):
        if file.stem not in ("facts", "reading"):
            assert "démontré pour 2" not in words(file.read_text(encoding="utf-8")), file.name
    facts = words((big_islands / "facts.html").read_text(encoding="utf-8"))
    assert "Cette page porte sur les règles d'origine" in facts
    assert "pas démontré pour les règles de cette édition" in words((big_islands / "theorems.html").read_text("utf-8"))


def test_what_was_found_out_about_a_variant_is_said(tmp_path: Path) -> None:
    (tmp_path / "nine.toml").write_text('game = "costa_ruana"\n[numbers]\nisland_cap = 9\n')
    fates = (("collection.readings", "breaks"), ("rules.progress", "holds"), ("end.ranking", "as in the original"))
    book = book_of(GAME, "en", str(tmp_path / "nine.toml"), fates)
    said = {id: status_of(book, theorem) for id, theorem in THEORY.theorems.items()}
    assert said["collection.readings"] == "false with this edition's rules"
    assert said["rules.progress"] == "still holds with this edition's rules"
    assert said["end.ranking"] == "rests on nothing that changed: proved for 2 to 6 players (cvc5 and z3)"
    assert said["rules.termination"].startswith("not proved for this edition")


def test_every_fate_has_its_words() -> None:
    assert all(f"fate.{fate.value}" in CATALOGUE.words for fate in TheoremFate)


def test_proving_needs_a_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rulebook", "--prove", "--out", str(tmp_path / "book")]) == 2
    assert "goes with --variant" in capsys.readouterr().err


def test_a_variant_is_a_site_like_any_other(big_islands: Path) -> None:
    assert broken_links(big_islands) == []


def test_a_broken_build_is_an_error_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.md").write_text("# Wrong\n\n```{nothing}\n```\n")
    monkeypatch.setattr(Edition, "pages", tmp_path)
    with pytest.raises(BuildError, match="nothing"):
        editions.built(Edition(GAME, "en"), tmp_path / "out", "html")
    assert "SOURCE_DATE_EPOCH" not in os.environ
