"""Clauses and engine in lockstep under other numbers, readings and decks at once, all drawn towards their limits."""

from __future__ import annotations

import pytest

from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.engine_positions import wrongly_told
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.questions import ranking
from archipel.checks.costa_ruana.variant_rules import playable
from archipel.reference import costa_ruana as engine

GAMES = 36


@pytest.mark.parametrize("seed", range(GAMES))
def test_games_agree_by_other_numbers_readings_and_decks(seed: int) -> None:
    rules, deck, players, chance = playable(seed)
    game = Lockstep(engine.Setup.from_seed(players, seed, rules, deck), deck, rules)
    policy = POLICIES[seed % len(POLICIES)]
    while actions := game.legal():
        assert not wrongly_told(game.state)
        game.play(policy(game.state, actions, chance))
    seats = range(players)
    assert game.state.returns() == tuple(game.position.evaluate("points", seat) for seat in seats)
    assert [list(group) for group in game.state.ranking()] == ranking(game.position, seats)
