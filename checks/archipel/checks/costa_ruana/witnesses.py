"""What a prover found, made into something people can use: replayed by the engine, told, and searched for in games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archipel.checks.costa_ruana.reaching import Budget
from archipel.checks.costa_ruana.witness import Situation, replay
from archipel.checks.costa_ruana.witness_export import as_json
from archipel.checks.costa_ruana.witness_goals import reach
from archipel.checks.proving import Question, term_of
from archipel.checks.scenes import Verdict
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.logic.terms import Role, symbols_in
from archipel.spec.theorems import Claim, Theorem

SEARCH = Budget(decisions=120, setups=2)


def situation_of(claim: Claim, theorem: Theorem | None, question: Question, verdict: Verdict) -> Situation:
    """The situation a prover found, with what it is about."""
    step = verdict.where if verdict.where in RULEBOOK.steps else None
    statements = RULEBOOK.clauses[claim.theorem].statements if theorem is None else theorem.statements
    numbers = NUMBERS.for_statements()
    sentences = {language: sentence.format(**numbers) for language, sentence in statements.items()}
    mentions = {symbol.name for symbol in symbols_in(term_of(claim)).values() if symbol.role is Role.STATE}
    return Situation.found(question.players, verdict.values, step, sentences, mentions)


def witness(claim: Claim, theorem: Theorem | None, question: Question, verdict: Verdict) -> Mapping[str, Any]:
    """The situation as data. It is searched for in games where that was not done for fewer players already."""
    situation = situation_of(claim, theorem, question, verdict)
    replayed = replay(situation)
    fewest = min((theorem.players if theorem else ()) or range(NUMBERS.min_players, NUMBERS.max_players + 1))
    if question.prover != "z3" or question.players > fewest:
        return as_json(situation, replayed)
    return as_json(situation, replayed, reach(situation, replayed, SEARCH))
