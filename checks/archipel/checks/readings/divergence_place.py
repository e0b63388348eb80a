"""Where two readings part in a game: the step of the clauses over which they do, and a replay by both (*lockstep*).

Nothing here knows any game.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from archipel.checks.agreement.lockstep import DisagreementError, LockstepGame
from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.readings.divergence import Duel, Occasion
from archipel.spec.clauses import Step
from archipel.spec.logic.terms import Role
from archipel.spec.machine import Position, Values, evaluate_number

Mapping = EngineMapping[Any, Any, Any, Any]
Given = tuple[Any, ...]


class ComparedPlace:
    """Finds the step of the clauses over which two readings part when the engine does."""

    def __init__(self, against: Duel, mapping: Mapping) -> None:
        self.against, self.mapping = against, mapping
        self.occasions = {occasion.name: occasion for occasion in against.occasions}
        facts = {symbol.name for symbol in mapping.readings.rulebook.vocabulary.with_role(Role.STATE)}
        self.compared = sorted(facts - against.carried.names)

    def of(self, before: Sequence[Any], action: Any, refused: bool, setup: Any = None) -> tuple[Occasion, Values]:
        """Over what the clauses part, and the position in which they do. ``before`` is the position of the engine under
        each reading in which the action is ``refused`` under one, or leads the two apart."""
        step, given = self.mapping.step_of(before[0], action)
        positions = [self.mapping.position(side, setup) for side in before]
        name, values = (step.name, positions[0].values) if refused else self._followed(positions, step, given)
        if name not in self.occasions:
            raise DisagreementError(f"the engine parts over {action}, the clauses do not", repr(before[0]))
        return self.occasions[name], values

    def _followed(self, now: list[Position], step: Step, given: Given) -> tuple[str, Values]:
        """The first step on the way to the next decision that only one takes, or that leads the two apart."""
        while True:
            later = [position.machine.at(position.after(step, *given)) for position in now]
            if any(later[0].values[name] != later[1].values[name] for name in self.compared):
                return step.name, now[0].values
            now, following = later, [position.consequence() for position in later]
            due = [each for each in following if each is not None]
            if len(due) < len(now) or len({(each.name, given) for each, given in due}) != 1:
                return (due[0][0].name if due else self._asked(now)), now[0].values
            step, given = due[0]

    def _asked(self, now: Sequence[Position]) -> str:
        """The decision that only one allows, or the question that the two answer differently."""
        for step in {**now[0].machine.rulebook.steps, **now[1].machine.rulebook.steps}.values():
            if step.is_decision and len({_legal(position, step) for position in now}) > 1:
                return step.name
        for observation in self.against.observations:
            if len({_answers(position, observation.notion) for position in now}) > 1:
                return observation.notion
        return ""


def _legal(position: Position, step: Step) -> frozenset[Given]:
    known = step.name in position.machine.rulebook.steps
    return frozenset(position.legal(step)) if known else frozenset()


def _answers(position: Position, notion: str) -> Given:
    parameters = position.machine.rulebook.definitions[notion].parameters
    ranges = [range(evaluate_number(each.domain.size, position.values)) for each in parameters]
    return tuple(position.evaluate(notion, *places) for places in itertools.product(*ranges))


def verify(
    mapping: Mapping, setup: Any, moves: Iterable[Any], action: Any, outcomes: Iterable[tuple[Any, Any]]
) -> None:
    """Engine and clauses, in step by each terms, play the whole game and come to the outcome that goes with them, None
    where the last action is refused."""
    played = tuple(moves)
    for terms, outcome in outcomes:
        followed = LockstepGame(mapping, mapping.engine.new_game(setup, terms), setup)
        for move in played:
            followed.legal()
            followed.play(move)
        allowed = action in followed.legal()
        if allowed:
            followed.play(action)
        if (followed.state if allowed else None) != outcome:
            raise DisagreementError("a replay does not end as the game did", followed.record())
