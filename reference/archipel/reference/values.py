"""Values: frozen, equal by their fields, and made anew from them wherever they are sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

Kind = TypeVar("Kind", bound=type[object])


def ordinary(kind: Kind) -> Kind:
    """A class that stays an ordinary one when it is compiled, with a ``__dict__`` that others may write into."""
    return kind


class Value:
    """What frozen dataclasses are based on: compiled ones could not be copied or sent to another process otherwise."""

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return type(self), tuple(fields_of(self).values())

    def __copy__(self) -> Value:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Value:
        return self


def fields_of(value: Value) -> dict[str, Any]:
    """The fields of a value by name; a compiled one has no ``__dict__``."""
    from dataclasses import fields

    return {field.name: getattr(value, field.name) for field in fields(cast(Any, value))}
