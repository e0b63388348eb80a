"""Tables in few characters: the same answer, and the same run of answers, is written once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import product
from typing import Any

from archipel.reference.costa_ruana.readings import CHOICES, Readings, chosen

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
WIDTH = 2
"""How many characters stand for an answer."""

Answer = dict[str, Any]


class Pool:
    """Different things in the order they came, each once; a thing is named by its place."""

    def __init__(self) -> None:
        self._places: dict[Hashable, int] = {}

    def place(self, item: Hashable) -> int:
        return self._places.setdefault(item, len(self._places))

    @property
    def items(self) -> list[Any]:
        return list(self._places)


class Pools:
    """Answers, the reasons that many of them share, and the runs of answers that many readings share.

    An answer is a tuple that ends with its reason: a sequence of clauses, each with the key of the words that say what
    brings it in.
    """

    def __init__(self) -> None:
        self._answers, self._reasons, self._runs = Pool(), Pool(), Pool()

    def run(self, answers: Iterable[tuple[Any, ...]]) -> int:
        """Answers as one string, named by its place."""
        return self._runs.place("".join([self._code(answer) for answer in answers]))

    def _code(self, answer: tuple[Any, ...]) -> str:
        *what, why = answer
        return code(self._answers.place((*what, self._reasons.place(why))))

    @property
    def table(self) -> dict[str, list[Any]]:
        return {"answers": self._answers.items, "reasons": self._reasons.items, "runs": self._runs.items}


def code(place: int) -> str:
    """A place as characters, always equally many."""
    if place >= len(DIGITS) ** WIDTH:
        raise ValueError(f"more than {len(DIGITS) ** WIDTH} different answers")
    high, low = divmod(place, len(DIGITS))
    return DIGITS[high] + DIGITS[low]


def digits(numbers: Iterable[int]) -> str:
    """Small numbers as one word."""
    return "".join(map(str, numbers))


def all_readings(points: Iterable[str]) -> list[Readings]:
    """Every combination of readings of some points, ours first, the last point changing fastest."""
    names = tuple(points)
    ways = product(*[CHOICES[name] for name in names])
    return [chosen(dict(zip(names, way, strict=True))) for way in ways]
