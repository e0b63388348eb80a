"""Judge recorded games: every move, and the result.

GAME is a file with a recorded game, or with one a line (JSON Lines) and of any length; or a log, in which a record
without "moves" is followed by one line for each move, and perhaps {"result": ...}; - reads standard input. Each may be
compressed with gzip. At the first wrong move of a game stand the clauses that forbid it, the position, and what could
have been done instead. A record is judged by the readings, numbers and cards that it names itself.

examples:
  archipel referee game.json                   one game
  archipel referee games/*.jsonl               a corpus: what is wrong, and a summary by clause
  archipel referee games.jsonl.gz -j 4         compressed, on four cores
  archipel referee *.gz --on tcp://host:8786   on the workers of a Dask scheduler
  my-game --log | archipel referee -           a program's log as it plays
  archipel referee games.jsonl --lang fr       in French
  archipel referee games.jsonl --json          one JSON object a line for what is wrong, the summary last

Exit code 0 if everything is right, 1 if something is wrong, 2 if something could not be read (the rest is judged).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain, islice

from archipel.checks.judge.game import judge_of
from archipel.checks.judge.referee.sources import portions
from archipel.checks.judge.referee.verdict import Finding, Judged, RefereeVerdict, Summary, judged_all
from archipel.checks.support.arguments import add_language, add_workers, complain, whole, workers_of
from archipel.checks.support.parallel import ALONE, in_order
from archipel.checks.support.progress import progress
from archipel.reference.strict_json import BadInput

DRAWN = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", nargs="+", metavar="GAME", help="a file of recorded games, or - for standard input")
    help = "draw the position for at most so many wrong games (default: %(default)s)"
    parser.add_argument("--draw", type=whole, default=DRAWN, metavar="N", help=help)
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.draw < 0:
        raise BadInput("--draw: expected at least 0")
    summary = Summary()
    with progress(None, "games") as advance:
        for found in _judged(arguments):
            summary.join(found.right)
            for finding in found.others:
                summary.add(finding)
                _print(finding, summary.verdicts[RefereeVerdict.WRONG] <= arguments.draw, arguments.json)
            advance(by=found.games)
    _say(json.dumps({"summary": summary.as_json()}) if arguments.json else "\n".join(summary.lines(arguments.lang)))
    if unreadable := summary.verdicts[RefereeVerdict.UNREADABLE]:
        complain(f"unreadable: {unreadable}; each is named above")
    return summary.exit_code


def _judged(arguments: argparse.Namespace) -> Iterator[Judged]:
    """What was found, portion by portion. The judge is loaded first, so that processes started later have it."""
    judge_of(arguments.game)
    workers = workers_of(arguments)
    found = portions(arguments.record, read_here=workers.on is not None)
    first = list(islice(found, 2))
    if len(first) < 2 and workers.on is None:
        workers = ALONE
    judge = partial(judged_all, arguments.game, arguments.lang)
    return in_order(judge, chain(first, found), workers)


def _print(finding: Finding, with_drawing: bool, as_json: bool) -> None:
    _say(json.dumps(finding.as_json()) if as_json else "\n".join(finding.lines(with_drawing)) + "\n")


def _say(text: str) -> None:
    """All of it at once, so that whoever is stopped in between has not said half of it."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
