"""The decisions a player can be asked for, one small class each, and the errors they can cause.

Argument names follow the manual; ``from`` and ``to`` are called ``source`` and ``target`` here, since ``from``
is a Python word.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from archipel.reference.values import Value, ordinary


class Face(StrEnum):
    """How a card was laid; it keeps this name after it has been turned up."""

    UP = "up"
    DOWN = "down"


class Condition(StrEnum):
    """The two Condition cards."""

    TIDE = "tide"
    TIME = "time"


class Reason(StrEnum):
    """The rule that an illegal action breaks."""

    GAME_OVER = "the game is over"
    NOT_YOUR_TURN = "another player decides now"
    OTHER_DECISION = "another decision is asked now"
    NO_SUCH_ISLAND = "there is no such island"
    NO_SUCH_SEAT = "there is no such seat"
    ISLAND_FULL = "the island has no room left"
    CARD_NOT_IN_HAND = "the card is not in the player's hand"
    SAME_PLAYER_AGAIN = "the face-down card must go before another player than the face-up card"
    NO_CARD_THERE = "no such card lies on the table"
    EMPTY_RESERVE = "the reserve is empty"
    NOT_A_NEXT_CARD = "that card is not among those to resolve next"
    SAME_ISLAND = "a move must end on another island"
    NO_TREASURE_THERE = "no treasure lies on that island"
    NO_INHABITANT_THERE = "the owner has no such inhabitant on that island"
    SEVERAL_ISLANDS = "all must be removed from one island"
    PLACED_APART = "all must be placed on one island"
    MOVED_ALREADY = "the card has moved every inhabitant of the owner there already"
    WRONG_NUMBER = "the effect must be applied in full, as far as possible"
    NOT_SORTED = "islands must be listed in increasing order"
    NAMES_HIMSELF = "a refusing shaman must name another player"
    NAMES_THE_OLD_SHAMAN = "a refusing shaman may not name the shaman of the round just played"


@ordinary
class IllegalAction(ValueError):  # noqa: N818
    """A well-formed action that the rules do not allow now; ``reason`` names the broken rule."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


@ordinary
class MalformedAction(ValueError):  # noqa: N818
    """An action whose arguments are not even of the right type."""


def _whole(*numbers: object) -> None:
    for number in numbers:
        if type(number) is not int:
            raise MalformedAction(f"expected a whole number, found {type(number).__name__}")


def _wholes(islands: object) -> None:
    if type(islands) is not tuple:
        raise MalformedAction(f"islands: expected a tuple, found {type(islands).__name__}")
    _whole(*islands)


def _member(value: object, kind: type[StrEnum]) -> None:
    if not isinstance(value, kind):
        raise MalformedAction(f"expected a {kind.__name__}, found {type(value).__name__}")


@dataclass(frozen=True)
class Settle(Value):
    """Before round 1: put one inhabitant on an island."""

    player: int
    island: int

    def __post_init__(self) -> None:
        _whole(self.player, self.island)


@dataclass(frozen=True)
class PlayUp(Value):
    """Lay a card face up before a player."""

    player: int
    card: int
    before: int

    def __post_init__(self) -> None:
        _whole(self.player, self.card, self.before)


@dataclass(frozen=True)
class PlayDown(Value):
    """Lay a card face down before a player."""

    player: int
    card: int
    before: int

    def __post_init__(self) -> None:
        _whole(self.player, self.card, self.before)


@dataclass(frozen=True)
class Stand(Value):
    """Put an inhabitant on a card on the table."""

    player: int
    by: int
    face: Face

    def __post_init__(self) -> None:
        _whole(self.player, self.by)
        _member(self.face, Face)


@dataclass(frozen=True)
class StandFrom(Value):
    """Put an inhabitant from an island on a card on the table, where the readings allow it."""

    player: int
    by: int
    face: Face
    source: int

    def __post_init__(self) -> None:
        _whole(self.player, self.by, self.source)
        _member(self.face, Face)


@dataclass(frozen=True)
class Pass(Value):
    """Put no inhabitant on a card; where the readings allow it, turn no Condition card, or let a copy be."""

    player: int

    def __post_init__(self) -> None:
        _whole(self.player)


@dataclass(frozen=True)
class Flip(Value):
    """Turn one of the Condition cards."""

    player: int
    condition: Condition

    def __post_init__(self) -> None:
        _whole(self.player)
        _member(self.condition, Condition)


@dataclass(frozen=True)
class Resolve(Value):
    """Choose which of several cards of one kind comes next."""

    player: int
    by: int
    face: Face

    def __post_init__(self) -> None:
        _whole(self.player, self.by)
        _member(self.face, Face)


@dataclass(frozen=True)
class MoveTreasure(Value):
    """Effect or copy: one treasure goes to another island; where the readings allow it, it stays where it is."""

    player: int
    source: int
    target: int

    def __post_init__(self) -> None:
        _whole(self.player, self.source, self.target)


@dataclass(frozen=True)
class Remove(Value):
    """Effect or copy: take back own inhabitants, one island named for each."""

    player: int
    islands: tuple[int, ...]

    def __post_init__(self) -> None:
        _whole(self.player)
        _wholes(self.islands)


@dataclass(frozen=True)
class Place(Value):
    """Effect or copy: put own inhabitants on islands, one island named for each."""

    player: int
    islands: tuple[int, ...]

    def __post_init__(self) -> None:
        _whole(self.player)
        _wholes(self.islands)


@dataclass(frozen=True)
class MoveInhabitant(Value):
    """Effect or copy: one inhabitant, anybody's, goes to another island; where the readings allow it, it stays."""

    player: int
    owner: int
    source: int
    target: int

    def __post_init__(self) -> None:
        _whole(self.player, self.owner, self.source, self.target)


@dataclass(frozen=True)
class Accept(Value):
    """The new shaman keeps the role."""

    player: int

    def __post_init__(self) -> None:
        _whole(self.player)


@dataclass(frozen=True)
class Name(Value):
    """The new shaman hands the role to another player."""

    player: int
    shaman: int

    def __post_init__(self) -> None:
        _whole(self.player, self.shaman)


Action = (
    Settle
    | PlayUp
    | PlayDown
    | Stand
    | StandFrom
    | Pass
    | Flip
    | Resolve
    | MoveTreasure
    | Remove
    | Place
    | MoveInhabitant
    | Accept
    | Name
)
