"""A user's deck, accepted only if it keeps the clauses about decks."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from archipel.checks.costa_ruana.projection import adapted_deck, machine, material
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import Deck, balanced_deck, load_deck
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
    shipped = balanced_deck()
    if not broken_clauses(shipped, variant):
        return shipped
    adapted = adapted_deck(variant.numbers.values(variant.numbers.min_players))
    return None if broken_clauses(adapted, variant) else adapted


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
