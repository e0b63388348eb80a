"""Programs that are wrong in one way each: the reference engine with one rule switched, served by the adapter template.

``python conform_mistakes.py NAME`` plays with the mistake of that name (``none`` is right), ``NAME bare`` without
telling its states. Each mistake names the clause that it breaks, as the rulebook has it; that was written down before
anything judged the programs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "examples" / "adapters"))
if __name__ == "__main__":
    os.environ["ARCHIPEL_ENGINE"] = "pure"  # What is compiled cannot be switched.

import adapter
import reference_game
from adapter import Data, Refused
from reference_game import ReferenceGame

from archipel.reference.costa_ruana import (
    Accept,
    Action,
    Condition,
    Face,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Phase,
    PlayUp,
    Settle,
    Stand,
    State,
    codec,
    collection,
    conditions,
    effects,
    engine,
    playing,
    resolution,
    scoring,
    settling,
    setup,
    succession,
)
from archipel.reference.costa_ruana.deck import KINDS, Kind
from archipel.reference.costa_ruana.rules import Rules
from archipel.reference.costa_ruana.state import Laid, replaced
from archipel.reference.strict_json import Field

Wrong = Callable[[], type[ReferenceGame] | None]
MODULES = (collection, conditions, effects, engine, playing, resolution, scoring, settling, setup, succession)


@dataclass(frozen=True)
class Mistake:
    """What is wrong, and the clauses any of which names it."""

    clauses: tuple[str, ...]
    wrong: Wrong


__all__ = ["MISTAKES", "adapter", "reference_game"]

MISTAKES: dict[str, Mistake] = {}


def mistake(*clauses: str) -> Callable[[Wrong], Wrong]:
    def kept(wrong: Wrong) -> Wrong:
        MISTAKES[wrong.__name__.replace("_", "-")] = Mistake(clauses, wrong)
        return wrong

    return kept


def switch(name: str, other: Callable[..., Any]) -> None:
    """Put another function in the place of one of the engine's, wherever it is used."""
    for module in MODULES:
        if hasattr(module, name):
            setattr(module, name, other)


def put(where: object, name: str, other: object) -> None:
    """Put something else in one place only."""
    setattr(where, name, other)


def menu(name: str, wrong: Callable[[State, tuple[Action, ...]], tuple[Action, ...]]) -> None:
    """Change what a menu offers."""
    right = next(getattr(module, name) for module in MODULES if hasattr(module, name))

    def other(state: State, player: int) -> tuple[Action, ...]:
        return wrong(state, right(state, player))

    other.__name__ = name
    switch(name, other)


def dropping(name: str, drops: Callable[[State, Any], bool]) -> None:
    menu(name, lambda state, actions: tuple([action for action in actions if not drops(state, action)]))


def with_numbers(**numbers: Any) -> type[ReferenceGame]:
    """A game with other numbers of the rules."""

    class Other(ReferenceGame):
        def new(self, request: Data) -> None:
            rules, deck = codec.read_header({name: Field(request[name], name) for name in codec.HEADER})
            rules = changed_rules(rules, **numbers)
            self.position = setup.new_game(codec.read_setup(Field(request["setup"])), rules, deck)

    return Other


def changed_rules(rules: Rules, **numbers: Any) -> Rules:
    return replace(rules, **numbers)


def with_reading(point: str, reading: str) -> type[ReferenceGame]:
    class Other(ReferenceGame):
        def new(self, request: Data) -> None:
            super().new(request | {"readings": {point: reading}})

        def begin(self, state: Data) -> None:
            super().begin(state | {"readings": {point: reading}})

    return Other


# Setup


@mistake("setup.settle-cap")
def settling_ignores_the_limit() -> None:
    def settle_menu(state: State, player: int) -> Any:
        return state.game.menus[player].settle

    right = settling.settle

    def settle(state: State, action: Action) -> State:
        if isinstance(action, Settle) and 0 <= action.island < state.islands:
            crowd = state.inhabitants[action.island]
            if sum(crowd) >= state.rules.cap:
                rows = replaced(state.inhabitants, action.island, (0,) * state.players)
                after = right(state.changed(inhabitants=rows), action)
                row = replaced(crowd, action.player, crowd[action.player] + 1)
                return after.changed(inhabitants=replaced(after.inhabitants, action.island, row))
        return right(state, action)

    switch("settle_menu", settle_menu)
    switch("settle", settle)


