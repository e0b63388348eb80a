"""Which questions to a prover stand, whatever some numbers are.

A question is made of the claim, what its hints name, and the step it is about. Where that was enough for a proof with
most numbers left open, the proof is one for every game in which the question reads the same and the few numbers that it
rests on are the printed ones. What stands is kept in a file beside the hints, by what each question says; a question
that says something else is simply not there, and is asked again. The file is not believed: it says which proofs to
repeat with which numbers left open, and only what was proved so stands. Nothing here knows any game.

examples:
  python -m archipel.checks.proofs.numbers.independence       prove every question again and write the file (long)
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from archipel.checks.games.registry import add_game, game_called
from archipel.checks.proofs.numbers.bounds import sizes
from archipel.checks.proofs.obligations import Keys, claims_of, result_id, theorem_of
from archipel.checks.proofs.prover import (
    TIMEOUT_MS,
    ProofGame,
    ProofQuestion,
    ProofStage,
    cases_of,
    instances,
    places_to_prove,
    term_of,
)
from archipel.checks.proofs.results import Check, Result, Status
from archipel.checks.proofs.smtlib import Stages
from archipel.checks.support.arguments import OneLineParser, guarded
from archipel.checks.support.parallel import every_core, run_all
from archipel.checks.support.versions import code_of
from archipel.spec.clauses import Nature
from archipel.spec.logic.fingerprint import Fingerprints, digest
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Binder, Domain, Role, Term, symbols_in, walk
from archipel.spec.theorems import Claim, Form, Theory

FILE = "standing.json"
DIGITS = 16
PATIENCE_MS = 2_000
INSTANCES_AT_ONCE = 6


# What a question is made of


def question_terms(game: ProofGame, claim: Claim, where: str) -> list[Term]:
    """What a claim's question to a prover is made of: the claim, what its proof rests on, and the step taken."""
    rulebook, named = game.theory.rulebook, _assumable(game.theory)
    terms = [term_of(claim), *(named[hint] for hint in hints_of(game, claim, where) if hint in named)]
    step = rulebook.steps.get(where)
    if step is not None:
        terms += [part.term for part in rulebook.guards(step)]
        spoken = {name for term in terms for name in symbols_of(term)}
        terms += [change.term for change in rulebook.changes(step) if change.target.name in spoken]
    return terms


def hints_of(game: ProofGame, claim: Claim, where: str) -> Sequence[str]:
    return game.hints.get(claim.name, {}).get(where, ())


@cache
def _assumable(theory: Theory) -> dict[str, Term]:
    """Whatever a hint can name."""
    parts = theory.rulebook.parts(Nature.REQUIREMENT, Nature.INITIAL)
    claims = (*theory.invariants, *theory.claims(Form.STEP))
    return {part.name: part.term for part in parts} | {claim.name: term_of(claim) for claim in claims}


@cache
def every_claim(game: ProofGame) -> dict[str, Claim]:
    return claims_of(game)


@cache
def symbols_of(term: Term) -> frozenset[str]:
    return frozenset(symbols_in(term))


def written(game: ProofGame, claim: Claim, where: str) -> str:
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


@dataclass(frozen=True, eq=False)
class Whatever(ProofQuestion):
    """A question in which some numbers are left open: a proof does for all of their values."""

    free: frozenset[str] = frozenset()

    def view(self, symmetric: Iterable[Domain], opaque: Iterable[str] = (), **more: Any) -> Interpretation:
        view = super().view(symmetric, opaque, **more)
        known = {name: value for name, value in view.known.items() if name not in self.free}
        hidden = opaque if self.as_functions else ()
        return Interpretation(self.prover, known, as_functions=self.as_functions, opaque=hidden)


