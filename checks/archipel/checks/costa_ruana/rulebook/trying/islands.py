"""Who takes an island's treasure: the engine's answer for every island there can be, by every reading.

The engine says who takes and who goes home. The clauses say which of them decide it and who is in conflict; since no
clause tells one seat from another, they are asked about the islands whose seats come in order of their numbers, and the
others follow by renaming seats. ``tests/checks/test_trying.py`` asks them about the others as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from archipel.checks.costa_ruana.questions import answer
from archipel.checks.costa_ruana.rulebook.trying.packing import Answer, Pools, all_readings, digits
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import GAME, STANDARD, Rules, Setup, State, collect, island_winner, new_game
from archipel.reference.costa_ruana.readings import Readings, choice_of

POINTS = ("majority", "lone", "priority", "absent-players", "return-after-conflict")
"""The points that the engine looks at when it collects treasures."""

Row = tuple[int, ...]

FACTS = {
    ("collection.no-treasure", False): "island.no_treasure",
    ("collection.majority", True): "fact.majority",
    ("collection.majority", False): "fact.majority.none",
    ("collection.conflict", True): "fact.conflict",
    ("collection.conflict", False): "fact.conflict",
    ("collection.single", True): "fact.single",
    ("collection.single", False): "fact.single.none",
    ("collection.winner-returns", True): "island.returns",
    ("collection.nobody-else-returns", True): "island.nobody_returns",
    ("collection.nobody-else-returns", False): "island.nobody_returns",
}
"""The words for what brings in a clause, where somebody takes a treasure and where nobody does."""


def rows(players: int, room: int = STANDARD.cap) -> Iterator[Row]:
    """Every way to stand on an island, no more than it holds."""
    if not players:
        yield ()
        return
    for first in range(room + 1):
        for rest in rows(players - 1, room - first):
            yield (first, *rest)


@cache
def table() -> Answer:
    """Everything the page needs to say who takes a treasure."""
    pools = Pools()
    by_players = {str(players): _of_a_game(players, pools) for players in PLAYERS}
    return {"points": POINTS, **pools.table, "players": by_players}


def _of_a_game(players: int, pools: Pools) -> dict[str, Any]:
    """The islands of a game, and which run of answers holds for each number of treasures and each reading.

    How many treasures there are does not matter, as long as there is one.
    """
    ways = all_readings(POINTS)
    without, some = [[pools.run(map(_short, found(players, n, way))) for way in ways] for n in (0, 1)]
    most = STANDARD.treasures_in_play(players)
    return {
        "rows": " ".join(map(digits, rows(players))),
        "runs": [without, some],
        "treasures": [0] + [1] * most,
    }


def _short(answer: Answer) -> tuple[Any, ...]:
    groups = " ".join(map(digits, answer["conflicts"]))
    return answer["winner"], answer["returns"], groups, answer["why"]


def found(players: int, treasures: int, readings: Readings) -> Iterator[Answer]:
    """The answer for every island."""
    every = _seated(players)
    home = _homecoming([row for row, _, _ in every], treasures, readings)
    for (row, order, ordered), left in zip(every, home, strict=True):
        told = _renamed(asked(ordered, treasures, readings), order)
        if (told["winner"], told["returns"]) != (island_winner(row, treasures, readings), left):
            raise AssertionError(f"engine and clauses disagree about {row} by {choice_of(readings)}")
        yield told


@cache
def _seated(players: int) -> list[tuple[Row, Row, Row]]:
    """Every island; its seats in order of their numbers, the largest first; and the numbers in that order."""
    found = []
    for row in rows(players):
        order = tuple(sorted(range(players), key=lambda seat: -row[seat]))
        found.append((row, order, tuple([row[seat] for seat in order])))
    return found


def _homecoming(every: Sequence[Row], treasures: int, readings: Readings) -> Iterator[int | None]:
    """Whose inhabitant leaves each island when the engine collects; many islands are put into one position."""
    empty = _position(len(every[0]), readings)
    left = iter(every)
    while here := list(islice(left, empty.islands)):
        spare = empty.islands - len(here)
        board = (*here, *[(0,) * empty.players] * spare)
        after = collect(empty.changed(inhabitants=board, treasures=(treasures,) * empty.islands)).inhabitants
        yield from map(_who_left, here, after)


def _position(players: int, readings: Readings) -> State:
    """Any position, by these readings."""
    first = new_game(Setup.from_seed(players, 0))
    return first.changed(game=replace(first.game, rules=Rules(readings=readings)))


def _who_left(before: Row, after: Row) -> int | None:
    return next((seat for seat, count in enumerate(before) if after[seat] < count), None)


def _renamed(told: Answer, order: Row) -> Answer:
    """What is said of an island whose seats come in order of their numbers, said of the same island as it is."""
    return {
        "winner": None if told["winner"] is None else order[told["winner"]],
        "returns": None if told["returns"] is None else order[told["returns"]],
        "conflicts": [sorted([order[place] for place in group]) for group in told["conflicts"]],
        "why": told["why"],
    }


@cache
def asked(row: Row, treasures: int, readings: Readings) -> Answer:
    """What the clauses say of an island."""
    variant = Variant(GAME, chosen=tuple(choice_of(readings).items()))
    told = answer({"ask": "island", "counts": list(row), "treasures": treasures}, variant=variant)
    taken = told["winner"] is not None
    why = tuple([(clause, FACTS[clause, taken]) for clause in told["clauses"]])
    return {"winner": told["winner"], "returns": told["returns"], "conflicts": told["conflicts"], "why": why}
