"""Every single small change of a term."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from archipel.spec.logic.terms import (
    All,
    Any,
    Arithmetic,
    Compare,
    Domain,
    Exists,
    Forall,
    Iff,
    Implies,
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
    Truth,
    Variable,
    When,
    children,
    rebuild,
)

NEIGHBOURS = {
    "=": ("≠", "≤", "≥"),
    "≠": ("=", "<", ">"),
    "<": ("≤", "≥"),
    "≤": ("<", ">"),
    ">": ("≥", "≤"),
    "≥": (">", "<"),
}
OTHER_SIGN = {"+": "-", "-": "+", "*": "+"}

Changed = tuple[str, Term]


@dataclass(frozen=True, eq=False)
class TermMutation:
    """A term changed in one place: what kind of change, exactly which, where, and the whole term after it."""

    kind: str
    detail: str
    path: tuple[int, ...]
    term: Term


@dataclass(frozen=True, eq=False)
class TermScope:
    """What could stand in a variable's place: the variables bound around it and the arguments of the step."""

    variables: tuple[Variable, ...] = ()
    arguments: tuple[Symbol, ...] = ()

    def within(self, term: Term) -> TermScope:
        """The scope of what a term binds its variable in: the first thing below it."""
        bound = getattr(term, "variable", None)
        return self if bound is None else replace(self, variables=(*self.variables, bound))

    def others(self, current: Num, domain: Domain) -> list[tuple[str, Num]]:
        """Everything else in scope that ranges over the same domain."""
        found: list[tuple[str, Num]] = [
            (other.name, other) for other in self.variables if other.domain is domain and other is not current
        ]
        found += [
            (symbol.name, NumApply(symbol))
            for symbol in self.arguments
            if symbol.values is domain and not (isinstance(current, NumApply) and current.symbol is symbol)
        ]
        return found


def mutations(term: Term, scope: TermScope) -> Iterator[TermMutation]:
    """Every single mutation of the term, here and below."""
    return _mutations(term, scope, negated=False)


def _mutations(term: Term, scope: TermScope, negated: bool) -> Iterator[TermMutation]:
    for kind, detail, changed in _here(term, scope, negated):
        yield TermMutation(kind, detail, (), changed)
    for index, child in enumerate(children(term)):
        inner = scope.within(term) if index == 0 else scope
        for below in _mutations(child, inner, isinstance(term, Not)):
            yield replace(below, path=(index, *below.path), term=with_child(term, index, below.term))


def with_child(term: Term, index: int, child: Term) -> Term:
    """The term with one of its children replaced."""
    places = iter(range(len(children(term))))
    return rebuild(term, lambda current: child if next(places) == index else current)


def _here(term: Term, scope: TermScope, negated: bool) -> Iterator[tuple[str, str, Term]]:
    """The mutations of the term's own root."""
    for detail, changed in _constants(term):
        yield "constant", detail, changed
    for detail, changed in _swaps(term, scope):
        yield "variable", detail, changed
    for detail, changed in _operators(term):
        yield "operator", detail, changed
    for detail, changed in _dropped(term):
        yield "dropped", detail, changed
    if not negated:
        for detail, changed in _negated(term):
            yield "negated", detail, changed


def _constants(term: Term) -> Iterator[Changed]:
    match term:
        case Number(value, name):
            for step in (1, -1):
                yield f"{name or value}{step:+d}", Number(value + step)
        case NumApply(symbol, ()) if symbol.role is Role.PARAMETER:
            for step in (1, -1):
                yield f"{symbol.name}{step:+d}", term + step
        case Truth(value):
            yield str(not value), Truth(not value)


def _swaps(term: Term, scope: TermScope) -> Iterator[Changed]:
    match term:
        case Variable():
            for name, other in scope.others(term, term.domain):
                yield f"{term.name}→{name}", other
        case NumApply(symbol, ()) if symbol.values is not None:
            for name, other in scope.others(term, symbol.values):
                yield f"{symbol.name}→{name}", other
        case NumApply(symbol, places) | PropApply(symbol, places):
            yield from _exchanged(term, places, symbol.domains)
        case NumCall(definition, arguments) | PropCall(definition, arguments):
            yield from _exchanged(term, arguments, tuple(v.domain for v in definition.parameters))


def _exchanged(term: Term, places: Sequence[Num], domains: Sequence[Domain]) -> Iterator[Changed]:
    """Two places of one domain, the one in the other's place."""
    for second in range(len(places)):
        for first in range(second):
            if domains[first] is domains[second]:
                half = with_child(term, first, places[second])
                yield f"places {first}⇄{second}", with_child(half, second, places[first])


def _operators(term: Term) -> Iterator[Changed]:
    match term:
        case Compare(operator, left, right):
            for other in NEIGHBOURS[operator]:
                yield f"{operator}→{other}", Compare(other, left, right)
        case Arithmetic(operator, left, right):
            other = OTHER_SIGN[operator]
            yield f"{operator}→{other}", Arithmetic(other, left, right)
        case When(condition, then, otherwise):
            yield "branches exchanged", When(condition, otherwise, then)
        case _:
            yield from _connectives(term)


def _connectives(term: Term) -> Iterator[Changed]:
    match term:
        case All(parts) if len(parts) > 1:
            yield "∧→∨", Any(parts)
        case Any(parts) if len(parts) > 1:
            yield "∨→∧", All(parts)
        case Forall(variable, body):
            yield "∀→∃", Exists(variable, body)
        case Exists(variable, body):
            yield "∃→∀", Forall(variable, body)
        case Implies(premise, conclusion):
            yield "converse", Implies(conclusion, premise)
        case Iff(left, right):
            yield "⇔→⇒", Implies(left, right)
            yield "⇔→⇐", Implies(right, left)


def _dropped(term: Term) -> Iterator[Changed]:
    match term:
        case All(parts) | Any(parts):
            for index in range(len(parts)):
                yield f"part {index}", type(term)(parts[:index] + parts[index + 1 :])
        case Least(parts):
            for index in range(len(parts)):
                rest = parts[:index] + parts[index + 1 :]
                yield f"part {index}", Least(rest) if len(rest) > 1 else rest[0]
        case Arithmetic(_, left, right):
            yield "right", left
            yield "left", right
        case When(_, then, otherwise):
            yield "otherwise", then
            yield "then", otherwise
        case Implies(premise, conclusion):
            yield "premise", conclusion
            yield "conclusion", Not(premise)
        case Not(part):
            yield "not", part


def _negated(term: Term) -> Iterator[Changed]:
    match term:
        case PropApply() | PropCall() | Forall() | Exists() | Iff():
            yield "not", Not(term)


def kept_as_it_was(target: Symbol, variables: tuple[Variable, ...]) -> Term:
    """What a fact becomes if nothing changes it."""
    return PropApply(target, variables) if target.is_prop else NumApply(target, variables)
