"""What another program needs for a fingerprint: the generator, and what it draws before the first decision.

Prints the setup of one game of a run: python fingerprint.py PLAYERS SEED NUMBER
"""

import json
import sys

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15


def mixed(state: int) -> int:
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
    return state ^ (state >> 31)


class Chance:
    """SplitMix64."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, count: int) -> int:
        self.state = (self.state + STEP) & MASK
        return ((mixed(self.state) >> 32) * count) >> 32

    def shuffled(self, items: list[int]) -> list[int]:
        for last in range(len(items) - 1, 0, -1):
            drawn = self.below(last + 1)
            items[last], items[drawn] = items[drawn], items[last]
        return items


players, seed, number = map(int, sys.argv[1:])
chance = Chance(mixed((seed + (number + 1) * STEP) & MASK))
cards = 12 * players  # in the shipped deck, the cards with at most so many notches are the first ones
islands = {2: 4, 3: 6, 4: 7, 5: 9, 6: 10}[players]
setup = {
    "players": players,
    "order": chance.shuffled(list(range(cards))),
    "tide": ("high_tide", "low_tide")[chance.below(2)],
    "time": ("day", "night")[chance.below(2)],
    "poor": sorted(chance.shuffled(list(range(islands)))[:2]),
    "shaman": chance.below(players),
}
print(json.dumps(setup, sort_keys=True, separators=(",", ":")))
# From here on: actions[chance.below(len(actions))] for every decision, even if there is only one action.
