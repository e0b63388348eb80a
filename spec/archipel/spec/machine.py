"""A rulebook, running: what the clauses allow in a position, what they make of it, and which of them object.

The position is a mapping from symbol names to plain values. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from operator import add, mul, sub
from typing import Any

from archipel.spec.clauses import Nature, Part, Rulebook, Step, Visibility
from archipel.spec.logic.plain import Bound, Function, compile_functions
from archipel.spec.logic.terms import (
    All,
    Arithmetic,
    Definition,
    Domain,
    Forall,
    Num,
    NumApply,
    Number,
    Role,
    Symbol,
    Term,
    Variable,
    rebuild,
    symbols_in,
)

Values = Mapping[str, Any]
Taken = tuple[Step, tuple[Any, ...]]
"""A step and its arguments."""

OPERATORS: Mapping[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}


class IncoherentError(Exception):
    """The clauses contradict each other: about what happens next, or about whether anything ends."""


@dataclass(frozen=True, eq=False)
class Guard:
    """A guard of a step, or one of its conjuncts, and which of the step's arguments it looks at.

    What a conjunct says of each place of the last of them alone, ``entry`` by entry, is asked before any whole choice
    is made.
    """

    part: Part
    term: Term
    name: str
    arguments: tuple[Symbol, ...]
    places: tuple[int, ...]
    conjuncts: tuple[Guard, ...] = ()
    entry: Function | None = None


class Machine:
    """The clauses of a rulebook, compiled."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.guards = {step.name: _guards(rulebook, step) for step in rulebook.steps.values()}
        self.ready = {step.name: _ready(step, self.guards[step.name]) for step in rulebook.steps.values()}
        self.changes = {step.name: rulebook.changes(step) for step in rulebook.steps.values()}
        self.decisions, self.consequences, self.chances = rulebook.decisions, rulebook.consequences, rulebook.chances
        self.order = _order(rulebook)
        self.visibility = {sight.shown.name: sight for sight in rulebook.visibility()}
        self.functions = self._functions()
        self.bind = compile_functions(self.functions)
        self._named: dict[tuple[tuple[Nature, ...], str], list[tuple[str, str]]] = {}

    def with_guards(self, step: Step, guards: Sequence[Guard]) -> Machine:
        """The same clauses, but for what guards a step."""
        changed = copy(self)
        changed.guards = {**self.guards, step.name: tuple(guards)}
        changed.ready = {**self.ready, step.name: _ready(step, guards)}
        return changed

    def binding(self, bind: Callable[[Values], Bound]) -> Machine:
        """The same clauses, their functions made for each position by somebody else."""
        changed = copy(self)
        changed.bind = bind
        return changed

    def _functions(self) -> list[Function]:
        functions = []
        for step in self.rulebook.steps.values():
            guards = [one for guard in self.guards[step.name] for one in (guard, *guard.conjuncts)]
            functions += [Function(guard.name, guard.term, guard.arguments) for guard in guards]
            functions += [guard.entry for guard in guards if guard.entry is not None]
            functions += [
                Function(f"{step.name} {change.target.name}", change.term, step.arguments, change.variables, True)
                for change in self.changes[step.name]
            ]
        functions += [
            Function(f"weight {step.name}", self.rulebook.weight(step), step.arguments) for step in self.chances
        ]
        functions += [bound for symbol in self._arguments() for bound in _bounds(symbol)]
        functions += [
            Function(name, part.term, variables=part.variables) for some in self.order.values() for part, name in some
        ]
        functions += [
            Function(f"shows {name}", sight.term, variables=(*_alone(sight.seat), *sight.variables))
            for name, sight in self.visibility.items()
        ]
        functions += [
            Function(_name(part), part.term)
            for part in self.rulebook.parts(Nature.REQUIREMENT, Nature.INITIAL, Nature.INVARIANT)
        ]
        functions += [
            Function(f"definition {definition.name}", definition.body, variables=definition.parameters)
            for definition in self.rulebook.definitions.values()
        ]
        return functions

    def _arguments(self) -> dict[Symbol, None]:
        return dict.fromkeys(symbol for step in self.rulebook.steps.values() for symbol in step.arguments)

    def named(self, natures: tuple[Nature, ...], after: str) -> list[tuple[str, str]]:
        """The parts of these natures, each by its clause and by the name of its function.

        If it is ``after`` a step, only those that speak of something which the step changes.
        """
        if (natures, after) not in self._named:
            changed = {change.target.name for change in self.changes.get(after, ())}
            parts = [p for p in self.rulebook.parts(*natures) if not after or changed & symbols_in(p.term).keys()]
            self._named[natures, after] = [(part.clause, _name(part)) for part in parts]
        return self._named[natures, after]

    def unmet(self, values: Values) -> list[str]:
        """The clauses whose requirements these numbers and this material do not meet."""
        return list(dict.fromkeys(self.at(blank(self.rulebook, values)).broken(Nature.REQUIREMENT)))

    def at(self, values: Values) -> Position:
        return Position(self, values, self.bind(values))


