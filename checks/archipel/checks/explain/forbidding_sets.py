"""Why a step cannot be taken, or what makes it happen: which clauses, and no more of them than it takes.

*What forbids a step.* The position and the step's arguments are fixed, and words mean what the rulebook says they mean.
A set of clauses forbids the step if their guards cannot all be kept by it; :func:`minimal_sets` finds every such set of
which no clause can be spared. A guard may take something for granted (that an effect is under way, say): where that is
not so, the guard says nothing, and whatever does forbid the step is a better reason. This may hide a guard, never the
fact that the step is forbidden: with or without what is taken for granted, the same steps are allowed.

*What does not exist.* An argument may name an island that is not there. The clause that says how many there are forbids
that. Other guards that look at the argument forbid the step only if they would, whatever stood in its place.

*What a guard rests on.* Its words may be defined by other clauses. A clause that is left out leaves its words open:
they may mean anything. The guard rests on a set of clauses if it still fails whatever the others' words may mean, as
long as the guards that hold go on holding. Again every smallest set is found.

*What makes something happen.* A clause counts if one of the changes it contributes to a step really changes a value.

Nothing here knows any game.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from archipel.spec.amendments import Amendment, amended
from archipel.spec.clauses import Nature, Part, Rulebook, Step
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import (
    Definition,
    Num,
    NumApply,
    Prop,
    PropApply,
    Role,
    Symbol,
    Term,
    definitions_in,
)
from archipel.spec.machine import Guard, Machine, Position, bounded_vectors, evaluate_number

Sets = list[tuple[str, ...]]

# So many rulebooks and terms are kept as they were made ready; whoever needs more has them made again.
KEPT = 256


@dataclass(frozen=True, eq=False)
class Manners:
    """How a game's rules are to be explained, besides what the rulebook says.

    ``granted`` has, for a step's name and its guard's, what the guard takes for granted. ``besides`` are guards of
    every decision that only say what others imply, but say it better. ``sizes`` names, for domains, the clause that
    says how large they are.
    """

    granted: Mapping[tuple[str, str], Prop] = field(default_factory=dict)
    besides: Sequence[Part] = ()
    sizes: Mapping[str, str] = field(default_factory=dict)

    def applicable(self, position: Position, part: Part) -> bool:
        """Whether what a guard takes for granted is so."""
        granted = self.granted_by(part)
        return granted is None or bool(_evaluated(granted, position))

    def granted_by(self, part: Part) -> Prop | None:
        return None if part.step is None else self.granted.get((part.step.name, part.name))


@dataclass(frozen=True, eq=False)
class Attempt:
    """A step somebody wants to take in a position.

    An argument with places holds how many of each; what it names besides, which does not exist, is in ``astray``.
    """

    position: Position
    step: Step
    given: tuple[Any, ...]
    astray: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def rulebook(self) -> Rulebook:
        return self.position.machine.rulebook

    @property
    def guards(self) -> tuple[Guard, ...]:
        """The guards of the step; none if these rules do not have it."""
        return self.position.machine.guards.get(self.step.name, ())

    def missing(self, place: int) -> tuple[int, ...]:
        """What an argument names that does not exist."""
        symbol = self.step.arguments[place]
        if symbol.values is None:
            return self.astray.get(symbol.name, ())
        return () if self.given[place] in self.position.choices(symbol) else (self.given[place],)

    def fillings(self, place: int) -> Iterable[Any]:
        """What could stand in the place of an argument that names something that does not exist; itself otherwise."""
        missing, value = self.missing(place), self.given[place]
        if not missing:
            return (value,)
        symbol = self.step.arguments[place]
        if symbol.values is not None:
            return self.position.choices(symbol)
        more = bounded_vectors((range(len(missing) + 1),) * len(value), len(missing), len(missing))
        return (tuple(map(sum, zip(value, extra, strict=True))) for extra in more)

    def fails(self, guard: Guard) -> bool:
        """Whether a guard fails, whatever stands in the place of what does not exist."""
        holds = self.position.bound[guard.name]
        return not any(holds(*chosen) for chosen in itertools.product(*map(self.fillings, guard.places)))


@dataclass(frozen=True)
class Refusal:
    """A clause that a step breaks, and which of its parts; or what is ``missing``, if it says how many there are."""

    clause: str
    name: str
    missing: tuple[int, ...] = ()


def refusals(attempt: Attempt, manners: Manners) -> list[Refusal]:
    """Everything that forbids a step: what does not exist first, then guards in rulebook order."""
    applied = [guard for guard in attempt.guards if manners.applicable(attempt.position, guard.part)]
    broken = [Refusal(guard.part.clause, guard.part.name) for guard in applied if attempt.fails(guard)]
    return [*refused_anyway(attempt.position, manners), *_not_there(attempt, manners), *broken]


def refused_anyway(position: Position, manners: Manners) -> list[Refusal]:
    """What forbids every decision here."""
    return [Refusal(part.clause, part.name) for part in manners.besides if not _evaluated(part.term, position)]


def _not_there(attempt: Attempt, manners: Manners) -> list[Refusal]:
    missing: dict[str, list[int]] = {}
    for place, symbol in enumerate(attempt.step.arguments):
        domain = symbol.values or symbol.domains[0]
        missing.setdefault(domain.name, []).extend(attempt.missing(place))
    return [Refusal(manners.sizes[name], name, tuple(found)) for name, found in missing.items() if found]


def forbidding_sets(rulebook: Rulebook, refused: Sequence[Refusal]) -> Sets:
    """Every minimal set of clauses that forbids a step, in rulebook order."""
    broken = {refusal.clause for refusal in refused}
    return minimal_sets([id for id in rulebook.clauses if id in broken], lambda kept: not broken.isdisjoint(kept))


def minimal_sets(names: Sequence[str], suffices: Callable[[frozenset[str]], bool]) -> Sets:
    """Every set of names that suffices and none of whose names can be left out.

    Whoever suffices must still suffice together with more. Names without which nothing suffices are in every set; the
    others are tried in ever larger sets, so that a set is found before any larger one that contains it.
    """
    everything = frozenset(names)
    if not suffices(everything):
        return []
    needed = [name for name in names if not suffices(everything - {name})]
    optional = [name for name in names if name not in needed]
    found: list[frozenset[str]] = []
    for size in range(len(optional) + 1):
        for chosen in itertools.combinations(optional, size):
            kept = frozenset((*needed, *chosen))
            if not any(smaller <= kept for smaller in found) and suffices(kept):
                found.append(kept)
    return [tuple(name for name in names if name in kept) for kept in found]


# What a guard rests on


def rests_on(attempt: Attempt, refusal: Refusal) -> Sets:
    """Every smallest set of other clauses whose words make the guard fail; none if it fails without such words."""
    guard = next((guard for guard in attempt.guards if guard.part.name == refusal.name), None)
    if guard is None or any(attempt.missing(place) for place in guard.places):
        return []
    words = words_of(attempt.rulebook, guard.part.term, besides=guard.part.clause)
    if not words:
        return []
    known = {**attempt.position.values, **_arguments(attempt.step, attempt.given)}
    counted = [place for place, other in enumerate(attempt.guards) if other is guard or not attempt.fails(other)]

    def suffices(kept: frozenset[str]) -> bool:
        open_rulebook = opened(attempt.rulebook, _words_outside(words, kept))
        view = Interpretation("z3", known)
        parts = open_rulebook.guards(attempt.step)
        return not _possible(view, (view(parts[place].term) for place in counted))

    return [found for found in minimal_sets(_in_order(attempt.rulebook, words.values()), suffices) if found]


def words_of(rulebook: Rulebook, term: Term, besides: str = "") -> dict[str, str]:
    """The words a term rests on that clauses define, each with its clause."""
    stated = {part.name: part.clause for part in rulebook.parts(Nature.DEFINITION)}
    return {word: stated[word] for word in definitions_in(term) if word in stated and stated[word] != besides}


def _words_outside(words: Mapping[str, str], kept: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word, clause in words.items() if clause not in kept)


def _in_order(rulebook: Rulebook, clauses: Iterable[str]) -> list[str]:
    wanted = set(clauses)
    return [id for id in rulebook.clauses if id in wanted]


@lru_cache(maxsize=KEPT)
def opened(rulebook: Rulebook, words: frozenset[str]) -> Rulebook:
    """The rulebook with some words left open: they may mean anything."""
    return amended(rulebook, Amendment({word: _open(rulebook.definitions[word]) for word in words}))


def _open(definition: Definition) -> Num | Prop:
    domains = tuple(parameter.domain for parameter in definition.parameters)
    is_prop = isinstance(definition.body, Prop)
    symbol = Symbol(f"open {definition.name}", Role.STATE, domains, is_prop=is_prop)
    return PropApply(symbol, definition.parameters) if is_prop else NumApply(symbol, definition.parameters)


def _possible(view: Interpretation, facts: Iterable[Any]) -> bool:
    """Whether all of this can be true at once."""
    together = view.conjunction(facts)
    if isinstance(together, bool):
        return together
    solver = view.api.Solver()
    solver.add(together)
    return bool(solver.check() == view.api.sat)


def _arguments(step: Step, given: Sequence[Any]) -> dict[str, Any]:
    return {symbol.name: value for symbol, value in zip(step.arguments, given, strict=True)}


# What makes something happen


def contributions(position: Position, step: Step, given: Sequence[Any] = ()) -> list[str]:
    """The clauses whose changes really change something when the step is taken here, in rulebook order."""
    rulebook = position.machine.rulebook
    bound = _changes(position.machine)(position.values)
    found: set[str] = set()
    for index, part in enumerate(_parts(rulebook, step)):
        if _changes_something(position, part, bound[f"{step.name} {index}"](*given)):
            found.add(part.clause)
    return _in_order(rulebook, found)


def _parts(rulebook: Rulebook, step: Step) -> tuple[Part, ...]:
    return rulebook.parts(Nature.BECOMES, Nature.ADDS, step=step)


@lru_cache(maxsize=KEPT)
def _changes(machine: Machine) -> Callable[[Mapping[str, Any]], Mapping[str, Callable[..., Any]]]:
    """Every change of every clause, each by itself."""
    return compile_functions(
        [
            Function(f"{step.name} {index}", part.term, step.arguments, part.variables, True)
            for step in machine.rulebook.steps.values()
            for index, part in enumerate(_parts(machine.rulebook, step))
        ]
    )


def _changes_something(position: Position, part: Part, values: Any) -> bool:
    assert part.target is not None
    before = position.values[part.target.name]
    if part.nature is Nature.ADDS:
        return any(_entry(values, place) for place in _places(position, part))
    return bool(values != before)


def _places(position: Position, part: Part) -> Iterator[tuple[int, ...]]:
    sizes = [evaluate_number(variable.domain.size, position.values) for variable in part.variables]
    return itertools.product(*map(range, sizes))


def _entry(table: Any, place: Sequence[int]) -> Any:
    for index in place:
        table = table[index]
    return table


@lru_cache(maxsize=KEPT)
def _compiled(term: Term) -> Callable[[Mapping[str, Any]], Mapping[str, Callable[..., Any]]]:
    return compile_functions([Function("term", term)])


def _evaluated(term: Term, position: Position) -> Any:
    """The value of a term without arguments."""
    return _compiled(term)(position.values)["term"]()
