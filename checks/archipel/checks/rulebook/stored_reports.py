"""What takes long to work out and changes only when the rules do, kept beside the proofs for whoever prints them.

How readings are settled, which worked examples each of them keeps, and which test vectors stand on either side of each
clause. What is kept says which rules it is about, by their content; about other rules it is refused.

examples:
  python -m archipel.checks.rulebook.stored_reports            work it out and write it beside the checks of the game
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from archipel.checks.games.registry import add_game, game_called
from archipel.checks.proofs.kept import reports
from archipel.checks.proofs.results import Result
from archipel.checks.readings.settlement import Settlement, examples_by_reading, settlements
from archipel.checks.support.arguments import OneLineParser, guarded
from archipel.checks.support.files import write_whole
from archipel.checks.support.parallel import Workers, every_core
from archipel.spec.logic.fingerprint import Fingerprints, digest
from archipel.spec.readings import Point, Reading

SETTLEMENTS = "settlements.json"
EXAMPLES = "examples.json"
VECTORS = "vectors.json"

Settled = Mapping[tuple[str, str], Settlement]


@dataclass(frozen=True)
class ReportSides:
    """Test vectors in which a clause applies, and such in which it just does not."""

    applies: tuple[str, ...]
    fails: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Stored:
    """All that is kept about a game, and what is wrong with it: kept of other rules, or missing in part."""

    results: Sequence[Result]
    settled: Settled
    examples: Mapping[str, Mapping[str, str]]
    vectors: Mapping[str, ReportSides]
    wrong: Sequence[str]


@cache
def stored(game: str) -> Stored:
    """What is kept about a game."""
    folder = game_called(game).reports
    results, stale = reports.read(folder, game_called(game).proofs)
    readings, about_readings = _read(folder, SETTLEMENTS)
    examples, about_examples = _read(folder, EXAMPLES)
    vectors, about_vectors = _read(folder, VECTORS)
    wrong = [stale] if stale else []
    if folder.exists():
        wrong += _differs(SETTLEMENTS, about_readings, subject_of_readings(game))
        wrong += _differs(EXAMPLES, about_examples, subject_of_readings(game))
        wrong += _differs(VECTORS, about_vectors, subject_of_vectors(game))
        wrong += [] if results else [f"{reports.FILE} has nothing in it; run make report"]
    settled = {(row["point"], row["reading"]): Settlement.from_json(row) for row in readings}
    sides = {row["clause"]: ReportSides(tuple(row["applies"]), tuple(row["fails"])) for row in vectors}
    fates = {row["reading"]: row["fates"] for row in examples}
    return Stored(results, settled, fates, sides, wrong)


def _read(folder: Path, name: str) -> tuple[Sequence[Mapping[str, Any]], str]:
    try:
        read = json.loads((folder / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return [], ""
    return read["rows"], read["subject"]


def _differs(name: str, about: str, today: str) -> list[str]:
    return [] if about == today else [f"{name} is about other rules; run make report"]


# What it is about


def subject_of_vectors(game: str) -> str:
    """Everything the clauses say: vectors stand on their boundaries."""
    fingerprint = Fingerprints()
    clauses = game_called(game).theory.rulebook.clauses.values()
    return digest(f"{part.clause} {fingerprint(part.term)}" for clause in clauses for part in clause.parts)


def subject_of_readings(game: str) -> str:
    """Everything the clauses, the theorems and the readings say."""
    fingerprint = Fingerprints()
    readings = [
        digest(_said(fingerprint, point, reading))
        for point in game_called(game).readings.points.values()
        for reading in point.readings.values()
    ]
    return digest([reports.subject(game_called(game).proofs), *readings])


def _said(fingerprint: Fingerprints, point: Point, reading: Reading) -> Iterable[str]:
    """A reading as text: what it names, and the content of what it changes."""
    yield repr((point.id, reading.name, point.clause.id, reading.beyond))
    yield repr((reading.breaks, reading.makes_no_difference_by))
    yield from (f"needs {fingerprint(demand.term)}" for demand in reading.demands)
    yield from (f"{name} {fingerprint(term)}" for name, term in reading.notions.items())
    yield from (f"{old.name} {fingerprint(new.term) if new else ''}" for old, new in reading.parts.items())
    yield from (f"{part.name} {fingerprint(part.term)}" for part in reading.clause.parts)
    yield from (step.name for step in reading.steps)


# Working it out


def settlement_rows(game: str, workers: Workers) -> list[dict[str, Any]]:
    found = settlements(game, list(game_called(game).readings.points.values()), workers)
    places = sorted(found, key=list(readings_in_order(game)).index)
    told = ({key: value for key, value in found[place].as_json().items() if key != "witness"} for place in places)
    return [{"point": place[0], "reading": place[1], **one} for place, one in zip(places, told, strict=True)]


def readings_in_order(game: str) -> Iterable[tuple[str, str]]:
    """Every reading that is not ours, by point and name, in rulebook order."""
    for point in game_called(game).readings.points.values():
        yield from ((point.id, reading.name) for reading in point.others)


def example_rows(game: str, workers: Workers) -> list[dict[str, Any]]:
    """Which worked examples each reading keeps that makes a difference to play."""
    played = game_called(game).readings.played
    places = [place for place in readings_in_order(game) if place[0] in played]
    fates = examples_by_reading(game, [{point: reading} for point, reading in places], workers)
    return [{"reading": "=".join(place), "fates": dict(row)} for place, row in zip(places, fates, strict=True)]


def vector_rows(game: str, workers: Workers) -> list[dict[str, Any]]:
    from archipel.checks.judge.vectors import built, coverage_of

    source = game_called(game).vectors
    coverage = coverage_of(source.universe(), built(game, list(source.SUITES), workers))
    return [
        {"clause": id, "applies": list(coverage.applies[id]), "fails": list(coverage.fails[id])}
        for id in coverage.universe.clauses
    ]


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_game(parser)
    game, workers = parser.parse_args(argv).game, every_core()
    _write(game, SETTLEMENTS, subject_of_readings(game), settlement_rows(game, workers))
    _write(game, EXAMPLES, subject_of_readings(game), example_rows(game, workers))
    _write(game, VECTORS, subject_of_vectors(game), vector_rows(game, workers))
    return 0


def _write(game: str, name: str, subject: str, rows: Sequence[Mapping[str, Any]]) -> None:
    text = json.dumps({"subject": subject, "rows": rows}, indent=1, ensure_ascii=False)
    folder = game_called(game).reports
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(str(folder / name), text + "\n")


if __name__ == "__main__":
    raise SystemExit(guarded(main))
