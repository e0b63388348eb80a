"""Values one step from another (boundary values, mutation of data): every number one more and one less, items gone.

They are told by the shape of a value alone: numbers, truths, members of an enumeration, nothing, tuples, and objects
taken apart by their fields. Most neighbours of a sensible value make no sense; whoever reads them should say so.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from typing import Any

from archipel.checks.proofs.engine.concolic import field_names


def near_values(value: Any) -> list[Any]:
    """All values that differ from this one in one place, by one step."""
    return list(_near(value))


def _near(value: Any) -> Iterator[Any]:
    if value is None:
        yield from (0, 1)
    elif isinstance(value, enum.Enum):
        yield from (member for member in type(value) if member is not value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, tuple):
        yield from _near_tuples(value)
    elif not isinstance(value, str):
        yield None
        yield from _near_objects(value)


def _near_tuples(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for place, item in enumerate(items):
        yield from (_with(items, (*items[:place], other, *items[place + 1 :])) for other in _near(item))
    if items:
        yield _with(items, items[1:])
        yield _with(items, items[:-1])
        yield _with(items, (*items, items[-1]))
    for place in range(len(items) - 1):
        if items[place] != items[place + 1]:
            yield _with(items, (*items[:place], items[place + 1], items[place], *items[place + 2 :]))


def _with(items: tuple[Any, ...], others: tuple[Any, ...]) -> Any:
    """The same kind of tuple; a named one must keep its length."""
    named = hasattr(items, "_fields")
    return type(items)(*others) if named and len(items) == len(others) else others


def _near_objects(value: Any) -> Iterator[Any]:
    parts = {name: getattr(value, name) for name in field_names(value)}
    for name, part in parts.items():
        for other in _near(part):
            yield type(value)(**{**parts, name: other})


def told(work: Callable[[], object]) -> str:
    """What comes of an attempt, as text: a value, or why it was refused."""
    try:
        return repr(work())
    except Exception as error:
        return f"{type(error).__name__}: {error}"
