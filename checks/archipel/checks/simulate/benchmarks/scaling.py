"""The same work with one process and with several."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from archipel.checks.simulate.benchmarks.game_rows import GameBenchmarks
from archipel.checks.simulate.benchmarks.timing import Spent, command, running, timed

JOBS = (1, 2)

METHOD = (
    "the command itself, from start to end, with -j 1 and -j 2 in turn; best of several of each. times: how many times "
    "as much work in the same time, as it passes on the clock; cost: how many times the processor time. possible: the "
    "same, measured in between, for processes that have nothing to do with each other and only add up numbers: fewer "
    "than two times if the machine does something else too"
)
ADDING = ("-c", "sum(range(20_000_000))")


def measured(game: str, table: GameBenchmarks, thorough: bool, advance: Callable[..., None]) -> list[dict[str, Any]]:
    """A row for each command that takes ``-j``; none on a machine with one core, where there is nothing to see."""
    if (os.cpu_count() or 1) < max(JOBS):
        return []
    rows = []
    for what, corpus in table.corpora().items():
        with TemporaryDirectory() as folder:
            rows.append(_row(game, what, corpus(Path(folder), thorough), 5 if thorough else 3))
        advance(f"scaling, {what}")
    return rows


def _row(game: str, what: str, arguments: Sequence[str], rounds: int) -> dict[str, Any]:
    found: dict[int, list[Spent]] = {jobs: [] for jobs in JOBS}
    adding: dict[int, list[float]] = {jobs: [] for jobs in JOBS}
    for _ in range(rounds):
        for jobs in JOBS:
            asked = command(game, *arguments[:1], "-j", str(jobs), *arguments[1:])
            found[jobs].append(timed(asked, os.environ))
            adding[jobs].append(_side_by_side(jobs) / jobs)
    one, several = JOBS
    elapsed = {jobs: min(spent.elapsed for spent in all_spent) for jobs, all_spent in found.items()}
    cpu = {jobs: min(spent.cpu for spent in all_spent) for jobs, all_spent in found.items()}
    return {
        "what": what,
        "jobs": several,
        "times": round(elapsed[one] / elapsed[several], 2),
        "possible": round(min(adding[one]) / min(adding[several]), 2),
        "cost": round(cpu[several] / cpu[one], 2),
        "elapsed_seconds": {str(jobs): round(seconds, 3) for jobs, seconds in elapsed.items()},
    }


def _side_by_side(count: int) -> float:
    """How long so many processes take that have nothing to do with each other, all begun at once."""
    begun = time.perf_counter()
    with ExitStack() as stack:
        started = [stack.enter_context(running(ADDING, os.environ, subprocess.DEVNULL)) for _ in range(count)]
        for process in started:
            process.wait()
    return time.perf_counter() - begun
