"""Values: frozen, equal by their fields, and made anew from them wherever they are sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, cast


class Value:
    """What frozen dataclasses are based on: compiled ones could not be copied or sent to another process otherwise."""

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return type(self), tuple([getattr(self, field.name) for field in fields(cast(Any, self))])

    def __copy__(self) -> Value:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Value:
        return self
