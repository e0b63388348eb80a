"""What a procedure that works a theorem out has found."""

from __future__ import annotations

from dataclasses import dataclass

from archipel.checks.proofs.results import Status


@dataclass(frozen=True)
class Worked:
    """How many cases were worked through, what was wrong with the first bad one, and how much that is worth."""

    cases: int
    wrong: str = ""
    method: str = "all cases"
    status: Status = Status.EXHAUSTED
