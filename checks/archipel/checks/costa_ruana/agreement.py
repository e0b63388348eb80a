"""Clauses and engine, step by step: same legal actions, same next position, invariants kept in between."""

from __future__ import annotations

from random import Random
from typing import Any, NoReturn

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.policies import POLICIES, Policy, uniform
from archipel.checks.costa_ruana.witness_known import numbers_of
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import codec
from archipel.spec.clauses import Nature, Step
from archipel.spec.machine import IncoherentError


class DisagreementError(AssertionError):
    """Clauses and engine do not agree; the message ends with a game record that shows it."""

    def __init__(self, what: str, shown_by: str) -> None:
        super().__init__(f"{what}\nshown by: {shown_by}")
        self.what = what


class Lockstep:
    """One game, played by the engine and followed by the clauses."""

    def __init__(
        self,
        start: engine.Setup | engine.State,
        deck: engine.Deck | None = None,
        rules: engine.Rules = engine.STANDARD,
    ) -> None:
        self.start = start
        self.moves: list[engine.Action] = []
        if isinstance(start, engine.Setup):
            self.state = engine.new_game(start, rules, deck or engine.balanced_deck())
            self.machine = machine(rules.readings)
            self.position = self.machine.at(projection.values(self.state, start.order, numbers_of(rules)))
            self._hold(Nature.REQUIREMENT, Nature.INITIAL, Nature.INVARIANT)
        else:
            self.state = start
            self.machine = machine(start.rules.readings)
            self.position = self.machine.at(projection.values(start, numbers=numbers_of(start.rules)))
            self._hold(Nature.REQUIREMENT, Nature.INVARIANT)

    def legal(self) -> tuple[engine.Action, ...]:
        """The engine's legal actions, after checking that the clauses allow these and no others."""
        actions = self.state.legal_actions()
        offered = {projection.step_of(action, self.state.islands, self.state.phase) for action in actions}
        if len(offered) != len(actions):
            self._fail("the engine offers one action twice")
        decisions = self.machine.rulebook.decisions
        allowed = {(step, given) for step in decisions for given in self.position.legal(step)}
        if offered != allowed:
            self._fail(_difference(offered, allowed))
        if bool(actions) == self.state.is_terminal():
            self._fail("a game must go on exactly as long as somebody can act")
        return actions

    def play(self, action: engine.Action) -> None:
        """Take one decision in both, and compare where it leads."""
        self.moves.append(action)
        step, given = projection.step_of(action, self.state.islands, self.state.phase)
        try:
            self.state = self.state.apply_action(action)
        except Exception as error:
            self._fail(f"the engine cannot apply {action}: {error!r}")
        self._follow(step, given)
        expected = projection.facts(self.state)
        found = self.position.values
        if wrong := [name for name, value in expected.items() if found[name] != value]:
            self._fail("; ".join(f"{name}: clauses {found[name]}, engine {expected[name]}" for name in wrong))

    def _follow(self, step: Step, given: tuple[Any, ...]) -> None:
        """The decision and every consequence in turn, the invariants holding in between."""
        try:
            self.position = self.machine.at(self.position.after(step, *given))
            self._hold(Nature.INVARIANT, after=step)
            for consequence, _, position in self.position.unfolding():
                self.position = position
                self._hold(Nature.INVARIANT, after=consequence)
        except IncoherentError as error:
            self._fail(str(error))

    def _hold(self, *natures: Nature, after: Step | None = None) -> None:
        if broken := self.position.broken(*natures, after=after):
            self._fail(f"broken: {', '.join(broken)}")

    def _fail(self, what: str) -> NoReturn:
        raise DisagreementError(what, self.record())

    def record(self) -> str:
        """The game so far: a record, or a position and the moves from it."""
        if isinstance(self.start, engine.Setup):
            game = self.state.game
            return codec.dumps_record(codec.Record(self.start, tuple(self.moves), game.rules, game.deck))
        return codec.dumps_state(self.start) + "".join(codec.dumps_action(action) for action in self.moves)


def _difference(offered: set[tuple[Step, Any]], allowed: set[tuple[Step, Any]]) -> str:
    only_engine = sorted((step.name, given) for step, given in offered - allowed)
    only_clauses = sorted((step.name, given) for step, given in allowed - offered)
    return f"only the engine allows {only_engine[:5]}; only the clauses allow {only_clauses[:5]}"


def random_game(
    players: int, seed: int, policy: Policy = uniform, rules: engine.Rules = engine.STANDARD
) -> Lockstep:
    """A whole game by one kind of random player, checked at every step."""
    game = Lockstep(engine.Setup.from_seed(players, seed, rules), rules=rules)
    chance = Random(f"{policy.__name__} {seed}")
    while actions := game.legal():
        game.play(policy(game.state, actions, chance))
    return game


def game_number(players: int, number: int) -> Lockstep:
    """The games of a campaign, by number: every policy in turn, each with seeds of its own."""
    return random_game(players, number, POLICIES[number % len(POLICIES)])


def rest_of_round(start: engine.State, chance: Random) -> int:
    """Uniform random play from a position until its round is over, checked at every step; counts the decisions."""
    game = Lockstep(start)
    while actions := game.legal():
        game.play(uniform(game.state, actions, chance))
        if game.state.round != start.round or game.state.phase is engine.Phase.OFFER:
            break
    return len(game.moves)
