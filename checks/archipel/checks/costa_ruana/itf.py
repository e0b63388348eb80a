"""A recorded game as a trace: every position, hidden parts included, and the decision that led to it."""

from __future__ import annotations

from archipel.checks.judge.itf import (
    FLAG,
    NUMBER,
    TEXT,
    Moment,
    Trace,
    collection,
    mapping,
    numbered,
    option,
    record,
    sequence,
    trace,
    tuple_of,
)
from archipel.reference.costa_ruana import Laid, State, slot_by, slot_face
from archipel.reference.costa_ruana.codec import (
    OPTIONAL,
    Record,
    action_data,
    header_data,
    loads_record,
    replay,
    result_of,
)

SLOT = tuple_of(NUMBER, TEXT)
LAID = record(card=NUMBER, before=NUMBER, face_down=FLAG)
KINDS = {
    "round": NUMBER,
    "phase": TEXT,
    "shaman": NUMBER,
    "actor": option(NUMBER),
    "tide": TEXT,
    "time": TEXT,
    "inhabitants": numbered(numbered(NUMBER)),
    "treasures": numbered(NUMBER),
    "reserve": numbered(NUMBER),
    "huts": numbered(NUMBER),
    "gains": numbered(NUMBER),
    "hands": numbered(collection(NUMBER)),
    "pile": sequence(NUMBER),
    "table": mapping(SLOT, LAID),
    "standing": numbered(option(SLOT)),
    "resolving": option(SLOT),
    "waiting": sequence(NUMBER),
    "copying": FLAG,
    "moved": sequence(tuple_of(NUMBER, NUMBER)),
    "offered": option(NUMBER),
    "old_shaman": option(NUMBER),
}


def trace_of(source: bytes) -> Trace:
    """The trace of a game record; refuses a record that does not hold."""
    game = loads_record(source)
    states = list(replay(game))
    kinds = {name: kind for name, kind in KINDS.items() if name not in OPTIONAL or _ever(states, name)}
    decisions = [{}, *[{"decision": action_data(move)} for move in game.moves]]
    moments = [Moment(_values(state), notes) for state, notes in zip(states, decisions, strict=True)]
    constants = {
        "players": (NUMBER, game.setup.players),
        "deck": (sequence(TEXT), [card.text for card in game.deck.cards]),
    }
    return trace(kinds, moments, _notes(game, states[-1]), constants)


def _ever(states: list[State], name: str) -> bool:
    return any(getattr(state, name) not in (None, ()) for state in states)


def _notes(game: Record, last: State) -> dict[str, object]:
    header = {name: value for name, value in header_data(game.rules, game.deck).items() if name != "deck"}
    result = result_of(last)
    return {"description": "a game of Costa Ruana", **header, "result": None if result is None else result._asdict()}


def _values(state: State) -> dict[str, object]:
    """A position's values by name; cards on the table go by who laid them and how."""
    values: dict[str, object] = {name: getattr(state, name) for name in KINDS}
    table = {_slot(state, slot): _laid(laid) for slot, laid in enumerate(state.table) if laid is not None}
    standing = [None if slot is None else _slot(state, slot) for slot in state.standing]
    resolving = None if state.resolving is None else _slot(state, state.resolving)
    return values | {"table": table, "standing": standing, "resolving": resolving}


def _laid(laid: Laid) -> dict[str, object]:
    return {"card": laid.card, "before": laid.before, "face_down": laid.face_down}


def _slot(state: State, slot: int) -> tuple[int, str]:
    return slot_by(state.players, slot), slot_face(state.players, slot).value
