"""Measure how fast the engine plays, how costs grow, how work spreads over cores, and how soon commands answer.

Everything is measured within one run and told as ratios, with its method; numbers of different runs, or of different
machines, cannot be compared. Four parts:

  playouts   random games, every legal action listed, on the pure engine and, if it is built, on the compiled one
  growth     how the cost of commands grows with players, islands and length, against what it may grow at most:
             "within", or "worse" if something costs more than the work that was counted
  scaling    the same work with -j 1 and -j 2
  startup    how long archipel --help and a question take, against Python alone

examples:
  archipel bench                        all of it, in about two minutes
  archipel bench --only growth          one part
  archipel bench --players 4            playouts alone, for four players
  archipel bench --players 4 --seconds 5
  archipel bench --thorough --json      more sizes and more rounds, for programs: what make bench keeps
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from archipel.checks.games.registry import game_called
from archipel.checks.simulate.benchmarks.reporting import PARTS, Wanted, lines, measured
from archipel.checks.support.arguments import add_json, whole
from archipel.checks.support.progress import progress
from archipel.reference.strict_json import BadInput

SECONDS, LONGEST = 1.0, 3600.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part (may be given several times)")
    parser.add_argument("--players", type=whole, help="playouts of this number of players, and nothing else")
    seconds = f"time for the playouts of each number of players (default: {SECONDS:g}), and nothing else"
    parser.add_argument("--seconds", type=float, help=seconds)
    parser.add_argument("--thorough", action="store_true", help="more sizes, more rounds; takes much longer")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = game_called(arguments.game)
    wanted = _wanted(arguments, game.players)
    with progress(wanted.pieces(game.benchmarks), "measuring") as advance:
        report = measured(arguments.game, wanted, advance)
    print(json.dumps(report, indent=1, ensure_ascii=False) if arguments.json else "\n".join(lines(report)))
    return 0


def _wanted(arguments: argparse.Namespace, counts: Sequence[int]) -> Wanted:
    players, seconds = arguments.players, arguments.seconds
    if players is not None and players not in counts:
        raise BadInput(f"--players: expected {counts[0]} to {counts[-1]}, found {players}")
    if seconds is not None and not 0 < seconds <= LONGEST:
        raise BadInput(f"--seconds: expected more than 0 and at most {LONGEST:g}")
    about_playouts = players is not None or seconds is not None
    only = arguments.only or (["playouts"] if about_playouts else PARTS)
    if about_playouts and "playouts" not in only:
        raise BadInput("--players and --seconds are about playouts, which --only leaves out")
    return Wanted(
        [part for part in PARTS if part in only],
        counts if players is None else [players],
        SECONDS if seconds is None else seconds,
        arguments.thorough,
    )
