"""The situations of a rulebook's pictures as they are kept: found once, with a solver, and checked often.

Nothing here knows any game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from archipel.checks.rulebook.figures.reading_pairs import PartedReading, ReadingPairs
from archipel.checks.rulebook.figures.situations import FalseFigureError, Figure, Situations
from archipel.checks.support.files import write_whole
from archipel.checks.support.progress import progress
from archipel.reference.strict_json import Field, parse
from archipel.spec.readings import Point, Reading

Data = dict[str, Any]


@dataclass(frozen=True)
class KeptFigures:
    """Situations by clause and by reading; where there are none, the reason."""

    clauses: Mapping[str, tuple[Figure, ...] | str] = field(default_factory=dict)
    readings: Mapping[str, PartedReading | str] = field(default_factory=dict)


@dataclass(frozen=True)
class FigureFile:
    """The file in which the situations of a game are kept, and how positions are written in it."""

    path: Path
    situations: Situations
    pairs: ReadingPairs
    write: Callable[[Any], Any]
    read: Callable[[Any, Any], Any]
    """The position that was written, by such terms."""
    pair: Callable[[str], tuple[Figure, ...] | str]
    """Finds the situations of a clause, the one it decides first, or says why there are none."""

    @cached_property
    def kept(self) -> KeptFigures:
        return self.loads(self.path.read_text(encoding="utf-8"))

    def loads(self, text: str) -> KeptFigures:
        data: Any = parse(text.encode("utf-8"))
        clauses = {id: self._figures(id, entry) for id, entry in data["clauses"].items()}
        return KeptFigures(clauses, {name: self._parted(entry) for name, entry in data["readings"].items()})

    def dumps(self, what: KeptFigures) -> str:
        """The same situations always give the same text."""
        clauses = {id: self._figures_data(entry) for id, entry in what.clauses.items()}
        readings = {name: self._parted_data(entry) for name, entry in what.readings.items()}
        return json.dumps({"clauses": clauses, "readings": readings}, ensure_ascii=False, indent=1) + "\n"

    # Clauses

    def _figures(self, clause: str, entry: Data) -> tuple[Figure, ...] | str:
        if "none" in entry:
            return str(entry["none"])
        known = (entry["part"], entry["how"], entry["step"])
        about = (tuple(entry["facts"]), tuple(entry["places"]))
        sides = [(side == "applies", entry[side]) for side in ("applies", "beside") if side in entry]
        return tuple([Figure(clause, applies, *known, *self._situation(data), *about) for applies, data in sides])

    def _figures_data(self, entry: tuple[Figure, ...] | str) -> Data:
        if isinstance(entry, str):
            return {"none": entry}
        first = entry[0]
        sides = {"applies" if figure.applies else "beside": self._situation_data(figure) for figure in entry}
        about = {"facts": first.facts, "places": first.places}
        return {"part": first.part, "how": first.how, "step": first.step, **about, **sides}

    def _situation(self, data: Data) -> tuple[Any, Any, Any]:
        if "setup" in data:
            setup = self._setup(data)
            changed = {name: _tuple(value) for name, value in data["changed"].items()}
            return self.situations.changed(self.situations.opened(setup), changed), None, setup
        return self.read(data["position"], self.situations.mapping.engine.standard), self._action(data), None

    def _situation_data(self, figure: Figure) -> Data:
        if figure.setup is None:
            return {"position": self.write(figure.state), **self._action_data(figure.action)}
        usual, here = self.situations.opened(figure.setup), figure.state
        other = [name for name in self.situations.opening if getattr(here, name) != getattr(usual, name)]
        return {"setup": self._codec.setup_data(figure.setup), "changed": {name: getattr(here, name) for name in other}}

    @property
    def _codec(self) -> Any:
        return self.situations.mapping.engine.codec

    def _setup(self, data: Data) -> Any:
        return self._codec.read_setup(Field(data["setup"], "setup"))

    def _action(self, data: Data) -> Any:
        return self._codec.read_action(Field(data["action"], "action")) if "action" in data else None

    def _action_data(self, action: Any) -> Data:
        return {} if action is None else {"action": self._codec.action_data(action)}

    # Readings

    def _parted(self, entry: Data) -> PartedReading | str:
        if "none" in entry:
            return str(entry["none"])
        what = PartedReading(entry["point"], entry["reading"])
        if "setup" in entry:
            return replace(what, setup=self._setup(entry))
        positions = zip(entry["positions"], self.pairs.terms(what), strict=True)
        return replace(what, action=self._action(entry), states=tuple([self.read(*each) for each in positions]))

    def _parted_data(self, entry: PartedReading | str) -> Data:
        if isinstance(entry, str):
            return {"none": entry}
        named = {"point": entry.point, "reading": entry.reading}
        if entry.setup is not None:
            return {**named, "setup": self._codec.setup_data(entry.setup)}
        return {**named, "positions": [self.write(state) for state in entry.states], **self._action_data(entry.action)}

    # Finding and checking them

    @property
    def others(self) -> Sequence[tuple[Point, Reading]]:
        """Every reading that is not ours."""
        points = self.situations.mapping.readings.points.values()
        return [(point, reading) for point in points for reading in point.others]

    def find(self) -> KeptFigures:
        """Everything, found again."""
        rulebook = self.situations.rulebook
        with progress(len(rulebook.clauses) + len(self.others), "looking for situations") as advance:
            clauses: dict[str, tuple[Figure, ...] | str] = {}
            for clause in rulebook.clauses:
                clauses[clause] = self.pair(clause)
                advance()
            readings: dict[str, PartedReading | str] = {}
            for point, reading in self.others:
                readings[f"{point.id}={reading.name}"] = self.pairs.situation(point, reading)
                advance()
        return KeptFigures(clauses, readings)

    def save(self, what: KeptFigures) -> None:
        write_whole(str(self.path), self.dumps(what))

    def complaints(self, what: KeptFigures) -> Iterator[str]:
        """What is wrong with the situations that are kept: missing, unknown, or not showing what they should."""
        names = [f"{point.id}={reading.name}" for point, reading in self.others]
        wanted = {*self.situations.rulebook.clauses, *names}
        known = {*what.clauses, *what.readings}
        yield from [f"{id}: nothing is kept" for id in sorted(wanted - known)]
        yield from [f"{id}: there is no such clause or reading" for id in sorted(known - wanted)]
        for figures in [each for id, each in what.clauses.items() if id in wanted and not isinstance(each, str)]:
            for figure in figures:
                yield from _complaint(self.situations.check, figure)
        for pair in [each for id, each in what.readings.items() if id in wanted and not isinstance(each, str)]:
            yield from _complaint(self.pairs.check, pair)


def _complaint(check: Callable[[Any], None], what: Any) -> Iterator[str]:
    try:
        check(what)
    except FalseFigureError as error:
        yield str(error)


def _tuple(value: Any) -> Any:
    return tuple([_tuple(item) for item in value]) if isinstance(value, list) else value
