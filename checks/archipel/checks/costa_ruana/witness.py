"""Counterexamples about Costa Ruana: how its positions are completed, and who replays them."""

from __future__ import annotations

from archipel.checks.agreement.witnesses.counterexamples import Replay
from archipel.checks.agreement.witnesses.replay import Replayer
from archipel.checks.agreement.witnesses.solver_completion import SolverCompletions
from archipel.checks.costa_ruana.necessity_scenes import OPENINGS
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.reference.costa_ruana import Action, State
from archipel.spec.costa_ruana.components import kept
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.costa_ruana.vocabulary import PILE, Cards, drawn, place_of, players
from archipel.spec.logic import count

Replayed = Replay[State, Action]

ASSUMED = (*OPENINGS, count(Cards, lambda card: place_of(card) == PILE) == kept(players) - drawn)
"""What no clause says of single positions."""

AS_AT_FIRST = ("on", "treasures", "reserve", "hut", "stands")
"""Inhabitants are at home and treasures on islands, unless something else is known."""

REPLAYER = Replayer(
    MAPPING, SolverCompletions(MAPPING, THEORY, ASSUMED, AS_AT_FIRST), forgotten=frozenset({"position"})
)
