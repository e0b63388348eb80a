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
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

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

    def __reduce__(self) -> tuple[type[Element], tuple[int, str]]:
        return Element, (int(self), self.domain)


Kept = dict[Any, Any]


class Meaning:
    """What names mean in an expression: those ``bound``, those of a position, and what else is ``explained``.

    What was found once for a position is kept, for this meaning and all that bind more names.
    """

    __slots__ = ("bound", "explained", "kept", "later", "position")

    def __init__(
        self,
        position: Position | None = None,
        bound: Mapping[str, Any] | None = None,
        later: Position | None = None,
        explained: Callable[[str, Meaning], Any] | None = None,
        kept: Kept | None = None,
    ) -> None:
        self.position = position
        self.bound: Mapping[str, Any] = {} if bound is None else bound
        self.later = later
        self.explained = explained
        self.kept: Kept = {} if kept is None else kept

    def binding(self, **more: Any) -> Meaning:
        """The same, with more names bound."""
        return Meaning(self.position, {**self.bound, **more}, self.later, self.explained, self.kept)

    def afterwards(self) -> Meaning:
        """The same, asked of the position that a step leads to."""
        if AFTER not in self.kept:
            self.kept[AFTER] = {}
        return Meaning(self.later, self.bound, self.later, self.explained, self.kept[AFTER])

    def of(self, name: str, places: Sequence[int] = ()) -> Any:
        """What a name means, at some places."""
        if name in self.bound:
            return _entry(self.bound[name], places)
        if self.position is not None:
            found = self._in_position(self.position, name, places)
            if found is not None:
                return found
        if self.explained is not None:
            return _entry(self.explained(name, self), places)
        raise UnknownName(name)

    def elements(self, domain: Domain) -> range:
        """The elements of a domain."""
        if domain.name not in self.kept:
            assert self.position is not None
            values = self.position.values
            first, size = evaluate_number(domain.first, values), evaluate_number(domain.size, values)
            self.kept[domain.name] = range(first, first + size)
        found: range = self.kept[domain.name]
        return found

    def _in_position(self, position: Position, name: str, places: Sequence[int]) -> Any:
        """A notion, a fact or a named value; where there is no such place, nothing."""
        rulebook = position.machine.rulebook
        word = vocabulary(rulebook).get(name)
        if word is None or not (word.is_notion or name in position.values):
            return constants(rulebook).get(name) if name.isupper() else None
        starts: list[int] = []
        for domain, place in zip(word.domains, places, strict=False):
            elements = self.kept.get(domain.name) or self.elements(domain)
            if place not in elements:
                return 0
            starts.append(elements.start)
        if word.is_notion:
            return position.evaluate(name, *places)
        value = position.values[name]
        for place, start in zip(places, starts, strict=True):
            value = value[place - start]
        return Element(value, word.values) if word.values and len(places) == len(word.domains) else value


def _entry(value: Any, places: Sequence[int]) -> Any:
    for place in places:
        value = value[place]
    return value


class Word(NamedTuple):
    """A word of the clauses: its places, and the domain of its values if they name elements."""

    domains: tuple[Domain, ...] = ()
    values: str = ""
    is_notion: bool = False


@lru_cache(maxsize=256)
def vocabulary(rulebook: Rulebook) -> Mapping[str, Word]:
    """The facts, numbers and notions of the clauses by name."""
    facts = {
        name: Word(symbol.domains, "" if symbol.values is None else symbol.values.name)
        for name, symbol in symbols(rulebook).items()
    }
    notions = {
        name: Word(tuple(variable.domain for variable in notion.parameters), is_notion=True)
        for name, notion in rulebook.definitions.items()
    }
    return facts | notions


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


Evaluation = Callable[[Meaning], Any]


@dataclass(frozen=True, eq=False)
class Expression:
    """An expression, taken apart once: as a tree, and as a function of what its names mean."""

    tree: ast.expr
    value: Evaluation

    @cached_property
    def free(self) -> frozenset[str]:
        """The names it speaks of and does not bind itself; those of phrases have a dot."""
        bound = {_name_of(part.target) for part in ast.walk(self.tree) if isinstance(part, ast.comprehension)}
        dotted = [part for part in ast.walk(self.tree) if isinstance(part, ast.Attribute)]
        inside = {part.value for part in dotted}
        names = {part.id for part in ast.walk(self.tree) if isinstance(part, ast.Name) and part not in inside}
        return frozenset((names | {ast.unparse(part) for part in dotted if part not in inside}) - bound)


