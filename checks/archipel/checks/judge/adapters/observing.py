"""Observations as numbers from 0 to 1 in named pieces of fixed shapes, and what pieces are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from archipel.spec.logic.terms import Domain
from archipel.spec.machine import Values, evaluate_number


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


def seen_fact(name: str, named: Domain | None, depth: int, value: Any, values: Values, most: int) -> Piece:
    """A fact as a seat sees it, entry by entry, with so many places; a hidden entry (None) is told from all others.

    An entry that names an element is marked among all of them (*one-hot*), another one is a share of the most.
    """
    size = 0 if named is None else int(evaluate_number(named.size, values))
    first = 0 if named is None else int(evaluate_number(named.first, values))
    entries = list(_entries(value, depth))
    numbers = [_entry(each, size, first, most) for each in entries]
    return Piece(name, (len(entries), size + 2), list(chain.from_iterable(numbers)))


def _entry(value: Any, size: int, first: int, most: int) -> list[float]:
    if value is None:
        return [*[0.0] * size, 0.0, 1.0]
    place = int(value) - first
    if 0 <= place < size:
        return [*one_hot(size, place), 0.0, 0.0]
    return [*[0.0] * size, min(abs(int(value)) / most, 1.0), 0.0]


def _entries(value: Any, depth: int) -> Iterator[Any]:
    if depth == 0:
        yield value
    else:
        for each in value:
            yield from _entries(each, depth - 1)
