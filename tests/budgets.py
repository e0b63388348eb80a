"""Budgets (ratchet): how many lines of Python the kit and each game may have.

``python -m tests.budgets`` prints what everything weighs now. A weight above its budget may not grow: it is written
down in ``budgets.toml`` as ``allowed``, to be lowered with every step and never to be raised.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from archipel.checks.games.registry import SHIPPED

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_suffix(".toml")
CHECKS, SPEC, REFERENCE = (ROOT / part / "archipel" / part for part in ("checks", "spec", "reference"))


@dataclass(frozen=True)
class Weight:
    """What something weighs, what it is meant to weigh at most, and what is put up with until then."""

    name: str
    now: int
    budget: int
    allowed: int

    @property
    def is_kept(self) -> bool:
        return self.now <= max(self.budget, self.allowed)

    def __str__(self) -> str:
        more = "" if self.now <= self.budget else f", {self.now - self.budget:,} above"
        return f"{self.name}: {self.now:,} of {self.budget:,}{more}"


@cache
def _lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def _weigh(folder: Path) -> int:
    return sum(map(_lines, folder.rglob("*.py")))


def weights() -> Iterator[Weight]:
    """Everything that has a budget."""
    meant = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for name, now in _found():
        budget, allowed = meant[name]["budget"], meant[name].get("allowed", 0)
        yield Weight(name, now, budget, allowed)


def _found() -> Iterator[tuple[str, int]]:
    yield "kit", _weigh(CHECKS) - sum(_weigh(CHECKS / game) for game in SHIPPED)
    yield "toy", _weigh(ROOT / "tests" / "toy")
    tests = sorted((ROOT / "tests").rglob("*.py"))
    for game in SHIPPED:
        spec = SPEC / game
        readings, theorems = _weigh(spec / "readings"), _weigh(spec / "theorems")
        yield f"{game} clauses", _weigh(spec) - readings - theorems
        yield f"{game} readings", readings
        yield f"{game} theorems", theorems
        yield f"{game} reference", _weigh(REFERENCE / game)
        yield f"{game} checks", _weigh(CHECKS / game)
        yield f"{game} modules", len(list((CHECKS / game).rglob("*.py")))
        yield f"{game} tests", sum(_lines(file) for file in tests if game in file.read_text(encoding="utf-8"))


def main() -> None:
    for weight in weights():
        print(weight)


if __name__ == "__main__":
    main()
