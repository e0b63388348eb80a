"""Sets of hypotheses. A hypothesis has one reading for each point; nothing here knows any game.

With twenty-five points there are more hypotheses than anybody can try one by one, so a set is never listed. It is a
decision diagram: a node asks for the reading of one point and has a branch for each answer, and points that make no
difference are not asked for. Nodes are shared, so that equal sets are the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import TypeVar

Hypothesis = Mapping[str, str]
Ask = Callable[[str], str]
Position = TypeVar("Position")
Outcome = TypeVar("Outcome")


class Hypotheses:
    """A set of hypotheses: a node that asks for a point, or one of the two ends, which hold all and none."""

    __slots__ = ("branches", "level", "table")

    def __init__(self, table: HypothesisTable, level: int, branches: tuple[Hypotheses, ...]) -> None:
        self.table = table
        self.level = level
        self.branches = branches

    def __bool__(self) -> bool:
        return self is not self.table.none

    def __and__(self, other: Hypotheses) -> Hypotheses:
        return self.table.met(self, other)

    def __or__(self, other: Hypotheses) -> Hypotheses:
        return ~(~self & ~other)

    def __sub__(self, other: Hypotheses) -> Hypotheses:
        return self & ~other

    def __invert__(self) -> Hypotheses:
        return self.table.opposite(self)

    def __contains__(self, hypothesis: Hypothesis) -> bool:
        return self.holds(hypothesis.__getitem__)

    def holds(self, ask: Ask) -> bool:
        """Whether a hypothesis is in the set, asking for no more of its readings than that takes."""
        node = self
        while node.branches:
            node = node.branches[self.table.choices[node.point].index(ask(node.point))]
        return bool(node)

    @property
    def point(self) -> str:
        """The point that this node asks for."""
        return self.table.points[self.level]

    def count(self) -> int:
        """How many hypotheses there are in the set."""
        return self._count_below(0, {self.table.all: 1, self.table.none: 0})

    def _count_below(self, level: int, known: dict[Hypotheses, int]) -> int:
        if self not in known:
            known[self] = sum(branch._count_below(self.level + 1, known) for branch in self.branches)
        return known[self] * self.table.ways(level, self.level)

    def readings_of(self, point: str) -> tuple[str, ...]:
        """The readings that a point has in some hypothesis of the set."""
        return tuple(name for name in self.table.choices[point] if self & self.table.where(point, name))

    def points_asked(self) -> tuple[str, ...]:
        """The points on which it depends whether a hypothesis is in the set."""
        seen: set[Hypotheses] = set()
        todo = [self]
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo += node.branches
        levels = {node.level for node in seen if node.branches}
        return tuple(point for level, point in enumerate(self.table.points) if level in levels)

    def forgetting(self, point: str) -> Hypotheses:
        """The same set with any reading of the point."""
        level = self.table.points.index(point)
        found = self.table.none
        for reading in range(len(self.table.choices[point])):
            found |= self.table.fixed(self, level, reading)
        return found

    def first(self) -> Hypothesis:
        """A hypothesis of the set that takes the first readings where it can."""
        return self._walked(lambda branches: next(number for number, branch in enumerate(branches) if branch))

    def drawn(self, chance: Random) -> Hypothesis:
        """A hypothesis of the set, by chance."""

        def pick(branches: Sequence[Hypotheses]) -> int:
            return chance.choice([number for number, branch in enumerate(branches) if branch])

        return self._walked(pick)

    def _walked(self, pick: Callable[[Sequence[Hypotheses]], int]) -> Hypothesis:
        found, node = {}, self
        for level, (point, names) in enumerate(self.table.choices.items()):
            asked = node.level == level
            number = pick(node.branches if asked else [node] * len(names))
            found[point] = names[number]
            node = node.branches[number] if asked else node
        return found

    def combinations(self) -> Iterator[dict[str, tuple[str, ...]]]:
        """The set in pieces: each says which readings some points may have, the others having any."""
        if not self.branches:
            if self:
                yield {}
            return
        names = self.table.choices[self.point]
        for branch in dict.fromkeys(self.branches):
            here = tuple(name for name, other in zip(names, self.branches, strict=True) if other is branch)
            for rest in branch.combinations():
                yield {self.point: here, **rest}


class HypothesisTable:
    """The points and their readings, and every set of hypotheses made so far."""

    def __init__(self, choices: Mapping[str, Sequence[str]]) -> None:
        self.choices = {point: tuple(names) for point, names in choices.items()}
        self.points = tuple(choices)
        self.all = Hypotheses(self, len(choices), ())
        self.none = Hypotheses(self, len(choices), ())
        self._nodes: dict[tuple[int, tuple[Hypotheses, ...]], Hypotheses] = {}
        self._met: dict[tuple[Hypotheses, Hypotheses], Hypotheses] = {}
        self._opposite = {self.all: self.none, self.none: self.all}

    def where(self, point: str, *readings: str) -> Hypotheses:
        """All hypotheses in which a point has one of these readings."""
        names = self.choices[point]
        return self.node(self.points.index(point), [self.all if name in readings else self.none for name in names])

    def agreeing(self, choice: Hypothesis) -> Hypotheses:
        """All hypotheses that have these readings, whatever else they have."""
        found = self.all
        for point, name in choice.items():
            found &= self.where(point, name)
        return found

    def node(self, level: int, branches: Collection[Hypotheses]) -> Hypotheses:
        """The set that asks for a point; the same again if it was made before."""
        first, *others = branches
        if all(other is first for other in others):
            return first
        key = (level, tuple(branches))
        return self._nodes.setdefault(key, Hypotheses(self, *key))

    def met(self, one: Hypotheses, other: Hypotheses) -> Hypotheses:
        """What is in both sets."""
        if one is other or other is self.all or one is self.none:
            return one
        if one is self.all or other is self.none:
            return other
        key = (one, other)
        if key not in self._met:
            level = min(one.level, other.level)
            pairs = zip(self._below(one, level), self._below(other, level), strict=True)
            self._met[key] = self.node(level, [self.met(*pair) for pair in pairs])
        return self._met[key]

    def opposite(self, one: Hypotheses) -> Hypotheses:
        """What is not in the set."""
        if one not in self._opposite:
            found = self.node(one.level, [self.opposite(branch) for branch in one.branches])
            self._opposite[one], self._opposite[found] = found, one
        return self._opposite[one]

    def fixed(self, one: Hypotheses, level: int, reading: int) -> Hypotheses:
        """The set with a point's reading fixed and the point then forgotten."""
        if one.level > level:
            return one
        if one.level == level:
            return one.branches[reading]
        return self.node(one.level, [self.fixed(branch, level, reading) for branch in one.branches])

    def ways(self, start: int, end: int) -> int:
        """In how many ways the points of some levels can be read."""
        product = 1
        for point in self.points[start:end]:
            product *= len(self.choices[point])
        return product

    def _below(self, node: Hypotheses, level: int) -> Sequence[Hypotheses]:
        return node.branches if node.level == level else (node,) * len(self.choices[self.points[level]])


