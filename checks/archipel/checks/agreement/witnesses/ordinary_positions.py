"""Ordinary positions: every moment of a game by a random player (a case base), and those nearest to what is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.agreement.witnesses.conditions import Values
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.checks.proofs.necessity.stages import entries
from archipel.spec.clauses import Step


@dataclass(frozen=True, eq=False)
class Ordinary:
    """A moment of a game: the position, the step that led there, and the step that comes next.

    Arguments of the decision that comes next, or that came last, are among the values.
    """

    values: Values
    last: Step | None
    due: Step | None


def ordinary_game(mapping: EngineMapping[Setup, State, Action, Terms], players: int, seed: int) -> Iterator[Ordinary]:
    """Every moment of one game by the terms of the rulebook."""
    engine, chance, last = mapping.engine, Random(seed), None
    setup = engine.setup_from_seed(players, seed, engine.standard)
    state = engine.new_game(setup, engine.standard)
    while actions := engine.legal_actions(state):
        action = chance.choice(actions)
        step, given = mapping.step_of(state, action)
        arguments = arguments_of(step, given)
        position = mapping.position(state)
        yield Ordinary({**position.values, **arguments}, last, step)
        position, last = position.machine.at(position.after(step, *given)), step
        for consequence, its_own, after in position.unfolding():
            yield Ordinary({**position.values, **arguments, **arguments_of(consequence, its_own)}, last, consequence)
            position, last = after, consequence
        state = engine.apply_action(state, action)
    yield Ordinary(mapping.values(state), last, None)


def arguments_of(step: Step, given: Sequence[Any]) -> dict[str, Any]:
    return {symbol.name: value for symbol, value in zip(step.arguments, given, strict=True)}


def distance(given: Values, here: Values) -> tuple[int, int]:
    """How many entries of what is given are otherwise here, and by how much they differ in all."""
    pairs = [pair for name, value in given.items() if name in here for pair in _pairs(value, here[name])]
    return sum(one != other for one, other in pairs), sum(abs(one - other) for one, other in pairs)


def _pairs(given: Any, here: Any) -> list[tuple[int, int]]:
    found = dict(entries(here))
    return [(value, found[place]) for place, value in entries(given) if value is not None and place in found]


def nearest(moments: Iterable[Ordinary], given: Values) -> list[Ordinary]:
    """For each step that comes next, the moment nearest to what is given; the nearest of these first."""
    best: dict[Step | None, tuple[tuple[int, int], Ordinary]] = {}
    for moment in moments:
        far = distance(given, moment.values)
        if moment.due not in best or far < best[moment.due][0]:
            best[moment.due] = far, moment
    return [moment for _, moment in sorted(best.values(), key=lambda found: found[0])]
