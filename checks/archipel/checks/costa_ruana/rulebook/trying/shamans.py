"""Who is the next shaman: the engine's answer for everything a round can give, by every reading.

Only the order of the players' numbers matters: who has the same as whom, and who less. So a table has one place for
each order (``0121``: the first has the least, the second and last the same), and the page puts the order of its numbers
in their place. Which numbers count, and from which seat a tie is counted, is found out by asking the engine.
``tests/checks/test_trying.py`` compares with the engine's end of a round for every gain that a round can give.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from archipel.checks.costa_ruana.questions import answer
from archipel.checks.costa_ruana.rulebook.trying.packing import Answer, Pools, all_readings, digits
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import GAME, STANDARD, Name, Rules, Setup, State, new_game, next_shaman
from archipel.reference.costa_ruana.readings import OURS, Readings, choice_of
from archipel.reference.costa_ruana.succession import end_round

POINTS = ("fewest", "previous-shaman", "shaman-tie", "naming")
"""The points that the engine looks at when it finds a shaman and asks whether he takes the role."""

Numbers = tuple[int, ...]

FACTS = {
    "succession.fewest": "fact.fewest",
    "succession.tie": "fact.tie",
    "succession.refuse": "fact.refuse",
}


@cache
def orders(players: int) -> tuple[Numbers, ...]:
    """Every way in which the numbers of so many players can be ordered."""
    every = product(range(players), repeat=players)
    return tuple([ranks for ranks in every if set(ranks) == set(range(max(ranks) + 1))])


@cache
def table() -> Answer:
    """Everything the page needs to say who is offered the role of shaman, and whom he may name instead."""
    pools = Pools()
    by_players = {str(players): _of_a_game(players, pools) for players in PLAYERS}
    looks = [looks_at(readings) for readings in all_readings(POINTS)]
    return {"points": POINTS, "looks_at": looks, **pools.table, "players": by_players}


def _of_a_game(players: int, pools: Pools) -> dict[str, Any]:
    ways, seats = all_readings(POINTS), range(players)
    ties = {way: replace(OURS, shaman_tie=way.shaman_tie) for way in ways}
    runs = {tie: [pools.run(_found(players, seat, tie)) for seat in seats] for tie in dict.fromkeys(ties.values())}
    return {
        "orders": " ".join(map(digits, orders(players))),
        "runs": [runs[ties[way]] for way in ways],
        "names": [[[named(players, old, new, way) for new in seats] for old in seats] for way in ways],
        "most": STANDARD.islands(players),
        "treasures": STANDARD.treasures_in_play(players),
    }


def _found(players: int, start: int, readings: Readings) -> Iterator[tuple[Any, ...]]:
    """The answer for every order of numbers, a tie being counted from a seat."""
    for numbers in orders(players):
        shaman = next_shaman(start, numbers, readings)
        turned = (*numbers[start:], *numbers[:start])
        told = asked(turned, readings)
        fewest = sorted([(seat + start) % players for seat in told["fewest"]])
        if (told["shaman"] + start) % players != shaman:
            raise AssertionError(f"engine and clauses disagree about {numbers} by {choice_of(readings)}")
        yield shaman, digits(fewest), told["why"]


@cache
def asked(numbers: Numbers, readings: Readings) -> Answer:
    """What the clauses say of gains if a tie is counted from seat 0."""
    variant = Variant(GAME, chosen=tuple(choice_of(readings).items()))
    told = answer({"ask": "shaman", "gains": list(numbers), "previous": 0}, variant=variant)
    why = tuple([(clause, FACTS[clause]) for clause in told["clauses"]])
    return {"shaman": told["shaman"], "fewest": told["fewest"], "why": why}


# What the engine looks at


@cache
def _first(players: int) -> State:
    return new_game(Setup.from_seed(players, 0))


def ended(shaman: int, offered: int, gains: Numbers, total: Numbers, readings: Readings) -> State:
    """The position after the engine has ended a round: who was shaman, to whom the role had been offered first, and
    the treasures taken in the round and in all."""
    first = _first(len(gains))
    before = first.changed(
        game=replace(first.game, rules=Rules(readings=readings)),
        round=1,
        shaman=shaman,
        gains=gains,
        huts=tuple([all_of_them - gain for all_of_them, gain in zip(total, gains, strict=True)]),
        offered=offered if readings.previous_shaman == "offered" else None,
    )
    return end_round(before)


def looks_at(readings: Readings) -> dict[str, str]:
    """Whose seat and which numbers decide: found by seeing which of them makes a difference to the engine."""
    in_round = ended(0, 0, (0, 1, 1), (3, 1, 1), readings).shaman == 0
    by_shaman = ended(0, 1, (1, 1, 1), (1, 1, 1), readings).shaman == next_shaman(0, (1, 1, 1), readings)
    return {"numbers": "round" if in_round else "total", "from": "shaman" if by_shaman else "offered"}


def named(players: int, old: int, new: int, readings: Readings) -> str:
    """Whom the engine lets a new shaman name, if the old one has just served."""
    gains = tuple([int(seat != new) for seat in range(players)])
    asked = ended(old, old, gains, gains, readings)
    return digits([action.shaman for action in asked.legal_actions() if isinstance(action, Name)])
