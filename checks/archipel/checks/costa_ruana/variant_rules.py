"""Other numbers, readings and decks at once, all drawn towards their limits: variants in which games can be played."""

from __future__ import annotations

import enum
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from archipel.reference.costa_ruana import Background, Card, Deck, Kind, Rules, Setup, new_game
from archipel.reference.costa_ruana.deck import COUNTED, MAX_CARDS
from archipel.reference.costa_ruana.readings import CHOICES, chosen
from archipel.reference.strict_json import BadInput

# Each number at its smallest and largest, as the rulebook has it, and one off. Left out are the numbers by which the
# clauses contradict themselves: a draw that does not fill the hand, a single round, poor islands as rich as the others.
EDGES: dict[str, tuple[int, ...]] = {
    "cap": (2, 3, 4, 6, 7, 8, 20),
    "inhabitants": (1, 3, 4, 9, 10, 11, 300),
    "hand": (2, 3, 4, 5, 6),
    "rounds": (2, 3, 4, 5, 6),
    "last_draw": (0, 1, 2, 3),
    "settled": (1, 2, 3, 4),
    "treasures": (1, 5, 6, 70),
    "poor_treasures": (0, 2, 3, 4),
    "poor_islands": (0, 1, 2, 3),
    "points_per_treasure": (0, 1, 2, 3),
    "points_per_inhabitant": (0, 1, 2),
    "largest_amount": (1, 2, 4, 4),
    "total_cards": (40, 71, 72, 73, 80, MAX_CARDS),
}
ISLANDS = ((4, 6, 7, 9, 10), (2, 3, 4, 5, 6), (10, 10, 10, 10, 10), (3, 5, 7, 9, 10))
CHANGED, DIFFERENT_READINGS = 5, 3

# The point by whose other reading no card is ever active, so that hardly anything happens.
SELDOM_READ, SELDOM = "background", 0.1

# Numbers as small as they can be, all at once: what a full box never comes down to is everywhere here.
SMALL: dict[str, tuple[int, ...]] = {
    "cap": (2, 3, 4),
    "inhabitants": (1, 2, 3),
    "hand": (2, 3, 4),
    "rounds": (2, 3),
    "last_draw": (1, 2),
    "settled": (1, 1, 2),
    "treasures": (2, 3),
    "poor_treasures": (0, 1),
    "poor_islands": (1, 1, 2),
    "largest_amount": (1, 2, 3),
    "total_cards": (40, 48),
}
# Hardly anybody on as many islands as ever.
SPARSE: dict[str, tuple[int, ...]] = {"inhabitants": (1, 2, 3), "settled": (1,), "cap": (2, 7), "treasures": (3, 5)}
# No room anywhere or on one island only, when everybody has settled and often later.
CROWDED: dict[str, tuple[int, ...]] = {"inhabitants": (5, 10), "settled": (2, 3, 4), "cap": (2, 3, 4, 5)}
FEW_ISLANDS, LITTLE_ROOM, NO_ROOM = (2, 2, 3, 3, 4), (3, 4, 5, 6, 7), (2, 3, 4, 5, 6)

# Every eleventh variant has more islands than the box.
FOR_TWELVE_ISLANDS = 11

# The engine takes up to eight players; the clauses know that there is no hut for the seventh.
FOR_EIGHT: dict[str, Any] = {"max_players": 8, "total_cards": MAX_CARDS}


class PlayableVariant(NamedTuple):
    """Rules, deck and number of players with which a game can begin, and the chance that goes on from there."""

    rules: Rules
    deck: Deck
    players: int
    chance: Random


class VariantKind(enum.Enum):
    """What the numbers of a variant are drawn towards."""

    EDGES = "limits"
    MIXED = "any readings"
    SMALL = "small"
    SPARSE = "sparse"
    CROWDED = "crowded"
    EIGHT = "eight"
    EIGHT_CROWDED = "eight crowded"


TABLES: dict[VariantKind, tuple[dict[str, tuple[int, ...]], tuple[tuple[int, ...], ...]]] = {
    VariantKind.MIXED: ({}, ISLANDS[:1]),
    VariantKind.SMALL: (SMALL, (FEW_ISLANDS,)),
    VariantKind.SPARSE: (SPARSE, ISLANDS[:1]),
    VariantKind.CROWDED: (CROWDED, (NO_ROOM, LITTLE_ROOM)),
    VariantKind.EIGHT_CROWDED: (CROWDED, (NO_ROOM, LITTLE_ROOM)),
}
"""Where every number of a table is drawn and every point is read anyhow; of other variants only some."""
EIGHT = (VariantKind.EIGHT, VariantKind.EIGHT_CROWDED)


def some_rules(chance: Random, seed: int, kind: VariantKind) -> Rules:
    """Rules with several numbers and readings changed; nonsense is drawn again."""
    while True:
        numbers, points, islands = _anyhow(chance, kind) if kind in TABLES else _some_changed(chance, seed)
        if kind in EIGHT:
            numbers, islands = {**numbers, **FOR_EIGHT}, (*islands, islands[-1], islands[-1])
        read = {point: chance.choice(CHOICES[point]) for point in points}
        try:
            return replace(Rules(), **numbers, gems=1000, islands_by_players=islands, readings=chosen(read))
        except BadInput:
            continue


def _anyhow(chance: Random, kind: VariantKind) -> tuple[dict[str, Any], list[str], tuple[int, ...]]:
    table, islands = TABLES[kind]
    points = [point for point in CHOICES if point != SELDOM_READ or chance.random() < SELDOM]
    return {name: chance.choice(values) for name, values in table.items()}, points, chance.choice(islands)


def _some_changed(chance: Random, seed: int) -> tuple[dict[str, Any], list[str], tuple[int, ...]]:
    numbers: dict[str, Any] = {name: chance.choice(EDGES[name]) for name in chance.sample(sorted(EDGES), CHANGED)}
    points = chance.sample(sorted(CHOICES), DIFFERENT_READINGS)
    islands = chance.choice(ISLANDS)
    if not seed % FOR_TWELVE_ISLANDS:
        numbers, islands = {**numbers, "island_cards": 12}, (*islands[:-1], 12)
    return numbers, points, islands


def some_deck(rules: Rules, chance: Random) -> Deck:
    """A deck of the size that the rules say, in which every kind and background occurs."""
    amounts = (1, 2, *(rules.largest_amount,) * 3)
    notches = (1, 1, 2, 3, 6)
    cards = [
        Card(
            kind,
            min(chance.choice(amounts), rules.largest_amount) if kind in COUNTED else 1,
            background,
            chance.choice(notches),
        )
        for number in range(rules.total_cards)
        for kind, background in [(list(Kind)[number % 4], list(Background)[number // 4 % 4])]
    ]
    return Deck(tuple(cards))


def playable(seed: int, kind: VariantKind = VariantKind.EDGES) -> PlayableVariant:
    """A variant by number, always the same one."""
    chance = Random(seed)
    while True:
        rules = some_rules(chance, seed, kind)
        deck, players = some_deck(rules, chance), chance.randint(2, 6)
        try:
            for number in range(rules.min_players, rules.max_players + 1):
                new_game(Setup.from_seed(number, 0, rules, deck), rules, deck)
        except BadInput:
            continue
        return PlayableVariant(rules, deck, rules.max_players if kind in EIGHT else players, chance)
