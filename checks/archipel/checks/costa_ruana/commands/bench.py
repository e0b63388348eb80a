"""Measure the engine: random playouts with every legal action listed at every decision.

Method: for each number of players, whole games from seeded setups are played until the time is up; at each decision
legal_actions() is called, one action is picked by a seeded generator, and apply_action() validates and applies it.
The best of several batches is reported, since other work on the machine can only slow a batch down. The same run
times a fixed piece of plain Python (copying and summing small tuples); "per copy" is a decision's cost in that unit,
which is what can be compared between machines.

examples:
  archipel bench                        2 to 6 players, about a second each
  archipel bench --players 4 --seconds 5
  archipel bench --json                 for programs
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from typing import Any

from archipel.checks.cli import add_json, whole
from archipel.checks.progress import progress
from archipel.reference.costa_ruana import Setup, random_playout
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana import NUMBERS

BATCHES = 5
COPIES = 20_000
METHOD = "best of 5 batches of seeded random playouts, legal actions listed and each action validated"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=whole, help="only this number of players")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each number (default: %(default)s)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    counts = range(NUMBERS.min_players, NUMBERS.max_players + 1)
    if arguments.players is not None and arguments.players not in counts:
        raise BadInput(f"--players: expected {counts[0]} to {counts[-1]}, found {arguments.players}")
    if not 0 < arguments.seconds <= 3600:
        raise BadInput("--seconds: expected more than 0 and at most 3600")
    wanted = counts if arguments.players is None else [arguments.players]
    copy = seconds_per_copy()
    with progress(len(wanted), "playouts") as advance:
        rows = []
        for players in wanted:
            rows.append(measured(players, arguments.seconds, copy))
            advance()
    report = {"method": METHOD, "python": platform.python_version(), "engine": "pure Python", "playouts": rows}
    if arguments.json:
        print(json.dumps(report, indent=1))
    else:
        _print(report)
    return 0


def measured(players: int, seconds: float, copy: float) -> dict[str, Any]:
    """The best batch of playouts for one number of players."""
    batches = [_batch(players, seconds / BATCHES, first * 1_000_000) for first in range(BATCHES)]
    games, decisions, elapsed = max(batches, key=lambda batch: batch[1] / batch[2])
    return {
        "players": players,
        "playouts_per_second": round(games / elapsed, 1),
        "decisions_per_second": round(decisions / elapsed, 1),
        "decisions_per_playout": round(decisions / games, 1),
        "microseconds_per_decision": round(1e6 * elapsed / decisions, 2),
        "copies_per_decision": round(elapsed / decisions / copy, 2),
    }


def _batch(players: int, seconds: float, seed: int) -> tuple[int, int, float]:
    games = decisions = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds or not games:
        decisions += random_playout(Setup.from_seed(players, seed + games), seed + games)[1]
        games += 1
    return games, decisions, elapsed or time.perf_counter() - start


def seconds_per_copy() -> float:
    """The unit: copy a tuple of sixty small numbers with one changed, and sum it."""
    row = tuple(range(60))

    def timed() -> float:
        start = time.perf_counter()
        for index in range(COPIES):
            place = index % 60
            sum((*row[:place], index, *row[place + 1 :]))
        return (time.perf_counter() - start) / COPIES

    return min(timed() for _ in range(BATCHES))


def _print(report: dict[str, Any]) -> None:
    print(f"engine: {report['engine']}, Python {report['python']}")
    print("players  games/s  decisions/s  decisions/game  µs/decision  per copy")
    for row in report["playouts"]:
        print(
            f"{row['players']:7}  {row['playouts_per_second']:7,.0f}  {row['decisions_per_second']:11,.0f}"
            f"  {row['decisions_per_playout']:14.1f}  {row['microseconds_per_decision']:11.2f}"
            f"  {row['copies_per_decision']:8.2f}"
        )
