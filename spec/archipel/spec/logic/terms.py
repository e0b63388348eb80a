"""Terms: numbers and propositions over finite domains.

``==``, ``<`` and their kin build propositions instead of comparing, so ``on(i, p) == 3`` reads as it would on paper.
A term therefore has no truth value in Python; asking for one is an error rather than a silent ``True``.
"""

from __future__ import annotations

import enum
import inspect
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any as Value
from typing import NoReturn, TypeAlias, overload

NumLike: TypeAlias = "Num | int"


class Term:
    """A number or a proposition, not yet interpreted."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError("a term has no truth value until it is interpreted; use all_of, any_of, negation or when")


class Num(Term):
    """A whole number."""

    __slots__ = ()

    def __eq__(self, other: NumLike) -> Prop:  # type: ignore[override]
        return Compare("=", self, number(other))

    def __ne__(self, other: NumLike) -> Prop:  # type: ignore[override]
        return Compare("≠", self, number(other))

    def __lt__(self, other: NumLike) -> Prop:
        return Compare("<", self, number(other))

    def __le__(self, other: NumLike) -> Prop:
        return Compare("≤", self, number(other))

    def __gt__(self, other: NumLike) -> Prop:
        return Compare(">", self, number(other))

    def __ge__(self, other: NumLike) -> Prop:
        return Compare("≥", self, number(other))

    def __add__(self, other: NumLike) -> Num:
        return Arithmetic("+", self, number(other))

    def __radd__(self, other: int) -> Num:
        return Arithmetic("+", number(other), self)

    def __sub__(self, other: NumLike) -> Num:
        return Arithmetic("-", self, number(other))

    def __rsub__(self, other: int) -> Num:
        return Arithmetic("-", number(other), self)

    def __mul__(self, other: NumLike) -> Num:
        return Arithmetic("*", self, number(other))

    def __rmul__(self, other: int) -> Num:
        return Arithmetic("*", number(other), self)

    __hash__ = object.__hash__


class Prop(Term):
    """A proposition."""

    __slots__ = ()


# Vocabulary: domains and symbols


@dataclass(frozen=True, eq=False)
class Domain:
    """A finite range of numbers ``first, …, first + size - 1``; the size is a number of the game."""

    name: str
    letter: str
    size: Num
    first: Num = field(default_factory=lambda: number(0))


class Role(enum.Enum):
    """What fixes a symbol's value."""

    PARAMETER = "parameter"
    MATERIAL = "material"
    STATE = "state"
    ARGUMENT = "argument"


@dataclass(frozen=True, eq=False)
class Symbol:
    """A name the clauses speak with: a number of the game, a property of the material, a fact of the position, or
    an argument of a decision.

    ``values`` is the domain its values belong to, if they name elements rather than count something: exactly that
    domain for an argument; for anything else named values outside it are possible too.
    """

    name: str
    role: Role
    domains: tuple[Domain, ...] = ()
    is_prop: bool = False
    values: Domain | None = None
    meaning: str = ""
    bounds: ChoiceBounds | None = None


@dataclass(frozen=True, eq=False)
class ChoiceBounds:
    """How many an argument with places can be: of ``each`` place, which the variables name, and in all."""

    variables: tuple[Variable, ...]
    each: Num | None
    total: Num | None
    at_least: Num | None


@dataclass(frozen=True, eq=False)
class NumFunction:
    """A symbol with places, giving a number."""

    symbol: Symbol

    def __call__(self, *places: NumLike) -> Num:
        return NumApply(self.symbol, _places(self.symbol, places))


@dataclass(frozen=True, eq=False)
class PropFunction:
    """A symbol with places, giving a proposition."""

    symbol: Symbol

    def __call__(self, *places: NumLike) -> Prop:
        return PropApply(self.symbol, _places(self.symbol, places))


def _places(symbol: Symbol, places: tuple[NumLike, ...]) -> tuple[Num, ...]:
    if len(places) != len(symbol.domains):
        raise TypeError(f"{symbol.name} takes {len(symbol.domains)} places, got {len(places)}")
    return tuple(number(place) for place in places)


@dataclass(frozen=True, eq=False)
class Definition:
    """A named abbreviation; interpretations may expand it or keep its name."""

    name: str
    parameters: tuple[Variable, ...]
    body: Term
    meaning: str = ""


# Numbers


@dataclass(frozen=True, eq=False)
class Number(Num):
    value: int
    name: str | None = None


@dataclass(frozen=True, eq=False)
class Variable(Num):
    name: str
    domain: Domain
    serial: int = field(default_factory=itertools.count().__next__)


@dataclass(frozen=True, eq=False)
class NumApply(Num):
    symbol: Symbol
    places: tuple[Num, ...] = ()


@dataclass(frozen=True, eq=False)
class NumCall(Num):
    definition: Definition
    arguments: tuple[Num, ...]


@dataclass(frozen=True, eq=False)
class Arithmetic(Num):
    operator: str
    left: Num
    right: Num


@dataclass(frozen=True, eq=False)
class When(Num):
    condition: Prop
    then: Num
    otherwise: Num


