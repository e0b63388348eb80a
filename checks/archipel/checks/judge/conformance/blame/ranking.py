"""The clauses that a difference is about, the likeliest first: whose mistake explains most of it, and what else speaks
against them. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from archipel.checks.judge.conformance.blame.answers import NO_PREDICTION, AnyMapping
from archipel.checks.judge.conformance.blame.blaming import Blame
from archipel.checks.judge.conformance.blame.evidence import FORBIDS, Evidence
from archipel.checks.judge.conformance.blame.otherwise import OtherGame, OtherTerms
from archipel.checks.judge.conformance.games import Difference
from archipel.checks.mutation.rulebooks import NOTIONS
from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.logic.terms import NumCall, PropCall, Term, walk

EVIDENCE = 0.15
"""So much nearer is a mistake of a clause if all evidence speaks against it."""
UNEXPLAINED, WITHOUT = 0.8, 0.5
"""How far off a clause is that no evidence speaks against and no mistake of which explains anything; and how much all
evidence weighs by itself."""
BREADTH, BROADEST = 0.01, 8
"""The more steps a clause speaks of, the less likely is a mistake of it that shows in one alone."""
MARGIN, EXACT, CLEAR = 0.35, 0.1, 0.2
"""Whoever is so much further off than the likeliest is not named; or, if that one explains everything, so much.

Where a program tells no state, all are named.
"""
UNKNOWN = 0.9
"""How much it counts that a clause changed what explains the answer if it had not changed."""
BY_NOTION = 0.06
"""Whoever uses a word that no clause defines is blamed less than who defines one."""
FEW = 3
"""If more clauses than that use a word that no clause defines, only those that there is evidence against are."""
USING = (Nature.GUARD, Nature.PERMITS, Nature.BECOMES, Nature.ADDS, Nature.DEFINITION)


class BlamedGame(OtherGame, Protocol):
    """A game by some readings, as far as blaming its clauses needs it."""

    @property
    def mapping(self) -> AnyMapping: ...

    def forbidding(self, position: Any, actions: Sequence[Any]) -> Iterable[str]: ...


def ranked(game: BlamedGame, difference: Difference) -> list[str]:
    """Every clause that has to do with a difference, the likeliest first; of what is accepted, who forbids it."""
    mapping = game.mapping
    evidence = Evidence(mapping, difference, game.forbidding).weights()
    rulebook = mapping.machine_at(difference.position).rulebook
    nearest: dict[str, float] = {}
    blame = _blame(game, difference)
    for clause, weight in ({} if blame is None else blame.changers()).items():
        evidence[clause] = max(evidence.get(clause, 0.0), UNKNOWN * weight)
    for clause, distance in () if blame is None else _mistaken(game, blame, rulebook, evidence):
        nearest[clause] = min(distance, nearest.get(clause, distance))
    accepted = "accepted" in difference.aspects
    forbidding = [clause for clause, weight in evidence.items() if accepted and weight >= FORBIDS]
    far = {
        clause: _far(nearest.get(clause, 9.0), evidence.get(clause, 0.0))
        + BREADTH * min(BROADEST, breadth(rulebook, clause))
        for clause in rulebook.clauses
        if clause in (forbidding or {*nearest, *evidence})
    }
    least = min(far.values(), default=0.0)
    most = least + (CLEAR if least <= EXACT else MARGIN) if difference.answer.state else 9.0
    return sorted([clause for clause in far if far[clause] <= most], key=lambda clause: far[clause])


def _far(nearest: float, weight: float) -> float:
    """How unlikely a clause is, by what a mistake of it explains and by the evidence against it."""
    return min(nearest - EVIDENCE * weight, UNEXPLAINED - WITHOUT * weight)


def breadth(rulebook: Rulebook, clause: str) -> int:
    """Of how many steps a clause speaks."""
    return max(1, len({part.step for part in rulebook.clauses[clause].parts if part.step is not None}))


def _blame(game: BlamedGame, difference: Difference) -> Blame | None:
    """Nobody, if a view or the whole state is wrong, as nothing follows from what is only looked at; or nonsense is."""
    if difference.members("view") or (difference.last is not None and difference.last.do == "state"):
        return None
    try:
        return Blame(game.mapping, difference, game.opening(difference.script.start))
    except NO_PREDICTION:
        return None


def _mistaken(
    game: BlamedGame, blame: Blame, rulebook: Rulebook, evidence: Mapping[str, float]
) -> Iterator[tuple[str, float]]:
    """The clauses a mistake of which explains something, and how far from the answer what follows from it is."""
    yield from OtherTerms(game, game.mapping, blame.difference).distances().items()
    yield from blame.numbered().items()
    for found in blame.explained():
        passage = found.suspect.passage
        if passage.clause != NOTIONS:
            yield passage.clause, found.rank
            continue
        using = users(rulebook, passage.name)
        for clause in using if len(using) <= FEW else using & evidence.keys():
            yield clause, found.rank + BY_NOTION


@lru_cache(maxsize=1024)
def users(rulebook: Rulebook, notion: str) -> frozenset[str]:
    """The clauses that use a notion, by themselves or in words that no clause defines."""
    found = set[str]()
    for clause in rulebook.clauses.values():
        found |= {part.clause for part in clause.parts if part.nature in USING and notion in _called(part.term)}
    stated = {part.name for part in rulebook.parts(Nature.DEFINITION)}
    for name, definition in rulebook.definitions.items():
        if name not in stated and notion in _called(definition.body):
            found |= users(rulebook, name)
    return frozenset(found)


def _called(term: Term) -> set[str]:
    return {part.definition.name for part in walk(term) if isinstance(part, NumCall | PropCall)}