def _order(rulebook: Rulebook) -> dict[tuple[str, str], list[tuple[Part, str]]]:
    """For each two consequences what says that one happens before the other, each with the name of its function."""
    found: dict[tuple[str, str], list[tuple[Part, str]]] = {}
    for number, part in enumerate(rulebook.order()):
        assert part.step is not None and part.later is not None
        found.setdefault((part.step.name, part.later.name), []).append((part, f"order {number}"))
    return found


def _alone(seat: Variable | None) -> tuple[Variable, ...]:
    return () if seat is None else (seat,)


def _bounds(argument: Symbol) -> Iterator[Function]:
    """How many an argument with places can be, each place and in all, as functions of the position."""
    if (bounds := argument.bounds) is None:
        return
    if bounds.each is not None:
        yield Function(f"each {argument.name}", bounds.each, (), bounds.variables, True)
    if bounds.total is not None:
        yield Function(f"total {argument.name}", bounds.total)
    if bounds.at_least is not None:
        yield Function(f"at least {argument.name}", bounds.at_least)


def _guards(rulebook: Rulebook, step: Step) -> tuple[Guard, ...]:
    guards = []
    for index, part in enumerate(rulebook.guards(step)):
        name = f"guard {step.name} {index}"
        terms = list(_conjuncts(part.term))
        asked = tuple([_guard(step, part, term, f"{name}.{number}") for number, term in enumerate(terms)])
        guards.append(_guard(step, part, part.term, name, asked if len(asked) > 1 else ()))
    return tuple(guards)


def _guard(step: Step, part: Part, term: Term, name: str, conjuncts: tuple[Guard, ...] = ()) -> Guard:
    used = symbols_in(term)
    places = tuple(place for place, symbol in enumerate(step.arguments) if symbol.name in used)
    arguments = tuple(step.arguments[place] for place in places)
    entry = None if conjuncts or not places else _entry(term, name, arguments)
    return Guard(part, term, name, arguments, places, conjuncts, entry)


def _entry(term: Term, name: str, arguments: tuple[Symbol, ...]) -> Function | None:
    """What a proposition says of each place of its last argument; none if it does not go place by place."""
    *others, chosen = arguments
    if not isinstance(term, Forall) or chosen.domains != (term.variable.domain,):
        return None
    count, variable = Symbol(f"{chosen.name}__entry", Role.ARGUMENT), term.variable

    def at_the_place(part: Term) -> Term:
        if isinstance(part, NumApply) and part.symbol is chosen and part.places[0] is variable:
            return NumApply(count)
        return rebuild(part, at_the_place)

    body = at_the_place(term.body)
    if chosen.name in symbols_in(body):
        return None
    return Function(f"entry {name}", body, (*others, count), (variable,))


def _conjuncts(term: Term) -> Iterator[Term]:
    """What must all hold for a proposition to hold."""
    if isinstance(term, All):
        for part in term.parts:
            yield from _conjuncts(part)
    else:
        yield term


def _ready(step: Step, guards: Sequence[Guard]) -> list[list[Guard]]:
    """The conjuncts of guards that can be asked as soon as none, one, two and so on of the arguments are fixed."""
    found: list[list[Guard]] = [[] for _ in range(len(step.arguments) + 1)]
    for guard in guards:
        for conjunct in guard.conjuncts or (guard,):
            found[max(conjunct.places, default=-1) + 1].append(conjunct)
    return found


