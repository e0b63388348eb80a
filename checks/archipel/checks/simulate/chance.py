"""Chance that any language can repeat: SplitMix64, and how the games of a run are given theirs.

A run has a seed. A generator that begins with it gives one number for each game of the run: with this number the
generator of that game begins. So every game can be played alone, on any machine and in any order.
"""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")

NAME = "splitmix64"
MASK = 0xFFFF_FFFF_FFFF_FFFF
STEP = 0x9E37_79B9_7F4A_7C15
MOST_SEED = 10**15 - 1


def mixed(number: int) -> int:
    """What SplitMix64 makes of one state."""
    number = (number ^ number >> 30) * 0xBF58_476D_1CE4_E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D0_49BB_1331_11EB & MASK
    return number ^ number >> 31


class Chance:
    """A generator of 64 bits."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    @classmethod
    def of_game(cls, seed: int, number: int) -> Chance:
        """The generator of one game of a run; games count from 0."""
        return cls(mixed(seed + (number + 1) * STEP & MASK))

    def bits(self) -> int:
        """The next 64 bits."""
        self.state = self.state + STEP & MASK
        return mixed(self.state)

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, from the upper 32 of the next 64 bits."""
        return (self.bits() >> 32) * count >> 32

    def shuffled(self, items: list[Item]) -> list[Item]:
        """Another order: the last place is filled first, then the one before it, down to the second."""
        for last in range(len(items) - 1, 0, -1):
            drawn = self.below(last + 1)
            items[last], items[drawn] = items[drawn], items[last]
        return items
