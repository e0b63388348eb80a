"""Questions a player asks at the table, answered by the clauses.

A question and its answer are JSON objects. Every answer names the clauses that give it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.decks import ORIGINAL
from archipel.checks.costa_ruana.projection import BACKGROUNDS, code, material
from archipel.checks.costa_ruana.variants import numbers_in
from archipel.checks.variants import Variant
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Background, Deck
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.costa_ruana import RULEBOOK, Numbers
from archipel.spec.machine import Position, blank

Answer = dict[str, Any]

MOST_TREASURES = 1000
ONE_TAKER = "collection.one-per-island"


class Tide(StrEnum):
    HIGH = "high"
    LOW = "low"


class Time(StrEnum):
    DAY = "day"
    NIGHT = "night"


SIDES: Mapping[StrEnum, Background] = {
    Tide.HIGH: Background.HIGH_TIDE,
    Tide.LOW: Background.LOW_TIDE,
    Time.DAY: Background.DAY,
    Time.NIGHT: Background.NIGHT,
}


@dataclass(frozen=True)
class Rulings:
    """By which rules questions are answered: those of a variant, with a deck."""

    variant: Variant
    deck: Deck

    @property
    def numbers(self) -> Numbers:
        return numbers_in(self.variant)

    def position(self, players: int, **facts: Any) -> Position:
        """A position in which only the facts asked about matter."""
        return self.at(self.numbers.values(max(players, self.numbers.min_players)) | {"cards": 0}, **facts)

    def at(self, parameters: Mapping[str, Any], **facts: Any) -> Position:
        clauses = machine(self.variant.sides.rules.readings)
        return clauses.at(blank(self.variant.rulebook, parameters) | facts)


def position(players: int, **facts: Any) -> Position:
    """A position of the original in which only the facts asked about matter."""
    return Rulings(ORIGINAL, engine.balanced_deck()).position(players, **facts)


def answer(question: object, deck: Deck | None = None, variant: Variant = ORIGINAL) -> Answer:
    """Answer one question; a bad one raises :class:`BadInput`."""
    field = Field(question)
    if not isinstance(question, dict):
        field.fail("expected an object such as {\"ask\": \"island\", \"counts\": [3, 3, 1]}")
    kind = question.get("ask")
    if not isinstance(kind, str) or kind not in QUESTIONS:
        raise BadInput(f"ask: expected one of {', '.join(QUESTIONS)}")
    required, optional, respond = QUESTIONS[kind]
    members = field.members(("ask", *required), optional)
    return {"ask": kind, **respond(members, Rulings(variant, deck or engine.balanced_deck()))}


def _seats(field: Field, least: int, by: Rulings) -> list[Field]:
    return field.items(least, by.numbers.max_players)


# Who takes an island's treasure


def island(members: Mapping[str, Field], by: Rulings) -> Answer:
    numbers = by.numbers
    counts = tuple(item.whole(0, numbers.inhabitants) for item in _seats(members["counts"], 1, by))
    treasures = members["treasures"].whole(0, MOST_TREASURES) if "treasures" in members else 1
    if sum(counts) > numbers.island_cap:
        raise BadInput(
            f"counts: {sum(counts)} inhabitants on one island; at most {numbers.island_cap} "
            f"(components.island-cap)"
        )
    row = counts + (0,) * (numbers.min_players - len(counts))
    here = _island(row, treasures, by)
    takers = [seat for seat in range(len(row)) if here.evaluate("takes", 0, seat)]
    if len(takers) > 1:
        return {"winner": None, "takers": takers, "clauses": ["collection.majority", "collection.single", ONE_TAKER]}
    winner = takers[0] if takers else None
    returning = [here.evaluate("returns_one", 0, seat) for seat in range(len(row))]
    return {
        "winner": winner,
        "conflicts": _conflicts(here, row),
        "returns": winner if any(returning) else None,
        "counts_after": [count - returns for count, returns in zip(counts, returning, strict=False)],
        **({"treasures_after": treasures - (winner is not None)} if "treasures" in members else {}),
        "clauses": _island_clauses(here, winner, treasures, range(len(row))),
    }


def _island(row: tuple[int, ...], treasures: int, by: Rulings) -> Position:
    islands = by.numbers.values(len(row))["islands"]
    empty = (0,) * len(row)
    return by.position(len(row), on=(row, *(empty,) * (islands - 1)), treasures=(treasures, *(0,) * (islands - 1)))


def _conflicts(here: Position, row: tuple[int, ...]) -> list[list[int]]:
    """The groups of seats that cancel each other out, the largest numbers first."""
    groups: dict[int, list[int]] = {}
    for seat, count in enumerate(row):
        if here.evaluate("in_conflict", 0, seat):
            groups.setdefault(count, []).append(seat)
    return [groups[count] for count in sorted(groups, reverse=True)]


def _island_clauses(here: Position, winner: int | None, treasures: int, seats: Sequence[int]) -> list[str]:
    fighting = any(here.evaluate("in_conflict", 0, seat) for seat in seats)
    if treasures == 0:
        return ["collection.no-treasure"]
    if winner is None:
        return ["collection.conflict", "collection.nobody-else-returns"] if fighting else ["collection.majority"]
    if here.evaluate("majority", 0, winner):
        return [RULEBOOK.clause_defining("majority"), "collection.winner-returns"]
    return [RULEBOOK.clause_defining("single_outside_conflict"), "collection.conflict", "collection.winner-returns"]


# Who is the next shaman


def shaman(members: Mapping[str, Field], by: Rulings) -> Answer:
    seats = _seats(members["gains"], by.numbers.min_players, by)
    gains = tuple(item.whole(0, MOST_TREASURES) for item in seats)
    previous = members["previous"].whole(0, len(gains) - 1)
    here = by.position(len(gains), gained=gains, shaman=previous)
    least = [seat for seat, gain in enumerate(gains) if gain == min(gains)]
    return {
        "shaman": here.evaluate("successor"),
        "fewest": least,
        "clauses": ["succession.fewest", *(["succession.tie"] if len(least) > 1 else []), "succession.refuse"],
    } | _impossible(sum(gains), by.numbers.values(len(gains))["islands"], ONE_TAKER)


def _impossible(found: int, most: int, clause: str) -> Answer:
    """What the rules allow at most, when the numbers given cannot occur; the question is answered all the same."""
    return {"impossible": {"treasures": found, "at_most": most, "clause": clause}} if found > most else {}


# Who has won


def score(members: Mapping[str, Field], by: Rulings) -> Answer:
    found = _seats(members["treasures"], by.numbers.min_players, by)
    treasures = tuple(item.whole(0, MOST_TREASURES) for item in found)
    players = len(treasures)
    reserve = members["reserve"].wholes(players, 0, by.numbers.inhabitants)
    here = by.position(players, hut=treasures, reserve=reserve)
    seats = range(players)
    points = [here.evaluate("points", seat) for seat in seats]
    winners = [seat for seat in seats if here.evaluate("wins", seat)]
    level = points.count(max(points)) > 1
    clauses = ["end.points", "end.winner"] + ["end.tie-break"] * level + ["end.shared"] * (len(winners) > 1)
    return {"points": points, "winners": winners, "ranking": ranking(here, seats), "clauses": clauses} | _impossible(
        sum(treasures), here.evaluate("in_play"), "setup.treasures"
    )


def ranking(here: Position, seats: Sequence[int]) -> list[list[int]]:
    """Groups of seats, best first; those in a group are level."""
    behind = {seat: sum(here.evaluate("ahead", other, seat) for other in seats) for seat in seats}
    return [[seat for seat in seats if behind[seat] == place] for place in sorted(set(behind.values()))]


# What a game is set up with


def setup(members: Mapping[str, Field], by: Rulings) -> Answer:
    numbers = by.numbers
    players = members["players"].whole(numbers.min_players, numbers.max_players)
    parameters = numbers.values(players) | material(by.deck, ())
    here = by.at(parameters)
    kept = here.evaluate("kept", players)
    return {
        "players": players,
        "islands": parameters["islands"],
        "treasures": here.evaluate("in_play"),
        "treasures_per_island": numbers.treasures_per_island,
        "poor_islands": numbers.poor_islands,
        "poor_treasures": numbers.poor_treasures,
        "cards": kept,
        "hand": numbers.hand,
        "pile": kept - numbers.hand * players,
        "inhabitants": numbers.inhabitants,
        "settlers": numbers.settlers,
        "clauses": [
            "setup.keep-cards",
            "setup.deal",
            "setup.draw-pile",
            "setup.island-count",
            "setup.treasures",
            "setup.reserves",
            "setup.settle-count",
        ],
    }


# Which cards are active


def active(members: Mapping[str, Field], by: Rulings) -> Answer:
    sides = [SIDES[members["tide"].choice(Tide)], SIDES[members["time"].choice(Time)]]
    tide, time = (code(BACKGROUNDS[side]) for side in sides)
    here = by.position(by.numbers.min_players, tide=tide, time=time)
    shown = [background for background, value in BACKGROUNDS.items() if here.evaluate("shows", code(value))]
    return {"backgrounds": [background.value for background in shown], "clauses": ["conditions.active"]}


Responder = Callable[[Mapping[str, Field], Rulings], Answer]

QUESTIONS: Mapping[str, tuple[Sequence[str], Sequence[str], Responder]] = {
    "island": (("counts",), ("treasures",), island),
    "shaman": (("previous", "gains"), (), shaman),
    "score": (("treasures", "reserve"), (), score),
    "setup": (("players",), (), setup),
    "active": (("tide", "time"), (), active),
}
