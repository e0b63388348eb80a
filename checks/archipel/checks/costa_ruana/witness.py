"""Counterexamples about Costa Ruana: how its positions are completed, and who replays them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from archipel.checks.agreement.witnesses.counterexamples import Replay
from archipel.checks.agreement.witnesses.replay import Approach, Completions, Replayer
from archipel.checks.costa_ruana import witness_moments
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.witness_completion import completions
from archipel.checks.costa_ruana.witness_known import cards_by_faces
from archipel.checks.costa_ruana.witness_steps import with_hints
from archipel.reference.costa_ruana import Action, State

Replayed = Replay[State, Action]
Values = Mapping[str, Any]


class PlainPositions(Completions):
    """Positions completed in the plainest way, moment by moment."""

    def positions(self, given: Values, step: str | None, arguments: tuple[Any, ...]) -> Iterator[Values]:
        return completions(with_hints(given, step, arguments))

    def approaches(self, moment: Values, due: str) -> Iterator[Approach]:
        return witness_moments.approaches(moment, due)


REPLAYER = Replayer(MAPPING, PlainPositions(), weaker=(cards_by_faces,), forgotten=frozenset({"position"}))
