"""What a game must offer so that programs that play it can be judged, and given positions from a *corpus* of files.

Positions, decisions and setups are the game's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from archipel.checks.explain.model import Link, Text
from archipel.checks.judge.conformance.programs.answers import Answer
from archipel.checks.support.files import read_input
from archipel.reference.strict_json import BadInput, canonical, parse

Start = Any
Position = Any
Decision = Any
Choice = Mapping[str, str]
LARGEST = 200_000_000
"""Bytes a file of positions may have."""


@dataclass(frozen=True)
class Given:
    """A given position as the start of a game, instead of a setup: its state, as the game's format writes it."""

    state: Mapping[str, Any]
    decisions: tuple[Decision, ...] = ()
    """What it was made for: decisions to be tried in it, legal or not."""


class Event(NamedTuple):
    """Something the program is asked: to ``play`` a legal decision, to ``try`` an illegal one, or for a ``view``.

    Programs that can are also asked for their ``state``.
    """

    do: str
    what: Any


@dataclass(frozen=True)
class Script:
    """A game as far as it goes: how it is set up, or in which position it begins, and everything that is asked."""

    start: Start
    events: tuple[Event, ...] = ()

    @property
    def moves(self) -> tuple[Decision, ...]:
        """The decisions played."""
        return tuple([event.what for event in self.events if event.do == "play"])

    def cut(self, length: int) -> Script:
        return replace(self, events=self.events[:length])


@dataclass(frozen=True)
class Difference:
    """The first answer that is not what the rules say: after which script, which answer, and in what it differs.

    ``aspects`` names every difference: ``accepted`` or ``refused`` wrongly, decisions that are listed although they are
    not legal (``extra``), not listed although they are (``missing``) or listed ``twice``, and ``state.``, ``view.`` or
    ``result.`` with a member's name.
    """

    script: Script
    before: Position | None
    """The position in which the last event was asked; None if the first position itself differs."""
    position: Position
    """The position after it."""
    answer: Answer
    expected: Answer
    aspects: tuple[str, ...]
    extra: tuple[Decision, ...] = ()
    missing: tuple[Decision, ...] = ()

    @property
    def last(self) -> Event | None:
        return self.script.events[-1] if self.script.events else None

    def members(self, of: str) -> list[str]:
        """The members of the state, view or result that differ."""
        return [name for group, _, name in map(_parted, self.aspects) if group == of and name]


def _parted(aspect: str) -> tuple[str, str, str]:
    return aspect.partition(".")


class GameExplorer(Protocol):
    """Plays games and looks for what has been seen least so far."""

    def begin(self, number: int) -> Start:
        """How to set up a game, by its number."""
        ...

    def decision(self, position: Position) -> Decision | None:
        """What to play next; None when the game is over."""
        ...

    def choices(self, position: Position) -> Sequence[Decision]:
        """Some of the legal decisions, among them whatever leads to something new."""
        ...

    def near_miss(self, position: Position) -> Decision | None:
        """An illegal decision that is almost legal, or None."""
        ...

    def viewer(self, position: Position) -> int | None:
        """Whose view to ask for, if anybody's."""
        ...


