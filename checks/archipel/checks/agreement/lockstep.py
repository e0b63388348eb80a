"""Clauses and engine in lockstep (*differential testing*): same actions and outcomes, same next position, all the way.

Between two decisions the clauses go through every consequence in turn, and the invariants are to hold after each. What
chance does has the same weights in both. A disagreement comes with a record of the game that shows it. Nothing here
knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Any, Generic, NoReturn

from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.games.engine import Action, GameRecord, Setup, State, Terms
from archipel.checks.simulate.policies import Policy, uniform
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import canonical
from archipel.spec.clauses import Nature, Step
from archipel.spec.machine import IncoherentError

Taken = tuple[Step, tuple[Any, ...]]
DECIDER = "player"
"""The argument of a step that says who decides, where it says so."""


class DisagreementError(AssertionError):
    """Clauses and engine do not agree; the message ends with a game record that shows it."""

    def __init__(self, what: str, shown_by: str) -> None:
        super().__init__(f"{what}\nshown by: {shown_by}")
        self.what = what


class LockstepGame(Generic[Setup, State, Action, Terms]):
    """One game, played by the engine and followed by the clauses, from a position, or an opening and its setup."""

    def __init__(
        self, mapping: EngineMapping[Setup, State, Action, Terms], start: State, setup: Setup | None = None
    ) -> None:
        self.mapping, self.engine = mapping, mapping.engine
        self.start, self.setup, self.state = start, setup, start
        self.moves: list[Action] = []
        self.position = mapping.position(start, setup)
        self.machine = self.position.machine
        opening = () if setup is None else (Nature.INITIAL,)
        self._hold(Nature.REQUIREMENT, Nature.INVARIANT, *opening)

    def legal(self) -> tuple[Action, ...]:
        """The engine's legal actions, after checking that the clauses allow these and no others."""
        actions, actor = tuple(self.engine.legal_actions(self.state)), self.engine.actor(self.state)
        taken = [self.mapping.step_of(self.state, action) for action in actions]
        offered = set(taken)
        if len(offered) != len(actions):
            self._fail("the engine offers one action twice")
        outcomes = self._outcomes()
        allowed = {(step, given) for step in self.machine.decisions for given in self.position.legal(step)}
        if offered != allowed | outcomes.keys():
            self._fail(_difference(offered, allowed | outcomes.keys()))
        if bool(actions) == self.engine.is_terminal(self.state):
            self._fail("a game must go on exactly as long as somebody can act")
        if deciders := _deciders(allowed) - {actor}:
            self._fail(f"the clauses let {sorted(deciders)} decide, the engine {actor}")
        if outcomes or actor == CHANCE:
            self._compare_chance(outcomes)
        return actions

    def _outcomes(self) -> dict[Taken, int]:
        try:
            return {(step, given): weight for step, given, weight in self.position.outcomes()}
        except IncoherentError as error:
            self._fail(str(error))

    def _compare_chance(self, by_clauses: dict[Taken, int]) -> None:
        drawn = self.engine.chance_outcomes(self.state)
        by_engine = {self.mapping.step_of(self.state, action): weight for action, weight in drawn}
        if _in_lowest_terms(by_clauses) != _in_lowest_terms(by_engine):
            self._fail(f"chances: clauses {_shown(by_clauses)}, engine {_shown(by_engine)}")

    def play(self, action: Action) -> None:
        """Take one action in both, and compare where it leads."""
        self.moves.append(action)
        step, given = self.mapping.step_of(self.state, action)
        try:
            self.state = self.engine.apply_action(self.state, action)
        except Exception as error:
            self._fail(f"the engine cannot apply {action}: {error!r}")
        self._follow(step, given)
        expected = self.mapping.facts(self.state)
        found = self.position.values
        if wrong := [name for name, value in expected.items() if found[name] != value]:
            self._fail("; ".join(f"{name}: clauses {found[name]}, engine {expected[name]}" for name in wrong))

    def refuse(self, action: Action) -> None:
        """Check that neither the clauses nor the engine allow an action."""
        step, given = self.mapping.step_of(self.state, action)
        if step.name in self.machine.guards and self.position.allows(step, *given):
            self._fail(f"the clauses allow {action}")
        try:
            self.engine.apply_action(self.state, action)
        except self.engine.illegal:
            return
        self._fail(f"the engine accepts {action}")

    def play_on(
        self, policy: Policy[State, Action], chance: Random, until: Callable[[State], bool] = lambda _: False
    ) -> int:
        """Play by a policy to the end, or until the position is as asked; how many actions it took.

        What happens by chance is drawn by its weights whatever the policy.
        """
        begun = len(self.moves)
        while actions := self.legal():
            self.play(self.chosen(policy, actions, chance))
            if until(self.state):
                break
        return len(self.moves) - begun

    def chosen(self, policy: Policy[State, Action], actions: Sequence[Action], chance: Random) -> Action:
        """What somebody decides who has this policy, or what chance does."""
        if self.engine.actor(self.state) != CHANCE:
            return policy(self.state, actions, chance)
        outcomes = self.engine.chance_outcomes(self.state)
        (drawn,) = chance.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])
        return drawn

    def _follow(self, step: Step, given: tuple[Any, ...]) -> None:
        """The step and every consequence in turn, the invariants holding in between."""
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
        codec, moves = self.engine.codec, tuple(self.moves)
        if self.setup is not None:
            terms = self.engine.terms_of(self.start)
            return canonical(codec.record_data(GameRecord(self.setup, moves, terms)))
        return "".join(map(canonical, [codec.state_data(self.start), *map(codec.action_data, moves)]))


def _deciders(allowed: Iterable[Taken]) -> set[int]:
    return {given[0] for step, given in allowed if step.arguments and step.arguments[0].name == DECIDER}


def _difference(offered: set[Taken], allowed: set[Taken]) -> str:
    only_engine = sorted((step.name, given) for step, given in offered - allowed)
    only_clauses = sorted((step.name, given) for step, given in allowed - offered)
    return f"only the engine allows {only_engine[:5]}; only the clauses allow {only_clauses[:5]}"


def _in_lowest_terms(weights: dict[Taken, int]) -> dict[Taken, int]:
    common = gcd(*weights.values()) or 1
    return {outcome: weight // common for outcome, weight in weights.items()}


def _shown(weights: dict[Taken, int]) -> str:
    return ", ".join(f"{step.name}{given}: {weight}" for (step, given), weight in weights.items())


@dataclass(frozen=True, eq=False)
class Campaign(Generic[Setup, State, Action, Terms]):
    """Games by number: every policy in turn, each game with a seed of its own."""

    mapping: EngineMapping[Setup, State, Action, Terms]
    policies: Sequence[Policy[State, Action]] = (uniform,)

    def game(
        self, players: int, seed: int, policy: Policy[State, Action], terms: Terms
    ) -> LockstepGame[Setup, State, Action, Terms]:
        """A whole game by one kind of player, checked at every step."""
        engine = self.mapping.engine
        setup = engine.setup_from_seed(players, seed, terms)
        game = LockstepGame(self.mapping, engine.new_game(setup, terms), setup)
        game.play_on(policy, Random(f"{policy.__name__} {seed}"))
        return game

    def number(self, players: int, number: int) -> LockstepGame[Setup, State, Action, Terms]:
        """A whole game by the terms of the rulebook."""
        policy = self.policies[number % len(self.policies)]
        return self.game(players, number, policy, self.mapping.engine.standard)
