"""Numbers in running text, so that none is typed by hand: those of the game, and how many there are of something."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from archipel.checks.cli import command_line as cli
from archipel.checks.games.registry import game_called
from archipel.checks.mutation.handwritten import mutants
from archipel.checks.rulebook.book import Book
from archipel.checks.rulebook.extension.base import BookRole
from archipel.checks.rulebook.extension.rules.traceability import analysis_numbers
from archipel.spec.clauses import Origin

LOGGER = logging.getLogger(__name__)


def _of_origin(book: Book, origin: Origin) -> int:
    return sum(clause.origin is origin for clause in book.rulebook.clauses.values())


COUNTS: Mapping[str, Callable[[Book], int]] = {
    "analysis": lambda book: len(analysis_numbers(book)),
    "clauses": lambda book: len(book.rulebook.clauses),
    "commands": lambda _: len(cli.COMMANDS),
    "consequences": lambda book: len(book.rulebook.consequences),
    "decisions": lambda book: len(book.rulebook.decisions),
    "examples": lambda book: len(book.examples),
    "implied": lambda book: _of_origin(book, Origin.IMPLIED),
    "readings": lambda book: _of_origin(book, Origin.READING),
    "questions": lambda book: len(book.points),
    "invariants": lambda book: len(game_called(book.game).theory.invariants),
    "theorems": lambda book: len(book.theorems),
    "mutants": lambda book: len(mutants(book.game)),
    "notions": lambda book: len(book.rulebook.definitions),
    "sections": lambda book: len(book.rulebook.sections),
    "symbols": lambda book: len(book.rulebook.vocabulary.symbols),
}


class FigureRole(BookRole):
    """A number that a table names; an unknown name is a warning."""

    def figures(self) -> Mapping[str, int | Callable[[Book], int]]:
        raise NotImplementedError

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        figures = self.figures()
        if self.text not in figures:
            wrong = f"{self.name}: expected one of {', '.join(figures)}, found {self.text!r}"
            LOGGER.warning("%s", wrong, location=self.get_location())
            return [], []
        found = figures[self.text]
        return [nodes.Text(f"{found if isinstance(found, int) else found(self.book):,}")], []


class CountRole(FigureRole):
    """``{count}`clauses```."""

    def figures(self) -> Mapping[str, int | Callable[[Book], int]]:
        return COUNTS


class NumberRole(FigureRole):
    """``{number}`island_cap```, as the edition has it."""

    def figures(self) -> Mapping[str, int | Callable[[Book], int]]:
        return self.book.numbers


def setup(app: Sphinx) -> None:
    app.add_role("count", CountRole())
    app.add_role("number", NumberRole())
