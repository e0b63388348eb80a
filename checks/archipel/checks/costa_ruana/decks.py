"""A user's deck, accepted only if it keeps the clauses about decks."""

from __future__ import annotations

from pathlib import Path

from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.projection import material
from archipel.reference.costa_ruana import Deck, balanced_deck, load_deck
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.machine import blank


def broken_clauses(deck: Deck) -> list[str]:
    """The clauses about material that this deck does not keep."""
    parameters = NUMBERS.values(NUMBERS.min_players) | material(deck, ())
    broken = machine().at(blank(RULEBOOK, parameters)).broken(Nature.REQUIREMENT)
    return list(dict.fromkeys(broken))


def deck_from(path: str | None) -> Deck:
    """The deck in a file, or the shipped one; a deck that breaks a clause is refused by naming the clause."""
    if path is None:
        return balanced_deck()
    deck = load_deck(Path(path))
    if broken := broken_clauses(deck):
        numbers = NUMBERS.for_statements()
        reasons = "; ".join(f"{id}: {RULEBOOK.clauses[id].statement('en', numbers)}" for id in broken)
        raise BadInput(f"{path}: the deck breaks {reasons}")
    return deck
