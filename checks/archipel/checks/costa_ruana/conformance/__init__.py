"""Judging other programs that play Costa Ruana."""

from archipel.checks.costa_ruana.conformance.game import announced
from archipel.checks.costa_ruana.conformance.given_positions import own_positions

__all__ = ["announced", "own_positions"]
