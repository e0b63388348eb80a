"""From the text of the original to the tests and back: section, clause, step, theorem, vector, test."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

import archipel.checks.rulebook as here
from archipel.checks.rulebook.book import Book
from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.pieces import Cell, paragraph, table, text
from archipel.checks.rulebook.extension.rules.clauses import places_of
from archipel.spec.clauses import Clause, Nature, Rulebook
from archipel.spec.logic.terms import Definition, NumCall, PropCall, Term, walk

NONE = "–"
NAMED = 3
ID = re.compile(r"(?<![\w.-])[a-z]+\.[a-z][a-z-]*[a-z](?![\w-])")


class TraceabilityDirective(BookDirective):
    """``matrix``: every clause with all that leads to it and from it; ``analysis`` and ``headings``: from the text."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        tables = {"analysis": self.by_analysis, "headings": self.by_heading, "matrix": self.matrix}
        if self.arguments[0] not in tables:
            raise self.error(f"expected one of {', '.join(tables)}")
        return [tables[self.arguments[0]]()]

    def by_analysis(self) -> nodes.Node:
        clauses = list(self.book.clauses())
        rows = [
            (text(number), self.links(clause.id for clause in clauses if number in clause.covers))
            for number in analysis_numbers(self.book)
        ]
        return table((self.say("trace.number"), self.say("clauses")), rows, ["narrow"])

    def by_heading(self) -> nodes.Node:
        places: dict[tuple[str, str], dict[str, None]] = {}
        texts: dict[tuple[str, str], set[str]] = {}
        for clause in self.book.clauses():
            for source in clause.sources:
                place = (source.heading, source.item)
                places.setdefault(place, {})[clause.id] = None
                texts.setdefault(place, set()).add(source.text)
        rows = [
            (text(heading), text(item or NONE), text(", ".join(sorted(texts[heading, item]))), self.links(ids))
            for (heading, item), ids in places.items()
        ]
        return table([*(self.say(f"trace.{key}") for key in ("heading", "place", "in")), self.say("clauses")], rows)

    def matrix(self) -> nodes.Node:
        heads = ("trace.section", "clause", "trace.actions", "theorems", "trace.vectors", "trace.tests")
        rows = [self.row(clause) for clause in self.book.clauses()]
        return table([self.say(head) for head in heads], rows, ["matrix"])

    def row(self, clause: Clause) -> tuple[Cell, ...]:
        theorems = [theorem.id for theorem in self.book.theorems_about(clause.id)]
        return (
            text(places_of(clause)),
            self.links([clause.id]),
            self.links(steps_by_clause(self.book.rulebook).get(clause.id, ()), "step") or text(NONE),
            self.links(theorems, "theorem") or text(NONE),
            self.vectors(clause),
            text(", ".join(tests_naming().get(clause.id, ())) or NONE),
        )

    def vectors(self, clause: Clause) -> Cell:
        """The first entries in which the clause applies, and in which it just does not."""
        sides = self.book.stored.vectors.get(clause.id)
        told = [] if sides is None else [("trace.applies", sides.applies), ("trace.fails", sides.fails)]
        lines: Cell = [
            paragraph(*text(f"{self.say(key)} {', '.join(entries[:NAMED])}{', …' if len(entries) > NAMED else ''}"))
            for key, entries in told
            if entries
        ]
        return lines or text(NONE)


@cache
def steps_by_clause(rulebook: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """The steps that each clause has a part in: with a guard or a change, or by defining a word that one of these
    uses, itself or by other words."""
    owners = {part.name: part.clause for part in rulebook.parts(Nature.DEFINITION)}
    found: dict[str, dict[str, None]] = {}
    for step in rulebook.steps.values():
        parts = rulebook.parts(Nature.GUARD, Nature.BECOMES, Nature.ADDS, Nature.PERMITS, step=step)
        words = {name for part in parts for name in words_in(part.term)}
        for clause in (*(part.clause for part in parts), *(owners[name] for name in sorted(words & owners.keys()))):
            found.setdefault(clause, {})[step.name] = None
    return {clause: tuple(steps) for clause, steps in found.items()}


def words_in(term: Term) -> set[str]:
    """The notions that a term uses, itself or by what they mean."""
    used: dict[str, Definition] = {}
    waiting = [term]
    while waiting:
        for part in walk(waiting.pop()):
            if isinstance(part, NumCall | PropCall) and part.definition.name not in used:
                used[part.definition.name] = part.definition
                waiting.append(part.definition.body)
    return set(used)


def analysis_numbers(book: Book) -> list[str]:
    """The numbers of the analysis that clauses cover, C2 before C10."""
    found = {number for clause in book.rulebook.clauses.values() for number in clause.covers}
    return sorted(found, key=lambda number: (number[0], int(number[1:])))


@cache
def tests_naming() -> Mapping[str, tuple[str, ...]]:
    """The test files that name each id; none where the tests are not at hand, as in an installed package."""
    root = Path(here.__file__).parents[4] / "tests"
    found: dict[str, list[str]] = {}
    for file in sorted(root.glob("*/test_*.py")):
        for id in sorted(set(ID.findall(file.read_text(encoding="utf-8")))):
            found.setdefault(id, []).append(file.relative_to(root).as_posix())
    return {id: tuple(files) for id, files in found.items()}


def setup(app: Sphinx) -> None:
    app.add_directive("traceability", TraceabilityDirective)