@mistake("setup.settle-count")
def two_settlers_each() -> type[ReferenceGame]:
    return with_numbers(settled=2)


@mistake("setup.settle-order")
def settling_begins_with_seat_0() -> type[ReferenceGame]:
    class Other(ReferenceGame):
        def new(self, request: Data) -> None:
            super().new(request)
            self.position = self.position.changed(actor=0)

    return Other


@mistake("setup.settle-order")
def settling_goes_counterclockwise() -> None:
    right = settling.settle

    def settle(state: State, action: Action) -> State:
        after = right(state, action)
        return after if after.phase is not Phase.SETTLE else after.changed(actor=(action.player - 1) % state.players)

    switch("settle", settle)


@mistake("setup.treasures")
def poor_islands_have_three() -> type[ReferenceGame]:
    return with_numbers(poor_treasures=3)


@mistake("setup.deal")
def six_cards_are_dealt() -> type[ReferenceGame]:
    return with_numbers(hand=6, rounds=4)


@mistake("setup.island-count")
def eight_islands_for_four_players() -> type[ReferenceGame]:
    return with_numbers(islands_by_players=(4, 6, 8, 9, 10))


@mistake("setup.reserves")
def nine_inhabitants_each() -> type[ReferenceGame]:
    return with_numbers(inhabitants=9)


# Play


@mistake("play.before-anybody")
def no_card_before_oneself() -> None:
    dropping("play_up_menu", lambda state, action: action.before == action.player)


@mistake("play.before-anybody")
def one_card_before_each_player() -> type[ReferenceGame]:
    return with_reading("cards-before", "one-each")


@mistake("play.face-down")
def face_down_begins_after_the_shaman() -> None:
    right = playing.play_up

    def play_up(state: State, action: Action) -> State:
        after = right(state, action)
        return after.changed(actor=(state.shaman + 1) % state.players) if after.phase is Phase.PLAY_DOWN else after

    switch("play_up", play_up)


@mistake("play.any-card")
def nobody_stands_on_his_own_card() -> None:
    dropping("stand_menu", lambda state, action: isinstance(action, Stand) and action.by == action.player)


@mistake("play.any-card")
def nobody_stands_on_a_hidden_card() -> None:
    dropping("stand_menu", lambda state, action: isinstance(action, Stand) and action.face is Face.DOWN)


@mistake("play.from-reserve")
def standing_costs_no_inhabitant() -> None:
    right = playing._stand

    def stand(state: State, action: Stand, actor: int, phase: Phase) -> State:
        return right(state, action, actor, phase).changed(reserve=state.reserve)

    playing._stand = stand


@mistake("play.from-reserve")
def standing_with_an_empty_reserve() -> None:
    def stand_menu(state: State, player: int) -> Any:
        return state.game.menus[player].stand

    right = playing._stand

    def stand(state: State, action: Stand, actor: int, phase: Phase) -> State:
        if not state.reserve[action.player]:
            state = state.changed(reserve=replaced(state.reserve, action.player, 1))
        return right(state, action, actor, phase)

    switch("stand_menu", stand_menu)
    playing._stand = stand


@mistake("play.inhabitant")
def everybody_must_stand() -> None:
    dropping("stand_menu", lambda state, action: isinstance(action, Pass) and state.reserve[action.player] > 0)


@mistake("conditions.flip")
def both_conditions_turn() -> None:
    right = conditions.flip

    def flip(state: State, action: Any) -> State:
        if getattr(action, "condition", None) is Condition.TIDE:
            return right(state.changed(time=conditions.OTHER_SIDE[state.time]), action)
        return right(state, action)

    switch("flip", flip)


@mistake("conditions.flip")
def the_next_player_flips() -> None:
    right = playing._next_to_stand

    def next_to_stand(state: State, player: int) -> tuple[int, Phase]:
        actor, phase = right(state, player)
        return (state.shaman + 1) % state.players if phase is Phase.FLIP else actor, phase

    playing._next_to_stand = next_to_stand


@mistake("conditions.active")
def the_turned_condition_counts_as_before() -> None:
    right = conditions.active_backgrounds

    def active_backgrounds(tide: Any, time: Any, *readings: Any) -> Any:
        return right(conditions.OTHER_SIDE[tide], conditions.OTHER_SIDE[time], *readings)

    switch("active_backgrounds", active_backgrounds)


