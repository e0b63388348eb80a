"""Variants: a game with other numbers or other readings, kept in a file that every command can play by.

A variant file is TOML. All of it but the game may be left out:

    title = "Big islands"
    game = "costa_ruana"
    [numbers]
    island_cap = 9
    islands_for_4 = 8
    [readings]
    shaman-tie = "self-first"
    [clauses]
    "succession.tie" = "self-first"

``numbers`` are named as the sentences of the clauses name them. ``readings`` chooses a reading for a point; ``clauses``
says the same by naming a clause and the reading that stands in its place. Nothing here knows any game.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from archipel.checks.games.registry import game_called
from archipel.checks.readings.choices import checked
from archipel.checks.support.files import said_of
from archipel.reference.strict_json import BadInput, Field, shown
from archipel.spec.clauses import LANGUAGES, Clause, Nature, Part, Rulebook
from archipel.spec.logic.terms import Definition, NumApply, NumCall, PropApply, PropCall, Term, walk
from archipel.spec.readings import Choice, Readings

MAX_FILE = 64_000
LONGEST_TITLE = 200


class VariantNumbers(Protocol):
    """The numbers of a game, as its clauses name them."""

    @property
    def min_players(self) -> int: ...

    @property
    def max_players(self) -> int: ...

    def values(self, players: int) -> dict[str, Any]: ...

    def for_statements(self) -> dict[str, int]: ...


class Sides(NamedTuple):
    """The same variant twice: the numbers of the clauses and the rules of the engine, each built by itself."""

    numbers: VariantNumbers
    rules: Any


@dataclass(frozen=True)
class Variant:
    """A game with some numbers and readings that are not the rulebook's; nonsense is refused when it is made."""

    game: str
    title: str = ""
    given: tuple[tuple[str, int], ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        checked(game_called(self.game).readings, self.choice)
        _sides(self.game, self.given, self.chosen)
        _rulebook(self.game, self.chosen)

    @property
    def choice(self) -> Choice:
        """The reading of each point that is chosen."""
        return dict(self.chosen)

    @property
    def is_original(self) -> bool:
        return not self.number_changes and self.rulebook is game_called(self.game).readings.rulebook

    @property
    def sides(self) -> Sides:
        return _sides(self.game, self.given, self.chosen)

    @property
    def numbers(self) -> VariantNumbers:
        return self.sides.numbers

    @property
    def players(self) -> range:
        return range(self.numbers.min_players, self.numbers.max_players + 1)

    @property
    def rulebook(self) -> Rulebook:
        """The clauses as the readings amend them."""
        return _rulebook(self.game, self.chosen)

    @property
    def in_statements(self) -> dict[str, int]:
        """The numbers for the sentences of clauses; what a sentence names and the variant no longer has stays."""
        return game_called(self.game).numbers.for_statements() | self.numbers.for_statements()

    @property
    def number_changes(self) -> dict[str, tuple[int | None, int | None]]:
        """What each number was that is another now; None where there is none."""
        before, now = game_called(self.game).numbers.for_statements(), self.numbers.for_statements()
        names = dict.fromkeys((*before, *now))
        return {name: (before.get(name), now.get(name)) for name in names if before.get(name) != now.get(name)}

    def symbol_changes(self, players: int) -> frozenset[str]:
        """The symbols of the clauses that have another value in a game for so many players.

        If the original has no such game, every number is new to it.
        """
        now, original = self.numbers.values(players), game_called(self.game).numbers
        if not original.min_players <= players <= original.max_players:
            return frozenset(now)
        return frozenset(name for name, value in original.values(players).items() if now.get(name) != value)

    @property
    def symbols_changed(self) -> frozenset[str]:
        """The symbols that have another value in some game that the original has too."""
        original = game_called(self.game).numbers
        both = [n for n in self.players if original.min_players <= n <= original.max_players]
        return frozenset(name for players in both for name in self.symbol_changes(players))


@lru_cache(maxsize=256)
def _sides(game: str, given: tuple[tuple[str, int], ...], chosen: tuple[tuple[str, str], ...]) -> Sides:
    return game_called(game).sides(dict(given), dict(chosen))


def _rulebook(game: str, chosen: tuple[tuple[str, str], ...]) -> Rulebook:
    try:
        return game_called(game).readings.under(dict(chosen))
    except ValueError as error:
        raise BadInput(f"readings: {error}") from None


def made(game: str, numbers: Mapping[str, int], choice: Choice, title: str = "") -> Variant:
    """A variant; numbers and readings that are the rulebook's are left out."""
    points = game_called(game).readings.points
    checked(game_called(game).readings, choice)
    original = game_called(game).numbers.for_statements()
    others = tuple((name, value) for name, value in numbers.items() if original.get(name) != value)
    readings = tuple((id, choice[id]) for id in points if id in choice and choice[id] != points[id].default.name)
    return Variant(game, title, others, readings)


# What is not as in the original


@dataclass(frozen=True)
class ClauseChange:
    """A clause that says something else in a variant, in each language before and now."""

    id: str
    before: Mapping[str, str]
    now: Mapping[str, str]

    @property
    def in_words(self) -> bool:
        """Whether the sentence is another; if not, only what the clause means is."""
        return self.before != self.now

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "before": dict(self.before), "now": dict(self.now)}


