"""A recorded game as a trace: every position, hidden parts included, and the decision that led to it.

What is not said of a game is read off its positions as plain data: lists are sequences, objects records, and what is
null somewhere may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from archipel.checks.judge.game import Judge, Opened, Refused, positions, result_data
from archipel.checks.judge.traces.itf import (
    FLAG,
    NUMBER,
    TEXT,
    Trace,
    TraceKind,
    TraceMoment,
    option,
    record,
    sequence,
    trace,
)
from archipel.reference.strict_json import BadInput, Field, parse

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

Constants = Mapping[str, tuple[TraceKind, object]]


class RecordedTrace:
    """What a trace of a game is made of; a game that has better names for its values says so in a class of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = game.engine
        self.codec = game.engine.codec

    def values(self, state: Any) -> Mapping[str, object]:
        """A position's values by name."""
        return self.codec.position_data(state)

    def kinds(self, moments: Sequence[Mapping[str, object]]) -> Mapping[str, TraceKind]:
        """What kinds of values there are."""
        return {name: kind_of([moment.get(name) for moment in moments]) for name in moments[0]}

    def constants(self, terms: Any, players: int) -> Constants:
        """What never changes."""
        return {"players": (NUMBER, players)}

    def of(self, source: bytes) -> Trace:
        """The trace of a game record."""
        game = self.codec.read_record(Field(parse(source)))
        first = self.engine.new_game(game.setup, game.terms)
        try:
            states: list[Any] = list(positions(Judge(self.game), Opened(first, game.moves)))
        except Refused as refused:
            raise BadInput(refused.reason) from None
        if game.result is not None and game.result != self.engine.result(states[-1]):
            raise BadInput("result: not what the moves lead to")
        values = list(map(self.values, states))
        notes = [{}, *[{"decision": self.codec.action_data(move)} for move in game.moves]]
        moments = [TraceMoment(each, note) for each, note in zip(values, notes, strict=True)]
        constants = self.constants(game.terms, self.engine.players(first))
        return trace(self.kinds(values), moments, self._notes(game.terms, states[-1], constants), constants)

    def _notes(self, terms: Any, last: Any, constants: Constants) -> dict[str, object]:
        data = self.codec.header_data(terms)
        header = {name: value for name, value in data.items() if name not in constants}
        description = f"a game of {self.game.title['en']}"
        return {"description": description, **header, "result": result_data(self.engine.result(last))}


def kind_of(values: Sequence[object]) -> TraceKind:
    """The kind that all these values have."""
    some = [value for value in values if value is not None]
    if len(some) < len(values):
        return option(kind_of(some))
    if some and all(isinstance(value, bool) for value in some):
        return FLAG
    if some and all(isinstance(value, int) for value in some):
        return NUMBER
    if lists := [value for value in some if isinstance(value, list)]:
        return sequence(kind_of([item for value in lists for item in value]))
    if objects := [value for value in some if isinstance(value, dict)]:
        names = dict.fromkeys([name for value in objects for name in value])
        return record(**{name: kind_of([value.get(name) for value in objects]) for name in names})
    return TEXT
