"""How costs grow, and whether they grow faster than the work itself does.

For each size the work is also *counted*: moves judged, legal actions listed, whatever bounds the cost by analysis. A
cost that is some number for each unit of this and that grows at most as fast as the unit that grows fastest, whatever
the numbers are, and a fixed cost only makes it grow more slowly. So if the processor time grows faster from any size
to any larger one, something else costs time: the verdict is then "worse".
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from archipel.checks.simulate.benchmarks.children import Child, working

WITHIN, WORSE = "within", "worse"
TOLERANCE = 1.25
"""Two measurements of the same thing differ by so much on a machine that does other things too."""

METHOD = (
    "processor time (children included) of the work alone, in a process of its own for each row, everything loaded and "
    "every size run once before; the sizes in turn, best of several rounds. growth: time, divided by that for the "
    "smallest size. allowed: the counted units, divided likewise; of several units the one that grows most. "
    f"within: from no size to a larger one does the time grow more than {TOLERANCE} times as much as the units"
)


@dataclass(frozen=True)
class Load:
    """The work for one size, and the units in which analysis says its cost grows at most."""

    run: Callable[[], object]
    units: Mapping[str, float]


@dataclass(frozen=True)
class GrowthRow:
    """What is measured over several sizes, with the reason why it costs no more than its units.

    ``more`` sizes are measured in a thorough run; what has no others is measured only there.
    """

    what: str
    grows_with: str
    sizes: tuple[int, ...]
    load: Callable[[int], Load]
    because: str
    more: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.what}.{self.grows_with}"

    def wanted(self, thorough: bool) -> tuple[int, ...]:
        return tuple(sorted({*self.sizes, *self.more})) if thorough else self.sizes


Corpus = Callable[[Path, bool], Sequence[str]]
"""Makes the arguments of a command, for a thorough run or a quick one; what it needs is written into the folder."""


@dataclass(frozen=True)
class Cell:
    """One size: what it took, and its units."""

    size: int
    seconds: float
    units: Mapping[str, float]


def allowed(smaller: Cell, larger: Cell) -> float:
    """How many times as much a larger size may cost."""
    return max([1.0, *(larger.units[unit] / max(smaller.units[unit], 1) for unit in smaller.units)])


def verdict(cells: Sequence[Cell]) -> str:
    """Whether the cost grows no faster than the work."""
    pairs = itertools.combinations(sorted(cells, key=lambda cell: cell.size), 2)
    grown = [larger.seconds / smaller.seconds > TOLERANCE * allowed(smaller, larger) for smaller, larger in pairs]
    return WORSE if any(grown) else WITHIN


def as_json(row: GrowthRow, cells: Sequence[Cell]) -> dict[str, Any]:
    first = cells[0]
    return {
        "what": row.what,
        "grows_with": row.grows_with,
        "because": row.because,
        "units": list(first.units),
        "cells": [
            {
                row.grows_with: cell.size,
                "growth": round(cell.seconds / first.seconds, 2),
                "allowed": round(allowed(first, cell), 2),
                "cpu_seconds": round(cell.seconds, 6),
                "counted": dict(cell.units),
            }
            for cell in cells
        ],
        "verdict": verdict(cells),
    }


@dataclass(frozen=True)
class Effort:
    """How much is measured: rounds over all sizes at most, time for one measurement at least, time for a row at most
    (what is under way then is finished)."""

    rounds: int
    least: float
    most: float


QUICK = Effort(rounds=3, least=0.05, most=3.0)
THOROUGH = Effort(rounds=5, least=0.2, most=20.0)


def measured(game: str, row: GrowthRow, thorough: bool, effort: Effort) -> list[Cell]:
    """The best measurement for each size of a row."""
    sizes, best, spent = row.wanted(thorough), dict[int, float](), 0.0
    with _child(game, row.name) as child:
        units = {size: child.ask(do="prepare", row=row.name, size=size)["units"] for size in sizes}
        for size in itertools.chain.from_iterable(itertools.repeat(sizes, effort.rounds)):
            if spent > effort.most and len(best) == len(sizes):
                break
            seconds = child.ask(do="run", row=row.name, size=size, seconds=effort.least)["seconds"]
            best[size] = min(seconds, best.get(size, seconds))
            spent += max(seconds, effort.least)
    return [Cell(size, best[size], units[size]) for size in sizes]


@contextmanager
def _child(game: str, what: str) -> Iterator[Child]:
    """A child that finds nothing in the cache, and leaves nothing there or anywhere else."""
    with TemporaryDirectory() as folder, working(game, what, {"XDG_CACHE_HOME": folder, "TMPDIR": folder}) as child:
        yield child
