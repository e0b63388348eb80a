"""A variant of Costa Ruana as its proofs see it, and what a prover finds there told in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from archipel.checks.agreement.witnesses.whole_position import whole_position
from archipel.checks.costa_ruana import comparing, projection, theory
from archipel.checks.costa_ruana.decks import fitting_deck
from archipel.checks.costa_ruana.projection import machine
from archipel.checks.costa_ruana.variants import numbers_in
from archipel.checks.costa_ruana.witness import REPLAYER, SITUATIONS
from archipel.checks.costa_ruana.working_out_end import patterns_with
from archipel.checks.proofs.prover import ProofGame, ProofQuestion, term_of
from archipel.checks.proofs.solver_session import SolverVerdict
from archipel.checks.readings.divergence import Duel
from archipel.checks.variants.restated_theorems import rebased
from archipel.checks.variants.variant_files import Variant
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana.readings import choice_of
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic.terms import Role, symbols_in
from archipel.spec.theorems import Claim, Theorem

# Procedures that can be worked through with other numbers; the others arrange games for the printed ones.
WORKED_OUT = {"island_patterns": patterns_with}


@cache
def game_under(variant: Variant, without: frozenset[str] = frozenset()) -> ProofGame:
    """The game as the provers know it, with a variant's numbers and readings, and without some invariants."""
    base = theory.game()
    return replace(
        base,
        theory=rebased(base.theory, variant.rulebook, without),
        known=partial(_known, variant),
        witness=partial(_witness, variant),
        specimen=None if fitting_deck(variant) is None else partial(_specimen, variant),
        complete=None if variant.chosen else partial(_complete, variant, without),
    )


def _known(variant: Variant, players: int) -> dict[str, Any]:
    values = variant.numbers.values(players)
    return values | {"cards": values["deck_size"]}


def _specimen(variant: Variant, players: int) -> dict[str, Any]:
    """A deck that fits, in one order."""
    deck = fitting_deck(variant)
    assert deck is not None
    return projection.material(deck, engine.Setup.from_seed(players, 0, variant.sides.rules, deck).order)


def _complete(
    variant: Variant, without: frozenset[str], claim: Claim, players: int, values: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """A whole position of the variant that is like this where the claim looks; None if none was found."""
    given = {name: value for name, value in values.items() if name in symbols_in(term_of(claim))}
    invariants = [other for other in theory.game().theory.invariants if other.name not in {*without, claim.name}]
    return whole_position(REPLAYER, claim, given | variant.numbers.values(players), invariants)


def _witness(
    variant: Variant, claim: Claim, theorem: Theorem | None, question: ProofQuestion, verdict: SolverVerdict
) -> Mapping[str, Any]:
    """The situation that a prover found, replayed by the engine with the variant's numbers, and told."""
    clauses = variant.rulebook.clauses
    statements = clauses[claim.theorem].statements if theorem is None else theorem.statements
    sentences = {lang: sentence.format(**variant.in_statements) for lang, sentence in statements.items()}
    step = verdict.where if verdict.where in RULEBOOK.steps else None
    spoken = {symbol.name for symbol in symbols_in(term_of(claim)).values() if symbol.role is Role.STATE}
    mentions = spoken | variant.numbers.values(question.players).keys()
    values = {**verdict.values, **variant.numbers.values(question.players)}
    readings = variant.sides.rules.readings
    found = REPLAYER.found(question.players, values, step, sentences, mentions)
    situation = replace(found, choice=choice_of(readings))
    return SITUATIONS.as_json(situation, REPLAYER.replay(situation, machine(readings)))


def works_out(variant: Variant, procedure: str, players: int) -> str | None:
    """What is wrong with a theorem that is worked out case by case; None if that is only done for the original."""
    if procedure not in WORKED_OUT or variant.chosen:
        return None
    return WORKED_OUT[procedure](players, numbers_in(variant))


# Two variants of the same numbers


def apart_in_play(one: Variant, other: Variant, players: int) -> bool:
    """Whether two variants part in one of a few games with a deck that fits the first, if one is known."""
    deck, rules = fitting_deck(one), (one.sides.rules, other.sides.rules)
    return deck is not None and comparing.parting_at_random(rules, players, deck) is not None


def duel(one: Variant, other: Variant, fallen: frozenset[str]) -> Duel:
    game = game_under(one, fallen)
    return comparing.duel(game.theory.rulebook, other.rulebook, game)


# Beginning a game


def refusal(variant: Variant, players: int) -> str:
    """Why the engine does not begin a game with a deck that fits; empty if it does, or if no such deck is known."""
    deck = fitting_deck(variant)
    if deck is None:
        return ""
    try:
        setup = engine.Setup.from_seed(players, 0, variant.sides.rules, deck)
        engine.new_game(setup, variant.sides.rules, deck)
    except BadInput as error:
        return str(error)
    return ""
