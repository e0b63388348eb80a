"""Who judges the mutants of Costa Ruana: recorded behaviour, proofs of equivalence, written reasons."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from archipel.checks.costa_ruana import mutation_engine
from archipel.checks.costa_ruana.mutation_corpus import FULL, recorded
from archipel.checks.costa_ruana.mutation_engine import (
    answered_otherwise,
    engine_mutants,
    engine_noticed,
    healthy,
    hostile,
    hostile_healthy,
    hostile_noticed,
    source_of,
)
from archipel.checks.mutation.behaviour import noticed
from archipel.checks.mutation.code import CodeMutant
from archipel.checks.mutation.equivalence import EquivalenceGround, digest, equivalent
from archipel.checks.mutation.hostile import diff
from archipel.checks.mutation.report import Fate, Mutant, MutantFinding, killed
from archipel.checks.mutation.rulebooks import ClauseMutant, clause_mutants
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.theorems import Form

PLAYERS = range(NUMBERS.min_players, NUMBERS.max_players + 1)
PROVED = f"proved with z3 for {PLAYERS[0]} to {PLAYERS[-1]} players"
REASONS = Path(__file__).with_name("mutation_equivalents.toml")

EARLIER: dict[str, str] = {}


@cache
def _clauses() -> dict[str, ClauseMutant]:
    return {mutant.id: mutant for mutant in clause_mutants(RULEBOOK)}


@cache
def _engine() -> dict[str, CodeMutant]:
    return {mutant.id: mutant for mutant in engine_mutants()}


@cache
def _hostile(seed: int) -> dict[str, CodeMutant]:
    return {mutant.id: mutant for mutant in hostile(seed).mutants}


@cache
def reasons() -> dict[str, dict[str, str]]:
    """Why mutants that no proof covers change nothing, as somebody wrote it down, by kind and id."""
    return tomllib.loads(REASONS.read_text(encoding="utf-8"))


def mutants(kind: str, seed: int = 1) -> Sequence[Mutant]:
    if kind == "clauses":
        return list(_clauses().values())
    return list((_hostile(seed) if kind == "hostile" else _engine()).values())


def shown(kind: str, ids: Sequence[str], seed: int) -> dict[str, Any]:
    """What a report says of hostile mutants besides: the seed, what these change, and what was left out and why."""
    if kind != "hostile":
        return {}
    made = _hostile(seed)
    return {
        "seed": seed,
        "diffs": {id: diff(source_of(made[id].module), made[id]) for id in ids},
        "left_out": [f"{s.module}/{s.place}: {s.what}: {s.reason}" for s in hostile(seed).skipped],
    }


def prepare(kind: str, proofs: Mapping[str, str]) -> None:
    """Everything the judges share, made once before processes are started."""
    mutants(kind)
    if kind == "clauses":
        EARLIER.update(proofs)
        made = recorded(FULL)
        assert made.moments and made.transitions
    else:
        mutation_engine.prepare()
        if said := hostile_healthy() if kind == "hostile" else healthy():
            raise AssertionError(f"the checks of the engine fail without any mutant: {said}")


def judge(kind: str, id: str, seed: int = 1) -> MutantFinding:
    if kind == "hostile":
        return judge_hostile(id, seed)
    return judge_clause(id) if kind == "clauses" else judge_engine(id)


def judge_clause(id: str) -> MutantFinding:
    mutant = _clauses()[id]
    if said := noticed(mutant, recorded(FULL)):
        return killed(id, said)
    if reason := reasons()["clauses"].get(id):
        return MutantFinding(id, Fate.EQUIVALENT, "reason", reason)
    return proved(mutant) or MutantFinding(id, Fate.SURVIVED)


def judge_engine(id: str) -> MutantFinding:
    if said := engine_noticed(_engine()[id]):
        return killed(id, said)
    reason = reasons()["engine"].get(id)
    return MutantFinding(id, Fate.EQUIVALENT, "reason", reason) if reason else MutantFinding(id, Fate.SURVIVED)


def judge_hostile(id: str, seed: int) -> MutantFinding:
    """A written reason is taken only of mutants that give every kept answer, and spares them the long tests."""
    mutant = _hostile(seed)[id]
    if said := answered_otherwise(mutant):
        return killed(id, said)
    if reason := reasons()["hostile"].get(id):
        return MutantFinding(id, Fate.EQUIVALENT, "reason", reason)
    said = hostile_noticed(mutant)
    return killed(id, said) if said else MutantFinding(id, Fate.SURVIVED)


def proved(mutant: ClauseMutant) -> MutantFinding | None:
    """The mutant is equivalent, by a proof for each number of players, made now or unchanged since the last report."""
    grounds = [_ground(players) for players in PLAYERS]
    key = digest(mutant, grounds[0])
    if EARLIER.get(key) == PROVED or all(equivalent(mutant, ground) for ground in grounds):
        return MutantFinding(mutant.id, Fate.EQUIVALENT, "proof", PROVED, key)
    return None


@cache
def _ground(players: int) -> EquivalenceGround:
    """All numbers, the theorems kept at every step, and the notions that questions are asked about."""
    known = NUMBERS.values(players) | {"cards": NUMBERS.deck_size}
    lemmas = [claim.term for claim in THEORY.claims(Form.INVARIANT) if claim.term is not None]
    return EquivalenceGround(known, lemmas, frozenset(recorded(FULL).questions))
