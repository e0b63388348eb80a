"""Terms over a solver: z3 proves, cvc5 (whose Python interface mirrors z3's) gives a second opinion.

The solver is imported when an interpretation is made, never before: printing and checking rules needs none.
A value is a Python number or truth value as long as it is known, and a solver's expression from then on, so what is
fixed (the number of players, say) never reaches the solver at all.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any as Value

from archipel.spec.logic.builders import builder
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
    NumAfter,
    NumApply,
    Number,
    NumCall,
    PropAfter,
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
    looks_ahead,
    symbols_in,
)

Environment = dict[int, Value]
Table = dict[tuple[int, ...], Value]


class Interpretation:
    """Terms as expressions of one solver, over given values for some symbols and unknowns for the others.

    ``known`` maps names of symbols to plain values (nested tuples for places). Every other symbol becomes an unknown
    of the solver, named ``prefix`` + its name + its places.

    With ``as_functions`` unknown material is a function of the solver instead, about which nothing is known where it
    is looked up outside its places: more is possible then, so a proof is a proof, but an exception may not be one. The
    same goes for definitions that are ``opaque``: their values are unknowns too.
    """

    def __init__(
        self,
        prover: str,
        known: Mapping[str, Value],
        prefix: str = "",
        *,
        as_functions: bool = False,
        opaque: Iterable[str] = (),
    ) -> None:
        self.prover = prover
        self.build = builder(prover)
        self.api: Value = self.build.api
        self.known = known
        self.prefix = prefix
        self.as_functions = as_functions
        self.opaque = frozenset(opaque)
        self.pending: dict[str, Callable[[], Table]] = {}
        self.given: frozenset[str] = frozenset(known)
        self.generation = 0
        self.changed_in: dict[str, int] = {}
        self.later: Interpretation | None = None
        self.unknowns: dict[str, Table] = {}
        self.expanded: dict[tuple[str, tuple[int, ...]], Value] = {}
        self.worked_out: dict[Term, dict[tuple[int, ...], Value]] = {}
        self.ranges: dict[Domain, range] = {}

    def changed(
        self, tables: Mapping[str, Table], pending: Mapping[str, Callable[[], Table]] | None = None
    ) -> Interpretation:
        """The same interpretation with other values for some symbols; those pending are worked out when needed."""
        other = Interpretation.__new__(Interpretation)
        other.prover, other.build, other.api = self.prover, self.build, self.api
        other.known, other.prefix = self.known, self.prefix
        inherited = {name: partial(self._settled, name) for name in self.pending if name not in tables}
        other.as_functions, other.pending = self.as_functions, {**inherited, **(pending or {})}
        other.opaque, other.generation = self.opaque, self.generation + 1
        now_other = tables.keys() | (pending or {}).keys()
        other.changed_in = {**self.changed_in, **dict.fromkeys(now_other, other.generation)}
        other.given = self.given | now_other
        kept = {name: table for name, table in self.unknowns.items() if name not in other.pending}
        other.unknowns = {**kept, **tables}
        other.expanded, other.worked_out, other.ranges = {}, {}, {}
        other.later = None
        return other

    def __call__(self, term: Term, environment: Environment | None = None) -> Value:
        if environment or not self.as_functions or looks_ahead(term):
            return self._value(term, environment or {})
        known = self._known_of(term)
        if () not in known:
            known[()] = self._value(term, {})
        return known[()]

    def conjuncts(self, term: Term, environment: Environment | None = None) -> Iterator[Value]:
        """Propositions that hold together exactly when the term does, each as small as its quantifiers allow."""
        inner = environment or {}
        match term:
            case Forall(variable, body):
                for element in self.elements(variable.domain):
                    yield from self.conjuncts(body, {**inner, variable.serial: element})
            case All(parts):
                for part in parts:
                    yield from self.conjuncts(part, inner)
            case _:
                yield self(term, inner)

    def elements(self, domain: Domain) -> range:
        found = self.ranges.get(domain)
        if found is None:
            first, size = self(domain.first), self(domain.size)
            if not (isinstance(first, int) and isinstance(size, int)):
                raise TypeError(f"the size of {domain.name} must be known")
            found = self.ranges[domain] = range(first, first + size)
        return found

    def table(self, symbol: Symbol) -> Table:
        """The value or unknown at each place of a symbol."""
        if symbol.name in self.pending:
            return self._settled(symbol.name)
        if symbol.name not in self.unknowns:
            places = list(itertools.product(*(self.elements(domain) for domain in symbol.domains)))
            self.unknowns[symbol.name] = {place: self._at(symbol, place) for place in places}
        return self.unknowns[symbol.name]

    def _settled(self, name: str) -> Table:
        """The table of a symbol that was pending, worked out now or before."""
        if name in self.pending:
            self.unknowns[name] = self.pending.pop(name)()
        return self.unknowns[name]

    def _at(self, symbol: Symbol, place: tuple[int, ...]) -> Value:
        if symbol.name in self.known:
            value = self.known[symbol.name]
            for index, domain in zip(place, symbol.domains, strict=True):
                value = value[index - self.elements(domain).start]
            return value
        if self._is_function(symbol):
            return self._function(symbol)(*map(self.build.constant, place))
        name = self.prefix + "_".join([symbol.name, *map(str, place)])
        return self.build.unknown(name, symbol.is_prop)

    def _is_function(self, symbol: Symbol) -> bool:
        material = symbol.role is Role.MATERIAL and not symbol.is_prop
        return self.as_functions and material and symbol.name not in self.given

    def _function(self, symbol: Symbol) -> Value:
        return self.api.Function(self.prefix + symbol.name, *[self.api.IntSort()] * (len(symbol.domains) + 1))

    def _value(self, term: Term, environment: Environment) -> Value:
        return MEANINGS[type(term)](self, term, environment)

    def _call(self, term: NumCall | PropCall, environment: Environment) -> Value:
        """A definition expanded; calls with known places are expanded once, so that expressions share them."""
        definition = term.definition
        values = tuple([self._value(argument, environment) for argument in term.arguments])
        if not _all_known(values):
            return self._body(definition, values)
        key = (definition.name, values)
        if key not in self.expanded:
            self.expanded[key] = self._expansion(definition, values)
        return self.expanded[key]

    def _expansion(self, definition: Definition, values: tuple[int, ...]) -> Value:
        if definition.name in self.opaque:
            return self._unknown(definition, values)
        if not self.as_functions:
            return self._body(definition, values)
        known = self._known_of(definition.body)
        if values not in known:
            known[values] = self._body(definition, values)
        return known[values]

    def _known_of(self, term: Term) -> dict[tuple[int, ...], Value]:
        """What the term was found to say, here or where everything it rests on is the same, by its places."""
        if term not in self.worked_out:
            own = looks_ahead(term) or not self.changed_in.keys().isdisjoint(symbols_in(term))
            self.worked_out[term] = {} if own else self.build.worked_out.setdefault(self._basis(term), {})
        return self.worked_out[term]

    def _basis(self, term: Term) -> tuple[Value, ...]:
        """The term and everything that decides what it says where nothing it rests on has changed."""
        told = [(name, self.known[name]) for name in symbols_in(term) if name in self.known]
        return (term, self.prefix, self.opaque.intersection(definitions_in(term)), *told)

    def _body(self, definition: Definition, values: tuple[Value, ...]) -> Value:
        inner = {v.serial: value for v, value in zip(definition.parameters, values, strict=True)}
        return self._value(definition.body, inner)

    def _unknown(self, definition: Definition, values: tuple[int, ...]) -> Value:
        """What an opaque definition says here; where what it rests on has changed, it may say another thing."""
        changes = max((self.changed_in.get(name, 0) for name in symbols_in(definition.body)), default=0)
        name = "_".join([f"{self.prefix}{definition.name}", *map(str, values), *["later"] * changes])
        return self.build.unknown(name, not isinstance(definition.body, Num))

    def _implies(self, term: Implies, environment: Environment) -> Value:
        refuted = self.negation(self._value(term.premise, environment))
        return True if refuted is True else self.disjunction([refuted, self._value(term.conclusion, environment)])

    def _afterwards(self) -> Interpretation:
        if self.later is None:
            raise TypeError("only a claim about a step or a round can speak of what is true afterwards")
        return self.later

    def _bodies(self, term: Binder, environment: Environment) -> Iterator[Value]:
        """What a quantifier says of each element, as far as somebody asks."""
        body, serial, inner = term.body, term.variable.serial, environment.copy()
        meaning = MEANINGS[type(body)]
        for element in self.elements(term.variable.domain):
            inner[serial] = element
            yield meaning(self, body, inner)

    def _count(self, bodies: Iterable[Value]) -> Value:
        return self._sum(self._if(body, 1, 0) for body in bodies)

    def _the(self, term: The, environment: Environment) -> Value:
        bodies, elements = list(self._bodies(term, environment)), self.elements(term.variable.domain)
        alone = self.comparison("=", self._count(bodies), 1)
        chosen = self._sum(self._if(body, element, 0) for body, element in zip(bodies, elements, strict=True))
        return self._if(alone, chosen, self._value(term.otherwise, environment))

    def _first(self, term: First, environment: Environment) -> Value:
        bodies = list(self._bodies(term, environment))
        found: Value = NOTHING
        for element, body in zip(reversed(self.elements(term.variable.domain)), reversed(bodies), strict=True):
            found = self._if(body, element, found)
        return found

    def _largest(self, term: Largest, environment: Environment) -> Value:
        """One element after the other is compared with the best so far."""
        found: Value = NOTHING
        best: Value = 0
        some: Value = False
        inner = dict(environment)
        for element in self.elements(term.variable.domain):
            inner[term.variable.serial] = element
            here = self._value(term.where, inner)
            if here is False:
                continue
            value = self._value(term.body, inner)
            more = self.disjunction([self.negation(some), self.comparison(">", value, best)])
            better = self.conjunction([here, more])
            found, best = self._if(better, element, found), self._if(better, value, best)
            some = self.disjunction([some, here])
        return found

    def _apply(self, term: NumApply | PropApply, environment: Environment, outside: Value) -> Value:
        symbol, places = term.symbol, term.places
        values = tuple([MEANINGS[type(place)](self, place, environment) for place in places]) if places else ()
        if self.as_functions and self._is_function(symbol):
            return self._function(symbol)(*map(self.expression, values))
        table = self.unknowns.get(symbol.name) or self.table(symbol)
        if _all_known(values):
            return table.get(values, outside)
        return self._looked_up(table, values, outside)

    def _looked_up(self, table: Table, values: tuple[Value, ...], outside: Value) -> Value:
        """The entry at a place that is not known; what is the same as outside the table need not be looked at."""
        entries = [item for item in table.items() if not (isinstance(item[1], int) and item[1] == outside)]
        if outside is False and all(entry is True for _, entry in entries):
            return self.disjunction(self._hit(values, place) for place, _ in entries)
        result = outside
        for place, entry in entries:
            result = self._if(self._hit(values, place), entry, result)
        return result

    def _hit(self, values: tuple[Value, ...], place: tuple[int, ...]) -> Value:
        return self.conjunction(self.comparison("=", value, index) for value, index in zip(values, place, strict=True))

    def _when(self, term: When, environment: Environment) -> Value:
        condition = self._value(term.condition, environment)
        if isinstance(condition, bool):
            return self._value(term.then if condition else term.otherwise, environment)
        return self._if(condition, self._value(term.then, environment), self._value(term.otherwise, environment))

    def _if(self, condition: Value, then: Value, otherwise: Value) -> Value:
        if isinstance(condition, bool):
            return then if condition else otherwise
        if isinstance(then, bool) and isinstance(otherwise, bool):
            if then == otherwise:
                return then
            return condition if then else self.negation(condition)
        return self.build.choice(condition, self.expression(then), self.expression(otherwise))

    def expression(self, value: Value) -> Value:
        """A value as the solver's expression, whether it is known or not."""
        return self.build.constant(value) if isinstance(value, int) else value

    def _arithmetic(self, sign: str, left: Value, right: Value) -> Value:
        if isinstance(left, int) and isinstance(right, int):
            return ARITHMETIC[sign](left, right)
        if sign != "*" and isinstance(right, int) and right == 0:
            return left
        return self.build.sum_or_product(sign, self.expression(left), self.expression(right))

    def comparison(self, sign: str, left: Value, right: Value) -> Value:
        """How two numbers compare; the same unknown is equal to itself."""
        if isinstance(left, int) and isinstance(right, int):
            return COMPARISONS[sign](left, right)
        one, other = self.expression(left), self.expression(right)
        return sign in REFLEXIVE if self.build.same(one, other) else self.build.proposition(sign, one, other)

    def _least(self, values: list[Value]) -> Value:
        least = values[0]
        for value in values[1:]:
            least = self._if(self.comparison("<", value, least), value, least)
        return least

    def _sum(self, values: Iterable[Value]) -> Value:
        known, unknown = 0, []
        for value in values:
            if isinstance(value, int):
                known += value
            else:
                unknown.append(value)
        if not unknown:
            return known
        parts = unknown + ([self.expression(known)] if known else [])
        return parts[0] if len(parts) == 1 else self.build.sum_or_product("+", *parts)

    def equivalence(self, left: Value, right: Value) -> Value:
        if isinstance(left, bool) and isinstance(right, bool):
            return left == right
        if isinstance(left, bool):
            left, right = right, left
        if isinstance(right, bool):
            return left if right else self.negation(left)
        return self.build.same(left, right) or self.build.proposition("=", left, right)

    def negation(self, value: Value) -> Value:
        return not value if isinstance(value, bool) else self.build.proposition("¬", value)

    def conjunction(self, values: Iterable[Value]) -> Value:
        unknown = []
        for value in values:
            if not isinstance(value, bool):
                unknown.append(value)
            elif not value:
                return False
        return self._joined(unknown, "∧", True)

    def disjunction(self, values: Iterable[Value]) -> Value:
        unknown = []
        for value in values:
            if not isinstance(value, bool):
                unknown.append(value)
            elif value:
                return True
        return self._joined(unknown, "∨", False)

    def _joined(self, values: list[Value], sign: str, empty: bool) -> Value:
        if not values:
            return empty
        return values[0] if len(values) == 1 else self.build.proposition(sign, *values)


