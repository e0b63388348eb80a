"""Declarative forms: what can be set on the page, what is answered, and how question and answer are drawn and told.

Answers are enumerated beforehand for everything that can be set (:mod:`.packing`); the page only looks them up. Nothing
here knows any game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from archipel.checks.rulebook.trying.packing import AnswerTable, Data
from archipel.spec.readings import Choice


class Control(StrEnum):
    """How something is set."""

    NUMBER = "number"
    SEATS = "seats"
    """A number for each seat."""
    SEAT = "seat"
    """One of the seats."""
    MOVES = "moves"
    """By buttons, each of which leads from here to another value."""


@dataclass(frozen=True)
class Setting:
    """Something that is set on the page.

    ``most`` is how much there can be in all, by the number of players, ``least`` how much there must be of each;
    ``limit`` is what is said when there is no more, with the clause that says so. ``covers`` names a setting that is
    nowhere more than this one. A setting that is ``asked`` is shown only where the readings chosen look at it.
    ``sign`` is a shape drawn beside a number.
    """

    name: str
    control: Control
    first: Any
    most: Mapping[int, int] = field(default_factory=dict)
    limit: tuple[str, str] | None = None
    least: int = 0
    covers: str = ""
    asked: bool = False
    cleared: bool = False
    """Whether a button sets it back to nothing."""
    sign: str = ""

    @property
    def data(self) -> Data:
        most = {str(players): number for players, number in self.most.items()}
        known = {"name": self.name, "control": self.control.value, "first": self.first, "most": most}
        return {**known, "covers": self.covers, "limit": self.limit, "least": self.least, "asked": self.asked}


@dataclass(frozen=True)
class PlayedMoves:
    """Buttons that lead on: the member that lists them as pairs of a name and what is set then, the setting, and
    phrases: what stands on a button (before its name) and below, as it is answered there."""

    of: str
    sets: str
    label: str
    then: str


@dataclass(frozen=True)
class TriedQuestion:
    """A question of the page: what is set, by which readings, what is answered, told and drawn.

    ``told`` are the phrases of the headline, ``compared`` those by which readings are told apart; one that begins with
    @ names the member of the answer that has the phrase. ``holes`` say how the holes of phrases are filled: a form and
    what it is given (``["seat", "winner"]``). ``selects`` are names for what the readings look at, way by way.
    """

    points: Sequence[str]
    settings: Sequence[Setting]
    tables: Sequence[AnswerTable]
    holes: Mapping[str, Sequence[str]]
    told: Sequence[str] = ("@told",)
    compared: Sequence[str] = ()
    pictures: Sequence[Mapping[str, Any]] = ()
    selects: Mapping[str, Sequence[str]] = field(default_factory=dict)
    moves: PlayedMoves | None = None
    notes: Sequence[str] = ()

    def data(self, players: Sequence[int], ways: Sequence[Choice]) -> Data:
        """Everything the page needs to know of it."""
        moves = None if self.moves is None else vars(self.moves)
        return {
            "points": self.points,
            "settings": [setting.data for setting in self.settings],
            "tables": [table.packed(players, ways) for table in self.tables],
            "told": self.told,
            "compared": self.compared or self.told,
            "holes": self.holes,
            "pictures": self.pictures,
            "selects": self.selects,
            "moves": moves,
        }