@mistake("conditions.active")
def only_the_tide_counts() -> None:
    switch("active_backgrounds", lambda tide, time, *readings: (tide,))


@mistake("reveal.return")
def nobody_returns_from_inactive_cards() -> None:
    right = resolution.sent_home

    def sent_home(state: State, slots: Any) -> State:
        after = right(state, slots)
        return after.changed(reserve=state.reserve)

    put(conditions, "sent_home", sent_home)


@mistake("reveal.turn-up")
def active_cards_stay_face_down() -> None:
    right = conditions.reveal

    def reveal(state: State) -> State:
        after = right(state)
        pairs = zip(state.table, after.table, strict=True)
        table = [new and Laid(new.card, new.before, old is not None and old.face_down) for old, new in pairs]
        return after.changed(table=tuple(table))

    switch("reveal", reveal)


# Resolution


def ordered_by(rank: Callable[[State, Laid], int]) -> None:
    def next_cards(state: State) -> tuple[int, ...]:
        found = {slot: rank(state, laid) for slot, laid in enumerate(state.table) if laid is not None}
        return tuple([slot for slot, place in found.items() if place == min(found.values())])

    switch("next_cards", next_cards)


@mistake("resolution.seat-order")
def resolving_begins_with_seat_0() -> None:
    ordered_by(lambda state, laid: laid.before * len(KINDS) + state.game.kind_order[laid.card])


@mistake("resolution.seat-order")
def resolving_goes_counterclockwise() -> None:
    ordered_by(
        lambda state, laid: (state.shaman - laid.before) % state.players * len(KINDS) + state.game.kind_order[laid.card]
    )


@mistake("resolution.kind-order")
def placing_comes_before_removing() -> None:
    order = (0, 2, 1, 3)
    ordered_by(
        lambda state, laid: (laid.before - state.shaman) % state.players * 4 + order[state.game.kind_order[laid.card]]
    )


@mistake("resolution.same-kind")
def cards_of_a_kind_come_as_they_were_laid() -> None:
    right = resolution.next_cards
    switch("next_cards", lambda state: right(state)[:1])


@mistake("resolution.beneficiaries")
def copies_come_before_the_effect() -> None:
    right = resolution._ask_first_able

    def ask(state: State, slot: int, laid: Laid, line: tuple[int, ...], copying: bool) -> State:
        return right(state, slot, laid, line if copying else (*line[1:], line[0]), copying)

    resolution._ask_first_able = ask


@mistake("resolution.beneficiaries")
def copies_go_counterclockwise() -> None:
    right = resolution.copiers
    switch("copiers", lambda state, slot, before: tuple(reversed(right(state, slot, before))))


@mistake("resolution.beneficiaries")
def copies_begin_with_the_shaman() -> type[ReferenceGame]:
    return with_reading("copy-order", "shaman")


@mistake("resolution.beneficiaries")
def nobody_copies_a_card_before_himself() -> None:
    right = resolution.copiers
    switch("copiers", lambda state, slot, before: tuple([p for p in right(state, slot, before) if p != before]))


@mistake("resolution.finish", "cards.not-in-reserve")
def inhabitants_leave_a_card_when_it_begins() -> None:
    right = resolution.start_card

    def start_card(state: State, slot: int) -> State:
        after = right(state, slot)
        return resolution.sent_home(after, (slot,)) if after.resolving is not None else after

    switch("start_card", start_card)


@mistake("resolution.finish")
def inhabitants_return_after_all_cards() -> type[ReferenceGame]:
    return with_reading("card-return", "after-all")


@mistake("resolution.mandatory")
def fewer_may_be_removed() -> None:
    def remove_menu(state: State, player: int, amount: int) -> Any:
        return tuple([action for number in range(1, amount + 1) for action in right(state, player, number)])

    right = effects._remove_menu
    put(effects, "_remove_menu", lambda s, p, a: tuple(dict.fromkeys(remove_menu(s, p, a))))
    check = effects._check_list

    def check_list(state: State, islands: tuple[int, ...], number: int) -> None:
        card = state.resolving_card
        fewer = card is not None and card.kind is Kind.REMOVE and 0 < len(islands) < number
        check(state, islands, len(islands) if fewer else number)

    effects._check_list = check_list


@mistake("resolution.mandatory")
def copies_are_optional() -> type[ReferenceGame]:
    return with_reading("copies", "optional")