def _all_known(values: tuple[Value, ...]) -> bool:
    for value in values:  # noqa: SIM110 (asked very often, and all() costs more than the few values)
        if not isinstance(value, int):
            return False
    return True


ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "≠": operator.ne,
    "<": operator.lt,
    "≤": operator.le,
    ">": operator.gt,
    "≥": operator.ge,
}

REFLEXIVE = frozenset("=≤≥")

Meaning = Callable[[Interpretation, Value, Environment], Value]


class Meanings(dict[type[Term], Meaning]):
    """How each kind of term is interpreted, given the values of the variables that are bound around it."""

    def __missing__(self, kind: type[Term]) -> Meaning:
        raise TypeError(f"cannot interpret a {kind.__name__}")


MEANINGS = Meanings({
    Number: lambda view, term, env: term.value,
    Truth: lambda view, term, env: term.value,
    Variable: lambda view, term, env: env[term.serial],
    NumApply: lambda view, term, env: view._apply(term, env, 0),
    PropApply: lambda view, term, env: view._apply(term, env, False),
    NumCall: Interpretation._call,
    PropCall: Interpretation._call,
    NumAfter: lambda view, term, env: view._afterwards()._value(term.term, env),
    PropAfter: lambda view, term, env: view._afterwards()._value(term.term, env),
    Forall: lambda view, term, env: view.conjunction(view._bodies(term, env)),
    Exists: lambda view, term, env: view.disjunction(view._bodies(term, env)),
    Total: lambda view, term, env: view._sum(view._bodies(term, env)),
    Count: lambda view, term, env: view._count(view._bodies(term, env)),
    The: Interpretation._the,
    First: Interpretation._first,
    Largest: Interpretation._largest,
    When: Interpretation._when,
    Least: lambda view, term, env: view._least([view._value(part, env) for part in term.parts]),
    Arithmetic: lambda view, term, env: view._arithmetic(
        term.operator, view._value(term.left, env), view._value(term.right, env)
    ),
    Compare: lambda view, term, env: view.comparison(
        term.operator, view._value(term.left, env), view._value(term.right, env)
    ),
    All: lambda view, term, env: view.conjunction(view._value(part, env) for part in term.parts),
    Any: lambda view, term, env: view.disjunction(view._value(part, env) for part in term.parts),
    Not: lambda view, term, env: view.negation(view._value(term.part, env)),
    Implies: Interpretation._implies,
    Iff: lambda view, term, env: view.equivalence(view._value(term.left, env), view._value(term.right, env)),
})