@dataclass(frozen=True, eq=False)
class Least(Num):
    parts: tuple[Num, ...]


@dataclass(frozen=True, eq=False)
class Total(Num):
    variable: Variable
    body: Num


@dataclass(frozen=True, eq=False)
class Count(Num):
    variable: Variable
    body: Prop


@dataclass(frozen=True, eq=False)
class The(Num):
    """The only element with a property, or something else if there is none or more than one."""

    variable: Variable
    body: Prop
    otherwise: Num


@dataclass(frozen=True, eq=False)
class First(Num):
    """The smallest element with a property, or nothing."""

    variable: Variable
    body: Prop


@dataclass(frozen=True, eq=False)
class Largest(Num):
    """The element with a property for which a number is greatest, the first of several; or nothing."""

    variable: Variable
    body: Num
    where: Prop


@dataclass(frozen=True, eq=False)
class NumAfter(Num):
    """A number in the position that a step, or a round, leads to."""

    term: Num


# Propositions


@dataclass(frozen=True, eq=False)
class PropAfter(Prop):
    """A proposition about the position that a step, or a round, leads to."""

    term: Prop


@dataclass(frozen=True, eq=False)
class Truth(Prop):
    value: bool


@dataclass(frozen=True, eq=False)
class PropApply(Prop):
    symbol: Symbol
    places: tuple[Num, ...] = ()


@dataclass(frozen=True, eq=False)
class PropCall(Prop):
    definition: Definition
    arguments: tuple[Num, ...]


@dataclass(frozen=True, eq=False)
class Compare(Prop):
    operator: str
    left: Num
    right: Num


@dataclass(frozen=True, eq=False)
class All(Prop):
    parts: tuple[Prop, ...]


@dataclass(frozen=True, eq=False)
class Any(Prop):
    parts: tuple[Prop, ...]


@dataclass(frozen=True, eq=False)
class Not(Prop):
    part: Prop


@dataclass(frozen=True, eq=False)
class Implies(Prop):
    premise: Prop
    conclusion: Prop


@dataclass(frozen=True, eq=False)
class Iff(Prop):
    left: Prop
    right: Prop


@dataclass(frozen=True, eq=False)
class Forall(Prop):
    variable: Variable
    body: Prop


@dataclass(frozen=True, eq=False)
class Exists(Prop):
    variable: Variable
    body: Prop


Binder: TypeAlias = Forall | Exists | Total | Count | The | First | Largest

NOTHING = -1
"""What ``first`` and ``largest`` find where no element has the property."""

# What clauses are written with


def number(value: NumLike) -> Num:
    return value if isinstance(value, Num) else Number(value)


def constant(name: str, value: int) -> Num:
    """A number that prints as its name."""
    return Number(value, name)


truth, falsehood = Truth(True), Truth(False)


def all_of(*parts: Prop) -> Prop:
    return All(parts)


def any_of(*parts: Prop) -> Prop:
    return Any(parts)


def negation(part: Prop) -> Prop:
    return Not(part)


def implies(premise: Prop, conclusion: Prop) -> Prop:
    return Implies(premise, conclusion)


def iff(left: Prop, right: Prop) -> Prop:
    return Iff(left, right)


def when(condition: Prop, then: NumLike, otherwise: NumLike = 0) -> Num:
    return When(condition, number(then), number(otherwise))


def least(*parts: NumLike) -> Num:
    return Least(tuple(number(part) for part in parts))


def forall(domain: Domain, body: Callable[[Num], Prop]) -> Prop:
    variable = bind(body, domain)[0]
    return Forall(variable, body(variable))


def exists(domain: Domain, body: Callable[[Num], Prop]) -> Prop:
    variable = bind(body, domain)[0]
    return Exists(variable, body(variable))


def total(domain: Domain, body: Callable[[Num], Num]) -> Num:
    variable = bind(body, domain)[0]
    return Total(variable, body(variable))


def count(domain: Domain, body: Callable[[Num], Prop]) -> Num:
    variable = bind(body, domain)[0]
    return Count(variable, body(variable))


def the(domain: Domain, body: Callable[[Num], Prop], otherwise: NumLike) -> Num:
    """The only element with a property; ``otherwise`` if there is none or more than one."""
    variable = bind(body, domain)[0]
    return The(variable, body(variable), number(otherwise))


def first(domain: Domain, body: Callable[[Num], Prop]) -> Num:
    """The smallest element with a property; ``NOTHING`` if there is none."""
    variable = bind(body, domain)[0]
    return First(variable, body(variable))


def largest(domain: Domain, by: Callable[[Num], Num], where: Callable[[Num], Prop] | None = None) -> Num:
    """The element for which a number is greatest, among those with a property: the first of several, ``NOTHING`` if
    there is none."""
    variable = bind(by, domain)[0]
    return Largest(variable, by(variable), truth if where is None else where(variable))


@overload
def after(term: Num) -> Num: ...
@overload
def after(term: Prop) -> Prop: ...
def after(term: Num | Prop) -> Num | Prop:
    """What the term says of the position afterwards; only claims about a step or a round may ask."""
    return NumAfter(term) if isinstance(term, Num) else PropAfter(term)


