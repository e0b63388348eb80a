"""Setup as constraints: the opening positions the clauses describe are those the engine begins with, and no others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.theory import game
from archipel.checks.proofs.prover import TIMEOUT_MS
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import PROVED, Scene, Verdict
from archipel.reference import costa_ruana as engine
from archipel.spec.clauses import Nature, Part
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role, Symbol, symbols_in

CHANCE = ("shaman", "tide", "time", "treasures")
FACTS = RULEBOOK.vocabulary.with_role(Role.STATE)


def described(players: int, order: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """Every opening position the clauses allow for one order of the cards, found by the solver."""
    known = NUMBERS.values(players) | projection.material(engine.balanced_deck(), order)
    view = Interpretation("z3", known)
    solver = view.api.Solver()
    for part in RULEBOOK.parts(Nature.INITIAL, Nature.REQUIREMENT):
        fact = view(part.term)
        solver.add(view.api.BoolVal(fact) if isinstance(fact, bool) else fact)
    tables = {symbol.name: view.table(symbol) for symbol in FACTS}
    free = [unknown for name in CHANCE for unknown in tables[name].values()]
    always = _always(view, solver)
    while solver.check() == view.api.sat:
        model = solver.model()
        yield always | {symbol.name: _read(model, view, symbol) for symbol in FACTS if symbol.name not in always}
        solver.add(view.api.Or([unknown != model.eval(unknown, model_completion=True) for unknown in free]))


def _always(view: Interpretation, solver: Any) -> dict[str, Any]:
    """What is the same in every opening, if there is one; it need not be looked up in each."""
    if solver.check() != view.api.sat:
        return {}
    first, found = solver.model(), {}
    for symbol in (symbol for symbol in FACTS if symbol.name not in CHANCE):
        unknowns = [view.expression(entry) for entry in view.table(symbol).values()]
        other = view.api.Or([unknown != first.eval(unknown, model_completion=True) for unknown in unknowns])
        if solver.check(other) == view.api.unsat:
            found[symbol.name] = _read(first, view, symbol)
    return found


def _read(model: Any, view: Interpretation, symbol: Symbol) -> Any:
    def value(place: tuple[int, ...]) -> int | bool:
        found = model.eval(view.table(symbol)[place], model_completion=True)
        return view.api.is_true(found) if symbol.is_prop else int(found.as_long())

    def nested(place: tuple[int, ...], depth: int) -> Any:
        if depth == len(symbol.domains):
            return value(place)
        return tuple(nested((*place, index), depth + 1) for index in view.elements(symbol.domains[depth]))

    return nested((), 0)


def begun(players: int, order: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """Every opening position the engine begins with for one order of the cards."""
    islands = range(NUMBERS.islands_for_players[players])
    poor = itertools.combinations(islands, NUMBERS.poor_islands)
    for pair, tide, time, shaman in itertools.product(poor, TIDES, TIMES, range(players)):
        yield projection.facts(engine.new_game(engine.Setup(players, order, tide, time, pair, shaman)))


TIDES = (engine.Background.HIGH_TIDE, engine.Background.LOW_TIDE)
TIMES = (engine.Background.DAY, engine.Background.NIGHT)


def compare(players: int) -> tuple[int, str]:
    """How many openings there are for one order, and how clauses and engine differ about them, if they do."""
    order = engine.Setup.from_seed(players, players).order
    by_clauses = {_key(facts) for facts in described(players, order)}
    by_engine = {_key(facts) for facts in begun(players, order)}
    only_clauses, only_engine = len(by_clauses - by_engine), len(by_engine - by_clauses)
    difference = f"{only_clauses} only by the clauses, {only_engine} only by the engine"
    return len(by_engine), difference if by_clauses != by_engine else ""


def _key(facts: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(facts[symbol.name] for symbol in FACTS)


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


def unique(players: int, prover: str) -> Verdict:
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
