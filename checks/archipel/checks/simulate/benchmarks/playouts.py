"""Random playouts with every legal action listed, on every engine there is, in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from archipel.checks.simulate.benchmarks.children import Child, working
from archipel.checks.support.versions import COMPILED, PURE, engine
from archipel.reference.strict_json import BadInput

BATCHES = 5
COPIES = 20_000
APART = 1_000_000

METHOD = (
    f"best of {BATCHES} batches of seeded random playouts, legal actions listed and each action validated; each engine "
    "in a process of its own, batches in turn so that other work on the machine hits both; processor time. The unit of "
    "copies_per_decision is plain Python in the same run: copy a tuple of sixty small numbers with one changed, and "
    "sum it"
)


class Batch(NamedTuple):
    """What was played in how much time."""

    games: int
    decisions: int
    seconds: float

    @property
    def speed(self) -> float:
        return self.decisions / self.seconds


def batch(play: Callable[[int, int], int], players: int, seconds: float, first: int) -> Batch:
    """Whole games by number, from the first on, until the time is up."""
    games = decisions = 0
    start = time.process_time()
    while not games or time.process_time() - start < seconds:
        decisions += play(players, first + games)
        games += 1
    return Batch(games, decisions, max(time.process_time() - start, 1e-9))


def measured(game: str, counts: Sequence[int], seconds: float, advance: Callable[..., None]) -> list[dict[str, Any]]:
    """A row for each number of players, each with all engines."""
    copy, rows = seconds_per_copy(), []
    with ExitStack() as stack:
        children = {
            name: stack.enter_context(working(game, f"the {name} engine", {"ARCHIPEL_ENGINE": name}))
            for name in engine().available
        }
        for players in counts:
            rows.append(_row(players, _best(children, players, seconds), copy))
            advance(f"playouts, {players} players")
    return rows


def _best(children: Mapping[str, Child], players: int, seconds: float) -> dict[str, Batch]:
    found: dict[str, list[Batch]] = {name: [] for name in children}
    for number in range(BATCHES):
        for name, child in children.items():
            found[name].append(_asked(child, name, players, seconds / BATCHES, number * APART))
    return {name: max(batches, key=lambda one: one.speed) for name, batches in found.items()}


def _asked(child: Child, name: str, players: int, seconds: float, first: int) -> Batch:
    answer = child.ask(do="playouts", players=players, seconds=seconds, first=first)
    if answer.pop("engine") != name:
        raise BadInput(f"the {name} engine: another one runs where it was asked for")
    return Batch(**answer)


def _row(players: int, best: Mapping[str, Batch], copy: float) -> dict[str, Any]:
    """As the engine that runs here does; and all of them, with how many times faster the compiled one is."""
    engines = {name: _figures(one, copy) for name, one in best.items()}
    faster = {"ratio": round(best[COMPILED].speed / best[PURE].speed, 2)} if COMPILED in best else {}
    return {"players": players, **engines[engine().running], "engines": engines, **faster}


def _figures(best: Batch, copy: float) -> dict[str, float]:
    each = best.seconds / best.decisions
    return {
        "playouts_per_second": round(best.games / best.seconds, 1),
        "decisions_per_second": round(best.speed, 1),
        "decisions_per_playout": round(best.decisions / best.games, 1),
        "microseconds_per_decision": round(1e6 * each, 2),
        "copies_per_decision": round(each / copy, 2),
    }


def seconds_per_copy() -> float:
    """The unit: copy a tuple of sixty small numbers with one changed, and sum it."""
    row = tuple(range(60))

    def timed() -> float:
        start = time.process_time()
        for index in range(COPIES):
            place = index % 60
            sum((*row[:place], index, *row[place + 1 :]))
        return (time.process_time() - start) / COPIES

    return min(timed() for _ in range(BATCHES))
