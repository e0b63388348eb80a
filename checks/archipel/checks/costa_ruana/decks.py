"""A user's deck, accepted only if it keeps the clauses about decks."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path

from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.projection import material
from archipel.checks.costa_ruana.variants import numbers_in
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import Card, Deck, balanced_deck, load_deck
from archipel.reference.costa_ruana.deck import COUNTED
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature
from archipel.spec.machine import blank

ORIGINAL = Variant("costa_ruana")


def broken_clauses(deck: Deck, variant: Variant = ORIGINAL) -> list[str]:
    """The clauses about material that this deck does not keep."""
    numbers = variant.numbers
    parameters = numbers.values(numbers.min_players) | material(deck, ())
    here = machine(variant.sides.rules.readings).at(blank(variant.rulebook, parameters))
    return list(dict.fromkeys(here.broken(Nature.REQUIREMENT)))


@cache
def fitting_deck(variant: Variant = ORIGINAL) -> Deck | None:
    """The shipped deck or, if that breaks a clause of the variant, its cards over and over with the amounts there are;
    None if neither will do."""
    shipped, numbers = balanced_deck(), numbers_in(variant)
    if not broken_clauses(shipped, variant):
        return shipped
    amounts = range(numbers.least_amount, numbers.greatest_amount + 1)
    cards = itertools.islice(itertools.cycle(shipped.cards), numbers.deck_size)
    adapted = Deck(tuple([_with_amount_in(card, amounts) for card in cards]))
    return None if broken_clauses(adapted, variant) else adapted


def _with_amount_in(card: Card, amounts: range) -> Card:
    amount = min(max(card.amount, amounts[0]), amounts[-1])
    return card._replace(amount=amount) if card.kind in COUNTED else card


def deck_from(path: str | None, variant: Variant = ORIGINAL) -> Deck:
    """The deck in a file, or the shipped one; a deck that breaks a clause is refused by naming the clause."""
    if path is None and variant.is_original:
        return balanced_deck()
    deck = balanced_deck() if path is None else load_deck(Path(path))
    if broken := broken_clauses(deck, variant):
        clauses, numbers = variant.rulebook.clauses, variant.in_statements
        reasons = "; ".join(f"{id}: {clauses[id].statement('en', numbers)}" for id in broken)
        raise BadInput(f"{path or 'the shipped deck (see --deck)'}: the deck breaks {reasons}")
    return deck
