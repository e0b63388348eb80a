"""What a program that tells little may have missed (*counterfactuals*).

Had something not changed, or changed twice as much, would its answer follow? Then whoever changed it has to do with it.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from archipel.checks.judge.conformance.blame.answers import NO_PREDICTION, DifferingAnswers
from archipel.checks.judge.conformance.blame.step_trace import Place, TracedStep, differing_places
from archipel.checks.judge.conformance.blame.turns import TracedTurn
from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.logic.terms import definitions_in
from archipel.spec.machine import Position

LOOKED_AT = 250
"""So many changes are undone at most, the latest first."""
APART = 6
"""A change of a fact in so many places is undone place by place, too."""
RECENT = 0.99
"""A change counts so much less for each turn that it lies back."""
RESTS = 0.8
"""What a change rests on counts so much less than the change."""


def changers(turns: Sequence[TracedTurn], answers: DifferingAnswers) -> dict[str, float]:
    """The clauses that changed what a program seems not to know of, each with how much of its answer that explains."""
    end, found, left = turns[-1].end, dict[str, float](), LOOKED_AT
    for back, turn in enumerate(reversed(turns)):
        for stage in reversed(turn.stages):
            for fact, places in _changes(stage):
                left -= 1
                weight = RECENT**back * (1.0 - min(_tried(end, stage, fact, places, answers), default=1.0))
                for clause, share in _behind(stage, fact, places) if weight > 0 else ():
                    found[clause] = max(found.get(clause, 0.0), weight * share)
                if left < 0:
                    return found
    return found


def _changes(stage: TracedStep) -> Iterator[tuple[str, list[Place]]]:
    """Every fact that a step changed, and where."""
    for fact, after in stage.after.values.items():
        if after is not stage.here.values[fact] and after != stage.here.values[fact]:
            places = list(differing_places(stage.here.values[fact], after))
            yield fact, places
            yield from ((fact, [place]) for place in places if 1 < len(places) <= APART)


def _tried(
    end: Position, stage: TracedStep, fact: str, places: Sequence[Place], answers: DifferingAnswers
) -> Iterator[float]:
    """How far from the answer it is if these places are as before the step, or have changed twice as much."""
    undone = twice = end.values[fact]
    for place in places:
        before, after = _entry(stage.here.values[fact], place), _entry(stage.after.values[fact], place)
        undone = _with(undone, place, before)
        if type(after) is int:
            twice = _with(twice, place, _entry(twice, place) + after - before)
    for table in (undone, twice):
        if table != end.values[fact]:
            try:
                yield answers.far_from(answers.of_position(end.machine.at({**end.values, fact: table})))
            except NO_PREDICTION:
                continue


def _behind(stage: TracedStep, fact: str, places: Sequence[Place]) -> Iterator[tuple[str, float]]:
    """The clauses that changed a fact in these places, and those that define what they rest on."""
    stated = _stated(stage.here.machine.rulebook)
    for part in stage.parts(fact):
        if stage.changes(part, places):
            yield part.clause, 1.0
            yield from ((stated[name], RESTS) for name in definitions_in(part.term) if name in stated)


def _stated(rulebook: Rulebook) -> dict[str, str]:
    return {part.name: part.clause for part in rulebook.parts(Nature.DEFINITION)}


def _entry(table: Any, place: Place) -> Any:
    for index in place:
        table = table[index]
    return table


def _with(table: Any, place: Place, value: Any) -> Any:
    """A table with another value in one place."""
    if not place:
        return value
    first, *rest = place
    return (*table[:first], _with(table[first], tuple(rest), value), *table[first + 1 :])
