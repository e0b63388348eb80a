"""Tables in few characters (*hash consing*, run by run): the same answer, and the same run of answers, is written once.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeAlias

from archipel.spec.readings import Choice

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
WIDTH = 2
"""How many characters stand for an answer."""

Data: TypeAlias = dict[str, Any]
Reasons: TypeAlias = tuple[tuple[str, str], ...]
"""Clauses, each with the phrase that says what brings it in; one that begins with @ names the member that has it."""


class Pool:
    """Different things in the order they came, each once; a thing is named by its place."""

    def __init__(self) -> None:
        self._places: dict[Hashable, int] = {}

    def place(self, item: Hashable) -> int:
        return self._places.setdefault(item, len(self._places))

    @property
    def items(self) -> list[Any]:
        return list(self._places)


@dataclass(frozen=True)
class Enumeration:
    """All situations of a kind for a number of players, as words, and the answers to them.

    Answers are members, by readings and by the values of other things given, of which there are as many as ``sizes``
    says; of a table with reasons, at the end come the phrase that tells the answer (its member ``told``) and these.
    """

    words: Callable[[int], Sequence[str]]
    answers: Callable[[int, Mapping[str, str], tuple[int, ...]], Iterable[tuple[Any, ...]]]
    sizes: Callable[[int], Sequence[int]] = lambda players: ()


@dataclass(frozen=True)
class AnswerTable:
    """All the answers of a question, or of a part of it.

    A situation is a ``word``, made of what was given: ``(name, how)``, where how is one of digits, ranks, some and
    plain. Other things given say which run of answers counts (``then``).
    """

    every: Enumeration
    word: Sequence[tuple[str, str]]
    members: Sequence[str]
    then: Sequence[tuple[str, str]] = ()
    depends_on: Sequence[str] | None = None
    """The points of readings that matter to this table, if they are fewer than those of the question."""
    reasons: bool = True

    def packed(self, players: Sequence[int], ways: Sequence[Choice]) -> Data:
        """The table as the page reads it."""
        pools = Pools(self.reasons)
        return {
            "word": self.word,
            "members": self.members,
            "then": self.then,
            "players": {str(number): self._of_a_game(number, ways, pools) for number in players},
            **pools.table,
        }

    def _of_a_game(self, players: int, ways: Sequence[Choice], pools: Pools) -> Data:
        known: dict[tuple[tuple[str, str], ...], Any] = {}
        runs = []
        for way in ways:
            told = {point: way[point] for point in (self.depends_on if self.depends_on is not None else way)}
            key = tuple(told.items())
            if key not in known:
                known[key] = self._runs(players, told, pools, ())
            runs.append(known[key])
        return {"words": " ".join(self.every.words(players)), "runs": runs}

    def _runs(self, players: int, way: Choice, pools: Pools, then: tuple[int, ...]) -> Any:
        sizes = self.every.sizes(players)
        if len(then) == len(sizes):
            return pools.run(self.every.answers(players, way, then))
        return [self._runs(players, way, pools, (*then, value)) for value in range(sizes[len(then)])]


@dataclass
class Pools:
    """Answers, the reasons that many of them share, and the runs of answers that many readings share."""

    with_reasons: bool
    _answers: Pool = field(default_factory=Pool)
    _reasons: Pool = field(default_factory=Pool)
    _runs: Pool = field(default_factory=Pool)

    def run(self, answers: Iterable[tuple[Any, ...]]) -> int:
        """Answers as one string, named by its place."""
        return self._runs.place("".join([self._code(answer) for answer in answers]))

    def _code(self, answer: tuple[Any, ...]) -> str:
        if not self.with_reasons:
            return code(self._answers.place(answer))
        *what, told, why = answer
        return code(self._answers.place((*what, self._reasons.place((told, why)))))

    @property
    def table(self) -> Data:
        reasons = {"reasons": self._reasons.items} if self.with_reasons else {}
        return {"answers": self._answers.items, "runs": self._runs.items, **reasons}


def code(place: int) -> str:
    """A place as characters, always equally many."""
    if place >= len(DIGITS) ** WIDTH:
        raise ValueError(f"more than {len(DIGITS) ** WIDTH} different answers")
    high, low = divmod(place, len(DIGITS))
    return DIGITS[high] + DIGITS[low]


def digits(numbers: Iterable[int]) -> str:
    """Small numbers as one word."""
    return "".join(map(str, numbers))


def every_choice(choices: Mapping[str, Sequence[str]], points: Sequence[str]) -> list[dict[str, str]]:
    """Every combination of readings of some points, ours first, the last point changing fastest."""
    return [dict(zip(points, way, strict=True)) for way in product(*[choices[point] for point in points])]
