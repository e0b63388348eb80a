"""Card descriptions: what each kind of card asks of the player who carries out its effect."""

from __future__ import annotations

from archipel.reference.costa_ruana.actions import (
    Action,
    IllegalAction,
    MoveInhabitant,
    MoveTreasure,
    Pass,
    Place,
    Reason,
    Remove,
)
from archipel.reference.costa_ruana.deck import Card, Kind
from archipel.reference.costa_ruana.menus import Menu, spreads
from archipel.reference.costa_ruana.state import State, replaced, total


def room(state: State) -> tuple[int, ...]:
    """How many more inhabitants each island can hold."""
    cap = state.game.rules.cap
    return tuple([cap - total(row) for row in state.inhabitants])


def own(state: State, player: int) -> tuple[int, ...]:
    """How many inhabitants a player has on each island."""
    return tuple([row[player] for row in state.inhabitants])


def number_removed(state: State, player: int, amount: int) -> int:
    """How many inhabitants a remove card takes back: as many as it says, as far as possible."""
    limits = own(state, player)
    return min(amount, total(limits) if state.game.rules.readings.remove_from == "several" else max(limits))


def number_placed(state: State, player: int, amount: int) -> int:
    """How many inhabitants a place card puts down: as many as it says, as far as possible."""
    return _number_placed(state, player, amount, room(state))


def _number_placed(state: State, player: int, amount: int, limits: tuple[int, ...]) -> int:
    """The same where the room on each island is known already."""
    most = total(limits) if state.game.rules.readings.place_on == "several" else max(limits)
    return min(min(amount, state.reserve[player]), most)


def can_act(state: State, player: int, card: Card) -> bool:
    """Whether the card's effect would move at least one piece for this player."""
    kind = card.kind
    if kind is Kind.MOVE_TREASURE:
        return any(state.treasures)
    if kind is Kind.REMOVE:
        return any(row[player] for row in state.inhabitants)
    if kind is Kind.PLACE:
        return state.reserve[player] > 0 and _has_room(state)
    able = _somebody_can_move(state) if not state.moved else _somebody_else_can_move(state)
    return able or _somebody_can_stay(state)


def _has_room(state: State) -> bool:
    """Whether some island can hold one more inhabitant."""
    cap = state.game.rules.cap
    return any(total(row) < cap for row in state.inhabitants)


def _somebody_can_move(state: State) -> bool:
    """If a single island has room, the others are full and somebody there can go to it."""
    return _has_room(state) and any(any(row) for row in state.inhabitants)


def _somebody_else_can_move(state: State) -> bool:
    """Somebody whom the card has not moved yet stands on an island, and another island has room."""
    left = room(state)
    for island in range(state.game.islands):
        if any(_not_moved(state, island)) and any(left[:island] + left[island + 1 :]):
            return True
    return False


def _somebody_can_stay(state: State) -> bool:
    """Somebody whom the card has not moved yet stands on an island, and may be moved to where he is."""
    if state.game.rules.readings.null_move == "another-island":
        return False
    return any(any(_not_moved(state, island)) for island in range(state.game.islands))


def _not_moved(state: State, island: int) -> tuple[int, ...]:
    """How many inhabitants of each player on an island may be moved by the card under way."""
    row = state.inhabitants[island]
    if not state.moved:
        return row
    return tuple([count - state.moved.count((island, owner)) for owner, count in enumerate(row)])


def effect_menu(state: State, player: int) -> Menu:
    """All ways to carry out the effect asked for, or to let a copy be if that is allowed."""
    menu = _whole_effects(state, player)
    return (*menu, *state.game.menus[player].no_stand) if _may_forgo(state) else menu


def _may_forgo(state: State) -> bool:
    """Whether the effect asked for is a copy and need not be carried out."""
    return state.copying and state.game.rules.readings.copies == "optional"


def _whole_effects(state: State, player: int) -> Menu:
    card = state.resolving_card
    assert card is not None
    kind = card.kind
    if kind is Kind.MOVE_TREASURE:
        return _move_treasure_menu(state, player)
    if kind is Kind.REMOVE:
        return _remove_menu(state, player, card.amount)
    if kind is Kind.PLACE:
        return _place_menu(state, player, card.amount)
    return _move_inhabitant_menu(state, player)


def _move_treasure_menu(state: State, player: int) -> Menu:
    moves = state.game.menus[player].move_treasure
    menu: Menu = ()
    for island, treasures in enumerate(state.treasures):
        if treasures:
            menu += moves[island]
    return menu


def _remove_menu(state: State, player: int, amount: int) -> Menu:
    limits = own(state, player)
    number = number_removed(state, player, amount)
    menu = state.game.menus[player].remove
    if state.game.rules.readings.remove_from == "one":
        return tuple([menu[(island,) * number] for island, limit in enumerate(limits) if limit >= number])
    return tuple([menu[spread] for spread in spreads(tuple([min(limit, number) for limit in limits]), number)])


def _place_menu(state: State, player: int, amount: int) -> Menu:
    limits = room(state)
    number = _number_placed(state, player, amount, limits)
    menus = state.game.menus[player]
    if state.game.rules.readings.place_on == "one":
        return tuple([menus.place[(island,) * number] for island, limit in enumerate(limits) if limit >= number])
    if all(limit >= number for limit in limits):
        return menus.place_anywhere[number]
    menu = menus.place
    return tuple([menu[spread] for spread in spreads(tuple([min(limit, number) for limit in limits]), number)])


