"""Narration of games that an engine plays: its positions and actions, told as the clauses see them.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.explain.catalogue import Said, Speaker
from archipel.checks.explain.expressions import Element
from archipel.checks.explain.narration import PUBLIC, Narration, course

State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True)
class EngineNarration(Generic[State, Action]):
    """Tells what an engine does to one reader. ``seats`` is the domain of those who play, as the clauses call it."""

    mapping: EngineMapping[Any, State, Action, Any]
    speaker: Speaker
    names: Sequence[str]
    reader: int | None = PUBLIC
    seats: str = "players"
    known: Mapping[str, Any] = field(default_factory=dict)

    def narration(self, state: State) -> Narration:
        """Tells of one position."""
        engine = self.mapping.engine
        actor = engine.actor(state)
        points = self.mapping.readings.points.values()
        readings = {point.id: next(iter(point.readings)) for point in points}
        readings |= engine.choice_of(engine.terms_of(state))
        known = {"reading": readings, "actor": None if actor is None else Element(actor, self.seats), **self.known}
        return Narration(self.speaker, self.names, self.reader, known)

    def decision(self, state: State, action: Action) -> Said:
        """A decision taken in this position, as a sentence."""
        return self.narration(state).decision(self.mapping.position(state), *self.mapping.step_of(state, action))

    def step(self, state: State, action: Action) -> list[Said]:
        """A decision and all that follows from it."""
        return self.narration(state).news(self.mapping.position(state), *self.mapping.step_of(state, action))

    def consequences(self, state: State, action: Action, *steps: str) -> list[Said]:
        """What is told of some of the consequences of a decision."""
        position, (step, given) = self.mapping.position(state), self.mapping.step_of(state, action)
        told = self.narration(state)
        return [
            line
            for happened in course(position.machine.at(position.after(step, *given)))
            if happened.step.name in steps
            for line in told.consequence(happened, "news")
        ]
