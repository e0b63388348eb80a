"""Counting to a depth: how many sequences of decisions there are from a position, and how many positions they reach.

Sequences that end earlier are not counted: the number at a depth is that of sequences of exactly so many decisions.
Sequences that lead to equal positions are followed together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from archipel.checks.digests import digest
from archipel.checks.judging.game import Action, Data, Judge, State
from archipel.checks.judging.limits import Budget
from archipel.checks.judging.rpc import RpcError

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
