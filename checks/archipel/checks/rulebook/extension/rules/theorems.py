"""Theorems on pages: what each says, of which clauses, in notation, how well it is known, and what refutes it."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.findings.statuses import status_of
from archipel.checks.rulebook.extension.pieces import Cell, fold, formula_line, formulas, paragraph, text, typst_of
from archipel.spec.logic import notation
from archipel.spec.theorems import Outcome, Theorem


class TheoremsDirective(BookDirective):
    """Every theorem of a chapter: those whose ids begin with the argument and a dot."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        chapter = self.arguments[0]
        found = [t for t in self.book.theorems.values() if t.id.partition(".")[0] == chapter]
        if not found:
            chapters = dict.fromkeys(id.partition(".")[0] for id in self.book.theorems)
            raise self.error(f"no theorems called {chapter}; there are {', '.join(chapters)}")
        return [self.theorem(theorem) for theorem in found]

    def theorem(self, theorem: Theorem) -> nodes.Node:
        fails = theorem.outcome is Outcome.FAILS
        classes = ["theorem", *(["refuted"] if fails else [])]
        block = nodes.container("", ids=[self.target("theorem", theorem.id)], classes=classes)
        self.set_source_info(block)
        block += paragraph(*text(self.book.statement(theorem)), classes=["statement"])
        warning: Cell = [nodes.strong(text=self.say("theorem.false")), *text(" ")] if fails else []
        block += paragraph(*warning, *text(f"{status_of(self.book, theorem)}."), classes=["status"])
        labels = f" · {', '.join(theorem.covers)}" if theorem.covers else ""
        block += paragraph(self.link("theorem", theorem.id), *text(labels), classes=["clause-id"])
        block += paragraph(*text(f"{self.say('theorem.about')} "), *self.links(theorem.clauses), classes=["origin"])
        block += self.shown(theorem)
        return block

    def shown(self, theorem: Theorem) -> list[nodes.Node]:
        """The claims in notation, and the situation that refutes them, each folded."""
        lines = self.formal(theorem)
        folded: list[nodes.Node] = [fold(self.say("theorem.formal"), formulas(lines))] if lines else []
        if self.book.is_original and (told := self.counterexample(theorem)):
            situation = nodes.line_block("", *(nodes.line("", line, translatable=False) for line in told))
            folded.append(fold(self.say("theorem.counterexample"), situation))
        return folded

    def formal(self, theorem: Theorem) -> list[dict[str, str]]:
        """The claims in notation; what is worked out case by case has none."""
        return [
            formula_line(
                f"{self.say(f'form.{claim.form.value}')} – {claim.name.replace('_', ' ')}",
                notation.mathml(claim.term),
                notation.text(claim.term),
                typst_of(claim.term),
            )
            for claim in theorem.claims
            if claim.term is not None
        ]

    def counterexample(self, theorem: Theorem) -> Sequence[str]:
        """The first situation that refutes a theorem, told without the theorem itself."""
        results = self.book.results(theorem.id)
        told = [result.witness["told"] for result in results if not result.holds and result.witness.get("told")]
        return [self.book.said({self.book.language: line}) for line in told[0][self.book.language][1:]] if told else []


def setup(app: Sphinx) -> None:
    app.add_directive("theorems", TheoremsDirective)
