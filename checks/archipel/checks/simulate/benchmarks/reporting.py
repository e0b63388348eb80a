"""All measurements in one report: for programs, and as tables for people."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.simulate.benchmarks import growth, playouts, scaling, startup
from archipel.checks.simulate.benchmarks.game_rows import GameBenchmarks
from archipel.checks.simulate.benchmarks.growth import QUICK, THOROUGH
from archipel.checks.support import versions as installed

PARTS = ("playouts", "growth", "scaling", "startup")
METHODS = {
    "playouts": playouts.METHOD,
    "growth": growth.METHOD,
    "scaling": scaling.METHOD,
    "startup": startup.METHOD,
}
WIDTH = 110

Report = dict[str, Any]
Advance = Callable[..., None]


@dataclass(frozen=True)
class Wanted:
    """What is to be measured: which parts, playouts of how many players and for how long, and how thoroughly."""

    parts: Sequence[str]
    players: Sequence[int]
    seconds: float
    thorough: bool

    @property
    def rounds(self) -> int:
        """Of processes that are started to see how soon they answer."""
        return 20 if self.thorough else 7

    def rows(self, table: GameBenchmarks) -> list[growth.GrowthRow]:
        return [row for row in table.rows() if row.wanted(self.thorough)]

    def pieces(self, table: GameBenchmarks) -> int:
        """How many times somebody is told that something was measured."""
        counts = {"playouts": len(self.players), "startup": self.rounds + 1, "scaling": len(table.corpora())}
        if "growth" in self.parts:
            counts["growth"] = len(self.rows(table))
        return sum(counts[part] for part in self.parts)


def measured(game: str, wanted: Wanted, advance: Advance) -> Report:
    """Everything that is wanted, each with its method."""
    engine = installed.engine()
    return {
        "method": {part: METHODS[part] for part in wanted.parts},
        "archipel": installed.version(installed.DISTRIBUTION),
        "game": game,
        "thorough": wanted.thorough,
        "engine": engine.running,
        "engines": list(engine.available),
        "why": engine.why,
        "machine": installed.machine(),
        **{part: MEASUREMENTS[part](game, wanted, advance) for part in wanted.parts},
    }


def _playouts(game: str, wanted: Wanted, advance: Advance) -> list[Report]:
    return playouts.measured(game, wanted.players, wanted.seconds, advance)


def _growth(game: str, wanted: Wanted, advance: Advance) -> list[Report]:
    found = []
    for row in wanted.rows(game_called(game).benchmarks):
        cells = growth.measured(game, row, wanted.thorough, THOROUGH if wanted.thorough else QUICK)
        found.append(growth.as_json(row, cells))
        advance(f"growth, {row.name}")
    return found


def _scaling(game: str, wanted: Wanted, advance: Advance) -> list[Report]:
    return scaling.measured(game, game_called(game).benchmarks, wanted.thorough, advance)


def _startup(game: str, wanted: Wanted, advance: Advance) -> list[Report]:
    return startup.measured(game, game_called(game).benchmarks.QUESTION, wanted.rounds, advance)


MEASUREMENTS: Mapping[str, Callable[[str, Wanted, Advance], list[Report]]] = {
    "playouts": _playouts,
    "growth": _growth,
    "scaling": _scaling,
    "startup": _startup,
}


# For people


def lines(report: Report) -> Iterator[str]:
    """The report as tables, each with its method below."""
    machine = report["machine"]
    yield f"engine: {report['engine']} ({report['why']}), {machine['python']}, {machine['compiler']}"
    yield f"machine: {machine['processor']}, {machine['cores']} cores"
    for part in PARTS:
        if part in report:
            yield ""
            yield from TABLES[part](report[part])
            yield from textwrap.wrap(f"method: {report['method'][part]}", WIDTH)


def _playout_lines(rows: Sequence[Report]) -> Iterator[str]:
    yield "players  engine    games/s  decisions/s  decisions/game  µs/decision  per copy  compiled:pure"
    for row in rows:
        for name, one in row["engines"].items():
            speed = f"{one['playouts_per_second']:7,.0f}  {one['decisions_per_second']:11,.0f}"
            each = f"{one['decisions_per_playout']:14.1f}  {one['microseconds_per_decision']:11.2f}"
            ratio = f"{row['ratio']:13.2f}" if name == installed.COMPILED else ""
            copies = f"{one['copies_per_decision']:8.2f}"
            yield f"{row['players']:7}  {name:8}  {speed}  {each}  {copies}  {ratio}".rstrip()


def growth_cells(row: Mapping[str, Any]) -> list[str]:
    """Each size of a row with its growth and, in brackets, the growth allowed."""
    unit = row["grows_with"]
    return [f"{cell[unit]}: {cell['growth']:g} ({cell['allowed']:g})" for cell in row["cells"]]


def _growth_lines(rows: Sequence[Report]) -> Iterator[str]:
    width = max(len(row["what"]) for row in rows)
    yield f"{'what':{width}}  {'with':8}  verdict  size: growth (allowed), the smallest size being 1"
    for row in rows:
        yield f"{row['what']:{width}}  {row['grows_with']:8}  {row['verdict']:7}  {', '.join(growth_cells(row))}"


def _scaling_lines(rows: Sequence[Report]) -> Iterator[str]:
    yield "command     -j  times  possible  cost"
    for row in rows:
        yield f"{row['what']:10}  {row['jobs']:2}  {row['times']:5.2f}  {row['possible']:8.2f}  {row['cost']:4.2f}"
    if not rows:
        yield "(there is one core: nothing to see)"


def _startup_lines(rows: Sequence[Report]) -> Iterator[str]:
    width = max(len(row["command"]) for row in rows)
    yield f"{'command':{width}}  times bare  times library"
    for row in rows:
        yield f"{row['command']:{width}}  {row['times_bare']:10.1f}  {row['times_library']:13.1f}"


TABLES: Mapping[str, Callable[[Sequence[Report]], Iterator[str]]] = {
    "playouts": _playout_lines,
    "growth": _growth_lines,
    "scaling": _scaling_lines,
    "startup": _startup_lines,
}
