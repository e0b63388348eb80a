"""Serialization combinators: how values are written, read, described by JSON Schema and packed, shape by shape.

Each shape writes the source of expressions, from which :mod:`archipel.reference.formats.functions` makes functions.
``quick`` expressions read what is written as usual and doubt everything else, which ``read`` then looks at with care.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache, partial
from itertools import groupby
from typing import Any

from archipel.reference.formats.functions import Function, Limit, Names, function
from archipel.reference.strict_json import BadInput, Field

Data = dict[str, Any]

DIFFERENT_ACTIONS = 10_000


def amount(number: int | Limit, game: Any) -> int:
    """A number that may depend on the game."""
    return number.of(game) if isinstance(number, Limit) else number


@dataclass(frozen=True)
class Range:
    """Numbers from one to another, both included."""

    low: int
    high: int | Limit

    def bounds(self, least: str, most: str) -> Data:
        """The bounds in a schema, by the names of its keywords."""
        highest = self.high.most if isinstance(self.high, Limit) else self.high
        return {least: self.low} | ({} if highest is None else {most: highest})


def indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]


class Shape:
    """How values of one kind are written."""

    scalar = False
    """Whether it is packed into one number."""

    nothing: Any = None
    """What stands for it in plain data where there is nothing."""

    def data(self, value: str, names: Names) -> str:
        """Plain data of a value."""
        raise NotImplementedError

    def quick(self, value: str, names: Names) -> str:
        """The value of plain data that is written as usual."""
        raise NotImplementedError

    def read(self, field: Field, game: Any) -> Any:
        """The value of plain data, or a complaint that says where and why it cannot be read."""
        raise NotImplementedError

    def schema(self) -> Data:
        """A JSON Schema of the plain data."""
        raise NotImplementedError

    def packed(self, value: str, names: Names) -> str:
        """The number of a scalar."""
        raise NotImplementedError

    def flat(self, value: str, names: Names) -> list[str]:
        """Its numbers, if there are always as many."""
        return [self.packed(value, names)] if self.scalar else []

    def packing(self, value: str, names: Names) -> list[str]:
        """Statements that add to ``numbers``."""
        return [f"numbers.append({self.packed(value, names)})"]

    def unpacked(self, first: str, names: Names) -> str:
        """The value of the next numbers, of which the first is given."""
        raise NotImplementedError


@dataclass(frozen=True)
class Whole(Shape):
    """A whole number."""

    range: Range
    scalar = True

    def data(self, value: str, names: Names) -> str:
        return value

    def quick(self, value: str, names: Names) -> str:
        found, low, high = names.fresh(), self.range.low, names.number(self.range.high)
        return f"({found} if type({found} := {value}) is int and {low} <= {found} <= {high} else doubt())"

    def read(self, field: Field, game: Any) -> int:
        return field.whole(self.range.low, amount(self.range.high, game))

    def schema(self) -> Data:
        return {"type": "integer", **self.range.bounds("minimum", "maximum")}

    def packed(self, value: str, names: Names) -> str:
        return f"{value} - {self.range.low}" if self.range.low else value

    def unpacked(self, first: str, names: Names) -> str:
        return f"{first} + {self.range.low}" if self.range.low else first


@dataclass(frozen=True)
class Flag(Shape):
    """True or false."""

    scalar = True
    nothing = False

    def data(self, value: str, names: Names) -> str:
        return value

    def quick(self, value: str, names: Names) -> str:
        found = names.fresh()
        return f"({found} if type({found} := {value}) is bool else doubt())"

    def read(self, field: Field, game: Any) -> bool:
        return field.flag()

    def schema(self) -> Data:
        return {"type": "boolean"}

    def packed(self, value: str, names: Names) -> str:
        return value

    def unpacked(self, first: str, names: Names) -> str:
        return f"{first} > 0"


@dataclass(frozen=True)
class OneOf(Shape):
    """One of some named values; those of ``every`` are numbered where they are packed."""

    options: tuple[Any, ...]
    every: tuple[Any, ...]
    scalar = True

    @staticmethod
    def text(option: Any) -> str:
        return str(option.value if isinstance(option, Enum) else option)

    @cached_property
    def texts(self) -> dict[object, Any]:
        return {self.text(option): option for option in self.options}

    def data(self, value: str, names: Names) -> str:
        return f"{value}._value_" if isinstance(self.every[0], Enum) else value

    def quick(self, value: str, names: Names) -> str:
        return f"{names.constant(self.texts)}[{value}]"

    def read(self, field: Field, game: Any) -> Any:
        if field.text() not in self.texts:
            field.expected("one of " + ", ".join(map(self.text, self.options)))
        return self.texts[field.value]

    def schema(self) -> Data:
        return {"enum": list(self.texts)}

    def packed(self, value: str, names: Names) -> str:
        numbers = {self.text(option): number for number, option in enumerate(self.every)}
        return f"{names.constant(numbers)}[{self.data(value, names)}]"

    def unpacked(self, first: str, names: Names) -> str:
        return f"{names.constant(self.every)}[{first}]"


@dataclass(frozen=True)
class Nullable(Shape):
    """A value or nothing."""

    item: Shape

    @property
    def scalar(self) -> bool:  # type: ignore[override]
        return self.item.scalar

    def data(self, value: str, names: Names) -> str:
        inner = self.item.data(value, names)
        return value if inner == value else f"(None if {value} is None else {inner})"

    def quick(self, value: str, names: Names) -> str:
        found = names.fresh()
        return f"(None if ({found} := {value}) is None else {self.item.quick(found, names)})"

    def read(self, field: Field, game: Any) -> Any:
        return None if field.is_null() else self.item.read(field, game)

    def schema(self) -> Data:
        return {"anyOf": [{"type": "null"}, self.item.schema()]}

    def packed(self, value: str, names: Names) -> str:
        return f"0 if {value} is None else {self.item.packed(value, names)} + 1"

    def packing(self, value: str, names: Names) -> list[str]:
        if self.scalar:
            return super().packing(value, names)
        if flat := self.item.flat(value, names):
            first, *others = flat
            return [f"numbers += (0,) if {value} is None else ({', '.join([f'({first}) + 1', *others])},)"]
        place = names.fresh()
        there = [f"{place} = len(numbers)", *self.item.packing(value, names), f"numbers[{place}] += 1"]
        return [f"if {value} is None:", "    numbers.append(0)", "else:", *indented(there)]

    def unpacked(self, first: str, names: Names) -> str:
        found = names.fresh()
        return f"({self.item.unpacked(f'({found} - 1)', names)} if ({found} := {first}) else None)"


@dataclass(frozen=True)
class Many(Shape):
    """A tuple of values of one kind; ``distinct`` is only said in schemas, ``gaps`` leaves out what is nothing."""

    item: Shape
    size: Range | Limit
    distinct: bool = False
    gaps: bool = False
    nothing = ()

    @property
    def span(self) -> Range:
        return self.size if isinstance(self.size, Range) else Range(self.size.least, self.size)

    def data(self, value: str, names: Names) -> str:
        found = names.fresh()
        inner = self.item.data(found, names)
        if self.gaps:
            return f"[{inner} for {found} in {value} if {found} is not None]"
        return f"list({value})" if inner == found else f"[{inner} for {found} in {value}]"

    def quick(self, value: str, names: Names) -> str:
        found, size = names.fresh(), names.number(self.span.high)
        right = (
            f"len({found}) == {size}" if isinstance(self.size, Limit) else f"{self.span.low} <= len({found}) <= {size}"
        )
        if isinstance(self.item, Whole):
            low, high = self.item.range.low, names.number(self.item.range.high)
            inside = f"{low} <= min({found}) and max({found}) <= {high}"
            right += f" and (not {found} or {{*map(type, {found})}} == INTS and {inside})"
            made = f"tuple({found})"
        else:
            one = names.fresh()
            made = f"tuple([{self.item.quick(one, names)} for {one} in {found}])"
        return f"({made} if type({found} := {value}) is list and {right} else doubt())"

    def read(self, field: Field, game: Any) -> tuple[Any, ...]:
        most = amount(self.span.high, game)
        fields = field.items(most if isinstance(self.size, Limit) else self.size.low, most)
        return tuple([self.item.read(item, game) for item in fields])

    def schema(self) -> Data:
        bounds = self.span.bounds("minItems", "maxItems")
        unique = {"uniqueItems": True} if self.distinct else {}
        return {"type": "array", "items": self.item.schema(), **bounds, **unique}

    def packing(self, value: str, names: Names) -> list[str]:
        count = [] if isinstance(self.size, Limit) else [f"numbers.append(len({value}))"]
        return [*count, *self.packing_items(value, names)]

    def packing_items(self, value: str, names: Names) -> list[str]:
        """The same without how many they are."""
        one = names.fresh()
        if not self.item.scalar:
            return [f"for {one} in {value}:", *indented(self.item.packing(one, names))]
        number = self.item.packed(one, names)
        return [f"numbers += {value}" if number == one else f"numbers += [{number} for {one} in {value}]"]

    def unpacked(self, first: str, names: Names) -> str:
        one = names.fresh()
        if not isinstance(self.size, Limit):
            return self._taken(f"{first}", one, names)
        if first == "take()":
            return self._taken(names.number(self.size), one, names)
        raise NotImplementedError("a list of fixed length is not packed where something may be missing")

    def _taken(self, size: str, one: str, names: Names) -> str:
        if isinstance(self.item, Whole) and not self.item.range.low:
            return f"tuple(islice(numbers, {size}))"
        return f"tuple([{self.item.unpacked('take()', names)} for {one} in range({size})])"

    def unpacked_rest(self, names: Names) -> str:
        """The value of all the numbers that are left."""
        one = names.fresh()
        return f"tuple([{self.item.unpacked(one, names)} for {one} in numbers])"


@dataclass(frozen=True)
class Together(Shape):
    """A tuple of so many values, each of its own kind."""

    items: tuple[Shape, ...]

    def data(self, value: str, names: Names) -> str:
        inner = [item.data(f"{value}[{number}]", names) for number, item in enumerate(self.items)]
        return f"[{', '.join(inner)}]"

    def quick(self, value: str, names: Names) -> str:
        found = names.fresh()
        inner = [item.quick(f"{found}[{number}]", names) for number, item in enumerate(self.items)]
        right = f"type({found} := {value}) is list and len({found}) == {len(inner)}"
        return f"(({', '.join(inner)},) if {right} else doubt())"

    def read(self, field: Field, game: Any) -> tuple[Any, ...]:
        fields = field.items(len(self.items), len(self.items))
        return tuple([item.read(part, game) for item, part in zip(self.items, fields, strict=True)])

    def schema(self) -> Data:
        items = [item.schema() for item in self.items]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}

    def _parts(self, value: str) -> list[tuple[Shape, str]]:
        return [(item, f"{value}[{number}]") for number, item in enumerate(self.items)]

    def flat(self, value: str, names: Names) -> list[str]:
        return flat_together(self._parts(value), names)

    def packing(self, value: str, names: Names) -> list[str]:
        return packing_together(self._parts(value), names)

    def unpacked(self, first: str, names: Names) -> str:
        firsts = [first, *["take()"] * (len(self.items) - 1)]
        return f"({', '.join([i.unpacked(f, names) for i, f in zip(self.items, firsts, strict=True)])},)"


def packing_together(parts: Sequence[tuple[Shape, str]], names: Names) -> list[str]:
    """Statements for values one after the other; neighbours that are one number each are added at once."""
    found: list[str] = []
    for scalar, group in groupby(parts, key=lambda part: part[0].scalar):
        if scalar:
            found.append(f"numbers += ({', '.join(flat_together(list(group), names))},)")
        else:
            found += [line for shape, value in group for line in shape.packing(value, names)]
    return found


def flat_together(parts: Sequence[tuple[Shape, str]], names: Names) -> list[str]:
    """The numbers of values one after the other, if each is one number."""
    scalar = all(shape.scalar for shape, _ in parts)
    return [shape.packed(value, names) for shape, value in parts] if scalar else []


@dataclass(frozen=True)
class Keyed:
    """A field of a class: its name there, its key in files, and what it is when the key is left out."""

    name: str
    key: str
    shape: Shape
    told: str = ""
    optional: bool = False
    default: Any = None

    @property
    def numbers(self) -> Shape:
        """The shape in which it is packed, where nothing is left out."""
        missing = self.optional and self.default is None and not isinstance(self.shape, Nullable)
        return Nullable(self.shape) if missing else self.shape

    def left_out(self, value: str, names: Names) -> str:
        """Whether the key is left out."""
        if self.default is None:
            return f"{value} is None"
        return f"{value} == {names.constant(self.default)}"


@dataclass(frozen=True)
class Members(Shape):
    """An object of a class, key by key; ``given`` are the fields that are told by the game, with the path there."""

    kind: Any
    parts: tuple[Keyed, ...]
    given: Mapping[str, str] = field(default_factory=dict)
    told: str = ""
    ref: str = ""
    also: Mapping[str, Any] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    """All fields in the order in which the class is given them."""

    @cached_property
    def required(self) -> list[str]:
        return [part.key for part in self.parts if not part.optional]

    @cached_property
    def optional(self) -> list[str]:
        return [part.key for part in self.parts if part.optional]

    def data(self, value: str, names: Names) -> str:
        return f"{{{self.entries(value, names)}}}"

    def entries(self, value: str, names: Names) -> str:
        found = []
        for part in self.parts:
            own = f"{value}.{part.name}"
            entry = f"{part.key!r}: {part.shape.data(own, names)}"
            found.append(f"**({{}} if {part.left_out(own, names)} else {{{entry}}})" if part.optional else entry)
        return ", ".join(found)

    def quick(self, value: str, names: Names) -> str:
        found = names.fresh()
        size = " + ".join([str(len(self.required)), *[f"({key!r} in {found})" for key in self.optional]])
        right = f"type({found} := {value}) is dict and len({found}) == {size}"
        return f"({self.made(found, names)} if {right} else doubt())"

    def made(self, value: str, names: Names) -> str:
        """The value of an object that may have other keys as well."""
        return self.called(self.arguments(value, names), names)

    def called(self, arguments: Mapping[str, str], names: Names) -> str:
        """The class called with these arguments, by their places: that is much faster where it is compiled."""
        order = self.order or arguments
        inside = [f"{name}={arguments[name]}" if self.kind is dict else arguments[name] for name in order]
        return f"{names.constant(self.kind)}({', '.join(inside)})"

    def arguments(self, value: str, names: Names) -> dict[str, str]:
        found = {name: f"game.{path}" if path else "game" for name, path in self.given.items()}
        for part in self.parts:
            read = part.shape.quick(f"{value}[{part.key!r}]", names)
            if part.optional:
                read = f"({read} if {part.key!r} in {value} else {names.constant(part.default)})"
            found[part.name] = read
        return found

    def read(self, field: Field, game: Any) -> Any:
        found = self._values(field.members(self.required, self.optional), game)
        try:
            return self.kind(**found)
        except BadInput as error:
            field.fail(str(error))

    def read_members(self, members: Mapping[str, Field], game: Any) -> Any:
        """The value of the members of an object, which may have others as well."""
        return self.kind(**self._values(members, game))

    def _values(self, members: Mapping[str, Field], game: Any) -> Data:
        found = {name: getattr(game, path) if path else game for name, path in self.given.items()}
        for part in self.parts:
            there = part.key in members
            found[part.name] = part.shape.read(members[part.key], game) if there else part.default
        return found

    def schema(self) -> Data:
        return {"$ref": self.ref} if self.ref else self.body()

    def body(self) -> Data:
        told = {"description": self.told} if self.told else {}
        properties = {part.key: part.shape.schema() | _described(part.told) for part in self.parts}
        closed = {"required": self.required, "additionalProperties": False}
        return {"type": "object", **told, "properties": properties, **closed, **self.also}

    def _numbers(self, value: str) -> list[tuple[Shape, str]]:
        return [(part.numbers, f"{value}.{part.name}") for part in self.parts]

    def flat(self, value: str, names: Names) -> list[str]:
        return flat_together(self._numbers(value), names)

    def packing(self, value: str, names: Names) -> list[str]:
        return packing_together(self._numbers(value), names)

    def unpacked(self, first: str, names: Names) -> str:
        firsts = [first, *["take()"] * len(self.parts)][: len(self.parts)]
        pairs = zip(self.parts, firsts, strict=True)
        return self.called({part.name: part.numbers.unpacked(one, names) for part, one in pairs}, names)

    def in_packing_order(self) -> list[Keyed]:
        """First what is one number, then everything longer."""
        return sorted(self.parts, key=lambda part: not part.numbers.scalar)


def _described(told: str) -> Data:
    return {"description": told} if told else {}


@dataclass(frozen=True)
class Tagged(Shape):
    """An object of one of several classes (a tagged union): one key names the class."""

    tag: str
    what: str
    kinds: Mapping[str, Members]
    ref: str = ""

    @cached_property
    def by_tag(self) -> dict[str, Any]:
        """The classes by their tags."""
        return {tag: members.kind for tag, members in self.kinds.items()}

    @cached_property
    def tags(self) -> dict[Any, str]:
        """The tags by their classes."""
        return {kind: tag for tag, kind in self.by_tag.items()}

    @cached_property
    def _writers(self) -> dict[Any, Function]:
        return {members.kind: self._writer(tag, members) for tag, members in self.kinds.items()}

    def _writer(self, tag: str, members: Members) -> Function:
        entries = [f"{self.tag!r}: {tag!r}", *([""] if members.parts else [])]
        return function(lambda names: "{" + ", ".join(entries) + members.entries("value", names) + "}")

    @cached_property
    def _readers(self) -> dict[str, Function]:
        return {tag: function(partial(_made_once, members)) for tag, members in self.kinds.items()}

    def data(self, value: str, names: Names) -> str:
        one = names.fresh()
        return f"{names.constant(self._writers)}[type({one} := {value})]({one}, game)"

    def quick(self, value: str, names: Names) -> str:
        found, readers = names.fresh(), names.constant(self._readers)
        return f"({readers}[{found}[{self.tag!r}]]({found}, game) if type({found} := {value}) is dict else doubt())"

    def read(self, field: Field, game: Any) -> Any:
        if not isinstance(field.value, dict) or self.tag not in field.value:
            field.fail(f'expected {self.what} with "{self.tag}"')
        tag = field.member(self.tag, field.value[self.tag])
        if tag.text() not in self.kinds:
            tag.fail("expected one of " + ", ".join(self.kinds))
        members = self.kinds[tag.text()]
        found = field.members([self.tag, *members.required], members.optional)
        return members.read_members(found, game)

    def schema(self) -> Data:
        return {"$ref": self.ref} if self.ref else self.body()

    def body(self) -> Data:
        return {"oneOf": [self._kind(tag, members.body()) for tag, members in self.kinds.items()]}

    def _kind(self, tag: str, body: Data) -> Data:
        properties = {self.tag: {"const": tag}, **body["properties"]}
        return {**body, "properties": properties, "required": [self.tag, *body["required"]]}

    def packing(self, value: str, names: Names) -> list[str]:
        writers = {m.kind: function(partial(_numbered, number, m)) for number, m in enumerate(self.kinds.values())}
        return [f"numbers += {names.constant(writers)}[type({value})]({value}, None)"]

    def unpacked(self, first: str, names: Names) -> str:
        readers = [function(partial(_taken_from, members)) for members in self.kinds.values()]
        return f"{names.constant(readers)}[{first}](numbers, game)"


def _numbered(number: int, members: Members, names: Names) -> str:
    names.lines += [f"numbers = [{number}]", *members.packing("value", names)]
    return "numbers"


def _taken_from(members: Members, names: Names) -> str:
    names.lines += ["numbers = value", "take = numbers.__next__"]
    return members.unpacked("take()", names)


def _made_once(members: Members, names: Names) -> str:
    """Read an object; games consist of few different ones, and an equal one that was made before is found sooner."""
    once = lru_cache(maxsize=DIFFERENT_ACTIONS)(members.kind)
    arguments = ", ".join(members.arguments("value", names).values())
    return f"({names.constant(once)}({arguments}) if len(value) == {len(members.parts) + 1} else doubt())"


@dataclass(frozen=True)
class Written(Shape):
    """A value that its game writes and reads in its own way, as a schema describes it."""

    described: Mapping[str, Any]
    write: Callable[[Any], Any]
    reads: Callable[[Field], Any]

    def data(self, value: str, names: Names) -> str:
        return f"{names.constant(self.write)}({value})"

    def quick(self, value: str, names: Names) -> str:
        return "doubt()"

    def read(self, field: Field, game: Any) -> Any:
        return self.reads(field)

    def schema(self) -> Data:
        return dict(self.described)


@dataclass(frozen=True)
class Coded(Shape):
    """A number that is written as an object: ``parts`` takes it apart, ``number`` puts it together."""

    members: Members
    parts: Callable[[Any, int], Any]
    number: Callable[[Any, Any], int]
    scalar = True

    def data(self, value: str, names: Names) -> str:
        found = names.fresh()
        return f"({self.members.data(found, names)} if {self.taken_apart(value, found, names)} else None)"

    def taken_apart(self, value: str, name: str, names: Names) -> str:
        """What gives the parts a name, and is always true."""
        return f"({name} := {names.constant(self.parts)}(game, {value})) is not None"

    def quick(self, value: str, names: Names) -> str:
        return f"{names.constant(self.number)}(game, {self.members.quick(value, names)})"

    def made(self, value: str, names: Names) -> str:
        return f"{names.constant(self.number)}(game, {self.members.made(value, names)})"

    def read(self, field: Field, game: Any) -> int:
        return self.number(game, self.members.read(field, game))

    def schema(self) -> Data:
        return self.members.schema()

    def packed(self, value: str, names: Names) -> str:
        return value

    def unpacked(self, first: str, names: Names) -> str:
        return first


@dataclass(frozen=True)
class Sparse(Shape):
    """A tuple with gaps, written as a list of what is there, each with its place."""

    place: Coded
    item: Members
    size: Limit
    order: str
    nothing = ()

    @cached_property
    def _dense(self) -> Many:
        return Many(Nullable(self.item), self.size)

    @cached_property
    def both(self) -> Members:
        return Members(dict, (*self.place.members.parts, *self.item.parts))

    def data(self, value: str, names: Names) -> str:
        number, one, place = names.fresh(), names.fresh(), names.fresh()
        entries = f"{self.place.members.entries(place, names)}, {self.item.entries(one, names)}"
        there = f"{one} is not None and {self.place.taken_apart(number, place, names)}"
        return f"[{{{entries}}} for {number}, {one} in enumerate({value}) if {there}]"

    def quick(self, value: str, names: Names) -> str:
        found, one = names.fresh(), names.fresh()
        pair = f"({self.place.made(one, names)}, {self.item.made(one, names)})"
        right = f"type({one}) is dict and len({one}) == {len(self.both.parts)}"
        pairs = f"[{pair} if {right} else doubt() for {one} in {found}]"
        filled = f"{names.constant(self._filled)}({pairs}, {names.number(self.size)})"
        return f"({filled} if type({found} := {value}) is list else doubt())"

    @staticmethod
    def _filled(pairs: Sequence[tuple[int, Any]], size: int) -> tuple[Any, ...]:
        found: list[Any] = [None] * size
        last = -1
        for place, item in pairs:
            if place <= last:
                raise LookupError
            found[place] = item
            last = place
        return tuple(found)

    def read(self, field: Field, game: Any) -> tuple[Any, ...]:
        found: list[Any] = [None] * amount(self.size, game)
        last = -1
        for each in field.items(0, len(found)):
            members = each.members(self.both.required, self.both.optional)
            place = self.place.number(game, self.place.members.read_members(members, game))
            if place <= last:
                each.fail(f"expected {self.order}")
            found[place] = self.item.read_members(members, game)
            last = place
        return tuple(found)

    def schema(self) -> Data:
        bounds = Range(0, self.size).bounds("minItems", "maxItems")
        return {"type": "array", "items": self.both.body(), **bounds}

    def packing(self, value: str, names: Names) -> list[str]:
        return self._dense.packing(value, names)

    def unpacked(self, first: str, names: Names) -> str:
        return self._dense.unpacked(first, names)
