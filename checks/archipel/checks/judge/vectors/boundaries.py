"""Both sides of what a clause decides: a situation in which it applies, and the nearest in which it just does not.

A solver finds them: where the rulebook and the same rulebook without some part of the clause part ways, the clause
applies; the nearest legal situation in which they do not is the other side. Where there is none, it is said why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from archipel.checks.proofs.necessity import NecessityFinding, Search, Witness
from archipel.checks.proofs.necessity.variants import ClauseVariant, variants
from archipel.spec.clauses import Nature, Part, Rulebook
from archipel.spec.machine import Values


@dataclass(frozen=True, eq=False)
class BoundaryExample:
    """A situation that a solver found on one side of a clause: values of a position, and what is done there."""

    clause: str
    applies: bool
    witness: Witness
    values: Values
    given: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class VectorBoundary:
    """What was found about one clause; without an example on one side, ``reasons`` says why."""

    clause: str
    examples: tuple[BoundaryExample, ...] = ()
    reasons: dict[str, str] = field(default_factory=dict)


def boundary(search: Search, finding: NecessityFinding, players: Sequence[int]) -> VectorBoundary:
    """Both sides of a clause, as far as a solver finds them, for the fewest of these players."""
    if finding.witness is None:
        return VectorBoundary(finding.clause, (), _without_witness(finding))
    witnesses = [finding.witness, *_of_other_variants(search, finding.witness, players)]
    examples = tuple(example for witness in witnesses for example in _sides(search, witness))
    one_sided = all(example.applies for example in examples)
    return VectorBoundary(finding.clause, examples, {"fails": _always(finding.witness)} if one_sided else {})


def _sides(search: Search, witness: Witness) -> Iterator[BoundaryExample]:
    clause = witness.part.clause
    yield BoundaryExample(clause, True, witness, witness.values, witness.given)
    if (beside := search.contrast(witness)) is not None:
        yield BoundaryExample(clause, False, witness, *beside)


def _of_other_variants(search: Search, witness: Witness, players: Sequence[int]) -> Iterator[Witness]:
    """What depends on a notion in other ways: where it matters that it is so, that it is not, and for what reason."""
    if witness.part.nature is not Nature.DEFINITION:
        return
    for variant in ways_to_change(search.rulebook, witness.part):
        if variant.how != witness.variant.how:
            found = (search.telling(variant, number) for number in players)
            yield from islice((each for each in found if each is not None), 1)


def ways_to_change(rulebook: Rulebook, part: Part) -> list[ClauseVariant]:
    """The variants of a part; for a notion first the one in which nothing is like that."""
    return sorted(variants(rulebook, part), key=lambda variant: variant.how not in ("never", "nothing"))


def _without_witness(finding: NecessityFinding) -> dict[str, str]:
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
