"""Edges of the engine that mutants showed to be untested: what is just allowed, and what is just not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.engines import needs_the_source

from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import (
    Deck,
    Face,
    IllegalAction,
    Laid,
    MalformedAction,
    Phase,
    Reason,
    Rules,
    Setup,
    State,
    load_deck,
    new_game,
)
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.deck import read_card, read_cards, read_deck
from archipel.reference.costa_ruana.effects import can_act, number_removed
from archipel.reference.costa_ruana.playout import random_moves
from archipel.reference.strict_json import BadInput, Field

TWO: dict[str, Any] = {"min_players": 2, "max_players": 2, "islands_by_players": (4,)}
EIGHT: dict[str, Any] = {"max_players": 8, "islands_by_players": (4, 6, 7, 9, 10, 10, 10)}

# Rules


@pytest.mark.parametrize(
    "changes",
    [
        TWO,
        EIGHT,
        {**EIGHT, "min_players": 8, "islands_by_players": (10,)},
        {"island_cards": 16},
        {"rounds": 20},
        {"rounds": 1},
        {"hand": 20},
        {"largest_amount": 4},
        {"largest_amount": 1},
        {"gems": 1000},
        {"gems": 48},
        {"points_per_treasure": 0},
        {"islands_by_players": (2, 6, 7, 9, 10)},
        {"settled": 10},
        {"settled": 1},
        {**TWO, "cap": 1, "settled": 2},
        {**TWO, "poor_islands": 4},
        {"hand": 2, "rounds": 1},
        {"hand": 4, "cards_drawn": 1, "rounds": 3},
    ],
)
def test_rules_at_their_limits_are_accepted(changes: dict[str, Any]) -> None:
    rules = Rules(**changes)
    assert all(getattr(rules, name) == value for name, value in changes.items())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({**EIGHT, "max_players": 9}, "max_players: expected 0 to 8"),
        ({"min_players": 9}, "min_players: expected 0 to 8"),
        ({"island_cards": 17}, "island_cards: expected 0 to 16"),
        ({"rounds": 21}, "rounds: expected 0 to 20"),
        ({"rounds": 0}, "rounds: expected at least 1"),
        ({"hand": 21}, "hand: expected 0 to 20"),
        ({"largest_amount": 5}, "largest_amount: expected 0 to 4"),
        ({"largest_amount": 0}, "largest_amount: expected at least 1"),
        ({"gems": 1001}, "gems: expected 0 to 1000"),
        ({"gems": 47}, "gems: too few for 6 players"),
        ({"points_per_treasure": -1}, "points_per_treasure: expected 0"),
        ({"min_players": 1}, "min_players: expected at least 2"),
        ({**TWO, "min_players": 3}, "min_players: expected at least 2"),
        ({"islands_by_players": (4, 6, 7, 9)}, "one number for each"),
        ({"islands_by_players": (4, 6, 7, 9, 10, 10)}, "one number for each"),
        ({"islands_by_players": (1, 6, 7, 9, 10)}, "at least 2 and at most island_cards"),
        ({"islands_by_players": (4, 6, 7, 9, 11)}, "at least 2 and at most island_cards"),
        ({"settled": 11}, "settled: more than the inhabitants"),
        ({"settled": 0}, "settled: expected at least 1"),
        ({**TWO, "cap": 1, "settled": 3}, "settled: no room on the islands with 2 players"),
        ({**TWO, "cap": 2, "settled": 5}, "settled: no room on the islands with 2 players"),
        ({**TWO, "poor_islands": 5}, "poor_islands: more than the islands of 2 players"),
        ({"hand": 1, "rounds": 1}, "hand: fewer than two cards to play in round 1"),
        ({"hand": 4, "cards_drawn": 1, "rounds": 4}, "hand: fewer than two cards to play in round 4"),
    ],
)
def test_rules_beyond_their_limits_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Rules(**changes)


@needs_the_source
@pytest.mark.parametrize("changes", [{"points_per_treasure": 1.0}, {"islands_by_players": (4, 6, 7, 9, True)}])
def test_rules_are_whole_numbers(changes: dict[str, Any]) -> None:
    """Compiled, types are refused by the compiler's own checks, or a truth value is the number it is."""
    with pytest.raises(BadInput, match="expected a whole number"):
        Rules(**changes)