def bind(function: Callable[..., object], *domains: Domain) -> tuple[Variable, ...]:
    """Fresh variables named as the function names its parameters."""
    names = tuple(inspect.signature(function).parameters)
    if len(names) != len(domains):
        raise TypeError(f"{', '.join(names)}: {len(names)} variables for {len(domains)} domains")
    return tuple(Variable(name, domain) for name, domain in zip(names, domains, strict=True))


@lru_cache(maxsize=1024)
def within_bounds(argument: Symbol) -> Prop:
    """That an argument with places keeps within its bounds."""
    if (bounds := argument.bounds) is None:
        return truth
    here = NumApply(argument, bounds.variables)
    each: Prop = truth if bounds.each is None else here <= bounds.each
    in_all: Num = here
    for variable in reversed(bounds.variables):
        each, in_all = Forall(variable, each), Total(variable, in_all)
    return all_of(
        *([] if bounds.each is None else [each]),
        *([] if bounds.total is None else [in_all <= bounds.total]),
        *([] if bounds.at_least is None else [in_all >= bounds.at_least]),
    )


# Walking terms


def children(term: Term) -> tuple[Term, ...]:
    """The terms directly below this one (a call's arguments, not its definition)."""
    below = BELOW.get(type(term))
    return () if below is None else below(term)


BELOW: Mapping[type[Term], Callable[[Value], tuple[Term, ...]]] = {
    **dict.fromkeys((NumApply, PropApply), lambda term: term.places),
    **dict.fromkeys((NumCall, PropCall), lambda term: term.arguments),
    **dict.fromkeys((Arithmetic, Compare, Iff), lambda term: (term.left, term.right)),
    **dict.fromkeys((Least, All, Any), lambda term: term.parts),
    **dict.fromkeys((Total, Count, Forall, Exists, First), lambda term: (term.body,)),
    **dict.fromkeys((NumAfter, PropAfter), lambda term: (term.term,)),
    Implies: lambda term: (term.premise, term.conclusion),
    When: lambda term: (term.condition, term.then, term.otherwise),
    Not: lambda term: (term.part,),
    The: lambda term: (term.body, term.otherwise),
    Largest: lambda term: (term.body, term.where),
}


def rebuild(term: Term, change: Callable[[Term], Term]) -> Term:
    """The same term over changed children; the variable a quantifier binds stays."""
    if isinstance(term, Variable):
        return term
    changed: dict[str, object] = {}
    for item in fields(term):  # type: ignore[arg-type]
        value = getattr(term, item.name)
        if isinstance(value, tuple):
            changed[item.name] = tuple(change(part) for part in value)
        elif isinstance(value, Term) and item.name != "variable":
            changed[item.name] = change(value)
    return replace(term, **changed)  # type: ignore[type-var]


def substitute(term: Term, values: Mapping[Variable, Num]) -> Term:
    """The term with some of its free variables replaced."""
    if isinstance(term, Variable):
        return values.get(term, term)
    return rebuild(term, lambda child: substitute(child, values))


def walk(term: Term) -> Iterator[Term]:
    """The term and everything below it, not looking inside definitions."""
    yield term
    for child in children(term):
        yield from walk(child)


MENTIONING = (NumApply, PropApply, NumCall, PropCall, NumAfter, PropAfter, Binder)


@lru_cache(maxsize=65_536)
def _mentions(term: Term) -> tuple[Term, ...]:
    """Where the term applies a symbol, calls a definition, looks ahead or binds a variable; found once, however often
    asked."""
    return tuple([part for part in walk(term) if isinstance(part, MENTIONING)])


@lru_cache(maxsize=65_536)
def definitions_in(term: Term) -> Mapping[str, Definition]:
    """Every definition the term rests on, those that others use first."""
    found: dict[str, Definition] = {}
    for part in _mentions(term):
        if isinstance(part, NumCall | PropCall) and part.definition.name not in found:
            found |= definitions_in(part.definition.body)
            found[part.definition.name] = part.definition
    return found


@lru_cache(maxsize=65_536)
def symbols_in(term: Term) -> Mapping[str, Symbol]:
    """Every symbol the term rests on, through its definitions and the sizes of its domains."""
    found: dict[str, Symbol] = {}
    bodies = [term, *(definition.body for definition in definitions_in(term).values())]
    while bodies:
        for part in _mentions(bodies.pop()):
            if isinstance(part, NumApply | PropApply) and part.symbol.name not in found:
                found[part.symbol.name] = part.symbol
                bodies += [size for domain in part.symbol.domains for size in (domain.size, domain.first)]
            if isinstance(part, Binder):
                bodies += [part.variable.domain.size, part.variable.domain.first]
    return found


@lru_cache(maxsize=65_536)
def looks_ahead(term: Term) -> bool:
    """Whether the term says anything of the position afterwards, itself or through its definitions."""
    bodies = [term, *(definition.body for definition in definitions_in(term).values())]
    return any(isinstance(part, NumAfter | PropAfter) for body in bodies for part in _mentions(body))
