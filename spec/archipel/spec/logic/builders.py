"""Expressions of a solver, made the short way.

The solvers' own operators look at the sorts of what they are given, convert, and look again; terms are typed already,
so here each expression is one call, and one that was made before is looked up instead: the same facts are written for
many claims. What is made is an ordinary expression of the solver's Python interface.
"""

from __future__ import annotations

import importlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any as Value
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
Kept = TypeVar("Kept")

MODULES = {"z3": "z3", "cvc5": "cvc5.pythonic"}
CONTEXTS = ("z3.z3", "cvc5.pythonic.cvc5_pythonic")
"""Where each solver's Python interface keeps the context that all expressions belong to."""

# What each solver calls the operators; z3 takes any number of parts for some, and a fixed number for others.
Z3_JOINED = {"∧": "and", "∨": "or", "+": "add", "-": "sub", "*": "mul", "≠": "distinct"}
Z3_FIXED = {"=": "eq", "<": "lt", "≤": "le", ">": "gt", "≥": "ge", "¬": "not", "if": "ite"}
CVC5_PROPOSITIONS = {"∧": "AND", "∨": "OR", "¬": "NOT", "=": "EQUAL", "≠": "DISTINCT"}
CVC5_NUMBERS = {"+": "ADD", "-": "SUB", "*": "MULT", "<": "LT", "≤": "LEQ", ">": "GT", "≥": "GEQ"}
CVC5_KINDS = {**CVC5_PROPOSITIONS, **CVC5_NUMBERS, "if": "ITE"}

SIMPLEX = 2
"""z3's older arithmetic: on questions as small as ours it needs about three quarters of the time of the newer one."""

KEPT_AT_MOST = 500_000
"""So many expressions are kept to be looked up; a question has some thousands."""


class Builder(ABC):
    """Operators of one solver over its own expressions: numbers and truth values have to be expressions already."""

    def __init__(self, prover: str) -> None:
        self.api = importlib.import_module(MODULES[prover])
        self.context = self.api.main_ctx()
        self.numbers: dict[int, Value] = {}
        self.kept: dict[tuple[str | int, ...], tuple[Value, tuple[Value, ...]]] = {}
        self.worked_out: dict[tuple[Value, ...], dict[tuple[int, ...], Value]] = {}
        self.unknowns: dict[tuple[str, bool], Value] = {}
        self.truths = {value: self.api.BoolVal(value) for value in (False, True)}

    def constant(self, value: int) -> Value:
        """A number or truth value as an expression; made once."""
        if isinstance(value, bool):
            return self.truths[value]
        if value not in self.numbers:
            self.numbers[value] = self.api.IntVal(value)
        return self.numbers[value]

    def unknown(self, name: str, is_prop: bool) -> Value:
        """A truth value or number of which nothing is known but its name; made once."""
        key = (name, is_prop)
        if key not in self.unknowns:
            self.unknowns[key] = self.api.Bool(name) if is_prop else self.api.Int(name)
        return self.unknowns[key]

    def proposition(self, operator: str, *parts: Value) -> Value:
        return self._expression(self.api.BoolRef, operator, parts)

    def sum_or_product(self, operator: str, *parts: Value) -> Value:
        return self._expression(self.api.ArithRef, operator, parts)

    def choice(self, condition: Value, then: Value, otherwise: Value) -> Value:
        """One of two values of the same sort."""
        kind = self.api.BoolRef if isinstance(then, self.api.BoolRef) else self.api.ArithRef
        return self._expression(kind, "if", (condition, then, otherwise))

    def _expression(self, kind: Callable[..., Value], operator: str, parts: tuple[Value, ...]) -> Value:
        """An operator over some parts, made once. It is known by its parts, which are therefore kept with it."""
        key: tuple[str | int, ...] = (operator, *map(id, parts))
        known = self.kept.get(key)
        if known is None:
            if len(self.kept) >= KEPT_AT_MOST:
                self.kept.clear()
            known = self.kept[key] = (kind(self.made(operator, parts), self.context), parts)
        return known[0]

    @abstractmethod
    def same(self, left: Value, right: Value) -> bool:
        """Whether two expressions are the same one: solvers keep equal expressions once."""

    @abstractmethod
    def made(self, operator: str, parts: Sequence[Value]) -> Value:
        """The solver's own object for an operator over some parts."""


class Z3Builder(Builder):
    """Calls of z3's C interface."""

    def __init__(self) -> None:
        importlib.import_module("z3").set_param("smt.arith.solver", SIMPLEX)
        super().__init__("z3")
        self.reference = self.context.ref()
        self.joined = {operator: self._call(name) for operator, name in Z3_JOINED.items()}
        self.fixed = {operator: self._call(name) for operator, name in Z3_FIXED.items()}

    def _call(self, name: str) -> Callable[..., Value]:
        found: Callable[..., Value] = getattr(self.api.z3core, f"Z3_mk_{name}")
        return found

    def same(self, left: Value, right: Value) -> bool:
        return bool(left.ast.value == right.ast.value)

    def made(self, operator: str, parts: Sequence[Value]) -> Value:
        if operator in self.fixed:
            return self.fixed[operator](self.reference, *[part.ast for part in parts])
        row = (self.api.Ast * len(parts))(*[part.ast for part in parts])
        return self.joined[operator](self.reference, len(parts), row)


class Cvc5Builder(Builder):
    """Calls of the interface that cvc5's z3-like one is written over."""

    def __init__(self) -> None:
        super().__init__("cvc5")
        kinds = importlib.import_module("cvc5").Kind
        self.kinds = {operator: getattr(kinds, name) for operator, name in CVC5_KINDS.items()}
        self.make = self.context.tm.mkTerm

    def same(self, left: Value, right: Value) -> bool:
        return bool(left.ast == right.ast)

    def made(self, operator: str, parts: Sequence[Value]) -> Value:
        return self.make(self.kinds[operator], *[part.ast for part in parts])


def kept_with_context(made: Callable[P, Kept]) -> Callable[P, Kept]:
    """Like ``functools.cache``, for what holds expressions: it is forgotten together with their context."""
    known = cache(made)
    _holders.append(known.cache_clear)
    return known  # type: ignore[return-value]


_holders: list[Callable[[], None]] = []


@kept_with_context
def builder(prover: str) -> Builder:
    """The one builder of a prover: its expressions all belong to the same context."""
    return Z3Builder() if prover == "z3" else Cvc5Builder()


def start_afresh() -> None:
    """Give each solver a new context: what it answers then does not depend on what it was asked before.

    Expressions made before must not be used any more; those who keep some say so (:func:`kept_with_context`).
    """
    for forget in _holders:
        forget()
    for name in CONTEXTS:
        if name in sys.modules:
            vars(sys.modules[name])["_main_ctx"] = None