@mistake("resolution.as-possible", "cards.place-all")
def who_has_too_few_places_nobody() -> None:
    right = effects.can_act

    def can_act(state: State, player: int, card: Any) -> bool:
        return right(state, player, card) and not (card.kind is Kind.PLACE and state.reserve[player] < card.amount)

    switch("can_act", can_act)


@mistake("resolution.as-possible", "cards.remove-all")
def who_has_too_few_removes_nobody() -> None:
    right = effects.can_act

    def can_act(state: State, player: int, card: Any) -> bool:
        few = card.kind is Kind.REMOVE and sum(effects.own(state, player)) < card.amount
        return right(state, player, card) and not few

    switch("can_act", can_act)


# Cards


@mistake("cards.treasure-unlimited")
def the_last_treasure_stays() -> None:
    right = effects._move_treasure_menu
    effects._move_treasure_menu = lambda state, player: tuple(
        [move for move in right(state, player) if isinstance(move, MoveTreasure) and state.treasures[move.source] > 1]
    )


@mistake("cards.treasure-unlimited")
def no_island_has_more_than_six_treasures() -> None:
    right = effects._move_treasure_menu
    effects._move_treasure_menu = lambda state, player: tuple(
        [move for move in right(state, player) if isinstance(move, MoveTreasure) and state.treasures[move.target] < 6]
    )


@mistake("cards.move-treasure")
def treasures_leave_empty_islands() -> None:
    def move_treasure_menu(state: State, player: int) -> Any:
        return tuple([move for moves in state.game.menus[player].move_treasure for move in moves])

    def move_treasure(state: State, action: MoveTreasure) -> State:
        effects._check_journey(state, action.source, action.target)
        treasures = list(state.treasures)
        treasures[action.source] = max(0, treasures[action.source] - 1)
        treasures[action.target] += 1
        return state.changed(treasures=tuple(treasures))

    effects._move_treasure_menu = move_treasure_menu
    effects._move_treasure = move_treasure


@mistake("cards.another-island")
def pieces_may_stay_where_they_are() -> type[ReferenceGame]:
    return with_reading("null-move", "same-allowed")


@mistake("cards.place-cap")
def placing_allows_eight() -> None:
    right = effects.room
    place, menu_of_places = effects._place, effects._place_menu

    def roomier(function: Callable[..., Any]) -> Callable[..., Any]:
        def other(*given: Any) -> Any:
            effects.room = lambda state: tuple([left + 1 for left in right(state)])
            try:
                return function(*given)
            finally:
                effects.room = right

        return other

    effects._place, effects._place_menu = roomier(place), roomier(menu_of_places)


@mistake("cards.move-cap")
def moving_ignores_the_limit() -> None:
    def move_inhabitant_menu(state: State, player: int) -> Any:
        moves = state.game.menus[player].move_inhabitant
        rows = enumerate(state.inhabitants)
        return tuple([m for i, row in rows for owner, count in enumerate(row) if count for m in moves[i][owner]])

    def carried(state: State, owner: int, source: int, target: int) -> Any:
        rows = list(state.inhabitants)
        rows[source] = replaced(rows[source], owner, rows[source][owner] - 1)
        rows[target] = replaced(rows[target], owner, rows[target][owner] + 1)
        return tuple(rows)

    effects._move_inhabitant_menu = move_inhabitant_menu
    effects._carried = carried


@mistake("cards.move-inhabitant")
def only_ones_own_are_moved() -> None:
    right = effects._move_inhabitant_menu
    effects._move_inhabitant_menu = lambda state, player: tuple(
        [move for move in right(state, player) if isinstance(move, MoveInhabitant) and move.owner == player]
    )


@mistake("cards.remove")
def all_are_removed_from_one_island() -> type[ReferenceGame]:
    return with_reading("remove-from", "one")


@mistake("cards.place")
def all_are_placed_on_one_island() -> type[ReferenceGame]:
    return with_reading("place-on", "one")


@mistake("cards.place")
def one_more_is_placed() -> None:
    right = effects._number_placed
    effects._number_placed = lambda state, player, amount, limits: right(state, player, min(3, amount + 1), limits)


@mistake("cards.remove")
def the_removed_vanish() -> None:
    right = effects._remove
    effects._remove = lambda state, action, amount: right(state, action, amount).changed(reserve=state.reserve)


# Collection


