"""What a child process does: ``python -m archipel.checks.simulate.benchmarks.worker GAME``, one question a line."""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.simulate.benchmarks.growth import Load
from archipel.checks.simulate.benchmarks.playouts import batch
from archipel.checks.simulate.benchmarks.timing import seconds_for_one
from archipel.checks.support.versions import engine


def main() -> int:
    (game,) = sys.argv[1:]
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever the work itself prints is not an answer
    for line in sys.stdin:
        print(json.dumps(answered(game, json.loads(line))), file=answers, flush=True)
    return 0


def answered(game: str, question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question."""
    match question:
        case {"do": "playouts", "players": players, "seconds": seconds, "first": first}:
            found = batch(game_called(game).benchmarks.play, players, seconds, first)
            return {"engine": engine().running, **found._asdict()}
        case {"do": "prepare", "row": row, "size": size}:
            return {"units": dict(_load(game, row, size).units)}
        case {"do": "run", "row": row, "size": size, "seconds": seconds}:
            return {"seconds": seconds_for_one(_load(game, row, size).run, seconds)}
        case _:
            raise ValueError(f"no such question: {question}")


@cache
def _load(game: str, row: str, size: int) -> Load:
    return next(one for one in game_called(game).benchmarks.rows() if one.name == row).load(size)


if __name__ == "__main__":
    raise SystemExit(main())
