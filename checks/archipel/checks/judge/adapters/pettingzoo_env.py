"""Any game as a PettingZoo environment, one agent for each seat, acting in turn (AEC).

An observation has two parts: ``observation``, what the seat may see as numbers from 0 to 1, and ``action_mask``, a 1
for every decision that is legal now (none but for the seat that decides). Rewards are the points, given when the game
is over. A seed fixes all chance; a reset without one draws the next game from the last seed.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from archipel.checks.games.engine import GameEngine
from archipel.checks.judge.adapters.encoding import Encoding
from archipel.checks.judge.adapters.learning import learning_of
from archipel.checks.judge.adapters.observing import flat
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput


def env(game: str, players: int = 3, render_mode: str | None = None) -> Any:
    """The environment with the usual guards: actions out of bounds and calls out of order are refused."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(GameEnv(game, players, render_mode)))


class GameEnv(AECEnv):  # type: ignore[misc]
    """The environment itself."""

    def __init__(self, game: str, players: int = 3, render_mode: str | None = None) -> None:
        super().__init__()
        self.learning = learning_of(game, players)
        self.render_mode = render_mode
        self.metadata = {"name": f"{game}_v0", "render_modes": ["human", "ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.chance = Random()
        size = len(flat(self.learning.observation(self.learning.opening, 0)))
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.encoding.count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self.encoding.count) for agent in self.possible_agents}

    @property
    def engine(self) -> GameEngine[Any, Any, Any, Any]:
        return self.learning.engine

    @property
    def encoding(self) -> Encoding:
        return self.learning.encoding

    def observation_space(self, agent: str) -> Any:
        """What observations of an agent look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent can decide."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        if seed is not None:
            self.chance = Random(seed)
        terms = self.engine.standard
        setup = self.engine.setup_from_seed(len(self.possible_agents), self.chance.getrandbits(32), terms)
        self.state_now = self._drawn(self.engine.new_game(setup, terms))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()

    def _drawn(self, state: Any) -> Any:
        """The position once chance has brought all that is due."""
        while self.engine.actor(state) == CHANCE:
            outcomes, weights = zip(*self.engine.chance_outcomes(state), strict=True)
            state = self.engine.apply_action(state, self.chance.choices(outcomes, weights)[0])
        return state

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may see, and what it may decide."""
        seat = self.possible_agents.index(agent)
        mask: Any = np.zeros(self.encoding.count, np.int8)
        if seat == self.engine.actor(self.state_now):
            mask[self.encoding.legal(self.state_now)] = 1
        seen = flat(self.learning.observation(self.state_now, seat))
        return {"observation": np.array(seen, np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent whose turn it is decides; an illegal decision is refused and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._decide(self.possible_agents.index(agent), action)
        self._clear_rewards()
        if self.engine.is_terminal(self.state_now):
            self._finish()
        else:
            self.agent_selection = self._deciding()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _decide(self, seat: int, number: int | None) -> None:
        if number is None:
            raise BadInput("an agent that is still playing must decide something")
        action = self.encoding.action(seat, int(number))
        if action not in self.engine.legal_actions(self.state_now):
            raise BadInput(f"{action} is not legal now")
        self.state_now = self._drawn(self.engine.apply_action(self.state_now, action))

    def _finish(self) -> None:
        points = self.engine.returns(self.state_now)
        self.rewards = {agent: float(points[seat]) for seat, agent in enumerate(self.possible_agents)}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _deciding(self) -> str:
        actor = self.engine.actor(self.state_now)
        assert actor is not None
        agent: str = self.possible_agents[actor]
        return agent

    def render(self) -> str | None:
        """The position as the agent sees it whose turn it is; in the mode ``human`` it is printed."""
        text = self.learning.drawn(self.state_now, self.possible_agents.index(self.agent_selection))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