def winners_by(wins: Callable[[tuple[int, ...], int, int | None], int | None]) -> None:
    right = collection.island_winner

    def island_winner(counts: tuple[int, ...], treasures: int, *readings: Any) -> int | None:
        return wins(counts, treasures, right(counts, treasures, *readings))

    switch("island_winner", island_winner)


@mistake("collection.conflict")
def the_first_of_equals_wins() -> None:
    winners_by(lambda counts, treasures, right: counts.index(max(counts)) if treasures and any(counts) else None)


@mistake("collection.majority")
def a_majority_is_more_than_all_together() -> type[ReferenceGame]:
    return with_reading("majority", "together")


@mistake("collection.majority")
def a_majority_needs_two() -> None:
    winners_by(lambda counts, treasures, right: None if max(counts) == 1 else right)


@mistake("collection.single")
def a_single_inhabitant_wins_nothing() -> None:
    winners_by(lambda counts, treasures, right: right if counts.count(max(counts)) == 1 else None)


@mistake("collection.conflict", "collection.single")
def singles_in_conflict_win_as_well() -> None:
    def wins(counts: tuple[int, ...], treasures: int, right: int | None) -> int | None:
        if right is None and treasures and max(counts) > 1 and 1 in counts:
            return counts.index(1)
        return right

    winners_by(wins)


def collecting(change: Callable[[State, State], State]) -> None:
    right = collection.collect
    switch("collect", lambda state: change(state, right(state)))


@mistake("collection.winner-returns")
def the_winner_stays() -> None:
    collecting(lambda before, after: after.changed(inhabitants=before.inhabitants, reserve=before.reserve))


@mistake("collection.winner-returns")
def all_of_the_winners_return() -> None:
    def change(before: State, after: State) -> State:
        for island, (old, new) in enumerate(zip(before.inhabitants, after.inhabitants, strict=True)):
            for seat in [seat for seat in range(before.players) if old[seat] != new[seat]]:
                home = replaced(after.reserve, seat, after.reserve[seat] + new[seat])
                rows = replaced(after.inhabitants, island, replaced(new, seat, 0))
                after = after.changed(inhabitants=rows, reserve=home)
        return after

    collecting(change)


@mistake("collection.no-treasure")
def winners_return_from_empty_islands() -> None:
    def change(before: State, after: State) -> State:
        for island, row in enumerate(before.inhabitants):
            winner = collection.island_winner(row, 1)
            if not before.treasures[island] and winner is not None:
                rows = replaced(after.inhabitants, island, replaced(row, winner, row[winner] - 1))
                home = replaced(after.reserve, winner, after.reserve[winner] + 1)
                after = after.changed(inhabitants=rows, reserve=home)
        return after

    collecting(change)


@mistake("collection.one-per-island")
def who_is_alone_takes_two() -> None:
    def change(before: State, after: State) -> State:
        for island, row in enumerate(before.inhabitants):
            alone = [seat for seat, count in enumerate(row) if count]
            if len(alone) == 1 and after.treasures[island]:
                treasures = replaced(after.treasures, island, after.treasures[island] - 1)
                gains = replaced(after.gains, alone[0], after.gains[alone[0]] + 1)
                after = after.changed(treasures=treasures, gains=gains)
        return after

    collecting(change)


@mistake("collection.nobody-else-returns", "collection.conflict")
def those_in_conflict_return_one_each() -> None:
    def change(before: State, after: State) -> State:
        for island, row in enumerate(before.inhabitants):
            tied = [seat for seat, count in enumerate(row) if count and count == max(row) and row.count(count) > 1]
            if collection.island_winner(row, before.treasures[island]) is None:
                for seat in tied:
                    now = after.inhabitants[island]
                    rows = replaced(after.inhabitants, island, replaced(now, seat, now[seat] - 1))
                    home = replaced(after.reserve, seat, after.reserve[seat] + 1)
                    after = after.changed(inhabitants=rows, reserve=home)
        return after

    collecting(change)


# Succession


@mistake("succession.fewest")
def who_took_most_becomes_shaman() -> None:
    right = succession.next_shaman
    switch("next_shaman", lambda previous, gains, *r: right(previous, tuple([-gain for gain in gains]), *r))


@mistake("succession.fewest")
def the_fewest_in_total_count() -> type[ReferenceGame]:
    return with_reading("fewest", "total")


