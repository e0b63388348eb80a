"""Where situations are looked for: some of a position fixed, the rest left to a solver, as ordinary as it can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from archipel.spec.clauses import Part, Rulebook, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Prop, Role, Symbol
from archipel.spec.machine import Values

TIMEOUT_MS = 20_000

# How far from an ordinary number to look if it cannot be had.
DISTANCES = (1, 2, 3, 5, 8, 13)

POSITION = (Role.PARAMETER, Role.MATERIAL, Role.STATE)

Place: TypeAlias = tuple[int, ...]
Wish: TypeAlias = tuple[Any, int | bool]


@dataclass(frozen=True, eq=False)
class Ground:
    """What is fixed before a search begins, so that it stays short: whole symbols, and some places of others.

    ``assumed`` is what every position of a game has although no clause says so.
    """

    players: int
    known: Values
    fixed: Mapping[str, Mapping[Place, int | bool]] = field(default_factory=dict)
    assumed: tuple[Prop, ...] = ()


@dataclass(frozen=True, eq=False)
class NecessityScene:
    """Where to look for a situation: what is fixed, and the ordinary position that it should resemble."""

    name: str
    ground: Ground
    ordinary: Values


class Stage:
    """A solver that knows what holds of all positions over one ground, and looks for situations there."""

    def __init__(self, rulebook: Rulebook, ground: Ground, parts: Iterable[Part]) -> None:
        self.rulebook = rulebook
        self.view = Interpretation("z3", ground.known)
        for name, places in ground.fixed.items():
            self.view.unknowns[name] = self.view.table(rulebook.vocabulary.symbols[name]) | dict(places)
        self.solver = self.view.api.Solver()
        self.solver.set("timeout", TIMEOUT_MS)
        for term in (*(part.term for part in parts), *ground.assumed):
            self.add(*self.view.conjuncts(term))
        self.undecided = False

    def add(self, *facts: Any) -> None:
        self.solver.add(*(self.view.expression(fact) for fact in facts if fact is not True))

    def possible(self, *facts: Any) -> bool:
        """Whether there is such a situation here at all."""
        self.solver.push()
        self.add(*facts)
        answer = self.solver.check()
        self.solver.pop()
        self.undecided = self.undecided or answer == self.view.api.unknown
        return bool(answer == self.view.api.sat)

    def values(self, facts: Iterable[Any], step: Step | None, wished: Values, *roles: Role) -> dict[str, Any] | None:
        """Values for the symbols in a situation with these facts, as close to the wishes as can be found.

        Those of earlier wishes come before those of later ones. None if there is no such situation.
        """
        wanted = list(facts)
        if not self.possible(*wanted):
            return None
        arguments = () if step is None else step.arguments
        self.solver.push()
        self.add(*wanted)
        self._grant(list(self._wishes(arguments, wished)))
        self.solver.check()
        model = self.solver.model()
        self.solver.pop()
        symbols = [symbol for symbol in self.rulebook.vocabulary.symbols.values() if symbol.role in roles]
        return {symbol.name: self._read(model, symbol) for symbol in (*symbols, *arguments)}

    def _wishes(self, arguments: Iterable[Symbol], wished: Values) -> Iterator[Wish]:
        names = [*wished, *(symbol.name for symbol in arguments if symbol.name not in wished)]
        for name in names:
            unknowns = self.view.table(self.rulebook.vocabulary.symbols[name]).values()
            values = [value for _, value in entries(wished[name])] if name in wished else [0] * len(unknowns)
            yield from ((u, v) for u, v in zip(unknowns, values, strict=True) if not isinstance(u, int))

    def _grant(self, wishes: list[Wish]) -> None:
        """Keep to as many wishes as possible, earlier ones first."""
        granted = [unknown == value for unknown, value in wishes]
        if self.possible(*granted):
            self.add(*granted)
        elif len(wishes) > 1:
            half = len(wishes) // 2
            self._grant(wishes[:half])
            self._grant(wishes[half:])
        else:
            self._come_near(*wishes[0])

    def _come_near(self, unknown: Any, value: int | bool) -> None:
        for distance in () if isinstance(value, bool) else DISTANCES:
            near = [unknown >= value - distance, unknown <= value + distance]
            if self.possible(*near):
                self.add(*near)
                return

    def _read(self, model: Any, symbol: Symbol) -> Any:
        def value(unknown: Any) -> int | bool:
            if isinstance(unknown, int):
                return unknown
            found = model.eval(unknown, model_completion=True)
            return bool(self.view.api.is_true(found)) if symbol.is_prop else int(found.as_long())

        return nested({place: value(entry) for place, entry in self.view.table(symbol).items()})


def nested(table: Mapping[Place, Any]) -> Any:
    """A table as tuples within tuples, as plain positions have it."""
    if () in table:
        return table[()]
    groups: dict[int, dict[Place, Any]] = {}
    for place, value in table.items():
        groups.setdefault(place[0], {})[place[1:]] = value
    return tuple(nested(group) for _, group in sorted(groups.items()))


def entries(value: Any) -> Iterator[tuple[Place, Any]]:
    """The entries of a nested tuple, with their places."""
    if not isinstance(value, tuple):
        yield (), value
        return
    for index, item in enumerate(value):
        for place, entry in entries(item):
            yield (index, *place), entry


def differences(usual: Values, values: Values) -> Iterator[str]:
    """What is not as usual, entry by entry."""
    for name, expected in usual.items():
        for (place, value), (_, before) in zip(entries(values[name]), entries(expected), strict=True):
            if value != before:
                yield f"{name}({', '.join(map(str, place))}) = {value}" if place else f"{name} = {value}"
