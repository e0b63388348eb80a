"""Write test vectors: cases with their answers that a program in any language can run against itself.

Suites: rules (single decisions in played games), boundaries (both sides of each clause, found by a solver), refused
(illegal decisions with every right reason), games (complete games with every position), perft (counts of sequences of
decisions), readings (what tells readings of the rules apart). Each entry is answered by engine and clauses, who must
agree, before it is written. The same versions write the same bytes everywhere. DIR/README.md says how to consume it.

examples:
  archipel vectors --out vectors                     everything; takes a minute or two
  archipel vectors --out vectors --suite games       only one suite; --suite can be given several times
  archipel vectors --out vectors --json              the manifest on standard output, for programs

DIR is replaced as a whole, at the end; a folder with anything else in it is refused.

exit codes: 0 written, 1 written but something is neither exercised nor has a reason, 2 bad input
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from archipel.checks.games.registry import game_called
from archipel.checks.judge.vectors import Coverage, Data, built, coverage_of, is_ours, written
from archipel.checks.support.arguments import add_json, add_workers, workers_of
from archipel.checks.support.files import folder_to_write
from archipel.reference.strict_json import BadInput, shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR", required=True, help="the folder to write")
    parser.add_argument("--suite", metavar="NAME", action="append", help="only this suite")
    add_workers(parser, on=False)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    source = game_called(arguments.game).vectors
    target = folder_to_write("--out", arguments.out, is_ours, "test vectors")
    names = _wanted(list(source.SUITES), arguments.suite)
    suites = built(arguments.game, names, workers_of(arguments))
    coverage = coverage_of(source.universe(), suites)
    manifest = written(arguments.game, suites, coverage, target)
    if arguments.json:
        print(json.dumps(manifest, indent=1, sort_keys=True))
    else:
        print("\n".join(_told(manifest, coverage, arguments.out)))
    return 0 if coverage.complete or arguments.suite else 1


def _wanted(known: list[str], asked: list[str] | None) -> list[str]:
    for name in asked or ():
        if name not in known:
            raise BadInput(f"--suite: no suite called {shown(name)}; there are {', '.join(known)}")
    return [name for name in known if not asked or name in asked]


def _told(manifest: Data, coverage: Coverage, out: str) -> Iterator[str]:
    for suite in manifest["suites"]:
        yield f"{suite['id']:12} {suite['entries']:5,} entries  {suite['about']}"
    yield ""
    for what, share in coverage.figures().items():
        yield f"{what + ':':48} {share}"
    yield ""
    yield f"version {manifest['version']} in {out}"
