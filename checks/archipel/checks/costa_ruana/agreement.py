"""Clauses and engine of Costa Ruana in lockstep."""

from __future__ import annotations

from random import Random

from archipel.checks.agreement.lockstep import Campaign, DisagreementError, LockstepGame
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.simulate.policies import Policy, uniform
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Action, Deck, Phase, Rules, Setup, State

__all__ = ["DisagreementError", "Lockstep", "game_number", "random_game", "rest_of_round"]

CAMPAIGN = Campaign(MAPPING, POLICIES)


class Lockstep(LockstepGame[Setup, State, Action, Terms]):
    """One game, from a setup or a position."""

    def __init__(self, start: Setup | State, deck: Deck | None = None, rules: Rules = engine.STANDARD) -> None:
        if isinstance(start, Setup):
            super().__init__(MAPPING, engine.new_game(start, rules, deck), start)
        else:
            super().__init__(MAPPING, start)


def random_game(
    players: int, seed: int, policy: Policy[State, Action] = uniform, rules: Rules = engine.STANDARD
) -> LockstepGame[Setup, State, Action, Terms]:
    """A whole game by one kind of random player, checked at every step."""
    return CAMPAIGN.game(players, seed, policy, Terms(rules))


def game_number(players: int, number: int) -> LockstepGame[Setup, State, Action, Terms]:
    """The games of a campaign, by number."""
    return CAMPAIGN.number(players, number)


def rest_of_round(start: State, chance: Random) -> int:
    """Uniform random play from a position until its round is over, checked at every step; counts the decisions."""
    over = lambda state: state.round != start.round or state.phase is Phase.OFFER  # noqa: E731
    return Lockstep(start).play_on(uniform, chance, over)
