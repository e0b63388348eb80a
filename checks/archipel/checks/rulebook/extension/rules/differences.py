"""What an edition of a variant says about itself: what differs from the original, and which pages are not about it."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.pieces import Cell, bullets, code, paragraph, table, text
from archipel.checks.variants.variant_files import ClauseChange
from archipel.spec.readings import Point


class DifferencesDirective(BookDirective):
    """Every number, clause and reading that is not the original's."""

    def run(self) -> list[nodes.Node]:
        if self.book.is_original:
            return [paragraph(*text(self.say("variant.none")))]
        return [*self.numbers(), *self.clauses(), *self.readings()]

    def headed(self, key: str, content: nodes.Node) -> list[nodes.Node]:
        section = self.titled(self.say(key), nodes.make_id(key))
        section += content
        return [section]

    def numbers(self) -> list[nodes.Node]:
        meanings = {symbol.name: symbol.meaning for symbol in self.book.rulebook.vocabulary.symbols.values()}
        rows = [
            (
                code(name),
                text(self.book.worded(meanings.get(name, ""))),
                text("–" if before is None else str(before)),
                text("–" if now is None else str(now)),
            )
            for name, (before, now) in self.book.variant.number_changes.items()
        ]
        heads = ("vocabulary.number", "vocabulary.meaning", "variant.before", "variant.now")
        return self.headed("variant.numbers", table([self.say(head) for head in heads], rows)) if rows else []

    def clauses(self) -> list[nodes.Node]:
        rows = [self.clause(change) for change in self.book.changes.values()]
        heads = ("clause", "variant.before", "variant.now")
        return self.headed("variant.clauses", table([self.say(head) for head in heads], rows)) if rows else []

    def clause(self, change: ClauseChange) -> tuple[Cell, Cell, Cell]:
        if not change.in_words:
            return self.links([change.id]), text(self.book.said(change.now)), text(self.say("clause.same-words"))
        old = nodes.inline(text=self.book.said(change.before), classes=["old"])
        return self.links([change.id]), [old], text(self.book.said(change.now))

    def readings(self) -> list[nodes.Node]:
        points = [point for point in self.book.points.values() if self.book.played(point) is not point.default]
        return self.headed("variant.readings", bullets(self.point(point) for point in points)) if points else []

    def point(self, point: Point) -> Cell:
        question = nodes.inline(text=self.book.said(point.questions))
        answer = self.book.reading_statement(self.book.played(point))
        return [self.link("reading", point.id, question), *text(f" {answer}")]


class AboutTheOriginalDirective(BookDirective):
    """Says, in an edition of a variant only, that the page is about the original."""

    def run(self) -> list[nodes.Node]:
        if self.book.is_original:
            return []
        return [nodes.note("", paragraph(*text(self.say("variant.about-original"))))]


class InVariantsDirective(BookDirective):
    """Content for editions of variants only."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        return [] if self.book.is_original else self.parse_content_to_nodes()


def setup(app: Sphinx) -> None:
    app.add_directive("differences", DifferencesDirective)
    app.add_directive("in-variants", InVariantsDirective)
    app.add_directive("about-the-original", AboutTheOriginalDirective)
