"""One-line notation: plain data of an object as a line of text, laid out by a template, and read back.

A template is text with the keys of members in braces: ``{round}:{phase}``. What stands in square brackets is repeated
for each item of the members in it: ``[{treasures}*{inhabitants}]``; what stands between bars is ``-`` where the first
member in it is nothing: ``|{resolving}:{waiting}|``. Without a template, members are separated by spaces. Numbers in
a list are joined by dots, other items by commas, and ``-`` stands for nothing (``~`` for no list). Members that may
be left out follow with their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from archipel.reference.formats.shapes import (
    Coded,
    Data,
    Flag,
    Keyed,
    Many,
    Members,
    Nullable,
    OneOf,
    Shape,
    Sparse,
    Tagged,
    Together,
    Whole,
)
from archipel.reference.strict_json import BadInput, shown

NOTHING = "-"
NO_ITEMS = "()"
NO_LIST = "~"
SEPARATORS = ".,;/"
FLAGS = {"no": False, "yes": True}
MAX_LENGTH = 5000

_TOKENS = re.compile(r"\[(?P<rows>[^\]]*)\]|\|(?P<group>[^|]*)\||\{(?P<key>\w+)\}|(?P<text>[^\[|{]+)")
_WHOLE = re.compile(r"-?[0-9]{1,15}")
_NOTHING = re.compile(r"-(?![0-9])")


@dataclass(frozen=True)
class Pieces:
    """What is repeated for each item of the members in it, or is there only if the first of them is."""

    pieces: tuple[Any, ...]
    repeated: bool


Piece = str | Keyed | Pieces


class Cursor:
    """A place in a line that is being read."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0

    def fail(self) -> NoReturn:
        self.refuse(f"cannot read {shown(self.line[self.at :])}")

    def refuse(self, why: str) -> NoReturn:
        raise BadInput(f"position: {why}")

    def take(self, text: str) -> bool:
        """Go on behind this text, if it stands here."""
        there = self.line.startswith(text, self.at)
        self.at += len(text) if there else 0
        return there

    def match(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self.line, self.at)
        self.at = self.at if found is None else found.end()
        return None if found is None else found[0]

    def expect(self, text: str) -> None:
        if not self.take(text):
            self.fail()

    def one_of(self, texts: Mapping[str, Any]) -> Any:
        """The value of the longest of these texts that stands here."""
        for text in sorted(texts, key=len, reverse=True):
            if self.take(text):
                return texts[text]
        return self.fail()


