"""What a file of conjectures about Lagoon needs: its words, the logic, and what a claim can be about."""

from __future__ import annotations

from collections.abc import Callable

from tests.toy.spec import *  # noqa: F403
from tests.toy.spec import Reefs, rules

from archipel.checks.proofs.conjectures.state import Conjecture, Scope, stating
from archipel.spec.clauses import Step
from archipel.spec.logic import *  # noqa: F403
from archipel.spec.logic import Num, Prop


def over_reef(statement: str) -> Callable[[Callable[[Num], Prop]], Conjecture]:
    return stating(Scope.ANYWHERE, statement, (Reefs,))


def over_position(statement: str) -> Callable[[Callable[[], Prop]], Conjecture]:
    return stating(Scope.REACHABLE, statement)


def over_decision(statement: str, *steps: Step) -> Callable[[Callable[[], Prop]], Conjecture]:
    return stating(Scope.STEP, statement, steps=steps or rules.decisions)


def over_round(statement: str) -> Callable[[Callable[[], Prop]], Conjecture]:
    return stating(Scope.ROUND, statement)
