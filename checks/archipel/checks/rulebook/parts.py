"""What a game brings along to be printed besides its rules: pages, translations, tables, facts, glossary, pictures."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from archipel.checks.games.registry import game_called
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES

if TYPE_CHECKING:
    from archipel.checks.rulebook.figures.kept import FigureFile
    from archipel.checks.rulebook.trying.trial import TryIt
    from archipel.spec.readings import Choice

Words = Mapping[str, str]
"""The same in each language."""


@dataclass(frozen=True)
class Fact:
    """A theorem told to players, in each language; numbers of the game are named in braces.

    Of a theorem that is false, ``told`` is what one might think, and ``but`` says how it is instead.
    """

    theorem: str
    told: Words
    but: Words | None = None


@dataclass(frozen=True)
class Glossary:
    """The words of a game, as patterns in each language; and what its translator looked at and found right, by text."""

    terms: Mapping[str, Words] = field(default_factory=dict)
    accepted: Mapping[str, Set[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Picture:
    """A drawing that stands alone: SVG with title and desc inside, and the words printed under it."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Table:
    """A table of a game's own data: heads and rows of words, in one language."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class ToldEvent:
    """A decision and where it leads; one that is refused leads nowhere."""

    before: Any
    action: Any
    after: Any = None


class WorkedExample(Protocol):
    """A worked example of the rulebook: where it stands there, and what it shows."""

    @property
    def id(self) -> str: ...

    @property
    def figure(self) -> str: ...

    @property
    def en(self) -> str: ...

    @property
    def fr(self) -> str: ...

    def broken(self, choice: Choice, /) -> str:
        """In what clauses and engine do otherwise with these readings; empty if they do not. Where no game can be
        played so, that is bad input."""


Drawn: TypeAlias = Sequence[Picture]


def _none(id: str, lang: str) -> Drawn:
    return ()


@dataclass(frozen=True)
class Gallery:
    """Draws the pictures of a rulebook, in a language: those that have names, and some by what they are about."""

    pictures: Mapping[str, Callable[[str], Picture]]
    for_clause: Callable[[str, str], Drawn] = _none
    """Both sides of a clause, by its id: where it decides something, and the nearest position where it does not."""
    for_example: Callable[[str, str], Drawn] = _none
    """A worked example as a comic strip."""
    for_reading: Callable[[str, str], Drawn] = _none
    """One situation by our reading and by another, called ``point=reading``."""

    def named(self, name: str, lang: str) -> Picture:
        """One of the pictures that have names; KeyError if there is none."""
        return self.pictures[name](lang)


class Parts:
    """A game's own part of its printed rulebook: what lies in a folder, and what a subclass adds.

    In the folder are ``pages``, their translations (``locale``), ``facts.toml`` and ``glossary.toml``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def tables(self) -> Mapping[str, Callable[[str, Mapping[str, int]], Table]]:
        """The game's own data as tables, by name: made for a language and the numbers of the game."""
        return {}

    @cached_property
    def facts(self) -> Sequence[Fact]:
        """Facts that players enjoy, in the order of their file."""
        return [Fact(id, *map(_words, said.values())) for id, said in self._read("facts").items()]

    @cached_property
    def glossary(self) -> Glossary:
        """The words that must not get lost in translation."""
        found = self._read("glossary")
        terms = {name: _words(patterns) for name, patterns in found.get("terms", {}).items()}
        return Glossary(terms, {id: set(about) for id, about in found.get("accepted", {}).items()})

    @property
    def pictures(self) -> Gallery | None:
        return None

    @property
    def figures(self) -> FigureFile | None:
        """The situations that pictures of clauses and readings show."""
        return None

    @property
    def trying(self) -> TryIt | None:
        """A page to try the rules on."""
        return None

    def _read(self, name: str) -> dict[str, Any]:
        file = self.folder / f"{name}.toml"
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _words(said: Sequence[str]) -> Words:
    return dict(zip(LANGUAGES, said, strict=True))


def parts_of(game: str) -> Parts:
    """What a game brings along to be printed."""
    if (parts := game_called(game).book) is None:
        raise BadInput(f"{game} has no rulebook to be printed")
    return parts
