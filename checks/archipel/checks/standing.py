"""Which questions to a prover stand: those proved of the printed numbers from nothing but what they are made of.

A question is made of the claim, what its hints name, and the step it is about. Where that was enough, the proof is a
proof for every game in which the question reads the same: numbers that it does not name may be others. What stands is
kept in a file beside the hints, by what each question says; a question that says something else is simply not there,
and is asked again. Nothing here knows any game.

examples:
  python -m archipel.checks.standing       prove every question again and write the file (some minutes)
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from archipel.checks.cli import GAMES, OneLineParser, guarded
from archipel.checks.parallel import run_all
from archipel.checks.proving import TIMEOUT_MS, Game, Question, cases_of, instances, places_to_prove, term_of
from archipel.checks.results import Status
from archipel.checks.smt2 import Stages
from archipel.checks.theories import claims_of, game_called, theorem_of
from archipel.spec.clauses import Nature
from archipel.spec.logic.fingerprint import Fingerprints, digest
from archipel.spec.logic.terms import Term, symbols_in
from archipel.spec.theorems import Claim, Form, Theory

FILE = "standing.json"
DIGITS = 16
INSTANCES_AT_ONCE = 6


# What a question is made of


def question_terms(game: Game, claim: Claim, where: str) -> list[Term]:
    """What a claim's question to a prover is made of: the claim, what its proof rests on, and the step taken."""
    rulebook, named = game.theory.rulebook, _assumable(game.theory)
    terms = [term_of(claim), *(named[hint] for hint in hints_of(game, claim, where) if hint in named)]
    step = rulebook.steps.get(where)
    if step is not None:
        terms += [part.term for part in rulebook.guards(step)]
        spoken = {name for term in terms for name in symbols_of(term)}
        terms += [change.term for change in rulebook.changes(step) if change.target.name in spoken]
    return terms


def hints_of(game: Game, claim: Claim, where: str) -> Sequence[str]:
    return game.hints.get(claim.name, {}).get(where, ())


@cache
def _assumable(theory: Theory) -> dict[str, Term]:
    """Whatever a hint can name."""
    parts = theory.rulebook.parts(Nature.REQUIREMENT, Nature.INITIAL)
    claims = (*theory.invariants, *theory.claims(Form.STEP))
    return {part.name: part.term for part in parts} | {claim.name: term_of(claim) for claim in claims}


@cache
def every_claim(game: Game) -> dict[str, Claim]:
    return claims_of(game)


@cache
def symbols_of(term: Term) -> frozenset[str]:
    return frozenset(symbols_in(term))


def by_situation(game: Game, claim: Claim) -> bool:
    """Whether one situation settles a claim: that something is possible, or that there is an exception."""
    return claim.form is Form.POSSIBLE or game.expects_exception(claim)


def written(game: Game, claim: Claim, where: str) -> str:
    """What a question says, as a short string."""
    return _fingerprints()(*question_terms(game, claim, where))[:DIGITS]


@cache
def _fingerprints() -> Fingerprints:
    return Fingerprints()


# Asking it


def follows(stages: Stages, where: str, claim: Claim) -> bool:
    """Whether a claim follows from what its hints name; nothing more is asked once a few instances do not."""
    question = stages.question
    symmetric = question.game.symmetric_in(claim, where)
    for case, used in cases_of(question, where, symmetric, claim):
        stage = stages(claim, where, case, exact=False)
        tiers = list(itertools.islice(stage.tiers(claim), 2 if stage.keeps(claim) else 1))
        pieces = list(instances(stage.seen_by(claim), term_of(claim), used))
        own = list(instances(stage.scene.view, term_of(claim), used)) if stage.keeps(claim) else [True] * len(pieces)
        for first in range(0, len(pieces), INSTANCES_AT_ONCE):
            some = slice(first, first + INSTANCES_AT_ONCE)
            if stage.scene.decide(tiers, pieces[some], own[some]).status is not Status.PROVED:
                return False
    return True


# What stands


@cache
def standing(name: str) -> Mapping[str, frozenset[int]]:
    """For each question that stands, the numbers of players it was proved for with the printed numbers."""
    try:
        kept = json.loads(_file(name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    if kept["numbers"] != numbers_written(name):
        return {}
    return {question: frozenset(players) for question, players in kept["proved"].items()}


def stands(name: str, game: Game, claim: Claim, where: str, players: int) -> bool:
    """Whether a question, as it reads in a game, was proved for so many players with the printed numbers."""
    return players in standing(name).get(written(game, claim, where), frozenset())


def numbers_written(name: str) -> str:
    """The printed numbers, as a short string."""
    return digest([repr(sorted(import_module(f"archipel.spec.{name}").NUMBERS.for_statements().items()))])


def _file(name: str) -> Path:
    return Path(str(import_module(f"archipel.checks.{name}").__file__)).parent / FILE


def questions(game: Game, players: int) -> list[tuple[str, str]]:
    """Every claim and place that is asked about for so many players, other than by a situation."""
    return [
        (claim.name, where)
        for claim in every_claim(game).values()
        if not by_situation(game, claim) and _is_about(game, claim, players)
        for where in places_to_prove(game, claim)
    ]


def _is_about(game: Game, claim: Claim, players: int) -> bool:
    theorem = theorem_of(game, claim)
    return theorem is None or players in (theorem.players or (players,))


def proved(name: str, players: int, asked: Sequence[tuple[str, str]]) -> list[str]:
    """The questions among some that stand; a function that processes can share."""
    game = game_called(name)
    stages = Stages(Question(game, players, "z3", TIMEOUT_MS))
    claims = [(every_claim(game)[claim], where) for claim, where in asked]
    return [written(game, claim, where) for claim, where in claims if follows(stages, where, claim)]


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    name = parser.parse_args(argv).game
    counts = import_module(f"archipel.checks.{name}.theory").PLAYERS
    every = [(n, questions(game_called(name), n)) for n in reversed(counts)]
    parts = [(n, asked[first : first + 20]) for n, asked in every for first in range(0, len(asked), 20)]
    done = run_all([partial(proved, name, n, asked) for n, asked in parts], os.cpu_count() or 1, "questions")
    found: dict[str, set[int]] = {}
    for (players, _), standing_now in zip(parts, done, strict=True):
        for question in standing_now:
            found.setdefault(question, set()).add(players)
    text = ",\n".join(f'  "{question}": {sorted(found[question])}' for question in sorted(found))
    whole = f'{{\n "numbers": "{numbers_written(name)}",\n "proved": {{\n{text}\n }}\n}}\n'
    beside = _file(name).with_suffix(".tmp")
    beside.write_text(whole, encoding="utf-8")
    beside.replace(_file(name))
    return 0


if __name__ == "__main__":
    raise SystemExit(guarded(main))
