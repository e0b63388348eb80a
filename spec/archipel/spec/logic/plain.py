"""Terms over plain Python values: each is compiled once to Python, then *checked* as fast as Python runs.

Values are whole numbers and booleans; a symbol with places is a nested tuple, one level for each place.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any as AnyValue
from typing import TypeAlias

from archipel.spec.logic.terms import (
    NOTHING,
    All,
    Any,
    Arithmetic,
    Binder,
    Compare,
    Count,
    Definition,
    Domain,
    Exists,
    First,
    Forall,
    Iff,
    Implies,
    Largest,
    Least,
    Not,
    Num,
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
    Truth,
    Variable,
    When,
    definitions_in,
    symbols_in,
    walk,
)

Values: TypeAlias = Mapping[str, AnyValue]
Bound: TypeAlias = Mapping[str, Callable[..., AnyValue]]
Makers: TypeAlias = Sequence[Callable[[int], Callable[..., AnyValue]]]

TOGETHER = 16
"""So many functions are made by one; each only when it is asked for, as most are not, in most positions."""

COMPARISONS = {"=": "==", "≠": "!=", "<": "<", "≤": "<=", ">": ">", "≥": ">="}


@dataclass(frozen=True)
class Function:
    """A term to compile: what it is called, what it is called with, and the places it is tabulated over."""

    name: str
    term: Term
    arguments: tuple[Symbol, ...] = ()
    variables: tuple[Variable, ...] = ()
    tabulated: bool = False


def compile_functions(functions: Sequence[Function]) -> Callable[[Values], Bound]:
    """Python functions for the terms, to be bound to the values of a position."""
    bind, numbers = _compiled(functions, False), _numbered(functions)
    return lambda values: MadeWhenAskedFor(numbers, bind(values))


def compile_replaceable(functions: Sequence[Function]) -> Callable[[Values, Mapping[str, str]], Bound]:
    """The same; whoever binds them can put some of the functions, by name, in the place of definitions."""
    bind, numbers = _compiled(functions, True), _numbered(functions)

    def bound(values: Values, replaced: Mapping[str, str]) -> Bound:
        instead: dict[str, Callable[..., AnyValue]] = {}
        made = MadeWhenAskedFor(numbers, bind(values, instead))
        instead |= {definition: made[name] for definition, name in replaced.items()}
        return made

    return bound


def _compiled(functions: Sequence[Function], replaceable: bool) -> Callable[..., Makers]:
    namespace: dict[str, AnyValue] = {}
    exec(compile(_module(functions, replaceable), "<clauses>", "exec"), namespace)
    bind: Callable[..., Makers] = namespace["bind"]
    return bind


def _numbered(functions: Sequence[Function]) -> dict[str, int]:
    return {function.name: number for number, function in enumerate(functions)}


class MadeWhenAskedFor(dict[str, Callable[..., AnyValue]]):
    """Functions by name, bound to one position."""

    def __init__(self, numbers: Mapping[str, int], makers: Makers) -> None:
        self.numbers = numbers
        self.makers = makers

    def __missing__(self, name: str) -> Callable[..., AnyValue]:
        number = self.numbers[name]
        made = self[name] = self.makers[number // TOGETHER](number)
        return made


def _module(functions: Sequence[Function], replaceable: bool) -> str:
    definitions: dict[str, Definition] = {}
    symbols: dict[str, Symbol] = {}
    for function in functions:
        definitions |= definitions_in(function.term)
        symbols |= symbols_in(function.term)
        for variable in function.variables:
            symbols |= {**symbols_in(variable.domain.size), **symbols_in(variable.domain.first)}
    for definition in definitions.values():
        symbols |= symbols_in(definition.body)
    lines = ["def bind(values, instead):" if replaceable else "def bind(values):"]
    lines += [
        f"    {_symbol(symbol)} = values[{symbol.name!r}]"
        for symbol in symbols.values()
        if symbol.role is not Role.ARGUMENT
    ]
    domains = _domains(functions, definitions, symbols)
    lines += [f"    {_domain(domain)} = {_range(domain)}" for domain in domains]
    for definition in definitions.values():
        lines += _definition(definition, replaceable)
    numbered = list(enumerate(functions))
    makers = [numbered[first : first + TOGETHER] for first in range(0, len(numbered), TOGETHER)]
    for place, some in enumerate(makers):
        lines.append(f"    def make{place}(number):")
        lines += [line for number, function in some for line in _function(number, function)]
    lines.append(f"    return [{', '.join(f'make{place}' for place in range(len(makers)))}]")
    return "\n".join(lines)


def _domains(
    functions: Sequence[Function], definitions: Mapping[str, Definition], symbols: Mapping[str, Symbol]
) -> list[Domain]:
    terms = [function.term for function in functions] + [definition.body for definition in definitions.values()]
    parts = [part for term in terms for part in walk(term)]
    quantified = [part.variable.domain for part in parts if isinstance(part, Binder)]
    tabulated = [variable.domain for function in functions for variable in function.variables]
    placed = [domain for symbol in symbols.values() for domain in symbol.domains]
    return list({domain.name: domain for domain in quantified + tabulated + placed}.values())


def _range(domain: Domain) -> str:
    write = Writer(())
    first, size = write(domain.first), write(domain.size)
    return f"range({first}, {first} + {size})"


def _definition(definition: Definition, replaceable: bool) -> list[str]:
    """A definition as a function; one that searches a domain, or asks another to, remembers what it found here."""
    parameters = ", ".join(_variable(variable) for variable in definition.parameters)
    body, name = Writer(())(definition.body), definition.name
    if replaceable:
        body = f"instead[{name!r}]({parameters}) if {name!r} in instead else {body}"
    head = f"    def d_{name}({parameters}):"
    bodies = [definition.body, *(other.body for other in definitions_in(definition.body).values())]
    if not any(isinstance(part, Binder) for body in bodies for part in walk(body)):
        return [head, f"        return {body}"]
    return [
        f"    m_{name} = {{}}",
        head,
        f"        if ({parameters}) in m_{name}: return m_{name}[{parameters or '()'}]",
        f"        m_{name}[{parameters or '()'}] = found = {body}",
        "        return found",
    ]


def _function(number: int, function: Function) -> list[str]:
    arguments = [_symbol(symbol) for symbol in function.arguments]
    body = Writer(function.variables)(function.term)
    if not function.tabulated:
        arguments += [_variable(variable) for variable in function.variables]
    else:
        for variable in reversed(function.variables):
            body = f"tuple([{body} for {_variable(variable)} in {_domain(variable.domain)}])"
    return [
        f"        if number == {number}:",
        f"            def f{number}({', '.join(arguments)}):",
        f"                return {body}",
        f"            return f{number}",
    ]


def _symbol(symbol: Symbol) -> str:
    return f"s_{symbol.name}"


def _domain(domain: Domain) -> str:
    return f"D_{domain.name}"


def _variable(variable: Variable) -> str:
    return f"{variable.name}_{variable.serial}"


class Writer:
    """Writes a term as a Python expression. ``trusted`` variables are known to lie in their domain."""

    def __init__(self, trusted: Sequence[Variable]) -> None:
        self.trusted = {variable.serial for variable in trusted}
        self.temporaries = itertools.count()

    def __call__(self, term: Term) -> str:
        match term:
            case Number(value) | Truth(value):
                return f"({value})" if value < 0 else f"{value}"
            case Variable():
                return _variable(term)
            case NumApply(symbol, places):
                return self.apply(symbol, places, "0")
            case PropApply(symbol, places):
                return self.apply(symbol, places, "False")
            case NumCall(definition, arguments) | PropCall(definition, arguments):
                return f"d_{definition.name}({', '.join(map(self, arguments))})"
            case Total() | Count() | Forall() | Exists() | The() | First() | Largest():
                return self.quantified(term)
            case _:
                return self.combined(term)

    def combined(self, term: Term) -> str:
        match term:
            case Arithmetic(operator, left, right):
                return f"({self(left)} {operator} {self(right)})"
            case Compare(operator, left, right):
                return f"({self(left)} {COMPARISONS[operator]} {self(right)})"
            case When(condition, then, otherwise):
                return f"({self(then)} if {self(condition)} else {self(otherwise)})"
            case Least(parts):
                return f"min({', '.join(map(self, parts))})"
            case All(parts):
                return "(" + (" and ".join(map(self, parts)) or "True") + ")"
            case Any(parts):
                return "(" + (" or ".join(map(self, parts)) or "False") + ")"
            case Not(part):
                return f"(not {self(part)})"
            case Implies(premise, conclusion):
                return f"(not {self(premise)} or {self(conclusion)})"
            case Iff(left, right):
                return f"({self(left)} == {self(right)})"
            case _:
                raise TypeError(f"cannot write {term!r}")

    def quantified(self, term: Binder) -> str:
        inner, variables = _unnested(term)
        self.trusted |= {variable.serial for variable in variables}
        body = self(inner)
        loop = " ".join(f"for {_variable(variable)} in {_domain(variable.domain)}" for variable in variables)
        match term:
            case Total():
                return f"sum([{body} {loop}])"
            case Count():
                return f"sum([1 {loop} if {body}])"
            case Forall():
                return f"all({body} {loop})"
            case Exists():
                return f"any({body} {loop})"
            case The(variable, _, otherwise):
                found = f"t{next(self.temporaries)}"
                matches = f"({found} := [{_variable(variable)} {loop} if {body}])"
                return f"({found}[0] if len{matches} == 1 else {self(otherwise)})"
            case First(variable):
                return f"next(({_variable(variable)} {loop} if {body}), {NOTHING})"
            case Largest(variable, _, where):
                return self.largest(variable, body, f"[{_variable(variable)} {loop} if {self(where)}]")

    def largest(self, variable: Variable, by: str, among: str) -> str:
        """Python's ``max`` takes the first of several too."""
        return f"max({among}, key=lambda {_variable(variable)}: {by}, default={NOTHING})"

    def apply(self, symbol: Symbol, places: tuple[Num, ...], outside: str) -> str:
        text, conditions = _symbol(symbol), []
        for place, domain in zip(places, symbol.domains, strict=True):
            written = self(place)
            if not self.inside(place, domain):
                name = f"t{next(self.temporaries)}"
                conditions.append(f"({name} := {written}) in {_domain(domain)}")
                written = name
            text += f"[{written}]" if _starts_at_zero(domain) else f"[{written} - {_domain(domain)}.start]"
        return f"({text} if {' and '.join(conditions)} else {outside})" if conditions else text

    def inside(self, place: Num, domain: Domain) -> bool:
        match place:
            case Variable():
                return place.serial in self.trusted and place.domain is domain
            case NumApply(symbol, ()):
                return symbol.role is Role.ARGUMENT and symbol.values is domain
            case Number(value):
                return isinstance(domain.size, Number) and _starts_at_zero(domain) and 0 <= value < domain.size.value
            case _:
                return False


def _unnested(term: Binder) -> tuple[Term, list[Variable]]:
    """What is said of all elements, and which: one loop does for all those that are nested in each other."""
    variables, body = [term.variable], term.body
    while type(body) is type(term) and isinstance(body, Forall | Exists | Total):
        variables.append(body.variable)
        body = body.body
    return body, variables


def _starts_at_zero(domain: Domain) -> bool:
    return isinstance(domain.first, Number) and domain.first.value == 0
