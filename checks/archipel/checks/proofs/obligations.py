"""Every theorem of a game as checks: which claims, where, for how many players, with which prover.

One check is a step (or the opening, or any position), a number of players and a prover; the claims to be shown there
share what is written for the prover, but each has a result and a key of its own. Nothing here knows any game.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from archipel.checks.games.configuration import Configuration
from archipel.checks.games.registry import game_called
from archipel.checks.proofs.prover import (
    ANYWHERE,
    OPENING,
    PROVERS,
    ProofGame,
    ProofQuestion,
    decide,
    places_to_prove,
    term_of,
)
from archipel.checks.proofs.results import Check, Result, Status
from archipel.checks.proofs.solver_session import SolverVerdict
from archipel.checks.support.versions import code_of, version_of
from archipel.spec.clauses import Nature
from archipel.spec.logic.fingerprint import Fingerprints, digest
from archipel.spec.logic.terms import Role, Term, within_bounds
from archipel.spec.theorems import METHODS, Claim, Form, Outcome, Theorem, besides_guards

PROVING_CODE = ("archipel.spec.logic", "archipel.checks.proofs.prover", "archipel.checks.proofs.solver_session")


def claims_of(game: ProofGame) -> dict[str, Claim]:
    """Every claim that a prover can decide, by name."""
    forms = [form for form in Form if form not in (Form.WORKED_OUT, Form.INVARIANT)]
    found: dict[str, Claim] = {}
    for claim in (*game.theory.invariants, *game.theory.claims(*forms)):
        if claim.name in found:
            raise ValueError(f"{claim.theorem} and {found[claim.name].theorem} both claim {claim.name}")
        found[claim.name] = claim
    return found


def theorem_of(game: ProofGame, claim: Claim) -> Theorem | None:
    """The theorem a claim belongs to; a clause's own invariant belongs to none."""
    return game.theory.theorems.get(claim.theorem)


def result_id(game: ProofGame, claim: Claim) -> str:
    if theorem_of(game, claim) is not None:
        return claim.theorem
    return f"invariant.{claim.theorem}.{claim.name.replace('_', '-')}"


def theory_checks(
    name: str, players: Sequence[int], timeout: int, provers: Sequence[str] = PROVERS, deep: bool = True
) -> list[Check]:
    """Everything to prove about a game, the largest problems first.

    What one situation shows, that something is possible or that a claim has an exception, is shown for the fewest
    players; if the run is ``deep``, for every number of them.
    """
    game = game_called(name).proofs
    keys = Keys(name, game)
    groups: dict[tuple[str, int, tuple[str, ...]], list[Claim]] = {}
    for claim in claims_of(game).values():
        asked = [tuple(provers)] if game.by_situation(claim) else [(prover,) for prover in reversed(provers)]
        places = itertools.product(places_to_prove(game, claim), _counts(game, claim, players, deep), asked)
        for place in places:
            groups.setdefault(place, []).append(claim)
    return [
        Check(
            f"theory.{where or 'positions'}",
            count,
            prove_claims,
            (name, where, together, timeout),
            {claim.name: digest(keys(claim, where, count, prover) for prover in together) for claim in claims},
            together,
        )
        for (where, count, together), claims in sorted(groups.items(), key=lambda group: -group[0][1])
    ]


def _counts(game: ProofGame, claim: Claim, players: Sequence[int], deep: bool) -> list[int]:
    """For how many players a claim is looked at."""
    theorem = theorem_of(game, claim)
    found = [n for n in players if theorem is None or n in (theorem.players or players)]
    return found[:1] if game.by_situation(claim) and not deep else found


def prove_claims(
    _: str, players: int, name: str, where: str, provers: Sequence[str], timeout: int, items: Sequence[str]
) -> list[Result]:
    """What each prover says of each claim in one place; together they look for a situation once."""
    game = game_called(name).proofs
    claims = [claims_of(game)[item] for item in items]
    found: list[Result] = []
    known: dict[str, SolverVerdict] | None = None
    for prover in provers:
        question = ProofQuestion(game, players, prover, timeout)
        verdicts = decide(question, where, claims, known)
        known = verdicts if prover == PROVERS[0] else known
        found += [result(game, claim, question, where, verdicts[claim.name]) for claim in claims]
    return found


def result(game: ProofGame, claim: Claim, question: ProofQuestion, where: str, verdict: SolverVerdict) -> Result:
    theorem = theorem_of(game, claim)
    expected = theorem is None or theorem.outcome is Outcome.HOLDS
    found = Result(
        result_id(game, claim),
        question.players,
        verdict.status,
        "from other invariants" if claim.name in game.following else METHODS[claim.form],
        verdict.instances,
        question.prover,
        verdict.seconds,
        expected=expected,
        item=claim.name,
        place=where,
        rests_on=tuple(sorted(verdict.rests_on)),
    )
    if not verdict.values or game.witness is None:
        refuted = verdict.status is Status.REFUTED
        return replace(found, detail=situation(game, where, verdict.values)) if refuted else found
    witness = game.witness(claim, theorem, question, verdict)
    told = "\n".join(witness.get("told", {}).get("en", ()))
    return replace(found, witness=witness, detail=told if verdict.status is Status.REFUTED else "")


