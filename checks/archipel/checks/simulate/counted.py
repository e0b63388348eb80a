"""Which clauses are counted when a game is played many times, as data (TOML).

``[counted."CLAUSE"]``
    When it decides something, in each language, and ``of`` what kind of moments that is told; ``points`` are those of
    the readings that give the count another meaning.
``[always]``
    Clauses that are not counted, by the reason: a phrase of the catalogue.
``[counted_with]``
    Clauses that decide the same moments as others, with these.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from archipel.checks.simulate.game import CountedGames, Uncounted
from archipel.spec.clauses import LANGUAGES


class CountedClauses(NamedTuple):
    """The clauses that are counted, and why the others are not."""

    counted: tuple[CountedGames, ...]
    uncounted: dict[str, Uncounted]


def counted_in(file: Path) -> CountedClauses:
    """What a file says."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    counted = tuple(
        CountedGames(clause, {lang: said[lang] for lang in LANGUAGES}, said["of"], tuple(said.get("points", ())))
        for clause, said in data["counted"].items()
    )
    uncounted = {clause: Uncounted(reason) for reason, clauses in data["always"].items() for clause in clauses}
    same = {clause: Uncounted("same", tuple(others)) for clause, others in data["counted_with"].items()}
    return CountedClauses(counted, uncounted | same)
