"""Assume-guarantee reasoning: what a proof about code takes for granted, and the claims that show it.

A proof may assume something of the positions it is about, or put a stand-in where a function calls another. Neither is
worth more than the claims that show it. So each of them names these claims, and a ledger collects the names: they are
what the result rests on. A function cannot be replaced by something that names no claim. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

_ledgers: list[set[str]] = []

REWRITTEN = "rewritten_from"


class UnfoundedError(Exception):
    """Something stands for a function, and no claim is named that shows it."""


@contextmanager
def ledger() -> Iterator[set[str]]:
    """Collect the claims that are relied upon meanwhile."""
    _ledgers.append(set())
    try:
        yield _ledgers[-1]
    finally:
        _ledgers.pop()


def rely_on(claims: Iterable[str]) -> None:
    """Note that what is being shown is worth no more than these claims."""
    for names in _ledgers:
        names.update(claims)


@dataclass(frozen=True)
class Given:
    """Something that is assumed, and the claims that show it."""

    term: Any
    shown_by: tuple[str, ...]


def shown(by: str, *terms: Any) -> list[Given]:
    """What is assumed because a claim shows it."""
    return [Given(term, (by,)) for term in terms]


def defined(*terms: Any) -> list[Given]:
    """What is true by definition: which values something can have at all, or what a name stands for."""
    return [Given(term, ()) for term in terms]


def relied_upon(assumptions: Iterable[Given]) -> list[Any]:
    """Assumptions as terms; whoever takes them relies on what shows them."""
    found = []
    for one in assumptions:
        rely_on(one.shown_by)
        found.append(one.term)
    return found


class StandIn:
    """In the place of a function: what claims show of it. Whoever calls it relies on them."""

    def __init__(self, shown_by: tuple[str, ...], function: Callable[..., Any]) -> None:
        self.shown_by, self.function = shown_by, function

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        rely_on(self.shown_by)
        return self.function(*arguments, **named)


def by_claims(*claims: str) -> Callable[[Callable[..., Any]], StandIn]:
    """For a function that stands for another: what shows it."""
    return partial(StandIn, claims)


@contextmanager
def instead(module: ModuleType, names: Mapping[str, Any]) -> Iterator[None]:
    """For a while, give names of a module other meanings; functions only what claims show, or themselves rewritten."""
    with ExitStack() as stack:
        for name, meaning in names.items():
            real = vars(module).get(name)
            founded = isinstance(meaning, StandIn) or real in (meaning, getattr(meaning, REWRITTEN, None))
            if isinstance(getattr(real, "__wrapped__", real), FunctionType) and not founded:
                raise UnfoundedError(f"nothing shows what stands for {module.__name__}.{name}")
            stack.enter_context(patch.object(module, name, meaning, create=True))
        yield
