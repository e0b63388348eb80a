"""Rules that differ from the rulebook's in one point, and whether a claim is false of them.

A theorem that would hold whatever the rules said shows nothing, so each claim is tried under rules that break it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any

from archipel.checks.costa_ruana.theory import game, known
from archipel.checks.proofs.prover import ANYWHERE, ProofQuestion, ProofStage, decide, places_to_prove, term_of
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import SolverVerdict
from archipel.spec.clauses import Nature, Part
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK, Numbers
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.logic import Prop
from archipel.spec.logic.terms import Term
from archipel.spec.theorems import Claim, Form, Outcome, Theorem

Change = Callable[[], Any]


@dataclass(frozen=True)
class Case:
    """A claim, and numbers or rules that make it false, for so many players."""

    claim: str
    change: Change = ExitStack
    players: int = 2
    numbers: Numbers = NUMBERS
    where: str = ""


@contextmanager
def meaning(notion: str, body: Callable[..., Term]) -> Iterator[None]:
    """The rules with another meaning for a notion."""
    definition = RULEBOOK.definitions[notion]
    kept = definition.body
    object.__setattr__(definition, "body", body(*definition.parameters))
    try:
        yield
    finally:
        object.__setattr__(definition, "body", kept)


@contextmanager
def part(clause: str, name: str, term: Callable[..., Term] | None = None) -> Iterator[None]:
    """The rules without a part of a clause, or with another term for it."""
    parts = RULEBOOK.clauses[clause].parts
    kept = list(parts)
    changed = [replace(old, term=term(*old.variables)) if term and old.name == name else old for old in kept]
    parts[:] = [new for new in changed if term or new.name != name]
    assert parts != kept
    try:
        yield
    finally:
        parts[:] = kept


@contextmanager
def also(always: Callable[[], Prop]) -> Iterator[None]:
    """The rules with one more thing that always holds."""
    parts = RULEBOOK.clauses["round.steps"].parts
    parts.append(Part("round.steps", Nature.INVARIANT, "one_thing_more", always()))
    try:
        yield
    finally:
        parts.pop()


@contextmanager
def together(*changes: Change) -> Iterator[None]:
    with ExitStack() as stack:
        for change in changes:
            stack.enter_context(change())
        yield


def without(clause: str, name: str) -> Change:
    return partial(part, clause, name)


def instead(clause: str, name: str, term: Callable[..., Term]) -> Change:
    return partial(part, clause, name, term)


def means(notion: str, body: Callable[..., Term]) -> Change:
    return partial(meaning, notion, body)


def theorems_in(chapters: Sequence[ModuleType]) -> list[Theorem]:
    """The theorems that some chapters state."""
    stated = [value for chapter in chapters for value in vars(chapter).values()]
    return [theorem for theorem in THEORY.theorems.values() if any(theorem is value for value in stated)]


def claims_that_hold(theorems: Sequence[Theorem]) -> set[str]:
    """The claims of theorems that a prover has to show."""
    return {
        claim.name
        for theorem in theorems
        for claim in theorem.claims
        if claim.form is not Form.WORKED_OUT and theorem.outcome is Outcome.HOLDS
    }


def restated(claim: Claim, chapters: Sequence[ModuleType]) -> Claim:
    """The claim with its words meaning what they mean now."""
    body = next(vars(chapter)[claim.name] for chapter in chapters if claim.name in vars(chapter))
    return replace(claim, term=body())


def exception(case: Case, claim: Claim, numbers: Numbers) -> SolverVerdict:
    """A situation, among all that keep the invariants, in which the claim is false; nothing is assumed alike."""
    setting = replace(game(), known=partial(known, numbers=numbers), hints={}, opaque={}, witness=None)
    where = case.where or places_to_prove(setting, claim)[0]
    question = ProofQuestion(setting, case.players, "z3", 20_000, as_functions=False)
    stage = ProofStage.set_up(question, where, (), {}, claim)
    facts = [stage.scene.fact(term) for _, term in stage.available(claim)]
    view = stage.seen_by(claim)
    return stage.scene.find([*stage.given, *facts, view.negation(view(term_of(claim)))])


def possibility(case: Case, claim: Claim, numbers: Numbers) -> Status:
    """What a prover says of a claim that something is possible, under the rules of a case."""
    setting = replace(game(), known=partial(known, numbers=numbers), witness=None)
    with case.change():
        return decide(ProofQuestion(setting, case.players, "z3"), ANYWHERE, [claim])[claim.name].status
