"""What ``archipel bench`` measures of Costa Ruana.

A command that is to be in the tables of growth adds a :class:`~archipel.checks.simulate.benchmarks.growth.GrowthRow` to
``rows``; one that takes ``-j`` adds its arguments to ``corpora``.
"""

from __future__ import annotations

from collections.abc import Sequence

from archipel.checks.costa_ruana.benchmarks import games, proofs, reasons
from archipel.checks.costa_ruana.benchmarks.games import corpora, play
from archipel.checks.simulate.benchmarks.growth import GrowthRow

QUESTION: Sequence[str] = ("ask", "island", "3", "3", "1")


def rows() -> list[GrowthRow]:
    return [*games.rows(), *reasons.rows(), *proofs.rows()]


__all__ = ["QUESTION", "corpora", "play", "rows"]
