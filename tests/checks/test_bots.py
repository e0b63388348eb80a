"""Bots play legally, know only their view, answer the same way twice, and the greedy one plays well."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.value import Board, Greedy, Outlook, island_worth
from archipel.checks.simulate.bots import bots, make_bot
from archipel.reference.costa_ruana import (
    Action,
    MoveInhabitant,
    MoveTreasure,
    Phase,
    Place,
    Remove,
    Setup,
    State,
    apply_action,
    legal_actions,
    new_game,
)
from archipel.reference.costa_ruana.effects import perform


def played(players: int, kinds: list[str], seed: int) -> tuple[State, list[Action]]:
    """A whole game between bots; every answer must be legal."""
    state = new_game(Setup.from_seed(players, seed))
    players_there = [make_bot(GAME, kind, seed + place) for place, kind in enumerate(kinds)]
    moves: list[Action] = []
    while state.actor is not None:
        menu = legal_actions(state)
        moves.append(players_there[state.actor](state, menu))
        assert moves[-1] in menu
        state = apply_action(state, moves[-1])
    return state, moves


@pytest.mark.parametrize("name", sorted(bots(GAME)))
@pytest.mark.parametrize("players", range(2, 7))
def test_bots_play_legal_games_to_the_end_and_always_the_same(players: int, name: str) -> None:
    state, moves = played(players, [name] * players, 3)
    assert state.is_terminal()
    assert played(players, [name] * players, 3)[1] == moves


def test_another_seed_is_another_game_of_the_random_bot() -> None:
    state = new_game(Setup.from_seed(3, 1))
    menu = legal_actions(state)
    assert len({make_bot(GAME, "random", seed)(state, menu) for seed in range(30)}) > 3


@settings(max_examples=40, deadline=None)
@given(
    players=st.integers(2, 6), seed=st.integers(0, 5), stop=st.integers(0, 80), deal=st.integers(0, 5), data=st.data()
)
def test_bots_do_not_see_what_is_hidden(players: int, seed: int, stop: int, deal: int, data: st.DataObject) -> None:
    chance, state = Random(seed), new_game(Setup.from_seed(players, seed))
    for _ in range(stop):
        menu = legal_actions(state)
        state = apply_action(state, menu[int(chance.random() * len(menu))]) if menu else state
    if state.actor is None:
        return
    seat = state.actor
    cards = [card for other, hand in enumerate(state.hands) if other != seat for card in hand] + list(state.pile)
    Random(deal).shuffle(cards)
    hands = [
        hand if other == seat else tuple(sorted([cards.pop() for _ in hand])) for other, hand in enumerate(state.hands)
    ]
    other = state.changed(hands=tuple(hands), pile=tuple(cards))
    name = data.draw(st.sampled_from(sorted(bots(GAME))))
    bot = make_bot(GAME, name, seed)
    assert bot(other, legal_actions(other)) == bot(state, legal_actions(state))


def test_greedy_beats_random() -> None:
    won = lost = margin = 0
    for seed in range(60):
        seat = seed % 2
        state, _ = played(2, ["greedy", "random"] if seat == 0 else ["random", "greedy"], seed)
        points = state.returns()
        margin += points[seat] - points[1 - seat]
        won += state.winners() == (seat,)
        lost += seat not in state.winners()
    assert won >= 54
    assert lost <= 3
    assert margin >= 60 * 8


def test_greedy_leads_a_table_of_random_bots() -> None:
    wins = sum(0 in played(5, ["greedy", *["random"] * 4], seed)[0].winners() for seed in range(20))
    assert wins >= 16


def test_what_the_greedy_bot_expects_of_an_effect_is_what_the_engine_does() -> None:
    chance, seen = Random(5), set[type]()
    for seed in range(8):
        state = new_game(Setup.from_seed(4, seed))
        while menu := legal_actions(state):
            action = menu[int(chance.random() * len(menu))]
            if state.phase is Phase.EFFECT:
                after = perform(state, action)
                expected = Board(after.inhabitants, after.treasures, after.reserve)
                (value,) = Greedy(state.game).judged(state.view(action.player), [action])
                assert value == Outlook(expected, action.player, state.round == state.rules.rounds).now
                seen.add(type(action))
            state = apply_action(state, action)
    assert seen == {Place, Remove, MoveTreasure, MoveInhabitant}


def test_worth_of_an_island() -> None:
    alone = island_worth((1, 0), 5, 0, False)
    assert alone > island_worth((1, 1), 5, 0, False) > island_worth((1, 2), 5, 0, False)
    assert alone > island_worth((1, 0), 0, 0, False)
    assert island_worth((2, 2, 1), 3, 2, False) > island_worth((2, 2, 1), 3, 0, False)
    assert island_worth((1, 1), 5, 0, True) == 0
