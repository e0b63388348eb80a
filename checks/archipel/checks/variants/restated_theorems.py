"""Theorems about one rulebook, asked of a rulebook in which passages were changed. Nothing here knows any game.

A claim that calls a notion speaks of what the notion means now. A claim that quotes a passage word for word still
speaks of the old passage: it is told apart, because to ask it of the new rulebook would answer a question nobody has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from archipel.spec.amendments import Amendment, amended, calling
from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.logic.terms import Binder, Definition, Prop, Term, walk
from archipel.spec.readings import Reading
from archipel.spec.theorems import Claim, Form, Theory


@cache
def rebased(theory: Theory, rulebook: Rulebook, dropped: frozenset[str] = frozenset()) -> Theory:
    """The same theorems about another version of the rulebook; claims ``dropped`` may be relied on by nobody.

    These are invariants, and claims about steps that serve as lemmas.
    """
    if rulebook is theory.rulebook and not dropped:
        return theory
    given_up = {part: None for part in rulebook.parts(Nature.INVARIANT) if part.name in dropped}
    base = amended(rulebook, Amendment(parts=given_up)) if given_up else rulebook
    old = theory.rulebook.definitions
    changed = {name: new for name, new in base.definitions.items() if new is not old.get(name)}
    found = Theory(base)
    for id, theorem in theory.theorems.items():
        claims = [_rebased(claim, changed) for claim in theorem.claims if not _given_up(claim, dropped)]
        found.theorems[id] = replace(theorem, rulebook=base, claims=claims)
    return found


def _given_up(claim: Claim, dropped: frozenset[str]) -> bool:
    return claim.form in (Form.INVARIANT, Form.STEP) and claim.name in dropped


def _rebased(claim: Claim, definitions: dict[str, Definition]) -> Claim:
    if claim.term is None:
        return claim
    term = calling(claim.term, definitions)
    assert isinstance(term, Prop)
    return replace(claim, term=term)


def quoting(theory: Theory, readings: Iterable[Reading]) -> set[str]:
    """The theorems that quote a passage which these readings put into other words, or add to."""
    chosen = tuple(readings)
    replaced = {serial for reading in chosen for term in _replaced(theory, reading) for serial in _bound(term)}
    added = {reading.clause.id for reading in chosen if reading.steps or reading.clause.parts}
    return {
        theorem.id
        for theorem in theory.theorems.values()
        if added & set(theorem.clauses)
        or any(claim.term is not None and replaced & set(_bound(claim.term)) for claim in theorem.claims)
    }


def _replaced(theory: Theory, reading: Reading) -> Iterator[Term]:
    yield from (theory.rulebook.definitions[name].body for name in reading.notions)
    yield from (part.term for part in reading.parts)


def _bound(term: Term) -> Iterator[int]:
    """The variables bound in a term; each belongs to one passage and goes with it wherever it is quoted."""
    return (part.variable.serial for part in walk(term) if isinstance(part, Binder))
