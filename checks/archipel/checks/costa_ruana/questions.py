"""Questions a player asks at the table, answered by the clauses.

A question and its answer are JSON objects. Every answer names the clauses that give it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.decks import ORIGINAL
from archipel.checks.costa_ruana.projection import BACKGROUNDS, code, material
from archipel.checks.costa_ruana.variants import numbers_in
from archipel.checks.variants.variant_files import Variant
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Background, Deck
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.costa_ruana import RULEBOOK, Numbers
from archipel.spec.machine import Position, blank

Answer = dict[str, Any]

MOST_TREASURES = 1000


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
        return clauses.at(_blank(self.variant, tuple(parameters.items())) | facts)


@lru_cache(maxsize=256)
def _blank(variant: Variant, parameters: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    return blank(variant.rulebook, dict(parameters))


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
    found = taken(_island(row, treasures, by), 0)
    left = [count - (seat == found["returns"]) for seat, count in enumerate(counts)]
    return {
        "winner": found["winner"],
        "conflicts": found["conflicts"],
        "returns": found["returns"],
        "counts_after": left,
        **({"treasures_after": treasures - (found["winner"] is not None)} if "treasures" in members else {}),
        "clauses": found["clauses"],
    }


def _island(row: tuple[int, ...], treasures: int, by: Rulings) -> Position:
    islands = by.numbers.values(len(row))["islands"]
    empty = (0,) * len(row)
    return by.position(len(row), on=(row, *(empty,) * (islands - 1)), treasures=(treasures, *(0,) * (islands - 1)))


def taken(here: Position, place: int) -> Answer:
    """Who takes the treasure of an island of any position, who returns, and the clauses that say so."""
    seats = range(here.values["players"])
    winner = next((seat for seat in seats if here.evaluate("takes", place, seat)), None)
    returns = next((seat for seat in seats if here.evaluate("returns_one", place, seat)), None)
    clauses = _taking(here, place, winner)
    if here.values["treasures"][place] and (winner is not None or "collection.conflict" in clauses):
        clauses.append("collection.winner-returns" if returns is not None else "collection.nobody-else-returns")
    return {"winner": winner, "conflicts": _conflicts(here, place), "returns": returns, "clauses": clauses}


def _conflicts(here: Position, place: int) -> list[list[int]]:
    """The groups of seats that cancel each other out, the largest numbers first."""
    groups: dict[int, list[int]] = {}
    for seat, count in enumerate(here.values["on"][place]):
        if here.evaluate("in_conflict", place, seat):
            groups.setdefault(count, []).append(seat)
    return [groups[count] for count in sorted(groups, reverse=True)]


def _taking(here: Position, place: int, winner: int | None) -> list[str]:
    """The clauses that let somebody take a treasure, or nobody."""
    row = here.values["on"][place]
    if not here.values["treasures"][place]:
        return ["collection.no-treasure"]
    if winner is None:
        fighting = [seat for group in _conflicts(here, place) for seat in group]
        others = [seat for seat, count in enumerate(row) if count and seat not in fighting]
        no_majority = [RULEBOOK.clause_defining("majority")] if others or not fighting else []
        no_single = [RULEBOOK.clause_defining("single_outside_conflict")] if others and fighting else []
        return [*no_majority, *(["collection.conflict"] if fighting else []), *no_single]
    if here.evaluate("majority", place, winner):
        return [RULEBOOK.clause_defining("majority")]
    return [RULEBOOK.clause_defining("single_outside_conflict"), "collection.conflict"]


# Who is the next shaman


def shaman(members: Mapping[str, Field], by: Rulings) -> Answer:
    seats = _seats(members["gains"], by.numbers.min_players, by)
    gains = tuple(item.whole(0, MOST_TREASURES) for item in seats)
    previous = members["previous"].whole(0, len(gains) - 1)
    # By one reading it matters to whom the role was offered; as far as the question says, to the one who took it.
    here = by.position(len(gains), gained=gains, shaman=previous, offered=previous)
    most = by.numbers.values(len(gains))["islands"]
    return succession(here, gains) | _impossible(sum(gains), most, "collection.one-per-island")


def succession(here: Position, counted: Sequence[int]) -> Answer:
    """Who is offered the role of shaman in any position, given the treasures that count, and the clauses."""
    least = [seat for seat, gain in enumerate(counted) if gain == min(counted)]
    return {
        "shaman": here.evaluate("successor"),
        "fewest": least,
        "clauses": ["succession.fewest", *(["succession.tie"] if len(least) > 1 else []), "succession.refuse"],
    }


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
    return standings(here) | _impossible(sum(treasures), here.evaluate("in_play"), "setup.treasures")


def standings(here: Position) -> Answer:
    """Who wins with what is in the huts and reserves of any position, and the clauses that say so."""
    seats = range(here.values["players"])
    points = [here.evaluate("points", seat) for seat in seats]
    results = list(zip(points, here.values["hut"], strict=True))
    tied, level = points.count(max(points)) > 1, results.count(max(results)) > 1
    return {
        "points": points,
        "winners": [seat for seat in seats if here.evaluate("wins", seat)],
        "ranking": ranking(here, seats),
        "clauses": ["end.points", "end.winner"] + ["end.tie-break"] * tied + ["end.shared"] * level,
    }


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
