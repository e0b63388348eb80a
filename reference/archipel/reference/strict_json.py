"""JSON as this project reads and writes it: whole numbers only, no surprises, one clear line when refused.

Nothing here knows any game. Every refusal is a :class:`BadInput` whose message is a single line of ASCII.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NoReturn, TypeVar

from archipel.reference.values import ordinary

MAX_BYTES = 4_000_000
MAX_DEPTH = 32
MAX_DIGITS = 15

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_OPENING, _CLOSING, _QUOTE = b"[{", b"]}", b'"'
_NEITHER_QUOTE_NOR_BRACKET = bytes(set(range(256)) - set(_OPENING + _CLOSING + _QUOTE))
_DIGITS_AS_NOUGHTS = bytes([ord("0") if byte in b"0123456789" else ord(" ") for byte in range(256)])
_LONG_NUMBER = b"0" * (MAX_DIGITS + 1)

Choice = TypeVar("Choice", bound=StrEnum)


@ordinary
class BadInput(ValueError):  # noqa: N818
    """Data from outside that cannot be used; the message is one line and says where and why."""


def shown(value: object) -> str:
    """A value as it may stand in a one-line message: ASCII, and cut if long."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = json.dumps(value) if value is None or isinstance(value, bool) else ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def parse(
    source: str | bytes,
    max_bytes: int = MAX_BYTES,
    max_depth: int = MAX_DEPTH,
    *,
    whole: Callable[[str], object] | None = None,
    fraction: Callable[[str], object] | None = None,
) -> object:
    """Read one JSON value, refusing anything oversized, too deep, ambiguous or not finite.

    ``whole`` and ``fraction`` read the digits of numbers; unless told, only whole numbers of a sensible size are.
    """
    raw = _as_bytes(source, max_bytes)
    text = _decoded(raw)
    _check_depth(raw, max_depth)
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_constant=_no_constant,
            parse_float=fraction or _no_fraction,
            parse_int=whole or (_small_int if _has_long_number(raw) else int),
        )
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None


def canonical(value: object, newline: bool = True) -> str:
    """The one text of a value: sorted keys, no spaces, ASCII, and (unless told not) a final newline."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text + "\n" if newline else text


def _as_bytes(source: str | bytes, max_bytes: int) -> bytes:
    if len(source) > max_bytes:
        raise BadInput(f"too large: more than {max_bytes} bytes")
    try:
        raw = source.encode("utf-8") if isinstance(source, str) else source
    except UnicodeError:
        raise BadInput("not UTF-8 text") from None
    if len(raw) > max_bytes:
        raise BadInput(f"too large: more than {max_bytes} bytes")
    return raw


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeError:
        raise BadInput("not UTF-8 text") from None


def _check_depth(raw: bytes, max_depth: int) -> None:
    depth = 0
    for bracket in _brackets(raw):
        depth += 1 if bracket in _OPENING else -1
        if depth > max_depth:
            raise BadInput(f"nested more than {max_depth} deep")


def _brackets(raw: bytes) -> bytes:
    """The brackets that stand in no string. Where nothing is escaped, every other quote begins a string."""
    if b"\\" in raw:
        raw = _STRING.sub(b"", raw)
    found = raw.translate(None, _NEITHER_QUOTE_NOR_BRACKET).replace(_QUOTE * 2, b"")
    return b"".join(found.split(_QUOTE)[::2])


def _has_long_number(raw: bytes) -> bool:
    """Whether somewhere so many digits stand together that a number may be too large."""
    return _LONG_NUMBER in raw.translate(_DIGITS_AS_NOUGHTS)


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadInput(f"the key {shown(key)} stands twice in one object")
            seen.add(key)
    return found


def _no_constant(name: str) -> NoReturn:
    raise BadInput(f"{name} is not a number here")


def _no_fraction(digits: str) -> NoReturn:
    raise BadInput(f"{shown(digits)}: only whole numbers are used here")


def _small_int(digits: str) -> int:
    size = len(digits.lstrip("-"))
    if size > MAX_DIGITS:
        raise BadInput(f"a number of {size} digits is too large")
    return int(digits)


class Field:
    """A value inside a document together with its path, so that every complaint can say where."""

    def __init__(self, value: object, path: str = "") -> None:
        self.value = value
        self.path = path

    def fail(self, message: str) -> NoReturn:
        """Refuse this field."""
        raise BadInput(f"{self.path or 'document'}: {message}")

    def expected(self, what: str) -> NoReturn:
        """Refuse this field, which should be something else."""
        self.fail(f"expected {what}, found {shown(self.value)}")

    def whole(self, low: int, high: int) -> int:
        """A whole number between low and high, both included."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int):
            self.expected("a whole number")
        if not low <= value <= high:
            self.fail(f"expected {low} to {high}, found {shown(value)}")
        return value

    def index(self, count: int) -> int:
        """The number of one of so many things, counted from 0."""
        return self.whole(0, count - 1)

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.expected("true or false")
        return self.value

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            self.expected("a string")
        return self.value

    def exactly(self, wanted: str) -> str:
        """This very string."""
        if self.text() != wanted:
            self.expected(f'"{wanted}"')
        return wanted

    def choice(self, options: Iterable[Choice]) -> Choice:
        """One of some named values."""
        text = self.text()
        for option in options:
            if option == text:
                break
        else:
            self.expected("one of " + ", ".join([option.value for option in options]))
        return option

    def is_null(self) -> bool:
        """Whether null stands here."""
        return self.value is None

    def values(self, low: int = 0, high: int = 1_000_000) -> list[object]:
        """What stands in a list of between low and high items."""
        if not isinstance(self.value, list):
            self.expected("a list")
        if not low <= len(self.value) <= high:
            size = str(low) if low == high else f"{low} to {high}"
            self.fail(f"expected {size} items, found {len(self.value)}")
        return self.value

    def item(self, number: int, value: object) -> Field:
        """An item of a list, by its number."""
        return Field(value, f"{self.path}[{number}]")

    def items(self, low: int = 0, high: int = 1_000_000) -> list[Field]:
        """The items of a list with between low and high of them."""
        return [self.item(number, value) for number, value in enumerate(self.values(low, high))]

    def numbers(self, low: int, high: int, fewest: int, most: int) -> tuple[int, ...]:
        """A list of whole numbers between low and high; at least and at most so many of them."""
        found: list[int] = []
        for number, value in enumerate(self.values(fewest, most)):
            if type(value) is int and low <= value <= high:
                found.append(value)
            else:
                found.append(self.item(number, value).whole(low, high))
        return tuple(found)

    def wholes(self, count: int, low: int, high: int) -> tuple[int, ...]:
        """A list of exactly count whole numbers."""
        return self.numbers(low, high, count, count)

    def members(self, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Field]:
        """The members of an object that has all required keys and no unknown ones."""
        value = self.value
        if not isinstance(value, dict):
            self.expected("an object")
        needed = list(required)
        allowed = {*needed, *optional}
        for key in needed:
            if key not in value:
                self.fail(f'"{key}" is missing')
        for key in value:
            if key not in allowed:
                self.fail(f"unknown key {shown(key)}")
        return {key: self.member(key, item) for key, item in value.items()}

    def member(self, key: str, value: object) -> Field:
        """A member of an object, by its key."""
        return Field(value, f"{self.path}.{key}" if self.path else key)