@mistake("succession.tie")
def ties_go_counterclockwise() -> None:
    def tie_order(shaman: int, players: int, *readings: Any) -> tuple[int, ...]:
        return tuple([(shaman - step) % players for step in range(1, players + 1)])

    switch("tie_order", tie_order)


@mistake("succession.tie")
def the_old_shaman_comes_first_in_a_tie() -> type[ReferenceGame]:
    return with_reading("shaman-tie", "self-first")


def drawing(number_after: Callable[[Rules, int], int]) -> None:
    """Draw so many cards after a round, and change nothing else that rests on how many are drawn."""
    right, drawn = Rules.draw_after, succession.draw

    def draw(state: State) -> State:
        put(Rules, "draw_after", number_after)
        try:
            return drawn(state)
        finally:
            put(Rules, "draw_after", right)

    switch("draw", draw)


@mistake("succession.last-draw")
def two_cards_for_the_last_round() -> None:
    drawing(lambda rules, number: 0 if number == rules.rounds else 2)


@mistake("succession.draw")
def three_cards_are_drawn() -> None:
    right = Rules.draw_after
    drawing(lambda rules, number: 3 if right(rules, number) == 2 else right(rules, number))


@mistake("succession.draw-order")
def seat_0_draws_first() -> None:
    right = succession.draw
    switch("draw", lambda state: right(state.changed(shaman=0)).changed(shaman=state.shaman))


@mistake("succession.refuse")
def nobody_refuses() -> None:
    dropping("offer_menu", lambda state, action: isinstance(action, Name))


@mistake("succession.refuse")
def the_new_shaman_may_name_himself() -> None:
    menu("offer_menu", lambda state, actions: (*actions, Name(actions[0].player, actions[0].player)))
    right = succession.answer

    def answer(state: State, action: Action) -> State:
        own = isinstance(action, Name) and action.shaman == action.player
        return right(state, Accept(action.player) if own else action)

    switch("answer", answer)


@mistake("succession.no-second-refusal")
def the_named_player_is_asked_again() -> None:
    right = succession.answer

    def answer(state: State, action: Action) -> State:
        after = right(state, action)
        if isinstance(action, Name):
            return state.changed(shaman=action.shaman, actor=action.shaman)
        return after

    switch("answer", answer)


@mistake("succession.huts")
def treasures_stay_outside_the_huts() -> None:
    switch("put_in_huts", lambda state: state)


# The end


@mistake("round.count", "end.after-last-round")
def four_rounds() -> type[ReferenceGame]:
    return with_numbers(rounds=4, last_draw=2)


@mistake("end.points")
def the_reserve_does_not_count() -> None:
    switch("points", lambda treasures, reserve, *rules: 2 * treasures)


@mistake("end.points")
def a_treasure_is_worth_three() -> None:
    switch("points", lambda treasures, reserve, *rules: 3 * treasures + reserve)


@mistake("end.tie-break")
def equal_points_share() -> None:
    right = scoring.returns

    def ranking(state: State) -> Any:
        found = right(state)
        return tuple([tuple([s for s, p in enumerate(found) if p == g]) for g in sorted(set(found), reverse=True)])

    switch("ranking", ranking)
    put(codec, "ranking", ranking)


@mistake("end.tie-break")
def equal_points_go_to_the_larger_reserve() -> None:
    def ranking(state: State) -> Any:
        keys = list(zip(scoring.returns(state), state.reserve, strict=True))
        return tuple([tuple([s for s, k in enumerate(keys) if k == g]) for g in sorted(set(keys), reverse=True)])

    put(codec, "ranking", ranking)


@mistake("end.shared")
def the_lower_seat_wins_a_tie() -> None:
    right = scoring.ranking
    put(codec, "ranking", lambda state: tuple([(seat,) for group in right(state) for seat in group]))


@mistake("end.shared")
def the_higher_seat_wins_a_tie() -> None:
    right = scoring.ranking
    put(codec, "ranking", lambda state: tuple([(seat,) for group in right(state) for seat in reversed(group)]))


@mistake("end.shared")
def whoever_sits_after_the_shaman_wins_a_tie() -> type[ReferenceGame]:
    return with_reading("final-tie", "seat")


# What is seen, refused and listed


@mistake("succession.huts")
def everybody_sees_all_huts() -> type[ReferenceGame]:
    class Other(ReferenceGame):
        def view(self, player: int) -> Data:
            return super().view(player) | {"huts": list(self.position.huts)}

    return Other


