"""What the kit expects of an engine: one typed interface (a structural ``Protocol``), in the terms of OpenSpiel.

An engine is asked by functions of positions, so that nothing is expected of the classes themselves: setups, positions,
actions and terms are the engine's own, immutable and equal by what they say. Nothing here knows any game.

``Terms`` are all that a game is played with and that does not change while it is played: numbers, readings, cards.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import Field

Data = dict[str, Any]
Setup = TypeVar("Setup")
State = TypeVar("State")
Action = TypeVar("Action")
Terms = TypeVar("Terms")


class GameResult(NamedTuple):
    """How a game ended: each seat's points, and groups of seats, best first."""

    points: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]


class GameRecord(NamedTuple, Generic[Setup, Action, Terms]):
    """A game from its setup on: it replays without any random number, chance being among its moves."""

    setup: Setup
    moves: tuple[Action, ...]
    terms: Terms
    result: GameResult | None = None


class GameCodec(Protocol[Setup, State, Action, Terms]):
    """How an engine's values are written as plain data, and read; what cannot be used raises BadInput."""

    @property
    @abstractmethod
    def schemas(self) -> Mapping[str, Data]:
        """JSON Schemas of the formats: ``action``, ``setup``, ``state``, ``view`` and ``record``."""

    @property
    @abstractmethod
    def header(self) -> Sequence[str]:
        """The members by which states and records say what game it is, and by which terms."""

    @abstractmethod
    def header_data(self, terms: Terms, /) -> Data: ...

    @abstractmethod
    def read_header(self, members: Mapping[str, Field], /) -> Terms:
        """The terms; what is left out is as in the rulebook."""

    @abstractmethod
    def action_data(self, action: Action, /) -> Data: ...

    @abstractmethod
    def read_action(self, field: Field, /) -> Action:
        """An action, legal or not."""

    @abstractmethod
    def setup_data(self, setup: Setup, /) -> Data: ...

    @abstractmethod
    def read_setup(self, field: Field, /) -> Setup:
        """A setup; whether it fits the terms is checked when a game begins."""

    @abstractmethod
    def state_data(self, state: State, /) -> Data:
        """A position, everything hidden included, with the header."""

    @abstractmethod
    def position_data(self, state: State, /) -> Data:
        """The same without the header."""

    @abstractmethod
    def read_state(self, field: Field, /) -> State:
        """A position that makes sense."""

    def read_position(self, field: Field, terms: Terms, /) -> State:
        """A position that makes sense by these terms, whatever it says of its own."""
        if not isinstance(field.value, dict):
            field.expected("an object")
        return self.read_state(Field({**field.value, **self.header_data(terms)}, field.path))

    @abstractmethod
    def view_data(self, state: State, player: int, /) -> Data:
        """What a seat may see of a position."""

    @abstractmethod
    def record_data(self, record: GameRecord[Setup, Action, Terms], /) -> Data: ...

    @abstractmethod
    def read_record(self, field: Field, /) -> GameRecord[Setup, Action, Terms]:
        """A record; whether its moves are legal, and lead to its result, is for the engine to say."""

    @abstractmethod
    def packed(self, state: State, /) -> bytes:
        """A position in few bytes: equal positions of a game, and only these, have equal ones."""

    @abstractmethod
    def unpacked(self, source: bytes, start: State, /) -> State:
        """The position that was packed, in the same game as another."""


class GameEngine(Protocol[Setup, State, Action, Terms]):
    """An engine, as far as everything that knows no game goes."""

    @property
    @abstractmethod
    def codec(self) -> GameCodec[Setup, State, Action, Terms]: ...

    @property
    @abstractmethod
    def actions(self) -> Mapping[str, type[Action]]:
        """The classes of actions, by the names that records give them."""

    @property
    def outcomes(self) -> Sequence[str]:
        """The names of the actions that nobody takes but chance."""
        return ()

    @property
    @abstractmethod
    def illegal(self) -> type[ValueError]:
        """What ``apply_action`` raises for an action that is not legal; its text is the reason."""

    # Terms

    @property
    @abstractmethod
    def standard(self) -> Terms:
        """The terms of the rulebook."""

    @abstractmethod
    def by(self, terms: Terms, choice: Mapping[str, str], /) -> Terms:
        """The same terms but for the readings: those of ``choice``, and ours of every other point."""

    @abstractmethod
    def choice_of(self, terms: Terms, /) -> Mapping[str, str]:
        """The readings that are not ours, by point."""

    @abstractmethod
    def terms_of(self, state: State, /) -> Terms: ...

    @abstractmethod
    def player_counts(self, terms: Terms, /) -> Sequence[int]:
        """The numbers of players that these terms are for, from the fewest on."""

    # Beginning

    @abstractmethod
    def setup_from_seed(self, players: int, seed: int, terms: Terms, /) -> Setup:
        """Everything that chance decides before the first decision."""

    @abstractmethod
    def new_game(self, setup: Setup, terms: Terms, /) -> State:
        """The first position; a setup that does not fit raises BadInput."""

    @abstractmethod
    def check_state(self, state: State, /) -> None:
        """Raises BadInput if there can be no such position."""

    # Playing

    @abstractmethod
    def players(self, state: State, /) -> int: ...

    @abstractmethod
    def actor(self, state: State, /) -> int | None:
        """The seat that decides, CHANCE where an outcome is drawn, None when the game is over."""

    @abstractmethod
    def legal_actions(self, state: State, /) -> Sequence[Action]:
        """Every legal action in a fixed order; where chance acts, every outcome there can be."""

    @abstractmethod
    def apply_action(self, state: State, action: Action, /) -> State:
        """The position after an action, or an outcome, and all that follows from it without a choice."""

    def chance_outcomes(self, state: State, /) -> Sequence[tuple[Action, int]]:
        """Where chance acts: the outcomes with their weights, all the same unless the engine says otherwise."""
        return [(action, 1) for action in self.legal_actions(state)] if self.actor(state) == CHANCE else []

    # The end

    @abstractmethod
    def returns(self, state: State, /) -> tuple[int, ...]:
        """Each seat's points; before the end, as if the game stopped here."""

    @abstractmethod
    def ranking(self, state: State, /) -> tuple[tuple[int, ...], ...]:
        """Groups of seats, best first; seats that nothing tells apart share a group."""

    def is_terminal(self, state: State, /) -> bool:
        return self.actor(state) is None

    def result(self, state: State, /) -> GameResult | None:
        """The result of a finished game, None before the end."""
        return GameResult(self.returns(state), self.ranking(state)) if self.is_terminal(state) else None

    # Hidden information

    @abstractmethod
    def view(self, state: State, player: int, /) -> Hashable:
        """What a seat may see; two positions that it cannot tell apart give equal views."""
