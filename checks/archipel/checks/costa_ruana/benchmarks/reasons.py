"""Why a move is legal or not, for more and more of everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import prod
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from archipel.checks.costa_ruana.benchmarks.games import (
    FOR_THREE,
    ISLANDS,
    PLAYERS,
    quietly,
    recorded,
    with_islands,
)
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.explanations import explain
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.simulate.benchmarks.growth import GrowthRow, Load
from archipel.reference.costa_ruana import STANDARD, Action, Rules, Settle, State, legal_actions
from archipel.reference.costa_ruana.codec import dumps_record, replay
from archipel.spec.clauses import Nature, Rulebook
from archipel.spec.logic.terms import Binder, Domain, Term, children
from archipel.spec.machine import evaluate_number

EVERY = 12
"""Every so many moves of a game somebody asks."""


def evaluations(rulebook: Rulebook, values: Mapping[str, Any]) -> int:
    """How many terms are looked at if every clause is asked once here, and every definition for all its elements."""

    def elements(domain: Domain) -> int:
        return int(evaluate_number(domain.size, values))

    def looked_at(term: Term) -> int:
        here = 1 + sum(looked_at(child) for child in children(term))
        return here * elements(term.variable.domain) if isinstance(term, Binder) else here

    parts = rulebook.parts(Nature.GUARD, Nature.INVARIANT)
    changes = [change for step in rulebook.steps.values() for change in rulebook.changes(step)]
    tables = [(change.term, change.variables) for change in changes]
    tables += [(definition.body, definition.parameters) for definition in rulebook.definitions.values()]
    tabulated = sum(looked_at(term) * prod(elements(v.domain) for v in variables) for term, variables in tables)
    return tabulated + sum(looked_at(part.term) for part in parts)


def _asked(state: State) -> Iterator[Action]:
    """A legal move, and one that is mostly not."""
    menu = legal_actions(state)
    if menu:
        yield menu[0]
        yield Settle(menu[0].player, 0)


def _explained(players: int, rules: Rules) -> Load:
    record = recorded(players, 1, rules)
    states = list(replay(record))[::EVERY]
    values = MAPPING.position(states[0]).values
    each = evaluations(machine().rulebook, values)
    listed = sum(len(legal_actions(state)) for state in states)

    def run() -> None:
        for state in states:
            for action in _asked(state):
                explain(state, action)

    return Load(run, {"terms of clauses": each * len(states), "legal actions": listed})


EXPLAINING = (
    "each clause that has to do with the move is asked, each definition for each of its elements once at most, and "
    "the nearest of the legal actions are picked out of their list"
)


def _explained_at_the_end(moves: int) -> Load:
    """The last move of a record of so many."""
    whole = recorded(max(PLAYERS), 1)
    record = replace(whole, moves=whole.moves[:moves], result=None)
    text = dumps_record(record)
    file = Path(mkdtemp(), "game.json")
    file.write_text(text, encoding="utf-8")
    return Load(partial(quietly, "explain", str(file), "--at", str(moves - 1)), {"moves": moves, "bytes": len(text)})


REPLAYING = "the game is read and replayed once up to the move, and one move is explained"


def rows() -> list[GrowthRow]:
    return [
        GrowthRow("explain", "players", tuple(PLAYERS), lambda players: _explained(players, STANDARD), EXPLAINING),
        GrowthRow(
            "explain", "islands", ISLANDS, lambda islands: _explained(FOR_THREE, with_islands(islands)), EXPLAINING
        ),
        GrowthRow("explain", "moves", (15, 30, 60, 120), _explained_at_the_end, REPLAYING),
    ]
