"""Which readings make another game of a variant than its own do. Nothing here knows any game.

A few games, played under both, show most differences. Where they show none, provers are asked whether there is one
anywhere that both come to; if they do not exclude it, a situation shows it in which all holds that may be relied upon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.readings.divergence import doubtful
from archipel.checks.support.parallel import run_all
from archipel.checks.variants.theorem_impact import NOTHING, Fallen, ImpactCase, Manner, original_of
from archipel.checks.variants.variant_files import Variant, made


@dataclass(frozen=True)
class ReadingDifference:
    """Whether a reading that is not the variant's makes another game, in the original and in the variant.

    None stands for what could not be decided, or cannot be asked.
    """

    point: str
    reading: str
    originally: bool | None
    now: bool | None

    def as_json(self) -> dict[str, Any]:
        return {"point": self.point, "reading": self.reading, "originally": self.originally, "now": self.now}


def differences(cases: Sequence[ImpactCase], fallen: Fallen, manner: Manner) -> list[list[ReadingDifference]]:
    """For each reading that is not ours, what it does in each case; nobody relies on invariants that have fallen."""
    points = game_called(cases[0].variant.game).readings.points.values()
    others = [(point.id, name) for point in points for name in point.readings if name != point.default.name]
    tasks = [partial(difference, cases, point, name, fallen, manner.provers) for point, name in others]
    return run_all(tasks, manner.workers, "readings", lambda number, _: "=".join(others[number]))


def difference(
    cases: Sequence[ImpactCase], point: str, reading: str, fallen: Fallen, provers: tuple[str, ...]
) -> list[ReadingDifference]:
    """Whether a reading differs from ours in the original, and from the variant's own in each case."""
    original = original_of(cases[0].variant)
    found = []
    for case in cases:
        both = [n for n in case.players if n in original.players]
        originally = _differs(original, both, point, reading, {}, provers)
        now = _differs(case.variant, case.players, point, reading, fallen, provers)
        found.append(ReadingDifference(point, reading, originally, now))
    return found


def _differs(
    variant: Variant, counts: Sequence[int], point: str, reading: str, fallen: Fallen, provers: tuple[str, ...]
) -> bool | None:
    """Whether a reading makes another game for some number of players."""
    other = _other(variant, point, reading)
    if other is None or not counts:
        return None
    table = game_called(variant.game).variant_games
    if not table.duel(variant, other, NOTHING).occasions:
        return False
    if any(table.apart_in_play(variant, other, n) for n in counts):
        return True
    undecided = False
    for n in counts:
        parts = _parts(variant, other, n, fallen.get((variant, n), NOTHING), provers)
        if parts:
            return True
        undecided = undecided or parts is None
    return None if undecided else False


@cache
def _parts(
    variant: Variant, other: Variant, players: int, fallen: frozenset[str], provers: tuple[str, ...]
) -> bool | None:
    """Whether two variants part anywhere, as the provers see it; None if they cannot say."""
    places = doubtful(game_called(variant.game).variant_games.duel(variant, other, fallen), players, provers)
    if not places:
        return False
    return True if any(place.somewhere(players) for place in places) else None


def _other(variant: Variant, point: str, reading: str) -> Variant | None:
    """The variant with another reading of one point; None if that cannot be."""
    if variant.choice.get(point, game_called(variant.game).readings.points[point].default.name) == reading:
        return None
    try:
        return made(variant.game, dict(variant.given), {**variant.choice, point: reading})
    except ValueError:
        return None
