"""Given positions for programs that can begin in one: of played games, made from them, and made by a solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from archipel.checks.costa_ruana.conformance.made_positions import made_positions
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.kept_positions import kept_lines, read
from archipel.checks.judge.conformance.exploring import played_positions
from archipel.checks.judge.conformance.games import Given
from archipel.reference.costa_ruana import codec

SOLVER_MADE = 150
"""How many positions are drawn from those a solver made for every branch of the rules."""


def own_positions(players: Sequence[int], seed: int) -> Iterator[Given]:
    """Those of played games, and many that were made."""
    yield from played_positions(GAME, players, seed)
    yield from [Given(codec.state_data(state)) for state in made_positions(players, seed)]
    lines = [line for line in kept_lines() if line.startswith("{}\t")]
    trials = map(read, Random(seed).sample(lines, min(SOLVER_MADE, len(lines))))
    yield from [Given(codec.state_data(one.state), (one.action,)) for one in trials if one.state.players in players]
