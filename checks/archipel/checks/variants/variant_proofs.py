"""Every theorem of a variant put to the provers, as ``archipel prove --variant`` does. Nothing here knows any game.

What is expected is what is expected of the original: a theorem that breaks is not as expected. Theorems that are worked
out case by case, or quote a passage that the variant reads otherwise, are about the original alone and are left out,
which is said. Clauses and engine are checked against each other in games of the variant only by playing them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from archipel.checks.proofs.kept.cache import Cache
from archipel.checks.proofs.kept.foundations import Foundations
from archipel.checks.proofs.numbers.independence import every_claim
from archipel.checks.proofs.obligations import result, result_id, theorem_of
from archipel.checks.proofs.prover import PROVERS, ProofQuestion, decide, places_to_prove
from archipel.checks.proofs.results import Check, Result
from archipel.checks.proofs.run_checks import find_out, report
from archipel.checks.support.arguments import workers_of
from archipel.checks.variants.playability import playable
from archipel.checks.variants.theorem_impact import game_of, quotes
from archipel.checks.variants.variant_files import Variant, variant_in
from archipel.reference.strict_json import BadInput
from archipel.spec.theorems import Claim, Form

# The key of a result that is not kept.
NOT_KEPT = ""


def run(arguments: argparse.Namespace) -> int:
    """Prove what can be proved of a variant and print it; the value is the exit code."""
    variant = variant_in(arguments)
    if arguments.players is not None and arguments.players not in variant.players:
        raise BadInput(f"--players: expected {variant.players[0]} to {variant.players[-1]}, found {arguments.players}")
    asked = variant.players if arguments.players is None else [arguments.players]
    _check_set_up(variant, asked)
    only = arguments.only or ""
    every = list(checks(variant, asked, 1000 * arguments.timeout))
    found = [part for check in every if (part := about(variant, check, only)) is not None]
    if not found:
        raise BadInput(f"--only: nothing a prover decides for these players has an id that begins with {only!r}")
    foundations = Foundations(game_of(variant), lambda: every)
    whole = find_out(found, workers_of(arguments), Cache(None), foundations)
    results = [result for result in whole if _matches(variant, result.id, only)]
    left_out = sorted({claim.theorem for claim in _every(variant) if _about_the_original(variant, claim)})
    if told := [id for id in left_out if id.startswith(only)]:
        print(f"archipel: about the original alone, and left out: {', '.join(told)}", file=sys.stderr)
    return report(results, arguments)


def _check_set_up(variant: Variant, asked: Sequence[int]) -> None:
    """Of a game that cannot begin everything could be proved."""
    for players in asked:
        found = playable(variant, players)
        if found.clauses:
            raise BadInput(f"no game for {players} players can begin: {', '.join(found.clauses)} cannot all be kept")


def _every(variant: Variant) -> Iterator[Claim]:
    yield from (claim for theorem in game_of(variant).theory.theorems.values() for claim in theorem.claims)


def _about_the_original(variant: Variant, claim: Claim) -> bool:
    return claim.form is Form.WORKED_OUT or quotes(variant, claim)


def checks(variant: Variant, players: Sequence[int], timeout: int) -> Iterator[Check]:
    """The claims in one place, for one number of players and one prover, as a check; the largest problems first."""
    game = game_of(variant)
    groups: dict[tuple[int, str], list[str]] = {}
    for claim in every_claim(game).values():
        theorem = theorem_of(game, claim)
        counts = [n for n in players if theorem is None or n in (theorem.players or players)]
        if quotes(variant, claim):
            continue
        for where in places_to_prove(game, claim):
            for n in counts[:1] if game.by_situation(claim) else counts:
                groups.setdefault((n, where), []).append(claim.name)
    for (n, where), names in sorted(groups.items(), key=lambda group: -group[0][0]):
        for prover in reversed(PROVERS):
            keys = dict.fromkeys(names, NOT_KEPT)
            id, given = f"variant.{where or 'positions'}", (variant, where, prover, timeout)
            yield Check(id, n, prove, given, keys, (prover,))


def about(variant: Variant, check: Check, only: str) -> Check | None:
    """A check of claims, without those that nobody asked about."""
    game = game_of(variant)
    ids = {name: result_id(game, every_claim(game)[name]) for name in check.keys}
    return check.without({name for name, id in ids.items() if not _matches(variant, id, only)})


def _matches(variant: Variant, id: str, only: str) -> bool:
    theorem = game_of(variant).theory.theorems.get(id)
    return id.startswith(only) or (theorem is not None and only in theorem.covers)


def prove(
    _: str, players: int, variant: Variant, where: str, prover: str, timeout: int, names: Sequence[str]
) -> list[Result]:
    """One result for each claim in one place; a function that processes can share."""
    game = game_of(variant)
    question, claims = ProofQuestion(game, players, prover, timeout), [every_claim(game)[name] for name in names]
    verdicts = decide(question, where, claims)
    return [result(game, claim, question, where, verdicts[claim.name]) for claim in claims]
