"""Prepare the next round: the new shaman, the huts, the draw, and the answer of a shaman who may refuse."""

from __future__ import annotations

from archipel.reference.costa_ruana.actions import Accept, Action, IllegalAction, Name, Reason
from archipel.reference.costa_ruana.menus import Menu
from archipel.reference.costa_ruana.readings import OURS, Readings
from archipel.reference.costa_ruana.settling import begin_round
from archipel.reference.costa_ruana.state import Phase, State, clockwise


def tie_order(shaman: int, players: int, readings: Readings = OURS) -> tuple[int, ...]:
    """The seats as they come in a tie: clockwise after a shaman, himself last or first."""
    first = (shaman + 1) % players if readings.shaman_tie == "self-last" else shaman
    return tuple(clockwise(first, players))


def next_shaman(previous: int, gains: tuple[int, ...], readings: Readings = OURS) -> int:
    """Who gained least; among equals the first in a tie."""
    least = min(gains)
    for seat in tie_order(previous, len(gains), readings):
        if gains[seat] == least:
            return seat
    raise AssertionError("somebody gained least")


def end_round(state: State) -> State:
    """The round's treasures are collected: end the game, or draw and offer the role to the new shaman."""
    if state.round == state.game.rules.rounds:
        return draw(put_in_huts(state).changed(phase=Phase.OVER, actor=None))
    readings = state.game.rules.readings
    counted = state.gains if readings.fewest == "round" else put_in_huts(state).huts
    candidate = next_shaman(_counted_from(state), counted, readings)
    if readings.naming == "not-the-old-shaman":
        state = state.changed(old_shaman=state.shaman)
    if state.offered is not None:
        state = state.changed(offered=candidate)
    return draw(put_in_huts(state).changed(phase=Phase.OFFER, shaman=candidate, actor=candidate))


def _counted_from(state: State) -> int:
    """From whom a tie for the next shaman is counted: who served in this round, or to whom it was offered first."""
    return state.shaman if state.offered is None else state.offered


def put_in_huts(state: State) -> State:
    """What was gained in the round goes into the huts."""
    huts = tuple([hut + state.gains[player] for player, hut in enumerate(state.huts)])
    return state.changed(huts=huts, gains=(0,) * len(huts))


def draw(state: State) -> State:
    """From the new shaman clockwise, each player takes the cards he is due."""
    players, number = state.game.players, state.game.rules.draw_after(state.round)
    hands, start = list(state.hands), 0
    for seat in clockwise(state.shaman, players):
        hands[seat] = tuple(sorted(hands[seat] + state.pile[start : start + number]))
        start += number
    return state.changed(hands=tuple(hands), pile=state.pile[start:])


def offer_menu(state: State, player: int) -> Menu:
    """Keep the role, or name anybody else, perhaps not the old shaman."""
    menu, old_shaman = state.game.menus[player].offer, state.old_shaman
    return menu if old_shaman is None else tuple([answer for answer in menu if answer != Name(player, old_shaman)])


def answer(state: State, action: Action) -> State:
    """The new shaman keeps the role or names another, who leads what follows."""
    if isinstance(action, Accept):
        return _led_by(state, action.player)
    if not isinstance(action, Name):
        raise IllegalAction(Reason.OTHER_DECISION)
    if not 0 <= action.shaman < state.game.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    if action.shaman == action.player:
        raise IllegalAction(Reason.NAMES_HIMSELF)
    if action.shaman == state.old_shaman:
        raise IllegalAction(Reason.NAMES_THE_OLD_SHAMAN)
    return _led_by(state, action.shaman)


def _led_by(state: State, shaman: int) -> State:
    """The next round begins; after the first shaman's answer the players settle before it."""
    if state.old_shaman is not None:
        state = state.changed(old_shaman=None)
    if state.game.rules.readings.first_refusal == "may-refuse" and not state.round:
        return state.changed(phase=Phase.SETTLE, shaman=shaman, actor=shaman)
    return begin_round(state, shaman)