def situation(game: ProofGame, where: str, values: Mapping[str, Any]) -> str:
    """The facts in which a claim does not hold, and the step that is taken there, as the clauses name them."""
    rulebook = game.theory.rulebook
    given = rulebook.steps[where].arguments if where in rulebook.steps else ()
    told = [f"{symbol.name} {_written(values[symbol.name])}" for symbol in given if symbol.name in values]
    facts = [symbol.name for symbol in rulebook.vocabulary.with_role(Role.STATE) if symbol.name in values]
    position = ", ".join([f"{name} = {_written(values[name])}" for name in facts])
    return f"{where} {', '.join(told)}: {position}" if told else position


def _written(value: Any) -> str:
    return f"({', '.join(map(_written, value))})" if isinstance(value, tuple | list) else str(value)


class Keys:
    """Keys under which results about claims are kept: what is claimed, from what, about which numbers, by whom.

    Hints are part of it: with others, a proof may rest on something else.
    """

    def __init__(self, name: str, game: ProofGame) -> None:
        self.game = game
        self.fingerprint = Fingerprints()
        self.code = code_of(*PROVING_CODE, *game_called(name).proof_code)
        self.settings: dict[str, str] = {}
        self.claims: dict[str, str] = {}
        self.assumable: dict[tuple[str, int], str] = {}

    def __call__(self, claim: Claim, where: str, players: int, prover: str) -> str:
        theorem = theorem_of(self.game, claim)
        return digest(
            [
                self.code,
                version_of(prover),
                repr((players, sorted(self.game.known(players).items()))),
                claim.form.value,
                where,
                self._claimed(claim),
                self._setting(where),
                repr((claim.name, claim.theorem, theorem and theorem.outcome.value)),
                self._assumable(where, players),
                repr(sorted(self.game.hints.get(claim.name, {}).get(where, ()))),
            ]
        )

    def _claimed(self, claim: Claim) -> str:
        """What is claimed; the same in every place, for all players and for every prover."""
        if claim.name not in self.claims:
            self.claims[claim.name] = self.fingerprint(term_of(claim))
        return self.claims[claim.name]

    def _setting(self, where: str) -> str:
        """What may be assumed in a place, and what happens there."""
        if where not in self.settings:
            self.settings[where] = self.fingerprint(*self._terms(where))
        return self.settings[where]

    def _assumable(self, where: str, players: int) -> str:
        """What a proof may say that it rests on: the names, each with what it stands for."""
        if (where, players) not in self.assumable:
            game = self.game
            lemmas = [claim for claim in game.lemmas if where in places_to_prove(game, claim)]
            claims = [claim for claim in (*game.invariants, *lemmas) if game.is_claimed(claim, players)]
            self.assumable[where, players] = repr([(claim.name, self._claimed(claim)) for claim in claims])
        return self.assumable[where, players]

    def _terms(self, where: str) -> Iterator[Term]:
        rulebook = self.game.theory.rulebook
        yield from (part.term for part in rulebook.parts(Nature.REQUIREMENT, Nature.INITIAL))
        yield from (term_of(claim) for claim in self.game.theory.invariants)
        if where not in (OPENING, ANYWHERE):
            step = rulebook.steps[where]
            yield from (part.term for part in rulebook.guards(step))
            yield from besides_guards(rulebook, step)
            yield from (within_bounds(argument) for argument in step.arguments if argument.bounds is not None)
            yield from (change.term for change in rulebook.changes(step))


def combined(results: Iterable[Result]) -> Mapping[tuple[str, Configuration], set[Status]]:
    """For each claim and configuration, the statuses that provers gave; two that differ are a disagreement."""
    found: dict[tuple[str, Configuration], set[Status]] = {}
    for one in results:
        if one.prover is not None and one.status is not Status.UNDECIDED:
            found.setdefault((one.id, one.configuration), set()).add(one.status)
    return found


def disagreements(results: Iterable[Result]) -> list[str]:
    """Where one prover proves what another refutes."""
    return [
        f"{id} with {here.players} players{f' ({here.setting})' if here.setting else ''}: "
        "one prover proves it, another refutes it"
        for (id, here), statuses in combined(results).items()
        if {Status.PROVED, Status.REFUTED} <= statuses
    ]


def statement(theorem: Theorem, language: str, numbers: Mapping[str, Any]) -> str:
    return theorem.statement(language, {name: value for name, value in numbers.items() if isinstance(value, int)})
