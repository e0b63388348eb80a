"""The judge of a game: its engine says what may be done and how it ends, its reasons say by which clauses."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from archipel.checks.games.engine import GameResult
from archipel.checks.games.registry import game_called
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput, Field

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

Data = dict[str, Any]
State = Hashable
Action = Any

GREATEST_SEED = 2**53 - 1

# Ways to begin; each excludes the others.
STARTS = ("setup", "seed", "state", "record")


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


class Reasons(Protocol):
    """The part of a judge that knows the clauses, and how positions look."""

    def drawn(self, state: Any, lang: str, /) -> str: ...

    def explained(self, state: Any, action: Any, viewer: int | None, lang: str, /) -> Data: ...

    def refusal(self, state: Any, action: Any, reason: str, lang: str, /) -> Complaint:
        """Every minimal set of clauses that forbids a move, and what could be done instead."""

    def wrong_result(self, state: Any, claimed: Data, due: Data | None, lang: str, /) -> Complaint:
        """What the result is instead, and by which clauses."""

    def kinds_of_questions(self) -> Sequence[str]: ...

    def answer(self, question: object, state: Any | None, /) -> Data: ...


class Judge:
    """A game, as far as judging goes. Whatever cannot be used raises BadInput."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = game.engine
        self.codec = game.engine.codec
        self.name = game.name
        self.version = game.rules_version

    @cached_property
    def schemas(self) -> Mapping[str, Data]:
        """JSON Schemas of the formats."""
        return self.codec.schemas

    @property
    def players(self) -> Sequence[int]:
        return self.game.players

    def about(self) -> Data:
        """What a stranger should know: kinds of decisions, readings and so on."""
        points = self.game.readings.played.values()
        return {
            "players": [self.players[0], self.players[-1]],
            "decisions": list(self.engine.actions),
            "questions": list(self.reasons.kinds_of_questions()),
            "readings": {point.id: list(point.readings) for point in points},
        }

    # Beginning

    @cached_property
    def openings(self) -> Mapping[str, Data]:
        """The parameters of ``new``, each with its JSON Schema, written as if it stood in that of a record."""
        header: Mapping[str, Data] = self.schemas["record"]["properties"]
        return {
            "setup": {"$ref": "setup.schema.json"},
            "players": {"type": "integer", "description": "how many play, with a seed"},
            "seed": {"type": "integer", "minimum": 0, "maximum": GREATEST_SEED, "description": "shuffles a setup"},
            "state": {"$ref": "state.schema.json"},
            "record": {"$ref": "record.schema.json"},
            **{name: header[name] for name in self.codec.header},
        }

    def opened(self, given: Mapping[str, Field]) -> Opened:
        """Where a session with these parameters begins."""
        found = [name for name in STARTS if name in given]
        if len(found) != 1:
            raise BadInput(f"expected one of {', '.join(STARTS)} (with players), found {' and '.join(found) or 'none'}")
        if found[0] in ("state", "record"):
            return self._as_written(given, found[0])
        terms = self.codec.read_header({name: given[name] for name in self.codec.header if name in given})
        return Opened(self.engine.new_game(self._setup(given, terms), terms))

    def _as_written(self, given: Mapping[str, Field], start: str) -> Opened:
        """A position or a record says by itself by which rules it is played."""
        if others := [name for name in given if name != start]:
            raise BadInput(f"{others[0]}: a {start} says everything by itself")
        if start == "state":
            return Opened(self.codec.read_state(given["state"]))
        recorded = self.read_record(given["record"])
        return Opened(recorded.state, recorded.moves)

    def _setup(self, given: Mapping[str, Field], terms: Any) -> Any:
        if "setup" in given:
            if "players" in given:
                raise BadInput("players: a setup says how many play")
            return self.codec.read_setup(given["setup"])
        if "players" not in given:
            raise BadInput("players: missing; with a seed, say how many play")
        counts = self.engine.player_counts(terms)
        players = given["players"].whole(counts[0], counts[-1])
        return self.engine.setup_from_seed(players, given["seed"].whole(0, GREATEST_SEED), terms)

    # Playing

    def read_action(self, field: Field) -> Action:
        return self.codec.read_action(field)

    def legal(self, state: Any) -> Sequence[Action]:
        """Every legal decision, or every outcome if it is up to chance."""
        return self.engine.legal_actions(state)

    def after(self, state: Any, action: Action) -> State:
        """The position after a move; raises :class:`Refused`."""
        try:
            after: State = self.engine.apply_action(state, action)
        except self.engine.illegal as error:
            raise Refused(str(error)) from None
        return after

    def is_up_to_chance(self, state: Any) -> bool:
        return self.engine.actor(state) == CHANCE

    # Telling

    def actor(self, state: Any) -> int | None:
        return self.engine.actor(state)

    def result(self, state: Any) -> Data | None:
        return result_data(self.engine.result(state))

    def outcomes(self, state: Any) -> list[Data]:
        """What chance can bring here, with weights."""
        found = self.engine.chance_outcomes(state)
        return [{"outcome": self.action_data(outcome), "weight": weight} for outcome, weight in found]

    def action_data(self, action: Action) -> Data:
        return self.codec.action_data(action)

    def state_data(self, state: Any) -> Data:
        return self.codec.state_data(state)

    def position_data(self, state: Any) -> Data:
        return self.codec.position_data(state)

    def view_data(self, state: Any, player: int) -> Data:
        return self.codec.view_data(state, player)

    def packed(self, state: Any) -> bytes:
        """A position in few bytes: equal positions of a game, and only these, have equal ones."""
        return self.codec.packed(state)

    def unpacked(self, source: bytes, start: Any) -> State:
        """The position that was packed, in the same game as another."""
        found: State = self.codec.unpacked(source, start)
        return found

    # Reasons

    @cached_property
    def reasons(self) -> Reasons:
        """What needs the clauses is loaded when the first reason is asked for: most games are right."""
        return self.game.reasons

    def drawn(self, state: Any, lang: str) -> str:
        return self.reasons.drawn(state, lang)

    def explained(self, state: Any, action: Action, viewer: int | None, lang: str) -> Data:
        return self.reasons.explained(state, action, viewer, lang)

    def refusal(self, state: Any, action: Action, reason: str, lang: str) -> Complaint:
        return self.reasons.refusal(state, action, reason, lang)

    def wrong_result(self, state: Any, claimed: Data, lang: str) -> Complaint:
        return self.reasons.wrong_result(state, claimed, self.result(state), lang)

    def answer(self, question: object, state: Any | None) -> Data:
        """The answer to a rules question, by the rules of a position or the rulebook's."""
        return self.reasons.answer(question, state)

    # Records

    def read_record(self, field: Field) -> Recorded:
        record = self.codec.read_record(field)
        state = self.engine.new_game(record.setup, record.terms)
        return Recorded(state, record.moves, result_data(record.result))


def result_data(result: GameResult | None) -> Data | None:
    """A result as plain data."""
    if result is None:
        return None
    return {"points": list(result.points), "ranking": [list(group) for group in result.ranking]}


def judge_of(game: str) -> Judge:
    """The judge of a game."""
    return Judge(game_called(game))


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
