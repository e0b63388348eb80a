"""Who judges the mutants of a game: recorded behaviour, proofs of equivalence, written reasons."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.mutation.behaviour import RecordedBehaviour, noticed
from archipel.checks.mutation.corpus import BehaviourRecorder, CorpusSize
from archipel.checks.mutation.engine.code import CodeMutant
from archipel.checks.mutation.engine.hostile import diff
from archipel.checks.mutation.engine.judges import EngineJudges, prepare
from archipel.checks.mutation.equivalence import EquivalenceGround, digest, equivalent
from archipel.checks.mutation.report import QUICK, Fate, Mutant, MutantFinding, killed
from archipel.checks.mutation.rulebooks import ClauseMutant, clause_mutants
from archipel.checks.mutation.solver_situations import SolverSituations
from archipel.spec.theorems import Form

REASONS = "mutation_equivalents.toml"
SHIPPED = "proved with z3 for every number of players and the material that is shipped"
ORDINARY, APART = 40, 13
"""Of so many positions of the first game, those so far apart are what a solver looks for others near."""


class MutationJudges:
    """A game's mutants, and somebody to judge each of them by its id."""

    def __init__(
        self,
        recorder: BehaviourRecorder,
        size: CorpusSize | None = None,
        engine: Callable[[BehaviourRecorder], EngineJudges] = EngineJudges,
    ) -> None:
        self.recorder, self.game, self.players = recorder, recorder.game, recorder.game.players
        self.size = size or CorpusSize(tuple(self.players))
        self.earlier: dict[str, str] = {}
        self._engine = engine

    @cached_property
    def engine(self) -> EngineJudges:
        return self._engine(self.recorder)

    @cached_property
    def recorded(self) -> RecordedBehaviour:
        return self.recorder.recorded(self.size)

    @cached_property
    def _situations(self) -> SolverSituations:
        """Near the first opening for each number of players, and a few positions of the first game."""
        openings = [s.values for s in self.recorded.situations if len(s.natures) > 1][:: self.size.games]
        episodes = self.recorded.episodes
        return SolverSituations(self.recorder, openings, [episode.values for episode in episodes[:ORDINARY:APART]])

    @cached_property
    def _clauses(self) -> dict[str, ClauseMutant]:
        return {mutant.id: mutant for mutant in clause_mutants(self.game.rulebook)}

    @cached_property
    def _code(self) -> dict[str, CodeMutant]:
        return {mutant.id: mutant for mutant in self.engine.mutants()}

    @cached_property
    def _hostile(self) -> Callable[[int], dict[str, CodeMutant]]:
        return cache(lambda seed: {mutant.id: mutant for mutant in self.engine.hostile(seed).mutants})

    @cached_property
    def reasons(self) -> dict[str, dict[str, str]]:
        """Why mutants that no proof covers change nothing, as somebody wrote it down, by kind and id."""
        file = self.game.folder / REASONS
        kept = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        return {"clauses": {}, "engine": {}, "hostile": {}, **kept}

    def mutants(self, kind: str, seed: int = 1) -> Sequence[Mutant]:
        if kind == "clauses":
            return list(self._clauses.values())
        return list((self._hostile(seed) if kind == "hostile" else self._code).values())

    def shown(self, kind: str, ids: Sequence[str], seed: int) -> dict[str, Any]:
        """What a report says of hostile mutants besides: the seed, what these change, what was left out and why."""
        if kind != "hostile":
            return {}
        made, skipped = self._hostile(seed), self.engine.hostile(seed).skipped
        return {
            "seed": seed,
            "diffs": {id: diff(self.engine.source(made[id].module), made[id]) for id in ids},
            "left_out": [f"{s.module}/{s.place}: {s.what}: {s.reason}" for s in skipped],
        }

    def prepare(self, kind: str, proofs: Mapping[str, str], quick: bool = False) -> None:
        """Everything the judges share, made once before processes are started."""
        self.mutants(kind)
        if kind == "clauses":
            self.earlier.update(proofs)
            assert self.recorded.moments and self.recorded.transitions
            return
        prepare()
        if said := self.engine.hostile_healthy(quick) if kind == "hostile" else self.engine.healthy():
            raise AssertionError(f"the checks of the engine fail without any mutant: {said}")

    def judge(self, kind: str, id: str, seed: int = 1, quick: bool = False) -> MutantFinding:
        """What becomes of a mutant; quickly, hostile ones are put to the kept answers alone."""
        if kind == "clauses":
            return self._judge_clause(id)
        mutant = self._hostile(seed)[id] if kind == "hostile" else self._code[id]
        # A written reason is taken only of hostile mutants that give every kept answer, and spares them the long tests.
        said = self.engine.answered_otherwise(mutant) if kind == "hostile" else self.engine.noticed(mutant)
        if said:
            return killed(id, said)
        if reason := self.reasons[kind].get(id):
            return MutantFinding(id, Fate.EQUIVALENT, "reason", reason)
        if kind == "hostile" and quick:
            return MutantFinding(id, Fate.SURVIVED, QUICK)
        said = self.engine.hostile_noticed(mutant) if kind == "hostile" else ""
        return killed(id, said) if said else MutantFinding(id, Fate.SURVIVED)

    def excused(self, kind: str, finding: MutantFinding) -> MutantFinding:
        """A finding as it is by the reasons that are written down by now."""
        reason = self.reasons[kind].get(finding.id) if finding.fate is Fate.SURVIVED else None
        return MutantFinding(finding.id, Fate.EQUIVALENT, "reason", reason) if reason else finding

    def _judge_clause(self, id: str) -> MutantFinding:
        mutant = self._clauses[id]
        if said := noticed(mutant, self.recorded):
            return killed(id, said)
        if reason := self.reasons["clauses"].get(id):
            return MutantFinding(id, Fate.EQUIVALENT, "reason", reason)
        if (proof := self._proved(mutant)) is not None:
            return proof
        if said := self._situations.noticed(mutant):
            return killed(id, said)
        same = self._situations.never_differs(mutant)
        return MutantFinding(id, Fate.EQUIVALENT, "proof", SHIPPED) if same else MutantFinding(id, Fate.SURVIVED)

    def _proved(self, mutant: ClauseMutant) -> MutantFinding | None:
        """The mutant is equivalent, by a proof for each number of players, now or unchanged since the last report."""
        method = f"proved with z3 for {self.players[0]} to {self.players[-1]} players"
        grounds = [self._ground(players) for players in self.players]
        key = digest(mutant, grounds[0])
        if self.earlier.get(key) == method or all(equivalent(mutant, ground) for ground in grounds):
            return MutantFinding(mutant.id, Fate.EQUIVALENT, "proof", method, key)
        return None

    def _ground(self, players: int) -> EquivalenceGround:
        """All numbers, the theorems kept at every step, and the notions that questions are asked about."""
        lemmas = [claim.term for claim in self.game.theory.claims(Form.INVARIANT) if claim.term is not None]
        known = self.game.proofs.known(players)
        return EquivalenceGround(known, lemmas, frozenset(self.recorded.questions))


def judged(game: str, kind: str, id: str, seed: int, quick: bool) -> MutantFinding:
    """One finding; a function that processes can share."""
    return game_called(game).mutation.judge(kind, id, seed, quick)