def outcomes(run: Callable[[Ask], Outcome], among: Hypotheses) -> Iterator[tuple[Outcome, Hypotheses]]:
    """What something comes to under the hypotheses of a set, with those under which it comes to that.

    It is run once for each different way of answering what it asks for, not once for each hypothesis.
    """
    todo: list[tuple[dict[str, str], Hypotheses]] = [({}, among)] if among else []
    while todo:
        inquiry = _Inquiry(*todo.pop())
        outcome = run(inquiry)
        todo += reversed(inquiry.others)
        yield outcome, inquiry.left


def parted(run: Callable[[Ask], Outcome], among: Hypotheses) -> dict[Outcome, Hypotheses]:
    """The different outcomes, each with all hypotheses of the set under which it comes about."""
    found: dict[Outcome, Hypotheses] = {}
    for outcome, hypotheses in outcomes(run, among):
        found[outcome] = found[outcome] | hypotheses if outcome in found else hypotheses
    return found


def onward(
    standing: Mapping[Position, Hypotheses], step: Callable[[Position, Ask], Outcome]
) -> dict[Outcome, Hypotheses]:
    """What a step comes to from several positions; what comes to the same is followed together from there on."""
    found: dict[Outcome, Hypotheses] = {}
    for position, among in standing.items():
        for outcome, hypotheses in outcomes(partial(step, position), among):
            found[outcome] = found[outcome] | hypotheses if outcome in found else hypotheses
    return found


class _Inquiry:
    """Answers for one run: what is known already, else the first reading that some hypothesis has."""

    def __init__(self, known: dict[str, str], left: Hypotheses) -> None:
        self.known = known
        self.left = left
        self.others: list[tuple[dict[str, str], Hypotheses]] = []

    def __call__(self, point: str) -> str:
        if point not in self.known:
            table = self.left.table
            parts = {name: part for name in table.choices[point] if (part := self.left & table.where(point, name))}
            reading, *others = parts
            self.others += [({**self.known, point: other}, parts[other]) for other in others]
            self.known[point], self.left = reading, parts[reading]
        return self.known[point]
