"""Collect the treasures of the islands: who gets one, and whose inhabitant goes home for it."""

from __future__ import annotations

from archipel.reference.costa_ruana.state import State, replaced


def island_winner(counts: tuple[int, ...], treasures: int) -> int | None:
    """Who gets a treasure of an island holding these inhabitants, if anybody.

    A player with more than each other player; failing that, the owner of a single inhabitant outside the
    conflict.
    """
    if not treasures:
        return None
    most = max(counts)
    if most and counts.count(most) == 1:
        return counts.index(most)
    return counts.index(1) if counts.count(1) == 1 else None


def collect(state: State) -> State:
    """Each island gives at most one treasure; the winner takes back one inhabitant from it."""
    rows, treasures = list(state.inhabitants), list(state.treasures)
    reserve, gains = list(state.reserve), list(state.gains)
    for island, row in enumerate(state.inhabitants):
        winner = island_winner(row, treasures[island])
        if winner is None:
            continue
        rows[island] = replaced(row, winner, row[winner] - 1)
        treasures[island] -= 1
        reserve[winner] += 1
        gains[winner] += 1
    return state.changed(
        inhabitants=tuple(rows), treasures=tuple(treasures), reserve=tuple(reserve), gains=tuple(gains)
    )
