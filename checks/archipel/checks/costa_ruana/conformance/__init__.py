"""Judging other programs that play Costa Ruana."""

from archipel.checks.costa_ruana.conformance.game import PLAYERS, CostaRuana, announced

__all__ = ["PLAYERS", "CostaRuana", "announced"]
