"""Questions a player asks at the table (``questions.toml``), asked of the clauses with a deck of one's own."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from archipel.checks.costa_ruana.decks import ORIGINAL, deck_from
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.projection import by_point, material
from archipel.checks.explain.questions import Answer, CatalogueQuestions, Rulings
from archipel.checks.variants.variant_files import Variant, variant_in
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Deck
from archipel.reference.costa_ruana.readings import Readings
from archipel.spec.machine import Position


class WithDeck(CatalogueQuestions):
    """The questions on a command line, with a deck of one's own."""

    def add_arguments(self, parser: argparse.ArgumentParser, default: str | None) -> None:
        parser.add_argument("--deck", default=default, help="a deck file of your own instead of the shipped deck")

    def rulings(self, arguments: argparse.Namespace) -> Rulings:
        variant = variant_in(arguments)
        return rulings(variant, deck_from(arguments.deck, ORIGINAL if arguments.deck is None else variant))


ASKED = WithDeck(GAME)
QUESTIONS = ASKED.questions


@lru_cache(maxsize=64)
def rulings(variant: Variant = ORIGINAL, deck: Deck | None = None) -> Rulings:
    """By which rules questions are answered: those of a variant, with a deck."""
    cards = deck or engine.balanced_deck()
    return ASKED.by(variant, lambda players, with_material: material(cards, ()) if with_material else {"cards": 0})


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
