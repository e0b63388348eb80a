"""Games kept as plain values (*golden master*), for engines that may be wrong: what they do now is compared with it.

They were played by clauses and engine together. Nothing that belongs to an engine is kept, so that records made with
one engine can be checked against another.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from archipel.checks.agreement.action_universe import some_near_misses
from archipel.checks.agreement.lockstep import LockstepGame
from archipel.checks.mutation.corpus import BehaviourRecorder
from archipel.checks.simulate.policies import uniform
from archipel.reference.strict_json import BadInput, Field, canonical

POSITIONS = 12
"""How many positions of no game are kept for each number of players."""
SEEN_EVERY, REFUSED_EVERY = 4, 3
"""At every so manieth moment a view is looked at, and decisions are tried that are almost legal."""


@dataclass(frozen=True)
class ReplayedMoment:
    """A position as the clauses have it: all that is allowed, some of what is not, and the action taken, if any."""

    facts: dict[str, Any]
    allowed: frozenset[str]
    refused: tuple[str, ...]
    taken: str | None
    told: tuple[Any, ...]


@dataclass(frozen=True)
class KeptGame:
    """A game from its opening, or what a scattered position begins, by numbers and texts alone."""

    players: int
    number: int
    opening: bool
    moments: tuple[ReplayedMoment, ...]


@dataclass(frozen=True)
class GameReplay:
    """Keeps the games of one engine, and compares another that was put in its place."""

    recorder: BehaviourRecorder

    def games(self, number: int, positions: int = POSITIONS) -> tuple[KeptGame, ...]:
        """Games and what scattered positions begin as clauses and engine have them, short ones first."""
        players = self.recorder.game.players
        kept = [self._kept(count, place, opening=False) for count, place in product(players, range(positions))]
        kept += [self._kept(count, seed, opening=True) for count, seed in product(players, range(number))]
        return tuple(game for game in kept if game.moments)

    def _begun(self, players: int, number: int, opening: bool) -> tuple[Any, Any]:
        """The first position, and the setup if it is an opening."""
        engine = self.recorder.engine
        if not opening:
            return self.recorder.scattered(players, number), None
        setup = engine.setup_from_seed(players, number, engine.standard)
        return engine.new_game(setup, engine.standard), setup

    def _kept(self, players: int, number: int, opening: bool) -> KeptGame:
        chance, (start, setup) = Random(number), self._begun(players, number, opening)
        policies, moments = self.recorder.game.policies, list[ReplayedMoment]()
        game = None if start is None else LockstepGame(self.recorder.mapping, start, setup)
        while game is not None:
            actions = game.legal()
            going_on = bool(actions) and (opening or not self.recorder.is_over(start, game.state))
            policy = policies[number % len(policies)] if opening else uniform
            action = game.chosen(policy, actions, chance) if going_on else None
            moments.append(self._moment(game, action, len(moments) % REFUSED_EVERY == 0 or not actions, chance))
            if action is None:
                break
            game.play(action)
        return KeptGame(players, number, opening, tuple(moments))

    def _moment(
        self, game: LockstepGame[Any, Any, Any, Any], action: Any, with_refused: bool, chance: Random
    ) -> ReplayedMoment:
        misses = some_near_misses(game.mapping, game.position, chance) if with_refused else ()
        return ReplayedMoment(
            {name: game.position.values[name] for name in game.mapping.facts(game.state)},
            frozenset(map(self._plain, game.engine.legal_actions(game.state))),
            tuple(map(self._plain, misses)),
            None if action is None else self._plain(action),
            self._told(game.state),
        )

    def _plain(self, action: Any) -> str:
        return canonical(self.recorder.engine.codec.action_data(action), newline=False)

    def _action(self, kept: str) -> Any:
        """The same action for the engine at hand."""
        return self.recorder.engine.codec.read_action(Field(json.loads(kept), "action"))

    def _told(self, state: Any) -> tuple[Any, ...]:
        """Who decides, how the game has ended, and whatever else the engine says of a position."""
        engine = self.recorder.engine
        result = engine.result(state)
        over = None if result is None else (tuple(result.points), tuple(map(tuple, result.ranking)))
        return engine.actor(state), engine.is_terminal(state), over, *self.recorder.told(state)

    def differences(self, kept: KeptGame) -> Iterator[str]:
        """Everything that the engine at hand does otherwise."""
        (state, _), chance = self._begun(kept.players, kept.number, kept.opening), Random(kept.number)
        for number, moment in enumerate(kept.moments):
            yield from self._of_position(state, moment)
            if kept.opening:
                self.recorder.engine.check_state(state)
            if number % SEEN_EVERY == 0:
                yield self.recorder.wrong_view(state, number % kept.players, chance)
            for refused in moment.refused:
                yield self._accepts(state, refused)
            if moment.taken is not None:
                state = self.recorder.engine.apply_action(state, self._action(moment.taken))

    def _of_position(self, state: Any, moment: ReplayedMoment) -> Iterator[str]:
        facts = self.recorder.mapping.facts(state)
        yield from (f"another {name}" for name, value in moment.facts.items() if facts[name] != value)
        actions = [self._plain(action) for action in self.recorder.engine.legal_actions(state)]
        if frozenset(actions) != moment.allowed or len(actions) != len(moment.allowed):
            yield "other actions are legal"
        if self._told(state) != moment.told:
            yield "who decides, how it ended or what else is told is another"

    def _accepts(self, state: Any, refused: str) -> str:
        try:
            self.recorder.engine.apply_action(state, self._action(refused))
        except (self.recorder.engine.illegal, BadInput):
            return ""
        return f"{refused} is accepted"
