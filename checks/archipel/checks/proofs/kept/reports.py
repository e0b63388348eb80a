"""What ``archipel prove`` found, written down for the documentation, with what it was found about.

The report says which claims and clauses it is about, by their content, and has a checksum of what it says. A page made
from a report that is about other rules, or was changed by hand, is refused, so what the documentation says was really
found of these rules.

examples:
  python -m archipel.checks.proofs.kept.reports     run everything and write the report beside the checks of the game
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from archipel.checks.games.registry import add_game, game_called
from archipel.checks.proofs.kept.cache import Cache, checksum, default_folder
from archipel.checks.proofs.kept.foundations import Foundations
from archipel.checks.proofs.obligations import claims_of
from archipel.checks.proofs.prover import ProofGame, term_of
from archipel.checks.proofs.results import Result
from archipel.checks.proofs.run_checks import GAMES as RANDOM_GAMES
from archipel.checks.proofs.run_checks import SECONDS, find_out
from archipel.checks.support.arguments import OneLineParser, guarded
from archipel.checks.support.files import write_whole
from archipel.checks.support.parallel import every_core
from archipel.spec.logic.fingerprint import Fingerprints, digest

FILE = "proofs.json"
LEFT_OUT = ("seconds", "rests_on")


def subject(game: ProofGame) -> str:
    """What a report is about: everything the clauses and the theorems say."""
    fingerprint = Fingerprints()
    parts = [part for clause in game.theory.rulebook.clauses.values() for part in clause.parts]
    clauses = [f"{part.clause} {fingerprint(part.term)}" for part in parts]
    claims = [f"{claim.theorem} {fingerprint(term_of(claim))}" for claim in claims_of(game).values()]
    stated = [f"{theorem.id} {theorem.outcome.value}" for theorem in game.theory.theorems.values()]
    return digest([*clauses, *claims, *stated])


def written(game: ProofGame, results: Sequence[Result]) -> dict[str, Any]:
    """The report: every result, without the time it took and the claims it rests on; of a situation, what is told."""
    rows = [{key: value for key, value in result.as_json().items() if key not in LEFT_OUT} for result in results]
    for row in rows:
        if "witness" in row:
            row["witness"] = {"told": row["witness"].get("told", {})}
    about = subject(game)
    return {"subject": about, "checksum": checksum(about, rows), "results": rows}


def read(folder: Path, game: ProofGame) -> tuple[list[Result], str]:
    """The results of a report, none if there is no report, and what is wrong with it, if anything."""
    try:
        report: Mapping[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return [], ""
    stale = "" if report["subject"] == subject(game) else f"{FILE} is about other rules; run make report"
    if report.get("checksum") != checksum(report["subject"], report["results"]):
        stale = f"{FILE} was changed by hand; run make report"
    return [Result.from_json({**row, "seconds": 0.0}) for row in report["results"]], stale


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_game(parser)
    parser.add_argument("folder", type=Path, nargs="?", help="where the report goes, if not beside the checks")
    arguments = parser.parse_args(argv)
    folder = arguments.folder or game_called(arguments.game).reports
    game = game_called(arguments.game)
    checks = game.suite.checks(RANDOM_GAMES, game.players, 1000 * SECONDS)
    foundations = Foundations.of(game.called, game.players, 1000 * SECONDS)
    found = find_out(checks, every_core(), Cache(default_folder()), foundations)
    results = [replace(result, setting=game.setting) for result in found]
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(written(game.proofs, results), indent=1, ensure_ascii=False)
    write_whole(str(folder / FILE), text + "\n")
    return 0 if all(result.as_expected for result in results) else 1


if __name__ == "__main__":
    raise SystemExit(guarded(main))
