"""What seats see (*hidden information*): the engine's views tell what the clauses show, no less and no more.

A seat's view by the clauses is the position with what it does not see left out. Among many positions, any two must look
the same by the clauses exactly if they look the same by the engine; for every position there are others in which things
that a seat does not see, or some of which it sees, have changed places. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic

from archipel.checks.agreement.mapping import EngineMapping, NoPosition, Values
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.checks.proofs.necessity.stages import Place, entries, nested
from archipel.reference.strict_json import canonical
from archipel.spec.clauses import Nature

TRIES = 8


@dataclass(eq=False)
class ViewCheck(Generic[Setup, State, Action, Terms]):
    """All that was seen so far, by both accounts."""

    mapping: EngineMapping[Setup, State, Action, Terms]
    cases: int = 0
    by_clauses: dict[tuple[int, Hashable], Hashable] = field(default_factory=dict)
    by_engine: dict[tuple[int, Hashable], Hashable] = field(default_factory=dict)

    def wrong(self, state: State, chance: Random) -> str:
        """What is wrong with the views of a position; empty if nothing is, or if the clauses show nothing."""
        if not self.mapping.machine_at(state).visibility:
            return ""
        seats = range(self.mapping.engine.players(state))
        found = (self._compared(state, seat, chance) for seat in seats)
        return next((wrong for wrong in found if wrong), "")

    def _compared(self, state: State, seat: int, chance: Random) -> str:
        if wrong := self._learned(state, seat):
            return wrong
        for other, is_hidden in self._others(state, seat, chance):
            if wrong := self._learned(other, seat):
                return wrong
            if is_hidden and self.mapping.engine.actor(state) == seat and not self._same_choices(state, other):
                return f"the actions of seat {seat} tell what is hidden from it: {self._told(state)}"
        return ""

    def _same_choices(self, one: State, other: State) -> bool:
        legal = self.mapping.engine.legal_actions
        return list(legal(one)) == list(legal(other))

    def _learned(self, state: State, seat: int) -> str:
        """Compare with whatever looked the same before, by one account or the other."""
        self.cases += 1
        position = self.mapping.position(state)
        seen: Hashable = tuple(sorted(position.view(seat).items()))
        view = self.mapping.engine.view(state, seat)
        if self.by_clauses.setdefault((seat, seen), view) != view:
            return f"seat {seat} sees what is hidden from it: {self._told(state)}"
        if self.by_engine.setdefault((seat, view), seen) != seen:
            return f"seat {seat} does not see all that is open to it: {self._told(state)}"
        return ""

    def _told(self, state: State) -> str:
        return canonical(self.mapping.engine.codec.state_data(state))

    def _others(self, state: State, seat: int, chance: Random) -> Iterator[tuple[State, bool]]:
        """Positions in which two things have changed places, and whether both are hidden from the seat, as every second
        time they are."""
        position = self.mapping.position(state)
        hidden = {name: places for name, value in position.view(seat).items() if (places := _unseen(value))}
        for number in range(TRIES if hidden else 0):
            name = chance.choice(list(hidden))
            places = hidden[name] if number % 2 else [place for place, _ in entries(position.values[name])]
            values = _exchanged(position.values, name, places, chance)
            if not position.machine.at(values).broken(Nature.INVARIANT):
                with suppress(NoPosition):
                    yield self.mapping.state_of(values, self.mapping.choice_at(state)), bool(number % 2)


def _unseen(value: Any) -> list[Place]:
    return [place for place, entry in entries(value) if entry is None]


def _exchanged(values: Values, name: str, places: list[Place], chance: Random) -> Values:
    table = dict(entries(values[name]))
    one, other = chance.choice(places), chance.choice(places)
    table[one], table[other] = table[other], table[one]
    return {**values, name: nested(table)}
