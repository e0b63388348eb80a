"""Setup as constraints (*model enumeration*): the openings that clauses describe are those that the engine begins with.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from archipel.checks.agreement.mapping import EngineMapping, Values
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role, Symbol


def compare(
    mapping: EngineMapping[Setup, State, Action, Terms], setups: Iterable[Setup], terms: Terms | None = None
) -> tuple[int, str]:
    """How many openings there are, and how clauses and engine differ about them, if they do.

    The setups are all that there are for some number of players and some material, which all of them share.
    """
    given = mapping.engine.standard if terms is None else terms
    begun = [(mapping.engine.new_game(setup, given), setup) for setup in setups]
    rulebook = mapping.machine(mapping.engine.choice_of(given)).rulebook
    facts = _facts(rulebook)
    by_engine = {_key(facts, mapping.facts(state)) for state, _ in begun}
    whole = mapping.values(*begun[0])
    known = {name: value for name, value in whole.items() if name not in {symbol.name for symbol in facts}}
    by_clauses = {_key(facts, values) for values in described(rulebook, known)}
    only_clauses, only_engine = len(by_clauses - by_engine), len(by_engine - by_clauses)
    difference = f"{only_clauses} only by the clauses, {only_engine} only by the engine"
    return len(by_engine), difference if by_clauses != by_engine else ""


def _facts(rulebook: Rulebook) -> Sequence[Symbol]:
    return rulebook.vocabulary.with_role(Role.STATE)


def _key(facts: Sequence[Symbol], values: Values) -> tuple[Any, ...]:
    return tuple(values[symbol.name] for symbol in facts)


def described(rulebook: Rulebook, known: Values) -> Iterator[Values]:
    """Every opening that the clauses allow for known numbers and material, found by the solver."""
    facts, view = _facts(rulebook), Interpretation("z3", dict(known))
    solver = view.api.Solver()
    for part in rulebook.parts(Nature.INITIAL, Nature.REQUIREMENT):
        fact = view(part.term)
        solver.add(view.api.BoolVal(fact) if isinstance(fact, bool) else fact)
    always = _always(view, solver, facts)
    free = [symbol for symbol in facts if symbol.name not in always]
    unknowns = [unknown for symbol in free for unknown in _unknowns(view, symbol)]
    while solver.check() == view.api.sat:
        model = solver.model()
        yield always | {symbol.name: read(model, view, symbol) for symbol in free}
        solver.add(view.api.Or([unknown != model.eval(unknown, model_completion=True) for unknown in unknowns]))


def _unknowns(view: Interpretation, symbol: Symbol) -> list[Any]:
    return [view.expression(entry) for entry in view.table(symbol).values()]


def _always(view: Interpretation, solver: Any, facts: Sequence[Symbol]) -> dict[str, Any]:
    """What is the same in every opening, if there is one; it need not be looked up in each."""
    if solver.check() != view.api.sat:
        return {}
    first, found = solver.model(), {}
    for symbol in facts:
        unknowns = _unknowns(view, symbol)
        other = view.api.Or([unknown != first.eval(unknown, model_completion=True) for unknown in unknowns])
        if solver.check(other) == view.api.unsat:
            found[symbol.name] = read(first, view, symbol)
    return found


def read(model: Any, view: Interpretation, symbol: Symbol) -> Any:
    """What a solver says of a symbol, in its full shape."""

    def value(place: tuple[int, ...]) -> int | bool:
        found = model.eval(view.expression(view.table(symbol)[place]), model_completion=True)
        return bool(view.api.is_true(found)) if symbol.is_prop else int(found.as_long())

    def nested(place: tuple[int, ...], depth: int) -> Any:
        if depth == len(symbol.domains):
            return value(place)
        return tuple(nested((*place, index), depth + 1) for index in view.elements(symbol.domains[depth]))

    return nested((), 0)