def test_what_follows_from_the_rules() -> None:
    rules = Rules()
    assert [rules.islands(players) for players in range(2, 7)] == [4, 6, 7, 9, 10]
    assert [rules.draw_after(number) for number in range(1, 5)] == [2, 2, 2, 1]
    assert [rules.hand_in(number) for number in range(6)] == [5, 5, 5, 5, 5, 4]
    assert [rules.cards_needed(players) for players in range(2, 7)] == [24, 36, 48, 60, 72]
    assert [rules.treasures_in_play(players) for players in range(2, 7)] == [18, 28, 33, 43, 48]
    for players in (1, 7):
        with pytest.raises(BadInput, match=f"players: expected 2 to 6, found {players}"):
            rules.islands(players)


def test_the_rules_are_those_of_the_box() -> None:
    assert Rules() == Rules(
        min_players=2,
        max_players=6,
        islands_by_players=(4, 6, 7, 9, 10),
        island_cards=10,
        cap=7,
        inhabitants=10,
        hand=5,
        rounds=5,
        cards_drawn=2,
        last_draw=1,
        settled=3,
        treasures=5,
        poor_treasures=4,
        poor_islands=2,
        points_per_treasure=2,
        points_per_inhabitant=1,
        largest_amount=3,
        total_cards=72,
        gems=50,
    )


# Decks and cards


@pytest.mark.parametrize(
    "text", ["place-2 night 3", "place-9 day 20", "remove-1 high_tide 1", "move_treasure low_tide 2"]
)
def test_a_card_is_read_as_it_is_written(text: str) -> None:
    card = read_card(Field(text))
    assert card.text == text
    assert card.amount == (int(text[text.index("-") + 1]) if "-" in text else 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("place-2 night", "expected a card such as"),
        ("place-2 night 3 4", "expected a card such as"),
        ("place night 3", "an amount stands with"),
        ("move_treasure-1 night 3", "an amount stands with"),
        ("place-10 night 3", "expected 1 to 9"),
        ("place-0 night 3", "expected 1 to 9"),
        ("place-2 night 21", "expected 1 to 20"),
        ("place-2 night 0", "expected 1 to 20"),
        ("place-2 night 100", "expected a small number"),
        ("place-² night 3", "expected a small number"),
        ("place-x night 3", "expected a small number"),
        ("place-02 night 3", 'expected "place-2 night 3"'),
        ("place-2 dusk 3", "expected one of"),
        ("stay-2 night 3", "an amount stands with"),
        ("stay night 3", "expected one of"),
    ],
)
def test_a_card_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_card(Field(text))


def test_a_deck_has_at_most_so_many_cards() -> None:
    line = "place-2 night 3"
    assert len(read_cards(Field([line] * 200)).cards) == 200
    assert read_cards(Field([])) == Deck(())
    with pytest.raises(BadInput):
        read_cards(Field([line] * 201))
    assert len(read_deck('cards = [["place", 2, "night", 2, 200]]').cards) == 200
    with pytest.raises(BadInput, match=r"cards\[1\]: more than 200 cards"):
        read_deck('cards = [["place", 2, "night", 2, 200], ["place", 2, "night", 2]]')
    with pytest.raises(BadInput, match="expected 1 to 200"):
        read_deck('cards = [["place", 2, "night", 2, 201]]')
    rows = ", ".join(['["place", 1, "day", 1]'] * 200)
    assert len(read_deck(f"cards = [{rows}]").cards) == 200
    with pytest.raises(BadInput):
        read_deck(f'cards = [{rows}, ["place", 1, "day", 1]]')


