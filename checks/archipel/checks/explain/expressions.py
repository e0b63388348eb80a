"""Expression evaluator: what stands in the holes and conditions of a catalogue, worked out at a position.

An expression is written as in Python: names, calls, comparisons, ``and``, ``or``, ``not``, sums, and generators over
the domains of the clauses (``island for island in islands if treasures(island)``). A name is an argument of the step, a
fact or a number of the game, a notion, a named value in capitals (``HIGH_TIDE``), or a word that the catalogue
explains. ``after(…)`` asks the position that a step leads to. Nothing here knows any game.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from archipel.spec.clauses import Rulebook
from archipel.spec.logic.terms import Domain, Number, Symbol, walk
from archipel.spec.machine import Position, evaluate_number

OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, many: one in many,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}

FUNCTIONS: Mapping[str, Callable[[Any], Any]] = {
    "first": lambda found: next(iter(found), None),
    "any": any,
    "all": all,
    "size": len,
    "places": lambda found: list(range(len(found))),
    "sum": sum,
    "max": max,
    "min": min,
    "ascending": lambda found: sorted(set(found)),
    "descending": lambda found: sorted(set(found), reverse=True),
}
AFTER = "after"


class UnknownName(Exception):  # noqa: N818
    """A name in an expression that nothing explains."""


class Element(int):
    """An element of a domain: a number that knows what it is one of."""

    domain: str

    def __new__(cls, value: int, domain: str) -> Element:
        made = super().__new__(cls, value)
        made.domain = domain
        return made


@dataclass(frozen=True)
class Meaning:
    """What names mean in an expression: those ``bound``, those of a position, and what else is ``explained``."""

    position: Position | None = None
    bound: Mapping[str, Any] = field(default_factory=dict)
    later: Position | None = None
    explained: Callable[[str, Meaning], Any] | None = None

    def binding(self, **more: Any) -> Meaning:
        """The same, with more names bound."""
        return replace(self, bound={**self.bound, **more})

    def of(self, name: str, places: Sequence[int] = ()) -> Any:
        """What a name means, at some places."""
        if name in self.bound:
            return _entry(self.bound[name], places)
        if self.position is not None:
            found = _in_position(self.position, name, places)
            if found is not None:
                return found
        if self.explained is not None:
            return _entry(self.explained(name, self), places)
        raise UnknownName(name)

    def elements(self, name: str) -> list[Element]:
        """The elements of a domain."""
        assert self.position is not None
        domain = domains(self.position.machine.rulebook)[name]
        return [Element(number, name) for number in _elements(self.position, domain)]


def _elements(position: Position, domain: Domain) -> range:
    first, size = (evaluate_number(term, position.values) for term in (domain.first, domain.size))
    return range(first, first + size)


def _entry(value: Any, places: Sequence[int]) -> Any:
    for place in places:
        value = value[place]
    return value


def _in_position(position: Position, name: str, places: Sequence[int]) -> Any:
    rulebook = position.machine.rulebook
    if (notion := rulebook.definitions.get(name)) is not None:
        asked = zip(notion.parameters, places, strict=True)
        there = all(place in _elements(position, variable.domain) for variable, place in asked)
        return position.evaluate(name, *places) if there else 0
    if name in position.values:
        return _fact(position, name, places)
    return constants(rulebook).get(name) if name.isupper() else None


def _fact(position: Position, name: str, places: Sequence[int]) -> Any:
    """A fact at some places; where there is no such place, nothing."""
    symbol, value = symbols(position.machine.rulebook)[name], position.values[name]
    for domain, place in zip(symbol.domains, places, strict=False):
        elements = _elements(position, domain)
        if place not in elements:
            return 0
        value = value[place - elements.start]
    named = symbol.values is not None and len(places) == len(symbol.domains)
    return Element(value, symbol.values.name) if named and symbol.values is not None else value


@lru_cache(maxsize=256)
def symbols(rulebook: Rulebook) -> Mapping[str, Symbol]:
    """The facts and numbers the clauses speak of, those included that only a reading remembers."""
    targets = [part.target for clause in rulebook.clauses.values() for part in clause.parts]
    return {**{target.name: target for target in targets if target is not None}, **rulebook.vocabulary.symbols}


@lru_cache(maxsize=256)
def domains(rulebook: Rulebook) -> Mapping[str, Domain]:
    """What the clauses speak of, by name."""
    known = symbols(rulebook).values()
    placed = [domain for symbol in known for domain in symbol.domains]
    valued = [symbol.values for symbol in known if symbol.values is not None]
    called = [variable.domain for notion in rulebook.definitions.values() for variable in notion.parameters]
    return {domain.name: domain for domain in (*placed, *valued, *called)}


@lru_cache(maxsize=256)
def constants(rulebook: Rulebook) -> Mapping[str, int]:
    """The named values that occur in the clauses, in capitals."""
    parts = [part.term for clause in rulebook.clauses.values() for part in clause.parts]
    terms = [*parts, *(notion.body for notion in rulebook.definitions.values())]
    numbers = (found for term in terms for found in walk(term) if isinstance(found, Number))
    return {found.name.upper().replace("-", "_"): found.value for found in numbers if found.name}


@lru_cache(maxsize=4096)
def parsed(text: str) -> ast.expr:
    """An expression; a generator needs no parentheses."""
    return ast.parse(f"({text})", mode="eval").body


def evaluate(expression: ast.expr, meaning: Meaning) -> Any:
    """The value of an expression."""
    match expression:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return meaning.of(name)
        case ast.Attribute():
            return meaning.of(ast.unparse(expression))
        case ast.Call():
            return _called(expression, meaning)
        case ast.GeneratorExp(element, generators):
            return [evaluate(element, inner) for inner in _generated(generators, meaning)]
        case ast.IfExp(test, then, otherwise):
            return evaluate(then if evaluate(test, meaning) else otherwise, meaning)
        case _:
            return _combined(expression, meaning)


def _combined(expression: ast.expr, meaning: Meaning) -> Any:
    match expression:
        case ast.BoolOp(ast.And(), parts):
            return all(evaluate(part, meaning) for part in parts)
        case ast.BoolOp(ast.Or(), parts):
            return any(evaluate(part, meaning) for part in parts)
        case ast.UnaryOp(ast.Not(), part):
            return not evaluate(part, meaning)
        case ast.UnaryOp(ast.USub(), part):
            return -evaluate(part, meaning)
        case ast.BinOp(left, how, right):
            return OPERATORS[type(how)](evaluate(left, meaning), evaluate(right, meaning))
        case ast.Compare(left, hows, rights):
            values = [evaluate(part, meaning) for part in (left, *rights)]
            return all(OPERATORS[type(how)](*values[place : place + 2]) for place, how in enumerate(hows))
        case _:
            raise SyntaxError(f"cannot read {ast.unparse(expression)}")


def _called(call: ast.Call, meaning: Meaning) -> Any:
    name = _name_of(call.func)
    if name == AFTER:
        return evaluate(call.args[0], replace(meaning, position=meaning.later))
    given = [evaluate(argument, meaning) for argument in call.args]
    if name in FUNCTIONS:
        return FUNCTIONS[name](*given)
    if call.keywords:
        rebound = {word.arg: evaluate(word.value, meaning) for word in call.keywords if word.arg is not None}
        return meaning.binding(**rebound).of(name, given)
    return meaning.of(name, given)


def _name_of(expression: ast.expr) -> str:
    return expression.id if isinstance(expression, ast.Name) else ast.unparse(expression)


def _generated(generators: Sequence[ast.comprehension], meaning: Meaning) -> Iterator[Meaning]:
    if not generators:
        yield meaning
        return
    first, *others = generators
    for element in _ranged_over(first.iter, meaning):
        inner = meaning.binding(**{_name_of(first.target): element})
        if all(evaluate(condition, inner) for condition in first.ifs):
            yield from _generated(others, inner)


def _ranged_over(what: ast.expr, meaning: Meaning) -> Sequence[Any]:
    """The elements of a domain, or of a list."""
    name, position = _name_of(what), meaning.position
    if name not in meaning.bound and position is not None and name in domains(position.machine.rulebook):
        return meaning.elements(name)
    found: Sequence[Any] = evaluate(what, meaning)
    return found
