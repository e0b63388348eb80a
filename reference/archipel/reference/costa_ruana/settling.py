"""Setup, last step: the players settle their first inhabitants, one at a time."""

from __future__ import annotations

from archipel.reference.costa_ruana.actions import Action, IllegalAction, Reason, Settle
from archipel.reference.costa_ruana.menus import Menu
from archipel.reference.costa_ruana.state import Phase, State, replaced, total


def settle_menu(state: State, player: int) -> Menu:
    """Any island with room."""
    cap = state.game.rules.cap
    menu = state.game.menus[player].settle
    return tuple([menu[island] for island, row in enumerate(state.inhabitants) if total(row) < cap])


def settle(state: State, action: Action) -> State:
    """One inhabitant goes from the reserve to an island; the next player follows."""
    if not isinstance(action, Settle):
        raise IllegalAction(Reason.OTHER_DECISION)
    player, island = action.player, action.island
    if not 0 <= island < state.game.islands:
        raise IllegalAction(Reason.NO_SUCH_ISLAND)
    row = state.inhabitants[island]
    if total(row) >= state.game.rules.cap:
        raise IllegalAction(Reason.ISLAND_FULL)
    settled = state.changed(
        inhabitants=replaced(state.inhabitants, island, replaced(row, player, row[player] + 1)),
        reserve=replaced(state.reserve, player, state.reserve[player] - 1),
        actor=(player + 1) % state.game.players,
    )
    return settled if _unsettled(settled) else begin_round(settled, state.shaman)


def _unsettled(state: State) -> bool:
    rules = state.game.rules
    at_home = rules.inhabitants - rules.settled
    return any(reserve > at_home for reserve in state.reserve)


def begin_round(state: State, shaman: int) -> State:
    """The next round starts: the shaman lays the first card."""
    return state.changed(round=state.round + 1, phase=Phase.PLAY_UP, shaman=shaman, actor=shaman)