@pytest.mark.parametrize(
    "row",
    [
        '["place", 10, "night", 2]',
        '["place", 0, "night", 2]',
        '["move_inhabitant", 2, "night", 2]',
        '["move_inhabitant", 0, "night", 2]',
        '["place", 2, "night", 21]',
        '["place", 2, "night", 2, 1, 1]',
        '["place", 2, "night", 2, 0]',
    ],
)
def test_a_row_of_a_deck_that_is_refused(row: str) -> None:
    with pytest.raises(BadInput):
        read_deck(f"cards = [{row}]")


def test_a_row_of_a_deck_at_its_limits() -> None:
    cards = read_deck('cards = [["place", 9, "night", 20], ["move_treasure", 1, "day", 1, 2]]').cards
    assert [(card.amount, card.notches) for card in cards] == [(9, 20), (1, 1), (1, 1)]


def test_a_deck_file_may_be_so_long(tmp_path: Path) -> None:
    assert read_deck("cards = []\n#" + "x" * 5999) == Deck(())
    with pytest.raises(BadInput, match="a line is longer than 6000 characters"):
        read_deck("cards = []\n#" + "x" * 6000)
    text = "cards = []\n" + ("#" * 99 + "\n") * 639 + "#" * 88
    file = tmp_path / "deck.toml"
    for extra in ("", "#"):
        file.write_text(text + "#" * (64_000 - len(text)) + extra)
        if extra:
            with pytest.raises(BadInput, match="larger than 64000 bytes"):
                load_deck(file)
        else:
            assert load_deck(file) == Deck(())


def test_a_deck_keeps_cards_by_their_notches() -> None:
    deck = read_deck('cards = [["place", 1, "day", 2], ["place", 1, "day", 3], ["place", 1, "day", 4]]')
    assert [deck.kept(players) for players in (1, 2, 3, 4)] == [(), (0,), (0, 1), (0, 1, 2)]


def test_a_deck_just_large_enough_for_the_game() -> None:
    deck = read_deck('cards = [["place", 3, "night", 2, 24]]')
    assert new_game(Setup.from_seed(2, 1, deck=deck), deck=deck).pile == Setup.from_seed(2, 1, deck=deck).order[10:]
    strong = read_deck('cards = [["place", 3, "night", 2, 24], ["place", 4, "night", 3]]')
    assert new_game(Setup.from_seed(2, 1, deck=strong), deck=strong).players == 2
    mixed = read_deck('cards = [["place", 3, "night", 2, 24], ["place", 4, "night", 2]]')
    with pytest.raises(BadInput, match="deck: a card's amount is more than 3"):
        new_game(Setup.from_seed(2, 1, deck=mixed), deck=mixed)


# Actions

ACTIONS: list[engine.Action] = [
    engine.Settle(0, 1),
    engine.PlayUp(0, 1, 2),
    engine.PlayDown(0, 1, 2),
    engine.Stand(0, 1, Face.UP),
    engine.Pass(0),
    engine.Flip(0, engine.Condition.TIDE),
    engine.Resolve(0, 1, Face.UP),
    engine.MoveTreasure(0, 1, 2),
    engine.Remove(0, (1, 2)),
    engine.Place(0, (1, 2)),
    engine.MoveInhabitant(0, 1, 2, 3),
    engine.Accept(0),
    engine.Name(0, 1),
]


@needs_the_source
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_every_argument_of_an_action_has_its_type(action: engine.Action) -> None:
    names = [item.name for item in fields(action)]
    values = {name: getattr(action, name) for name in names}
    for name in names:
        for wrong in ("up", True, 1.0, None, [1], (1.0,)):
            with pytest.raises(MalformedAction, match=r"^(islands: )?expected a .*found"):
                type(action)(**{**values, name: wrong})


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_no_argument_of_an_action_has_another_type(action: engine.Action) -> None:
    """In either engine: the compiled one refuses with the compiler's own check."""
    values = {item.name: getattr(action, item.name) for item in fields(action)}
    for name in values:
        for wrong in ("up", 1.0, None, [1], (1.0,)):
            with pytest.raises((MalformedAction, TypeError)):
                type(action)(**{**values, name: wrong})


