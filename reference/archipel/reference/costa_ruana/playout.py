"""Whole games by random choice, for tests and for measuring speed."""

from __future__ import annotations

from random import Random

from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.deck import Deck
from archipel.reference.costa_ruana.engine import apply_action, legal_actions
from archipel.reference.costa_ruana.rules import STANDARD, Rules
from archipel.reference.costa_ruana.setup import Setup, new_game
from archipel.reference.costa_ruana.state import State


def random_playout(setup: Setup, seed: int, rules: Rules = STANDARD, deck: Deck | None = None) -> tuple[State, int]:
    """Play to the end, each decision drawn evenly; the last state and how many decisions there were."""
    chance = Random(seed).random
    state, decisions = new_game(setup, rules, deck), 0
    while menu := legal_actions(state):
        state = apply_action(state, menu[int(chance() * len(menu))])
        decisions += 1
    return state, decisions


def random_moves(setup: Setup, seed: int, rules: Rules = STANDARD, deck: Deck | None = None) -> list[Action]:
    """The actions of the same game as :func:`random_playout`."""
    chance = Random(seed).random
    state, moves = new_game(setup, rules, deck), list[Action]()
    while menu := legal_actions(state):
        moves.append(menu[int(chance() * len(menu))])
        state = apply_action(state, moves[-1])
    return moves
