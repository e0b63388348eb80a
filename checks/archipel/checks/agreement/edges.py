"""Boundary value analysis of positions: what holds in every position holds up to an edge, and not a unit beyond it.

From positions of games, pieces are moved, added and taken away one at a time, and single facts are changed, until the
clauses or the engine say that there is no such position. Both must say so at the same step. Where only the engine does,
its reason must be known to be about something that no clause states of every position. Each invariant must be the only
one that is broken just beyond some position, or be known never to be. Nothing here knows any game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from archipel.checks.agreement.boundary_values import Survey
from archipel.checks.proofs.necessity.stages import Place, entries, nested
from archipel.spec.clauses import Nature, Part
from archipel.spec.logic.terms import Role, Symbol, symbols_in
from archipel.spec.machine import Machine, Values, evaluate_number

MOST_STEPS = 9
NOTHING = -1

# How often pieces are moved, or added or taken away, a name is changed, and a fact.
Weights = tuple[int, int, int, int]
MOSTLY_COUNTS: Weights = (8, 6, 3, 3)
EVENLY: Weights = (1, 1, 1, 1)


@dataclass(frozen=True, eq=False)
class EdgeGround:
    """What a game says of its positions.

    ``refusal`` is the engine's reason why there is no such position, empty if there is one, and None if it cannot be
    asked. ``named`` are the symbols whose numbers are names rather than counts. ``stricter`` are patterns of reasons
    that no clause states of every position; ``accompanied`` names invariants that small steps do not break alone. Both
    say why.
    """

    refusal: Callable[[Values], str | None]
    named: tuple[str, ...]
    stricter: Mapping[str, str]
    accompanied: Mapping[str, str]


class EdgeExplorer:
    """Leaves positions in small steps and compares what clauses and engine say of where it comes to."""

    def __init__(self, machine: Machine, ground: EdgeGround) -> None:
        self.machine, self.ground = machine, ground
        self.parts = machine.rulebook.parts(Nature.INVARIANT)
        state = machine.rulebook.vocabulary.with_role(Role.STATE)
        self.facts = [symbol for symbol in state if symbol.is_prop]
        self.elements = [symbol for symbol in state if symbol.values is not None]
        spoken = {symbol.name for symbol in (*self.facts, *self.elements)} | set(ground.named)
        self.counts = [symbol for symbol in state if symbol.name not in spoken]

    def survey(self, positions: Iterable[Values], tries: int, chance: Random) -> Survey:
        found = Survey()
        for values in positions:
            if self.ground.refusal(values) == "":
                for _ in range(tries):
                    self._follow(self._walk(values, chance), found)
        return found

    def look_closer(self, found: Survey, positions: Sequence[Values], tries: int, chance: Random) -> None:
        """Change only what an invariant speaks of, until it was broken alone."""
        asked = [part for part in self.parts if f"{part.clause} {part.name}" not in self.ground.accompanied]
        for part in asked:
            closer, seen = self._about(part), False
            for values in positions:
                for _ in range(tries if not seen and self.ground.refusal(values) == "" else 0):
                    alone = closer._follow(closer._walk(values, chance, EVENLY), found)
                    seen = seen or alone == f"{part.clause} {part.name}"

    def beyond(self, positions: Sequence[Values], tries: int, chance: Random) -> Iterator[Values]:
        """Everything that walks from positions come to, up to where something is broken: with all facts, and with those
        that one invariant after the other speaks of."""
        for explorer in (self, *map(self._about, self.parts)):
            for values, _ in product(positions, range(tries)):
                for _, changed in explorer._walk(values, chance, EVENLY):
                    yield changed
                    if self.broken(changed):
                        break

    def _about(self, part: Part) -> EdgeExplorer:
        closer, spoken = copy(self), symbols_in(part.term)
        closer.facts = [symbol for symbol in self.facts if symbol.name in spoken]
        closer.elements = [symbol for symbol in self.elements if symbol.name in spoken]
        closer.counts = [symbol for symbol in self.counts if symbol.name in spoken] or self.counts
        return closer

    def never_alone(self, alone: set[str]) -> list[str]:
        """The invariants that were not seen broken alone and should have been."""
        names, known = [f"{part.clause} {part.name}" for part in self.parts], self.ground.accompanied
        return [
            *(f"{name}: never the only one broken" for name in names if name not in alone and name not in known),
            *(f"{name}: there is no such invariant" for name in known if name not in names),
        ]

    def broken(self, values: Values) -> tuple[str, ...]:
        here = self.machine.at(values)
        names = [f"{part.nature.value} {part.clause} {part.name}" for part in self.parts]
        return tuple(name.partition(" ")[2] for name in names if not here.bound[name]())

    def _follow(self, walk: Iterator[tuple[str, Values]], found: Survey) -> str:
        """Compare as far as the walk leads out of positions; the value is the invariant broken alone there, if any."""
        for how, values in walk:
            refusal, broken = self.ground.refusal(values), self.broken(values)
            found.judged += 1
            if len(broken) == 1:
                found.alone.add(broken[0])
            if objection := self._objection(broken, refusal):
                found.wrong.append(f"{how}: {objection}")
            if broken or refusal != "":
                return broken[0] if len(broken) == 1 else ""
        return ""

    def _objection(self, broken: tuple[str, ...], refusal: str | None) -> str:
        if refusal is None or bool(broken) == bool(refusal):
            return ""
        if broken:
            return f"no position by {', '.join(broken)}, one by the engine"
        known = any(re.match(pattern, refusal) for pattern in self.ground.stricter)
        return "" if known else f"a position by the clauses, none by the engine ({refusal})"

    def _walk(self, values: Values, chance: Random, weights: Weights = MOSTLY_COUNTS) -> Iterator[tuple[str, Values]]:
        """Counts moved or changed several times; or one name changed once, or one fact, perhaps with a piece for it."""
        (kind,) = chance.choices(("moved", "counted", "element", "fact"), weights)
        changed = self.elements if kind == "element" else self.facts
        if kind in ("moved", "counted") or not changed:
            return self._counted(values, chance, moved=kind != "counted")
        return self._changed(values, chance, changed)

    def _counted(self, values: Values, chance: Random, moved: bool) -> Iterator[tuple[str, Values]]:
        there, here = self._entry(values, chance, self.counts), self._entry(values, chance, self.counts)
        unit = 1 if moved else chance.choice((1, -1))
        for steps in range(1, MOST_STEPS + 1):
            values = _added(values, *there, unit)
            if moved:
                values = _added(values, *here, -1)
            yield f"{_name(there)} {unit * steps:+}" + (f", {_name(here)} {-steps}" if moved else ""), values

    def _changed(self, values: Values, chance: Random, symbols: list[Symbol]) -> Iterator[tuple[str, Values]]:
        name, place = self._entry(values, chance, symbols)
        symbol = self.machine.rulebook.vocabulary.symbols[name]
        table = dict(entries(values[name]))
        if symbol.values is None:
            table[place] = not table[place]
        else:
            size = evaluate_number(symbol.values.size, values)
            table[place] = chance.choice([other for other in range(NOTHING, size) if other != table[place]])
        told = f"{_name((name, place))} = {table[place]}"
        changed: Values = {**values, name: nested(table)}
        if symbol.is_prop and chance.random() < 0.5:
            piece = self._entry(values, chance, self.counts, place[:1])
            unit = -1 if table[place] else 1
            told, changed = f"{told}, {_name(piece)} {unit:+}", _added(changed, *piece, unit)
        yield told, changed

    def _entry(
        self, values: Values, chance: Random, symbols: list[Symbol], wanted: Place | None = None
    ) -> tuple[str, Place]:
        """Some entry of some symbol; the one at a wanted place if there is one."""
        name = chance.choice(symbols).name
        places = [place for place, _ in entries(values[name])]
        return name, wanted if wanted is not None and wanted in places else chance.choice(places)


def _added(values: Values, name: str, place: Place, unit: int) -> Values:
    table: dict[Place, Any] = dict(entries(values[name]))
    table[place] += unit
    return {**values, name: nested(table)}


def _name(entry: tuple[str, Place]) -> str:
    name, place = entry
    return f"{name}({', '.join(map(str, place))})" if place else name