def clause_changes(variant: Variant) -> list[ClauseChange]:
    """The clauses that are not as in the original: another sentence, or formal parts that say something else."""
    original = game_called(variant.game).readings.rulebook
    numbers = game_called(variant.game).numbers.for_statements()
    found = []
    for id, clause in original.clauses.items():
        now = _sentences(variant.rulebook.clauses[id], variant.in_statements)
        change = ClauseChange(id, _sentences(clause, numbers), now)
        if change.in_words or _formally_other(variant, clause):
            found.append(change)
    return found


def _sentences(clause: Clause, numbers: Mapping[str, int]) -> dict[str, str]:
    return {language: clause.statement(language, numbers) for language in LANGUAGES}


def _formally_other(variant: Variant, clause: Clause) -> bool:
    """Whether a formal part names a number that is another now, or was put into other words by a reading."""
    readings = game_called(variant.game).readings.chosen(variant.choice)
    reworded = {part for reading in readings for part in reading.parts}
    redefined = {name for reading in readings for name in reading.notions}
    added = {part.clause for reading in readings for part in reading.clause.parts}
    return clause.id in added or any(
        part in reworded or _defines(part, redefined) or variant.symbols_changed & _named(clause.rulebook, part.term)
        for part in clause.parts
    )


def _defines(part: Part, notions: set[str]) -> bool:
    return part.nature is Nature.DEFINITION and part.name in notions


def _named(rulebook: Rulebook, term: Term) -> set[str]:
    """The symbols a term names, itself or by a word that no clause defines."""
    found: set[str] = set()
    for part in walk(term):
        if isinstance(part, NumApply | PropApply):
            found.add(part.symbol.name)
        if isinstance(part, NumCall | PropCall) and part.definition in _undefined(rulebook):
            found |= _named(rulebook, part.definition.body)
    return found


@cache
def _undefined(rulebook: Rulebook) -> frozenset[Definition]:
    """The notions that no clause defines."""
    defined = {part.name for part in rulebook.parts(Nature.DEFINITION)}
    return frozenset(definition for name, definition in rulebook.definitions.items() if name not in defined)


# Files


def read(path: str | Path, game: str | None = None) -> Variant:
    """The variant in a file; if a game is named, it has to be of that game."""
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
    with said_of(name):
        return parsed(text, game)


def parsed(text: str, game: str | None = None) -> Variant:
    """The variant that the text of a file describes."""
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise BadInput(f"not TOML: {shown(str(error))}") from None
    members = Field(document).members(["game"], ["title", "numbers", "readings", "clauses"])
    found = members["game"].text()
    if game not in (None, found):
        members["game"].fail(f"expected {game}, found {shown(found)}")
    try:
        game_called(found)
    except BadInput as error:
        members["game"].fail(str(error))
    title = members["title"].text() if "title" in members else ""
    if len(title) > LONGEST_TITLE or not title.isprintable():
        members["title"].fail(f"expected one line of at most {LONGEST_TITLE} letters")
    numbers = {name: _whole(field) for name, field in _entries(members, "numbers")}
    return made(found, numbers, _choice(game_called(found).readings, members), title)


def _entries(members: Mapping[str, Field], table: str) -> Iterator[tuple[str, Field]]:
    if table in members:
        field = members[table]
        keys = field.value if isinstance(field.value, dict) else ()
        yield from field.members((), keys).items()


def _whole(field: Field) -> int:
    if type(field.value) is not int:
        field.fail(f"expected a whole number, found {shown(field.value)}")
    return field.value


def _choice(readings: Readings, members: Mapping[str, Field]) -> Choice:
    """The readings that a file chooses, by point or by the clause in whose place they stand."""
    choice: dict[str, str] = {}
    for id, field in _entries(members, "readings"):
        choice[id] = field.text()
        _refusing(field, readings, {id: field.text()})
    for id, field in _entries(members, "clauses"):
        point = _point(readings, id, field)
        if choice.setdefault(point, field.text()) != field.text():
            field.fail(f"{field.text()} contradicts readings.{point}, which says {choice[point]}")
    return choice


def _refusing(field: Field, readings: Readings, choice: Choice) -> None:
    try:
        readings.chosen(choice)
    except ValueError as error:
        field.fail(str(error))


def _point(readings: Readings, clause: str, field: Field) -> str:
    """The point about a clause that has a reading of this name."""
    about = {id: point for id, point in readings.points.items() if point.clause.id == clause}
    if clause not in readings.rulebook.clauses:
        field.fail("no such clause; `archipel clauses` lists them")
    found = [id for id, point in about.items() if field.text() in point.readings]
    if not found:
        names = [name for point in about.values() for name in point.readings]
        known = f"there are {', '.join(names)}" if names else "it has only one"
        field.fail(f"{shown(field.text())} is no reading of this clause; {known}")
    return found[0]


def written(variant: Variant) -> str:
    """The text of a file that describes a variant."""
    lines = [f"title = {_quoted(variant.title)}"] if variant.title else []
    lines.append(f"game = {_quoted(variant.game)}")
    if variant.given:
        lines += ["", "[numbers]", *(f"{name} = {value}" for name, value in variant.given)]
    if variant.chosen:
        lines += ["", "[readings]", *(f"{point} = {_quoted(name)}" for point, name in variant.chosen)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# On the command line


def variant_in(arguments: argparse.Namespace) -> Variant:
    """The variant that a command was given with ``--variant``, or the original."""
    if arguments.variant is None:
        return Variant(arguments.game)
    return read(arguments.variant, arguments.game)
