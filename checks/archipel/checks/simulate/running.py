"""Many games, in portions that are always the same: so the result is, whoever plays them and in whatever order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from archipel.checks.games.registry import game_called
from archipel.checks.simulate.chance import Chance
from archipel.checks.simulate.game import Cell, GameOutcome, SimulationTask
from archipel.checks.simulate.tallies import Tally
from archipel.checks.support.parallel import Workers, in_order
from archipel.checks.support.progress import progress

PORTION = 200

Row = tuple[Cell, ...]
Keep = Callable[[Sequence[Row]], None]


class Portion(NamedTuple):
    """What some games showed, all together and, if wanted, one by one."""

    tally: Tally
    rows: list[Row]


def simulated(task: SimulationTask, games: int, workers: Workers, keep: Keep | None = None) -> Tally:
    """What was seen in the first so many games of a run; each portion's rows are given away, in their order."""
    starts, total = range(0, games, PORTION), Tally()
    portions = (range(first, min(first + PORTION, games)) for first in starts)
    with progress(len(starts), f"{PORTION} games") as advance:
        for found in in_order(partial(played, task, keep is not None), portions, workers):
            total.add(found.tally)
            if keep is not None:
                keep(found.rows)
            advance()
    return total


def played(task: SimulationTask, with_rows: bool, numbers: range) -> Portion:
    """Some games of a run."""
    simulation, tally, rows = game_called(task.variant.game).simulation, Tally(), list[Row]()
    for number in numbers:
        outcome = simulation.play(task, number, tally)
        _noted(task, number, outcome, tally)
        if with_rows:
            rows.append(_row(task, number, outcome))
    return Portion(tally, rows)


def _noted(task: SimulationTask, number: int, outcome: GameOutcome, tally: Tally) -> None:
    """Who won and with how many points, by seat from the first and by strength."""
    tally.games += 1
    lineup = task.lineup(number)
    for seat, points in enumerate(outcome.points):
        distance = (seat - outcome.first) % task.players
        tally.note("points", points)
        tally.note(f"points.seat.{distance}", points)
        if task.is_mixed:
            tally.note(f"points.bot.{lineup[seat]}", points)
            tally.counts[f"played.bot.{lineup[seat]}"] += 1
        if seat in outcome.winners:
            tally.counts[f"won.seat.{distance}"] += 1
            tally.counts[f"won.bot.{lineup[seat]}"] += 1


def columns(task: SimulationTask) -> list[tuple[str, type[Cell]]]:
    """What stands in the row of a game: names and types."""
    seats = range(task.players)
    return [
        ("game", int),
        ("chance", str),
        ("first", int),
        *[(f"bot_{seat}", str) for seat in seats],
        *[(f"points_{seat}", int) for seat in seats],
        *[(f"won_{seat}", int) for seat in seats],
        *game_called(task.variant.game).simulation.columns(task),
    ]


def _row(task: SimulationTask, number: int, outcome: GameOutcome) -> Row:
    return (
        number,
        f"{Chance.of_game(task.seed, number).state:016x}",
        outcome.first,
        *task.lineup(number),
        *outcome.points,
        *[int(seat in outcome.winners) for seat in range(task.players)],
        *outcome.cells,
    )
