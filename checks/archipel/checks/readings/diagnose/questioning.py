"""The fewest questions that tell hypotheses apart. Nothing here knows any game.

A question parts a set of hypotheses: those in different parts answer differently. Two hypotheses are told apart by a
choice of questions if one of the questions parts them. Pairs are never listed: a solver looks for a pair that some
question parts and the choice does not, and every such pair says of which questions one at least must be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, Protocol

from archipel.checks.readings.diagnose.hypotheses import Hypotheses

Parts = Sequence[Hypotheses]

# One question less is better than any preference among them.
ONE_QUESTION = 1_000_000
MILLISECONDS = 10_000


@dataclass(frozen=True)
class DiagnosisAnswer:
    """What another program may answer, for programs and in words, and the hypotheses that answer so."""

    data: Mapping[str, object]
    told: Mapping[str, str]
    those: Hypotheses


@dataclass(frozen=True)
class Question:
    """A question for people and for programs, with every answer to be expected."""

    data: Mapping[str, object]
    told: Callable[[str], str]
    answers: Sequence[DiagnosisAnswer]


class Candidate(Protocol):
    """Something that could be asked; of two that part the hypotheses alike, the simpler one is."""

    @property
    def parts(self) -> Parts: ...

    @property
    def simplicity(self) -> tuple[int, ...]: ...

    def question(self) -> Question: ...


@dataclass(frozen=True)
class Inquiry:
    """Questions to ask, the most telling first.

    ``needed`` is how many it takes to tell apart all that any of the ``tried`` ones does; ``fewest`` says whether it
    was shown that no fewer do. ``untold`` are points that are open and that none of them decides.
    """

    questions: Sequence[Question]
    needed: int
    fewest: bool
    tried: int
    untold: Sequence[str]


def inquiry(batches: Iterable[Iterable[Candidate]], among: Hypotheses, at_most: int | None) -> Inquiry:
    """What to ask: candidates are looked at batch by batch until every open point is told apart."""
    candidates: dict[frozenset[Hypotheses], Candidate] = {}
    untold, tried = _open_points(among), 0
    for batch in batches:
        for candidate in batch:
            tried += 1
            key = frozenset(candidate.parts)
            if key not in candidates or candidate.simplicity < candidates[key].simplicity:
                candidates[key] = candidate
        found = [candidate.parts for candidate in candidates.values()]
        untold = [point for point in untold if not any(tells(parts, point) for parts in found)]
        if not untold:
            break
    ranked = sorted(candidates.values(), key=lambda candidate: candidate.simplicity)
    numbers, fewest = selected([candidate.parts for candidate in ranked], among)
    chosen = sorted([ranked[number] for number in numbers], key=lambda candidate: left_over(candidate.parts))
    return Inquiry([one.question() for one in chosen[:at_most]], len(chosen), fewest, tried, untold)


def _open_points(among: Hypotheses) -> list[str]:
    return [point for point in among.table.points if len(among.readings_of(point)) > 1]


def tells(parts: Parts, point: str) -> bool:
    """Whether hypotheses that differ only on this point can be in different parts."""
    forgetful = [part.forgetting(point) for part in parts]
    return any(one & other for one, other in combinations(forgetful, 2))


def left_over(parts: Parts) -> int:
    """How many hypotheses an answer leaves, times all there are, if each is as likely as the others."""
    return sum(part.count() ** 2 for part in parts)


# The choice


def selected(questions: Sequence[Parts], among: Hypotheses) -> tuple[list[int], bool]:
    """The fewest questions that do what all do (of equally many, the first), and whether that was shown."""
    pairs, needed = _Pairs(questions, among), list[frozenset[int]]()
    fewest = _enough(pairs, needed, partial(_smallest, a_number_more=0))
    if fewest is None:
        return sorted(_enough(pairs, needed, _few) or ()), False
    return sorted(_enough(pairs, needed, partial(_smallest, a_number_more=1)) or fewest), True


def _enough(
    pairs: _Pairs, needed: list[frozenset[int]], choose: Callable[[Sequence[frozenset[int]]], frozenset[int] | None]
) -> frozenset[int] | None:
    """The first choice with something of each set needed that leaves no pair together; None if choosing takes too long.

    Pairs that a choice leaves together are needed from then on.
    """
    while (chosen := choose(needed)) is not None:
        fresh = list(pairs.left_by(chosen))
        if not fresh:
            return chosen
        needed += fresh
    return None


def _smallest(needed: Sequence[frozenset[int]], a_number_more: int) -> frozenset[int] | None:
    """The smallest choice with something of each of these sets, perhaps of low numbers; None if it takes too long."""
    import z3

    solver = z3.Optimize()
    solver.set("timeout", MILLISECONDS)
    taken = {number: z3.Bool(f"question {number}") for number in sorted(frozenset().union(*needed))}
    for numbers in needed:
        solver.add(z3.Or([taken[number] for number in sorted(numbers)]))
    for number, each in taken.items():
        solver.add_soft(z3.Not(each), ONE_QUESTION + a_number_more * number)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    return frozenset(number for number, each in taken.items() if z3.is_true(model.eval(each)))


def _few(needed: Sequence[frozenset[int]]) -> frozenset[int]:
    """A small choice with something of each of these sets: always what most of those need that have nothing yet."""
    chosen: frozenset[int] = frozenset()
    while left := [numbers for numbers in needed if not numbers & chosen]:
        counted = {number: sum(number in other for other in left) for numbers in left for number in sorted(numbers)}
        chosen |= {max(counted, key=lambda number: (counted[number], -number))}
    return chosen


class _Pairs:
    """Pairs of hypotheses, looked for by a solver."""

    def __init__(self, questions: Sequence[Parts], among: Hypotheses) -> None:
        import z3

        self.z3 = z3
        self.solver = z3.Solver()
        one, other = _Unknown("one", among), _Unknown("other", among)
        self.parted = [z3.Bool(f"parted {number}") for number in range(len(questions))]
        self.solver.add(one.within(among), other.within(among), z3.Or(self.parted))
        for parted, parts in zip(self.parted, questions, strict=True):
            self.solver.add(parted == z3.Or([one.within(part) != other.within(part) for part in parts]))

    def left_by(self, chosen: frozenset[int]) -> Iterator[frozenset[int]]:
        """Pairs that none of the chosen questions parts, no two parted by one question: by which each is."""
        while (pair := self._left_by(chosen)) is not None:
            yield pair
            chosen |= pair

    def _left_by(self, chosen: frozenset[int]) -> frozenset[int] | None:
        if self.solver.check([self.z3.Not(self.parted[number]) for number in sorted(chosen)]) == self.z3.unsat:
            return None
        model = self.solver.model()
        return frozenset(number for number, parted in enumerate(self.parted) if self.z3.is_true(model.eval(parted)))


class _Unknown:
    """A hypothesis that a solver is to find."""

    def __init__(self, name: str, among: Hypotheses) -> None:
        import z3

        self.z3 = z3
        self.readings = {point: z3.Int(f"{name} {point}") for point in among.table.points}
        self.known: dict[Hypotheses, Any] = {
            among.table.all: z3.BoolVal(True),
            among.table.none: z3.BoolVal(False),
        }

    def within(self, hypotheses: Hypotheses) -> Any:
        """That it is in a set; any number stands for some reading, those out of range for the last."""
        if hypotheses not in self.known:
            reading = self.readings[hypotheses.point]
            *others, formula = [self.within(branch) for branch in hypotheses.branches]
            for number, branch in enumerate(others):
                formula = self.z3.If(reading == number, branch, formula)
            self.known[hypotheses] = formula
        return self.known[hypotheses]
