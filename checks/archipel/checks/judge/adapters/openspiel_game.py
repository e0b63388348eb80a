"""Any game as an OpenSpiel game, called ``python_NAME`` once it has been registered.

All chance of the setup comes first, as explicit chance nodes; what is drawn later is a chance node where it is due.
From there on the players decide, so a history says everything and states are saved and copied by it alone. Returns are
points, so games are general-sum.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from archipel.checks.games.engine import GameEngine
from archipel.checks.games.protocol import Game
from archipel.checks.games.registry import game_called
from archipel.checks.judge.adapters.learning import Learning, Memory, learning_of
from archipel.checks.judge.adapters.observing import Piece
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import canonical

DEALING = "the cards are being dealt"


@cache
def register(name: str) -> str:
    """Make a game known to OpenSpiel; the name under which it is."""
    game = game_called(name)
    kind = game_type(game)

    class Registered(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = params or {}
            super().__init__(kind, learning_of(name, int(given.get("players", default_players(game)))), given)

    pyspiel.register_game(kind, Registered)
    return str(kind.short_name)


def loaded(name: str, players: int) -> Any:
    """The game as OpenSpiel has it."""
    return pyspiel.load_game(register(name), {"players": players})


def default_players(game: Game) -> int:
    return 3 if 3 in game.players else game.players[0]


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game for any number of players."""
    learning = game.learning(game.players[0])
    return pyspiel.GameType(
        short_name=f"python_{game.name}",
        long_name=game.title["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=learning.remembers_numbers,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": default_players(game)},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The game; ``players`` is its only parameter."""

    def __init__(self, kind: Any, learning: Learning, given: dict[str, Any]) -> None:
        self.learning = learning
        info = pyspiel.GameInfo(
            num_distinct_actions=learning.encoding.count,
            max_chance_outcomes=learning.most_outcomes,
            num_players=learning.players,
            min_utility=0.0,
            max_utility=float(learning.most_points),
            max_game_length=learning.longest,
        )
        super().__init__(kind, info, given)

    def __reduce__(self) -> tuple[Callable[[str, int], Any], tuple[str, int]]:
        return loaded, (self.learning.game.name, self.learning.players)

    def new_initial_state(self) -> SpielState:
        """Before anything has been dealt."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What looks at states for a player."""
        return SpielObserver(iig_obs_type, params, self.learning)

    def max_chance_nodes_in_history(self) -> int:
        return self.learning.most_nodes


class SpielState(pyspiel.State):  # type: ignore[misc]
    """What chance has decided so far, and from then on the engine's state."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.learning = game.learning
        self.dealt: list[int] = []
        self.state: Any = None
        self.memory: Memory | None = None

    @property
    def engine(self) -> GameEngine[Any, Any, Any, Any]:
        return self.learning.engine

    @property
    def begun(self) -> Any:
        """The engine's state, once everything has been dealt."""
        assert self.state is not None
        return self.state

    def current_player(self) -> int:
        """Who decides now: a seat, chance, or nobody any more."""
        actor = CHANCE if self.state is None else self.engine.actor(self.state)
        if actor == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if actor is None else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.learning.encoding.legal(self.begun) if player == self.engine.actor(self.begun) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of this chance node, with its probability."""
        if self.state is None:
            outcomes = self.learning.dealing.outcomes(self.dealt)
            return [(outcome, 1 / len(outcomes)) for outcome in outcomes]
        weights = [weight for _, weight in self.engine.chance_outcomes(self.state)]
        return [(number, weight / sum(weights)) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        if self.state is not None:
            self._go_on(self._read(self.current_player(), action))
            return
        self.dealt.append(action)
        if len(self.dealt) == self.learning.dealing.nodes:
            setup = self.learning.dealing.setup(self.dealt)
            self.state = self.engine.new_game(setup, self.engine.standard)
            self.memory = self.learning.begun(self.state)

    def _read(self, player: int, number: int) -> Any:
        """The action with a number, or the outcome if it is up to chance."""
        if player == pyspiel.PlayerId.CHANCE:
            return self.engine.chance_outcomes(self.state)[number][0]
        return self.learning.encoding.action(player, number)

    def _go_on(self, action: Any) -> None:
        before, self.state = self.state, self.engine.apply_action(self.state, action)
        assert self.memory is not None
        self.memory = self.memory.after(before, action, self.state)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.state is None:
            return self.learning.dealing.words(len(self.dealt), action)
        return canonical(self.engine.codec.action_data(self._read(player, action)), newline=False)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state is not None and self.engine.is_terminal(self.state)

    def returns(self) -> list[float]:
        """Everybody's points once the game is over, nothing before."""
        if not self.is_terminal():
            return [0.0] * self.learning.players
        return [float(points) for points in self.engine.returns(self.begun)]

    def __str__(self) -> str:
        return DEALING if self.state is None else self.learning.drawn(self.state, None)


class SpielObserver:
    """Observations from the view of a seat; with perfect recall, all that it remembers too."""

    def __init__(self, kind: Any, params: Any, learning: Learning) -> None:
        if params:
            raise ValueError(f"no observation parameters are known; passed {params}")
        wanted = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("only what one seat sees can be observed: everything public and its own secrets")
        self.learning = learning
        self.remembers = bool(wanted.perfect_recall)
        pieces = self._pieces(learning.opening, learning.begun(learning.opening), 0)
        self.tensor: Any = np.zeros(sum(len(piece.values) for piece in pieces), np.float32)
        self.dict = self._parts(pieces)

    def _parts(self, pieces: list[Piece]) -> dict[str, Any]:
        """The tensor's parts by name, as windows on it."""
        parts, first = {}, 0
        for piece in pieces:
            last = first + len(piece.values)
            parts[piece.name] = self.tensor[first:last].reshape(piece.shape)
            first = last
        return parts

    def _pieces(self, state: Any, memory: Memory, player: int) -> list[Piece]:
        remembered = memory.pieces(player) if self.remembers else []
        return [*self.learning.observation(state, player), *remembered]

    def set_from(self, state: SpielState, player: int) -> None:
        """Let the tensor show a state as a player sees it; all zeros until everything has been dealt."""
        self.tensor.fill(0)
        if state.memory is not None:
            for piece in self._pieces(state.state, state.memory, player):
                self.dict[piece.name][:] = np.reshape(piece.values, piece.shape)

    def string_from(self, state: SpielState, player: int) -> str:
        """A state as a player sees it, as canonical JSON."""
        if state.memory is None:
            return DEALING
        if self.remembers:
            return state.memory.text(state.state, player)
        return canonical(self.learning.engine.codec.view_data(state.state, player), newline=False)
