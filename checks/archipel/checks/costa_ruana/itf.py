"""The values of a position as a trace has them: seats and islands are keys of maps, cards in hand are sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.judge.traces.itf import (
    FLAG,
    NUMBER,
    TEXT,
    TraceKind,
    collection,
    mapping,
    numbered,
    option,
    record,
    sequence,
    tuple_of,
)
from archipel.checks.judge.traces.recorded import RecordedTrace
from archipel.reference.costa_ruana import Laid, State, slot_by, slot_face
from archipel.reference.costa_ruana.codec import OPTIONAL

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


class TableTrace(RecordedTrace):
    """Its values by name; cards on the table go by who laid them and how."""

    def values(self, state: State) -> Mapping[str, object]:
        values: dict[str, object] = {name: getattr(state, name) for name in KINDS}
        table = {_slot(state, slot): _laid(laid) for slot, laid in enumerate(state.table) if laid is not None}
        standing = [None if slot is None else _slot(state, slot) for slot in state.standing]
        resolving = None if state.resolving is None else _slot(state, state.resolving)
        return values | {"table": table, "standing": standing, "resolving": resolving}

    def kinds(self, moments: Sequence[Mapping[str, object]]) -> Mapping[str, TraceKind]:
        """What only some readings remember is there if anything ever is."""
        ever = {name for name in OPTIONAL if any(moment[name] not in (None, ()) for moment in moments)}
        return {name: kind for name, kind in KINDS.items() if name not in OPTIONAL or name in ever}

    def constants(self, terms: Terms, players: int) -> Mapping[str, tuple[TraceKind, object]]:
        return {"players": (NUMBER, players), "deck": (sequence(TEXT), [card.text for card in terms.deck.cards])}


def _laid(laid: Laid) -> dict[str, object]:
    return {"card": laid.card, "before": laid.before, "face_down": laid.face_down}


def _slot(state: State, slot: int) -> tuple[int, str]:
    return slot_by(state.players, slot), slot_face(state.players, slot).value
