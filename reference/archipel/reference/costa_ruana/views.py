"""What one player may see of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from archipel.reference.costa_ruana.actions import Face
from archipel.reference.costa_ruana.deck import Background
from archipel.reference.costa_ruana.state import Laid, Phase, State, slot_by, slot_face
from archipel.reference.strict_json import BadInput
from archipel.reference.values import Value


class Seen(NamedTuple):
    """A card on the table as a player sees it; ``card`` is None when its face is hidden from him."""

    by: int
    face: Face
    before: int
    face_down: bool
    card: int | None


@dataclass(frozen=True)
class View(Value):
    """A position as one seat sees it: no other hand, no order of the pile, no hidden face, no other hut."""

    viewer: int
    players: int
    round: int
    phase: Phase
    shaman: int
    actor: int | None
    tide: Background
    time: Background
    inhabitants: tuple[tuple[int, ...], ...]
    treasures: tuple[int, ...]
    reserve: tuple[int, ...]
    gains: tuple[int, ...]
    huts: tuple[int | None, ...]
    """Treasures in each hut; None for the huts of others until the game is over."""
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    pile_size: int
    table: tuple[Seen | None, ...]
    """The card in each slot (see the state), if any."""
    standing: tuple[int | None, ...]
    resolving: int | None
    waiting: tuple[int, ...]
    copying: bool
    discards: tuple[int, ...]
    moved: tuple[tuple[int, int], ...]
    offered: int | None
    old_shaman: int | None


def view(state: State, player: int) -> View:
    """What this seat may see."""
    if not 0 <= player < state.game.players:
        raise BadInput(f"there is no seat {player}")
    over = state.phase is Phase.OVER
    return View(
        viewer=player,
        players=state.game.players,
        round=state.round,
        phase=state.phase,
        shaman=state.shaman,
        actor=state.actor,
        tide=state.tide,
        time=state.time,
        inhabitants=state.inhabitants,
        treasures=state.treasures,
        reserve=state.reserve,
        gains=state.gains,
        huts=tuple([hut if over or seat == player else None for seat, hut in enumerate(state.huts)]),
        hand=state.hands[player],
        hand_sizes=tuple([len(hand) for hand in state.hands]),
        pile_size=len(state.pile),
        table=tuple([_seen(state, slot, laid, player) for slot, laid in enumerate(state.table)]),
        standing=state.standing,
        resolving=state.resolving,
        waiting=state.waiting,
        copying=state.copying,
        discards=state.discards,
        moved=state.moved,
        offered=state.offered,
        old_shaman=state.old_shaman,
    )


def _seen(state: State, slot: int, laid: Laid | None, player: int) -> Seen | None:
    if laid is None:
        return None
    by = slot_by(state.game.players, slot)
    hidden = laid.face_down and by != player
    face = slot_face(state.game.players, slot)
    return Seen(by, face, laid.before, laid.face_down, None if hidden else laid.card)
