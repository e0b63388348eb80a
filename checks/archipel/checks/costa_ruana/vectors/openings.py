"""How games begin, and with what, as questions of cases: values that a solver found, written as other programs can."""

from __future__ import annotations

from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.costa_ruana.projection import BACKGROUNDS, FACES, KINDS, code, rules_of
from archipel.checks.judge.vectors import Data
from archipel.reference.costa_ruana import Card, Deck, Face, Phase, Setup, balanced_deck, codec
from archipel.reference.costa_ruana.deck import TIDES, TIMES, read_cards
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.costa_ruana import NUMBERS
from archipel.spec.costa_ruana.vocabulary import PILE
from archipel.spec.machine import Values

_KIND = {code(number): kind for kind, number in KINDS.items()}
_BACKGROUND = {code(number): background for background, number in BACKGROUNDS.items()}


class UnwritableError(Exception):
    """A situation that cannot be written as a case, and why."""


def opening_question(values: Values) -> Data:
    """Whether a game opens in the position that these values describe, set up as they say."""
    try:
        header, setup = codec.header_data(rules_of(values), balanced_deck()), setup_of(values)
        return {"do": "opening", **header, "setup": codec.setup_data(setup), "state": position_of(values)}
    except (BadInput, NoPosition, KeyError) as error:
        raise UnwritableError(f"such an opening cannot be written: {_plain(error)}") from None


def position_of(values: Values) -> Data:
    """The position that values describe before anybody has decided, whether or not a game opens so."""
    seats, shaman = range(values["players"]), values["shaman"]
    if shaman not in seats:
        raise BadInput(f"seat {shaman}")
    return {
        "players": values["players"],
        "round": values["round"],
        "phase": Phase.SETTLE.value,
        "shaman": shaman,
        "actor": shaman,
        "tide": _BACKGROUND[values["tide"]].value,
        "time": _BACKGROUND[values["time"]].value,
        "inhabitants": [list(row) for row in values["on"]],
        **{name: list(values[symbol]) for name, symbol in COUNTED.items()},
        "hands": [_cards_in(values, seat) for seat in seats],
        "pile": sorted(_cards_in(values, code(PILE)), key=lambda card: values["position"][card]),
        "table": [_laid(values, by, face) for face in Face for by in seats if _card(values, by, face) >= 0],
        "standing": [None] * values["players"],
        "resolving": None,
        "waiting": [],
        "copying": False,
    }


COUNTED = {"treasures": "treasures", "reserve": "reserve", "huts": "hut", "gains": "gained"}


def _cards_in(values: Values, place: int) -> list[int]:
    return [card for card, where in enumerate(values["place_of"]) if where == place]


def _card(values: Values, by: int, face: Face) -> int:
    return int(values["laid"][by][code(FACES[face])])


def _laid(values: Values, by: int, face: Face) -> Data:
    before, hidden = (values[name][by][code(FACES[face])] for name in ("lies_before", "hidden"))
    card = _card(values, by, face)
    return {"by": by, "face": face.value, "card": card, "before": max(before, 0), "face_down": hidden}


def setup_of(values: Values) -> Setup:
    """The chance that an opening shows."""
    where = {card: place for card, place in enumerate(values["position"]) if place >= 0}
    order = tuple(sorted(where, key=lambda card: where[card]))
    poor = tuple(island for island, number in enumerate(values["treasures"]) if number == values["poor_treasures"])
    tide, time = _BACKGROUND[values["tide"]], _BACKGROUND[values["time"]]
    if tide not in TIDES or time not in TIMES:
        raise BadInput("a Condition card shows a side of the other")
    return Setup(values["players"], order, tide, time, poor, values["shaman"])


def box_question(values: Values) -> Data:
    """Whether the game can be played with a box, for so many players."""
    if values["players"] not in NUMBERS.islands_for_players:
        raise UnwritableError(f"such a box cannot be written: {values['players']} players")
    try:
        deck, rules = deck_of(values), rules_of(values)
        numbers = codec.header_data(rules, deck)["numbers"]
        codec.read_rules(Field(numbers, "numbers"))
    except (BadInput, NoPosition, KeyError) as error:
        raise UnwritableError(f"such a box cannot be written: {_plain(error)}") from None
    return {
        "do": "box",
        "players": values["players"],
        "numbers": numbers,
        "deck": [card.text for card in deck.cards],
    }


def deck_of(values: Values) -> Deck:
    printed = zip(values["kind"], values["amount"], values["background"], values["notches"], strict=True)
    cards = [Card(_KIND[kind], amount, _BACKGROUND[back], notches) for kind, amount, back, notches in printed]
    return read_cards(Field([card.text for card in cards], "deck"))


def _plain(error: Exception) -> str:
    return f"no code {error}" if isinstance(error, KeyError) else str(error)