@cache
def numbers_to_leave_open(theory: Theory) -> frozenset[str]:
    """The numbers that can be unknown to a prover: all but those that say how many there are of something."""
    symbols = theory.rulebook.vocabulary.with_role(Role.PARAMETER)
    terms = [claim.term for claim in (*theory.invariants, *theory.claims(*Form)) if claim.term is not None]
    domains = {part.variable.domain for term in terms for part in walk(term) if isinstance(part, Binder)}
    counted = {name for domain in domains for size in (domain.size, domain.first) for name in symbols_in(size)}
    return frozenset({symbol.name for symbol in symbols if not symbol.domains} - counted - sizes(theory.rulebook))


class Resting:
    """Finds the numbers that proofs rest on, for one number of players; what was written for the prover is kept."""

    def __init__(self, game: ProofGame, players: int) -> None:
        self.game, self.players = game, players
        self.open = numbers_to_leave_open(game.theory)
        self.whatever = self._stages(self.open)

    def _stages(self, free: frozenset[str]) -> Stages:
        return Stages(Whatever(self.game, self.players, "z3", PATIENCE_MS if free else TIMEOUT_MS, free=free))

    def numbers(self, claim: Claim, where: str) -> frozenset[str] | None:
        """The numbers that a claim's proof from its hints rests on; None if there is no such proof."""
        if (claim.name, where) in self.game.numbered:
            return self.open if follows(self._stages(frozenset()), where, claim) else None
        if follows(self.whatever, where, claim):
            return frozenset()
        for needed in (self._core(claim, where), self._named(claim, where), self.open):
            if follows(self._stages(self.open - needed), where, claim):
                return needed
        return None

    def _named(self, claim: Claim, where: str) -> frozenset[str]:
        return self.open & {name for term in question_terms(self.game, claim, where) for name in symbols_of(term)}

    def _core(self, claim: Claim, where: str) -> frozenset[str]:
        """The numbers without whose values some instance would not follow."""
        found: set[str] = set()
        for case, used in cases_of(self.whatever.question, where, self.game.symmetric_in(claim, where), claim):
            stage = self.whatever(claim, where, case, exact=False)
            *_, tier = itertools.islice(stage.tiers(claim), 2 if stage.keeps(claim) else 1)
            values = self._values(stage, claim)
            for piece in instances(stage.seen_by(claim), term_of(claim), used):
                core = stage.scene.core(tier, values, piece)
                found |= set(values) if core is None else core
        return frozenset(found)

    def _values(self, stage: ProofStage, claim: Claim) -> dict[str, Any]:
        symbols, known = self.game.theory.rulebook.vocabulary.symbols, self.game.known(self.players)
        named = self._named(claim, stage.where)
        return {name: stage.scene.view.table(symbols[name])[()] == known[name] for name in named}


# What stands


