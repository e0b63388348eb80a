"""The numbers of the game, as printed in the rulebook. Clauses name them; none is written into a clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

ISLANDS_FOR_PLAYERS: Mapping[int, int] = MappingProxyType({2: 4, 3: 6, 4: 7, 5: 9, 6: 10})


@dataclass(frozen=True)
class Numbers:
    """Every number of Costa Ruana; the defaults are the rulebook's."""

    min_players: int = 2
    max_players: int = 6
    deck_size: int = 72
    island_cards: int = 10
    island_cap: int = 7
    colours: int = 6
    inhabitants: int = 10
    gems: int = 50
    least_amount: int = 1
    greatest_amount: int = 3
    hand: int = 5
    settlers: int = 3
    poor_islands: int = 2
    poor_treasures: int = 4
    treasures_per_island: int = 5
    rounds: int = 5
    draw: int = 2
    last_draw: int = 1
    treasure_points: int = 2
    reserve_points: int = 1
    islands_for_players: Mapping[int, int] = field(default_factory=lambda: ISLANDS_FOR_PLAYERS)

    def values(self, players: int) -> dict[str, Any]:
        """The value of every parameter symbol, for a number of players."""
        scalars = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "islands_for_players"}
        counts = range(self.min_players, self.max_players + 1)
        table = tuple(self.islands_for_players[n] for n in counts)
        return {
            **scalars,
            "players": players,
            "islands_for": table,
            "islands": self.islands_for_players[players],
        }

    def for_statements(self) -> dict[str, int]:
        """The numbers as statements of clauses name them."""
        scalars = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "islands_for_players"}
        return scalars | {f"islands_for_{n}": k for n, k in self.islands_for_players.items()}


NUMBERS = Numbers()
