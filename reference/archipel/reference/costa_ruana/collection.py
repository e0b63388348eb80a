"""Collect the treasures of the islands: who gets one, and whose inhabitant goes home for it."""

from __future__ import annotations

from archipel.reference.costa_ruana.readings import OURS, Readings
from archipel.reference.costa_ruana.state import State, replaced


def island_winner(counts: tuple[int, ...], treasures: int, readings: Readings = OURS) -> int | None:
    """Who gets a treasure of an island holding these inhabitants, if anybody.

    A player with more than each other player; failing that, the owner of a single inhabitant outside the
    conflict. If nobody has more than each other, there is one; if nobody has more than all, there may be none.
    """
    if not treasures:
        return None
    most = max(counts)
    by_each = readings.majority == "each"
    if most and counts.count(most) == 1 and (by_each or 2 * most > sum(counts)):
        return counts.index(most)
    single = counts.count(1) == 1 and (by_each or _has_conflict(counts, readings))
    return counts.index(1) if single else None


def _has_conflict(counts: tuple[int, ...], readings: Readings = OURS) -> bool:
    """Whether some players have equally many inhabitants on an island."""
    present = [count for count in counts if count or readings.absent_players == "in-conflict"]
    return len(set(present)) < len(present)


def collect(state: State) -> State:
    """Each island gives at most one treasure; the winner takes back one inhabitant from it."""
    readings = state.game.rules.readings
    rows, treasures = list(state.inhabitants), list(state.treasures)
    reserve, gains = list(state.reserve), list(state.gains)
    for island, row in enumerate(state.inhabitants):
        winner = island_winner(row, treasures[island], readings)
        if winner is None:
            continue
        treasures[island] -= 1
        gains[winner] += 1
        if readings.return_after_conflict == "winner-returns" or not _has_conflict(row, readings):
            rows[island] = replaced(row, winner, row[winner] - 1)
            reserve[winner] += 1
    return state.changed(
        inhabitants=tuple(rows), treasures=tuple(treasures), reserve=tuple(reserve), gains=tuple(gains)
    )
