"""What a game brings along to be printed besides its rules: pages, translations, tables, facts, glossary, pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import Protocol

from archipel.checks.games.registry import game_called
from archipel.checks.rulebook.facts import Fact
from archipel.checks.rulebook.pictures import Picture
from archipel.checks.rulebook.tables import Table
from archipel.reference.strict_json import BadInput


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


class Glossary(Protocol):
    """The words of a game, as patterns in each language; and what its translator looked at and found right, by text."""

    TERMS: Mapping[str, Mapping[str, str]]
    ACCEPTED: Mapping[str, Set[str]]


class Artist(Protocol):
    """Draws the pictures of a rulebook."""

    NAMES: Sequence[str]

    def named(self, name: str, lang: str) -> Picture:
        """One of the pictures that have names; KeyError if there is none."""

    def for_clause(self, id: str, lang: str) -> Sequence[Picture]: ...

    def for_example(self, id: str, lang: str) -> Sequence[Picture]: ...

    def for_reading(self, point: str, reading: str, lang: str) -> Sequence[Picture]: ...


class Trial(Protocol):
    """A page to try the rules on."""

    STYLE: str

    def fragment(self, lang: str) -> str:
        """The page's HTML, to stand in a page of the rulebook."""

    def scripts(self, lang: str) -> Sequence[str]:
        """The scripts among the assets, in the order in which they are to be loaded."""

    def assets(self, lang: str, clause_href: Callable[[str], str] = ...) -> Mapping[str, str]:
        """The files the page needs, by name; ``clause_href`` says where a clause is to be found."""


class Parts(Protocol):
    """A game's own part of its printed rulebook; one that draws nothing has no pictures, and perhaps no page to try."""

    @property
    def folder(self) -> Path:
        """Where pages and translations are."""

    @property
    def tables(self) -> Mapping[str, Callable[[str, Mapping[str, int]], Table]]:
        """The game's own data as tables, by name: made for a language and the numbers of the game."""

    @property
    def facts(self) -> Sequence[Fact]: ...

    @property
    def glossary(self) -> Glossary: ...

    @property
    def pictures(self) -> Artist | None: ...

    @property
    def trying(self) -> Trial | None: ...


def parts_of(game: str) -> Parts:
    """What a game brings along to be printed."""
    if (parts := game_called(game).book) is None:
        raise BadInput(f"{game} has no rulebook to be printed")
    return parts
