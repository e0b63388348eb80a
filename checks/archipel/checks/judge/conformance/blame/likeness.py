"""How much of the difference between two answers a third one explains (*F-measure*). Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

Path = tuple[Hashable, ...]
Aspects = Mapping[str, Mapping[Path, Any]]
"""What is answered, aspect by aspect: each a table of its entries."""

MISSING = object()
TOUCHED = 0.4
"""What it counts that an entry is predicted to differ, but otherwise than it does."""
BESIDES = 3.0
"""So often as much as differs, at most, counts of what is predicted to differ, and does not."""


def entries(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The single values in nested lists and objects, each with the way to it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from entries(inner, (*path, name))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from entries(inner, (*path, index))
    else:
        yield path, value


def unlikeness(told: Aspects, expected: Aspects, predicted: Aspects) -> float:
    """0 if everything told is predicted, 1 if nothing of what differs from what is expected is."""
    hit = changed = differing = 0.0
    for name in told:
        aspect = _aspect(told[name], expected.get(name, {}), predicted.get(name, expected.get(name, {})))
        hit, changed, differing = hit + aspect[0], changed + aspect[1], differing + aspect[2]
    return 1.0 - 2.0 * hit / (changed + differing) if hit else 1.0


def _aspect(
    told: Mapping[Path, Any], expected: Mapping[Path, Any], predicted: Mapping[Path, Any]
) -> tuple[float, float, float]:
    """How much of what differs is predicted, how much is predicted to, and how much does, each in parts of the last."""
    if told is expected or (told == expected and predicted == expected):
        return 0.0, 0.0, 0.0
    hit, changed, differing = 0.0, 0, 0
    for path in {*told, *expected, *predicted}:
        theirs, ours, guess = (table.get(path, MISSING) for table in (told, expected, predicted))
        differing += theirs != ours
        changed += guess != ours
        if theirs != ours and guess != ours:
            hit += 1.0 if guess == theirs else TOUCHED
    if not differing:
        return 0.0, 1.0, 0.0
    return hit / differing, min(BESIDES, changed / differing), 1.0
