"""What sentences can mean, as questions and answers: ours, why, the other answers and what settles them."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.cli.rules.readings import MARKS
from archipel.checks.games.registry import game_called
from archipel.checks.readings.settlement import How, Settlement, overall
from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.illustrations.drawings import drawn_for_reading
from archipel.checks.rulebook.extension.pieces import Cell, code, paragraph, pictures, table, text
from archipel.checks.rulebook.languages.typography import set_in
from archipel.spec.readings import Point, Reading


class QuestionsDirective(BookDirective):
    """The questions about the clauses of a section, which the argument names."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        section = self.arguments[0]
        found = [point for point in self.book.points.values() if point.clause.section == section]
        if not found:
            sections = dict.fromkeys(point.clause.section for point in self.book.points.values())
            raise self.error(f"no question about {section!r}; there are some about {', '.join(sections)}")
        return [self.question(point) for point in found]

    def question(self, point: Point) -> nodes.Node:
        section = self.titled(self.book.said(point.questions), self.target("reading", point.id))
        section["classes"].append("question")
        ours = point.default
        section += self.answer("reading.answer", ours)
        reasons: Cell = [nodes.strong(text=f"{self.say('reading.why')} "), *text(self.book.said(point.reasons))]
        section += paragraph(*reasons, *text(self.sources(point)))
        if self.book.played(point) is not ours:
            section += self.answer("reading.house", self.book.played(point))
        section += paragraph(nodes.strong(text=self.say("reading.others")), classes=["rubric"])
        section += [node for reading in point.others for node in self.other(point, reading)]
        about = [*text(f"{self.say('reading.rule')} "), *self.links([point.clause.id]), *text(" · ")]
        section += paragraph(*about, nodes.literal(text=point.id), classes=["clause-id"])
        return section

    def answer(self, key: str, reading: Reading) -> nodes.Node:
        label = nodes.strong(text=f"{self.say(key)} ")
        return paragraph(label, *text(self.book.reading_statement(reading)), classes=["answer"])

    def other(self, point: Point, reading: Reading) -> list[nodes.Node]:
        """Another answer, what settles it, and pictures of both."""
        settled = self.book.settlement(point, reading)
        how: Cell = [nodes.strong(text=self.say(f"reading.{settled.how.value}")), *text(" – ")]
        name = nodes.literal(text=f"{point.id}={reading.name}")
        sentence = paragraph(*text(self.book.reading_statement(reading)), classes=["other"])
        decided = [] if settled.how is How.OPEN else how
        fate = paragraph(name, *text(" – "), *decided, *self.told(settled), *text("."), classes=["fate"])
        drawn = pictures(drawn_for_reading(self.book, point.id, reading.name))
        return [nodes.block_quote("", sentence, fate, *drawn)]

    def told(self, settled: Settlement) -> Cell:
        """What settles a reading, with links to the examples, theorems and clauses that do."""
        words = set_in(self.book.language, settled.told[self.book.language])
        if not settled.by:
            return text(words)
        ids = "|".join(map(re.escape, sorted(settled.by, key=len, reverse=True)))
        pieces = re.split(rf"(?<![\w.-])({ids})(?![\w-])", words)
        return [self.mention(piece) if number % 2 else nodes.Text(piece) for number, piece in enumerate(pieces)]

    def mention(self, id: str) -> nodes.Node:
        """A link, if there is something of that name to lead to."""
        known = {
            "example": self.book.examples,
            "theorem": self.book.theorems,
            "clause": self.book.rulebook.clauses,
        }
        kind = next((kind for kind, ids in known.items() if id in ids), None)
        return nodes.Text(id) if kind is None else self.link(kind, id)

    def sources(self, point: Point) -> str:
        known = game_called(self.book.game).sources
        named = self.say("semicolon").join(self.book.worded(known[id]) for id in point.sources)
        return f" {self.say('reading.sources', sources=named)}" if named else ""


class SettlementsDirective(BookDirective):
    """How many questions are settled in each way."""

    def run(self) -> list[nodes.Node]:
        book = self.book
        ways = [overall(book.settlement(point, other) for other in point.others) for point in book.points.values()]
        rows = [(text(self.say(f"reading.{how.value}")), text(str(ways.count(how)))) for how in How]
        note = [] if book.is_original else [paragraph(*text(self.say("reading.about-original")), classes=["before"])]
        return [*note, table((self.say("reading.settled"), self.say("reading.questions")), rows, ["narrow"])]


class ReadingExamplesDirective(BookDirective):
    """Which worked examples of the original each reading keeps."""

    def run(self) -> list[nodes.Node]:
        fates = self.book.stored.examples
        ids = next(iter(fates.values()))
        rows = [(code(reading), *(text(MARKS[fate]) for fate in row.values())) for reading, row in fates.items()]
        legend = [f"{mark} {self.say(f'reading.{fate}')}" for fate, mark in MARKS.items()]
        return [table((self.say("reading.table"), *ids), rows), paragraph(*text(", ".join(legend)))]


def setup(app: Sphinx) -> None:
    app.add_directive("reading-examples", ReadingExamplesDirective)
    app.add_directive("questions", QuestionsDirective)
    app.add_directive("settlements", SettlementsDirective)
