"""Counting to a depth: how many sequences of decisions there are from a position, and how many positions they reach.

Sequences that end earlier are not counted: the number at a depth is that of sequences of exactly so many decisions.
Sequences that lead to equal positions are followed together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from archipel.checks.judge.game import Action, Data, Judge, State
from archipel.checks.judge.oracle.limits import Budget
from archipel.checks.judge.oracle.rpc import RpcError
from archipel.checks.support.digests import digest

Level = Mapping[State, int]


@dataclass(frozen=True)
class Counts:
    """For each depth from 0 on, how many sequences and how many different positions; and the last positions."""

    sequences: tuple[int, ...]
    positions: tuple[int, ...]
    last: Level

    def as_json(self) -> Data:
        return {"sequences": list(self.sequences), "positions": list(self.positions)}


def perft(judge: Judge, start: State, depth: int, budget: Budget) -> Counts:
    """Count from a position to a depth; a limit is answered with what was counted until then."""
    level: Level = {start: 1}
    sequences, positions = [1], [1]
    for _ in range(depth):
        try:
            level = _following(judge, level, budget)
        except RpcError as error:
            counted = Counts(tuple(sequences), tuple(positions), {}).as_json()
            raise RpcError(error.code, error.message, {**(error.data or {}), **counted}) from None
        sequences.append(sum(level.values()))
        positions.append(len(level))
    return Counts(tuple(sequences), tuple(positions), level)


def divide(judge: Judge, start: State, depth: int, budget: Budget) -> Iterator[tuple[Action, Counts]]:
    """The same apart for each first decision."""
    for action in judge.legal(start):
        yield action, perft(judge, judge.after(start, action), depth - 1, budget)


def _following(judge: Judge, level: Level, budget: Budget) -> Level:
    following: dict[State, int] = {}
    for state, ways in level.items():
        budget.spend(len(following))
        for action in judge.legal(state):
            after = judge.after(state, action)
            following[after] = following.get(after, 0) + ways
    budget.spend(len(following))
    return following


def digest_of(judge: Judge, level: Level, budget: Budget) -> str:
    """A digest of positions, made within a budget."""

    def told() -> Iterator[Data]:
        for state in level:
            budget.spend(0)
            yield judge.position_data(state)

    return digest(told())


@dataclass(frozen=True)
class Asked:
    """What to count: to which depth, with a digest of the last positions, or apart for each first decision."""

    depth: int
    digest: bool = False
    apart: bool = False


class Counter(Protocol):
    """Who counts, here or elsewhere; clients whose counts should not hold up each other's are told apart."""

    def __call__(self, judge: Judge, start: State, asked: Asked, budget: Budget, client: object) -> Data: ...


def count_here(judge: Judge, start: State, asked: Asked, budget: Budget, client: object = None) -> Data:
    """The answer to what is asked, found by whoever calls."""
    if asked.apart:
        return _apart(judge, start, asked.depth, budget)
    found = perft(judge, start, asked.depth, budget)
    extra = {"digest": digest_of(judge, found.last, budget)} if asked.digest else {}
    return {"depth": asked.depth, **found.as_json(), **extra}


def _apart(judge: Judge, start: State, depth: int, budget: Budget) -> Data:
    parts = list(divide(judge, start, depth, budget))
    return {
        "depth": depth,
        "sequences": sum(counts.sequences[-1] for _, counts in parts),
        "moves": [
            {
                "action": judge.action_data(action),
                "sequences": counts.sequences[-1],
                "positions": counts.positions[-1],
            }
            for action, counts in parts
        ],
    }