def _move_inhabitant_menu(state: State, player: int) -> Menu:
    moves = state.game.menus[player].move_inhabitant
    menu: tuple[MoveInhabitant, ...] = ()
    for island in range(state.game.islands):
        for owner, count in enumerate(_not_moved(state, island)):
            if count:
                menu += moves[island][owner]
    left = room(state)
    return menu if all(left) else tuple([move for move in menu if left[move.target] or move.source == move.target])


def perform(state: State, action: Action) -> State:
    """The board after the effect asked for; the action must be of the card's kind."""
    card = state.resolving_card
    assert card is not None
    kind = card.kind
    if isinstance(action, Pass) and _may_forgo(state):
        return state
    if kind is Kind.MOVE_TREASURE and isinstance(action, MoveTreasure):
        return _move_treasure(state, action)
    if kind is Kind.REMOVE and isinstance(action, Remove):
        return _remove(state, action, card.amount)
    if kind is Kind.PLACE and isinstance(action, Place):
        return _place(state, action, card.amount)
    if kind is Kind.MOVE_INHABITANT and isinstance(action, MoveInhabitant):
        return _move_inhabitant(state, action)
    raise IllegalAction(Reason.OTHER_DECISION)


def _check_journey(state: State, source: int, target: int) -> None:
    islands = state.game.islands
    if not (0 <= source < islands and 0 <= target < islands):
        raise IllegalAction(Reason.NO_SUCH_ISLAND)
    if source == target and state.game.rules.readings.null_move == "another-island":
        raise IllegalAction(Reason.SAME_ISLAND)


def _check_list(state: State, islands: tuple[int, ...], number: int) -> None:
    if len(islands) != number:
        raise IllegalAction(Reason.WRONG_NUMBER)
    before = 0
    for island in islands:
        if not 0 <= island < state.game.islands:
            raise IllegalAction(Reason.NO_SUCH_ISLAND)
        if island < before:
            raise IllegalAction(Reason.NOT_SORTED)
        before = island


def _move_treasure(state: State, action: MoveTreasure) -> State:
    source, target = action.source, action.target
    _check_journey(state, source, target)
    treasures = list(state.treasures)
    if not treasures[source]:
        raise IllegalAction(Reason.NO_TREASURE_THERE)
    treasures[source] -= 1
    treasures[target] += 1
    return state.changed(treasures=tuple(treasures))


def _remove(state: State, action: Remove, amount: int) -> State:
    player, islands = action.player, action.islands
    limits = own(state, player)
    _check_list(state, islands, number_removed(state, player, amount))
    for island in islands:
        if islands.count(island) > limits[island]:
            raise IllegalAction(Reason.NO_INHABITANT_THERE)
    if state.game.rules.readings.remove_from == "one" and len(set(islands)) > 1:
        raise IllegalAction(Reason.SEVERAL_ISLANDS)
    return _shift(state, player, islands, -1)


def _place(state: State, action: Place, amount: int) -> State:
    player, islands = action.player, action.islands
    limits = room(state)
    _check_list(state, islands, _number_placed(state, player, amount, limits))
    for island in islands:
        if islands.count(island) > limits[island]:
            raise IllegalAction(Reason.ISLAND_FULL)
    if state.game.rules.readings.place_on == "one" and len(set(islands)) > 1:
        raise IllegalAction(Reason.PLACED_APART)
    return _shift(state, player, islands, 1)


def _shift(state: State, player: int, islands: tuple[int, ...], step: int) -> State:
    rows = list(state.inhabitants)
    for island in islands:
        row = rows[island]
        rows[island] = replaced(row, player, row[player] + step)
    reserve = replaced(state.reserve, player, state.reserve[player] - step * len(islands))
    return state.changed(inhabitants=tuple(rows), reserve=reserve)


def _move_inhabitant(state: State, action: MoveInhabitant) -> State:
    owner, source, target = action.owner, action.source, action.target
    if not 0 <= owner < state.game.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT)
    _check_journey(state, source, target)
    if not state.inhabitants[source][owner]:
        raise IllegalAction(Reason.NO_INHABITANT_THERE)
    rows = state.inhabitants if source == target else _carried(state, owner, source, target)
    if state.game.rules.readings.moved_twice == "allowed":
        return state.changed(inhabitants=rows)
    if not _not_moved(state, source)[owner]:
        raise IllegalAction(Reason.MOVED_ALREADY)
    return state.changed(inhabitants=rows, moved=tuple(sorted((*state.moved, (target, owner)))))


def _carried(state: State, owner: int, source: int, target: int) -> tuple[tuple[int, ...], ...]:
    """The islands after an inhabitant has gone from one to another."""
    rows = list(state.inhabitants)
    start, end = rows[source], rows[target]
    if total(end) >= state.game.rules.cap:
        raise IllegalAction(Reason.ISLAND_FULL)
    rows[source] = replaced(start, owner, start[owner] - 1)
    rows[target] = replaced(end, owner, end[owner] + 1)
    return tuple(rows)
