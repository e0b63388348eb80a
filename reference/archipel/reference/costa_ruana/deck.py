"""The action cards (Material, Card descriptions) and the files that list them.

A deck file is TOML with one list, ``cards``; each row is ``[kind, amount, background, notches]`` or
``[kind, amount, background, notches, count]``. Cards are numbered from 0 in the order listed. The two kinds
that move a single piece have the amount 1. Optional ``name`` and ``note`` are for the reader.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from archipel.reference.strict_json import BadInput, Field, shown
from archipel.reference.values import Value

MAX_CARDS = 200
MAX_FILE = 64_000
MAX_LINE = 6_000
MAX_AMOUNT = 9
MAX_NOTCHES = 20


class Kind(StrEnum):
    """What a card does; listed in the order in which a player must resolve his cards."""

    MOVE_TREASURE = "move_treasure"
    REMOVE = "remove"
    PLACE = "place"
    MOVE_INHABITANT = "move_inhabitant"


class Background(StrEnum):
    """The four backgrounds, which are also the four sides of the Condition cards."""

    HIGH_TIDE = "high_tide"
    LOW_TIDE = "low_tide"
    DAY = "day"
    NIGHT = "night"


TIDES: Final = (Background.HIGH_TIDE, Background.LOW_TIDE)
TIMES: Final = (Background.DAY, Background.NIGHT)
KINDS: Final = tuple(Kind)
COUNTED: Final = (Kind.REMOVE, Kind.PLACE)
CARD_TEXT: Final = (
    rf"(?:({'|'.join([kind for kind in Kind if kind not in COUNTED])})|({'|'.join(COUNTED)})-([1-{MAX_AMOUNT}]))"
    rf" ({'|'.join(Background)}) ([1-9]|1[0-9]|{MAX_NOTCHES})"
)
"""The short phrases of cards; the amount stands with remove and place, and only there."""


class Card(NamedTuple):
    """The face of one card."""

    kind: Kind
    amount: int
    background: Background
    notches: int

    @property
    def text(self) -> str:
        """The card in one short phrase, such as ``place-2 night 3``."""
        kind = f"{self.kind.value}-{self.amount}" if self.kind in COUNTED else self.kind.value
        return f"{kind} {self.background.value} {self.notches}"


@dataclass(frozen=True)
class Deck(Value):
    """All the cards of the box; a card's number is its place in this list."""

    cards: tuple[Card, ...]

    def kept(self, players: int) -> tuple[int, ...]:
        """The cards used with so many players: those with at most that many notches."""
        return tuple([number for number, card in enumerate(self.cards) if card.notches <= players])


def read_card(field: Field) -> Card:
    """Read a card from its short phrase."""
    words = field.text().split(" ")
    if len(words) != 3:
        field.fail('expected a card such as "place-2 night 3"')
    face, background, notches = words
    kind, dash, amount = face.partition("-")
    counted = kind in (Kind.REMOVE.value, Kind.PLACE.value)
    if counted != bool(dash):
        field.fail("an amount stands with remove and place, and only there")
    card = Card(
        Field(kind, field.path).choice(Kind),
        _digits(field, amount, MAX_AMOUNT) if counted else 1,
        Field(background, field.path).choice(Background),
        _digits(field, notches, MAX_NOTCHES),
    )
    if card.text != field.text():
        field.fail(f'expected "{card.text}"')
    return card


def read_cards(field: Field) -> Deck:
    """Read a deck from the list of its short phrases."""
    return Deck(tuple([read_card(item) for item in field.items(0, MAX_CARDS)]))


def _digits(field: Field, text: str, high: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        field.fail("expected a small number")
    return Field(int(text), field.path).whole(1, high)


def read_deck(text: str, name: str = "deck") -> Deck:
    """Read a deck from the text of a deck file."""
    if any(len(line) > MAX_LINE for line in text.splitlines()):
        raise BadInput(f"{name}: a line is longer than {MAX_LINE} characters")
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise BadInput(f"{name}: not TOML: {shown(str(error))}") from None
    members = Field(document, name).members(["cards"], ["name", "note"])
    cards: list[Card] = []
    for row in members["cards"].items(0, MAX_CARDS):
        cards.extend(_row(row))
        if len(cards) > MAX_CARDS:
            row.fail(f"more than {MAX_CARDS} cards")
    return Deck(tuple(cards))


def _row(row: Field) -> list[Card]:
    cells = row.items(4, 5)
    kind = cells[0].choice(Kind)
    amount = cells[1].whole(1, MAX_AMOUNT if kind in COUNTED else 1)
    card = Card(kind, amount, cells[2].choice(Background), cells[3].whole(1, MAX_NOTCHES))
    return [card] * (cells[4].whole(1, MAX_CARDS) if len(cells) == 5 else 1)


def load_deck(path: Path | str) -> Deck:
    """Read a deck file."""
    name = shown(Path(path).name)
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MAX_FILE + 1)
        text = raw.decode("utf-8")
    except OSError as error:
        raise BadInput(f"{name}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{name}: not a UTF-8 file") from None
    if len(raw) > MAX_FILE:
        raise BadInput(f"{name}: larger than {MAX_FILE} bytes")
    return read_deck(text, name)


@cache
def balanced_deck() -> Deck:
    """The shipped deck: an assumption, since the rulebook does not publish the composition."""
    from archipel.reference import costa_ruana

    return load_deck(Path(costa_ruana.__path__[0]) / "decks" / "balanced.toml")
