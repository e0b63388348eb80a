"""Resolve the cards: whose card is next, who benefits from it in which order, and when it is finished."""

from __future__ import annotations

from collections.abc import Sequence

from archipel.reference.costa_ruana.actions import Action, IllegalAction, Reason, Resolve
from archipel.reference.costa_ruana.collection import collect
from archipel.reference.costa_ruana.deck import KINDS
from archipel.reference.costa_ruana.effects import can_act, perform
from archipel.reference.costa_ruana.menus import Menu
from archipel.reference.costa_ruana.state import Laid, Phase, State, clockwise, replaced, slot_of
from archipel.reference.costa_ruana.succession import end_round


def next_cards(state: State) -> tuple[int, ...]:
    """The slots of the cards that may be resolved next: one player's, and all of one kind."""
    players, shaman, kinds, kind_order = state.game.players, state.shaman, len(KINDS), state.game.kind_order
    best = players * kinds
    slots: list[int] = []
    for slot, laid in enumerate(state.table):
        if laid is None:
            continue
        rank = (laid.before - shaman) % players * kinds + kind_order[laid.card]
        if rank < best:
            best, slots = rank, [slot]
        elif rank == best:
            slots.append(slot)
    return tuple(slots)


def copiers(state: State, slot: int, before: int) -> tuple[int, ...]:
    """The owners of inhabitants on a card, clockwise from the player before whom it lies, or from the shaman."""
    if not _somebody_on(state, slot):
        return ()
    first = before if state.game.rules.readings.copy_order == "card" else state.shaman
    return tuple([player for player in clockwise(first, state.game.players) if state.standing[player] == slot])


def _somebody_on(state: State, slot: int) -> bool:
    """Whether an inhabitant stands on a card."""
    return any(where is not None and where == slot for where in state.standing)


def may_copy(state: State, player: int) -> bool:
    """Whether an inhabitant of this player repeats a card now: always, or only while a card lies before its owner."""
    if state.game.rules.readings.copier == "acts":
        return True
    return any(laid is not None and laid.before == player for laid in state.table)


def proceed(state: State) -> State:
    """Go on to the next question of the resolution, or to the collection when no card is left."""
    while True:
        slots = next_cards(state)
        if not slots:
            return end_round(collect(_all_home(state)))
        if len(slots) > 1:
            return _ask_which(state, slots[0])
        state = start_card(state, slots[0])
        if state.resolving is not None:
            return state


def _all_home(state: State) -> State:
    """No card is left: inhabitants who had to wait for that go home too."""
    if state.game.rules.readings.card_return == "at-once":
        return state
    return sent_home(state, range(2 * state.game.players))


def _ask_which(state: State, slot: int) -> State:
    laid = state.table[slot]
    assert laid is not None
    return state.changed(phase=Phase.RESOLVE, actor=laid.before)


def start_card(state: State, slot: int) -> State:
    """Begin a card: its effect for the player it lies before, then the copies."""
    laid = state.table[slot]
    assert laid is not None
    copies = copiers(state, slot, laid.before)
    return _ask_first_able(state, slot, laid, (laid.before, *copies), copying=False)


def carry_out(state: State, action: Action) -> State:
    """The actor carries out the effect; the next copy follows, or the next card."""
    state = perform(state, action)
    slot = state.resolving
    assert slot is not None
    laid = state.table[slot]
    assert laid is not None
    state = _ask_first_able(state, slot, laid, state.waiting, copying=True)
    return state if state.resolving is not None else proceed(state)


def _ask_first_able(state: State, slot: int, laid: Laid, line: tuple[int, ...], copying: bool) -> State:
    card = state.game.deck.cards[laid.card]
    for place, player in enumerate(line):
        copies = copying or place > 0
        if can_act(state, player, card) and (not copies or may_copy(state, player)):
            return state.changed(
                phase=Phase.EFFECT,
                actor=player,
                resolving=slot,
                waiting=line[place + 1 :],
                copying=copies,
            )
    return finish_card(state, slot)


def finish_card(state: State, slot: int) -> State:
    """The card is discarded and the inhabitants on it go home, unless they wait for all the other cards."""
    table = replaced(state.table, slot, None)
    state = state.changed(table=table, resolving=None, waiting=(), copying=False, moved=())
    if not _somebody_on(state, slot) or state.game.rules.readings.card_return == "after-all":
        return state
    return sent_home(state, (slot,))


def sent_home(state: State, slots: Sequence[int]) -> State:
    """Inhabitants standing on these slots return to their owners' reserves."""
    reserve = list(state.reserve)
    standing = list(state.standing)
    for player, slot in enumerate(state.standing):
        if slot is not None and slot in slots:
            reserve[player] += 1
            standing[player] = None
    return state.changed(reserve=tuple(reserve), standing=tuple(standing))


def resolve_menu(state: State, player: int) -> Menu:
    """The player's unresolved cards of the kind that is next."""
    menu = state.game.menus[player].resolve
    return tuple([menu[slot] for slot in next_cards(state)])


def resolve(state: State, action: Action) -> State:
    """The player picks which of several cards of one kind comes next."""
    if not isinstance(action, Resolve):
        raise IllegalAction(Reason.OTHER_DECISION)
    players = state.game.players
    if not 0 <= action.by < players:
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    slot = slot_of(players, action.by, action.face)
    if state.table[slot] is None:
        raise IllegalAction(Reason.NO_CARD_THERE)
    if slot not in next_cards(state):
        raise IllegalAction(Reason.NOT_A_NEXT_CARD)
    state = start_card(state, slot)
    return state if state.resolving is not None else proceed(state)
