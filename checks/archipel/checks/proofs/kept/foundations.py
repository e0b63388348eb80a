"""Dependency graph of proofs: whether everything a proof assumed was really proved, in an order without circles.

A proof that assumes other claims is one only if these are proved too: for as many players, by the same prover, in every
place where they have to be shown. What was not is *undecided*, and so is all that rests on it. Hints and expectations
count for nothing here, only what each proof said it used.

Which circles are sound (assume-guarantee reasoning): an invariant may be proved over a step from any invariants in the
position before the step, itself among them, and from claims about that step. Openings have all of them, and if all hold
at one moment of a game, then all hold at the next: that is one induction over the moments of a game. Everything else
rests on claims about the same moment, and there a topological order must exist. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.obligations import claims_of
from archipel.checks.proofs.prover import ProofGame, places_to_prove
from archipel.checks.proofs.results import Check, Result, Status
from archipel.spec.theorems import Claim, Form

Run = Callable[[Sequence[Check]], Iterable[Result]]


class Node(NamedTuple):
    """A claim, or what a check shows by itself, for one number of players, as one prover sees it."""

    claim: str
    players: int
    prover: str | None


class Foundations:
    """The claims of a game that proofs may rest on, and the checks that find out about them."""

    def __init__(self, game: ProofGame, checks: Callable[[], Sequence[Check]] = tuple) -> None:
        self.game = game
        self._checks = checks

    @cached_property
    def checks(self) -> Sequence[Check]:
        return self._checks()

    @cached_property
    def claims(self) -> Mapping[str, Claim]:
        return claims_of(self.game)

    @classmethod
    def of(cls, name: str, players: Sequence[int], timeout: int, deep: bool = False) -> Foundations:
        """All that is found out about a game; checks are made only if something has to be found out besides."""
        game = game_called(name)
        return cls(game.proofs, lambda: game.suite.checks(1, players, timeout, deep=deep))

    # What has to be found out besides

    def completed(self, results: Iterable[Result], run: Run) -> list[Result]:
        """The results together with those about everything they rest on, however far down (transitive closure)."""
        found = list(results)
        asked = {_node(result) for result in found}
        while wanted := {node for result in found for node in grounds(result)} - asked:
            asked |= wanted
            parts = [_part(check, wanted) for check in self.checks]
            found += run([part for part in parts if part is not None])
        return found

    # What stands

    def judged(self, results: Sequence[Result]) -> list[Result]:
        """The results, those that rest on something unproved as undecided."""
        looked_at = _by_node(results)
        established = self.established(looked_at)
        return [self._judged(result, looked_at, established) for result in results]

    def established(self, looked_at: Mapping[Node, Sequence[Result]]) -> frozenset[Node]:
        """The claims that are proved together with all they rest on: the greatest set that bears itself.

        In it, what rests on claims about the same moment comes after them (topological order).
        """
        found = frozenset(node for node, results in looked_at.items() if self._is_shown(node, results))
        while True:
            ordered = self._ordered(found, looked_at)
            left = frozenset(node for node in ordered if _assumed(looked_at[node]) <= found)
            if left == found:
                return found
            found = left

    def _is_shown(self, node: Node, results: Sequence[Result]) -> bool:
        """Whether a claim was proved wherever it has to be shown, whatever that rests on."""
        claim = self.claims.get(node.claim)
        if node.prover is None or not results:
            return False
        if claim is None:
            return all(not result.item and _proves(result) for result in results)
        if not self.game.is_claimed(claim, node.players):
            return False
        places = {result.place for result in results}
        return places >= set(places_to_prove(self.game, claim)) and all(_proves(result) for result in results)

    def _ordered(self, nodes: frozenset[Node], looked_at: Mapping[Node, Sequence[Result]]) -> frozenset[Node]:
        """The claims that come, in some order, after all claims about the same moment that they rest on."""
        now = {node: _assumed(one for one in looked_at[node] if not self._is_induction(one)) for node in nodes}
        found: frozenset[Node] = frozenset()
        while more := {node for node in nodes - found if now[node] <= found}:
            found |= more
        return found

    def _is_induction(self, result: Result) -> bool:
        """Whether what a result assumes is about the moment before: an invariant after a step."""
        claim = self.claims.get(result.item)
        steps = self.game.theory.rulebook.steps
        return claim is not None and claim.form is Form.INVARIANT and result.place in steps

    def _judged(
        self, result: Result, looked_at: Mapping[Node, Sequence[Result]], established: frozenset[Node]
    ) -> Result:
        missing = sorted(grounds(result) - established)
        if not missing:
            return result
        reasons = {node: _reason(looked_at.get(node, ())) for node in missing}
        first = min(missing, key=lambda node: (not reasons[node], node.claim))
        why = reasons[first] or "rests on what is not proved, or on itself"
        return unsupported(result, f"rests on {first.claim}, which {why}")


def grounds(result: Result) -> frozenset[Node]:
    """What a result assumes: it has to hold for as many players and by the same prover."""
    return frozenset(Node(name, result.players, result.prover) for name in result.rests_on)


def unsupported(result: Result, why: str) -> Result:
    """A result of which nothing is left, because what it rests on does not stand."""
    return replace(result, status=Status.UNDECIDED, detail=why, witness={})


def nothing_stands(results: Iterable[Result]) -> list[Result]:
    """The results where nobody knows what they could rest on."""
    return [
        unsupported(one, f"rests on {one.rests_on[0]}, which was not looked at") if one.rests_on else one
        for one in results
    ]


def _node(result: Result) -> Node:
    return Node(result.item or result.id, result.players, result.prover)


def _by_node(results: Iterable[Result]) -> dict[Node, list[Result]]:
    found: dict[Node, list[Result]] = {}
    for result in results:
        found.setdefault(_node(result), []).append(result)
    return found


def _assumed(results: Iterable[Result]) -> frozenset[Node]:
    return frozenset(node for result in results for node in grounds(result))


def _proves(result: Result) -> bool:
    return result.status is Status.PROVED


def _reason(results: Sequence[Result]) -> str:
    """Why a claim does not hold by itself; empty if that is because of what it rests on."""
    if not results:
        return "was not proved for as many players"
    statuses = {result.status for result in results}
    if Status.REFUTED in statuses:
        return "is refuted"
    return "" if statuses == {Status.PROVED} else "is undecided"


def _part(check: Check, wanted: set[Node]) -> Check | None:
    """What a check finds out about some claims; one that is not about several is a claim itself."""
    if not check.itemised:
        return check if any((node.claim, node.players) == (check.id, check.players) for node in wanted) else None
    items = {item for item in check.keys if any(Node(item, check.players, one) in wanted for one in check.provers)}
    return check.without(set(check.keys) - items) if items else None