@cache
def standing(name: str) -> Mapping[tuple[str, int], frozenset[str]]:
    """The numbers that the proof of a question is said to rest on, for each question and number of players.

    A file that cannot be read says nothing.
    """
    try:
        kept = json.loads(_file(name).read_text(encoding="utf-8"))
        if kept["numbers"] != numbers_written(name):
            return {}
        return {
            (question, n): frozenset(numbers.split())
            for question, by_numbers in kept["proved"].items()
            for numbers, players in by_numbers.items()
            for n in players
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def bears_on(name: str, game: ProofGame, claim: Claim, where: str, players: int, changed: frozenset[str]) -> bool:
    """Whether other values for some numbers may change the answer to a question: it is not known to stand, rests on
    one of them, or names one that says how many there are of something."""
    rests_on = standing(name).get((written(game, claim, where), players))
    if rests_on is None or rests_on & changed:
        return True
    counted = changed - numbers_to_leave_open(game.theory)
    return any(counted & symbols_of(term) for term in question_terms(game, claim, where))


def checks_of(name: str, asked: Iterable[tuple[str, str, int]]) -> list[Check]:
    """The proofs that the file promises for some claims, places and numbers of players, to be carried out."""
    game = game_called(name).proofs
    keys = Keys(name, game)
    code = code_of("archipel.checks.proofs.numbers.independence", "archipel.checks.proofs.smtlib")
    groups: dict[tuple[str, int], dict[str, str]] = {}
    for claim, where, players in sorted(set(asked)):
        numbers = standing(name).get((written(game, every_claim(game)[claim], where), players))
        if numbers is not None:
            key = digest([keys(every_claim(game)[claim], where, players, "z3"), code, *sorted(numbers)])
            groups.setdefault((where, players), {})[claim] = key
    return [
        Check(f"standing.{where or 'positions'}", players, stand, (name, where), found, ("z3",))
        for (where, players), found in sorted(groups.items(), key=lambda group: -group[0][1])
    ]


def stand(_: str, players: int, name: str, where: str, items: Sequence[str]) -> list[Result]:
    """Whether claims are proved from their hints whatever the numbers are that the file says they do not rest on."""
    game = game_called(name).proofs
    made: dict[frozenset[str], Stages] = {}
    found = []
    for item in items:
        claim = every_claim(game)[item]
        numbers = standing(name)[written(game, claim, where), players]
        free = frozenset() if (item, where) in game.numbered else numbers_to_leave_open(game.theory) - numbers
        stages = made.setdefault(free, Stages(Whatever(game, players, "z3", TIMEOUT_MS, free=free)))
        status = Status.PROVED if follows(stages, where, claim) else Status.UNDECIDED
        id = result_id(game, claim)
        found.append(Result(id, players, status, "numbers left open", prover="z3", item=item, place=where))
    return found


def numbers_written(name: str) -> str:
    """The printed numbers, as a short string."""
    return digest([repr(sorted(game_called(name).numbers.for_statements().items()))])


def _file(name: str) -> Path:
    return game_called(name).folder / FILE


def questions(game: ProofGame, players: int) -> list[tuple[str, str]]:
    """Every claim and place that is asked about for so many players, other than by a situation."""
    return [
        (claim.name, where)
        for claim in every_claim(game).values()
        if not game.by_situation(claim) and _is_about(game, claim, players)
        for where in places_to_prove(game, claim)
    ]


def _is_about(game: ProofGame, claim: Claim, players: int) -> bool:
    theorem = theorem_of(game, claim)
    return theorem is None or players in (theorem.players or (players,))


Proved = dict[str, frozenset[str]]


def proved(name: str, players: int, asked: Sequence[tuple[str, str]]) -> Proved:
    """The questions among some that stand, and the numbers each rests on; a function that processes can share."""
    game = game_called(name).proofs
    resting, found = Resting(game, players), Proved()
    for claim, where in asked:
        numbers = resting.numbers(every_claim(game)[claim], where)
        if numbers is not None:
            found[written(game, every_claim(game)[claim], where)] = numbers
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_game(parser)
    name = parser.parse_args(argv).game
    counts = game_called(name).players
    tasks = [(n, some) for n in reversed(counts) for some in _together(questions(game_called(name).proofs, n))]
    done = run_all([partial(proved, name, n, some) for n, some in tasks], every_core(), "questions")
    found: dict[str, dict[str, list[int]]] = {}
    for (players, _), standing_now in sorted(zip(tasks, done, strict=True), key=lambda pair: pair[0][0]):
        for question, numbers in standing_now.items():
            found.setdefault(question, {}).setdefault(" ".join(sorted(numbers)), []).append(players)
    beside = _file(name).with_suffix(".tmp")
    beside.write_text(_text(name, found), encoding="utf-8")
    beside.replace(_file(name))
    return 0


def _together(asked: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """What is about one place shares much of its work."""
    places: dict[str, list[tuple[str, str]]] = {}
    for claim, where in asked:
        places.setdefault(where, []).append((claim, where))
    return list(places.values())


def _text(name: str, found: Mapping[str, Mapping[str, Sequence[int]]]) -> str:
    lines = ",\n".join(f'  "{question}": {json.dumps(found[question])}' for question in sorted(found))
    return f'{{\n "numbers": "{numbers_written(name)}",\n "proved": {{\n{lines}\n }}\n}}\n'


if __name__ == "__main__":
    raise SystemExit(guarded(main))
