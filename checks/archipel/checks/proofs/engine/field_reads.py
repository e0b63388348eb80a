"""Dynamic dependency analysis: which fields of a position some code reads, and which of those hold no unknown.

A proof about positions in which a field is fixed says nothing of others, unless the code never looks at the field.
Nothing here knows any game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from archipel.checks.proofs.engine.symbolic import SymbolicBool, SymbolicInt
from archipel.checks.proofs.engine.unknown_sequences import MaybeList, MaybeTuple, Subsequence


class Reads:
    """Which fields were read by code of some modules, and which of them were fixed: without any unknown."""

    def __init__(self) -> None:
        self.fixed: set[str] = set()
        self.free: set[str] = set()

    def note(self, name: str, value: object) -> None:
        """One read of a field."""
        (self.free if holds_unknowns(value) else self.fixed).add(name)


def holds_unknowns(value: object) -> bool:
    """Whether some part of a value is not known."""
    if isinstance(value, SymbolicInt | SymbolicBool | MaybeTuple | MaybeList | Subsequence):
        return True
    if isinstance(value, tuple | list):
        return any(map(holds_unknowns, value))
    parts = getattr(type(value), "__slots__", ())
    return any(holds_unknowns(getattr(value, part)) for part in parts if isinstance(part, str))


@contextmanager
def reads_of(kind: type[Any], modules: str, copying: frozenset[str]) -> Iterator[Reads]:
    """Watch the fields of a class that keeps them in slots, as read by modules whose name begins so.

    Functions that only copy all the fields do not count.
    """
    reads = Reads()
    with ExitStack() as stack:
        for name in kind.__slots__:
            stack.enter_context(patch.object(kind, name, _watched(name, vars(kind)[name], reads, modules, copying)))
        yield reads


def _watched(name: str, slot: Any, reads: Reads, modules: str, copying: frozenset[str]) -> property:
    def read(self: object) -> Any:
        value = slot.__get__(self)
        frame = sys._getframe(1)
        if frame.f_globals["__name__"].startswith(modules) and frame.f_code.co_name not in copying:
            reads.note(name, value)
        return value

    return property(read, slot.__set__)
