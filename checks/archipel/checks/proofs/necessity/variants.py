"""Rulebooks in which one part of a clause is deleted or turned into its opposite."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from archipel.spec.amendments import Amendment, amended
from archipel.spec.clauses import Nature, Part, Rulebook, Step
from archipel.spec.logic.terms import (
    All,
    Any,
    Binder,
    Definition,
    Domain,
    Num,
    NumApply,
    Prop,
    PropApply,
    Term,
    definitions_in,
    falsehood,
    negation,
    number,
    symbols_in,
    truth,
    walk,
)


@dataclass(frozen=True, eq=False)
class ClauseVariant:
    """A rulebook in which one part is deleted or turned into its opposite."""

    part: Part
    how: str
    rulebook: Rulebook


def variants(rulebook: Rulebook, part: Part) -> Iterator[ClauseVariant]:
    """The ways in which a part can be deleted or turned into its opposite."""
    match part.nature:
        case Nature.INVARIANT:
            return
        case Nature.PERMITS:
            assert isinstance(part.term, Prop)
            forbidding = replace(part, nature=Nature.GUARD, term=negation(part.term))
            yield ClauseVariant(part, "forbidden", with_parts(rulebook, {part: forbidding}))
        case Nature.DEFINITION:
            for how, body in _other_bodies(part.term):
                yield ClauseVariant(part, how, redefined(rulebook, part, body))
        case _:
            yield ClauseVariant(part, "deleted", with_parts(rulebook, {part: None}))


def _other_bodies(body: Term) -> list[tuple[str, Term]]:
    """A number as one more or nothing; a proposition without each of its members, and as never or always true."""
    match body:
        case Num():
            return [("one more", body + 1), ("nothing", number(0))]
        case All(parts) | Any(parts):
            members = [replace(body, parts=(*parts[:index], *parts[index + 1 :])) for index in range(len(parts))]
        case _:
            members = []
    without = [(f"without member {index + 1}", member) for index, member in enumerate(members)]
    return [*without, ("never", falsehood), ("always", truth)]


def with_parts(rulebook: Rulebook, changed: Mapping[Part, Part | None]) -> Rulebook:
    """A copy of a rulebook with some parts replaced or left out; the others are the same objects."""
    return amended(rulebook, Amendment(parts=changed))


def redefined(rulebook: Rulebook, part: Part, body: Term) -> Rulebook:
    """A copy of a rulebook in which a notion means something else, wherever it is used."""
    return amended(rulebook, Amendment(notions={part.name: body}))


@cache
def rests_on(owner: Part | Definition) -> frozenset[str]:
    """The names of all notions that a part or a notion rests on."""
    return frozenset(definitions_in(owner.term if isinstance(owner, Part) else owner.body))


def excerpt(rulebook: Rulebook, step: Step | None = None, notion: str = "") -> Rulebook:
    """A rulebook of one step or one notion alone: quicker to compile."""
    parts = [part for clause in rulebook.clauses.values() for part in clause.parts]
    others = [part for part in parts if step is None or part.step is not step]
    copy = with_parts(rulebook, dict.fromkeys(others))
    copy.steps = {} if step is None else {step.name: step}
    copy.definitions = {notion: rulebook.definitions[notion]} if notion else {}
    return copy


def sizes_in(terms: Iterable[Term]) -> set[str]:
    """The symbols that say how large the domains are that terms range over."""
    found: set[str] = set()
    for term in terms:
        bodies = [term, *(definition.body for definition in definitions_in(term).values())]
        for part in itertools.chain.from_iterable(map(walk, bodies)):
            for domain in _domains(part):
                found |= symbols_in(domain.size).keys() | symbols_in(domain.first).keys()
    return found


def _domains(term: Term) -> tuple[Domain, ...]:
    match term:
        case NumApply(symbol) | PropApply(symbol):
            return symbol.domains
        case _:
            return (term.variable.domain,) if isinstance(term, Binder) else ()
