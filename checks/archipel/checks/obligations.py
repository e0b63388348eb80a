"""Proof obligations over one step of a rulebook, for a solver. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    later = Interpretation.__new__(Interpretation)
    later.__dict__.update(view.__dict__)
    later.unknowns = dict(view.unknowns)
    for change in changes:
        later.unknowns[change.target.name] = {
            place: view(change.term, _bound(change, place)) for place in view.table(change.target)
        }
    return later


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


def preserved(
    rulebook: Rulebook, claim: Part, step: Step, known: Mapping[str, Any], prover: str, assume: Iterable[Part] = ()
) -> Verdict:
    """Whether a step taken where the invariants hold leads to where the claim holds."""
    view = Interpretation(prover, known)
    given = [*rulebook.parts(Nature.INVARIANT), *rulebook.parts(Nature.REQUIREMENT), *assume]
    assumptions = [view(part.term) for part in given]
    assumptions += [view(guard.term) for guard in rulebook.guards(step)]
    assumptions += arguments_in_range(view, step)
    later = after(view, rulebook.changes(step))
    return decide(view, assumptions, later(claim.term))


def initially(rulebook: Rulebook, claim: Part, known: Mapping[str, Any], prover: str) -> Verdict:
    """Whether the claim holds in every opening position."""
    view = Interpretation(prover, known)
    given = rulebook.parts(Nature.INITIAL, Nature.REQUIREMENT)
    return decide(view, [view(part.term) for part in given], view(claim.term))


