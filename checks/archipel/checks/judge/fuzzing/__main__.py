"""Put malformed and hostile input to everything that reads something from outside.

Each input is made from good input by seeded changes, and each must be answered or refused in its proper way: no other
exception, no hang, and no more memory than allowed. What goes wrong is printed with the input in hexadecimal.

examples:
  python -m archipel.checks.judge.fuzzing --inputs 100000              all targets, so many inputs in all
  python -m archipel.checks.judge.fuzzing --inputs 5000 --only oracle  one target
  python -m archipel.checks.judge.fuzzing --seed 7                     other inputs
  python -m archipel.checks.judge.fuzzing --json                       for programs

Exit code 0 if nothing went wrong, 1 if something did.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial

from archipel.checks.games.registry import add_game, game_called
from archipel.checks.judge.fuzzing.running import FuzzingReport, fuzzed
from archipel.checks.support.arguments import OneLineParser, add_json, add_workers, guarded, whole, workers_of
from archipel.checks.support.parallel import run_all
from archipel.reference.strict_json import BadInput

PORTION = 2000


def main(argv: Sequence[str] | None = None) -> int:
    return guarded(_main, argv)


def _main(argv: list[str]) -> int:
    arguments = _parser().parse_args(argv)
    known = game_called(arguments.game).fuzz_targets()
    targets = arguments.only or list(known)
    for name in targets:
        if name not in known:
            raise BadInput(f"--only: no target called {name!r}; there are {', '.join(known)}")
    if arguments.inputs < 1:
        raise BadInput("--inputs: expected at least 1")
    reports = run(arguments, targets)
    too_much = [report.target for report in reports if report.peak > arguments.megabytes]
    if arguments.json:
        print(json.dumps([asdict(report) for report in reports], indent=1))
    else:
        _print(reports)
        for name in too_much:
            print(f"{name}: more than {arguments.megabytes} megabytes")
    return 1 if too_much or any(report.failures for report in reports) else 0


def _parser() -> OneLineParser:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = OneLineParser("python -m archipel.checks.judge.fuzzing", description=__doc__, formatter_class=formatter)
    parser.add_argument("--inputs", type=whole, default=10_000, help="how many in all (default: %(default)s)")
    parser.add_argument("--only", action="append", metavar="TARGET", help="only this target (may be repeated)")
    parser.add_argument("--seed", type=whole, default=0, help="other inputs for another seed (default: 0)")
    parser.add_argument("--seconds", type=float, default=20.0, help="the longest an input may take (default: 20)")
    parser.add_argument("--megabytes", type=whole, default=500, help="the most memory (default: %(default)s)")
    add_game(parser)
    add_workers(parser, on=False)
    add_json(parser)
    return parser


def run(arguments: argparse.Namespace, targets: Sequence[str]) -> list[FuzzingReport]:
    """What became of the inputs of each target, which all get the same number of them."""
    each = -(-arguments.inputs // len(targets))
    tasks = [
        partial(fuzzed, arguments.game, name, min(PORTION, each - first), arguments.seed + first, arguments.seconds)
        for name in targets
        for first in range(0, each, PORTION)
    ]
    reports = {name: FuzzingReport(name) for name in targets}
    for found in run_all(tasks, workers_of(arguments), "portions"):
        reports[found.target].add(found)
    return list(reports.values())


def _print(reports: Sequence[FuzzingReport]) -> None:
    print("target      inputs  refused  failures  ms/input  slowest s  peak MB")
    for report in reports:
        each = 1000 * report.seconds / max(1, report.inputs)
        print(
            f"{report.target:10} {report.inputs:7} {report.refused:8} {len(report.failures):9} {each:9.2f}"
            f" {report.slowest:10.2f} {report.peak:8}"
        )
    for failure in [failure for report in reports for failure in report.failures]:
        print(f"\n{failure['target']}: {failure['error']}\n  {failure['input'][:2000]}")


if __name__ == "__main__":
    raise SystemExit(main())
