"""Proof obligations over one step of a rulebook, for a solver. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.results import Status
from archipel.spec.clauses import Change, Nature, Part, Rulebook, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Symbol

TIMEOUT_MS = 60_000


@dataclass(frozen=True)
class Verdict:
    """What a solver says of a claim, and a situation in which it fails, if it does."""

    status: Status
    situation: Mapping[str, Any]


def decide(view: Interpretation, assumptions: Iterable[Any], claim: Any, timeout: int = TIMEOUT_MS) -> Verdict:
    """Whether the claim follows from the assumptions."""
    api = view.api
    solver = api.Solver()
    solver.set("timeout" if api.__name__ == "z3" else "tlimit-per", timeout)
    for fact in (*assumptions, view.negation(claim)):
        solver.add(api.BoolVal(fact) if isinstance(fact, bool) else fact)
    answer = solver.check()
    if answer == api.unsat:
        return Verdict(Status.PROVED, {})
    if answer == api.sat:
        return Verdict(Status.REFUTED, situation(view, solver.model()))
    return Verdict(Status.UNDECIDED, {})


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
    if symbol.values is None:
        return [value >= 0]
    elements = view.elements(symbol.values)
    return [value >= elements.start, value < elements.stop]


def induction(
    rulebook: Rulebook, claims: Sequence[Part], known: Mapping[str, Any], prover: str
) -> dict[str, dict[str, Verdict]]:
    """For each claim, whether every opening position has it and every step keeps it, step by step.

    A step is taken from any position in which all the claims hold, reachable or not.
    """
    found: dict[str, dict[str, Verdict]] = {claim.name: {} for claim in claims}
    opening = Interpretation(prover, known)
    given = [opening(part.term) for part in rulebook.parts(Nature.INITIAL, Nature.REQUIREMENT)]
    for claim in claims:
        found[claim.name]["opening"] = decide(opening, given, opening(claim.term))
    for step in rulebook.steps.values():
        for name, verdict in preserved(rulebook, claims, step, known, prover).items():
            found[name][step.name] = verdict
    return found


def preserved(
    rulebook: Rulebook, claims: Sequence[Part], step: Step, known: Mapping[str, Any], prover: str
) -> dict[str, Verdict]:
    """For each claim, whether a step taken where all of them hold leads to where it holds."""
    view = Interpretation(prover, known)
    assumptions = [view(claim.term) for claim in claims]
    assumptions += [view(guard.term) for guard in rulebook.guards(step)]
    assumptions += arguments_in_range(view, step)
    later = after(view, rulebook.changes(step))
    return {claim.name: decide(view, assumptions, later(claim.term)) for claim in claims}
