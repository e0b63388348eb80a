"""Everything that reads a game's formats, whatever the game, with good input to make bad input from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from random import Random
from typing import TYPE_CHECKING, Any

from archipel.checks.games.engine import GameRecord
from archipel.checks.judge.fuzzing.judges import http_target, oracle_target, referee_target
from archipel.checks.judge.fuzzing.running import Target
from archipel.checks.judge.game import Judge, result_data
from archipel.checks.readings.choices import choice_in
from archipel.checks.readings.diagnose.recollecting import Recollection
from archipel.reference.strict_json import BadInput, Field, canonical, parse

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

Targets = Mapping[str, Callable[[], Target]]
Several = Sequence[Mapping[str, Any]]


class GoodInput:
    """Games by chance, and what is written of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = game.engine
        self.codec = game.engine.codec

    def played(self, players: int, seed: int = 1) -> tuple[Any, list[Any], list[Any]]:
        """A setup, the moves of a random game, and its positions."""
        engine, chance = self.engine, Random(seed)
        setup = engine.setup_from_seed(players, seed, engine.standard)
        states, moves = [engine.new_game(setup, engine.standard)], list[Any]()
        while menu := engine.legal_actions(states[-1]):
            moves.append(menu[int(chance.random() * len(menu))])
            states.append(engine.apply_action(states[-1], moves[-1]))
        return setup, moves, states

    @cached_property
    def few(self) -> int:
        return self.game.players[0]

    @cached_property
    def many(self) -> int:
        return self.game.players[min(2, len(self.game.players) - 1)]

    def states(self, players: int) -> list[Any]:
        """A position for each kind of decision, the first and the last."""
        _, moves, states = self.played(players)
        kinds = {type(move): state for state, move in zip(states, moves, strict=False)}
        return [states[0], *kinds.values(), states[-1]]

    def record(self, players: int) -> bytes:
        setup, moves, states = self.played(players)
        result = self.engine.result(states[-1])
        found = self.codec.record_data(GameRecord(setup, tuple(moves), self.engine.standard, result))
        return canonical(found).encode()

    def files(self) -> list[bytes]:
        """A record, two of them, and a log."""
        record = json.loads(self.record(self.few))
        head = {name: value for name, value in record.items() if name not in ("moves", "result")}
        log = [json.dumps(value).encode() for value in (head, *record["moves"], {"result": record["result"]})]
        whole = self.record(self.few)
        return [whole, whole + self.record(self.many), b"\n".join(log), json.dumps(record, indent=1).encode()]

    def observation(self) -> bytes:
        """A position, an action, and what follows, for a diagnosis."""
        _, moves, states = self.played(self.few)
        state, after = self.codec.state_data(states[0]), self.codec.position_data(states[1])
        return canonical({"state": state, "action": self.codec.action_data(moves[0]), "after": after}).encode()

    def messages(self, more: Several, questions: Several) -> list[dict[str, Any]]:
        """Calls of every method, about sessions that the first of them open (1 to 4)."""
        moves = [self.codec.action_data(move) for move in self.played(self.few)[1][:40:4]]
        beginnings: list[Mapping[str, Any]] = [
            {"players": self.few, "seed": 1},
            *(more or [{"players": self.many, "seed": 2}]),
            {"state": self.codec.state_data(self.states(self.few)[-2])},
            {"record": json.loads(self.record(self.few)), "include": ["legal", "drawn"]},
            {"setup": self.codec.setup_data(self.played(self.few, 3)[0]), "include": ["position", "state"]},
        ]
        calls: list[tuple[str, Mapping[str, Any]]] = [("new", beginning) for beginning in beginnings]
        for session in ("1", "2", "3"):
            calls += [(name, {"session": session}) for name in ("state", "legal", "undo")]
            calls += [("view", {"session": session, "player": 1}), ("perft", {"session": session, "depth": 1})]
            calls += [("divide", {"session": session, "depth": 1})]
            calls += [(name, {"session": session, "action": move}) for name in ("play", "explain") for move in moves]
        calls += [("ask", {"question": question, "session": "2"}) for question in questions]
        calls += [("info", {})]
        numbered = enumerate(calls)
        return [{"jsonrpc": "2.0", "id": id, "method": name, "params": params} for id, (name, params) in numbered]


def targets_of(game: Game, more: Several = (), questions: Several = ()) -> Targets:
    """Every reader that all games have; ``more`` ways to begin, and questions that are answered."""
    good, judge, codec = GoodInput(game), Judge(game), game.engine.codec

    def written(values: Sequence[Any], data: Callable[[Any], object]) -> list[bytes]:
        return [canonical(data(value)).encode() for value in values]

    def setups() -> list[Any]:
        return [good.played(players, players)[0] for players in (game.players[0], game.players[-1])]

    def replayed(source: bytes) -> object:
        recorded = judge.read_record(Field(parse(source)))
        state: Any = recorded.state
        try:
            for move in recorded.moves:
                state = game.engine.apply_action(state, move)
        except game.engine.illegal as error:
            raise BadInput(str(error)) from None
        if recorded.result not in (None, result_data(game.engine.result(state))):
            raise BadInput("result: not what the moves lead to")
        return state

    def diagnosed() -> Target:
        recollection = Recollection(game.consultation)
        return Target(
            [good.record(good.few), good.observation()], lambda source: recollection.account(parse(source), "fuzzed")
        )

    def read(reader: Callable[[Field], object]) -> Callable[[bytes], object]:
        return lambda source: reader(Field(parse(source)))

    moves = good.played(good.many)[1]
    return {
        "oracle": lambda: oracle_target(judge, good.messages(more, questions)),
        "http": lambda: http_target(judge, good.messages(more, questions)),
        "referee": lambda: referee_target(judge, good.files()),
        "action": lambda: Target(written(moves, codec.action_data), read(codec.read_action)),
        "setup": lambda: Target(written(setups(), codec.setup_data), read(codec.read_setup)),
        "state": lambda: Target(written(good.states(good.many), codec.state_data), read(codec.read_state)),
        "record": lambda: Target([good.record(players) for players in (good.few, good.many)], replayed),
        "diagnosis": diagnosed,
        "readings": lambda: Target([_choice(game).encode(), b"original"], as_text(partial(choice_in, game.readings))),
    }


def _choice(game: Game) -> str:
    """Some readings that are not ours, as people write them."""
    points = list(game.readings.played.values())[:2]
    return ",".join([f"{point.id}={point.others[0].name}" for point in points])


def as_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """Text as the command line and files have it: what is not UTF-8 is refused before."""

    def feed(source: bytes) -> object:
        try:
            return read(source.decode("utf-8"))
        except UnicodeDecodeError:
            raise BadInput("not UTF-8") from None

    return feed
