"""Positions written and read again at the limits of what is written: wide numbers, long lists, large decks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from archipel.checks.costa_ruana.engine_positions import wrongly_told
from archipel.checks.costa_ruana.positions import random_position
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Action, Deck, MoveInhabitant, Phase, Rules, State
from archipel.reference.costa_ruana.deck import MAX_CARDS
from archipel.reference.costa_ruana.readings import chosen

ANOTHER = replace(STANDARD, readings=chosen({"moved-twice": "another"}))


def deck_of(cards: int) -> Deck:
    """The shipped cards over and over, all of them used by everybody."""
    shipped = engine.balanced_deck().cards
    return Deck(tuple([shipped[number % len(shipped)]._replace(notches=1) for number in range(cards)]))


@pytest.mark.parametrize("number", [3, 254, 255, 256, 257, 999, 1000])
def test_a_number_of_any_width_is_read_back(number: int) -> None:
    rules = Rules(inhabitants=number)
    state = engine.new_game(engine.Setup.from_seed(2, 0, rules), rules)
    assert state.reserve == (number, number)
    assert not wrongly_told(state)


@pytest.mark.parametrize("cards", [72, 73, 80, MAX_CARDS])
def test_games_with_a_deck_of_another_size_use_every_card(cards: int) -> None:
    """The engine plays with any deck that can be dealt, whatever number of cards the rules say."""
    deck, listed = deck_of(cards), set[int]()
    for seed in range(6):
        chance, state = Random(seed), engine.new_game(engine.Setup.from_seed(6, seed, STANDARD, deck), STANDARD, deck)
        while actions := state.legal_actions():
            listed |= {action.card for action in actions if isinstance(action, engine.PlayUp)}
            state = state.apply_action(chance.choice(actions))
    assert max(listed) >= cards - 12


def test_positions_of_other_games_are_not_equal() -> None:
    """Though every field is: another deck of the same size, another number, another reading."""
    setup, deck = engine.Setup.from_seed(6, 1, STANDARD, deck_of(72)), deck_of(72)
    first = engine.new_game(setup, STANDARD, deck)
    turned = Deck((deck.cards[1], deck.cards[0], *deck.cards[2:]))
    others = [(STANDARD, turned), (replace(STANDARD, cap=8), deck), (ANOTHER, deck)]
    assert first == engine.new_game(setup, STANDARD, deck)
    assert all(first != engine.new_game(setup, rules, cards) for rules, cards in others)


def to_one_island(state: State, actions: tuple[Action, ...], chance: Random) -> Action:
    """Inhabitants are moved to the first island there is, those of the first player first."""
    moves = [action for action in actions if isinstance(action, MoveInhabitant)]
    return min(moves, key=lambda move: (move.target, move.owner, move.source)) if moves else chance.choice(actions)


def test_everything_that_one_card_moved_is_read_back() -> None:
    """Also where it moved as many as ever can be, and several of one player to one island."""
    most, twice = 0, False
    for seed in range(30):
        chance = Random(seed)
        state = random_position(6, chance, Phase.FLIP, rules=ANOTHER, alike=1.0)
        while state.phase not in (Phase.OFFER, Phase.OVER):
            assert not wrongly_told(state)
            most, twice = max(most, len(state.moved)), twice or len(set(state.moved)) < len(state.moved)
            state = state.apply_action(to_one_island(state, state.legal_actions(), chance))
    assert most == 6
    assert twice
