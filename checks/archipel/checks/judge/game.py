"""What a game must offer to be judged, and what it answers with."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from archipel.checks.games.registry import game_called
from archipel.reference.strict_json import Field

Data = dict[str, Any]
State = Hashable
Action = Any


class Refused(Exception):  # noqa: N818
    """A move that the rules do not allow here; ``reason`` is the engine's."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Opened(NamedTuple):
    """Where a session begins: a position, and moves that have been recorded from there."""

    state: State
    moves: Sequence[Action] = ()


class Recorded(NamedTuple):
    """A recorded game: its first position, its moves, and the result it claims, if it claims one."""

    state: State
    moves: Sequence[Action]
    result: Data | None


@dataclass(frozen=True)
class Complaint:
    """Why something recorded is wrong: for programs, for people, and by which clauses."""

    data: Data
    told: tuple[str, ...]
    clauses: tuple[str, ...] = field(default=())


class Judge(Protocol):
    """A game, as far as judging goes. Whatever cannot be used raises BadInput."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def schemas(self) -> Mapping[str, Data]:
        """JSON Schemas of the formats: ``action``, ``setup``, ``state`` and ``record`` at least."""
        ...

    def about(self) -> Data:
        """What a stranger should know: kinds of decisions, readings and so on."""
        ...

    # Beginning

    @property
    def openings(self) -> Mapping[str, Data]:
        """The parameters of ``new``, each with its JSON Schema, written as if it stood in that of a record."""
        ...

    def opened(self, given: Mapping[str, Field]) -> Opened:
        """Where a session with these parameters begins."""
        ...

    # Playing

    def read_action(self, field: Field) -> Action: ...

    def legal(self, state: Any) -> Sequence[Action]: ...

    def after(self, state: Any, action: Action) -> State:
        """The position after a move; raises :class:`Refused`."""
        ...

    # Telling

    def actor(self, state: Any) -> int | None: ...

    def result(self, state: Any) -> Data | None: ...

    def action_data(self, action: Action) -> Data: ...

    def state_data(self, state: Any) -> Data: ...

    def position_data(self, state: Any) -> Data: ...

    def view_data(self, state: Any, player: int) -> Data: ...

    def packed(self, state: Any) -> bytes:
        """A position in few bytes: equal positions of a game, and only these, have equal ones."""
        ...

    def unpacked(self, source: bytes, start: Any) -> State:
        """The position that was packed, in the same game as another."""
        ...

    def drawn(self, state: Any, lang: str) -> str: ...

    # Reasons

    def explained(self, state: Any, action: Action, viewer: int | None, lang: str) -> Data: ...

    def refusal(self, state: Any, action: Action, reason: str, lang: str) -> Complaint:
        """Every minimal set of clauses that forbids a move, and what could be done instead."""
        ...

    def wrong_result(self, state: Any, claimed: Data, lang: str) -> Complaint:
        """What the result is instead, and by which clauses."""
        ...

    def answer(self, question: object, state: Any | None) -> Data:
        """The answer to a rules question, by the rules of a position or the rulebook's."""
        ...

    # Records

    def read_record(self, field: Field) -> Recorded: ...


def judge_of(game: str) -> Judge:
    """The judge of a game."""
    return game_called(game).judge


def positions(judge: Judge, opened: Opened) -> Iterator[State]:
    """The positions from the first on, as the recorded moves lead to them; raises :class:`Refused`."""
    state = opened.state
    yield state
    for index, action in enumerate(opened.moves):
        try:
            state = judge.after(state, action)
        except Refused as refused:
            raise Refused(f"moves[{index}]: {refused.reason}") from None
        yield state
