"""Declarative forms: what can be set on the page, what is answered, and how question and answer are drawn and told.

Answers are enumerated beforehand for everything that can be set (:mod:`.packing`); the page only looks them up. Nothing
here knows any game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from archipel.checks.rulebook.trying.packing import AnswerTable, Data, Enumeration
from archipel.spec.readings import Choice


class SettingControl(StrEnum):
    """How something is set."""

    NUMBER = "number"
    SEATS = "seats"
    """A number for each seat."""
    SEAT = "seat"
    """One of the seats."""
    MOVES = "moves"
    """By buttons, each of which leads from here to another value."""


@dataclass(frozen=True)
class TriedSetting:
    """Something that is set on the page.

    ``most`` is how much there can be in all, by the number of players, ``least`` how much there must be of each;
    ``limit`` is what is said when there is no more, with the clause that says so. ``covers`` names a setting that is
    nowhere more than this one. A setting that is ``asked`` is shown only where the readings chosen look at it.
    ``sign`` is a shape drawn beside a number.
    """

    name: str
    control: SettingControl
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
    what it is given (``["seat", "winner"]``). What readings look at may have another name than its setting.
    """

    points: Sequence[str]
    settings: Sequence[TriedSetting]
    tables: Sequence[AnswerTable]
    holes: Mapping[str, Sequence[str]]
    told: Sequence[str] = ("@told",)
    compared: Sequence[str] = ()
    pictures: Sequence[Mapping[str, Any]] = ()
    looks_at: Callable[[Choice], Mapping[str, str]] | None = None
    phrases: Callable[[], Mapping[str, Mapping[str, str]]] = dict
    """Phrases of its own in each language, by name."""
    moves: PlayedMoves | None = None
    notes: Sequence[str] = ()

    def data(self, players: Sequence[int], ways: Sequence[Choice]) -> Data:
        """Everything the page needs to know of it."""
        moves = None if self.moves is None else vars(self.moves)
        looked = [] if self.looks_at is None else [self.looks_at(way) for way in ways]
        return {
            "points": self.points,
            "settings": [setting.data for setting in self.settings],
            "tables": [table.packed(players, ways) for table in self.tables],
            "told": self.told,
            "compared": self.compared or self.told,
            "holes": self.holes,
            "pictures": self.pictures,
            "selects": {name: [each[name] for each in looked] for name in (looked[0] if looked else ())},
            "moves": moves,
        }


def declared(
    file: Path,
    answers: Mapping[str, Enumeration],
    most: Mapping[str, Mapping[int, int]],
    looks_at: Mapping[str, Callable[[Choice], Mapping[str, str]]],
) -> dict[str, TriedQuestion]:
    """The questions of a TOML file, whose names and members are those of the classes.

    What each table holds is ``of`` one of ``answers``, how much there can be of a setting one of ``most``; of some
    questions ``looks_at`` says which settings the readings look at, by another name.
    """
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: _question(one, answers, most, looks_at.get(name)) for name, one in data.items()}


def _question(
    data: Data,
    answers: Mapping[str, Enumeration],
    most: Mapping[str, Mapping[int, int]],
    looks_at: Callable[[Choice], Mapping[str, str]] | None,
) -> TriedQuestion:
    settings = [_setting(dict(one), most) for one in data.pop("settings")]
    tables = [AnswerTable(every=answers[one.pop("of")], **one) for one in data.pop("tables")]
    moves = PlayedMoves(**data.pop("moves")) if "moves" in data else None
    return TriedQuestion(settings=settings, tables=tables, moves=moves, looks_at=looks_at, **data)


def _setting(data: Data, most: Mapping[str, Mapping[int, int]]) -> TriedSetting:
    limits = most[data.pop("most")] if "most" in data else {}
    return TriedSetting(control=SettingControl(data.pop("control")), most=limits, **data)
