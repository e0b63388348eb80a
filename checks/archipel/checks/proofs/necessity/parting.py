"""Where a rulebook and a variant of it part ways, as a solver sees it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from archipel.checks.proofs.prover import arguments_in_range
from archipel.spec.clauses import Change, Nature, Part, Rulebook, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Definition, Symbol


@dataclass(frozen=True, eq=False)
class FactAfter:
    """What a rulebook and a variant make of one fact in one step; None where they leave it as it is."""

    target: Symbol
    ours: Change | None
    theirs: Change | None


@dataclass(frozen=True, eq=False)
class Parting:
    """How a rulebook and a variant of it part ways over one step: guards that one of them lacks, other changes."""

    step: Step
    common: tuple[Part, ...]
    ours: tuple[Part, ...]
    theirs: tuple[Part, ...]
    changes: tuple[FactAfter, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.ours or self.theirs or self.changes)

    def taken(self, view: Interpretation) -> list[Any]:
        """What both ask of a position in which the step is taken."""
        return [*(view(part.term) for part in self.common), *arguments_in_range(view, self.step)]

    def legal(self, view: Interpretation) -> Any:
        """Whether the rulebook allows the step, where both ask no more of it."""
        return view.conjunction(view(part.term) for part in self.ours)

    def differs(self, view: Interpretation) -> Any:
        """Whether the step is legal only one way, or is legal both ways and leads to two different positions."""
        other = view.changed({})
        ours, theirs = self.legal(view), view.conjunction(other(part.term) for part in self.theirs)
        elsewhere = view.disjunction(unlike(view, *pair) for fact in self.changes for pair in pairs(view, other, fact))
        only_ours = view.conjunction([ours, view.negation(theirs)])
        only_theirs = view.conjunction([theirs, view.negation(ours)])
        return view.disjunction([only_ours, only_theirs, view.conjunction([ours, theirs, elsewhere])])


def parting(rulebook: Rulebook, variant: Rulebook, step: Step) -> Parting:
    ours, theirs = rulebook.guards(step), variant.guards(step)
    return Parting(
        step,
        tuple(part for part in ours if part in theirs),
        tuple(part for part in ours if part not in theirs),
        tuple(part for part in theirs if part not in ours),
        tuple(_changed(rulebook, variant, step)),
    )


def _changed(rulebook: Rulebook, variant: Rulebook, step: Step) -> Iterator[FactAfter]:
    natures = (Nature.BECOMES, Nature.ADDS)
    parts = {*rulebook.parts(*natures, step=step)} ^ {*variant.parts(*natures, step=step)}
    touched = {part.target for part in parts}
    ours = {change.target: change for change in rulebook.changes(step)}
    theirs = {change.target: change for change in variant.changes(step)}
    for target in ours | theirs:
        if target in touched:
            yield FactAfter(target, ours.get(target), theirs.get(target))


def pairs(view: Interpretation, other: Interpretation, fact: FactAfter) -> Iterator[tuple[Any, Any]]:
    """The values of a fact after the step, as the rulebook has them and as the variant has them."""
    for place, now in view.table(fact.target).items():
        yield _value(view, fact.ours, place, now), _value(other, fact.theirs, place, now)


def _value(view: Interpretation, change: Change | None, place: tuple[int, ...], now: Any) -> Any:
    if change is None:
        return now
    return view(change.term, {variable.serial: index for variable, index in zip(change.variables, place, strict=True)})


def unlike(view: Interpretation, first: Any, second: Any) -> Any:
    if isinstance(first, int) and isinstance(second, int):
        return first != second
    return view.expression(first) != view.expression(second)


def answers_differ(view: Interpretation, ours: Definition, theirs: Definition) -> Any:
    """Whether a notion has two values for some places."""
    other = view.changed({})
    places = itertools.product(*(view.elements(variable.domain) for variable in ours.parameters))
    return view.disjunction(unlike(view, _at(view, ours, place), _at(other, theirs, place)) for place in places)


def _at(view: Interpretation, definition: Definition, place: tuple[int, ...]) -> Any:
    names = (variable.serial for variable in definition.parameters)
    return view(definition.body, dict(zip(names, place, strict=True)))
