"""Seeded games, walked decision by decision with the clauses that act in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.happenings import words_used
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.explain.forbidding_sets import contributions
from archipel.reference.costa_ruana import STANDARD, Action, Setup, State, balanced_deck, codec
from archipel.spec.clauses import Nature, Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.machine import Position

GAMES = 4
"""How many games for each number of players: one for each kind of random player."""


@dataclass(frozen=True, eq=False)
class Moment:
    """A decision in a game, the position before it, and the clauses that act when it is taken."""

    setup: Setup
    moves: tuple[Action, ...]
    state: State
    action: Action
    acting: frozenset[str]

    @property
    def record(self) -> codec.Record:
        """The game up to the position."""
        return codec.Record(self.setup, self.moves, STANDARD, balanced_deck())

    @property
    def kind(self) -> str:
        return codec.DECISION_OF[type(self.action)]


@cache
def game(players: int, number: int) -> tuple[Moment, ...]:
    """One whole game, engine and clauses in step."""
    return tuple(_moments(players, number))


def _moments(players: int, number: int) -> Iterator[Moment]:
    setup, chance = Setup.from_seed(players, number), Random(f"vectors {players} {number}")
    followed, moves, policy = Lockstep(setup), list[Action](), POLICIES[number % len(POLICIES)]
    while actions := followed.state.legal_actions():
        action = policy(followed.state, actions, chance)
        acting = frozenset(_acting(followed.position, followed.state, action))
        yield Moment(setup, tuple(moves), followed.state, action, acting)
        moves.append(action)
        followed.play(action)


def _acting(position: Position, state: State, action: Action) -> Iterator[str]:
    """The clauses by which a decision and what follows from it change something, or by whose words it comes out so."""
    step, given = projection.step_of(state, action)
    yield from contributions(position, step, given)
    yield from permitting(position, step, given)
    before = position.machine.at(position.after(step, *given))
    for consequence, arguments, after in before.unfolding():
        yield from contributions(before, consequence, arguments)
        yield from words_used(consequence.name, before, state.rules)
        before = after


def permitting(position: Position, step: Step, given: tuple[Any, ...]) -> list[str]:
    """The clauses that expressly allow a step to be taken in this way."""
    parts = RULEBOOK.parts(Nature.PERMITS, step=step)
    bound = _permissions(step)(position.values)
    return [part.clause for part in parts if bound[part.name](*given)]


@cache
def _permissions(step: Step) -> Callable[[Mapping[str, Any]], Mapping[str, Callable[..., Any]]]:
    parts = RULEBOOK.parts(Nature.PERMITS, step=step)
    return compile_functions([Function(part.name, part.term, step.arguments) for part in parts])
