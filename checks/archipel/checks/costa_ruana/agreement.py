"""Clauses and engine, step by step through whole games: same legal actions, same next position, clauses kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.reference import costa_ruana as engine
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.machine import Machine, Position

MOST = NUMBERS.greatest_amount + 1


@cache
def machine() -> Machine:
    return Machine(RULEBOOK)


class DisagreementError(Exception):
    """Clauses and engine do not agree; carries the game that shows it."""

    def __init__(self, what: str, setup: engine.Setup, moves: Iterable[engine.Action]) -> None:
        super().__init__(what)
        self.what = what
        self.setup = setup
        self.moves = tuple(moves)


@dataclass
class Lockstep:
    """One game, played by the engine and followed by the clauses."""

    setup: engine.Setup
    deck: engine.Deck = field(default_factory=engine.balanced_deck)
    moves: list[engine.Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = engine.new_game(self.setup, deck=self.deck)
        self.position = machine().at(projection.values(self.state, self.setup.order))
        self._hold(Nature.REQUIREMENT, Nature.INITIAL, Nature.INVARIANT)

    def legal(self) -> tuple[engine.Action, ...]:
        """The engine's legal actions, after checking that the clauses allow these and no others."""
        actions = self.state.legal_actions()
        offered = {projection.step_of(action, self.state.islands) for action in actions}
        if len(offered) != len(actions):
            self._fail("the engine offers the same action twice")
        allowed = {
            (step, given) for step in RULEBOOK.decisions for given in self.position.legal(step, MOST)
        }
        if offered != allowed:
            self._fail(_difference(offered, allowed))
        if bool(actions) == self.state.is_terminal():
            self._fail("a game goes on exactly as long as somebody can act")
        return actions

    def play(self, action: engine.Action) -> None:
        """Take one decision in both, and compare where it leads."""
        self.moves.append(action)
        step, given = projection.step_of(action, self.state.islands)
        self.state = self.state.apply_action(action)
        self.position = self._settled(machine().at(self.position.after(step, *given)))
        expected = projection.facts(self.state)
        wrong = [name for name, value in expected.items() if self.position.values[name] != value]
        if wrong:
            self._fail(
                "; ".join(f"{n}: clauses {self.position.values[n]}, engine {expected[n]}" for n in wrong)
            )

    def _settled(self, position: Position) -> Position:
        """Every consequence in turn, the invariants holding in between."""
        self.position = position
        self._hold(Nature.INVARIANT)
        while (step := self.position.consequence()) is not None:
            self.position = machine().at(self.position.after(step))
            self._hold(Nature.INVARIANT)
        return self.position

    def _hold(self, *natures: Nature) -> None:
        if broken := self.position.broken(*natures):
            self._fail(f"broken: {', '.join(broken)}")

    def _fail(self, what: str) -> None:
        raise DisagreementError(what, self.setup, self.moves)


def _difference(offered: set[Any], allowed: set[Any]) -> str:
    only_engine = sorted((step.name, given) for step, given in offered - allowed)
    only_clauses = sorted((step.name, given) for step, given in allowed - offered)
    return f"only the engine allows {only_engine[:5]}; only the clauses allow {only_clauses[:5]}"


def random_game(players: int, seed: int, every: int = 1) -> Lockstep:
    """A random game checked at every step; the set of legal actions is compared at every ``every``-th decision."""
    game = Lockstep(engine.Setup.from_seed(players, seed))
    chance = Random(seed)
    for index in _forever():
        actions = game.legal() if index % every == 0 else game.state.legal_actions()
        if not actions:
            return game
        game.play(actions[int(chance.random() * len(actions))])
    raise AssertionError("unreachable")


def _forever() -> Iterator[int]:
    index = 0
    while True:
        yield index
        index += 1
