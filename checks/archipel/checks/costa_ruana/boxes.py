"""The boxes of Costa Ruana whose boundary values are looked for, and what the engine says of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from archipel.checks.agreement.boundary_values import Box, Silence, Survey, Surveyor
from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.projection import BACKGROUNDS, KINDS, code, machine, rules_of
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana.deck import read_deck
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana import NUMBERS, Numbers
from archipel.spec.machine import Values

_KIND = {code(number): kind.value for kind, number in KINDS.items()}
_BACKGROUND = {code(number): background.value for background, number in BACKGROUNDS.items()}

# Where the engine refuses numbers that no requirement on the material speaks of.
STRICTER = {
    "numbers: island_cards: expected 0 to": "a bound that keeps the machine from being exhausted",
    "numbers: largest_amount: expected 0 to": "a bound that keeps the machine from being exhausted",
    "numbers: settled: no room": "setup: settling could not end",
    "numbers: settled: more than the inhabitants": "setup: settling could not end",
    "numbers: settled: expected at least 1": "setup: settling would have no end to come to",
    "numbers: poor_islands: more than": "setup: no opening has so many poor islands",
    "numbers: hand: fewer than two cards": "play: somebody could not lay two cards",
    "numbers: rounds: expected at least 1": "round: there would be no last round",
    "numbers: islands_by_players: expected at least 2": "cards: nothing can move with a single island",
    r"deck\.cards\[\d+\]\[3\]: expected 1 to": "a deck file says at least one notch, which every number of players has",
}
DECK = "components.deck", "the engine plays with a deck of any size that can be dealt"
KIND = "components.card-kinds", "the engine plays with any cards that can be dealt"
BACKGROUND = "components.backgrounds", "the engine plays with any cards that can be dealt"
LEAST = "components.card-amounts", "the smallest number on a card is 1 for the engine, and no number of its rules"
COLOURS = "components.huts", "the engine does not know how many colours the box has"
ISLANDS = "setup.island-count", "the engine looks the number of islands up and cannot be told another"


def silent(players: int) -> dict[str, Silence]:
    """Where the rulebook puts the boundaries that the engine does not know."""
    return {
        "deck_size up": Silence(1, *DECK),
        "deck_size down": Silence(1, *DECK),
        "cards up": Silence(1, *DECK),
        **{f"kind {kind} once, then nowhere": Silence(2, *KIND) for kind in _KIND},
        # Cards that move something show a 1: without any 1 there are none of them.
        "amount 1 once, then nowhere": Silence(1, *KIND),
        **{f"background {background} once, then nowhere": Silence(2, *BACKGROUND) for background in _BACKGROUND},
        "least_amount up": Silence(1, *LEAST),
        "colours down": Silence(NUMBERS.colours - players + 1, *COLOURS),
        "islands up": Silence(1, *ISLANDS),
        "islands down": Silence(1, *ISLANDS),
    }


def box_for(players: int) -> Box:
    """A box for one number of players: of the shipped material, what they use."""
    shipped = engine.balanced_deck()
    used = engine.Deck(tuple(shipped.cards[card] for card in shipped.kept(players)))
    numbers = replace(
        NUMBERS,
        min_players=players,
        max_players=players,
        deck_size=len(used.cards),
        islands_for_players={players: NUMBERS.islands_for_players[players]},
    )
    return _box(f"a box for {players}", players, numbers, used)


def whole_box() -> Box:
    """The shipped material, with as many players as it is for at most."""
    return _box("the whole box", NUMBERS.max_players, NUMBERS, engine.balanced_deck())


def _box(name: str, players: int, numbers: Numbers, deck: engine.Deck) -> Box:
    material = {**numbers.values(players), **projection.material(deck, ())}
    return Box(name, material, refusal, _islands, silent(players), STRICTER)


def _islands(values: Values) -> dict[str, Any]:
    """As many islands as the table says; none for a number of players that it does not name."""
    place = values["players"] - values["min_players"]
    table = values["islands_for"]
    return {"islands": table[place] if 0 <= place < len(table) else 0}


def refusal(values: Values) -> str:
    """Why the engine does not begin games with this material: one for each number of players that the box is for."""
    try:
        rules, deck = rules_of(values), _deck(values)
        rules.islands(values["players"])
        for players in range(rules.min_players, rules.max_players + 1):
            engine.new_game(engine.Setup.from_seed(players, 0, rules, deck), rules, deck)
    except (BadInput, NoPosition) as error:
        return str(error)
    return ""


def _deck(values: Values) -> engine.Deck:
    """The cards, read as from a file."""
    rows = zip(values["kind"], values["amount"], values["background"], values["notches"], strict=True)
    return _read(tuple(rows))


@cache
def _read(rows: tuple[tuple[int, ...], ...]) -> engine.Deck:
    lines = [
        f'["{_KIND.get(kind, kind)}", {amount}, "{_BACKGROUND.get(background, background)}", {notches}],'
        for kind, amount, background, notches in rows
    ]
    return read_deck("cards = [\n" + "\n".join(lines) + "\n]\n")


def survey(players: int) -> Survey:
    """Walks from the box for so many players, and from the whole box with as many as it is for at most."""
    boxes = [box_for(players), *([whole_box()] if players == NUMBERS.max_players else [])]
    return Surveyor(machine()).survey(*boxes)
