"""The test vectors of Costa Ruana: which suites there are, how an entry is checked, and the schemas of all files."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors import answers, boundaries, readings
from archipel.checks.games.formats import ENDING, formats_of
from archipel.checks.judge.vectors import Data, Universe, VectorSuite
from archipel.checks.judge.vectors.answers import WrongVectorError
from archipel.reference.costa_ruana import RULES_VERSION
from archipel.reference.costa_ruana.codec import DECISIONS
from archipel.spec.costa_ruana import RULEBOOK

__all__ = ["RULES_VERSION", "SUITES", "WrongVectorError", "check", "schemas", "universe"]

SUITES: Mapping[str, Callable[[], VectorSuite]] = {
    "rules": lambda: answers.SUITES.rules(PLAYERS),
    "boundaries": boundaries.suite,
    "refused": lambda: answers.SUITES.refused(PLAYERS),
    "games": lambda: answers.SUITES.whole(PLAYERS),
    "perft": lambda: answers.SUITES.perft(PLAYERS),
    "readings": readings.suite,
}

CHECKS: Mapping[str, Callable[[Data], None]] = {
    "cases": answers.ANSWERS.check_case,
    "games": answers.SUITES.check_game,
    "perft": answers.SUITES.check_count,
}


def check(kind: str, entry: Data) -> None:
    """Refuse an entry that engine and clauses do not answer as it says."""
    CHECKS[kind](entry)


def universe() -> Universe:
    """All that entries can exercise."""
    told = [readings.name(point, reading) for point, reading in readings.others()]
    return Universe(list(RULEBOOK.clauses), list(DECISIONS), told)


def schemas() -> Mapping[str, str]:
    """The schemas of everything written, and of what they refer to, by file name."""
    return {f"{name}{ENDING}": text for name, text in formats_of(GAME).items() if name != "fingerprint"}