class Lines:
    """The lines of an object; by key: ``inner`` are the templates of objects in it, ``letters`` texts of values."""

    def __init__(
        self,
        members: Members,
        template: str = "",
        inner: Mapping[str, str] | None = None,
        letters: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self.members = members
        self.letters = letters or {}
        self.inner = inner or {}
        self._known: dict[str, tuple[Piece, ...]] = {}
        self.pieces = _pieces(template, members) if template else _one_after_another(members, " ")[1:]

    def write(self, data: Mapping[str, Any], *first: str) -> str:
        """Plain data as a line, behind words that say what it is of."""
        optional = [part for part in self.members.parts if part.key in data and part.optional]
        more = [f" {part.key}={self._text(part.shape, data[part.key], part.key)}" for part in optional]
        return " ".join([*first, self._written(self.pieces, data)]) + "".join(more)

    def read(self, line: str, *first: str) -> Data:
        """Plain data of a line with these words in front; whether it makes sense is not looked at."""
        cursor = Cursor(line)
        if len(line) > MAX_LENGTH:
            cursor.fail()
        for word in first:
            if not cursor.take(f"{word} "):
                cursor.fail() if word is first[0] else cursor.refuse("written for other rules or another deck")
        data: Data = {}
        self._taken(self.pieces, cursor, data)
        for part in self.members.parts:
            if part.optional and cursor.take(f" {part.key}="):
                data[part.key] = self._value(part.shape, cursor, part.key)
        if cursor.at < len(line):
            cursor.fail()
        return data

    # Pieces of a template

    def _written(self, pieces: Sequence[Piece], data: Mapping[str, Any]) -> str:
        return "".join([self._piece(piece, data) for piece in pieces])

    def _piece(self, piece: Piece, data: Mapping[str, Any]) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, Keyed):
            return self._text(piece.shape, data[piece.key], piece.key)
        parts = [part for part in piece.pieces if isinstance(part, Keyed)]
        if piece.repeated:
            rows = zip(*[data[part.key] for part in parts], strict=True)
            keys = [part.key for part in parts]
            return ",".join([self._written(piece.pieces, dict(zip(keys, row, strict=True))) for row in rows])
        return NOTHING if data[parts[0].key] is None else self._written(piece.pieces, data)

    def _taken(self, pieces: Sequence[Piece], cursor: Cursor, data: Data) -> None:
        for piece in pieces:
            if isinstance(piece, str):
                cursor.expect(piece)
            elif isinstance(piece, Keyed):
                data[piece.key] = self._value(piece.shape, cursor, piece.key)
            elif piece.repeated:
                rows = list(self._rows(piece, cursor))
                data.update({key: [row[key] for row in rows] for key in rows[0]})
            elif cursor.match(_NOTHING) is not None:
                data.update({part.key: _nothing(part) for part in piece.pieces if isinstance(part, Keyed)})
            else:
                self._taken(piece.pieces, cursor, data)

    def _rows(self, piece: Pieces, cursor: Cursor) -> Iterator[Data]:
        following = True
        while following:
            row: Data = {}
            self._taken(piece.pieces, cursor, row)
            yield row
            following = cursor.take(",")

    # Values

    def _text(self, shape: Shape, data: Any, key: str) -> str:
        if isinstance(shape, Nullable):
            return _none(shape) if data is None else self._text(shape.item, data, key)
        if isinstance(shape, Many | Sparse):
            item = _item(shape)
            return _separator(item).join([self._text(item, one, key) for one in data]) or _no_items(item)
        if isinstance(shape, Together):
            return ".".join([self._text(item, one, key) for item, one in zip(shape.items, data, strict=True)])
        if isinstance(shape, Coded):
            return self._text(shape.members, data, key)
        if isinstance(shape, Members):
            return self._written(self._inside(shape, key), data)
        if isinstance(shape, Tagged):
            tag = str(data[shape.tag])
            return "{" + tag + self._written(_one_after_another(shape.kinds[tag], ":"), data) + "}"
        if isinstance(shape, Flag | OneOf):
            return next(text for text, value in self._letters(shape, key).items() if value == data)
        return str(data)

    def _value(self, shape: Shape, cursor: Cursor, key: str) -> Any:
        if isinstance(shape, Nullable):
            missing = cursor.take(NO_LIST) if _none(shape) == NO_LIST else cursor.match(_NOTHING) is not None
            return None if missing else self._value(shape.item, cursor, key)
        if isinstance(shape, Many | Sparse):
            return self._list(_item(shape), cursor, key)
        if isinstance(shape, Together):
            first, *others = shape.items
            found = [self._value(first, cursor, key)]
            for item in others:
                cursor.expect(".")
                found.append(self._value(item, cursor, key))
            return found
        if isinstance(shape, Coded):
            return self._value(shape.members, cursor, key)
        if isinstance(shape, Members):
            data: Data = {}
            self._taken(self._inside(shape, key), cursor, data)
            return data
        if isinstance(shape, Tagged):
            cursor.expect("{")
            tag = cursor.one_of({tag: tag for tag in shape.kinds})
            tagged: Data = {shape.tag: tag}
            self._taken((*_one_after_another(shape.kinds[tag], ":"), "}"), cursor, tagged)
            return tagged
        if isinstance(shape, Flag | OneOf):
            return cursor.one_of(self._letters(shape, key))
        number = cursor.match(_WHOLE)
        return cursor.fail() if number is None else int(number)

    def _list(self, item: Shape, cursor: Cursor, key: str) -> list[Any]:
        if cursor.take(_no_items(item)):
            return []
        found = [self._value(item, cursor, key)]
        while cursor.take(_separator(item)):
            found.append(self._value(item, cursor, key))
        return found

    def _letters(self, shape: Flag | OneOf, key: str) -> Mapping[str, Any]:
        texts = FLAGS if isinstance(shape, Flag) else {str(text): text for text in shape.texts}
        return self.letters.get(key, texts)

    def _inside(self, members: Members, key: str) -> tuple[Piece, ...]:
        if key not in self._known:
            self._known[key] = self._inner_pieces(members, key)
        return self._known[key]

    def _inner_pieces(self, members: Members, key: str) -> tuple[Piece, ...]:
        template = self.inner.get(key)
        return ("{", *_one_after_another(members, ":")[1:], "}") if template is None else _pieces(template, members)


def _item(shape: Shape) -> Shape:
    """What a list holds."""
    if isinstance(shape, Sparse):
        return shape.both
    assert isinstance(shape, Many)
    return shape.item


def _none(shape: Nullable) -> str:
    """Nothing, which must not look like a list of no items."""
    return NO_LIST if isinstance(shape.item, Many | Sparse) else NOTHING


def _nothing(part: Keyed) -> Any:
    return [] if part.shape.nothing == () else part.shape.nothing


def _depth(shape: Shape) -> int:
    """How many kinds of separators there are in it."""
    if isinstance(shape, Many):
        return 1 + _depth(shape.item)
    return max(1, _depth(shape.item)) if isinstance(shape, Nullable) else int(not isinstance(shape, Whole))


def _separator(item: Shape) -> str:
    return SEPARATORS[_depth(item)]


def _no_items(item: Shape) -> str:
    """A list of no items, which must not look like a list of one that is nothing, or of a number below 0."""
    may_look_so = isinstance(item, Nullable | Many) or (isinstance(item, Whole) and item.range.low < 0)
    return NO_ITEMS if may_look_so else NOTHING


def _one_after_another(members: Members, separator: str) -> tuple[Piece, ...]:
    required = [part for part in members.parts if not part.optional]
    return tuple([piece for part in required for piece in (separator, part)])


def _pieces(template: str, members: Members) -> tuple[Piece, ...]:
    parts = {part.key: part for part in members.parts}
    return tuple([_piece(found, parts) for found in _TOKENS.finditer(template)])


def _piece(found: re.Match[str], parts: Mapping[str, Keyed]) -> Piece:
    if found["key"]:
        return parts[found["key"]]
    if found["text"]:
        return found["text"]
    repeated = found["rows"] is not None
    inside = _TOKENS.finditer(found["rows"] or found["group"])
    pieces = tuple([_piece(piece, parts) for piece in inside])
    if not repeated:
        return Pieces(pieces, repeated)
    items = [replace(p, shape=_item(p.shape)) if isinstance(p, Keyed) else p for p in pieces]
    return Pieces(tuple(items), repeated)
