"""Is each clause needed? Nothing here knows any game.

A clause is needed if a solver finds a situation in which the rulebook with one of its parts deleted, or turned into
its opposite, allows something else or leads elsewhere. If every part can be spared, the solver must prove that: the
clause then follows from others, which are named. A clause with neither is dead or wrong.
"""

from archipel.checks.proofs.necessity.findings import NecessityFinding, NecessityRow, examine
from archipel.checks.proofs.necessity.search import ClauseEffect, Observation, ReplayError, Search, Witness
from archipel.checks.proofs.necessity.sparing import Proof, UndecidedError, spared
from archipel.checks.proofs.necessity.stages import Ground, NecessityScene

__all__ = [
    "ClauseEffect",
    "Ground",
    "NecessityFinding",
    "NecessityRow",
    "NecessityScene",
    "Observation",
    "Proof",
    "ReplayError",
    "Search",
    "UndecidedError",
    "Witness",
    "examine",
    "spared",
]
