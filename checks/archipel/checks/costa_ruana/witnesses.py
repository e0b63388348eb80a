"""What a prover found, made into something people can use: replayed by the engine, told, and searched for in games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archipel.checks.agreement.witnesses.counterexamples import Counterexample
from archipel.checks.agreement.witnesses.game_search import SearchBudget
from archipel.checks.agreement.witnesses.whole_position import whole_position
from archipel.checks.costa_ruana.witness import REPLAYER
from archipel.checks.costa_ruana.witness_export import as_json
from archipel.checks.costa_ruana.witness_goals import reach
from archipel.checks.proofs.prover import ProofQuestion, term_of
from archipel.checks.proofs.solver_session import SolverVerdict
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.logic.terms import Role, symbols_in
from archipel.spec.theorems import Claim, Theorem

SEARCH = SearchBudget(decisions=120, setups=2)


def complete(claim: Claim, players: int, values: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """A whole position, as the engine has it, that is like this where the claim looks; None if there is none."""
    given = {name: value for name, value in values.items() if name in symbols_in(term_of(claim))} | {"players": players}
    return whole_position(REPLAYER, claim, given, THEORY.invariants)


def situation_of(
    claim: Claim, theorem: Theorem | None, question: ProofQuestion, verdict: SolverVerdict
) -> Counterexample:
    """The situation a prover found, with what it is about."""
    step = verdict.where if verdict.where in RULEBOOK.steps else None
    statements = RULEBOOK.clauses[claim.theorem].statements if theorem is None else theorem.statements
    numbers = NUMBERS.for_statements()
    sentences = {language: sentence.format(**numbers) for language, sentence in statements.items()}
    mentions = {symbol.name for symbol in symbols_in(term_of(claim)).values() if symbol.role is Role.STATE}
    return REPLAYER.found(question.players, verdict.values, step, sentences, mentions)


def witness(
    claim: Claim, theorem: Theorem | None, question: ProofQuestion, verdict: SolverVerdict
) -> Mapping[str, Any]:
    """The situation as data. It is searched for in games where that was not done for fewer players already."""
    situation = situation_of(claim, theorem, question, verdict)
    replayed = REPLAYER.replay(situation)
    fewest = min((theorem.players if theorem else ()) or range(NUMBERS.min_players, NUMBERS.max_players + 1))
    if question.prover != "z3" or question.players > fewest:
        return as_json(situation, replayed)
    return as_json(situation, replayed, reach(situation, replayed, SEARCH), claim.name)
