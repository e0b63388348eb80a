"""Boundary value analysis of the material: how far each number and each printed value can go until it is refused.

From the material that is shipped, walks go one unit at a time: a number of the game up or down, what is printed on one
piece up or down, a piece more or fewer, a printed value until it occurs once and then nowhere. The clauses refuse the
material on a walk from some step on; the engine, which knows nothing of the clauses, must refuse it from the same step
on. Where the engine has no opinion, the game says in advance where the rulebook puts the boundary, and why the engine
is silent. Every requirement must be the only one in the way of some material, just beyond one that meets them all.
Nothing here knows any game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.logic.terms import Role, Symbol, symbols_in
from archipel.spec.machine import Machine, Values, blank, evaluate_number

MOST_STEPS = 40

Row = tuple[int, ...]


@dataclass(frozen=True)
class Silence:
    """A boundary that the engine does not know: after how many units the rulebook puts it and in which clause, and why
    the engine does not know it."""

    units: int
    clause: str
    reason: str


@dataclass(frozen=True, eq=False)
class Box:
    """Material to start from, and what a game says about it.

    ``derived`` fills in numbers that follow from others; ``refusal`` is the engine's reason not to begin a game, empty
    if it begins one. ``silent`` names walks on which only the clauses refuse. ``stricter`` names, by patterns, reasons
    of the engine for which no clause about the material is needed, and says why.
    """

    name: str
    material: Values
    refusal: Callable[[Values], str]
    derived: Callable[[Values], Mapping[str, Any]] = lambda values: {}
    silent: Mapping[str, Silence] = field(default_factory=dict)
    stricter: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Walk:
    """Materials that leave the shipped one step by step."""

    name: str
    materials: Iterator[Values]


@dataclass(frozen=True)
class Boundary:
    """Where a walk was refused first: after how many units, by which requirements, and why by the engine."""

    units: int
    broken: tuple[str, ...] = ()
    refusal: str = ""

    def breaks(self, clause: str) -> bool:
        return any(name.partition(" ")[0] == clause for name in self.broken)


@dataclass
class Survey:
    """What all walks from some boxes found: the materials judged, what is wrong, and the requirements seen alone."""

    judged: int = 0
    wrong: list[str] = field(default_factory=list)
    alone: set[str] = field(default_factory=set)


class Surveyor:
    """Walks from boxes to where the clauses of a rulebook, or the engine, refuse the material."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.rulebook: Rulebook = machine.rulebook
        self.parts = self.rulebook.parts(Nature.REQUIREMENT)
        used = {name: symbol for part in self.parts for name, symbol in symbols_in(part.term).items()}
        symbols = self.rulebook.vocabulary.symbols.values()
        self.symbols = [symbol for symbol in symbols if symbol.role in (Role.PARAMETER, Role.MATERIAL)]
        self.numbers = [symbol for symbol in self.symbols if symbol.role is Role.PARAMETER]
        self.printed = [s for s in self.symbols if s.role is Role.MATERIAL and s.name in used and len(s.domains) == 1]

    def survey(self, *boxes: Box) -> Survey:
        found = Survey()
        for box in boxes:
            self._look_around(box, found)
        if not found.wrong:
            names = [f"{part.clause} {part.name}" for part in self.parts]
            never = [name for name in names if name not in found.alone]
            found.wrong += [f"{name}: no material just fails this requirement and no other" for name in never]
        return found

    def _look_around(self, box: Box, found: Survey) -> None:
        if start := self._refused(box, 0, box.material):
            found.wrong.append(f"{box.name} as shipped: {_told(start)}")
            return
        names = set()
        for walk in self.walks(box):
            names.add(walk.name)
            boundary = self._boundary(box, walk, found)
            if boundary is not None and len(boundary.broken) == 1:
                found.alone.add(boundary.broken[0])
            if objection := _objection(box, walk.name, boundary):
                found.wrong.append(f"{box.name}, {walk.name}: {objection}")
        found.wrong += [f"{box.name}: there is no walk {name}" for name in box.silent if name not in names]

    def _boundary(self, box: Box, walk: Walk, found: Survey) -> Boundary | None:
        for units, material in enumerate(walk.materials, 1):
            found.judged += 1
            if boundary := self._refused(box, units, material):
                return boundary
        return None

    def _refused(self, box: Box, units: int, material: Values) -> Boundary | None:
        broken, refusal = self.broken(material), box.refusal(material)
        return Boundary(units, broken, refusal) if broken or refusal else None

    def judged(self, box: Box) -> Iterator[tuple[Values, bool]]:
        """Every material that walks from a box come to, up to the first that is refused, and whether it is: by the
        engine or, where it is silent, by what the game says of it."""
        for walk in self.walks(box):
            silence = box.silent.get(walk.name)
            for units, material in enumerate(walk.materials, 1):
                refused = bool(box.refusal(material)) if silence is None else units == silence.units
                yield material, refused
                if refused:
                    break

    def broken(self, material: Values) -> tuple[str, ...]:
        """The requirements that a material does not meet, each by its clause and its name."""
        here = self.machine.at(blank(self.rulebook, material))
        asked = [f"{part.nature.value} {part.clause} {part.name}" for part in self.parts]
        return tuple(name.partition(" ")[2] for name in asked if not here.bound[name]())

    def walks(self, box: Box) -> Iterator[Walk]:
        """Every walk there is from a box."""
        for symbol in self.numbers:
            for word, unit in (("up", 1), ("down", -1)):
                yield from self._number_walks(box, symbol, word, unit)
        rows = self._rows(box.material)
        for row in _representatives(rows):
            for column, symbol in enumerate(self.printed):
                for word, unit in (("up", 1), ("down", -1)):
                    yield Walk(f"{symbol.name}({row}) {word}", self._printed(box, row, column, unit))
        for column, symbol in enumerate(self.printed):
            for value in sorted({row[column] for row in rows}):
                yield Walk(f"{symbol.name} {value} once, then nowhere", self._vanishing(box, column, value))

    def _number_walks(self, box: Box, symbol: Symbol, word: str, unit: int) -> Iterator[Walk]:
        """A number of the game, or each entry of a table of numbers, one more or one fewer each time."""
        value = box.material[symbol.name]
        if not symbol.domains:
            yield Walk(f"{symbol.name} {word}", self._counted(box, symbol.name, value, unit, lambda new: new))
            return
        for place, entry in enumerate(value):

            def put(new: int, place: int = place) -> Row:
                return (*value[:place], new, *value[place + 1 :])

            yield Walk(f"{symbol.name}[{place}] {word}", self._counted(box, symbol.name, entry, unit, put))

    def _counted(self, box: Box, name: str, value: int, unit: int, put: Callable[[int], Any]) -> Iterator[Values]:
        for steps in range(1, MOST_STEPS + 1):
            if value + unit * steps < 0:
                return
            changed = self._resized({**box.material, name: put(value + unit * steps)})
            yield {**changed, **{key: new for key, new in box.derived(changed).items() if key != name}}

    def _resized(self, values: dict[str, Any]) -> dict[str, Any]:
        """Tables with as many entries as their domain has elements now: the last one again, or left out."""
        for symbol in (symbol for symbol in self.symbols if len(symbol.domains) == 1 and symbol.name in values):
            size, table = max(0, evaluate_number(symbol.domains[0].size, values)), values[symbol.name]
            values[symbol.name] = (*table, *(table[-1:] * max(0, size - len(table))))[:size]
        return values

    def _rows(self, material: Values) -> list[Row]:
        return list(zip(*(material[symbol.name] for symbol in self.printed), strict=True)) if self.printed else []

    def _with_rows(self, box: Box, rows: list[Row]) -> Values:
        columns = zip(*rows, strict=True)
        return {**box.material, **dict(zip((symbol.name for symbol in self.printed), columns, strict=True))}

    def _printed(self, box: Box, row: int, column: int, unit: int) -> Iterator[Values]:
        rows = self._rows(box.material)
        for _ in range(MOST_STEPS):
            old = rows[row]
            rows[row] = (*old[:column], old[column] + unit, *old[column + 1 :])
            yield self._with_rows(box, rows)

    def _vanishing(self, box: Box, column: int, value: int) -> Iterator[Values]:
        """The material in which one piece is left that shows a value, and then the one in which none is.

        Each of the others becomes the piece most like it that shows another value.
        """
        rows = self._rows(box.material)
        others = [row for row in rows if row[column] != value]
        showing = [place for place, row in enumerate(rows) if row[column] == value]
        for places in (showing[1:], showing[:1]) if others else ():
            for place in places:
                rows[place] = max(others, key=lambda other: _likeness(other, rows[place]))
            yield self._with_rows(box, rows)


