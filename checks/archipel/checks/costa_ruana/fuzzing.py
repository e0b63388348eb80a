"""Everything of Costa Ruana that reads something from outside, with good input to make bad input from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from typing import Any

from archipel.checks.costa_ruana.commands.explain import read_move
from archipel.checks.costa_ruana.decks import ORIGINAL, broken_clauses
from archipel.checks.costa_ruana.diagnosing import account
from archipel.checks.costa_ruana.questions import answer
from archipel.checks.games.registry import game_called
from archipel.checks.judge.fuzzing.judges import http_target, oracle_target, referee_target
from archipel.checks.judge.fuzzing.running import Target
from archipel.checks.judge.game import judge_of
from archipel.checks.readings.choices import choice_in
from archipel.checks.simulate.fingerprints import parsed as read_fingerprint
from archipel.checks.simulate.fingerprints import published
from archipel.checks.variants.variant_files import parsed
from archipel.reference.costa_ruana import Action, Setup, State, codec, new_game, random_moves
from archipel.reference.costa_ruana.deck import read_deck
from archipel.reference.costa_ruana.notation import read_position_line, write_position
from archipel.reference.costa_ruana.rules import GAME
from archipel.reference.strict_json import BadInput, canonical, parse

QUESTIONS: tuple[Mapping[str, Any], ...] = (
    {"ask": "island", "counts": [3, 3, 1], "treasures": 2},
    {"ask": "shaman", "previous": 0, "gains": [1, 1, 3]},
    {"ask": "score", "treasures": [4, 2], "reserve": [5, 9]},
    {"ask": "setup", "players": 5},
    {"ask": "active", "tide": "high", "time": "night"},
)

VARIANT = """title = "Big islands"
game = "costa_ruana"
[numbers]
island_cap = 9
islands_for_4 = 8
[readings]
shaman-tie = "self-first"
[clauses]
"conditions.flip" = "optional"
"""


def targets() -> Mapping[str, Callable[[], Target]]:
    """Every reader, by a short name."""
    return {
        "oracle": lambda: oracle_target(judge_of(GAME), messages()),
        "http": lambda: http_target(judge_of(GAME), messages()),
        "referee": lambda: referee_target(judge_of(GAME), _files()),
        "action": lambda: Target([codec.dumps_action(move).encode() for move in _moves()], codec.loads_action),
        "move": lambda: Target([codec.dumps_action(move).encode() for move in _moves()], _as_text(read_move)),
        "setup": lambda: Target([codec.dumps_setup(Setup.from_seed(n, n)).encode() for n in (2, 6)], codec.loads_setup),
        "state": lambda: Target([codec.dumps_state(state).encode() for state in _states()], codec.loads_state),
        "record": lambda: Target([_record(players) for players in (2, 4)], _replayed),
        "line": lambda: Target([write_position(state).encode() for state in _states()], _as_text(read_position_line)),
        "question": lambda: Target([json.dumps(question).encode() for question in QUESTIONS], _answered),
        "diagnosis": lambda: Target([_record(2), _observation()], lambda source: account(parse(source), "fuzzed")),
        "deck": lambda: Target([_shipped_deck()], _as_text(_checked_deck)),
        "variant": lambda: Target([VARIANT.encode()], _as_text(partial(parsed, game=GAME))),
        "fingerprint": lambda: Target([_fingerprint()], partial(read_fingerprint, variant=ORIGINAL)),
        "readings": lambda: Target([b"flip=optional,majority=together", b"original"], _as_text(_chosen)),
    }


def _as_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """Text as the command line and files have it: what is not UTF-8 is refused before."""

    def feed(source: bytes) -> object:
        try:
            return read(source.decode("utf-8"))
        except UnicodeDecodeError:
            raise BadInput("not UTF-8") from None

    return feed


def _fingerprint() -> bytes:
    """One small entry of the fingerprint that is kept."""
    kept = published(GAME)
    return canonical({**kept, "entries": kept["entries"][:1]}).encode("ascii")


def _answered(source: bytes) -> object:
    return answer(parse(source))


def _chosen(text: str) -> object:
    return choice_in(game_called(GAME).readings, text)


def _checked_deck(text: str) -> object:
    return broken_clauses(read_deck(text, "fuzzed"))


def _replayed(source: bytes) -> object:
    return sum(1 for _ in codec.replay(codec.loads_record(source)))


# Good input


@cache
def _moves(players: int = 4) -> tuple[Action, ...]:
    return tuple(random_moves(Setup.from_seed(players, 1), 1))


@cache
def _states(players: int = 4) -> tuple[State, ...]:
    """A position of each phase."""
    state = new_game(Setup.from_seed(players, 1))
    found = {state.phase: state}
    for move in _moves(players):
        state = state.apply_action(move)
        found.setdefault(state.phase, state)
    return tuple(found.values())


@cache
def _record(players: int) -> bytes:
    setup, moves = Setup.from_seed(players, 1), _moves(players)
    state = new_game(setup)
    for move in moves:
        state = state.apply_action(move)
    return codec.dumps_record(codec.Record(setup, moves, state.rules, state.deck, codec.result_of(state))).encode()


def _files() -> list[bytes]:
    """A record, two of them, and a log."""
    record = json.loads(_record(2))
    head = {name: value for name, value in record.items() if name not in ("moves", "result")}
    log = [json.dumps(value).encode() for value in (head, *record["moves"], {"result": record["result"]})]
    return [_record(2), _record(2) + _record(3), b"\n".join(log), json.dumps(record, indent=1).encode()]


def _observation() -> bytes:
    state = _states(2)[0]
    action = state.legal_actions()[0]
    after = codec.position_data(state.apply_action(action))
    return json.dumps({"state": codec.state_data(state), "action": codec.action_data(action), "after": after}).encode()


def _shipped_deck() -> bytes:
    return (files("archipel.reference.costa_ruana") / "decks" / "balanced.toml").read_bytes()


def messages() -> list[dict[str, Any]]:
    """Calls of every method, about sessions that the first of them open (1 to 4)."""
    players = {"players": 2, "seed": 1}
    readings = {"flip": "optional", "card-inhabitant": "reserve-or-island", "naming": "not-the-old-shaman"}
    beginnings: list[Mapping[str, Any]] = [
        players,
        {"players": 3, "seed": 2, "readings": readings, "numbers": {"cap": 9}},
        {"state": codec.state_data(_states(2)[-2])},
        {"record": json.loads(_record(2)), "include": ["legal", "drawn"]},
        {"setup": codec.setup_data(Setup.from_seed(2, 3)), "include": ["position", "state"]},
    ]
    calls = [("new", beginning) for beginning in beginnings]
    for session in ("1", "2", "3"):
        calls += [(name, {"session": session}) for name in ("state", "legal", "undo")]
        calls += [("view", {"session": session, "player": 1}), ("perft", {"session": session, "depth": 1})]
        calls += [("divide", {"session": session, "depth": 1})]
        calls += [("play", {"session": session, "action": codec.action_data(move)}) for move in _moves(2)[:40:4]]
        calls += [("explain", {"session": session, "action": codec.action_data(move)}) for move in _moves(2)[:40:4]]
    calls += [("ask", {"question": question, "session": "2"}) for question in QUESTIONS]
    calls += [("info", {})]
    return [
        {"jsonrpc": "2.0", "id": number, "method": name, "params": params}
        for number, (name, params) in enumerate(calls)
    ]
