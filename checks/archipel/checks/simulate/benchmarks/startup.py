"""How soon a command answers, against what Python alone takes."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from tempfile import TemporaryDirectory
from typing import Any

from archipel.checks.simulate.benchmarks.timing import Spent, command, timed

BARE = "python -c pass"
LIBRARY = "python -I -c 'import argparse, json'"

METHOD = (
    "processes from start to end, in turn, best of several of each; processor time, and beside it what passes on the "
    "clock. Byte code is kept in a folder of its own and written before, as it is where a package is installed. "
    f"The ratios are to {BARE} and to {LIBRARY}"
)


def commands(game: str, question: Sequence[str]) -> dict[str, Sequence[str]]:
    return {
        BARE: ("-c", "pass"),
        LIBRARY: ("-I", "-c", "import argparse, json"),
        "archipel --help": command(game, "--help"),
        f"archipel {' '.join(question)}": command(game, *question),
    }


def measured(game: str, question: Sequence[str], rounds: int, advance: Callable[..., None]) -> list[dict[str, Any]]:
    asked = commands(game, question)
    found: dict[str, list[Spent]] = {name: [] for name in asked}
    with TemporaryDirectory() as folder:
        environment = _with_byte_code(folder)
        for round_number in range(rounds + 1):
            for name, arguments in asked.items():
                spent = timed(arguments, environment)
                found[name] += [spent] if round_number else []
            advance("start-up")
    best = {name: min(spent.cpu for spent in all_spent) for name, all_spent in found.items()}
    return [_row(name, best, min(spent.elapsed for spent in found[name])) for name in asked]


def _with_byte_code(folder: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}


def _row(name: str, best: Mapping[str, float], elapsed: float) -> dict[str, Any]:
    return {
        "command": name,
        "times_bare": round(best[name] / best[BARE], 2),
        "times_library": round(best[name] / best[LIBRARY], 2),
        "cpu_seconds": round(best[name], 4),
        "elapsed_seconds": round(elapsed, 4),
    }