def test_an_illegal_action_says_why() -> None:
    state = position(Phase.PLAY_UP)
    assert state.actor is not None
    with pytest.raises(IllegalAction, match="another player decides now") as refusal:
        state.apply_action(engine.Pass((state.actor + 1) % 3))
    assert refusal.value.reason is Reason.NOT_YOUR_TURN
    with pytest.raises(IllegalAction, match="the game is over") as ended:
        position(Phase.OVER).apply_action(engine.Pass(0))
    assert ended.value.reason is Reason.GAME_OVER


# Positions


@cache
def played(players: int, seeds: int = 6) -> tuple[State, ...]:
    return tuple(_played(players, seeds))


def _played(players: int, seeds: int) -> Iterator[State]:
    for seed in range(seeds):
        setup = Setup.from_seed(players, seed)
        state = new_game(setup)
        yield state
        for move in random_moves(setup, seed):
            state = state.apply_action(move)
            yield state


def position(phase: Phase, players: int = 3, **wanted: Any) -> State:
    """The first position of some games in which this is asked and these fields are as wanted."""
    for state in played(players):
        if state.phase is phase and all(getattr(state, name) == value for name, value in wanted.items()):
            return state
    raise AssertionError(phase)


def refused(state: State, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        check_state(state)


def test_a_position_goes_with_its_round() -> None:
    wrong = "does not go with the phase"
    for number in (-1, 1):
        refused(position(Phase.SETTLE).changed(round=number), wrong)
    for number in (4, 6):
        refused(position(Phase.OVER).changed(round=number), wrong)
    for number in (0, 5):
        refused(position(Phase.OFFER).changed(round=number), wrong)
    for phase in (Phase.PLAY_UP, Phase.FLIP, Phase.EFFECT):
        for number in (0, 6):
            refused(position(phase).changed(round=number), wrong)
    for number in (1, 5):
        check_state(position(Phase.PLAY_UP, round=number))
    for number in (1, 4):
        check_state(position(Phase.OFFER, round=number))


def test_somebody_decides_in_every_position_but_the_last() -> None:
    refused(position(Phase.OVER).changed(actor=0), "actor: somebody decides until")
    for phase in (Phase.SETTLE, Phase.STAND, Phase.OFFER):
        refused(position(phase).changed(actor=None), "actor: somebody decides until")


def crowded(state: State, count: int) -> State:
    """The first two players' inhabitants, so many of them on the first island and all others in reserve."""
    free = [10 - (slot is not None) for slot in state.standing]
    first = min(count, free[0])
    rows = [(first, count - first, *[0] * (state.players - 2)), *[(0,) * state.players] * (state.islands - 1)]
    reserve = (free[0] - first, free[1] - (count - first), *free[2:])
    return state.changed(inhabitants=tuple(rows), reserve=reserve)


def test_a_position_has_all_inhabitants_and_none_too_many() -> None:
    state = position(Phase.FLIP)
    check_state(crowded(state, 7))
    refused(crowded(state, 8), r"inhabitants\[0\]: more than 7 on one island")
    for change in (-1, 1):
        reserve = (state.reserve[0], state.reserve[1] + change, *state.reserve[2:])
        refused(state.changed(reserve=reserve), rf"reserve\[1\]: seat 1 has {10 + change} inhabitants")


def test_standing_inhabitants_count_in_a_position() -> None:
    state = next(s for s in played(3) if s.phase is Phase.FLIP and s.standing[0] is not None)
    refused(state.changed(standing=(None, *state.standing[1:])), "seat 0 has 9 inhabitants")


def with_huts(state: State, number: int) -> State:
    total = sum(state.treasures) + sum(state.huts)
    huts, treasures = (number, *[0] * (state.players - 1)), (total - number, *[0] * (state.islands - 1))
    return state.changed(huts=huts, treasures=treasures)


def test_a_position_has_all_treasures_where_they_can_be() -> None:
    state = position(Phase.FLIP, round=3)
    refused(state.changed(gains=(0, 1, 0)), "gains: what is gained")
    for change in (-1, 1):
        treasures = (state.treasures[0] + change, *state.treasures[1:])
        refused(state.changed(treasures=treasures), f"expected 28 on islands and in huts together, found {28 + change}")
    for phase, number, rounds in ((Phase.FLIP, 3, 2), (Phase.OFFER, 3, 3), (Phase.PLAY_UP, 1, 0)):
        there = position(phase, round=number)
        check_state(with_huts(there, 6 * rounds))
        refused(with_huts(there, 6 * rounds + 1), "huts: more treasures than the rounds played can give")
    ended = position(Phase.OVER)
    check_state(with_huts(ended, 28))
    refused(with_huts(position(Phase.SETTLE), 1), "huts: more treasures")


def test_each_card_of_a_position_is_in_one_place() -> None:
    state = position(Phase.FLIP)
    first, second, third = state.hands
    refused(state.changed(hands=(first, (*second[:-1], first[0]), third)), f"cards: card {first[0]} is in two places")
    twice = tuple(sorted(first)[-2:])
    refused(state.changed(hands=(first, (*second[:-2], *twice), third)), f"cards: card {twice[0]} is in two places")
    refused(state.changed(hands=(first, (*second[:-1], twice[1]), third)), f"cards: card {twice[1]} is in two places")
    refused(state.changed(pile=(first[0], *state.pile[1:])), f"card {first[0]} is in two places")
    laid = state.table[0]
    assert laid is not None
    refused(state.changed(table=(Laid(first[0], laid.before, laid.face_down), *state.table[1:])), "is in two places")
    strange = next(card for card in range(72) if card not in state.game.kept)
    refused(state.changed(pile=(strange, *state.pile[1:])), f"cards: card {strange} is not used with 3 players")
    refused(state.changed(hands=(first, second[::-1], third)), r"hands\[1\]: expected increasing")


def test_hands_and_pile_of_a_position_have_their_sizes() -> None:
    for phase in (Phase.SETTLE, Phase.PLAY_UP, Phase.PLAY_DOWN, Phase.FLIP, Phase.EFFECT, Phase.OFFER):
        state = position(phase)
        size = len(state.pile)
        refused(state.changed(pile=state.pile[1:]), f"pile: expected {size} cards, found {size - 1}")
        held = len(state.hands[1])
        hands = (state.hands[0], state.hands[1][1:], state.hands[2])
        refused(state.changed(hands=hands), rf"hands\[1\]: expected {held} cards, found {held - 1}")
    state = position(Phase.PLAY_UP, round=2, actor=position(Phase.PLAY_UP, round=2).shaman)
    larger = (tuple(sorted((*state.hands[0], state.discards[0]))), *state.hands[1:])
    refused(state.changed(hands=larger), r"hands\[0\]: expected 5 cards, found 6")


def standing_on(state: State, seat: int, slot: int) -> State:
    """The same position with one inhabitant from reserve on a card."""
    reserve = tuple(own - (other == seat) for other, own in enumerate(state.reserve))
    standing = tuple(slot if other == seat else at for other, at in enumerate(state.standing))
    return state.changed(standing=standing, reserve=reserve)


def test_inhabitants_of_a_position_stand_on_cards_that_lie_there() -> None:
    state = position(Phase.OFFER)
    refused(standing_on(state, 0, 3), r"standing\[0\]: no such card lies on the table")


def test_no_effect_is_carried_out_in_other_positions() -> None:
    for phase in (Phase.FLIP, Phase.OFFER, Phase.SETTLE):
        state = position(phase)
        for wrong in (state.changed(resolving=0), state.changed(waiting=(1,)), state.changed(copying=True)):
            refused(wrong, "resolving: no effect is carried out")


def test_a_position_of_settling() -> None:
    states = [state for state in played(3) if state.phase is Phase.SETTLE]
    for state in states[:9]:
        check_state(state)
        assert state.actor is not None
        for step in (1, 2):
            refused(state.changed(actor=(state.actor + step) % 3), "actor: another player settles next")
    first = states[0]
    treasures = (*first.treasures[:-1], first.treasures[-1] - 1)
    moved = (first.treasures[0] + 1, *treasures[1:])
    refused(first.changed(treasures=moved), "treasures: not as laid out")
    ahead = (first.shaman + 1) % 3
    row = tuple(int(seat == ahead) for seat in range(3))
    reserve = tuple(10 - (seat == ahead) for seat in range(3))
    wrong = first.changed(inhabitants=(row, *first.inhabitants[1:]), reserve=reserve)
    refused(wrong, "the players settle in turn")
    done = first.changed(inhabitants=((3, 3, 0), (0, 0, 3), *first.inhabitants[2:]), reserve=(7, 7, 7))
    refused(done, "phase: everybody has settled")
    nearly = first.changed(inhabitants=((2, 2, 0), (0, 0, 2), *first.inhabitants[2:]), reserve=(8, 8, 8))
    check_state(nearly)
    laid = Laid(first.hands[0][0], 0, False)
    hands = (first.hands[0][1:], *first.hands[1:])
    refused(first.changed(table=(laid, *first.table[1:]), hands=hands), "table: no cards lie there")


def turned(state: State, slot: int) -> State:
    laid = state.table[slot]
    assert laid is not None
    table = list(state.table)
    table[slot] = Laid(laid.card, laid.before, not laid.face_down)
    return state.changed(table=tuple(table))


def taken_back(state: State, slot: int) -> State:
    """A card from the table back in the hand of who laid it."""
    laid, seat = state.table[slot], slot % 3
    assert laid is not None
    hands = [tuple(sorted((*hand, laid.card))) if s == seat else hand for s, hand in enumerate(state.hands)]
    table = tuple(None if other == slot else at for other, at in enumerate(state.table))
    standing = tuple(None if at == slot else at for at in state.standing)
    reserve = tuple(own + (at == slot) for own, at in zip(state.reserve, state.standing, strict=True))
    return state.changed(hands=tuple(hands), table=table, standing=standing, reserve=reserve)


def test_a_position_of_playing_has_the_cards_of_those_who_have_acted() -> None:
    for phase in (Phase.PLAY_UP, Phase.PLAY_DOWN, Phase.STAND, Phase.FLIP):
        for state in [s for s in played(3) if s.phase is phase][:6]:
            for slot, laid in enumerate(state.table):
                if laid is not None:
                    refused(turned(state, slot), "table: a card lies the wrong way up")
                    refused(taken_back(state, slot), "table: the players lay their cards in turn")
    state = position(Phase.FLIP)
    refused(state.changed(actor=(state.shaman + 1) % 3), "actor: the shaman flips")


def test_nobody_stands_before_his_turn_in_a_position() -> None:
    early = "it is not yet this player's turn to stand"
    for state in [s for s in played(3) if s.phase is Phase.STAND][:6]:
        assert state.actor is not None
        for step in range((state.shaman - state.actor) % 3 or 3):
            seat = (state.actor + step) % 3
            refused(standing_on(state, seat, 0), rf"standing\[{seat}\]: {early}")
    for state in [s for s in played(3) if s.phase is Phase.PLAY_DOWN][:3]:
        refused(standing_on(state, state.shaman, state.shaman), early)
    last = next(s for s in played(3) if s.phase is Phase.FLIP and None in s.standing and min(s.reserve))
    check_state(standing_on(last, last.standing.index(None), 5))


def test_a_position_of_choosing_a_card() -> None:
    for state in [s for s in played(3, 12) if s.phase is Phase.RESOLVE][:6]:
        check_state(state)
        assert state.actor is not None
        for step in (1, 2):
            refused(state.changed(actor=(state.actor + step) % 3), "phase: this player has no choice")
    single = next(s for s in effects(3) if len(engine_next(s)) == 1 and not s.copying)
    refused(single.changed(phase=Phase.RESOLVE, resolving=None, waiting=()), "phase: this player has no choice")


def effects(players: int) -> list[State]:
    return [state for state in played(players, 12) if state.phase is Phase.EFFECT]


def test_a_position_of_an_effect() -> None:
    for state in effects(4):
        check_state(state)
        assert state.resolving is not None
        refused(state.changed(resolving=None), "resolving: that card is not the next to resolve")
        refused(state.changed(waiting=(*state.waiting, 0)), "waiting: not those who come after")
        if state.waiting:
            refused(state.changed(waiting=state.waiting[1:]), "waiting: not those who come after")
        others = [slot for slot, laid in enumerate(state.table) if laid and slot != state.resolving]
        for slot in others:
            if slot not in engine_next(state):
                refused(state.changed(resolving=slot), "resolving: that card is not the next")


def engine_next(state: State) -> list[int]:
    """The slots of the first player's first kind, looked for card by card."""
    order = {kind: place for place, kind in enumerate(engine.Kind)}
    ranks = {
        slot: ((laid.before - state.shaman) % state.players, order[state.deck.cards[laid.card].kind])
        for slot, laid in enumerate(state.table)
        if laid
    }
    return [slot for slot, rank in ranks.items() if rank == min(ranks.values())]


def test_only_those_with_a_part_in_the_card_act_in_a_position() -> None:
    part = "actor: this player has no part in the card"
    for state in effects(4):
        assert state.resolving is not None and state.actor is not None
        laid = state.table[state.resolving]
        assert laid is not None
        copiers = [seat for seat, slot in enumerate(state.standing) if slot == state.resolving]
        for seat in range(4):
            if state.copying and seat not in copiers:
                refused(state.changed(actor=seat), part)
            if not state.copying and seat != laid.before:
                refused(state.changed(actor=seat), part)


def test_an_effect_of_a_position_can_do_something() -> None:
    for state in effects(3):
        card = state.resolving_card
        assert card is not None and state.actor is not None
        if card.kind is engine.Kind.REMOVE:
            gone = [sum(row[state.actor] for row in state.inhabitants)]
            rows = tuple(tuple(0 if s == state.actor else n for s, n in enumerate(row)) for row in state.inhabitants)
            reserve = tuple(own + gone[0] * (s == state.actor) for s, own in enumerate(state.reserve))
            refused(state.changed(inhabitants=rows, reserve=reserve), "actor: the effect can do nothing")
            return
    raise AssertionError("no remove card")


def test_positions_between_rounds() -> None:
    state = position(Phase.OFFER)
    for step in (1, 2):
        refused(state.changed(actor=(state.shaman + step) % 3), "actor: the new shaman answers")
    laid = Laid(state.hands[0][0], 0, False)
    hands = (state.hands[0][1:], *state.hands[1:])
    refused(state.changed(table=(laid, *state.table[1:]), hands=hands), "table: no cards lie there")
    ended = position(Phase.OVER)
    on_table = (Laid(ended.discards[0], 0, False), *ended.table[1:])
    refused(ended.changed(table=on_table), "table: no cards lie there")


# Setups and whole games


def placing(state: State) -> bool:
    card = state.resolving_card
    return card is not None and card.kind is engine.Kind.PLACE and card.amount == 2


def test_a_game_says_what_is_wrong_with_a_list_of_islands() -> None:
    state = next(s for s in effects(3) if placing(s) and len(s.legal_actions()) > 20)
    assert state.actor is not None
    wrong = {
        (-1, 0): Reason.NO_SUCH_ISLAND,
        (0, 6): Reason.NO_SUCH_ISLAND,
        (1, 0): Reason.NOT_SORTED,
        (0,): Reason.WRONG_NUMBER,
        (0, 1, 2): Reason.WRONG_NUMBER,
    }
    for islands, reason in wrong.items():
        with pytest.raises(IllegalAction) as refusal:
            state.apply_action(engine.Place(state.actor, islands))
        assert refusal.value.reason is reason


def test_a_game_removes_as_many_as_the_card_says_if_there_are_so_many() -> None:
    state = crowded(position(Phase.FLIP), 2)
    assert [number_removed(state, 0, amount) for amount in (1, 2, 3)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("rows", "able"),
    [
        # Seat 0's are still to be moved and seat 1's have been; two fit on an island. Room at home is not enough.
        (((1, 0), (0, 2), (0, 2)), False),
        (((0, 2), (1, 0), (0, 2)), False),
        (((0, 2), (0, 2), (1, 0)), False),
        (((2, 0), (0, 2), (0, 1)), True),
        (((2, 0), (0, 1), (0, 2)), True),
        (((0, 1), (0, 2), (2, 0)), True),
        (((0, 2), (0, 1), (2, 0)), True),
        (((0, 1), (0, 1), (0, 2)), False),
    ],
)
def test_a_game_moves_somebody_else_only_to_another_island(rows: tuple[tuple[int, int], ...], able: bool) -> None:
    readings = replace(Rules().readings, moved_twice="another")
    rules = Rules(**{**TWO, "islands_by_players": (3,), "cap": 2}, readings=readings)
    moved = tuple((island, 1) for island, row in enumerate(rows) for _ in range(row[1]))
    state = new_game(Setup.from_seed(2, 1, rules), rules).changed(inhabitants=rows, moved=moved)
    card = read_card(Field("move_inhabitant night 2"))
    assert can_act(state, 0, card) is able


def test_a_setup_from_a_seed_uses_all_of_chance() -> None:
    setups = [Setup.from_seed(4, seed) for seed in range(40)]
    assert {setup.shaman for setup in setups} == set(range(4))
    assert {setup.tide.value for setup in setups} == {"high_tide", "low_tide"}
    assert {setup.time.value for setup in setups} == {"day", "night"}
    assert {island for setup in setups for island in setup.poor} == set(range(7))
    assert all(sorted(set(setup.poor)) == list(setup.poor) for setup in setups)
    assert len({setup.order[0] for setup in setups}) > 15 and len({setup.order[-1] for setup in setups}) > 15


def test_a_setup_deals_the_cards_of_its_own_deck() -> None:
    deck = read_deck('cards = [["place", 1, "day", 3, 5], ["place", 1, "day", 2, 24]]')
    assert sorted(Setup.from_seed(2, 1, deck=deck).order) == list(range(5, 29))


def test_a_game_with_other_numbers_keeps_to_them() -> None:
    numbers = {"cap": 2, "inhabitants": 6, "settled": 4, "hand": 3, "rounds": 2, "points_per_inhabitant": 3}
    rules = Rules(**{**TWO, **numbers})
    setup = Setup.from_seed(2, 5, rules)
    state = new_game(setup, rules)
    for move in random_moves(setup, 5, rules):
        assert move in state.legal_actions()
        state = state.apply_action(move)
        check_state(state)
        assert max(map(sum, state.inhabitants)) <= 2
    assert state.round == 2 and state.is_terminal()
    assert state.returns() == tuple(2 * hut + 3 * own for hut, own in zip(state.huts, state.reserve, strict=True))


def test_a_setup_gives_every_player_two_slots_and_a_hand() -> None:
    for players in range(2, 7):
        setup = Setup.from_seed(players, players)
        state = new_game(setup)
        assert state.table == (None,) * (2 * players)
        assert [set(hand) for hand in state.hands] == [set(setup.order[5 * p : 5 * p + 5]) for p in range(players)]


def test_cards_of_a_game_are_found_by_who_laid_them() -> None:
    state = position(Phase.FLIP)
    for seat in range(3):
        up, down = state.laid(seat, Face.UP), state.laid(seat, Face.DOWN)
        assert (up, down) == (state.table[seat], state.table[3 + seat])
        assert up is not None and down is not None and down.face_down and not up.face_down


def test_slots_of_a_game_are_counted_face_up_first() -> None:
    for players in (2, 5):
        spots = [(seat, face) for face in (Face.UP, Face.DOWN) for seat in range(players)]
        assert [engine.slot_of(players, *spot) for spot in spots] == list(range(2 * players))
        found = [(engine.slot_by(players, slot), engine.slot_face(players, slot)) for slot in range(2 * players)]
        assert found == spots


def test_points_during_a_game_count_what_was_gained() -> None:
    state = position(Phase.FLIP).changed(huts=(1, 0, 2), gains=(0, 3, 0), reserve=(4, 5, 6))
    assert state.returns() == (6, 11, 10)
    assert state.ranking() == ((1,), (2,), (0,))
