"""Seeded games of any game, walked action by action with the clauses that act in each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from archipel.checks.agreement.lockstep import LockstepGame
from archipel.checks.explain.forbidding_sets import contributions
from archipel.checks.explain.narration import Happened, course
from archipel.checks.games.engine import GameRecord
from archipel.checks.judge.reasons import ClauseReasons
from archipel.spec.clauses import Nature, Rulebook, Step
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.machine import Position

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

GAMES = 4
"""How many games for each number of players, by one kind of random player after the other."""


@dataclass(frozen=True, eq=False)
class Moment:
    """An action in a game, the position before it, and the clauses that act when it is taken."""

    setup: Any
    moves: tuple[Any, ...]
    state: Any
    action: Any
    kind: str
    acting: frozenset[str]
    terms: Any

    @property
    def record(self) -> GameRecord[Any, Any, Any]:
        """The game up to the position."""
        return GameRecord(self.setup, self.moves, self.terms)


class SeededGames:
    """The games that vectors are made of. What a game can say better, it says in a class of its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.mapping = game.mapping
        self.engine = game.engine
        self.codec = game.engine.codec
        self.rulebook: Rulebook = game.rulebook
        self._known: dict[tuple[int, int], tuple[Moment, ...]] = {}
        self._kinds = {kind: name for name, kind in self.engine.actions.items()}

    # What a game has of its own

    def clauses(self, state: Any, happened: Happened) -> Iterable[str]:
        """The clauses by which a consequence changes something, or by whose words it comes out as it does."""
        return contributions(happened.before, happened.step, happened.given)

    def reasons(self, state: Any, action: Any) -> Sequence[Sequence[str]]:
        """Every minimal set of clauses that forbids an action."""
        return ClauseReasons(self.mapping).forbidding(state, action)

    def phase(self, state: Any) -> str:
        """What is asked in a position."""
        legal = self.engine.legal_actions(state)
        return self.kind(legal[0]) if legal else "over"

    # What follows

    def kind(self, action: Any) -> str:
        return self._kinds[type(action)]

    def play(self, players: int, number: int) -> tuple[Moment, ...]:
        """One whole game, engine and clauses in step."""
        if (players, number) not in self._known:
            self._known[players, number] = tuple(self._moments(players, number))
        return self._known[players, number]

    def all_for(self, players: int) -> list[Moment]:
        return [moment for number in range(GAMES) for moment in self.play(players, number)]

    def _moments(self, players: int, number: int) -> Iterator[Moment]:
        terms, policies = self.engine.standard, self.game.policies
        setup, chance = self.engine.setup_from_seed(players, number, terms), Random(f"vectors {players} {number}")
        followed = LockstepGame(self.mapping, self.engine.new_game(setup, terms), setup)
        while actions := self.engine.legal_actions(followed.state):
            action = followed.chosen(policies[number % len(policies)], actions, chance)
            acting = frozenset(self._acting(followed.position, followed.state, action))
            moves = tuple(followed.moves)
            yield Moment(setup, moves, followed.state, action, self.kind(action), acting, terms)
            followed.play(action)

    def _acting(self, position: Position, state: Any, action: Any) -> Iterator[str]:
        """The clauses by which an action and what follows change something, or by whose words it comes out so."""
        step, given = self.mapping.step_of(state, action)
        yield from contributions(position, step, given)
        yield from permitting(position, step, given)
        for happened in course(position.machine.at(position.after(step, *given))):
            yield from self.clauses(state, happened)


def permitting(position: Position, step: Step, given: tuple[Any, ...]) -> list[str]:
    """The clauses that expressly allow a step to be taken in this way."""
    rulebook = position.machine.rulebook
    bound = _permissions(rulebook, step)(position.values)
    return [part.clause for part in rulebook.parts(Nature.PERMITS, step=step) if bound[part.name](*given)]


@cache
def _permissions(rulebook: Rulebook, step: Step) -> Callable[[Mapping[str, Any]], Mapping[str, Callable[..., Any]]]:
    parts = rulebook.parts(Nature.PERMITS, step=step)
    return compile_functions([Function(part.name, part.term, step.arguments) for part in parts])
