"""All the actions a game can know, built once, so that listing legal actions only picks among them."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from archipel.reference.costa_ruana.actions import (
    Accept,
    Action,
    Condition,
    Face,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Stand,
    StandFrom,
)

Menu = tuple[Action, ...]
Spread = tuple[int, ...]


class SeatMenus:
    """The menus of one seat; ``stays`` if what is moved may come to the island where it is."""

    def __init__(self, seat: int, players: int, islands: int, cards: int, largest: int, stays: bool) -> None:
        seats = range(players)
        spots = [(by, face) for face in Face for by in seats]
        spread = _spreads_up_to(islands, largest)
        self.settle: Menu = tuple([Settle(seat, i) for i in range(islands)])
        self.play_up = [tuple([PlayUp(seat, c, b) for b in seats]) for c in range(cards)]
        self.play_down = [tuple([PlayDown(seat, c, b) for b in seats]) for c in range(cards)]
        self.no_stand: Menu = (Pass(seat),)
        self.stand: Menu = (*[Stand(seat, by, face) for by, face in spots], *self.no_stand)
        self.stand_from = [tuple([StandFrom(seat, by, face, i) for by, face in spots]) for i in range(islands)]
        self.flip: Menu = tuple([Flip(seat, condition) for condition in Condition])
        self.resolve = [Resolve(seat, by, face) for by, face in spots]
        self.remove: dict[Spread, Action] = {s: Remove(seat, s) for s in spread}
        self.place: dict[Spread, Action] = {s: Place(seat, s) for s in spread}
        self.place_anywhere: list[Menu] = [
            tuple([self.place[s] for s in spread if len(s) == size]) for size in range(largest + 1)
        ]
        journeys = [[(i, j) for j in range(islands) if i != j or stays] for i in range(islands)]
        self.move_treasure: list[Menu] = [tuple([MoveTreasure(seat, *way) for way in ways]) for ways in journeys]
        self.move_inhabitant = [
            [tuple([MoveInhabitant(seat, owner, *way) for way in ways]) for owner in seats] for ways in journeys
        ]
        self.offer: Menu = (Accept(seat), *[Name(seat, other) for other in seats if other != seat])

    def known(self) -> tuple[object, ...]:
        """Everything there is in the menus."""
        return (
            self.settle,
            self.play_up,
            self.play_down,
            self.stand,
            self.stand_from,
            self.flip,
            self.resolve,
            self.remove,
            self.place,
            self.move_treasure,
            self.move_inhabitant,
            self.offer,
        )


def _spreads_up_to(islands: int, largest: int) -> list[Spread]:
    sizes = range(1, largest + 1)
    return [s for size in sizes for s in combinations_with_replacement(range(islands), size)]


@lru_cache(maxsize=4096)
def spreads(limits: Spread, size: int) -> tuple[Spread, ...]:
    """All ways to name so many islands in increasing order, each at most as often as its limit."""
    islands = [island for island, limit in enumerate(limits) if limit]
    tight = [island for island in islands if limits[island] < size]
    found = list(combinations_with_replacement(islands, size))
    for island in tight:
        limit = limits[island]
        found = [spread for spread in found if spread.count(island) <= limit]
    return tuple(found)
