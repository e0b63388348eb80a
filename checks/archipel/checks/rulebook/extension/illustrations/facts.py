"""Facts about a game: theorems in words that a player enjoys, each with how well it is known."""

from __future__ import annotations

from collections.abc import Mapping

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.games.registry import game_called
from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.findings.statuses import originally
from archipel.checks.rulebook.extension.pieces import Cell, bullets, text
from archipel.checks.rulebook.languages.typography import set_in
from archipel.checks.rulebook.parts import Fact


class FactsDirective(BookDirective):
    """The facts about theorems of some chapters, which the argument names; they are facts about the original."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        chapters = self.arguments[0].split()
        found = [fact for fact in self.book.parts.facts if fact.theorem.partition(".")[0] in chapters]
        if not found:
            raise self.error(f"no fact about {' or '.join(chapters)}")
        return [bullets(self.told(fact) for fact in found)]

    def told(self, fact: Fact) -> Cell:
        theorem = self.book.theorems[fact.theorem]
        shown = nodes.inline(text=originally(self.book, theorem), classes=["status"])
        link = self.link("theorem", theorem.id, shown)
        if fact.but is None:
            return [*text(f"{self.filled(fact.told)} "), link]
        refuted = nodes.strong(text=self.say("fact.false"))
        thought = nodes.emphasis(text=self.filled(fact.told))
        return [thought, *text(" "), refuted, *text(f" {self.filled(fact.but)} "), link]

    def filled(self, words: Mapping[str, str]) -> str:
        numbers = game_called(self.book.game).numbers.for_statements()
        return set_in(self.book.language, words[self.book.language].format(**numbers))


def setup(app: Sphinx) -> None:
    app.add_directive("facts", FactsDirective)
