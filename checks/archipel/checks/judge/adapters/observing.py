"""Observations as numbers from 0 to 1 in named pieces of fixed shapes, and what pieces are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple


class Piece(NamedTuple):
    """A part of an observation: its name, its shape and its numbers, row by row."""

    name: str
    shape: tuple[int, ...]
    values: list[float]


def one_hot(size: int, *chosen: int | None) -> list[float]:
    """Zeros, and ones at the places chosen."""
    values = [0.0] * size
    for place in chosen:
        if place is not None:
            values[place] = 1.0
    return values


def marked(name: str, size: int, *chosen: int | None) -> Piece:
    """Which of so many."""
    return Piece(name, (size,), one_hot(size, *chosen))


def flag(name: str, holds: bool) -> Piece:
    return Piece(name, (1,), [float(holds)])


def shares(name: str, most: int, values: Sequence[int]) -> Piece:
    """How many of each, of so many there can be at most."""
    return Piece(name, (len(values),), [value / most for value in values])


def rows(name: str, shape: tuple[int, int], found: Iterable[Sequence[float]]) -> Piece:
    """Rows of numbers, those that are missing all 0."""
    return Piece(name, shape, filled(found, shape[0] * shape[1]))


def filled(found: Iterable[Sequence[float]], size: int) -> list[float]:
    values = list(chain.from_iterable(found))
    return values + [0.0] * (size - len(values))


def flat(pieces: Iterable[Piece]) -> list[float]:
    """All numbers of an observation, one after the other."""
    return list(chain.from_iterable([piece.values for piece in pieces]))


def told(view: object, most: int) -> Iterator[float]:
    """The numbers of plain data, place by place, each a share of what there can be at most."""
    if isinstance(view, dict):
        for name in sorted(view):
            yield from told(view[name], most)
    elif isinstance(view, list):
        for item in view:
            yield from told(item, most)
    elif isinstance(view, int):
        yield min(max(view / most, 0.0), 1.0)
