"""Given positions for programs that can begin in one: from a corpus, and from played games where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from archipel.checks.conformance.games import Given
from archipel.checks.costa_ruana.policies import copying, emptying, uniform
from archipel.reference.costa_ruana import STANDARD, Setup, State, balanced_deck, codec, new_game

POLICIES = (uniform, emptying, copying)
"""Who plays: by chance, and so that unusual boards come about."""


def own_positions(players: Sequence[int], seed: int) -> Iterator[Given]:
    """The last position of every phase in one game for each number of players."""
    for number, seats in enumerate(players):
        yield from map(given, _one_of_each_phase(seats, seed * 1_000_003 + number, number))


def given(state: State) -> Given:
    """A position as the protocol gives it."""
    return Given(codec.state_data(state))


def _one_of_each_phase(players: int, seed: int, number: int) -> list[State]:
    state, chance = new_game(Setup.from_seed(players, seed), STANDARD, balanced_deck()), Random(seed)
    found = {state.phase: state}
    while actions := state.legal_actions():
        state = state.apply_action(POLICIES[number % len(POLICIES)](state, actions, chance))
        found[state.phase] = state
    return list(found.values())
