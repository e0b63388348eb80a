"""What the written entries exercise, counted from the entries themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.judge.vectors.suites import Data, VectorSuite


@dataclass(frozen=True)
class Universe:
    """All there is to exercise: clauses, kinds of decisions, and readings as ``point=reading``."""

    clauses: Sequence[str]
    decisions: Sequence[str]
    readings: Sequence[str]


@dataclass(frozen=True, eq=False)
class Coverage:
    """Which entries exercise what; what none does has a reason."""

    universe: Universe
    applies: Mapping[str, Sequence[str]]
    fails: Mapping[str, Sequence[str]]
    decisions: Mapping[str, Sequence[str]]
    readings: Mapping[str, Sequence[str]]
    reasons: Mapping[str, Mapping[str, str]]
    untold: Mapping[str, str]

    def figures(self) -> dict[str, str]:
        """How many of how many."""
        u = self.universe
        both = [id for id in u.clauses if self.applies[id] and self.fails[id]]
        return {
            "clauses that apply in a case": _share(self.applies, u.clauses),
            "clauses that just fail to apply in a case": _share(self.fails, u.clauses),
            "clauses with both": f"{len(both)} of {len(u.clauses)}",
            "clauses lacking one, with a stated reason": f"{len(self.explained)} of {len(u.clauses) - len(both)}",
            "kinds of decision": _share(self.decisions, u.decisions),
            "readings told apart": _share(self.readings, u.readings),
            "readings not told apart, with a stated reason": f"{len(self.untold)} of {self._told_by_none}",
        }

    @property
    def explained(self) -> list[str]:
        """Clauses that lack a side for which there is a reason."""
        return [id for id in self.universe.clauses if self._lacking(id) and self._lacking(id) <= self._given(id)]

    @property
    def complete(self) -> bool:
        """Whether everything is exercised or has a reason."""
        clauses = all(self._lacking(id) <= self._given(id) for id in self.universe.clauses)
        readings = all(self.readings[id] or id in self.untold for id in self.universe.readings)
        return clauses and readings and all(map(len, self.decisions.values()))

    @property
    def _told_by_none(self) -> int:
        return sum(not self.readings[id] for id in self.universe.readings)

    def _lacking(self, clause: str) -> set[str]:
        sides = {"applies": self.applies, "fails": self.fails}
        return {name for name, side in sides.items() if not side[clause]}

    def _given(self, clause: str) -> set[str]:
        return set(self.reasons.get(clause, ()))

    def as_json(self) -> Data:
        clauses = {id: self._clause(id) for id in self.universe.clauses}
        readings = {id: {"told_by": list(self.readings[id]), **self._why_not(id)} for id in self.universe.readings}
        decisions = {name: list(ids) for name, ids in self.decisions.items()}
        return {"figures": self.figures(), "clauses": clauses, "decisions": decisions, "readings": readings}

    def _clause(self, id: str) -> Data:
        reasons = {side: why for side, why in self.reasons.get(id, {}).items() if side in self._lacking(id)}
        sides = {"applies": list(self.applies[id]), "fails": list(self.fails[id])}
        return {**sides, **({"reasons": reasons} if reasons else {})}

    def _why_not(self, reading: str) -> Data:
        return {"reason": self.untold[reading]} if reading in self.untold else {}


def _share(found: Mapping[str, Sequence[str]], all_of_them: Sequence[str]) -> str:
    return f"{sum(bool(found[name]) for name in all_of_them)} of {len(all_of_them)}"


NAMED = 6
"""So many entries are named for each thing; the rest is easily found."""


def coverage_of(universe: Universe, suites: Sequence[VectorSuite]) -> Coverage:
    """Count what numbered suites exercise."""
    entries = [entry for suite in suites for entry in suite.entries]
    boundaries = [found for suite in suites for found in suite.boundaries]
    return Coverage(
        universe,
        _named(universe.clauses, ((entry, entry.get("clauses", ())) for entry in entries)),
        _named(universe.clauses, ((entry, entry.get("just_not", ())) for entry in entries)),
        _named(universe.decisions, ((entry, _decisions(entry)) for entry in entries)),
        _named(universe.readings, ((entry, entry.get("tells", ())) for entry in entries)),
        {found.clause: found.reasons for found in boundaries if found.reasons},
        {reading: why for suite in suites for reading, why in suite.untold.items()},
    )


def _decisions(entry: Mapping[str, Any]) -> list[str]:
    """The kinds of decisions that an entry takes or asks about."""
    asked = entry.get("ask", {}).get("action")
    return sorted({action["do"] for action in (*entry.get("moves", ()), *([asked] if asked else ()))})


def _named(names: Sequence[str], found: Iterable[tuple[Mapping[str, Any], Iterable[str]]]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {name: [] for name in names}
    for entry, exercised in found:
        for name in exercised:
            if name in table and len(table[name]) < NAMED:
                table[name].append(entry["id"])
    return table
