"""Find out what each proof rests on, and write it down, so that the next run tries that first.

Hints cost or save time and change no result. A proof that already succeeds from its hints keeps them.

examples:
  python -m archipel.checks.proofs.kept.hints                       every claim that needs a hint
  python -m archipel.checks.proofs.kept.hints --only succession     only claims of theorems whose id begins so
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from archipel.checks.games.registry import add_game, game_called
from archipel.checks.proofs.obligations import claims_of, theorem_of
from archipel.checks.proofs.prover import (
    ProofGame,
    ProofQuestion,
    ProofStage,
    cases_of,
    needed_by,
    places_to_prove,
)
from archipel.checks.proofs.results import Status
from archipel.checks.support.arguments import OneLineParser, guarded
from archipel.checks.support.progress import progress
from archipel.spec.theorems import Claim, Form, Outcome

TIMEOUT_MS = 20_000
PLAYERS = 3


def enough(question: ProofQuestion, where: str, claim: Claim) -> bool:
    """Whether a claim is proved from what its hints name."""
    symmetric = question.game.symmetric_in(claim, where)
    for case, seen in cases_of(question, where, symmetric, claim):
        stage = ProofStage.set_up(question, where, symmetric, case, claim)
        if stage.decided(claim, seen, [next(stage.tiers(claim))]).status is not Status.PROVED:
            return False
    return True


def wanted(game: ProofGame, claim: Claim, only: str) -> bool:
    theorem = theorem_of(game, claim)
    fails = theorem is not None and theorem.outcome is Outcome.FAILS
    return claim.theorem.startswith(only) and claim.form is not Form.POSSIBLE and not fails


def players_for(game: ProofGame, claim: Claim) -> int:
    theorem = theorem_of(game, claim)
    allowed = theorem.players if theorem is not None else ()
    return PLAYERS if not allowed or PLAYERS in allowed else allowed[0]


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_game(parser)
    parser.add_argument("--only", default="", help="only theorems or clauses whose id begins with this")
    arguments = parser.parse_args(argv)
    game = game_called(arguments.game).proofs
    file = game_called(arguments.game).folder / "hints.json"
    claims = [claim for claim in claims_of(game).values() if wanted(game, claim, arguments.only)]
    with progress(len(claims), "hints") as advance:
        for claim in claims:
            renew(game, claim, file)
            advance()
    return 0


def renew(game: ProofGame, claim: Claim, file: Path) -> None:
    question = ProofQuestion(game, players_for(game, claim), "z3", TIMEOUT_MS)
    for where in places_to_prove(game, claim):
        if enough(question, where, claim):
            continue
        names = sorted(needed_by(replace(question, as_functions=True), where, claim))
        hints = json.loads(file.read_text(encoding="utf-8"))
        hints.setdefault(claim.name, {})[where] = names
        file.write_text(json.dumps(hints, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{claim.name} in {where or 'any position'}: {', '.join(names)}")


if __name__ == "__main__":
    raise SystemExit(guarded(main))
