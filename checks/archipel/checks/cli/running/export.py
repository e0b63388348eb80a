"""Write for other programs: proof obligations, which stand-alone solvers can check, and recorded games as traces.

Obligations: one file for each claim, place and number of players, in standard SMT-LIB 2: what it says in English, every
assumption under the name of the clause or theorem that states it, and before each question the answer to be expected.
Traces: every position of a game record in the Informal Trace Format (ITF), for the viewers of model checkers.

examples:
  archipel export --smt2 obligations                          everything, all numbers of players
  archipel export --check obligations                         ask z3 and cvc5, as found on this machine
  archipel export --check obligations --solver cvc5           only one of them
  archipel export --itf game.itf.json game.json               a recorded game as a trace
  z3 -smt2 FILE; cvc5 --incremental FILE                      the same by hand

Exit code 1 if a solver contradicts an expected answer or leaves a question open.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from archipel.checks.games.configuration import members_of
from archipel.checks.games.registry import game_called
from archipel.checks.proofs.prover import ProofQuestion
from archipel.checks.proofs.smtlib import (
    COMMANDS,
    Answered,
    Obligation,
    Stages,
    answered,
    found_solvers,
    obligations,
    written,
)
from archipel.checks.support.arguments import add_json, add_workers, whole, workers_of
from archipel.checks.support.files import check_writable, read_input, replacing, write_whole
from archipel.checks.support.parallel import run_all
from archipel.reference.strict_json import BadInput

MANIFEST = "manifest.json"
SECONDS = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--smt2", metavar="DIR", help="write SMT-LIB 2 files into this folder")
    what.add_argument("--check", metavar="DIR", help="let stand-alone solvers answer the files of an earlier export")
    what.add_argument("--itf", metavar="FILE", help="write the game RECORD as a trace into this file")
    parser.add_argument("record", metavar="RECORD", nargs="?", help="a game record (- is standard input); with --itf")
    parser.add_argument("--only", metavar="ID", default="", help="only what has an id or a label that begins with this")
    parser.add_argument("--players", type=whole, help="only this number of players")
    parser.add_argument("--solver", action="append", choices=tuple(COMMANDS), help="a solver to ask (default: all)")
    parser.add_argument("--timeout", type=whole, default=SECONDS, help="seconds for one file (default: %(default)s)")
    add_workers(parser, on=False)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.timeout < 1:
        raise BadInput("--timeout: expected at least 1")
    if (arguments.itf is None) != (arguments.record is None):
        raise BadInput("--itf and a game record go together (see archipel export --help)")
    if arguments.itf is not None:
        return export_trace(arguments)
    if arguments.check is not None:
        return check(arguments)
    return export(arguments)


# Writing


def export(arguments: argparse.Namespace) -> int:
    wanted = _wanted(arguments)
    target = Path(arguments.smt2)
    _refuse_strangers(target)
    timeout = 1000 * arguments.timeout
    with replacing(target) as folder:
        groups = _together(wanted)
        tasks = [partial(write_all, arguments.game, group, str(folder), timeout) for group in groups]
        done = run_all(tasks, workers_of(arguments), "places", lambda _, entries: str(entries[-1]["file"]))
        entries = sorted(itertools.chain.from_iterable(done), key=lambda entry: str(entry["file"]))
        manifest = {**members_of(arguments.game), "format": "SMT-LIB 2", "files": entries}
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    if arguments.json:
        print(json.dumps({"folder": str(target), "files": entries}, indent=1))
    else:
        questions = sum(len(entry["expected"]) for entry in entries)
        print(f"{len(entries):,} files with {questions:,} questions in {target}")
    return 0


def _wanted(arguments: argparse.Namespace) -> list[Obligation]:
    counts = game_called(arguments.game).players
    if arguments.players is not None and arguments.players not in counts:
        raise BadInput(f"--players: expected {counts[0]} to {counts[-1]}, found {arguments.players}")
    asked = counts if arguments.players is None else [arguments.players]
    wanted = obligations(game_called(arguments.game).proofs, asked, arguments.only)
    if not wanted:
        raise BadInput(f"--only: nothing a prover decides for these players begins with {arguments.only!r}")
    return wanted


def _together(wanted: Sequence[Obligation]) -> list[list[Obligation]]:
    """What is about one place and one number of players shares much of its work; the largest groups come first."""
    groups: dict[tuple[int, str], list[Obligation]] = {}
    for one in wanted:
        groups.setdefault((one.players, one.where), []).append(one)
    return sorted(groups.values(), key=lambda group: -group[0].players * len(group))


def write_all(name: str, group: Sequence[Obligation], folder: str, timeout: int) -> list[dict[str, Any]]:
    """Write files about one place; a function that processes can share."""
    numbers = game_called(name).numbers.for_statements()
    stages = Stages(ProofQuestion(game_called(name).proofs, group[0].players, "z3", timeout))
    return [_write(stages, one, folder, numbers) for one in group]


def _write(stages: Stages, obligation: Obligation, folder: str, numbers: Mapping[str, int]) -> dict[str, Any]:
    text, expected = written(stages, obligation, numbers)
    file = Path(folder, obligation.file)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return {
        "file": obligation.file,
        "id": obligation.id,
        "claim": obligation.claim,
        "place": obligation.place,
        "players": obligation.players,
        "expected": expected,
    }


def _refuse_strangers(target: Path) -> None:
    """Nothing is overwritten but an earlier export."""
    if target.exists() and not target.is_dir():
        raise BadInput(f"--smt2: {target} is not a folder")
    if target.is_dir() and any(target.iterdir()) and not (target / MANIFEST).is_file():
        raise BadInput(f"--smt2: {target} is not empty and holds no earlier export")


def export_trace(arguments: argparse.Namespace) -> int:
    check_writable(arguments.itf)
    trace = game_called(arguments.game).trace(read_input(arguments.record))
    write_whole(arguments.itf, json.dumps(trace, separators=(",", ":")) + "\n")
    states = len(trace["states"])
    if arguments.json:
        print(json.dumps({"file": arguments.itf, "states": states}))
    else:
        print(f"{states:,} states in {arguments.itf}")
    return 0


# Checking


def check(arguments: argparse.Namespace) -> int:
    solvers = found_solvers(arguments.solver or list(COMMANDS))
    folder = Path(arguments.check)
    files = _files(folder, arguments)
    tasks = [partial(answered, folder, file, solver, arguments.timeout) for file in files for solver in solvers]
    found = run_all(tasks, workers_of(arguments), "files", lambda _, one: f"{one.solver}, {one.file}")
    if arguments.json:
        print(json.dumps({"results": [one.as_json() for one in found]}, indent=1))
    else:
        _print(found)
    return 0 if all(one.status == "confirmed" for one in found) else 1


def _files(folder: Path, arguments: argparse.Namespace) -> list[str]:
    try:
        entries = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        found = [
            str(entry["file"])
            for entry in entries
            if str(entry["id"]).startswith(arguments.only) and arguments.players in (None, entry["players"])
        ]
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput(f"--check: {folder} holds no export that can be read") from None
    if not found:
        raise BadInput(f"--check: {folder} has no such files")
    if missing := [file for file in found if not (folder / file).is_file()]:
        raise BadInput(f"--check: {folder} lacks {missing[0]}")
    return found


def _print(found: Sequence[Answered]) -> None:
    for one in found:
        if one.status != "confirmed":
            print(f"{one.solver} {one.status}: {one.file} {one.complaint}".rstrip())
    for solver in dict.fromkeys(one.solver for one in found):
        counts = Counter(one.status for one in found if one.solver == solver)
        print(f"{solver}: " + ", ".join(f"{count:,} {status}" for status, count in sorted(counts.items())))
