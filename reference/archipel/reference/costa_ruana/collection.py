"""Collect the treasures of the islands: who gets one, and whose inhabitant goes home for it."""

from __future__ import annotations

from archipel.reference.costa_ruana.readings import OURS, Readings
from archipel.reference.costa_ruana.state import State, replaced, total


def island_winner(counts: tuple[int, ...], treasures: int, readings: Readings = OURS) -> int | None:
    """Who gets a treasure of an island holding these inhabitants, if anybody.

    A player with more than each other player; failing that, the owner of a single inhabitant outside the
    conflict. Readings differ in what more means, in who is outside, and in which of the two goes first.
    """
    first, most, alone = 0, 0, False
    for player, count in enumerate(counts):
        if count > most:
            first, most, alone = player, count, True
        elif count == most:
            alone = False
    if not treasures or not most:
        return None
    majority = alone and (readings.majority == "each" or 2 * most > total(counts))
    if majority and readings.priority == "majority-first":
        return first
    lone = _outside_conflicts(counts, readings)
    return first if majority and lone is None else lone


def _outside_conflicts(counts: tuple[int, ...], readings: Readings) -> int | None:
    """Who takes a treasure because he is outside every conflict, where there is one."""
    lone = _lone_inhabitant(counts) if readings.lone == "inhabitant" else _lone_player(counts, readings)
    return lone if lone is not None and _has_conflict(counts, readings) else None


def _lone_inhabitant(counts: tuple[int, ...]) -> int | None:
    """Whose single inhabitant no other single inhabitant stands against."""
    lone: int | None = None
    for player, count in enumerate(counts):
        if count == 1:
            if lone is not None:
                return None
            lone = player
    return lone


def _lone_player(counts: tuple[int, ...], readings: Readings) -> int | None:
    """Who alone is there with a number that nobody else has; or, of all those, who has the highest."""
    outside = [count for count in counts if count and counts.count(count) == 1]
    if len(outside) == 1 or (outside and readings.lone == "highest-unique"):
        return counts.index(max(outside))
    return None


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