class ConformanceGame(Protocol):
    """A game by some reading of its rules."""

    @property
    def choice(self) -> Choice:
        """The readings by which it is judged, as far as they are not ours."""
        ...

    def by(self, choice: Choice) -> ConformanceGame:
        """The same game by other readings; the program is told nothing about that."""
        ...

    def other_readings(self) -> Sequence[tuple[str, str]]:
        """Every point with every reading of it that this game is not judged by."""
        ...

    def strangers(self) -> Sequence[ConformanceGame]:
        """The same game by simple rules that no reading has, but that now and then agree with those it is judged by."""
        ...

    def explorer(self, players: Sequence[int], seed: int) -> GameExplorer: ...

    def request(self, start: Start) -> dict[str, Any]:
        """The members of a ``new`` request, or of a ``position`` request if the start is a given position."""
        ...

    @property
    def protocol(self) -> int:
        """The version of the protocol that a program needs."""
        ...

    def asked(self, decision: Decision) -> dict[str, Any]:
        """How a program is asked to play a decision, or told what chance has brought."""
        ...

    def opening(self, start: Start) -> Position:
        """The first position; raises BadInput if a given one cannot be used."""
        ...

    def asides(self, position: Position) -> Sequence[Event]:
        """Everything to ask without playing: every view, and what is almost legal."""
        ...

    def state(self, position: Position) -> Mapping[str, Any]:
        """A whole position, as it can be given."""
        ...

    def legal(self, position: Position) -> Sequence[Decision]: ...

    def after(self, position: Position, decision: Decision) -> Position: ...

    def data(self, decision: Decision) -> dict[str, Any]: ...

    def read(self, data: Mapping[str, Any]) -> Decision:
        """A decision as a program wrote it; raises BadInput if it is none."""
        ...

    def facts(self, position: Position) -> Mapping[str, Any]:
        """Every member of a position that a program may keep."""
        ...

    def result(self, position: Position) -> Mapping[str, Any] | None: ...

    def view(self, position: Position, seat: int) -> Mapping[str, Any]: ...

    def shorter(self, difference: Difference) -> Iterator[Script]:
        """Scripts that may show the same difference in a shorter or simpler game, the most promising first."""
        ...

    def varied(self, script: Script, chance: Random) -> Script:
        """A script like this one, with something else in its set-up or its decisions."""
        ...

    def size(self, script: Script) -> tuple[int, ...]:
        """How long and how complicated a script is; smaller is better."""
        ...

    def clauses(self, difference: Difference) -> Sequence[Link]:
        """The clauses that the program breaks or mistakes, the likeliest first."""
        ...

    def about(self, difference: Difference) -> Sequence[str]:
        """Clauses that have to do with it, the likeliest first, found quickly: enough to tell mistakes apart."""
        ...

    def clauses_read(self, choice: Choice) -> Sequence[Link]:
        """The clauses, as this game has them, that other readings would change."""
        ...

    def story(self, difference: Difference) -> Sequence[Text]:
        """The game told move by move."""
        ...

    def drawing(self, difference: Difference, language: str) -> str:
        """The position in which the program was asked, or, if only its list of decisions is wrong, the one after."""
        ...

    def decision_told(self, position: Position, decision: Decision) -> Text: ...

    def record(self, script: Script) -> dict[str, Any]:
        """The decisions played, as a record of a game; if it began in a given position, the last position instead."""
        ...


def positions_in(place: str) -> Iterator[Given]:
    """The positions in a file: one state a line, a list of states, or test vectors; or in all files of a folder.

    Each is there once.
    """
    folder = Path(place)
    files = sorted(map(str, folder.glob("**/*.json"))) if folder.is_dir() else [place]
    found = {canonical(state): state for file in files for state in _states(_documents(file))}
    if not found:
        raise BadInput(f"{place}: no positions in it")
    return map(Given, found.values())


def _documents(file: str) -> list[Any]:
    content = read_input(file, LARGEST)
    try:
        return [parse(content, LARGEST)]
    except BadInput:
        lines = content.splitlines()
    try:
        return [parse(line, LARGEST) for line in lines if line.strip()]
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None


def _states(documents: list[Any]) -> Iterator[Mapping[str, Any]]:
    """The states among documents; vectors have them in their entries."""
    for document in documents:
        if isinstance(document, list):
            yield from _states(document)
        elif isinstance(document, dict):
            yield from _in_object(document)


def _in_object(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if isinstance(document.get("entries"), list):
        yield from _states(document["entries"])
    elif isinstance(begin := document.get("begin"), dict) and isinstance(begin.get("state"), dict):
        yield begin["state"]
    elif "game" in document and "format" not in document and "setup" not in document:
        yield document
