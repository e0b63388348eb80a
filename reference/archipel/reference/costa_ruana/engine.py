"""Which phase asks what: the list of legal actions and the step from one position to the next."""

from __future__ import annotations

from archipel.reference.costa_ruana.actions import Action, IllegalAction, Reason
from archipel.reference.costa_ruana.conditions import flip, flip_menu
from archipel.reference.costa_ruana.effects import effect_menu
from archipel.reference.costa_ruana.playing import (
    play_down,
    play_down_menu,
    play_up,
    play_up_menu,
    stand_menu,
    stand_or_pass,
)
from archipel.reference.costa_ruana.resolution import carry_out, resolve, resolve_menu
from archipel.reference.costa_ruana.settling import settle, settle_menu
from archipel.reference.costa_ruana.state import Phase, State
from archipel.reference.costa_ruana.succession import answer, offer_menu


def current_player(state: State) -> int | None:
    """The seat that decides now, or None when the game is over."""
    return state.actor


def is_terminal(state: State) -> bool:
    """Whether the game is over."""
    return state.phase is Phase.OVER


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every legal answer to the question asked now, in a fixed order; none when the game is over."""
    player, phase = state.actor, state.phase
    if player is None:
        return ()
    if phase is Phase.EFFECT:
        return effect_menu(state, player)
    if phase is Phase.STAND:
        return stand_menu(state, player)
    if phase is Phase.PLAY_UP:
        return play_up_menu(state, player)
    if phase is Phase.PLAY_DOWN:
        return play_down_menu(state, player)
    if phase is Phase.SETTLE:
        return settle_menu(state, player)
    if phase is Phase.RESOLVE:
        return resolve_menu(state, player)
    return flip_menu(state, player) if phase is Phase.FLIP else offer_menu(state, player)


def apply_action(state: State, action: Action) -> State:
    """The position after a legal action and all that follows from it without a choice."""
    player, phase = state.actor, state.phase
    if player is None:
        raise IllegalAction(Reason.GAME_OVER)
    if action.player != player:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    if phase is Phase.EFFECT:
        return carry_out(state, action)
    if phase is Phase.STAND:
        return stand_or_pass(state, action)
    if phase is Phase.PLAY_UP:
        return play_up(state, action)
    if phase is Phase.PLAY_DOWN:
        return play_down(state, action)
    if phase is Phase.SETTLE:
        return settle(state, action)
    if phase is Phase.RESOLVE:
        return resolve(state, action)
    return flip(state, action) if phase is Phase.FLIP else answer(state, action)
