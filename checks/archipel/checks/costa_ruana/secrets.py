"""What a player may see: all of what is open to him, and nothing that depends on what is hidden."""

from __future__ import annotations

from random import Random

from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Laid, Phase, State, View

OPEN = (
    "round",
    "phase",
    "shaman",
    "actor",
    "tide",
    "time",
    "inhabitants",
    "treasures",
    "reserve",
    "gains",
    "standing",
    "resolving",
    "waiting",
    "copying",
    "discards",
    "moved",
    "offered",
    "old_shaman",
)


def wrong_view(state: State, seat: int, chance: Random) -> str:
    """What is wrong with a seat's view of a position; empty if nothing is."""
    seen = state.view(seat)
    for name in OPEN:
        if getattr(seen, name) != getattr(state, name):
            return f"{name} is open to everybody"
    if wrong := _own_and_counted(state, seat, seen) or _cards_on_the_table(state, seat, seen):
        return wrong
    other = redealt(state, seat, chance)
    if other.view(seat) != seen:
        return f"seat {seat} sees what is hidden from it"
    if state.actor == seat and other.legal_actions() != state.legal_actions():
        return f"the actions of seat {seat} tell what is hidden from it"
    return ""


def _own_and_counted(state: State, seat: int, seen: View) -> str:
    if seen.hand != state.hands[seat] or seen.huts[seat] != state.huts[seat]:
        return "a player knows his own hand and hut"
    if seen.hand_sizes != tuple(map(len, state.hands)) or seen.pile_size != len(state.pile):
        return "everybody can count hands and pile"
    others = [hut for owner, hut in enumerate(seen.huts) if owner != seat]
    over = state.phase is Phase.OVER
    if any((hut is None) == over for hut in others):
        return "huts are closed until the game is over, and open then"
    return ""


def _cards_on_the_table(state: State, seat: int, seen: View) -> str:
    for slot, laid in enumerate(state.table):
        shown = seen.table[slot]
        if laid is None and shown is None:
            continue
        if laid is None or shown is None:
            return "everybody sees which cards are on the table"
        mine = engine.slot_by(state.players, slot) == seat
        if shown.card != (laid.card if mine or not laid.face_down else None) or shown.before != laid.before:
            return "a card lying open, or laid by oneself, can be read, and no other"
    return ""


def redealt(state: State, seat: int, chance: Random) -> State:
    """The same position to this seat, with everything hidden from it dealt anew."""
    table = list(state.table)
    down = [s for s, laid in enumerate(table) if laid and laid.face_down and engine.slot_by(state.players, s) != seat]
    hidden = [card for owner, hand in enumerate(state.hands) if owner != seat for card in hand]
    hidden += [*state.pile, *(laid.card for slot in down if (laid := table[slot]))]
    chance.shuffle(hidden)
    for slot in down:
        laid = table[slot]
        assert laid is not None
        table[slot] = Laid(hidden.pop(), laid.before, laid.face_down)
    hands = tuple(
        hand if owner == seat else tuple(sorted(hidden.pop() for _ in hand)) for owner, hand in enumerate(state.hands)
    )
    return state.changed(table=tuple(table), hands=hands, pile=tuple(hidden), huts=_other_huts(state, seat, chance))


def _other_huts(state: State, seat: int, chance: Random) -> tuple[int, ...]:
    if state.phase is Phase.OVER:
        return state.huts
    others = [owner for owner in range(state.players) if owner != seat]
    contents = dict(zip(others, chance.sample([state.huts[owner] for owner in others], len(others)), strict=True))
    return tuple(contents.get(owner, hut) for owner, hut in enumerate(state.huts))
