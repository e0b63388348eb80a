"""Worked examples on pages: what each shows, where it stands in the original, and its comic strip."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.illustrations.drawings import drawn_for_example
from archipel.checks.rulebook.extension.pieces import paragraph, pictures, text
from archipel.checks.rulebook.languages.typography import set_in


class WorkedExamplesDirective(BookDirective):
    """Every example that is replayed through clauses and engine."""

    def run(self) -> list[nodes.Node]:
        return [node for id in self.book.examples for node in self.example(id)]

    def example(self, id: str) -> list[nodes.Node]:
        example = self.book.examples[id]
        section = self.titled(f"{id}. {self.book.worded(example.figure)}", self.target("example", id))
        sentence = set_in(self.book.language, getattr(example, self.book.language))
        section += paragraph(*text(sentence), classes=["example"])
        section += pictures(drawn_for_example(self.book, id))
        return [section]


def setup(app: Sphinx) -> None:
    app.add_directive("worked-examples", WorkedExamplesDirective)
