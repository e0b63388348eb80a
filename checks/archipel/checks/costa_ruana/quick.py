"""A short form of ``archipel prove`` that stops at the first thing it notices; mutants are judged with it."""

from __future__ import annotations

from collections.abc import Iterator

from archipel.checks.agreement.suite import all_openings, first_noticed, whole_games
from archipel.checks.costa_ruana import suite
from archipel.checks.costa_ruana.decks import broken_clauses
from archipel.checks.costa_ruana.examples import EXAMPLES
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.proofs.obligations import theory_checks
from archipel.checks.proofs.prover import TIMEOUT_MS
from archipel.checks.proofs.results import Check
from archipel.reference.costa_ruana import balanced_deck
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import RULEBOOK

ROUNDS_OF_POLICIES = 3


def quick_checks() -> Iterator[Check]:
    """Cheap checks first."""
    for id in EXAMPLES:
        yield Check(f"example.{id}", 3, suite.worked_example)
    for players in PLAYERS:
        yield Check("clauses.requirements", players, suite.requirements)
        yield Check("clauses.permissions", players, suite.permissions)
    yield Check("clauses.invariants", 2, suite.edges_of_positions)
    yield Check("agreement.activation", 2, suite.activation)
    for players in (2, 3, 4):
        yield Check("agreement.islands", players, suite.islands)
        yield Check("agreement.succession", players, suite.succession)
    yield Check("agreement.scoring", 3, suite.scoring)
    yield Check("setup.openings", 2, all_openings, (suite.GAME,))
    yield Check("views", 3, suite.views, (2,))
    for players in PLAYERS:
        yield Check("agreement.games", players, whole_games, (suite.GAME, 0, ROUNDS_OF_POLICIES * len(POLICIES)))
        yield Check("agreement.positions", players, suite.scattered_positions, (60,))
    yield from invariants()


def invariants() -> Iterator[Check]:
    """What the clauses say of every position, by one prover for two players."""
    stated = {part.name for part in RULEBOOK.parts(Nature.INVARIANT)}
    for check in theory_checks(suite.GAME, [2], TIMEOUT_MS, ["z3"]):
        left = check.without(set(check.keys) - stated)
        if left is not None:
            yield left


def main() -> int:
    if broken := broken_clauses(balanced_deck()):
        print(f"the shipped deck breaks {', '.join(broken)}")
        return 1
    return first_noticed(quick_checks())
