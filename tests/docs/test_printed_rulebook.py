"""The rulebook on paper: the French edition as ``archipel rulebook --pdf`` prints it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from archipel.checks.costa_ruana.rulebook.gallery import GALLERY
from archipel.checks.rulebook.editions import Edition, print_pdf
from archipel.checks.rulebook.typst import pictures, printing
from archipel.spec.costa_ruana import RULEBOOK

pytestmark = pytest.mark.filterwarnings("ignore::sphinx.deprecation.RemovedInSphinx11Warning")
EDITION = Edition("costa_ruana", "fr")
MOST_BYTES = 6_000_000
QUICK = "Résumé d’une page"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> PdfReader:
    file = tmp_path_factory.mktemp("printed") / "livre.pdf"
    print_pdf(EDITION, file)
    assert file.stat().st_size < MOST_BYTES
    return PdfReader(file)


def words_on(book: PdfReader, number: int) -> str:
    """The words of a page, counted from 0."""
    return " ".join(book.pages[number].extract_text().split())


def chapters(book: PdfReader) -> dict[str, int]:
    """The titles of chapters with the pages they begin on, counted from 0."""
    marks = [mark for mark in book.outline if not isinstance(mark, list)]
    return {str(mark.title): book.get_destination_page_number(mark) or 0 for mark in marks}


def test_every_clause_is_printed_before_the_quick_reference(book: PdfReader) -> None:
    found = chapters(book)
    rules = range(found["Ce qu’il y a dans la boîte"], found[QUICK])
    words = " ".join(words_on(book, number) for number in rules).replace("- ", "-")
    assert not [id for id in RULEBOOK.clauses if id not in words]


def test_chapters_stand_in_the_order_of_the_game(book: PdfReader) -> None:
    found = chapters(book)
    order = ["Mise en place", "Un tour, pas à pas", "Ce que font les cartes", "Récolter les trésors"]
    begin = [found[title] for title in order]
    assert begin == sorted(set(begin))
    assert all(words_on(book, found[title]).startswith(title) for title in order)


def test_the_quick_reference_is_one_page_and_its_links_lead_where_they_say(book: PdfReader) -> None:
    begins = chapters(book)[QUICK]
    assert words_on(book, begins + 1).startswith("Aide-mémoire des cartes")
    named = {int(number) for number in re.findall(r"p\.\s(\d+)", words_on(book, begins))}
    assert len(named) > 10
    assert named == {number + 1 for number in goals(book, book.pages[begins])}


def goals(book: PdfReader, page: PageObject) -> set[int]:
    """The pages that links on a page lead to, counted from 0."""
    numbers = {other.indirect_reference: number for number, other in enumerate(book.pages)}
    links = [note.get_object() for note in page["/Annots"]]  # type: ignore[attr-defined]
    return {numbers[link["/Dest"].get_object()[0].indirect_reference] for link in links if "/Dest" in link}


def test_every_picture_can_be_printed(tmp_path: Path) -> None:
    """Also those that no page shows yet: letters that fonts have, and words for those who do not see them."""
    drawn = [draw(language).svg for draw in GALLERY.pictures.values() for language in ("en", "fr")]
    for svg in map(pictures.for_print, drawn):
        (tmp_path / pictures.file_name(svg)).write_text(svg, encoding="utf-8")
        assert "@media" not in svg
        assert pictures.in_words(svg)
    images = "".join(f'#image("{file.name}", alt: "x")\n' for file in sorted(tmp_path.glob("*.svg")))
    assert printing.compiled(f'#set document(title: "x")\n{images}', tmp_path)
