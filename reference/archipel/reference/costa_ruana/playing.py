"""Play two cards and place an inhabitant: one card face up, one face down, then an inhabitant on a card."""

from __future__ import annotations

from archipel.reference.costa_ruana.actions import (
    Action,
    IllegalAction,
    Pass,
    PlayDown,
    PlayUp,
    Reason,
    Stand,
    StandFrom,
)
from archipel.reference.costa_ruana.menus import Menu
from archipel.reference.costa_ruana.state import Laid, Phase, State, replaced, slot_of


def play_up_menu(state: State, player: int) -> Menu:
    """Any card of the hand, before anybody."""
    cards = state.game.menus[player].play_up
    menu: Menu = ()
    for card in state.hands[player]:
        menu += cards[card]
    return menu


def play_down_menu(state: State, player: int) -> Menu:
    """Any card of the hand, before anybody, or before anybody but the one who has the other card."""
    cards = state.game.menus[player].play_down
    menu: tuple[PlayDown, ...] = ()
    for card in state.hands[player]:
        menu += cards[card]
    if state.game.rules.readings.cards_before == "any":
        return menu
    return tuple([play for play in menu if not _same_player_again(state, play)])


def _same_player_again(state: State, action: PlayDown) -> bool:
    """Whether the player's face-up card lies before the same player."""
    up = state.table[action.player]
    return up is not None and up.before == action.before


def stand_menu(state: State, player: int) -> Menu:
    """Any card on the table if the reserve allows it, or none."""
    menus = state.game.menus[player]
    menu = menus.stand if state.reserve[player] else menus.no_stand
    if state.game.rules.readings.card_inhabitant == "reserve":
        return menu
    for island, row in enumerate(state.inhabitants):
        if row[player]:
            menu += menus.stand_from[island]
    return menu


def play_up(state: State, action: Action) -> State:
    """Lay a card face up; after the last player the face-down cards follow."""
    if not isinstance(action, PlayUp):
        raise IllegalAction(Reason.OTHER_DECISION)
    laid = Laid(action.card, action.before, False)
    return _lay(state, action.player, action.player, laid, Phase.PLAY_DOWN)


def play_down(state: State, action: Action) -> State:
    """Lay a card face down; after the last player the inhabitants follow."""
    if not isinstance(action, PlayDown):
        raise IllegalAction(Reason.OTHER_DECISION)
    if state.game.rules.readings.cards_before == "one-each" and _same_player_again(state, action):
        raise IllegalAction(Reason.SAME_PLAYER_AGAIN)
    laid = Laid(action.card, action.before, True)
    return _lay(state, action.player, state.game.players + action.player, laid, Phase.STAND)


def _lay(state: State, player: int, slot: int, laid: Laid, after: Phase) -> State:
    hand = state.hands[player]
    left = tuple([card for card in hand if card != laid.card])
    if len(left) == len(hand):
        raise IllegalAction(Reason.CARD_NOT_IN_HAND)
    if not 0 <= laid.before < state.game.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    actor = (player + 1) % state.game.players
    return state.changed(
        hands=replaced(state.hands, player, left),
        table=replaced(state.table, slot, laid),
        actor=actor,
        phase=after if actor == state.shaman else state.phase,
    )


def stand_or_pass(state: State, action: Action) -> State:
    """Put an inhabitant on a card, or none; after the last player the shaman flips."""
    actor, phase = _next_to_stand(state, action.player)
    if isinstance(action, Stand):
        return _stand(state, action, actor, phase)
    if isinstance(action, StandFrom) and state.game.rules.readings.card_inhabitant == "reserve-or-island":
        return _stand_from(state, action, actor, phase)
    if isinstance(action, Pass):
        return state.changed(actor=actor, phase=phase)
    raise IllegalAction(Reason.OTHER_DECISION)


def _stand(state: State, action: Stand, actor: int, phase: Phase) -> State:
    player = action.player
    if not 0 <= action.by < state.game.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    if not state.reserve[player]:
        raise IllegalAction(Reason.EMPTY_RESERVE)
    slot = slot_of(state.game.players, action.by, action.face)
    return state.changed(
        actor=actor,
        phase=phase,
        standing=replaced(state.standing, player, slot),
        reserve=replaced(state.reserve, player, state.reserve[player] - 1),
    )


def _stand_from(state: State, action: StandFrom, actor: int, phase: Phase) -> State:
    player, source = action.player, action.source
    if not 0 <= action.by < state.game.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    if not 0 <= source < state.game.islands:
        raise IllegalAction(Reason.NO_SUCH_ISLAND)
    row = state.inhabitants[source]
    if not row[player]:
        raise IllegalAction(Reason.NO_INHABITANT_THERE)
    slot = slot_of(state.game.players, action.by, action.face)
    return state.changed(
        actor=actor,
        phase=phase,
        standing=replaced(state.standing, player, slot),
        inhabitants=replaced(state.inhabitants, source, replaced(row, player, row[player] - 1)),
    )


def _next_to_stand(state: State, player: int) -> tuple[int, Phase]:
    """Who decides after a player, and what: whether to stand, or after all others which Condition card to turn."""
    actor = (player + 1) % state.game.players
    return actor, Phase.FLIP if actor == state.shaman else Phase.STAND