def _likeness(one: Row, other: Row) -> int:
    return sum(a == b for a, b in zip(one, other, strict=True))


def _representatives(rows: list[Row]) -> list[int]:
    """The first piece that shows each value of each kind of print."""
    firsts: dict[tuple[int, int], int] = {}
    for place, row in enumerate(rows):
        for shown in enumerate(row):
            firsts.setdefault(shown, place)
    return sorted(set(firsts.values()))


def _objection(box: Box, walk: str, boundary: Boundary | None) -> str:
    """What is wrong with where a walk was refused, if anything is."""
    silence = box.silent.get(walk)
    if silence is not None:
        if boundary is None or boundary.units != silence.units or not boundary.breaks(silence.clause):
            found = "never refused" if boundary is None else _told(boundary)
            return f"by {silence.clause} the boundary is after {silence.units}, but {found}"
        return f"the engine is no longer silent: {boundary.refusal}" if boundary.refusal else ""
    if boundary is None or (boundary.broken and boundary.refusal):
        return ""
    if boundary.refusal and any(re.match(reason, boundary.refusal) for reason in box.stricter):
        return ""
    return _told(boundary)


def _told(boundary: Boundary) -> str:
    by = f"the clauses ({', '.join(boundary.broken)})" if boundary.broken else "only the engine"
    also = f"the engine ({boundary.refusal})" if boundary.refusal else "not the engine"
    return f"after {boundary.units} refused by {by}, {also}"
