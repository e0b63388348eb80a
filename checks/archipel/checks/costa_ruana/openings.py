"""Every setup for one order of the cards; any order can be dealt; and chance alone decides the opening."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.projection import machine
from archipel.checks.costa_ruana.theory import game
from archipel.checks.proofs.prover import TIMEOUT_MS
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import PROVED, Scene, SolverVerdict
from archipel.reference import costa_ruana as engine
from archipel.spec.clauses import Nature, Part
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role, Symbol, symbols_in

CHANCE = ("shaman", "tide", "time", "treasures")
FACTS = RULEBOOK.vocabulary.with_role(Role.STATE)
TIDES = (engine.Background.HIGH_TIDE, engine.Background.LOW_TIDE)
TIMES = (engine.Background.DAY, engine.Background.NIGHT)


def setups(players: int) -> Iterator[engine.Setup]:
    """Every way to begin with one order of the cards."""
    islands, order = range(NUMBERS.islands_for_players[players]), engine.Setup.from_seed(players, players).order
    poor = itertools.combinations(islands, NUMBERS.poor_islands)
    for pair, tide, time, shaman in itertools.product(poor, TIDES, TIMES, range(players)):
        yield engine.Setup(players, order, tide, time, pair, shaman)


def orders(players: int, cases: int) -> tuple[int, str]:
    """Any order of the kept cards may be dealt, and nothing that is not one."""
    chance = Random(players)
    for case in range(cases):
        setup = engine.Setup.from_seed(players, case)
        values = projection.values(engine.new_game(setup), setup)
        if broken := machine().at(values).broken(Nature.INITIAL):
            return case, f"an order of the cards breaks {broken}"
        first, second = chance.sample(setup.order, 2)
        doubled = list(values["position"])
        doubled[first] = doubled[second]
        if not machine().at(values | {"position": tuple(doubled)}).broken(Nature.INITIAL):
            return case, f"cards {first} and {second} may be at one place"
    return cases, ""


def unique(players: int, prover: str) -> SolverVerdict:
    """Chance alone decides the opening: with the same chance there is only one."""
    known = NUMBERS.values(players) | {"cards": NUMBERS.deck_size}
    one = Interpretation(prover, known)
    material = RULEBOOK.vocabulary.with_role(Role.MATERIAL)
    shared = {s.name: one.table(s) for s in (*material, *(RULEBOOK.vocabulary.symbols[name] for name in CHANCE))}
    two = Interpretation(prover, known, prefix="other_").changed(shared)
    for symbol in (symbol for symbol in FACTS if symbol.name not in CHANCE):
        assumptions = [view(part.term) for view in (one, two) for part in _fixing(symbol)]
        same = one.conjunction(one.table(symbol)[at] == two.table(symbol)[at] for at in _differing(one, symbol))
        verdict = Scene(one, TIMEOUT_MS).decide([assumptions], [same])
        if verdict.status is not Status.PROVED:
            return verdict
    return PROVED


def _differing(view: Interpretation, symbol: Symbol) -> Iterator[tuple[int, ...]]:
    """The places of a fact that differ: of elements that no clause about openings tells apart, one stands for all."""
    alike = [domain for domain in game().symmetric_openings if symbol.domains.count(domain) == 1]
    rows = [view.elements(domain) for domain in symbol.domains]
    return itertools.product(*(row[:1] if d in alike else row for d, row in zip(symbol.domains, rows, strict=True)))


def _fixing(symbol: Symbol) -> list[Part]:
    """The clauses about the opening that speak of a fact, or of where the shuffle put each card."""
    return [
        part
        for part in RULEBOOK.parts(Nature.INITIAL)
        if symbol.name in symbols_in(part.term) or part.name == "only_kept_cards_have_a_position"
    ]
