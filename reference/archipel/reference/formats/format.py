"""Serializers: a shape made into functions for text, plain data and packed bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from struct import unpack
from typing import Any, Generic, TypeVar

from archipel.reference.formats.functions import NARROW, WIDE, Doubt, Function, Names, function
from archipel.reference.formats.shapes import Data, Many, Members, Shape, indented, packing_together
from archipel.reference.strict_json import Field, canonical, parse

Value = TypeVar("Value")

DOUBTS = (Doubt, LookupError, TypeError, ValueError)
HEAD = {"$schema": "https://json-schema.org/draft/2020-12/schema"}


def _no_game(value: object) -> None:
    """What values depend on that depend on nothing."""


class Format(Generic[Value]):
    """How values are written and read; ``game`` finds what their numbers depend on."""

    def __init__(self, shape: Shape, game: Callable[[Value], Any] = _no_game) -> None:
        self.shape = shape
        self._game = game

    @cached_property
    def data(self) -> Callable[[Value], Any]:
        """Plain data of a value."""
        return function(lambda names: self.shape.data("value", names), self._game)

    @cached_property
    def _quick(self) -> Function:
        return function(lambda names: self.shape.quick("value", names))

    def quickly(self, data: object, game: Any = None) -> Value:
        """The value of plain data that is written as usual; raises one of DOUBTS if it is not."""
        value: Value = self._quick(data, game)
        return value

    def read(self, field: Field, game: Any = None) -> Value:
        """The value of a field; refused with BadInput, which says where and why."""
        try:
            return self.quickly(field.value, game)
        except DOUBTS:
            return self.read_with_care(field, game)

    def read_with_care(self, field: Field, game: Any = None) -> Value:
        """The same, slowly."""
        value: Value = self.shape.read(field, game)
        return value

    def dumps(self, value: Value) -> str:
        """Canonical text of a value."""
        return canonical(self.data(value))

    def loads(self, text: str | bytes) -> Value:
        """The value of a text."""
        return self.read(Field(parse(text)))


class ObjectFormat(Format[Value]):
    """The same for objects, which can be packed, and whose members can be some of a larger object's."""

    def __init__(self, shape: Members, game: Callable[[Value], Any] = _no_game) -> None:
        super().__init__(shape, game)
        self.members = shape

    @cached_property
    def _quick_members(self) -> Function:
        return function(lambda names: self.members.made("value", names))

    @cached_property
    def _unpack(self) -> Function:
        return function(self._unpacking)

    def read_members(self, members: Mapping[str, Field], game: Any = None) -> Value:
        """The value of an object's members, of which there may be others."""
        try:
            value: Value = self._quick_members({key: member.value for key, member in members.items()}, game)
        except DOUBTS:
            value = self.members.read_members(members, game)
        return value

    @cached_property
    def packed(self) -> Callable[[Value], bytes]:
        """A value in few bytes; equal values of a game give equal bytes.

        First comes what is one number, then everything longer, both in the order of the class. What can be missing
        is 0, and one more than its number if it is there; lists of no fixed length begin with their length, except
        the last.
        """
        return function(self._packing, self._game)

    def packing_source(self) -> str:
        """A module with this function, typed, for engines that are compiled: it must be as this says (tested)."""
        names, kind = Names(), self.members.kind
        self._packing(names)
        constants = [f"{name} = {value!r}" for name, value in names.values.items() if isinstance(value, dict)]
        head = [
            f'"""Binary packing of {kind.__name__}, made from its class by formats.format: not written by hand."""',
            "# ruff: noqa: E501",
            "from __future__ import annotations\n",
            f"from {kind.__module__} import {kind.__name__}",
            "from archipel.reference.formats.functions import as_bytes\n",
            *constants,
            f"\n\ndef packed(value: {kind.__name__}) -> bytes:",
            '    """See ObjectFormat.packed."""',
        ]
        return "\n".join([*head, *indented(names.lines), "    return as_bytes(numbers)", ""])

    def unpacked(self, source: bytes, game: Any = None) -> Value:
        """The value of a game that these bytes were made of."""
        value: Value = self._unpack(unpack(f"<{len(source) // 2}H", source) if source[0] == WIDE else source, game)
        return value

    def _packing(self, names: Names) -> str:
        *parts, last = self.members.in_packing_order()
        lines = packing_together([(part.numbers, f"value.{part.name}") for part in parts], names)
        ends = last.numbers.packing_items if isinstance(last.numbers, Many) else last.numbers.packing
        names.lines += [f"numbers = [{NARROW}]", *lines, *ends(f"value.{last.name}", names)]
        return "as_bytes(numbers)"

    def _unpacking(self, names: Names) -> str:
        names.lines += ["numbers = iter(value)", "take = numbers.__next__", "take()"]
        *parts, last = self.members.in_packing_order()
        found = {part.name: names.fresh() for part in (*parts, last)}
        for part in parts:
            names.lines.append(f"{found[part.name]} = {part.numbers.unpacked('take()', names)}")
        rest = (
            last.numbers.unpacked_rest(names)
            if isinstance(last.numbers, Many)
            else last.numbers.unpacked("take()", names)
        )
        names.lines.append(f"{found[last.name]} = {rest}")
        given = {name: f"game{path and '.' + path}" for name, path in self.members.given.items()}
        return self.members.called(given | found, names)


def schema(id: str, title: str, body: Data) -> Data:
    """A JSON Schema (2020-12)."""
    return {**HEAD, "$id": id, "title": title, **body}
