"""Clauses on pages: the sentence for everybody, and folded under it all that is known about it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.cli.rules.clauses import formula
from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.findings.statuses import status_of
from archipel.checks.rulebook.extension.illustrations.drawings import drawn_for_clause
from archipel.checks.rulebook.extension.pieces import (
    Cell,
    bullets,
    fold,
    formula_line,
    formulas,
    paragraph,
    pictures,
    text,
    typst_of,
)
from archipel.spec.clauses import Clause, Nature, Origin, Part
from archipel.spec.logic import notation
from archipel.spec.logic.terms import NumApply, PropApply, Term, Variable
from archipel.spec.theorems import Outcome, Theorem


class SentencesDirective(BookDirective):
    """Sentences of clauses, one clause a line of the content, each with a link to where it is printed in full."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        return [bullets(self.sentence(clause) for clause in self.named())]

    def sentence(self, clause: Clause) -> Cell:
        shown = nodes.inline(text=self.book.statement(clause), classes=["statement-link"])
        return [self.link("clause", clause.id, shown)]

    def named(self) -> list[Clause]:
        """The clauses that the content names."""
        ids = [line.strip() for line in self.content if line.strip()]
        known = self.book.rulebook.clauses
        if unknown := [id for id in ids if id not in known]:
            raise self.error(f"no clause called {', '.join(unknown)}")
        if not ids:
            raise self.error("expected the ids of clauses, one on each line")
        return [known[id] for id in ids]


class ClausesDirective(SentencesDirective):
    """Clauses in full, one a line of the content."""

    def run(self) -> list[nodes.Node]:
        return [self.clause(clause) for clause in self.named()]

    def clause(self, clause: Clause) -> nodes.Node:
        change = self.book.changes.get(clause.id)
        classes = ["clause", *(["changed"] if change else [])]
        block = nodes.container("", ids=[self.target("clause", clause.id)], classes=classes)
        self.set_source_info(block)
        block += paragraph(*text(self.book.statement(clause)), classes=["statement"])
        if change:
            block += self.before(clause)
        block += paragraph(*self.label(clause), classes=["clause-id"])
        block += fold(self.say("clause.more"), *self.more(clause))
        return block

    def label(self, clause: Clause) -> Cell:
        """The id of a clause, which leads to itself, and what has to be known of where it comes from."""
        told: Cell = [self.link("clause", clause.id)]
        if clause.origin is not Origin.STATED:
            told += text(f" · {self.say(f'clause.{clause.origin.value}')}")
        return told

    def before(self, clause: Clause) -> nodes.Node:
        """What the original says of a clause that differs from it."""
        change = self.book.changes[clause.id]
        label: Cell = [nodes.strong(text=self.say("clause.changed")), *text(". ")]
        if not change.in_words:
            return paragraph(*label, *text(self.say("clause.same-words")), classes=["before"])
        old = nodes.inline(text=self.book.said(change.before), classes=["old"])
        return paragraph(*label, *text(f"{self.say('clause.original')} "), old, classes=["before"])

    def more(self, clause: Clause) -> list[nodes.Node]:
        """Where it stands, its notation, what follows from it, questions about it, and pictures of its boundary."""
        return [
            *self.headed("clause.where", [paragraph(*text(self.origin(clause)), classes=["origin"])]),
            *self.headed("clause.boundary", pictures(drawn_for_clause(self.book, clause.id))),
            *self.headed("clause.formal", self.formal(clause)),
            *self.headed("clause.theorems", self.theorems(clause)),
            *self.headed("clause.readings", self.readings(clause)),
        ]

    def headed(self, key: str, content: Sequence[nodes.Node]) -> list[nodes.Node]:
        """Content under a small heading; of nothing, nothing."""
        return [paragraph(nodes.strong(text=self.say(key)), classes=["rubric"]), *content] if content else []

    def origin(self, clause: Clause) -> str:
        told = [self.say("clause.source", places=places_of(clause))]
        if clause.covers:
            told.append(self.say("clause.analysis", numbers=", ".join(clause.covers)))
        return " ".join(told)

    def formal(self, clause: Clause) -> list[nodes.Node]:
        lines = [self.part(list(group)) for _, group in groupby(clause.parts, key=lambda p: (p.nature, p.name))]
        return [formulas(lines)] if lines else [paragraph(*text(self.say("clause.no-formal")))]

    def part(self, parts: Sequence[Part]) -> dict[str, str]:
        """A formal part; one that concerns several steps is shown once."""
        first = parts[0]
        steps = ", ".join(step.name for part in parts for step in (part.step, part.later) if step is not None)
        nature = self.say(f"nature.{first.nature.value}") + (f" ({steps})" if steps else "")
        is_definition = first.nature is Nature.DEFINITION
        title = defined(first.name, first.variables) if is_definition else first.name.replace("_", " ")
        return formula_line(f"{nature} – {title}", mathml(first), formula(first), typst(first))

    def theorems(self, clause: Clause) -> list[nodes.Node]:
        items = [self.theorem(theorem) for theorem in self.book.theorems_about(clause.id)]
        return [bullets(items)] if items else []

    def theorem(self, theorem: Theorem) -> Cell:
        """A theorem with how well it is known; one that is false says so before anything else."""
        known: Cell = [self.link("theorem", theorem.id), *text(f" – {status_of(self.book, theorem)}")]
        said = self.book.statement(theorem)
        if theorem.outcome is Outcome.HOLDS:
            return [*text(f"{said} "), *known]
        return [nodes.emphasis(text=said), *text(" "), nodes.strong(text=self.say("fact.false")), *text(" "), *known]

    def readings(self, clause: Clause) -> list[nodes.Node]:
        questions = [
            [self.link("reading", point.id, nodes.inline(text=self.book.said(point.questions)))]
            for point in self.book.points_about(clause.id)
        ]
        return [bullets(questions)] if questions else []


def places_of(clause: Clause) -> str:
    """The places a clause cites; one that several texts have is named once."""
    texts: dict[str, list[str]] = {}
    for source in clause.sources:
        place = str(source).removeprefix(f"{source.text} ")
        texts.setdefault(place, []).append(source.text)
    return "; ".join(f"{', '.join(where)} {place}" for place, where in texts.items())


def defined(name: str, variables: Sequence[Variable]) -> str:
    """A notion with the places it is defined over, such as ``takes(i ∈ I, p ∈ P)``."""
    places = ", ".join(f"{variable.name} ∈ {variable.domain.letter}" for variable in variables)
    return name.replace("_", "-") + (f"({places})" if places else "")


# A change shows what changes first


def mathml(part: Part) -> str:
    written = notation.mathml(part.term)
    target = changed(part)
    return written if target is None else f"{notation.mathml(target)} <span>{sign(part)}</span> {written}"


def typst(part: Part) -> str:
    written = typst_of(part.term)
    target = changed(part)
    return written if target is None else f'{typst_of(target)} "{sign(part)}" {written}'


def changed(part: Part) -> Term | None:
    if part.target is None:
        return None
    return (PropApply if part.target.is_prop else NumApply)(part.target, part.variables)


def sign(part: Part) -> str:
    return {Nature.ADDS: "+=", Nature.SHOWS: "⇐"}.get(part.nature, ":=")


def setup(app: Sphinx) -> None:
    app.add_directive("clauses", ClausesDirective)
    app.add_directive("sentences", SentencesDirective)
