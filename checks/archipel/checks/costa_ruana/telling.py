"""What happened, in sentences for one reader: a decision and everything that followed from it."""

from __future__ import annotations

from collections.abc import Sequence

from archipel.checks.costa_ruana.compiled import by_point, machine
from archipel.checks.costa_ruana.projection import step_of
from archipel.checks.costa_ruana.witness import position_of
from archipel.checks.costa_ruana.wording import LETTERS, speaker
from archipel.checks.explain.catalogue import Said
from archipel.checks.explain.expressions import Element
from archipel.checks.explain.narration import PUBLIC, Happened, Narration, course
from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.state import State
from archipel.spec.costa_ruana.vocabulary import Players
from archipel.spec.machine import Position


def narration(
    lang: str, state: State, names: Sequence[str], reader: int | None, letters: str = LETTERS
) -> Narration:
    """Tells of a game to one reader."""
    actor = None if state.actor is None else Element(state.actor, Players.name)
    known = {"letters": letters, "reading": by_point(state.rules.readings), "actor": actor}
    return Narration(speaker(lang), names, reader, known)


def here(state: State) -> Position:
    """The clauses at an engine's position."""
    return position_of(state, machine(state.rules.readings))


class Teller:
    """Tells what the engine does in one language, to a seat or, without a reader, to anybody."""

    def __init__(
        self, lang: str, names: Sequence[str], reader: int | None, letters: str = LETTERS
    ) -> None:
        self.lang = lang
        self.names = names
        self.reader = PUBLIC if reader is None else reader
        self.letters = letters

    def narration(self, state: State) -> Narration:
        return narration(self.lang, state, self.names, self.reader, self.letters)

    def decision(self, state: State, action: Action) -> str:
        """A decision taken in this position, as a sentence."""
        return self.narration(state).decision(here(state), *step_of(state, action))

    def step(self, state: State, action: Action) -> list[Said]:
        """A decision and all that follows from it."""
        return self.narration(state).news(here(state), *step_of(state, action))

    def consequences(self, state: State, action: Action, *steps: str) -> list[str]:
        """What is told of some of the consequences of a decision."""
        told = self.narration(state)
        return [line for happened in _course(state, action) if happened.step.name in steps
                for line in told.consequence(happened, "news")]


def _course(state: State, action: Action) -> list[Happened]:
    position, (step, given) = here(state), step_of(state, action)
    return list(course(position.machine.at(position.after(step, *given))))
