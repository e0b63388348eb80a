"""How many terms of clauses are looked at if every clause is asked once (*operation counting*)."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.logic.terms import Binder, Domain, Term, children
from archipel.spec.machine import evaluate_number


def evaluations(rulebook: Rulebook, values: Mapping[str, Any]) -> int:
    """The terms of every clause, asked once here, and of every definition for all its elements."""

    def elements(domain: Domain) -> int:
        return int(evaluate_number(domain.size, values))

    def looked_at(term: Term) -> int:
        here = 1 + sum(looked_at(child) for child in children(term))
        return here * elements(term.variable.domain) if isinstance(term, Binder) else here

    parts = rulebook.parts(Nature.GUARD, Nature.INVARIANT)
    changes = [change for step in rulebook.steps.values() for change in rulebook.changes(step)]
    tables = [(change.term, change.variables) for change in changes]
    tables += [(definition.body, definition.parameters) for definition in rulebook.definitions.values()]
    tabulated = sum(looked_at(term) * prod(elements(v.domain) for v in variables) for term, variables in tables)
    return tabulated + sum(looked_at(part.term) for part in parts)
