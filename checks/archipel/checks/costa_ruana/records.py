"""Games and positions in files, lines and traces: what commands read and say of them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from archipel.checks.costa_ruana.decks import ORIGINAL, deck_from
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.explanations import Reached, next_shaman, who_takes, who_wins
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.svg.table import as_svg
from archipel.checks.explain.explaining import GameSoFar, OutcomeAsked
from archipel.checks.explain.fact_tables import FactTables
from archipel.checks.explain.recorded import GameFiles, RecordExplaining
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
from archipel.checks.variants.variant_files import variant_in
from archipel.reference.costa_ruana import Laid, State, slot_by, slot_face
from archipel.reference.costa_ruana.codec import OPTIONAL
from archipel.reference.costa_ruana.notation import TAG, read_position_line
from archipel.reference.costa_ruana.views import View


def reached(game: GameSoFar, place: int) -> Reached:
    """The position after so many moves, and how it was reached."""
    if place == 0:
        return Reached(game.states[0])
    return Reached(game.states[place], game.states[place - 1], game.moves[place - 1], place - 1)


EXPLAINING = RecordExplaining(
    GAME,
    {
        "island": OutcomeAsked(
            "who takes the treasure of this island",
            lambda game, place, island, viewer: who_takes(reached(game, place), island),
            "I",
        ),
        "shaman": OutcomeAsked(
            "who is the next shaman", lambda game, place, _, viewer: next_shaman(reached(game, place), viewer)
        ),
        "winner": OutcomeAsked("who has won", lambda game, place, _, viewer: who_wins(reached(game, place), viewer)),
    },
)


def _seen(position: State, seat: int | None) -> State | View:
    return position if seat is None else position.view(seat)


SHOWING = FactTables(
    GAME,
    lambda state, seat, lang: as_svg(_seen(state, seat), lang, game=state.game),
    lambda state, seat, lang, width, colour: as_text(_seen(state, seat), lang, width, colour, game=state.game),
)


def card_files(arguments: argparse.Namespace) -> GameFiles:
    """Files of this game, and lines written with a deck."""
    variant = variant_in(arguments) if "variant" in arguments else ORIGINAL
    deck = None if arguments.deck is None else deck_from(arguments.deck, variant)
    return GameFiles(GAME, TAG, lambda line: read_position_line(line, variant.sides.rules, deck))


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
