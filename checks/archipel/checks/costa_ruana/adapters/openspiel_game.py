"""Costa Ruana as an OpenSpiel game, called ``python_costa_ruana`` once this module has been imported.

All chance comes first, as explicit chance nodes: the kept cards one by one in the order of the shuffled pack, then the
sides of the Condition cards, the two poor islands and the first shaman, every outcome as likely as the others. From
there on the players decide, so a history says everything and states are saved and copied by it alone. Returns are the
points of the rulebook, so the game is general-sum.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pyspiel

from archipel.checks.costa_ruana.adapters.encoding import encoding_for, longest_game, most_points
from archipel.checks.costa_ruana.adapters.observing import (
    Memory,
    Piece,
    information_text,
    observation,
    remembered_pieces,
)
from archipel.checks.costa_ruana.drawing import as_text
from archipel.reference.costa_ruana import STANDARD, Setup, State, new_game
from archipel.reference.costa_ruana.codec import dumps_action, dumps_view
from archipel.reference.costa_ruana.deck import TIDES, TIMES

NAME = "python_costa_ruana"
DEALING = "the cards are being dealt"

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Costa Ruana",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=STANDARD.max_players,
    min_num_players=STANDARD.min_players,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 3},
)


class Chance:
    """The chance nodes of a game, in order: how many outcomes each has, and the setup that they make."""

    def __init__(self, players: int) -> None:
        game = encoding_for(players).game
        self.players = players
        self.kept = game.kept
        self.sides = list(product(TIDES, TIMES))
        self.poor = list(combinations(range(game.islands), game.rules.poor_islands))
        self.others = [len(self.sides), len(self.poor), players]
        self.nodes = len(self.kept) + len(self.others)
        self.most = max(len(self.kept), *self.others)

    def outcomes(self, before: list[int]) -> list[int]:
        """What can come next after these outcomes: a card not yet dealt, by its place among the kept, or a number."""
        if len(before) < len(self.kept):
            return [place for place in range(len(self.kept)) if place not in before]
        return list(range(self.others[len(before) - len(self.kept)]))

    def setup(self, outcomes: list[int]) -> Setup:
        """The setup that all outcomes together make."""
        *dealt, sides, poor, shaman = outcomes
        order = tuple([self.kept[place] for place in dealt])
        return Setup(self.players, order, *self.sides[sides], self.poor[poor], shaman)

    def words(self, before: int, outcome: int) -> str:
        """An outcome for people; ``before`` says how many came before it."""
        if before < len(self.kept):
            return f"card {self.kept[outcome]}"
        names = (
            lambda: "{} and {}".format(*self.sides[outcome]),
            lambda: "poor islands {} and {}".format(*self.poor[outcome]),
            lambda: f"seat {outcome} begins",
        )
        return names[before - len(self.kept)]()


@cache
def chance_for(players: int) -> Chance:
    """The chance nodes for so many players, made once."""
    return Chance(players)


class CostaRuanaGame(pyspiel.Game):  # type: ignore[misc]
    """The game; ``players`` is its only parameter."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        players = int(given.get("players", GAME_TYPE.parameter_specification["players"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding_for(players).count,
            max_chance_outcomes=chance_for(players).most,
            num_players=players,
            min_utility=0.0,
            max_utility=float(most_points(players)),
            max_game_length=longest_game(players),
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> CostaRuanaState:
        """Before anything has been dealt."""
        return CostaRuanaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CostaRuanaObserver:
        """What looks at states for a player."""
        return CostaRuanaObserver(iig_obs_type, params, self.num_players())

    def max_chance_nodes_in_history(self) -> int:
        """All of them come before the first decision."""
        return chance_for(self.num_players()).nodes


class CostaRuanaState(pyspiel.State):  # type: ignore[misc]
    """What chance has decided so far, and from then on the engine's state."""

    def __init__(self, game: CostaRuanaGame) -> None:
        super().__init__(game)
        self.players: int = game.num_players()
        self.dealt: list[int] = []
        self.state: State | None = None
        self.memory = Memory()

    @property
    def begun(self) -> State:
        """The engine's state, once everything has been dealt."""
        assert self.state is not None
        return self.state

    def current_player(self) -> int:
        """Who decides now: a seat, chance, or nobody any more."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.state.actor is None else self.state.actor

    def _legal_actions(self, player: int) -> list[int]:
        return encoding_for(self.players).legal(self.begun) if player == self.begun.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of this chance node, all equally likely."""
        outcomes = chance_for(self.players).outcomes(self.dealt)
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.state is not None:
            self._decide(self.state, action)
            return
        self.dealt.append(action)
        chance = chance_for(self.players)
        if len(self.dealt) == chance.nodes:
            self.state = new_game(chance.setup(self.dealt))
            self.memory = Memory.of(self.state)

    def _decide(self, state: State, number: int) -> None:
        action = encoding_for(self.players).action(self.current_player(), number)
        self.state = state.apply_action(action)
        self.memory = self.memory.after(state, action, self.state)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return chance_for(self.players).words(len(self.dealt), action)
        return dumps_action(encoding_for(self.players).action(player, action)).rstrip("\n")

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state is not None and self.state.is_terminal()

    def returns(self) -> list[float]:
        """Everybody's points once the game is over, nothing before."""
        if not self.is_terminal():
            return [0.0] * self.players
        return [float(points) for points in self.begun.returns()]

    def __str__(self) -> str:
        return DEALING if self.state is None else as_text(self.state)


class CostaRuanaObserver:
    """Observations from the view of a seat; with perfect recall, all that it remembers too."""

    def __init__(self, kind: Any, params: Any, players: int) -> None:
        if params:
            raise ValueError(f"no observation parameters are known; passed {params}")
        wanted = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("only what one seat sees can be observed: everything public and its own secrets")
        self.players = players
        self.remembers = bool(wanted.perfect_recall)
        opening = new_game(Setup.from_seed(players, 0))
        pieces = self._pieces(opening, Memory.of(opening), 0)
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

    def _pieces(self, state: State, memory: Memory, player: int) -> list[Piece]:
        encoding = encoding_for(self.players)
        remembered = remembered_pieces(encoding, player, memory) if self.remembers else []
        return [*observation(encoding, state.view(player)), *remembered]

    def set_from(self, state: CostaRuanaState, player: int) -> None:
        """Let the tensor show a state as a player sees it; all zeros until everything has been dealt."""
        self.tensor.fill(0)
        if state.state is not None:
            for piece in self._pieces(state.state, state.memory, player):
                self.dict[piece.name][:] = np.reshape(piece.values, piece.shape)

    def string_from(self, state: CostaRuanaState, player: int) -> str:
        """A state as a player sees it, as canonical JSON."""
        if state.state is None:
            return DEALING
        seen = state.state.view(player)
        return information_text(seen, state.memory) if self.remembers else dumps_view(seen).rstrip("\n")


pyspiel.register_game(GAME_TYPE, CostaRuanaGame)
