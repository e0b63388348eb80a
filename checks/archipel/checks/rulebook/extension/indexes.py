"""The index of clauses and the index of theorems, by the part of the rulebook they belong to."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from sphinx.domains import Index, IndexEntry

from archipel.checks.rulebook.extension.base import book_in
from archipel.checks.rulebook.extension.findings.statuses import status_of
from archipel.checks.rulebook.extension.wording import say

if TYPE_CHECKING:
    from archipel.checks.rulebook.book import Book
    from archipel.checks.rulebook.extension.domain import ArchipelDomain


class BookIndex(Index):
    """An index of one kind of things; headings and descriptions in the language of the edition."""

    kind = ""
    domain: ArchipelDomain

    def __init__(self, domain: ArchipelDomain) -> None:
        super().__init__(domain)
        language = book_in(domain.env.config).language
        self.localname = say(language, f"index.{self.name}")  # type: ignore[misc]  # an edition has one language
        self.shortname = say(language, f"index.{self.name}.short")  # type: ignore[misc]

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        book = book_in(self.domain.env.config)
        pages = None if docnames is None else set(docnames)
        found: dict[str, list[IndexEntry]] = {}
        for key, (page, anchor) in self.domain.places(self.kind).items():
            game, _, id = key.partition(":")
            if game == book.game and (pages is None or page in pages):
                entry = IndexEntry(id, 0, page, anchor, "", "", self.described(book, id))
                found.setdefault(id.partition(".")[0], []).append(entry)
        return [(heading, found[heading]) for heading in self.headings(book, found)], False

    def headings(self, book: Book, found: Collection[str]) -> list[str]:
        sections = [name for name in book.rulebook.sections if name in found]
        return [*sections, *(name for name in found if name not in sections)]

    def described(self, book: Book, id: str) -> str:
        raise NotImplementedError


class ClauseIndex(BookIndex):
    """Every clause with its sentence."""

    name = "clauses"
    localname = "Index of clauses"
    shortname = "clauses"
    kind = "clause"

    def described(self, book: Book, id: str) -> str:
        return book.statement(book.rulebook.clauses[id])


class TheoremIndex(BookIndex):
    """Every theorem with how well it is known."""

    name = "theorems"
    localname = "Index of theorems"
    shortname = "theorems"
    kind = "theorem"

    def described(self, book: Book, id: str) -> str:
        return status_of(book, book.theorems[id])
