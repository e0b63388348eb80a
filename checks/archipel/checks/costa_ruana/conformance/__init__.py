"""Judging other programs that play Costa Ruana."""

from archipel.checks.costa_ruana.conformance.game import PLAYERS, CostaRuana, announced
from archipel.checks.costa_ruana.conformance.given_positions import own_positions

__all__ = ["PLAYERS", "CostaRuana", "announced", "own_positions"]
