"""Counting to a depth on all cores: sequences of decisions, and the different positions they reach.

Depth after depth: the positions of one are dealt out, each is followed by one decision wherever a process is free, and
what is reached is put together. Positions travel and are held as the bytes in which the game packs them. Equal
positions have equal bytes, so both numbers are exact: nothing is estimated, and no digest stands for a position.
Positions that several sequences reach are followed once. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import TypeVar

from archipel.checks.judge.game import Data, State, judge_of
from archipel.checks.support.digests import digest_of, joined
from archipel.checks.support.parallel import ALONE, Workers, in_order
from archipel.checks.support.progress import progress
from archipel.checks.support.work_sharing import Hands, all_hands
from archipel.reference.strict_json import BadInput, Field, canonical, parse

Found = TypeVar("Found")

Level = Mapping[bytes, int]
"""The positions of a depth, each with the number of sequences that reach it."""


@dataclass(frozen=True)
class Counted:
    """What was counted at one depth; a digest of the positions, if it was asked for."""

    depth: int
    sequences: int
    positions: int
    digest: str | None = None


@dataclass(frozen=True)
class PerftCount:
    """What to count: a game's position, how many positions of one depth may be held, and by whom it is counted."""

    game: str
    start: str
    """The position as canonical JSON: what another process, or another machine, can read."""
    most: int
    workers: Workers = ALONE

    def depths(self, depth: int, digests: bool = False) -> Iterator[Counted]:
        """What there is at each depth, from 0 on, as soon as it is known."""
        level: Level = {judge_of(self.game).packed(started(self.game, self.start)): 1}
        with all_hands(self.workers) as hands:
            for number in range(depth + 1):
                if number:
                    level = self._following(level, number, hands)
                found = self._digest(level, number, hands) if digests else None
                yield Counted(number, sum(level.values()), len(level), found)

    def _following(self, level: Level, depth: int, hands: Hands[Level, Level]) -> Level:
        """The positions one decision later."""
        found: dict[bytes, int] = {}
        for some in self._dealt_out(partial(followed, self.game, self.start), level, depth, hands):
            for position, ways in some.items():
                found[position] = found.get(position, 0) + ways
            if len(found) > self.most:
                raise BadInput(f"more than {self.most} positions at depth {depth} (see --positions)")
        return found

    def _digest(self, level: Level, depth: int, hands: Hands[Level, list[bytes]]) -> str:
        found = self._dealt_out(partial(digested, self.game, self.start), level, depth, hands)
        return joined([each for some in found for each in some])

    def _dealt_out(
        self, work: partial[Found], level: Level, depth: int, hands: Hands[Level, Found]
    ) -> Iterator[Found]:
        """What is found for the positions of a level, some at a time, with a bar."""
        pile = Positions(level)
        with progress(pile.left, f"depth {depth}") as advance:
            for found in hands(work, pile):
                advance(by=pile.taken_since())
                yield found

    def divided(self, depth: int) -> Iterator[tuple[Data, Counted]]:
        """Each first decision, and what there is at a depth if the game goes on with it."""
        number = len(judge_of(self.game).legal(started(self.game, self.start)))
        alone = PerftCount(self.game, self.start, self.most)
        with progress(number, "decisions") as advance:
            for found in in_order(partial(one_divided, alone, depth), range(number), self.workers):
                advance()
                yield found


class Positions:
    """Those of a level that nobody has taken yet."""

    def __init__(self, level: Level) -> None:
        self.left = len(level)
        self._rest = iter(level.items())
        self._known = self.left

    def take(self, most: int) -> Level:
        taken = dict(islice(self._rest, most))
        self.left -= len(taken)
        return taken

    def taken_since(self) -> int:
        """How many were taken since this was asked last."""
        taken, self._known = self._known - self.left, self.left
        return taken


# What is done wherever a process is free


@lru_cache(maxsize=4)
def started(game: str, start: str) -> State:
    """The position in which counting begins."""
    return judge_of(game).opened({"state": Field(parse(start))}).state


def followed(game: str, start: str, portion: Level) -> Level:
    """The positions one decision after these."""
    judge, beginning = judge_of(game), started(game, start)
    found: dict[bytes, int] = {}
    for position, ways in portion.items():
        state = judge.unpacked(position, beginning)
        for action in judge.legal(state):
            after = judge.packed(judge.after(state, action))
            found[after] = found.get(after, 0) + ways
    return found


def digested(game: str, start: str, portion: Level) -> list[bytes]:
    """The digest of each position."""
    judge, beginning = judge_of(game), started(game, start)
    return [digest_of(judge.position_data(judge.unpacked(position, beginning))) for position in portion]


def one_divided(count: PerftCount, depth: int, number: int) -> tuple[Data, Counted]:
    """A first decision by its number, and what there is at a depth after it."""
    judge, state = judge_of(count.game), started(count.game, count.start)
    action = judge.legal(state)[number]
    after = PerftCount(count.game, canonical(judge.state_data(judge.after(state, action))), count.most)
    *_, last = after.depths(depth - 1)
    return judge.action_data(action), Counted(depth, last.sequences, last.positions)
