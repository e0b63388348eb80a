"""The shaman turns a Condition card; cards are revealed and the inactive ones discarded."""

from __future__ import annotations

from typing import Final

from archipel.reference.costa_ruana.actions import Action, Condition, Flip, IllegalAction, Pass, Reason
from archipel.reference.costa_ruana.deck import Background
from archipel.reference.costa_ruana.menus import Menu
from archipel.reference.costa_ruana.readings import OURS, Readings
from archipel.reference.costa_ruana.resolution import proceed, sent_home
from archipel.reference.costa_ruana.state import Laid, State

OTHER_SIDE: Final = {
    Background.HIGH_TIDE: Background.LOW_TIDE,
    Background.LOW_TIDE: Background.HIGH_TIDE,
    Background.DAY: Background.NIGHT,
    Background.NIGHT: Background.DAY,
}


def active_backgrounds(
    tide: Background, time: Background, readings: Readings = OURS
) -> tuple[Background, ...]:
    """The backgrounds whose cards are active when these sides are visible."""
    if readings.background == "both":
        return (tide,) if tide is time else ()
    return (tide, time)


def is_active(background: Background, tide: Background, time: Background, readings: Readings = OURS) -> bool:
    """Whether a card with this background is active when these sides are visible."""
    return background in active_backgrounds(tide, time, readings)


def flip_menu(state: State, player: int) -> Menu:
    """Either Condition card, or neither if that is allowed."""
    menus = state.game.menus[player]
    return menus.flip if state.game.rules.readings.flip == "mandatory" else (*menus.flip, *menus.no_stand)


def flip(state: State, action: Action) -> State:
    """The shaman turns one Condition card; the cards are revealed and resolution begins."""
    if isinstance(action, Pass) and state.game.rules.readings.flip == "optional":
        return proceed(reveal(state))
    if not isinstance(action, Flip):
        raise IllegalAction(Reason.OTHER_DECISION)
    if action.condition is Condition.TIDE:
        turned = state.changed(tide=OTHER_SIDE[state.tide])
    else:
        turned = state.changed(time=OTHER_SIDE[state.time])
    return proceed(reveal(turned))


def reveal(state: State) -> State:
    """All cards are face up, inactive ones are gone, and inhabitants on those are home."""
    cards = state.game.deck.cards
    active = active_backgrounds(state.tide, state.time, state.game.rules.readings)
    table: list[Laid | None] = []
    gone: list[int] = []
    for slot, laid in enumerate(state.table):
        if laid is None or cards[laid.card].background not in active:
            table.append(None)
            gone.append(slot)
        else:
            table.append(Laid(laid.card, laid.before, False) if laid.face_down else laid)
    return sent_home(state.changed(table=tuple(table)), gone)
