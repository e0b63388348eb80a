"""Proof obligations over one step of a rulebook, for a solver. Nothing here knows any game."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from archipel.checks.results import Status
from archipel.spec.clauses import Change, Nature, Part, Rulebook, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role, Symbol, symbols_in

TIMEOUT_MS = 60_000

Split: TypeAlias = Mapping[str, Sequence[str]]
NO_SPLIT: Split = {}
Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True)
class Verdict:
    """What a solver says of a claim, and a situation in which it fails, if it does."""

    status: Status
    situation: Mapping[str, Any]


def decide(view: Interpretation, assumptions: Iterable[Any], claim: Any, timeout: int = TIMEOUT_MS) -> Verdict:
    """Whether the claim follows from the assumptions."""
    return decide_each(view, assumptions, {"": claim}, timeout)[""]


def decide_each(
    view: Interpretation, assumptions: Iterable[Any], claims: Mapping[Name, Any], timeout: int = TIMEOUT_MS
) -> dict[Name, Verdict]:
    """For each claim, whether it follows from the assumptions; the solver is told these only once."""
    solver = view.api.Solver()
    solver.set("timeout" if view.api.__name__ == "z3" else "tlimit-per", timeout)
    solver.add(*(view.expression(fact) for fact in assumptions))
    return {name: _verdict(view, solver, claim) for name, claim in claims.items()}


def _verdict(view: Interpretation, solver: Any, claim: Any) -> Verdict:
    if claim is True:
        return Verdict(Status.PROVED, {})
    solver.push()
    solver.add(view.expression(view.negation(claim)))
    answer = solver.check()
    found = situation(view, solver.model()) if answer == view.api.sat else {}
    solver.pop()
    if answer == view.api.unsat:
        return Verdict(Status.PROVED, {})
    return Verdict(Status.REFUTED if answer == view.api.sat else Status.UNDECIDED, found)


def situation(view: Interpretation, model: Any) -> dict[str, Any]:
    """The model's value for every unknown that is not zero or false."""
    found = {}
    for name, table in view.unknowns.items():
        for place, unknown in table.items():
            value = model.eval(unknown, model_completion=True) if not isinstance(unknown, int) else unknown
            text = str(value)
            if text not in ("0", "False"):
                found["_".join([name, *map(str, place)])] = text
    return found


def after(view: Interpretation, changes: Iterable[Change]) -> Interpretation:
    """The facts after a step: what it changes as expressions of what was, everything else as it was."""
    return view.changed(
        {
            change.target.name: {
                place: view(change.term, _bound(change, place)) for place in view.table(change.target)
            }
            for change in changes
        }
    )


def _bound(change: Change, place: tuple[int, ...]) -> dict[int, Any]:
    return {variable.serial: index for variable, index in zip(change.variables, place, strict=True)}


def arguments_in_range(view: Interpretation, step: Step) -> list[Any]:
    """The arguments of a decision are values it can have at all."""
    conditions = []
    for symbol in step.arguments:
        for value in view.table(symbol).values():
            conditions += _in_range(view, symbol, value)
    return conditions


def _in_range(view: Interpretation, symbol: Symbol, value: Any) -> list[Any]:
    if isinstance(value, int):
        return []
    if symbol.values is None:
        return [value >= 0]
    elements = view.elements(symbol.values)
    return [value >= elements.start, value < elements.stop]


def related(parts: Iterable[Part], claim: Part) -> list[Part]:
    """The parts that share a fact or a piece of material with the claim.

    Leaving assumptions out can only make a claim harder to prove, never a false claim true.
    """
    about = {s.name for s in symbols_in(claim.term).values() if s.role in (Role.STATE, Role.MATERIAL)}
    return [part for part in parts if about & symbols_in(part.term).keys()]


def induction(
    rulebook: Rulebook, claims: Sequence[Part], known: Mapping[str, Any], prover: str, split: Split = NO_SPLIT
) -> dict[str, dict[str, Verdict]]:
    """For each claim, whether every opening position has it and every step keeps it, step by step.

    A step is taken from any position in which all the claims hold, reachable or not.
    """
    found = {claim.name: {"opening": initially(rulebook, claim, known, prover)} for claim in claims}
    for step in rulebook.steps.values():
        for name, verdict in preserved(rulebook, claims, step, known, prover, split).items():
            found[name][step.name] = verdict
    return found


def initially(rulebook: Rulebook, claim: Part, known: Mapping[str, Any], prover: str) -> Verdict:
    """Whether every opening position has what the claim says."""
    view = Interpretation(prover, known)
    parts = rulebook.parts(Nature.INITIAL, Nature.REQUIREMENT)
    verdict = decide(view, [view(part.term) for part in related(parts, claim)], view(claim.term))
    if verdict.status is Status.PROVED:
        return verdict
    return decide(view, [view(part.term) for part in parts], view(claim.term))


def follows(claim: Part, given: Iterable[Part], known: Mapping[str, Any], prover: str) -> Verdict:
    """Whether the claim holds in every position in which the given parts hold."""
    view = Interpretation(prover, known)
    assumptions = [view(part.term) for part in related(given, claim)]
    pieces = dict(enumerate(view.conjuncts(claim.term)))
    verdicts = decide_each(view, assumptions, pieces).values()
    return next((verdict for verdict in verdicts if verdict.status is not Status.PROVED), Verdict(Status.PROVED, {}))


def preserved(
    rulebook: Rulebook,
    claims: Sequence[Part],
    step: Step,
    known: Mapping[str, Any],
    prover: str,
    split: Split = NO_SPLIT,
) -> dict[str, Verdict]:
    """For each claim, whether a step taken where all of them hold leads to where it holds.

    The arguments named by ``split`` are tried value by value, each a smaller problem.
    """
    changes = rulebook.changes(step)
    touched = {change.target.name for change in changes}
    concerned = [claim for claim in claims if touched & symbols_in(claim.term).keys()]
    found = {claim.name: Verdict(Status.PROVED, {}) for claim in claims}
    for case in _cases(Interpretation(prover, known), step, split):
        view = Interpretation(prover, {**known, **case})
        later = after(view, changes)
        assumptions = taking(view, rulebook, claims, step)
        pieces = {(c.name, n): piece for c in concerned for n, piece in enumerate(later.conjuncts(c.term))}
        verdicts = decide_each(view, assumptions, pieces)
        found |= {name: verdict for (name, _), verdict in verdicts.items() if verdict.status is not Status.PROVED}
    return found


def taking(view: Interpretation, rulebook: Rulebook, claims: Sequence[Part], step: Step) -> list[Any]:
    """What is assumed when a step is taken: the claims hold, its guards allow it, its arguments exist."""
    terms = [part.term for part in (*claims, *rulebook.guards(step))]
    return [view(term) for term in terms] + arguments_in_range(view, step)


def _cases(view: Interpretation, step: Step, split: Split) -> Iterator[dict[str, int]]:
    domains = {symbol.name: symbol.values for symbol in step.arguments if symbol.values is not None}
    names = split.get(step.name, ())
    if unknown := [name for name in names if name not in domains]:
        raise ValueError(f"{step.name} has no argument {', '.join(unknown)} to try value by value")
    for values in itertools.product(*(view.elements(domains[name]) for name in names)):
        yield dict(zip(names, values, strict=True))
