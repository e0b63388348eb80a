"""Variants of Costa Ruana: the numbers of the clauses and the rules of the engine, built apart and compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace

from archipel.checks.costa_ruana.engine import played
from archipel.checks.costa_ruana.projection import RULE_NAMES, numbers_of
from archipel.checks.variants.variant_files import Sides, Variant
from archipel.reference.costa_ruana import STANDARD, Rules
from archipel.reference.costa_ruana.deck import MAX_CARDS
from archipel.reference.costa_ruana.rules import LARGEST, LARGEST_OTHER
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana import NUMBERS, Numbers
from archipel.spec.readings import Choice

TABLE = "islands_for_"
MOST_PLAYERS = LARGEST["max_players"]
SCALARS = tuple(item.name for item in fields(Numbers) if item.name != "islands_for_players")
ENGINE_NAMES = {item.name for item in fields(Rules)}
CLAUSE_NAMES = {engine: name for name, engine in RULE_NAMES.items()} | {"islands_by_players": "islands_for_players"}


def sides(given: Mapping[str, int], choice: Choice) -> Sides:
    """Both sides of a variant; nonsense is refused by the name of the number."""
    scalars = {name: value for name, value in given.items() if not name.startswith(TABLE)}
    for name in scalars:
        if name not in SCALARS:
            raise BadInput(f"{name}: no such number; there are {', '.join((*SCALARS, TABLE + 'N'))}")
    _check_unknown_to_the_engine(scalars)
    table = _islands(given, scalars)
    rules = _rules(scalars, table, choice)
    numbers = replace(NUMBERS, **scalars, islands_for_players=table)
    _compare(numbers, rules)
    return Sides(numbers, rules)


def numbers_in(variant: Variant) -> Numbers:
    """A variant's numbers, as the clauses of this game name them."""
    assert isinstance(variant.numbers, Numbers)
    return variant.numbers


def spelled_out(given: Mapping[str, int], players: int | None) -> tuple[dict[str, int], int | None]:
    """Numbers as people give them, as numbers of the rules, and the one number of players they ask about, if any.

    ``players`` asks about a game for so many; if the box is not for so many, it becomes so, with as many islands as the
    most players have. ``islands`` are those of that game.
    """
    numbers = dict(given)
    count = numbers.pop("players", players)
    if players not in (None, count):
        raise BadInput(f"players: {count} contradicts --players {players}")
    if count is not None and not 2 <= count <= MOST_PLAYERS:
        raise BadInput(f"players: expected 2 to {MOST_PLAYERS}, found {count}")
    if "islands" in numbers:
        if count is None:
            raise BadInput(f"islands: for how many players? expected {TABLE}N, or --players N too")
        if numbers.setdefault(f"{TABLE}{count}", numbers["islands"]) != numbers.pop("islands"):
            raise BadInput(f"islands: contradicts {TABLE}{count}")
    if count is not None and "players" in given and count > NUMBERS.max_players:
        numbers.setdefault("max_players", count)
        for n in range(NUMBERS.max_players + 1, count + 1):
            numbers.setdefault(f"{TABLE}{n}", NUMBERS.islands_for_players[NUMBERS.max_players])
    return numbers, count


def _check_unknown_to_the_engine(scalars: Mapping[str, int]) -> None:
    """Numbers that only the clauses know, and decks larger than a file can hold."""
    colours = scalars.get("colours", NUMBERS.colours)
    if not 2 <= colours <= LARGEST_OTHER:
        raise BadInput(f"colours: expected 2 to {LARGEST_OTHER}, found {colours}")
    least = scalars.get("least_amount", NUMBERS.least_amount)
    greatest = scalars.get("greatest_amount", NUMBERS.greatest_amount)
    if not 1 <= least <= max(1, greatest):
        raise BadInput(f"least_amount: expected 1 to greatest_amount ({greatest}), found {least}")
    if scalars.get("deck_size", 0) > MAX_CARDS:
        raise BadInput(f"deck_size: expected at most {MAX_CARDS} cards, found {scalars['deck_size']}")


def _islands(given: Mapping[str, int], scalars: Mapping[str, int]) -> dict[int, int]:
    """How many islands there are for each number of players."""
    low = scalars.get("min_players", NUMBERS.min_players)
    high = scalars.get("max_players", NUMBERS.max_players)
    replace(STANDARD, min_players=low, max_players=low, islands_by_players=(STANDARD.islands_by_players[0],))
    table = {n: count for n, count in NUMBERS.islands_for_players.items() if low <= n <= high}
    for name, value in given.items():
        if name.startswith(TABLE):
            table[_count(name, low, high)] = value
    for n in range(low, min(high, MOST_PLAYERS) + 1):
        if n not in table:
            raise BadInput(f"{TABLE}{n}: the rulebook does not say how many islands {n} players have; give it too")
    return dict(sorted(table.items()))


def _count(name: str, low: int, high: int) -> int:
    found = re.fullmatch(r"([0-9]{1,2})", name.removeprefix(TABLE))
    if found is None or not low <= int(found[1]) <= high:
        raise BadInput(f"{name}: expected {TABLE}N with N from {low} to {high} players")
    return int(found[1])


def _rules(scalars: Mapping[str, int], table: Mapping[int, int], choice: Choice) -> Rules:
    named = {RULE_NAMES.get(name, name): value for name, value in scalars.items()}
    known = {name: value for name, value in named.items() if name in ENGINE_NAMES}
    readings = played(choice)
    try:
        return replace(STANDARD, **known, islands_by_players=tuple(table.values()), readings=readings)
    except BadInput as error:
        name, colon, reason = str(error).partition(":")
        raise BadInput(f"{CLAUSE_NAMES.get(name, name)}{colon}{_in_our_words(reason)}") from None


def _in_our_words(reason: str) -> str:
    """An engine's reason with the numbers called as the clauses call them."""
    return re.sub(r"[a-z]+_[a-z_]+", lambda word: CLAUSE_NAMES.get(word[0], word[0]), reason)


def _compare(numbers: Numbers, rules: Rules) -> None:
    """The two were built apart; they must be the same game."""
    known = numbers_of(rules)
    for name in (*SCALARS, "islands_for_players"):
        if RULE_NAMES.get(name, name) in ENGINE_NAMES and getattr(known, name) != getattr(numbers, name):
            raise AssertionError(f"{name}: clauses {getattr(numbers, name)}, engine {getattr(known, name)}")
    if known.islands_for_players != numbers.islands_for_players:
        raise AssertionError("islands_for_players: clauses and engine differ")
