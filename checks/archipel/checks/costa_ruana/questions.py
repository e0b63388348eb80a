"""Questions a player asks at the table: what people give, the facts it fills, and what is asked of the clauses."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from archipel.checks.costa_ruana.compiled import by_point, machine
from archipel.checks.costa_ruana.decks import ORIGINAL, deck_from
from archipel.checks.costa_ruana.projection import material
from archipel.checks.costa_ruana.variants import numbers_in
from archipel.checks.costa_ruana.wording import CATALOGUE
from archipel.checks.explain.questions import Answer, Input, QuestionTable, RuleQuestion, Rulings, Unlikely
from archipel.checks.variants.variant_files import Variant, variant_in
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Deck
from archipel.reference.costa_ruana.readings import Readings
from archipel.spec.machine import Position, blank

PLAYED = ("min_players", "max_players")
ANY = ("1", "max_players")
SIDE = (
    "'high_tide' if side == HIGH_TIDE else 'low_tide' if side == LOW_TIDE else 'day' if side == DAY else 'night'"
)

TABLE = {
    "island": RuleQuestion(
        "who takes an island's treasure",
        [
            Input("counts", "inhabitants of each seat on the island", "inhabitants", seats=ANY, placed=True),
            Input("treasures", "treasures on the island (default: at least one)", default="1"),
        ],
        players="max(size(counts), min_players)",
        facts={"on(0)": "counts", "treasures(0)": "treasures"},
        members={
            "winner": "winner",
            "conflicts": "(p for p in players if in_conflict(island, p) and on(island, p) == n) for n in tied_numbers",
            "returns": "homing",
            "counts_after": "on(island, p) - (1 if p == homing else 0) for p in players if p < size(counts)",
            "treasures_after": "treasures(island) - (0 if winner is None else 1)",
        },
        only_with={"treasures_after": "treasures", "counts_after": "counts"},
        bound={"island": 0},
        refused=("sum(counts) > island_cap", "refused.island"),
    ),
    "shaman": RuleQuestion(
        "who is the next shaman",
        [
            Input("gains", "treasures each seat took in that round", seats=PLAYED, placed=True),
            Input("previous", "shaman of the round just played", "size(gains) - 1", metavar="SEAT"),
        ],
        players="size(gains)",
        # By one reading it matters to whom the role was offered; as far as the question says, to the one who took it.
        facts={"gained": "gains", "shaman": "previous", "offered": "previous"},
        members={"shaman": "successor", "fewest": "fewest_seats"},
        unlikely=Unlikely("sum(gained(p) for p in players)", "islands", "collection.one-per-island"),
    ),
    "score": RuleQuestion(
        "who has won",
        [
            Input("treasures", "treasures in each hut", seats=PLAYED),
            Input("reserve", "each reserve", "inhabitants", seats=("size(treasures)", "size(treasures)")),
        ],
        players="size(treasures)",
        facts={"hut": "treasures", "reserve": "reserve"},
        members={
            "points": "points_each",
            "winners": "p for p in players if wins(p)",
            "ranking": "(p for p in players if behind == n) for n in ascending(behind for p in players)",
        },
        unlikely=Unlikely("sum(hut(p) for p in players)", "in_play", "setup.treasures"),
    ),
    "setup": RuleQuestion(
        "what a game is set up with",
        [Input("players", "how many play", "max_players", "min_players")],
        players="players",
        facts={},
        members={
            "players": "players",
            "islands": "islands",
            "treasures": "in_play",
            "treasures_per_island": "treasures_per_island",
            "poor_islands": "poor_islands",
            "poor_treasures": "poor_treasures",
            "cards": "kept(players)",
            "hand": "hand",
            "pile": "kept(players) - hand * players",
            "inhabitants": "inhabitants",
            "settlers": "settlers",
        },
        with_material=True,
    ),
    "active": RuleQuestion(
        "which cards are active",
        [
            Input("tide", "high or low", words={"high": "HIGH_TIDE", "low": "LOW_TIDE"}),
            Input("time", "day or night", words={"day": "DAY", "night": "NIGHT"}),
        ],
        players="min_players",
        facts={"tide": "tide", "time": "time"},
        members={"backgrounds": f"({SIDE}) for side in backgrounds if shows(side)"},
    ),
}
QUESTIONS = QuestionTable(TABLE, CATALOGUE)


class WithDeck:
    """The questions on a command line, with a deck of one's own."""

    questions = QUESTIONS

    def add_arguments(self, parser: argparse.ArgumentParser, default: str | None) -> None:
        parser.add_argument("--deck", default=default, help="a deck file of your own instead of the shipped deck")

    def rulings(self, arguments: argparse.Namespace) -> Rulings:
        variant = variant_in(arguments)
        return rulings(variant, deck_from(arguments.deck, ORIGINAL if arguments.deck is None else variant))


@lru_cache(maxsize=64)
def rulings(variant: Variant = ORIGINAL, deck: Deck | None = None) -> Rulings:
    """By which rules questions are answered: those of a variant, with a deck."""
    numbers, readings = numbers_in(variant), variant.sides.rules.readings
    cards = deck or engine.balanced_deck()

    def values(players: int, with_material: bool) -> Mapping[str, Any]:
        parameters = numbers.values(players) | (material(cards, ()) if with_material else {"cards": 0})
        return _blank(variant, tuple(parameters.items()))

    known = {"reading": by_point(readings)}
    return Rulings(machine(readings), numbers.for_statements(), variant.in_statements, values, known)


@lru_cache(maxsize=256)
def _blank(variant: Variant, parameters: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    return blank(variant.rulebook, dict(parameters))


def position(players: int, **facts: Any) -> Position:
    """A position of the original in which only the facts asked about matter."""
    return rulings().position(players, **facts)


def answer(question: object, deck: Deck | None = None, variant: Variant = ORIGINAL) -> Answer:
    """Answer one question; a bad one raises :class:`BadInput`."""
    return QUESTIONS.answer(question, rulings(variant, deck))


def taken(here: Position, place: int) -> Answer:
    """Who takes the treasure of an island of any position, who returns, and the clauses that say so."""
    return QUESTIONS.asked_of("island", here, {"island": place, "counts": here.values["on"][place]})


def succession(here: Position, readings: Readings) -> Answer:
    """Who is offered the role of shaman in any position, and the clauses that say so."""
    return QUESTIONS.asked_of("shaman", here, {"reading": by_point(readings)})


def ranking(here: Position, seats: Sequence[int]) -> list[list[int]]:
    """Groups of seats, best first; those in a group are level. Asked very often, so it is not looked up."""
    behind = {seat: sum(here.evaluate("ahead", other, seat) for other in seats) for seat in seats}
    return [[seat for seat in seats if behind[seat] == place] for place in sorted(set(behind.values()))]