def _name(part: Part) -> str:
    return f"{part.nature.value} {part.clause} {part.name}"


@dataclass(frozen=True, eq=False)
class Position:
    """The clauses, bound to one position."""

    machine: Machine
    values: Values
    bound: Bound

    def evaluate(self, definition: str, *places: int) -> Any:
        """The value of a defined notion here."""
        return self.bound[f"definition {definition}"](*places)

    def broken(self, *natures: Nature, after: Step | None = None) -> list[str]:
        """The clauses of these natures that do not hold here.

        Where they held before a step, only those need be asked ``after`` it that speak of what it changes.
        """
        asked = self.machine.named(natures, "" if after is None else after.name)
        return [clause for clause, name in asked if not self.bound[name]()]

    def refusals(self, step: Step, *given: Any) -> list[Part]:
        """The guards that forbid this step here, or what says that it weighs nothing; empty if it is allowed."""
        found = [guard.part for guard in self.machine.guards[step.name] if not self.passes(guard, given)]
        if step.is_chance and not found and self.weight(step, *given) == 0:
            return list(self.machine.rulebook.parts(Nature.WEIGHT, step=step))
        return found

    def allows(self, step: Step, *given: Any) -> bool:
        """Whether the step can be taken here; chance can bring about what guards allow and what weighs something."""
        passes = all(self.passes(guard, given) for guard in self.machine.guards[step.name])
        return passes and not (step.is_chance and self.weight(step, *given) == 0)

    def weight(self, step: Step, *given: Any) -> int:
        """How likely chance brings an outcome about, compared with the others."""
        weight: int = self.bound[f"weight {step.name}"](*given)
        if weight < 0:
            raise IncoherentError(f"{_told((step, given))} weighs {weight}: no outcome is less likely than not at all")
        return weight

    def passes(self, guard: Guard, given: Sequence[Any]) -> bool:
        """Whether one guard allows its step here."""
        passes: bool = self.bound[guard.name](*[given[place] for place in guard.places])
        return passes

    def legal(self, step: Step, asked: Sequence[Guard] | None = None) -> list[tuple[Any, ...]]:
        """Every way to take the step here, out of all its arguments' values.

        Arguments are fixed one by one, and each conjunct of a guard is asked as soon as what it looks at is fixed. If
        some guards are ``asked``, only they are.
        """
        found: list[tuple[Any, ...]] = [()]
        for fixed, guards in enumerate(self.machine.ready[step.name] if asked is None else _ready(step, asked)):
            if fixed and found:
                found = self._extended(found, step.arguments[fixed - 1], guards)
            for guard in guards if found else ():
                if guard.entry is None:
                    found = self._passing(guard, found)
        return found

    def _extended(
        self, ways: list[tuple[Any, ...]], argument: Symbol, guards: Sequence[Guard]
    ) -> list[tuple[Any, ...]]:
        """Each way with every value of one more argument; of a choice only what guards let through place by place."""
        entries = [guard for guard in guards if guard.entry is not None]
        if not entries:
            choices = self.choices(argument)
            return [(*given, value) for given in ways for value in choices]
        return [(*given, value) for given in ways for value in self._let_through(argument, entries, given)]

    def _let_through(
        self, argument: Symbol, entries: Sequence[Guard], given: tuple[Any, ...]
    ) -> tuple[tuple[int, ...], ...]:
        """The choices none of whose entries is forbidden by itself."""
        options, least, most = self._options(argument)
        (domain,) = argument.domains
        asked = [
            (self.bound[guard.entry.name], [given[place] for place in guard.places[:-1]])
            for guard in entries
            if guard.entry is not None
        ]
        left = tuple(
            tuple([n for n in counts if n <= most and all(passes(*others, n, place) for passes, others in asked)])
            for place, counts in zip(self.elements(domain), options, strict=True)
        )
        return bounded_vectors(left, least, most)

    def _passing(self, guard: Guard, ways: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Those of the ways that the guard lets pass; asked very often, so one argument is looked up as it is."""
        passes, places = self.bound[guard.name], guard.places
        if len(places) == 1:
            (place,) = places
            return [given for given in ways if passes(given[place])]
        return [given for given in ways if passes(*[given[place] for place in places])]

    def choices(self, argument: Symbol) -> Iterable[Any]:
        """The values an argument can have here, legal or not; with places, all that keep within its bounds."""
        if argument.values is not None:
            return self.elements(argument.values)
        found, sizes = bounded_vectors(*self._options(argument)), [len(self.elements(d)) for d in argument.domains]
        return found if len(sizes) == 1 else [_nested(vector, sizes) for vector in found]

    def _options(self, argument: Symbol) -> tuple[tuple[Sequence[int], ...], int, int]:
        """How many of each place an argument can be, and how few and how many in all."""
        bounds, sizes = argument.bounds, [len(self.elements(domain)) for domain in argument.domains]
        assert bounds is not None
        least = 0 if bounds.at_least is None else self.bound[f"at least {argument.name}"]()
        if bounds.each is None:
            most = self.bound[f"total {argument.name}"]()
            return (range(most + 1),) * prod(sizes), least, most
        caps = list(_flat(self.bound[f"each {argument.name}"](), len(sizes)))
        most = sum(caps) if bounds.total is None else self.bound[f"total {argument.name}"]()
        return tuple([range(cap + 1) for cap in caps]), least, most

    def elements(self, domain: Domain) -> range:
        """The elements of a domain."""
        size: int = evaluate_number(domain.size, self.values)
        first: int = evaluate_number(domain.first, self.values)
        return range(first, first + size)

    def after(self, step: Step, *given: Any) -> dict[str, Any]:
        """The position the step leads to, before any consequence; what no clause changes stays."""
        values = dict(self.values)
        for change in self.machine.changes[step.name]:
            values[change.target.name] = self.bound[f"{step.name} {change.target.name}"](*given)
        return values

    def outcomes(self) -> list[tuple[Step, tuple[Any, ...], int]]:
        """Every outcome that chance can bring about here, with its weight; none if nothing is left to chance.

        Whoever asks has let the consequences happen that were due.
        """
        due = [(step, ways) for step in self.machine.chances if (ways := self.legal(step))]
        if not due:
            return []
        chances = [step.name for step, _ in due]
        if others := [*chances[1:], *(step.name for step in self.machine.decisions if self.legal(step))]:
            raise IncoherentError(f"left to chance by {chances[0]}, and possible all the same: {', '.join(others)}")
        ((step, ways),) = due
        found = [(step, given, weight) for given in ways if (weight := self.weight(step, *given))]
        if not found:
            raise IncoherentError(f"left to chance by {step.name}, all of whose outcomes weigh 0")
        return found

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees of the position: the values, with nothing (None) in place of every one it does not see, and
        the notions that clauses show.

        The numbers of the game and its material lie open unless a clause says who sees them.
        """
        shown = self.machine.visibility
        kept = {symbol.name: symbol for symbol in self.machine.rulebook.vocabulary.symbols.values()}
        everything = {
            name: value
            for name, value in self.values.items()
            if name not in shown and (not shown or (name in kept and kept[name].role is not Role.STATE))
        }
        return everything | {name: self._seen(name, sight, seat) for name, sight in shown.items()}

    def _seen(self, name: str, sight: Visibility, seat: int) -> Any:
        """What a seat sees of one fact or notion."""
        sees, own = self.bound[f"shows {name}"], () if sight.seat is None else (seat,)
        told = self.bound[f"definition {name}"] if isinstance(sight.shown, Definition) else None
        ranges = [self.elements(variable.domain) for variable in sight.variables]

        def entry(places: tuple[int, ...], value: Any) -> Any:
            if len(places) < len(ranges):
                here = ranges[len(places)]
                return tuple(entry((*places, e), None if told else value[e - here.start]) for e in here)
            if not sees(*own, *places):
                return None
            return told(*places) if told else value

        return entry((), None if told else self.values[name])

    def consequence(self) -> Taken | None:
        """The consequence that happens next, if any is due: the one that no other precedes."""
        due = self.due()
        if len(due) < 2:
            return due[0] if due else None
        first = [one for one in due if not any(self.precedes(other, one) for other in due if other is not one)]
        if not first:
            raise IncoherentError(f"due at once, and each waits for another: {', '.join(map(_told, due))}")
        if len(first) > 1:
            raise IncoherentError(f"due at once: {', '.join(map(_told, first))}")
        return first[0]

    def due(self) -> list[Taken]:
        """Every consequence that is due here, in whatever order they happen."""
        found: list[Taken] = []
        for step in self.machine.consequences:
            if step.arguments:
                found += [(step, given) for given in self.legal(step)]
            elif self.allows(step):
                found.append((step, ()))
        return found

    def precedes(self, one: Taken, other: Taken) -> bool:
        """Whether one consequence happens before another, where both are due."""
        (first, given), (later, others) = one, other
        said = self.machine.order.get((first.name, later.name), ())
        return any(self.bound[name](*((*given, *others) if part.variables else ())) for part, name in said)

    def unfolding(self, limit: int = 1000) -> Iterator[tuple[Step, tuple[Any, ...], Position]]:
        """The consequences that follow by themselves, in order, each with its arguments and where it leads."""
        position, happened = self, 0
        while (due := position.consequence()) is not None:
            step, given = due
            happened += 1
            if happened > limit:
                raise IncoherentError(f"consequences without end, {step.name} among them")
            position = self.machine.at(position.after(step, *given))
            yield step, given, position


def _told(taken: Taken) -> str:
    step, given = taken
    return f"{step.name}({', '.join(map(str, given))})" if given else step.name


def vectors(length: int, most: int) -> tuple[tuple[int, ...], ...]:
    """All ways to choose at most ``most`` in all among ``length`` places."""
    return bounded_vectors((range(most + 1),) * length, 0, most)


@lru_cache(maxsize=4096)
def bounded_vectors(options: tuple[Sequence[int], ...], least: int, most: int) -> tuple[tuple[int, ...], ...]:
    """All ways to choose ``least`` to ``most`` in all, of each place so many as are given for it, fewest first."""
    if not options:
        return ((),) if least <= 0 <= most else ()
    others = options[1:]
    rest = sum(counts[-1] for counts in others if counts)
    firsts = [n for n in options[0] if least - rest <= n <= most] if all(options) else []
    return tuple((first, *rest) for first in firsts for rest in bounded_vectors(others, least - first, most - first))


def _flat(table: Any, depth: int) -> Iterator[int]:
    """The entries of a table, place by place."""
    if depth == 0:
        yield max(table, 0)
    else:
        for inner in table:
            yield from _flat(inner, depth - 1)


def _nested(vector: Sequence[int], sizes: Sequence[int]) -> tuple[Any, ...]:
    """As many entries as there are places, as a table."""
    if len(sizes) == 1:
        return tuple(vector)
    size = prod(sizes[1:])
    return tuple(_nested(vector[place * size : (place + 1) * size], sizes[1:]) for place in range(sizes[0]))


def evaluate_number(term: Num, values: Values) -> int:
    """The value of a number that mentions parameters only."""
    match term:
        case Number(value):
            return value
        case NumApply(symbol, ()):
            result: int = values[symbol.name]
            return result
        case Arithmetic(operator, left, right):
            first, second = evaluate_number(left, values), evaluate_number(right, values)
            return OPERATORS[operator](first, second)
        case _:
            raise TypeError(f"{term!r} is not a number of the game")


def blank(rulebook: Rulebook, parameters: Values) -> dict[str, Any]:
    """Values for every symbol a position needs: the parameters as given, everything else 0 or false.

    Readings can remember what is not in the vocabulary; whatever they remember, some part of a clause sets.
    """
    values = dict(parameters)
    parts = [part for clause in rulebook.clauses.values() for part in clause.parts]
    remembered = [part.target for part in parts if part.target is not None]
    for symbol in (*rulebook.vocabulary.symbols.values(), *remembered):
        if symbol.role is not Role.ARGUMENT and symbol.name not in values:
            values[symbol.name] = _filled(symbol.domains, values, False if symbol.is_prop else 0)
    return values


def _filled(domains: Sequence[Domain], values: Values, entry: Any) -> Any:
    if not domains:
        return entry
    return (_filled(domains[1:], values, entry),) * evaluate_number(domains[0].size, values)
