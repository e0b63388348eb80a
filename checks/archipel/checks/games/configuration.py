"""Configurations (*test matrix*): how many play, on which board, and by which options. Nothing here knows any game.

A game declares its boards and options; one of each is usual. A game in a setting (a board and a value for every option)
is a ``Game`` of its own, and its name says so: ``lagoon@chain,short=yes``. Whoever hands on the name of a game hands on
its setting with it, to other processes and machines, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from archipel.reference.strict_json import BadInput, shown

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

MARK = "@"
"""What stands between the name of a game and a setting that is not the usual one."""


class GameSetting(NamedTuple):
    """A board, and a value for each option, by the names of options; both empty where there is nothing to choose."""

    board: str = ""
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return ",".join([*([self.board] if self.board else []), *map("=".join, self.options)])

    def __bool__(self) -> bool:
        return bool(self.board or self.options)

    def value(self, option: str) -> str:
        """What was agreed on."""
        return dict(self.options)[option]

    def as_json(self) -> dict[str, Any]:
        """As members of an object; none of a game in which there is nothing to choose."""
        board = {"board": self.board} if self.board else {}
        return {**board, **({"options": dict(self.options)} if self.options else {})}

    @classmethod
    def from_json(cls, read: Mapping[str, Any]) -> GameSetting:
        return cls(read.get("board", ""), tuple(sorted(read.get("options", {}).items())))


USUAL = GameSetting()
"""The setting of a game in which there is nothing to choose."""


class Configuration(NamedTuple):
    """How many play, on which board, by which options."""

    players: int
    setting: GameSetting = USUAL

    def __str__(self) -> str:
        return f"{self.players} {self.setting}".rstrip()


def usual_setting(boards: Sequence[str], options: Mapping[str, Sequence[str]]) -> GameSetting:
    """The first of the boards, and of the values of each option."""
    return GameSetting(next(iter(boards), ""), tuple(sorted((name, values[0]) for name, values in options.items())))


def every_setting(boards: Sequence[str], options: Mapping[str, Sequence[str]]) -> list[GameSetting]:
    """Each board with each combination of options, the usual setting first."""
    values = [[(name, value) for value in known] for name, known in options.items()]
    return [GameSetting(board, tuple(sorted(chosen))) for board in boards or ("",) for chosen in product(*values)]


def few_settings(boards: Sequence[str], options: Mapping[str, Sequence[str]]) -> list[GameSetting]:
    """The usual setting, and those that differ from it in one thing."""
    usual = usual_setting(boards, options)
    return [one for one in every_setting(boards, options) if _differences(one, usual) <= 1]


def with_players(game: Game, settings: Iterable[GameSetting]) -> list[Configuration]:
    """Every number of players that the game is for in each of these settings."""
    games = [named_setting(game, setting) for setting in settings]
    return [Configuration(count, one.setting) for one in games for count in one.players]


def by_setting(configurations: Iterable[Configuration]) -> dict[GameSetting, list[int]]:
    """The numbers of players that are looked at in each setting."""
    found: dict[GameSetting, list[int]] = {}
    for one in configurations:
        found.setdefault(one.setting, []).append(one.players)
    return found


def named_setting(game: Game, setting: GameSetting) -> Game:
    """The game in a setting, as the registry finds it by its name."""
    from archipel.checks.games.registry import game_called

    return game if setting == game.setting else game_called(f"{game.name}{MARK}{setting}")


def _differences(one: GameSetting, other: GameSetting) -> int:
    changed = sum(own != others for own, others in zip(one.options, other.options, strict=True))
    return changed + (one.board != other.board)


def members_of(name: str) -> dict[str, Any]:
    """How a document says which game it is about: its name and, if there is anything to choose, its setting."""
    from archipel.checks.games.registry import game_called

    game = game_called(name)
    return {"game": game.name, **game.setting.as_json()}


def setting_of(game: Game, board: str | None, options: Sequence[str]) -> GameSetting:
    """The setting that people name: a board, and options as ``name=value``; what they leave out is as usual."""
    usual = usual_setting(game.boards, game.options)
    chosen = dict(usual.options)
    for option in options:
        name, _, value = option.partition("=")
        _check(f"{game.name}: no option called", name, game.options)
        _check(f"{game.name}: {name}: no value called", value, game.options[name])
        chosen[name] = value
    if board is not None:
        _check(f"{game.name}: no board called", board, game.boards)
    return GameSetting(usual.board if board is None else board, tuple(sorted(chosen.items())))


def _check(complaint: str, word: str, known: Sequence[str] | Mapping[str, object]) -> None:
    from archipel.checks.games.registry import nearest

    if word not in known:
        raise BadInput(f"{complaint} {shown(word)}{nearest(word, known)}")


def in_setting(game: Game, text: str) -> Game:
    """A game in the setting that stands behind its name."""
    words = [word for word in text.split(",") if word]
    boards = [word for word in words if "=" not in word]
    if len(boards) > 1:
        raise BadInput(f"{game.name}{MARK}{text}: more than one board")
    setting = setting_of(game, next(iter(boards), None), [word for word in words if "=" in word])
    return game if setting == game.setting else game.configured(setting)
