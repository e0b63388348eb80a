"""Deliberately wrong clauses and engine lines: each is applied alone to a copy of the project, and must be noticed.

examples:
  python -m archipel.checks.mutation.handwritten                  all of them, on all cores
  python -m archipel.checks.mutation.handwritten --only engine    one list
  python -m archipel.checks.mutation.handwritten --json           for programs; exit code 1 if any goes unnoticed
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

from archipel.checks.games.registry import add_game, game_called
from archipel.checks.support.arguments import OneLineParser, add_json, add_workers, guarded, workers_of
from archipel.checks.support.parallel import run_all
from archipel.reference import build
from archipel.reference.strict_json import BadInput

ROOTS = ("spec", "reference", "checks")
LISTS = {"clauses": "spec", "engine": "reference"}
SECONDS = 300
QUICK_CHECK = """\
import sys
from archipel.checks.games.registry import game_called
sys.exit(game_called(sys.argv[1]).quick_check())
"""
MEANINGLESS = ("NameError", "SyntaxError", "IndentationError", "ImportError", "AttributeError")


@dataclass(frozen=True)
class HandwrittenMutant:
    """One wrong line."""

    kind: str
    what: str
    file: str
    old: str
    new: str


@dataclass(frozen=True)
class HandwrittenFinding:
    """What the checks said of a mutant; ``noticed`` is empty if they said nothing."""

    mutant: HandwrittenMutant
    noticed: str


def mutants(game: str) -> list[HandwrittenMutant]:
    """The list kept with the game."""
    listed = tomllib.loads((game_called(game).folder / "mutants.toml").read_text(encoding="utf-8"))
    return [HandwrittenMutant(kind, **entry) for kind in LISTS for entry in listed[kind]]


def judge(mutant: HandwrittenMutant | None, game: str) -> str:
    """What the quick checks say of a copy of the project with this line wrong."""
    with tempfile.TemporaryDirectory() as folder:
        for root in ROOTS:
            package = Path(str(import_module(f"archipel.{root}").__file__)).parent
            shutil.copytree(package, Path(folder, root, "archipel", root), ignore=shutil.ignore_patterns("__pycache__"))
        if mutant is not None:
            root, packages = LISTS[mutant.kind], game_called(game).packages._asdict()
            _apply(mutant, Path(folder, root, *packages[root].split("."), mutant.file))
        return _checked(Path(folder), game)


def spoiled(mutant: HandwrittenMutant, text: str) -> str:
    """A file with the line wrong."""
    if text.count(mutant.old) != 1:
        raise BadInput(f"{mutant.file}: the line to spoil must stand there once: {mutant.old!r}")
    return text.replace(mutant.old, mutant.new)


def _apply(mutant: HandwrittenMutant, file: Path) -> None:
    file.write_text(spoiled(mutant, file.read_text(encoding="utf-8")), encoding="utf-8")


def _checked(folder: Path, game: str) -> str:
    paths = os.pathsep.join(str(folder / root) for root in ROOTS)
    run = subprocess.run(
        [sys.executable, "-c", QUICK_CHECK, game],
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", build.VARIABLE: "pure"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    said = (run.stdout + run.stderr).strip().splitlines() or ["no word"]
    if any(word in said[-1] for word in MEANINGLESS):
        raise BadInput(f"a line that means nothing is no mutant: {said[-1]}")
    return said[-1][:160] if run.returncode else ""


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_game(parser)
    parser.add_argument("--only", choices=tuple(LISTS), help="one list")
    add_workers(parser, on=False)
    add_json(parser)
    arguments = parser.parse_args(argv)
    if healthy := judge(None, arguments.game):
        raise BadInput(f"the checks fail without any mutant: {healthy}")
    wanted = [mutant for mutant in mutants(arguments.game) if arguments.only in (None, mutant.kind)]
    noticed = run_all([partial(judge, mutant, arguments.game) for mutant in wanted], workers_of(arguments), "mutants")
    findings = [HandwrittenFinding(mutant, said) for mutant, said in zip(wanted, noticed, strict=True)]
    _report(findings, arguments.json)
    return 0 if all(finding.noticed for finding in findings) else 1


def _report(findings: Sequence[HandwrittenFinding], as_json: bool) -> None:
    if as_json:
        rows = [{"kind": f.mutant.kind, "what": f.mutant.what, "noticed": f.noticed} for f in findings]
        print(json.dumps({"mutants": rows}, indent=1))
        return
    for finding in findings:
        word = "noticed " if finding.noticed else "SURVIVED"
        print(f"{word}  {finding.mutant.kind:8}  {finding.mutant.what:60}  {finding.noticed}")
    for kind in LISTS:
        of_kind = [finding for finding in findings if finding.mutant.kind == kind]
        if of_kind:
            print(f"{kind}: {sum(bool(f.noticed) for f in of_kind)} of {len(of_kind)} noticed")


if __name__ == "__main__":
    raise SystemExit(guarded(main))
