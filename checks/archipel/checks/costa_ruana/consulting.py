"""Costa Ruana under all readings at once: a decision in stages, and what its games keep of the readings."""

from __future__ import annotations

from dataclasses import fields
from functools import cache, partial

from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.readings.diagnose.consulting import BetweenStages, Consultation, Position, Stage
from archipel.checks.readings.diagnose.hypotheses import Ask
from archipel.reference.costa_ruana import Action, Setup, State, resolution
from archipel.reference.costa_ruana.collection import collect
from archipel.reference.costa_ruana.succession import end_round


def visible(state: State) -> State:
    """The position without what only some readings remember."""
    return state.changed(moved=(), offered=None, old_shaman=None)


class _Halt(Exception):  # noqa: N818
    """The engine has come to the collection."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


def _halt(state: State) -> State:
    raise _Halt(state)


# Where the engine looks up what to do when no card is left.
_ENGINE = vars(resolution)


class CardConsultation(Consultation[Setup, State, Action, Terms]):
    """It halts before the treasures are collected, and after."""

    def stages(self, action: Action) -> list[Stage]:
        return [partial(self._until_collection, action), self._collection, self._end_of_round]

    def _until_collection(self, action: Action, position: Position, ask: Ask) -> Position:
        _ENGINE["collect"] = _halt
        try:
            return self.heard(position, ask).apply_action(action)
        except _Halt as halt:
            return BetweenStages(1, halt.state)
        finally:
            _ENGINE["collect"] = collect

    def _collection(self, position: Position, ask: Ask) -> Position:
        if not isinstance(position, BetweenStages):
            return position
        return BetweenStages(2, collect(self.heard(position.state, ask)))

    def _end_of_round(self, position: Position, ask: Ask) -> Position:
        return end_round(self.heard(position.state, ask)) if isinstance(position, BetweenStages) else position

    def constants(self, state: State) -> list[object]:
        parts = [getattr(state.game, part.name) for part in fields(state.game) if part.name not in ("rules", "menus")]
        return [*parts, *[menus.known() for menus in state.game.menus]]

    def plainness(self, state: State) -> tuple[int, ...]:
        return sum(card is not None for card in state.table), state.round


@cache
def consultation() -> CardConsultation:
    """The one that is kept, with all that it has found out."""
    return CardConsultation(GAME)
