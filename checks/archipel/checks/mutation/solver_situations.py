"""Test inputs that a solver makes (*model-based test generation*): where a proposition has changed, put to the engine.

Everything else that is said of openings, or of positions, holds there, so that only what has changed matters. If the
engine sides with the clauses as they are, the mutant is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from archipel.checks.mutation.behaviour import named
from archipel.checks.mutation.corpus import BehaviourRecorder
from archipel.checks.mutation.rulebooks import ClauseMutant
from archipel.checks.proofs.necessity import Ground
from archipel.checks.proofs.necessity.stages import Stage
from archipel.spec.clauses import Nature, Part
from archipel.spec.logic.terms import Role, symbols_in
from archipel.spec.machine import Values

NATURES = (Nature.INITIAL, Nature.INVARIANT)
OPEN = (Role.STATE, Role.MATERIAL)


class SolverSituations:
    """Looks near ordinary positions of games; the openings are of one game for each number of players."""

    def __init__(self, recorder: BehaviourRecorder, openings: Sequence[Values], positions: Sequence[Values]) -> None:
        self.recorder, self.rulebook = recorder, recorder.rulebook
        self.openings, self.near = openings, {Nature.INITIAL: openings, Nature.INVARIANT: positions}
        spoken = [_spoken(self.rulebook.parts(nature)) for nature in (Nature.INITIAL, Nature.REQUIREMENT)]
        chance = [name for name in recorder.material if name in spoken[0] - spoken[1]]
        self.free = [*recorder.facts, *chance]

    def noticed(self, mutant: ClauseMutant) -> str:
        """How the engine contradicts the mutant; empty if no such situation was found."""
        for nature, positions in self.near.items():
            pairs = [pair for pair in mutant.touched if pair[0].nature is nature]
            for usual in positions if pairs else ():
                stage, differ = self._where(pairs, nature, usual)
                found = stage.values([differ], None, {name: usual[name] for name in self.free}, *OPEN)
                if found is not None and self._sides({**usual, **{name: found[name] for name in self.free}}, nature):
                    return f"solver: {nature.value}: {', '.join(part.name for part, _ in pairs)}"
        return ""

    def never_differs(self, mutant: ClauseMutant) -> bool:
        """Whether there is no such situation at all, for any number of players, with the material that is shipped."""
        stages = [
            self._where([pair for pair in mutant.touched if pair[0].nature is nature], nature, usual)
            for nature, usual in product({before.nature for before, _ in mutant.touched} & {*NATURES}, self.openings)
        ]
        concerned = all(before.nature in NATURES for before, _ in mutant.touched)
        return concerned and not any(stage.possible(differ) or stage.undecided for stage, differ in stages)

    def _where(self, pairs: Sequence[tuple[Part, Part]], nature: Nature, usual: Values) -> tuple[Stage, Any]:
        """Where everything else holds, with the numbers and the material of a game; that propositions have changed."""
        known = {name: value for name, value in usual.items() if name not in self.free}
        others = [
            part
            for part in self.rulebook.parts(Nature.REQUIREMENT, nature)
            if part not in [before for before, _ in pairs]
        ]
        stage = Stage(self.rulebook, Ground(self.recorder.game.players[0], known), others)
        before, after = (
            stage.view.expression(stage.view.conjunction(stage.view(pair[side].term) for pair in pairs))
            for side in (0, 1)
        )
        return stage, before != after

    def _sides(self, values: Values, nature: Nature) -> bool:
        """Whether the engine sides with the clauses as they are."""
        here = self.recorder.machine.at(values)
        broken = any(not here.bound[named(part)]() for part in self.recorder.parts[nature])
        if nature is Nature.INITIAL:
            opens = self.recorder.opens(values)
            return opens is not None and opens is not broken
        refusal = self.recorder.refusal(values)
        return refusal is not None and bool(refusal) is broken


def _spoken(parts: Iterable[Part]) -> set[str]:
    return {name for part in parts for name in symbols_in(part.term)}
