"""Code generation: a function is written as the source of an expression, and compiled once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from struct import pack
from typing import Any, NoReturn

Function = Callable[..., Any]

NARROW, WIDE = 1, 2
INTS = {int}


@dataclass(frozen=True)
class Limit:
    """A number that depends on the game; files of all games together have it from ``least`` to ``most``."""

    of: Callable[[Any], int]
    least: int = 0
    most: int | None = None


class Doubt(Exception):  # noqa: N818
    """Something is not written as usual: read it again with care, to say what is wrong."""


def doubt() -> NoReturn:
    raise Doubt


def as_bytes(numbers: list[int]) -> bytes:
    """Each number in one byte, or in two where one needs it; the first says which."""
    try:
        return bytes(numbers)
    except ValueError:
        return pack(f"<{len(numbers)}H", WIDE, *numbers[1:])


class Names:
    """The names of one function: constants, limits of the game, what was found on the way, statements that go first."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {
            "as_bytes": as_bytes,
            "doubt": doubt,
            "INTS": INTS,
            "islice": islice,
        }
        self.limits: dict[Limit, str] = {}
        self.lines: list[str] = []

    def fresh(self) -> str:
        """A name that nothing has yet."""
        name = f"x{len(self.values)}"
        self.values[name] = None
        return name

    def constant(self, value: object) -> str:
        """The name of a value."""
        name = self.fresh()
        self.values[name] = value
        return name

    def number(self, number: int | Limit) -> str:
        """How a number is written that may depend on the game."""
        if isinstance(number, int):
            return repr(number)
        if number not in self.limits:
            self.limits[number] = self.fresh()
        return self.limits[number]


def function(write: Callable[[Names], str], game_of: Callable[[Any], Any] | None = None) -> Function:
    """The function of a value and a game that returns what is written; of a value alone if that tells its game."""
    names = Names()
    result = write(names)
    first = [f"{name} = {names.constant(limit.of)}(game)" for limit, name in names.limits.items()]
    if game_of is not None and "game" in " ".join([*first, *names.lines, result]):
        first.insert(0, f"game = {names.constant(game_of)}(value)")
    text = "\n    ".join(
        ["def made(value):" if game_of else "def made(value, game):", *first, *names.lines, f"return {result}"]
    )
    exec(compile(text, "<formats>", "exec"), names.values)
    made: Function = names.values["made"]
    return made
