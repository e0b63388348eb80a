"""Both sides of what a clause decides: a situation in which it applies, and the nearest in which it just does not.

A solver finds them: where the rulebook and the same rulebook without some part of the clause part ways, the clause
applies; the nearest legal situation in which they do not is the other side. Where there is none, it is said why.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from archipel.checks.necessity import Finding, Search, Witness
from archipel.spec.machine import Values


@dataclass(frozen=True, eq=False)
class Example:
    """A situation that a solver found on one side of a clause: values of a position, and what is done there."""

    clause: str
    applies: bool
    witness: Witness
    values: Values
    given: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Boundary:
    """What was found about one clause; without an example on one side, ``reasons`` says why."""

    clause: str
    examples: tuple[Example, ...] = ()
    reasons: dict[str, str] = field(default_factory=dict)


def boundary(search: Search, finding: Finding) -> Boundary:
    """Both sides of a clause, as far as a solver finds them."""
    witness = finding.witness
    if witness is None:
        return Boundary(finding.clause, (), _without_witness(finding))
    applies = Example(finding.clause, True, witness, witness.values, witness.given)
    beside = search.contrast(witness)
    if beside is None:
        return Boundary(finding.clause, (applies,), {"fails": _always(witness)})
    return Boundary(finding.clause, (applies, Example(finding.clause, False, witness, *beside)))


def _without_witness(finding: Finding) -> dict[str, str]:
    if finding.proof is None:
        return dict.fromkeys(("applies", "fails"), "no situation was found in which anything depends on it")
    others = ", ".join(finding.proof.clauses)
    reason = f"it follows from other clauses (by {finding.proof.method}): {others}"
    return {"applies": f"nothing depends on it alone: {reason}", "fails": f"no game comes to where it fails: {reason}"}


def _always(witness: Witness) -> str:
    """Why nothing legal is on the other side, as far as was looked."""
    if witness.step is None:
        return "the solver finds nothing like it in which it would make no difference"
    name = witness.step.name.replace("_", "-")
    return f"the solver finds no {name} near it in which it would make no difference ({witness.scene.name})"
