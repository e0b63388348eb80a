"""Which domains are interchangeable: the clauses never tell one element of them from another.

If every term uses the elements of a domain only to look something up, to compare them for equality and to quantify or
add up over all of them, then renaming the elements changes nothing that the terms say (what Murφ calls a scalarset).
A proof about one element is then a proof about all of them.

A domain may also be interchangeable only up to rotation, as seats around a table are: some definitions then speak of
the order (so many seats clockwise), and what they say must itself survive rotation, which is tried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from archipel.spec.logic.terms import (
    Arithmetic,
    Compare,
    Definition,
    Domain,
    First,
    Largest,
    Least,
    Num,
    NumAfter,
    NumApply,
    Number,
    NumCall,
    PropApply,
    PropCall,
    Role,
    Symbol,
    Term,
    The,
    Total,
    Variable,
    When,
    children,
)


@dataclass(frozen=True)
class Sort:
    """Whether a number names an element of the domain, is a named value outside it, or just a number."""

    name: str


ELEMENT, OUTSIDE, COUNT = Sort("an element"), Sort("a value outside"), Sort("a number")


class Symmetry:
    """Looks for places where a term tells the elements of one domain apart.

    ``rotating`` names definitions that may look at the order of the elements, with the sort of what they give. What
    the ``opaque`` ones say is not known, so it does not matter what they look at.
    """

    def __init__(
        self, domain: Domain, rotating: Mapping[str, Sort] | None = None, opaque: Iterable[str] = ()
    ) -> None:
        self.domain = domain
        self.rotating = rotating or {}
        self.opaque = frozenset(opaque)
        self.found: dict[Term, list[str]] = {}

    def broken(self, term: Term) -> list[str]:
        """What is wrong with a term, looking into every definition it rests on; found once, however often asked."""
        if term not in self.found:
            parts = self._parts(term, {*self.rotating, *self.opaque})
            self.found[term] = [fault for part in parts for fault in self._faults(part)]
        return self.found[term]

    def _parts(self, term: Term, seen: set[str]) -> Iterator[Term]:
        """The term, everything below it, and the bodies of the definitions it calls, each once."""
        yield term
        for child in children(term):
            yield from self._parts(child, seen)
        if isinstance(term, NumCall | PropCall) and term.definition.name not in seen:
            seen.add(term.definition.name)
            yield from self._parts(term.definition.body, seen)

    def _faults(self, term: Term) -> Iterator[str]:
        match term:
            case NumApply(symbol, places) | PropApply(symbol, places):
                yield from self._lookup(symbol, places)
            case NumCall(definition, arguments) | PropCall(definition, arguments):
                yield from self._call(definition, arguments)
            case Compare("=" | "≠", left, right) | When(_, left, right):
                yield from self._mixture(left, right)
            case The(_, _, otherwise):
                yield from self._mixture(term, otherwise)
            case First(variable) | Largest(variable) if variable.domain is self.domain:
                yield f"looks at the order of elements of {self.domain.name}"
            case _:
                yield from self._reckoning(term)

    def _mixture(self, left: Num, right: Num) -> Iterator[str]:
        if {self.sort(left), self.sort(right)} == {ELEMENT, COUNT}:
            yield f"takes an element of {self.domain.name} for a number"

    def _reckoning(self, term: Term) -> Iterator[str]:
        match term:
            case Compare(_, left, right) | Arithmetic(_, left, right):
                parts: tuple[Num, ...] = (left, right)
            case Total(_, body) | Largest(_, body):
                parts = (body,)
            case Least(least):
                parts = least
            case _:
                return
        if any(self.sort(part) is ELEMENT for part in parts):
            yield f"reckons with elements of {self.domain.name}"

    def _lookup(self, symbol: Symbol, places: tuple[Num, ...]) -> Iterator[str]:
        for place, domain in zip(places, symbol.domains, strict=True):
            if domain is self.domain and self.sort(place) is COUNT:
                yield f"looks up {symbol.name} at a number instead of an element of {domain.name}"
            if domain is not self.domain and self.sort(place) is ELEMENT:
                yield f"looks up {symbol.name} at an element of {self.domain.name} instead of {domain.name}"
            if symbol.values is self.domain and not _surely_inside(place, domain):
                yield f"looks up {symbol.name} at a place that may not exist"

    def _call(self, definition: Definition, arguments: tuple[Num, ...]) -> Iterator[str]:
        for argument, variable in zip(arguments, definition.parameters, strict=True):
            if (variable.domain is self.domain) != (self.sort(argument) in (ELEMENT, OUTSIDE)):
                yield f"calls {definition.name} with {self.sort(argument).name} for {variable.name}"

    def mixed(self, target: Symbol, term: Term) -> list[str]:
        """What is wrong with giving a fact this value."""
        if not isinstance(term, Num):
            return []
        allowed = (ELEMENT, OUTSIDE) if target.values is self.domain else (COUNT, OUTSIDE)
        return [] if self.sort(term) in allowed else [f"gives {target.name} {self.sort(term).name}"]

    def sort(self, term: Num) -> Sort:
        """What a number stands for."""
        match term:
            case Number(value, name):
                return OUTSIDE if name is not None and value < 0 else COUNT
            case Variable(_, domain):
                return ELEMENT if domain is self.domain else COUNT
            case NumApply(symbol):
                return ELEMENT if symbol.values is self.domain else COUNT
            case NumCall(definition):
                return self.rotating.get(definition.name) or self.sort(_number(definition.body))
            case When(_, then, otherwise):
                return max(self.sort(then), self.sort(otherwise), key=SPECIFIC.index)
            case The(variable) | First(variable) | Largest(variable):
                return ELEMENT if variable.domain is self.domain else COUNT
            case NumAfter(inner):
                return self.sort(inner)
            case _:
                return COUNT


SPECIFIC = (COUNT, OUTSIDE, ELEMENT)


def _number(term: Term) -> Num:
    assert isinstance(term, Num)
    return term


def _surely_inside(place: Num, domain: Domain) -> bool:
    match place:
        case Variable(_, own):
            return own is domain
        case NumApply(symbol, ()):
            return symbol.role is Role.ARGUMENT and symbol.values is domain
        case Number():
            return isinstance(domain.size, Number)
        case _:
            return False

