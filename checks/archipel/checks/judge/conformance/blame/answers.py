"""What a program answers, what the rules expect, and what other rules would, aspect by aspect.

Nothing here knows any game.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from archipel.checks.agreement.mapping import EngineMapping, NoPosition
from archipel.checks.judge.conformance.blame.likeness import Aspects, Path, entries, unlikeness
from archipel.checks.judge.conformance.games import Difference
from archipel.checks.judge.conformance.programs.answers import UNKNOWN
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.machine import IncoherentError, Position

AnyMapping = EngineMapping[Any, Any, Any, Any]
NO_PREDICTION = (
    IncoherentError, NoPosition, BadInput, LookupError, TypeError, ValueError, AttributeError, AssertionError
)  # fmt: skip
"""What comes of running rules that make no sense, or of looking into what a program has filled with nonsense."""
ALLOWED, LEGAL, OVER, POINTS, RANKING, WINNERS = "allowed", "legal", "over", "points", "ranking", "winners"
STATE = "state."


class DifferingAnswers:
    """The answer in which a program differs, and the one that was expected."""

    def __init__(self, mapping: AnyMapping, difference: Difference) -> None:
        self.mapping, self.difference = mapping, difference
        self.told = self._told()
        self.expected = self._expected()

    @property
    def tells_states(self) -> bool:
        return any(name.startswith(STATE) for name in self.told)

    @property
    def is_about_one_decision(self) -> bool:
        """Whether a decision was wrongly accepted or refused."""
        return ALLOWED in self.told

    def _told(self) -> Aspects:
        difference, read = self.difference, self.mapping.engine.codec.read_action
        if difference.answer.refused or "accepted" in difference.aspects:
            return {ALLOWED: {(): not difference.answer.refused}}
        found = _state(difference.answer.state)
        found[LEGAL] = _each([read(Field(item)) for item in difference.answer.legal])
        return found if difference.answer.result is UNKNOWN else found | _result(difference.answer.result)

    def _expected(self) -> Aspects:
        difference, engine = self.difference, self.mapping.engine
        if self.is_about_one_decision:
            return {ALLOWED: {(): difference.answer.refused}}
        found = _state(difference.expected.state)
        found[LEGAL] = _each(engine.legal_actions(difference.position))
        return found if difference.answer.result is UNKNOWN else found | _result(difference.expected.result)

    def far_from(self, predicted: Aspects) -> float:
        """How little of the difference a prediction explains: 0 if it is what was told, 1 if it explains nothing."""
        return unlikeness(self.told, self.expected, predicted)

    def of_position(self, position: Position) -> Aspects:
        """What a program would answer in a position of the clauses, by these clauses."""
        taken = self.taken(position)
        found: dict[str, Mapping[Path, Any]] = {LEGAL: _each(taken)}
        if self.tells_states:
            found |= {name: told for name, told in self._members(position).items() if name in self.told}
        return found | _outcome(position, bool(taken)) if OVER in self.told else found

    def taken(self, position: Position) -> list[Any]:
        """The decisions that the clauses allow in a position, or the outcomes that chance can bring about."""
        steps = [*position.machine.decisions, *position.machine.chances]
        return [self.mapping.action_of(step, given) for step in steps for given in position.legal(step)]

    def _members(self, position: Position) -> dict[str, Mapping[Path, Any]]:
        """A position as the engine tells it; nothing like it, if the engine cannot be in any such position."""
        try:
            state = self.mapping.drawn_up(position.values, self.mapping.choice_at(self.difference.position))
            return _state(self.mapping.engine.codec.position_data(state))
        except NO_PREDICTION:
            return {name: {} for name in self.told if name.startswith(STATE)}


class PlayedGame(Protocol):
    """A game as far as its answers go."""

    def legal(self, position: Any) -> Sequence[Any]: ...

    def facts(self, position: Any) -> Mapping[str, Any]: ...

    def result(self, position: Any) -> Mapping[str, Any] | None: ...


def of_engine(game: PlayedGame, position: Any) -> Aspects:
    """What a program would answer in a position of the engine."""
    return {LEGAL: _each(game.legal(position)), **_state(game.facts(position)), **_result(game.result(position))}


def _each(decisions: Iterable[Any]) -> Mapping[Path, Any]:
    return {(decision,): True for decision in decisions}


def _state(data: Mapping[str, Any]) -> dict[str, Mapping[Path, Any]]:
    return {STATE + name: dict(entries(value)) for name, value in data.items()}


def _result(result: Mapping[str, Any] | None) -> dict[str, Mapping[Path, Any]]:
    if result is None:
        return {OVER: {(): False}}
    places = {seat: place for place, group in enumerate(result[RANKING]) for seat in group}
    pairs = itertools.combinations(sorted(places), 2)
    return {
        OVER: {(): True},
        POINTS: dict(entries(result[POINTS])),
        RANKING: {(one, other): _order(places[one], places[other]) for one, other in pairs},
        WINNERS: {(seat,): place == 0 for seat, place in places.items()},
    }


def _order(one: int, other: int) -> int:
    return (one > other) - (one < other)


def _outcome(position: Position, goes_on: bool) -> dict[str, Mapping[Path, Any]]:
    """The result, as far as the clauses have notions of who scores what, who is ahead of whom, and who wins."""
    if goes_on:
        return {OVER: {(): False}}
    found: dict[str, Mapping[Path, Any]] = {OVER: {(): True}}
    known, seats = position.machine.rulebook.definitions, range(position.values["players"])
    if POINTS in known:
        found[POINTS] = {(seat,): position.evaluate("points", seat) for seat in seats}
    if "ahead" in known:
        pairs = itertools.combinations(seats, 2)
        found[RANKING] = {(p, q): position.evaluate("ahead", q, p) - position.evaluate("ahead", p, q) for p, q in pairs}
    if "wins" in known:
        found[WINNERS] = {(seat,): bool(position.evaluate("wins", seat)) for seat in seats}
    return found
