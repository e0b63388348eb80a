"""Which phase asks what: the list of legal actions and the step from one position to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from archipel.reference.costa_ruana.actions import Action, IllegalAction, Reason
from archipel.reference.costa_ruana.conditions import flip, flip_menu
from archipel.reference.costa_ruana.effects import effect_menu
from archipel.reference.costa_ruana.menus import Menu
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

MENUS: Final[dict[Phase, Callable[[State, int], Menu]]] = {
    Phase.SETTLE: settle_menu,
    Phase.PLAY_UP: play_up_menu,
    Phase.PLAY_DOWN: play_down_menu,
    Phase.STAND: stand_menu,
    Phase.FLIP: flip_menu,
    Phase.RESOLVE: resolve_menu,
    Phase.EFFECT: effect_menu,
    Phase.OFFER: offer_menu,
}

STEPS: Final[dict[Phase, Callable[[State, Action], State]]] = {
    Phase.SETTLE: settle,
    Phase.PLAY_UP: play_up,
    Phase.PLAY_DOWN: play_down,
    Phase.STAND: stand_or_pass,
    Phase.FLIP: flip,
    Phase.RESOLVE: resolve,
    Phase.EFFECT: carry_out,
    Phase.OFFER: answer,
}


def current_player(state: State) -> int | None:
    """The seat that decides now, or None when the game is over."""
    return state.actor


def is_terminal(state: State) -> bool:
    """Whether the game is over."""
    return state.phase is Phase.OVER


def legal_actions(state: State) -> tuple[Action, ...]:
    """Every legal answer to the question asked now, in a fixed order; none when the game is over."""
    player = state.actor
    return () if player is None else MENUS[state.phase](state, player)


def apply_action(state: State, action: Action) -> State:
    """The position after a legal action and all that follows from it without a choice."""
    if action.player != state.actor:
        raise IllegalAction(Reason.GAME_OVER if state.actor is None else Reason.NOT_YOUR_TURN)
    return STEPS[state.phase](state, action)
