"""Given positions for programs that can begin in one: of played games, made from them, and made by a solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from archipel.checks.costa_ruana.conformance.made_positions import made_positions
from archipel.checks.costa_ruana.kept_positions import kept_lines, read
from archipel.checks.costa_ruana.policies import copying, emptying
from archipel.checks.judge.conformance.games import Given
from archipel.checks.simulate.policies import uniform
from archipel.reference.costa_ruana import STANDARD, Action, Setup, State, balanced_deck, codec, new_game

SOLVER_MADE = 150
"""How many positions are drawn from those a solver made for every branch of the rules."""

POLICIES = (uniform, emptying, copying)
"""Who plays: by chance, and so that unusual boards come about."""


def own_positions(players: Sequence[int], seed: int) -> Iterator[Given]:
    """The last position of every phase in one game for each number of players, and many that were made."""
    for number, seats in enumerate(players):
        yield from map(given, _one_of_each_phase(seats, seed * 1_000_003 + number, number))
    yield from map(given, made_positions(players, seed))
    lines = [line for line in kept_lines() if line.startswith("{}\t")]
    trials = map(read, Random(seed).sample(lines, min(SOLVER_MADE, len(lines))))
    yield from [given(trial.state, trial.action) for trial in trials if trial.state.players in players]


def given(state: State, *decisions: Action) -> Given:
    """A position as the protocol gives it, and decisions to try in it."""
    return Given(codec.state_data(state), decisions)


def _one_of_each_phase(players: int, seed: int, number: int) -> list[State]:
    state, chance = new_game(Setup.from_seed(players, seed), STANDARD, balanced_deck()), Random(seed)
    found = {state.phase: state}
    while actions := state.legal_actions():
        state = state.apply_action(POLICIES[number % len(POLICIES)](state, actions, chance))
        found[state.phase] = state
    return list(found.values())
