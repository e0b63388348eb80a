"""Plug-in registry: the only place where a game is found by its name.

Games of other packages are found by their entry points (group ``archipel.games``, value ``module:GAME``), and only when
somebody asks for a game that is not shipped, or for all of them. Whatever is wrong with one is told in one line, and
concerns no other game. Nothing here knows any game but by name.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from archipel.checks.games.configuration import MARK, in_setting
from archipel.reference.strict_json import BadInput, shown

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Iterable, Sequence

    from archipel.checks.games.protocol import Game

GROUP = "archipel.games"
SHIPPED = {"costa_ruana": "archipel.checks.costa_ruana.game:GAME"}
FEW = 5
"""So many missing members are named; what lacks more was never meant to be a game."""
DEFAULT = "costa_ruana"
"""The game that is meant where none is named."""
LOADED: dict[str, Game] = {}
"""Every game that was asked for so far, by name."""


class Entry(NamedTuple):
    """Where a game is to be found: ``module:GAME``, and the package that brings it."""

    name: str
    place: str
    origin: str


class Found(NamedTuple):
    """A game, and the package that brings it."""

    game: Game
    origin: str


def game_called(name: str) -> Game:
    """The game of that name; behind an ``@`` may stand its setting, where that is not the usual one."""
    if name not in LOADED:
        plain, mark, setting = name.partition(MARK)
        LOADED[name] = in_setting(game_called(plain), setting) if mark else _loaded(_entry(name))
    return LOADED[name]


def every_game() -> tuple[list[Found], list[str]]:
    """All games there are, the shipped ones first; and what is wrong with those that cannot be used."""
    found: list[Found] = []
    entries, wrong = _entries()
    for entry in entries:
        try:
            found.append(Found(game_called(entry.name), entry.origin))
        except BadInput as error:
            wrong.append(str(error))
    return found, wrong


def is_known(name: str) -> bool:
    """Whether there is a game of that name; whether it can be used is another question."""
    plain = name.partition(MARK)[0]
    return plain in LOADED or plain in SHIPPED or any(entry.name == plain for entry in brought())


def names() -> list[str]:
    """The names of all games there are; none of them is loaded."""
    return [entry.name for entry in _entries()[0]]


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a complaint about an unknown word: the nearest one that is known, or else all of them."""
    from difflib import get_close_matches

    words = list(known)
    near = get_close_matches(word, words, n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(words) or 'none'}"


def _entry(name: str) -> Entry:
    if name in SHIPPED:
        return _shipped(name)
    entries, wrong = _entries()
    for entry in entries:
        if entry.name == name:
            return entry
    for complaint in wrong:
        if complaint.startswith(f"the game {name} "):
            raise BadInput(complaint)
    raise BadInput(f"no game called {shown(name)}{nearest(name, [entry.name for entry in entries])}")


def _shipped(name: str) -> Entry:
    return Entry(name, SHIPPED[name], "archipel")


def _entries() -> tuple[list[Entry], list[str]]:
    """Where all games are to be found, and what is wrong with names that cannot be used."""
    named: dict[str, list[Entry]] = {}
    for entry in brought():
        named.setdefault(entry.name, []).append(entry)
    found, wrong = [_shipped(name) for name in SHIPPED], []
    for name, entries in sorted(named.items()):
        origins = " and ".join(sorted(entry.origin for entry in entries))
        if name in SHIPPED:
            wrong.append(f"the game {name} of {origins} is left out: archipel has one of that name")
        elif len(entries) > 1:
            wrong.append(f"the game {name} is left out: {origins} have one of that name")
        else:
            found += entries
    return found, wrong


@cache
def brought() -> Sequence[Entry]:
    """What installed packages say they bring."""
    from importlib.metadata import entry_points

    points = [(point, point.dist) for point in entry_points(group=GROUP)]
    return [
        Entry(point.name, point.value, f"{package.name} {package.version}")
        for point, package in points
        if package is not None
    ]


def _loaded(entry: Entry) -> Game:
    module, _, attribute = entry.place.partition(":")
    try:
        found: Game = getattr(import_module(module), attribute)
        wrong = "" if entry.name in SHIPPED else _wrong_with(found, entry.name)
    except (Exception, SystemExit) as error:
        if entry.name in SHIPPED:
            raise
        wrong = f"{type(error).__name__}: {error}"
    if wrong:
        raise BadInput(" ".join(f"the game {entry.name} of {entry.origin} cannot be used: {wrong}".split()))
    return found


def _wrong_with(game: Game, name: str) -> str:
    """Why something is no game, if it is none; a member that is not there counts as one that is only declared."""
    from inspect import getattr_static

    from archipel.checks.games.protocol import Game as Contract
    from archipel.spec.clauses import LANGUAGES

    missing = [
        member
        for member in vars(Contract)
        if not member.startswith("_") and _is_abstract(getattr_static(game, member, Contract.name))
    ]
    if missing:
        more = f" and {len(missing) - FEW} more: GAME is no Game, but of type {type(game).__name__}"
        return f"it lacks {', '.join(missing[:FEW])}{more if len(missing) > FEW else ''}"
    if game.name != name:
        return f"it calls itself {game.name!r}"
    if not all(isinstance(game.title.get(language), str) for language in LANGUAGES):
        return f"its title is not one for each of {', '.join(LANGUAGES)}"
    words = [*game.boards, *game.options, *[value for values in game.options.values() for value in values]]
    if not all(re.fullmatch(r"[A-Za-z0-9_-]+", word) for word in words):
        return "its boards and options are not named by letters, digits, hyphens and underscores"
    if not all(game.options.values()):
        return "one of its options has no values"
    if not game.players or not all(isinstance(count, int) for count in game.players):
        return "it is for no number of players"
    return ""


def _is_abstract(member: object) -> bool:
    return bool(getattr(member, "__isabstractmethod__", False))


def add_game(parser: ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", default=DEFAULT, help="which game (default: %(default)s)")