@lru_cache(maxsize=4096)
def parsed(text: str) -> Expression:
    """An expression; a generator needs no parentheses."""
    tree = ast.parse(f"({text})", mode="eval").body
    return Expression(tree, _made(tree))


def evaluate(expression: Expression, meaning: Meaning) -> Any:
    """The value of an expression."""
    return expression.value(meaning)


def _made(tree: ast.expr) -> Evaluation:
    match tree:
        case ast.Constant(value):
            return lambda meaning: value
        case ast.Name() | ast.Attribute():
            name = _name_of(tree)
            return lambda meaning: meaning.of(name)
        case ast.Call():
            return _call(tree)
        case ast.GeneratorExp(element, generators):
            each, ranged = _made(element), _generator(generators)
            return lambda meaning: [each(inner) for inner in ranged(meaning)]
        case ast.IfExp(test, then, otherwise):
            asked, one, other = map(_made, (test, then, otherwise))
            return lambda meaning: one(meaning) if asked(meaning) else other(meaning)
        case _:
            return _combined(tree)


def _combined(tree: ast.expr) -> Evaluation:
    match tree:
        case ast.BoolOp(how, values):
            parts, together = [_made(value) for value in values], all if isinstance(how, ast.And) else any
            return lambda meaning: together(part(meaning) for part in parts)
        case ast.UnaryOp(ast.Not(), operand):
            part = _made(operand)
            return lambda meaning: not part(meaning)
        case ast.UnaryOp(ast.USub(), operand):
            part = _made(operand)
            return lambda meaning: -part(meaning)
        case ast.BinOp(left, how, right):
            return _applied(OPERATORS[type(how)], _made(left), _made(right))
        case ast.Compare(left, [how], [right]):
            return _applied(OPERATORS[type(how)], _made(left), _made(right))
        case _:
            raise SyntaxError(f"cannot read {ast.unparse(tree)}")


def _applied(apply: Callable[[Any, Any], Any], one: Evaluation, other: Evaluation) -> Evaluation:
    return lambda meaning: apply(one(meaning), other(meaning))


def _call(call: ast.Call) -> Evaluation:
    name, given = _name_of(call.func), [_made(argument) for argument in call.args]
    if name == AFTER:
        (asked,) = given
        return lambda meaning: asked(meaning.afterwards())
    if name in FUNCTIONS:
        function = FUNCTIONS[name]
        return lambda meaning: function(*[value(meaning) for value in given])
    words = {word.arg: _made(word.value) for word in call.keywords if word.arg is not None}
    if not words:
        return lambda meaning: meaning.of(name, [value(meaning) for value in given])
    return lambda meaning: meaning.binding(**{word: value(meaning) for word, value in words.items()}).of(
        name, [value(meaning) for value in given]
    )


def _name_of(tree: ast.expr) -> str:
    return tree.id if isinstance(tree, ast.Name) else ast.unparse(tree)


def _generator(generators: Sequence[ast.comprehension]) -> Callable[[Meaning], Iterator[Meaning]]:
    """Each way to choose elements that keeps the conditions, with the names bound to them."""
    first, *others = generators
    name, ranged, conditions = _name_of(first.target), _range(first.iter), [_made(asked) for asked in first.ifs]
    inner = _generator(others) if others else None

    def run(meaning: Meaning) -> Iterator[Meaning]:
        for element in ranged(meaning):
            bound = meaning.binding(**{name: element})
            if all(condition(bound) for condition in conditions):
                yield from (bound,) if inner is None else inner(bound)

    return run


def _range(tree: ast.expr) -> Evaluation:
    """The elements of a domain, or of a list."""
    name, made = _name_of(tree), _made(tree)

    def run(meaning: Meaning) -> Any:
        position = meaning.position
        if position is not None and name not in meaning.bound:
            domain = domains(position.machine.rulebook).get(name)
            if domain is not None:
                return [Element(number, name) for number in meaning.elements(domain)]
        return made(meaning)

    return run
