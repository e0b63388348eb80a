"""Traces in the Informal Trace Format (ITF), which viewers and libraries of model checkers read.

The format is that of ADR 015 of Apalache: JSON in which whole numbers, tuples, sets and maps are objects with one
member whose name begins with ``#``. A kind of value knows how such values are written and what Apalache calls their
type. The format has no null and defines no variants, and readers differ there: what may be missing is a set of at most
one value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

DESCRIPTION = "https://apalache-mc.org/docs/adr/015adr-trace.html"


class TraceKind(NamedTuple):
    """A kind of values: the name of its type, and how one is written."""

    type: str
    write: Callable[[Any], object]


NUMBER = TraceKind("Int", lambda number: {"#bigint": str(int(number))})
TEXT = TraceKind("Str", str)
FLAG = TraceKind("Bool", bool)


def sequence(item: TraceKind) -> TraceKind:
    """Values in an order that matters."""
    return TraceKind(f"Seq({item.type})", lambda values: [item.write(value) for value in values])


def collection(item: TraceKind) -> TraceKind:
    """Values in no order, none twice."""
    return TraceKind(f"Set({item.type})", lambda values: {"#set": [item.write(value) for value in values]})


def tuple_of(*items: TraceKind) -> TraceKind:
    """So many values, each of its kind."""

    def write(values: Sequence[object]) -> object:
        return {"#tup": [item.write(value) for item, value in zip(items, values, strict=True)]}

    return TraceKind(f"<<{', '.join([item.type for item in items])}>>", write)


def record(**members: TraceKind) -> TraceKind:
    """Values with names."""

    def write(values: Mapping[str, object]) -> object:
        return {name: kind.write(values[name]) for name, kind in members.items()}

    return TraceKind(f"{{ {', '.join([f'{name}: {kind.type}' for name, kind in members.items()])} }}", write)


def mapping(key: TraceKind, value: TraceKind) -> TraceKind:
    """For each key a value."""

    def write(values: Mapping[object, object]) -> object:
        return {"#map": [[key.write(one), value.write(other)] for one, other in values.items()]}

    return TraceKind(f"{_apart(key)} -> {_apart(value)}", write)


def numbered(value: TraceKind) -> TraceKind:
    """For each number from 0 on a value; given as a sequence."""
    by_number = mapping(NUMBER, value)
    return TraceKind(by_number.type, lambda values: by_number.write(dict(enumerate(values))))


def option(some: TraceKind) -> TraceKind:
    """A value, or None: a set of one value, or of none."""
    at_most_one = collection(some)
    return TraceKind(at_most_one.type, lambda value: at_most_one.write([] if value is None else [value]))


def _apart(kind: TraceKind) -> str:
    return f"({kind.type})" if "->" in kind.type else kind.type


Trace = TypedDict(
    "Trace",
    {"#meta": Mapping[str, object], "params": list[str], "vars": list[str], "states": list[dict[str, object]]},
)
"""A whole trace, ready to be written as JSON."""


class TraceMoment(NamedTuple):
    """One state of a trace: its values, and notes about how it came about."""

    values: Mapping[str, object]
    notes: Mapping[str, object]


def trace(
    kinds: Mapping[str, TraceKind],
    moments: Sequence[TraceMoment],
    notes: Mapping[str, object],
    constants: Mapping[str, tuple[TraceKind, object]],
) -> Trace:
    """A whole trace. Constants are given in its first state only, as the format wants it."""
    states = [_state(kinds, index, moment) for index, moment in enumerate(moments)]
    states[0].update({name: kind.write(value) for name, (kind, value) in constants.items()})
    every_kind = {name: kind for name, (kind, _) in constants.items()} | dict(kinds)
    types = {name: kind.type for name, kind in every_kind.items()}
    return {
        "#meta": {"format": "ITF", "format-description": DESCRIPTION, "varTypes": types, **notes},
        "params": list(constants),
        "vars": list(kinds),
        "states": states,
    }


def _state(kinds: Mapping[str, TraceKind], index: int, moment: TraceMoment) -> dict[str, object]:
    values = {name: kind.write(moment.values[name]) for name, kind in kinds.items()}
    return {"#meta": {"index": index, **moment.notes}, **values}
