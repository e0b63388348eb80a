"""Hold clauses and engine against each other, and say what was shown and how well.

Statuses: proved (a prover found no exception, in all positions), exhausted (every case was tried), sampled (so many
random cases were tried), refuted (a counterexample follows), undecided (time ran out). Never better than earned.

examples:
  archipel prove                    everything, 2 to 6 players
  archipel prove --players 3        one number of players
  archipel prove --only agreement   only checks whose id begins so
  archipel prove --games 1000       longer: so many random games for each number of players
  archipel prove --json             for programs; exit code 1 if anything is refuted or undecided
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib import import_module

from archipel.checks.cli import add_json, whole
from archipel.checks.parallel import run_all
from archipel.checks.results import Result
from archipel.reference.strict_json import BadInput

GAMES = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", help="only checks whose id begins with this")
    parser.add_argument("--players", type=whole, help="only this number of players")
    parser.add_argument("--games", type=whole, default=GAMES, help="random games each (default: %(default)s)")
    parser.add_argument("-j", "--jobs", type=whole, default=os.cpu_count() or 1, help="processes (default: all cores)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    suite = import_module(f"archipel.checks.{arguments.game}.suite")
    if arguments.games < 1 or arguments.jobs < 1:
        raise BadInput("--games and --jobs: expected at least 1")
    if arguments.players is not None and arguments.players not in suite.PLAYERS:
        raise BadInput(f"--players: expected {suite.PLAYERS[0]} to {suite.PLAYERS[-1]}, found {arguments.players}")
    players = suite.PLAYERS if arguments.players is None else [arguments.players]
    only = arguments.only or ""
    checks = [c for c in suite.checks(arguments.games, players) if c.id.startswith(only) or only.startswith(c.id)]
    found = run_all(checks, arguments.jobs, "checks")
    results = [r for r in merged(itertools.chain.from_iterable(found)) if r.id.startswith(only)]
    if not results:
        raise BadInput(f"--only: no check for these players has an id that begins with {only!r}")
    if arguments.json:
        print(json.dumps({"results": [result.as_json() for result in results]}, indent=1))
    else:
        _print(results)
    return 0 if all(result.holds for result in results) else 1


def merged(results: Iterable[Result]) -> list[Result]:
    """One result for each claim, players and prover: parts of one campaign add up, and the worst status stands."""
    groups: dict[tuple[str, int, str | None], list[Result]] = {}
    for result in results:
        groups.setdefault((result.id, result.players, result.prover), []).append(result)
    return sorted(map(_sum, groups.values()), key=_natural_order)


def _natural_order(result: Result) -> tuple[list[tuple[int, str]], int, str]:
    """By id, numbers in it counting as numbers; then players and prover."""
    words = re.findall(r"\d+|\D+", result.id)
    return [(int(word), "") if word.isdigit() else (-1, word) for word in words], result.players, result.prover or ""


def _sum(parts: list[Result]) -> Result:
    worst = next((part for part in parts if not part.holds), parts[0])
    cases, seconds = sum(part.cases for part in parts), sum(part.seconds for part in parts)
    return replace(worst, cases=cases, seconds=seconds)


def _print(results: Sequence[Result]) -> None:
    width = max(len(result.id) for result in results)
    print(f"{'claim':{width}}  players  status     {'cases':>9}  {'seconds':>7}  method")
    for result in results:
        by = f"{result.method}, {result.prover}" if result.prover else result.method
        row = f"{result.players:7}  {result.status.value:9}  {result.cases:9,}  {result.seconds:7.1f}  {by}"
        print(f"{result.id:{width}}  {row}")
        if result.detail:
            print(f"    {result.detail}")
    counts = Counter(result.status.value for result in results)
    print("\n" + ", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
