"""Mutation testing: every small change of the clauses and of the engine, and hostile edits of it, against the checks.

examples:
  python -m archipel.checks.mutation                             all of them, on all cores (long)
  python -m archipel.checks.mutation --only clauses --sample 50  an even sample of one list
  python -m archipel.checks.mutation --only engine --of collection/island_winner    those of one function
  python -m archipel.checks.mutation --hostile --sample 300     edits that are wrong only in rare positions
  python -m archipel.checks.mutation --write docs/reports/mutation.json
  python -m archipel.checks.mutation --json                      for programs; exit code 1 if a score is under its aim

What is found is kept in a file while it runs; a run that was interrupted goes on from there (--kept). Equivalences
already proved are taken from the report (--report) as long as nothing they rest on has changed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from archipel.checks.games.registry import add_game, game_called
from archipel.checks.mutation.judges import REASONS, judged
from archipel.checks.mutation.report import QUICK, Mutant, MutantFinding, summary, told
from archipel.checks.support.arguments import OneLineParser, add_json, add_workers, guarded, whole, workers_of
from archipel.checks.support.parallel import run_all
from archipel.reference.strict_json import BadInput

HOSTILE = "hostile"
AIMS = {"clauses": 1.0, "engine": 0.95, HOSTILE: 0.95}
REPORT = "docs/reports/mutation.json"
AT_A_TIME, QUICKLY = {HOSTILE: 6}, 30
SEED = 1


def main(argv: Sequence[str] | None = None) -> int:
    arguments = _arguments(argv)
    wanted = [arguments.only] if arguments.only else [kind for kind in AIMS if kind != HOSTILE]
    report = {kind: _judged(kind, arguments) for kind in wanted}
    text = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    if arguments.write:
        _write(Path(arguments.write), report)
    print(text if arguments.json else "\n".join(told(kind, kept) for kind, kept in report.items()))
    return 0 if all(kept["score"] >= kept["aim"] for kept in report.values()) else 1


def _write(file: Path, report: dict[str, Any]) -> None:
    """Write a report; what was found before about the other list stays."""
    before = _earlier(file)
    lists = {kind: {**before, **report}[kind] for kind in AIMS if kind in before or kind in report}
    file.write_text(json.dumps(lists, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _earlier(report: Path) -> dict[str, Any]:
    """An earlier report, if there is one."""
    try:
        found = json.loads(report.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"{report}: not a report")
    return found


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = OneLineParser(
        prog="archipel.checks.mutation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_game(parser)
    parser.add_argument("--only", choices=tuple(AIMS), help="one list")
    parser.add_argument("--hostile", action="store_const", dest="only", const=HOSTILE, help="as --only hostile")
    parser.add_argument("--seed", type=whole, default=SEED, metavar="N", help="of hostile edits (default: %(default)s)")
    parser.add_argument("--of", action="append", default=[], metavar="PREFIX", help="those whose id begins like this")
    parser.add_argument("--sample", type=whole, default=0, metavar="N", help="so many of each list, evenly spread")
    add_workers(parser, on=False)
    parser.add_argument("--quick", action="store_true", help="hostile: only what is quickest and notices most is asked")
    parser.add_argument("--write", metavar="FILE", help="write the report")
    parser.add_argument("--report", metavar="FILE", default=REPORT, help="an earlier report (default: %(default)s)")
    parser.add_argument("--kept", metavar="FILE", help="where findings are kept while it runs")
    add_json(parser)
    return parser.parse_args(argv)


def _judged(kind: str, arguments: argparse.Namespace) -> dict[str, Any]:
    game = game_called(arguments.game).mutation
    every = game.mutants(kind, arguments.seed)
    sampled = balanced if kind == HOSTILE else evenly
    mutants = sampled(_of(every, arguments.of), arguments.sample)
    kept = Keeper(f"{kind}-{arguments.seed}" if kind == HOSTILE else kind, arguments.game, arguments.kept)
    done = {id for id, finding in kept.findings.items() if arguments.quick or finding.by != QUICK}
    missing = [mutant.id for mutant in mutants if mutant.id not in done]
    start = time.perf_counter()
    if missing:
        game.prepare(kind, proofs(arguments.report, kind), arguments.quick)
    portion = QUICKLY if arguments.quick else AT_A_TIME.get(kind, 100)
    for first in range(0, len(missing), portion):
        tasks: list[Callable[[], MutantFinding]] = [
            partial(judged, arguments.game, kind, id, arguments.seed, arguments.quick)
            for id in missing[first : first + portion]
        ]
        what = f"{kind} {first + len(tasks)} of {len(missing)}"
        kept.keep(run_all(tasks, workers_of(arguments), what))
    if not arguments.json:
        print(f"{kind}: {len(missing)} judged in {time.perf_counter() - start:.0f} s", file=sys.stderr)
    findings = [game.excused(kind, kept.findings[mutant.id]) for mutant in mutants]
    found = summary(mutants, findings, AIMS[kind])
    return {"of": len(every), **found, **game.shown(kind, found["survivors"], arguments.seed)}


def _of(mutants: Sequence[Mutant], prefixes: Sequence[str]) -> Sequence[Mutant]:
    """Those whose id begins with one of these; all if there are none."""
    found = [mutant for mutant in mutants if not prefixes or mutant.id.startswith(tuple(prefixes))]
    if not found:
        raise BadInput(f"--of: no mutant is called {' or '.join(prefixes)}...")
    return found


def evenly(mutants: Sequence[Mutant], number: int) -> Sequence[Mutant]:
    """So many of them, evenly spread and always the same; all if no number is given."""
    if not 0 < number < len(mutants):
        return mutants
    return [mutants[place * len(mutants) // number] for place in range(number)]


def balanced(mutants: Sequence[Mutant], number: int) -> Sequence[Mutant]:
    """So many of them, as many of each kind as there are, and the kinds in turn; all if no number is given."""
    kinds = list(dict.fromkeys(mutant.kind for mutant in mutants))
    if not 0 < number < len(mutants):
        return mutants
    each = -(-number // len(kinds))
    chosen = [evenly([mutant for mutant in mutants if mutant.kind == kind], each) for kind in kinds]
    turns = [turn[place] for place in range(each) for turn in chosen if place < len(turn)]
    return turns[:number]


def proofs(report: str, kind: str) -> dict[str, str]:
    """What an earlier report says was proved equivalent, by the digest of all that the proof rests on."""
    found = _earlier(Path(report)).get(kind, {}).get("equivalents", {})
    return {entry["proof"]: entry["because"] for entry in found.values() if "proof" in entry}


class Keeper:
    """Findings, written down as they come, and forgotten as soon as any file of the project changes."""

    def __init__(self, kind: str, game: str, path: str | None) -> None:
        default = Path(tempfile.gettempdir(), f"archipel-mutation-{game}-{kind}-{os.getuid()}.jsonl")
        self.file = Path(f"{path}.{kind}") if path else default
        self.key = fingerprint()
        self.findings: dict[str, MutantFinding] = {}
        lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []
        if lines and lines[0] == self.key:
            for line in lines[1:]:
                finding = MutantFinding.from_json(json.loads(line))
                self.findings[finding.id] = finding
        else:
            self.file.write_text(f"{self.key}\n", encoding="utf-8")

    def keep(self, findings: Sequence[MutantFinding]) -> None:
        self.findings |= {finding.id: finding for finding in findings}
        with self.file.open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(finding.as_json(), ensure_ascii=False)}\n" for finding in findings)


def fingerprint() -> str:
    """Changes with any file that clauses, engine or checks are made of; reasons may be written while it is kept."""
    found = sha256()
    for root in ("spec", "reference", "checks"):
        folder = Path(str(import_module(f"archipel.{root}").__file__)).parent
        for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
            if file.name == REASONS:
                continue
            found.update(str(file.relative_to(folder)).encode("utf-8"))
            found.update(file.read_bytes())
    return found.hexdigest()


if __name__ == "__main__":
    raise SystemExit(guarded(main))
