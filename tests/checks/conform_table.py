"""Every wrong program of conform_mistakes.py judged by ``archipel conform``: what was found, how soon, by which clause.

``python -m tests.checks.conform_table [NAME...] [bare]`` prints a table and fails unless every mistake is found
with the right clause.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.checks.conform_mistakes import MISTAKES

PROGRAM = Path(__file__).parent / "conform_mistakes.py"
JUDGE = [sys.executable, "-m", "archipel.checks.cli.command_line", "conform", "--json"]


class Judged(NamedTuple):
    """What came of judging a wrong program."""

    name: str
    verdict: dict[str, Any]
    seconds: float
    processor: float
    """Seconds of processor time, judge and program together."""

    @property
    def clauses(self) -> list[str]:
        return [link["clause"] for link in self.verdict.get("clauses", [])]

    @property
    def place(self) -> int | None:
        """How far down the right clause stands, from 1 on."""
        right = [clause in MISTAKES[self.name].clauses for clause in self.clauses]
        return 1 + right.index(True) if any(right) else None

    @property
    def row(self) -> str:
        readings = ",".join(f"{point}={name}" for point, name in (self.verdict.get("readings") or {}).items())
        games, moves = self.verdict["games"], self.verdict.get("moves", "-")
        place = "-" if self.place is None else self.place
        figures = f"{games:5} {moves:>5} {self.seconds:7.1f} {self.processor:5.1f} {place:>5}"
        return f"{self.name:46} {figures}  {', '.join(self.clauses)} {readings}"


def processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def judge(name: str, *told: str) -> Judged:
    began, used = time.monotonic(), processor_time()
    command = [*JUDGE, "--", sys.executable, str(PROGRAM), name, *told]
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    return Judged(name, json.loads(done.stdout), time.monotonic() - began, processor_time() - used)


def main(words: Sequence[str]) -> int:
    told = [word for word in words if word == "bare"]
    names = [word for word in words if word != "bare"]
    print(f"{'mistake':46} {'games':>5} {'moves':>5} {'seconds':>7} {'cpu':>5} {'place':>5}  clauses")
    found = []
    for name in names or MISTAKES:
        found.append(judge(name, *told))
        print(found[-1].row, flush=True)
    wrong = [one.name for one in found if one.place is None]
    first = sum(one.place == 1 for one in found)
    seconds, processor = median(one.seconds for one in found), median(one.processor for one in found)
    print(f"{len(found)} mistakes, {len(found) - len(wrong)} with the right clause, {first} of them named first")
    print(f"median {seconds:.1f} s, of processor time {processor:.1f} s")
    print("".join(f"not found or by another clause: {name}\n" for name in wrong), end="")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