@mistake("play.face-down")
def everybody_sees_hidden_cards() -> type[ReferenceGame]:
    class Other(ReferenceGame):
        def view(self, player: int) -> Data:
            seen = super().view(player)
            laid = [laid for laid in self.position.table if laid is not None]
            for shown, real in zip(seen["table"], laid, strict=True):
                shown["card"] = real.card
            return seen

    return Other


@mistake("play.face-down")
def one_does_not_see_ones_own_hidden_card() -> type[ReferenceGame]:
    class Other(ReferenceGame):
        def view(self, player: int) -> Data:
            seen = super().view(player)
            for shown in seen["table"]:
                shown["card"] = None if shown["face_down"] else shown["card"]
            return seen

    return Other


@mistake("play.from-reserve", "play.any-card")
def a_refused_stand_costs_an_inhabitant() -> type[ReferenceGame]:
    class Other(ReferenceGame):
        def play(self, action: Data) -> None:
            try:
                super().play(action)
            except Refused:
                state = self.position
                if state.phase is Phase.STAND and state.actor is not None and state.reserve[state.actor]:
                    less = replaced(state.reserve, state.actor, state.reserve[state.actor] - 1)
                    self.position = state.changed(reserve=less)
                raise

    return Other


@mistake("setup.settle-order", "play.face-up", "play.face-down", "play.inhabitant", "resolution.beneficiaries")
def others_may_decide_out_of_turn() -> type[ReferenceGame]:
    class Other(ReferenceGame):
        def play(self, action: Data) -> None:
            super().play(action | {"player": self.position.actor})

    return Other


@mistake("play.face-up")
def any_card_of_the_box_may_be_played_up() -> None:
    right = playing.play_up

    def play_up(state: State, action: Action) -> State:
        if isinstance(action, PlayUp) and action.card not in state.hands[action.player]:
            action = replace(action, card=state.hands[action.player][0])
        return right(state, action)

    switch("play_up", play_up)


@mistake("cards.place")
def only_twenty_ways_to_place_are_listed() -> None:
    right = effects._place_menu
    effects._place_menu = lambda state, player, amount: right(state, player, amount)[:20]


@mistake("cards.place", "cards.place-all")
def placed_without_leaving_the_reserve() -> None:
    right = effects._place
    effects._place = lambda state, action, amount: right(state, action, amount).changed(reserve=state.reserve)


@mistake("cards.move-treasure")
def a_moved_treasure_is_lost() -> None:
    def move_treasure(state: State, action: MoveTreasure) -> State:
        after = right(state, action)
        lost = replaced(after.treasures, action.target, state.treasures[action.target])
        return after.changed(treasures=lost)

    right = effects._move_treasure
    effects._move_treasure = move_treasure


# A second list, written down after the first one had been judged, and judged as it stands


@mistake("conditions.flip")
def only_the_tide_can_be_turned() -> None:
    dropping("flip_menu", lambda state, action: action.condition is Condition.TIME)


@mistake("resolution.kind-order", "resolution.same-kind")
def any_card_before_oneself_may_be_next() -> None:
    ordered_by(lambda state, laid: (laid.before - state.shaman) % state.players)


@mistake("play.face-down")
def a_card_laid_face_down_stays_in_hand() -> None:
    right = playing.play_down
    switch("play_down", lambda state, action: right(state, action).changed(hands=state.hands))


@mistake("succession.draw", "succession.draw-order", "setup.draw-pile")
def cards_are_drawn_from_the_bottom() -> None:
    right = succession.draw

    def draw(state: State) -> State:
        after = right(state.changed(pile=state.pile[::-1]))
        return after.changed(pile=after.pile[::-1])

    switch("draw", draw)


@mistake("succession.refuse")
def who_names_another_stays_shaman() -> None:
    right = succession.answer

    def answer(state: State, action: Action) -> State:
        after = right(state, action)
        return after.changed(shaman=action.player, actor=action.player)

    switch("answer", answer)


@mistake("collection.one-per-island", "succession.huts")
def the_shaman_takes_every_treasure() -> None:
    def change(before: State, after: State) -> State:
        return after.changed(gains=replaced((0,) * before.players, before.shaman, sum(after.gains)))

    collecting(change)


@mistake("end.points")
def inhabitants_on_islands_count() -> None:
    right = scoring.returns

    def returns(state: State) -> tuple[int, ...]:
        pairs = enumerate(right(state))
        return tuple([points + sum([row[seat] for row in state.inhabitants]) for seat, points in pairs])

    put(scoring, "returns", returns)
    put(codec, "returns", returns)


@mistake("end.winner")
def the_fewest_points_win() -> None:
    right = scoring.ranking
    put(codec, "ranking", lambda state: tuple(reversed(right(state))))


@mistake("cards.not-in-reserve", "cards.place-all")
def inhabitants_on_cards_count_as_reserve() -> None:
    right = effects._number_placed

    def number_placed(state: State, player: int, amount: int, limits: tuple[int, ...]) -> int:
        more = state.reserve[player] + (state.standing[player] is not None)
        return right(state.changed(reserve=replaced(state.reserve, player, more)), player, amount, limits)

    put(effects, "_number_placed", number_placed)


@mistake("cards.move-treasure")
def two_treasures_are_moved() -> None:
    right = effects._move_treasure

    def move_treasure(state: State, action: MoveTreasure) -> State:
        after = right(state, action)
        return right(after, action) if after.treasures[action.source] else after

    put(effects, "_move_treasure", move_treasure)


@mistake("resolution.beneficiaries", "resolution.finish", "resolution.one-at-a-time")
def only_one_copy_of_a_card() -> None:
    right = resolution.copiers
    switch("copiers", lambda state, slot, before: right(state, slot, before)[:1])


@mistake("reveal.discard", "conditions.active", "resolution.finish")
def inhabitants_on_a_card_keep_it_active() -> None:
    right = conditions.reveal

    def reveal(state: State) -> State:
        after = right(state)
        kept = [slot for slot in state.standing if slot is not None and after.table[slot] is None]
        for slot in kept:
            laid = state.table[slot]
            assert laid is not None
            after = after.changed(table=replaced(after.table, slot, Laid(laid.card, laid.before, False)))
        return after

    switch("reveal", reveal)


@mistake("cards.own-only", "cards.remove")
def others_may_be_removed() -> None:
    right = effects.own
    put(effects, "own", lambda state, player: tuple([sum(row) for row in state.inhabitants]))
    put(effects, "can_act", effects.can_act)
    shift = effects._shift

    def shifted(state: State, player: int, islands: tuple[int, ...], step: int) -> State:
        for island in islands if step < 0 else ():
            row = state.inhabitants[island]
            owner = player if right(state, player)[island] else next(seat for seat, count in enumerate(row) if count)
            state = shift(state, owner, (island,), step)
        return state if step < 0 else shift(state, player, islands, step)

    put(effects, "_shift", shifted)


@mistake("cards.move-inhabitant")
def a_moved_inhabitant_becomes_the_first_players() -> None:
    right = effects.perform

    def other(state: State, action: Action) -> State:
        after = right(state, action)
        if not isinstance(action, MoveInhabitant) or action.owner == 0:
            return after
        row = after.inhabitants[action.target]
        row = replaced(replaced(row, action.owner, row[action.owner] - 1), 0, row[0] + 1)
        return after.changed(inhabitants=replaced(after.inhabitants, action.target, row))

    switch("perform", other)


@mistake("succession.draw", "setup.deal", "succession.draw-order")
def one_sees_the_hand_of_the_next_player() -> type[ReferenceGame]:
    class Other(ReferenceGame):
        def view(self, player: int) -> Data:
            hands = self.position.hands
            return super().view(player) | {"hand": list(hands[(player + 1) % len(hands)])}

    return Other


@mistake("setup.treasures")
def four_treasures_on_two_islands_together() -> type[ReferenceGame]:
    return with_reading("poor-islands", "in-all")


@mistake("succession.refuse")
def the_old_shaman_may_not_be_named() -> type[ReferenceGame]:
    return with_reading("naming", "not-the-old-shaman")


def bare(kind: type[ReferenceGame]) -> type[ReferenceGame]:
    """The same program, which tells nothing but its legal decisions and who has won."""
    return type("Bare", (kind,), {"state": lambda self: {}, "view": lambda self, player: None})


def main() -> None:
    name, *options = sys.argv[1:]
    kind = (None if name == "none" else MISTAKES[name].wrong()) or ReferenceGame
    adapter.serve((bare(kind) if options == ["bare"] else kind)())


if __name__ == "__main__":
    main()
