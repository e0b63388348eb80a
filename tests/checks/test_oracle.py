"""The oracle: JSON-RPC 2.0 as the standard says it, sessions that know nothing of each other, and bad weather."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.engine import State
from tests.toy.game import ENGINE, GAME

from archipel.checks.cli.command_line import main
from archipel.checks.games.engine import GameRecord
from archipel.checks.judge.fuzzing.targets import GoodInput
from archipel.checks.judge.game import Judge
from archipel.checks.judge.oracle.limits import LIMIT, NOTHING_TO_UNDO, REFUSED, UNKNOWN_SESSION, Limits
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.pipe import talk
from archipel.checks.judge.oracle.sessions import numbered
from archipel.checks.support.bounded_lines import bounded_lines
from archipel.reference.strict_json import Field, canonical

__all__ = ["lagoon"]

CODEC, PLAYED = ENGINE.codec, GoodInput(GAME).played
ORACLE = [sys.executable, "-m", "archipel.checks.cli.entry", NAME, "oracle"]
UNFAIR = {"pearls": 3, "hand": 1, "rounds": 4, "card_points": 2, "scarce": "all-or-none", "board": "ring"}


def an_oracle(**limits: Any) -> Oracle:
    return Oracle(Judge(GAME), Limits(**limits), numbered())


@pytest.fixture
def oracle() -> Oracle:
    return an_oracle()


def asked(oracle: Oracle, method: str, **params: object) -> Any:
    """The answer to a call, complete."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = oracle.server().answer(json.dumps(message).encode())
    assert answer is not None
    return json.loads(answer)


def told(oracle: Oracle, method: str, **params: object) -> Any:
    answer = asked(oracle, method, **params)
    assert "error" not in answer, answer
    return answer["result"]


def error(oracle: Oracle, method: str, **params: object) -> Any:
    return asked(oracle, method, **params)["error"]


def raw(oracle: Oracle, source: str | bytes) -> Any:
    answer = oracle.server().answer(source.encode() if isinstance(source, str) else source)
    return None if answer is None else json.loads(answer)


# Over the pipe


def test_over_a_pipe(lagoon: str) -> None:
    call = '{"jsonrpc":"2.0","id":%d,"method":"%s"}'
    lines = [call % (1, "info"), "garbage", call % (2, "nope"), call % (3, "info")]
    done = subprocess.run(ORACLE, input="\n".join(lines), capture_output=True, encoding="ascii", timeout=60, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, None, 2, 3]
    assert [answer["error"]["code"] for answer in answers if "error" in answer] == [-32700, -32601]
    assert done.stderr == ""


def test_each_answer_comes_before_the_next_question(lagoon: str) -> None:
    with subprocess.Popen(ORACLE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(b'{"jsonrpc":"2.0","id":%d,"method":"info"}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(30) == 0


def test_whoever_stops_reading_is_not_told_of_it(lagoon: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    flood = b'{"jsonrpc":"2.0","id":1,"method":"info"}\n' * 2000
    try:
        done = subprocess.run(ORACLE, input=flood, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_bad_limits_are_refused(lagoon: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("--sessions 0", "--seconds nan", "--seconds -1", "--depth x", "--bytes 99999999999"):
        assert main([lagoon, "oracle", *words.split()]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


class Endless(io.RawIOBase):
    """One line of so many bytes, made while it is read."""

    def __init__(self, size: int) -> None:
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = min(len(buffer), self.left)
        buffer[:count] = b"x" * count
        self.left -= count
        return count


def test_an_overlong_line_is_answered_and_never_held(oracle: Oracle) -> None:
    import tracemalloc

    oracle = an_oracle(bytes=1000)
    answers = io.BytesIO()
    tracemalloc.start()
    talk(oracle.server(), io.BufferedReader(Endless(30_000_000)), answers)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert json.loads(answers.getvalue())["error"]["code"] == LIMIT
    assert peak < 1_000_000


def test_lines_at_the_limit() -> None:
    found = list(bounded_lines(io.BytesIO(b"1234\n12345\n123456\n\n12345"), 5))
    assert found == [b"1234", b"12345", None, b"", b"12345"]
    assert list(bounded_lines(io.BytesIO(b"123456"), 5)) == [None]


# The standard


@pytest.mark.parametrize("id", ["1", '"x"', "null", "0", "-7", "1.5", "12345678901234567890", '"\\ud800"', '""'])
def test_an_id_comes_back_as_it_was_given(oracle: Oracle, id: str) -> None:
    answer = raw(oracle, f'{{"jsonrpc":"2.0","id":{id},"method":"info"}}')
    assert json.dumps(answer["id"]) == json.dumps(json.loads(id))
    assert "result" in answer


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("", -32700),
        ("{", -32700),
        ("nonsense", -32700),
        ("[" * 100_000, -32700),
        ('{"jsonrpc":"2.0","id":NaN,"method":"info"}', -32700),
        ('{"jsonrpc":"2.0","id":1e999,"method":"info"}', -32700),
        ('{"jsonrpc":"2.0","id":' + "9" * 5000 + ',"method":"info"}', -32700),
        ('{"jsonrpc":"2.0","id":1,"id":2,"method":"info"}', -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', -32700),
        ("1", -32600),
        ("null", -32600),
        ("[]", -32600),
        ('{"foo":"boo"}', -32600),
        ('{"jsonrpc":"1.0","id":1,"method":"info"}', -32600),
        ('{"jsonrpc":"2.0","id":1}', -32600),
        ('{"jsonrpc":"2.0","id":true,"method":"info"}', -32600),
        ('{"jsonrpc":"2.0","id":[1],"method":"info"}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":1,"params":"bar"}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"info","params":3}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"nope"}', -32601),
        ('{"jsonrpc":"2.0","id":1,"method":"__init__"}', -32601),
        ('{"jsonrpc":"2.0","id":1,"method":"info","params":{"x":1}}', -32602),
        ('{"jsonrpc":"2.0","id":1,"method":"info","params":[1]}', -32602),
        ('{"jsonrpc":"2.0","id":1,"method":"legal"}', -32602),
        ('{"jsonrpc":"2.0","id":1,"method":"legal","params":{"session":1}}', -32602),
        ('{"jsonrpc":"2.0","id":1,"method":"legal","params":["no such"]}', UNKNOWN_SESSION),
    ],
)
def test_errors_have_the_codes_of_the_standard(oracle: Oracle, message: str | bytes, code: int) -> None:
    answer = raw(oracle, message)
    assert answer["jsonrpc"] == "2.0"
    assert answer["error"]["code"] == code
    assert "result" not in answer


def test_an_unreadable_id_is_null_and_a_readable_one_is_kept(oracle: Oracle) -> None:
    assert raw(oracle, '{"jsonrpc":"2.0","id":[1],"method":"info"}')["id"] is None
    assert raw(oracle, '{"jsonrpc":"1.0","id":"me","method":"info"}')["id"] == "me"


def test_notifications_are_obeyed_and_not_answered(oracle: Oracle) -> None:
    assert raw(oracle, '{"jsonrpc":"2.0","method":"new","params":{"players":3,"seed":1}}') is None
    assert raw(oracle, '{"jsonrpc":"2.0","method":"nope"}') is None
    assert raw(oracle, '{"jsonrpc":"2.0","method":"legal"}') is None
    assert told(oracle, "info")["sessions"] == 1


def test_batches(oracle: Oracle) -> None:
    """The example of the standard, with our methods."""
    batch = """[{"jsonrpc":"2.0","method":"info","id":"1"}, {"jsonrpc":"2.0","method":"info"}, {"foo":"boo"}, 1,
      {"jsonrpc":"2.0","method":"foo.get","params":{"name":"myself"},"id":"5"}]"""
    answers = raw(oracle, batch.replace("\n", " "))
    assert [(answer["id"], answer.get("error", {}).get("code")) for answer in answers] == [
        ("1", None),
        (None, -32600),
        (None, -32600),
        ("5", -32601),
    ]
    assert raw(oracle, '[{"jsonrpc":"2.0","method":"info"}]') is None


def test_a_batch_has_its_limits() -> None:
    info = '{"jsonrpc":"2.0","method":"info","id":1}'
    assert raw(an_oracle(batch=2), f"[{info},{info},{info}]")["error"]["code"] == LIMIT
    assert len(raw(an_oracle(batch=2), f"[{info},{info}]")) == 2
    slow = an_oracle(seconds=0.2)
    session = told(slow, "new", players=4, seed=1)["session"]
    perft = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "perft", "params": {"session": session, "depth": 12}})
    answers = raw(slow, f"[{perft},{info},{perft}]")
    assert [answer["error"]["data"]["limit"] for answer in answers] == ["seconds"] * 3


def test_a_fault_of_our_own_is_an_answer_too(oracle: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(state: object) -> None:
        raise RecursionError

    session = told(oracle, "new", players=3, seed=1)["session"]
    monkeypatch.setattr(oracle.judge, "state_data", fault)
    assert error(oracle, "state", session=session)["code"] == -32603


# Sessions


def played(oracle: Oracle, session: str, chance: Random) -> Iterator[Any]:
    """A whole game by random choice."""
    standing = told(oracle, "legal", session=session)
    while standing["legal"]:
        action = chance.choice(standing["legal"])
        standing = told(oracle, "play", session=session, action=action, include=["legal", "position"])
        yield action, standing


def test_a_whole_game_is_what_the_engine_plays(oracle: Oracle) -> None:
    setup = ENGINE.setup_from_seed(3, 7, ENGINE.standard)
    session = told(oracle, "new", setup=CODEC.setup_data(setup))["session"]
    state = ENGINE.new_game(setup, ENGINE.standard)
    for moves, (action, standing) in enumerate(played(oracle, session, Random(4)), start=1):
        state = ENGINE.apply_action(state, CODEC.read_action(Field(action)))
        assert standing["position"] == CODEC.position_data(state)
        assert standing["actor"] == ENGINE.actor(state)
        assert standing["moves"] == moves
        assert standing["legal"] == [CODEC.action_data(legal) for legal in ENGINE.legal_actions(state)]
    assert not ENGINE.legal_actions(state)
    assert standing["result"]["points"] == list(ENGINE.returns(state))
    full = told(oracle, "state", session=session)["state"]
    assert CODEC.read_state(Field(full)) == state
    for seat in range(3):
        assert told(oracle, "view", session=session, player=seat)["view"] == CODEC.view_data(state, seat)
    assert error(oracle, "view", session=session, player=3)["code"] == -32602


def test_sessions_are_independent_and_moves_can_be_taken_back(oracle: Oracle) -> None:
    one, other = [told(oracle, "new", players=3, seed=5)["session"] for _ in range(2)]
    before = told(oracle, "state", session=other)
    first = told(oracle, "legal", session=one)["legal"][0]
    told(oracle, "play", session=one, action=first)
    assert told(oracle, "state", session=other) == before
    assert told(oracle, "state", session=one) != before
    assert told(oracle, "undo", session=one)["moves"] == 0
    assert told(oracle, "state", session=one) == before
    assert error(oracle, "undo", session=one)["code"] == NOTHING_TO_UNDO
    for _ in range(4):
        told(oracle, "play", session=one, action=told(oracle, "legal", session=one)["legal"][0])
    assert error(oracle, "undo", session=one, moves=5)["code"] == NOTHING_TO_UNDO
    assert told(oracle, "undo", session=one, moves=3, include=["legal"])["moves"] == 1


def test_no_session_is_lost_to_make_room() -> None:
    oracle = an_oracle(sessions=2)
    names = [told(oracle, "new", players=3, seed=5)["session"] for _ in range(2)]
    refused = error(oracle, "new", players=3, seed=5)
    assert (refused["code"], refused["data"]) == (LIMIT, {"limit": "sessions", "most": 2})
    for name in names:
        told(oracle, "state", session=name)
    told(oracle, "close", session=names[0])
    assert error(oracle, "state", session=names[0])["code"] == UNKNOWN_SESSION
    assert error(oracle, "close", session=names[0])["code"] == UNKNOWN_SESSION
    assert told(oracle, "new", players=3, seed=5)["session"] not in names


def test_every_way_to_begin(oracle: Oracle) -> None:
    setup, (move, *_), (start, after, *_) = PLAYED(3, 3)
    record = CODEC.record_data(GameRecord(setup, (move,), ENGINE.standard))
    first = CODEC.state_data(start)
    by_seed = told(oracle, "new", players=3, seed=3, include=["state"])
    by_setup = told(oracle, "new", setup=CODEC.setup_data(setup), include=["state"])
    by_state = told(oracle, "new", state=first, include=["state"])
    by_record = told(oracle, "new", record=record, include=["state", "drawn"])
    assert by_seed["state"] == by_setup["state"] == by_state["state"] == first
    assert by_record["moves"] == 1
    assert by_record["state"] == CODEC.state_data(after)
    assert f"die: {after.die}" in by_record["drawn"]
    assert told(oracle, "undo", session=by_record["session"], include=["state"])["state"] == by_seed["state"]


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"players": 3},
        {"seed": 2},
        {"players": 9, "seed": 2},
        {"players": 3, "seed": -1},
        {"players": 3, "seed": 10**30},
        {"players": 3, "seed": 1.5},
        {"players": 3, "seed": 1, "state": {}},
        {"players": 3, "seed": 1, "rules": {**UNFAIR, "scarce": "never"}},
        {"players": 3, "seed": 1, "rules": {"pearls": 3}},
        {"players": 3, "seed": 1, "rules": {**UNFAIR, "tide": 1}},
        {"players": 3, "seed": 1, "readings": {}},
        {"players": 3, "seed": 1, "game": "chess"},
        {"players": 3, "seed": 1, "include": ["everything"]},
        {"players": 3, "seed": 1, "include": ["legal"] * 9},
        {"setup": {}},
        {"record": {}},
        {"state": {"game": "lagoon"}},
    ],
)
def test_a_bad_beginning_opens_no_session(oracle: Oracle, params: dict[str, object]) -> None:
    assert error(oracle, "new", **params)["code"] == -32602
    assert told(oracle, "info")["sessions"] == 0


def test_a_record_with_an_illegal_move_opens_no_session(oracle: Oracle) -> None:
    setup, moves, _ = PLAYED(3, 3)
    record = CODEC.record_data(GameRecord(setup, (moves[0],) * 2, ENGINE.standard))
    refused = error(oracle, "new", record=record)
    assert refused["code"] == -32602
    assert "params.record.moves[1]: that cannot be done now" in refused["message"]


# Reasons


def test_a_refused_move_names_every_minimal_set_of_clauses(oracle: Oracle) -> None:
    session = told(oracle, "new", players=3, seed=7)["session"]
    told(oracle, "play", session=session, action={"do": "roll", "pips": 1})
    action = {"do": "swim", "player": 0, "reef": 3}
    refused = error(oracle, "play", session=session, action=action)
    assert refused["code"] == REFUSED
    assert refused["data"]["reason"] == "that cannot be done now"
    assert refused["data"]["sets"] == [["turn.one-deed"], ["turn.swim"]]
    assert refused["data"]["clauses"] == ["turn.one-deed", "turn.swim"]
    assert told(oracle, "legal", session=session)["moves"] == 1
    assert told(oracle, "explain", session=session, action=action)["sets"] == refused["data"]["sets"]
    assert error(oracle, "explain", session=session, action=action, viewer=7)["code"] == -32602
    assert error(oracle, "play", session=session, action=action, lang="xx")["code"] == -32602


def test_readings_decide(oracle: Oracle) -> None:
    """A reef with two pearls, and the die shows three."""
    _, _, states = PLAYED(3, 1)
    scarce = next(s for s in states if s.die is not None and 0 < s.pearls[s.divers[s.active]] < s.die)
    data, dive = CODEC.state_data(scarce), {"do": "dive", "player": scarce.active}
    session = told(oracle, "new", state=data)["session"]
    assert told(oracle, "play", session=session, action=dive)["moves"] == 1
    session = told(oracle, "new", state={**data, "rules": UNFAIR})["session"]
    assert error(oracle, "play", session=session, action=dive)["data"]["clauses"] == ["turn.dive"]


# Counting


def ways_on(state: State) -> list[State]:
    return [ENGINE.apply_action(state, action) for action in ENGINE.legal_actions(state)]


def brute(state: State, depth: int) -> int:
    return 1 if depth == 0 else sum(brute(after, depth - 1) for after in ways_on(state))


@pytest.mark.parametrize(("players", "moves", "depth"), [(3, 0, 5), (4, 9, 4), (3, 15, 2), (3, 20, 9)])
def test_counts_are_those_of_trying_everything(oracle: Oracle, players: int, moves: int, depth: int) -> None:
    setup, taken, states = PLAYED(players, 1)
    state = states[moves]
    while len(ENGINE.legal_actions(state)) ** depth > 3000:
        depth -= 1
    record = CODEC.record_data(GameRecord(setup, tuple(taken[:moves]), ENGINE.standard))
    session = told(oracle, "new", record=record)["session"]
    found = told(oracle, "perft", session=session, depth=depth, digest=True)
    assert found["sequences"] == [brute(state, level) for level in range(depth + 1)]
    levels = [{state}]
    for _ in range(depth):
        levels.append({after for before in levels[-1] for after in ways_on(before)})
    assert found["positions"] == [len(level) for level in levels]
    texts = [canonical(CODEC.position_data(reached)).encode() for reached in levels[-1]]
    assert found["digest"] == sha256(b"".join(sorted(sha256(text).digest() for text in texts))).hexdigest()
    parts = told(oracle, "divide", session=session, depth=depth)
    assert parts["sequences"] == found["sequences"][-1]
    assert [part["action"] for part in parts["moves"]] == told(oracle, "legal", session=session)["legal"]
    assert [part["sequences"] for part in parts["moves"]] == [brute(after, depth - 1) for after in ways_on(state)]


def test_the_digest_tells_sets_of_positions_apart(oracle: Oracle) -> None:
    def digest(seed: int, depth: int) -> str:
        session = told(oracle, "new", players=3, seed=seed)["session"]
        found: str = told(oracle, "perft", session=session, depth=depth, digest=True)["digest"]
        return found

    assert digest(1, 2) == digest(1, 2)
    assert len({digest(seed, depth) for seed in (1, 2) for depth in (1, 2)}) == 4


def test_counting_has_its_limits() -> None:
    oracle = an_oracle(depth=8, positions=500, seconds=20)
    session = told(oracle, "new", players=4, seed=1)["session"]
    assert error(oracle, "perft", session=session, depth=9)["data"]["limit"] == "depth"
    assert error(oracle, "divide", session=session, depth=9)["data"]["limit"] == "depth"
    assert error(oracle, "divide", session=session, depth=0)["code"] == -32602
    full = error(oracle, "perft", session=session, depth=8)
    assert full["code"] == LIMIT
    assert full["data"] == {
        "limit": "positions",
        "most": 500,
        "sequences": [1, 3, 12, 36, 144, 432, 1296],
        "positions": [1, 3, 6, 18, 36, 108, 180],
    }
    hasty = an_oracle(seconds=0.05)
    session = told(hasty, "new", players=4, seed=1)["session"]
    assert error(hasty, "perft", session=session, depth=12)["data"]["limit"] == "seconds"


# Bad weather

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
VALUES = st.recursive(
    LEAVES | st.sampled_from(["1", "2.0", "swim", "dive"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["do", "player", "ask", "counts"]) | st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
METHODS = [*an_oracle().methods]
PARAMS = ["session", "action", "player", "seed", "depth", "include", "question", "moves", "setup", "record", "rules"]
CALLS = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": st.sampled_from(METHODS) | st.text(max_size=5)},
    optional={
        "id": VALUES,
        "params": st.dictionaries(st.sampled_from(PARAMS), VALUES, max_size=4) | VALUES,
    },
)
LINES = (
    st.binary(max_size=80)
    | VALUES.map(lambda value: json.dumps(value).encode())
    | CALLS.map(lambda call: json.dumps(call).encode())
    | st.lists(CALLS | VALUES, max_size=5).map(lambda batch: json.dumps(batch).encode())
)


def check_answer(line: bytes, answer: Any) -> None:
    """One valid response, or one for each member of a batch that wants one; nothing for notifications."""
    try:
        message = json.loads(line)
    except ValueError:
        message = None
    if answer is None:
        members = message if isinstance(message, list) else [message]
        assert all(isinstance(member, dict) and "id" not in member for member in members)
        return
    for one in answer if isinstance(answer, list) else [answer]:
        assert one["jsonrpc"] == "2.0"
        assert "id" in one
        assert ("result" in one) != ("error" in one)
        if "error" in one:
            assert isinstance(one["error"]["code"], int)
            assert one["error"]["code"] != -32603, one
            assert one["error"]["message"].isascii()
            assert "\n" not in one["error"]["message"]


FUZZED = an_oracle(sessions=5, depth=2)


@settings(max_examples=400, deadline=None)
@given(LINES)
def test_every_line_gets_one_valid_answer(line: bytes) -> None:
    answer = FUZZED.server().answer(line)
    assert answer is None or "\n" not in answer
    check_answer(line, None if answer is None else json.loads(answer))
    assert len(FUZZED.sessions) <= 5


ACTIONS = st.sampled_from([*ENGINE.actions.items()]).flatmap(
    lambda kind: st.fixed_dictionaries(
        {"do": st.just(kind[0])}, optional={name: st.integers(0, 5) for name in kind[1].__dataclass_fields__}
    )
)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 30), st.lists(ACTIONS, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_any_decision_is_taken_or_refused_with_clauses(seed: int, actions: list[Any], chance: Random) -> None:
    oracle = an_oracle()
    session = told(oracle, "new", players=3 + seed % 2, seed=seed)["session"]
    for _ in range(chance.randrange(24)):
        if legal := told(oracle, "legal", session=session)["legal"]:
            told(oracle, "play", session=session, action=chance.choice(legal))
    for action in actions:
        legal = told(oracle, "legal", session=session)["legal"]
        answer = asked(oracle, "play", session=session, action=action)
        if "result" in answer:
            assert action in legal
        elif answer["error"]["code"] == REFUSED:
            assert action not in legal
            there = action.get("player", 0) < 3 + seed % 2 and action.get("pips", 1) in (1, 2, 3)
            assert answer["error"]["data"]["sets"] or not there
        else:
            assert answer["error"]["code"] == -32602


def test_two_players_at_once_take_one_decision_each(oracle: Oracle) -> None:
    session = told(oracle, "new", players=3, seed=5)["session"]
    action = told(oracle, "legal", session=session)["legal"][0]
    answers: list[Any] = []
    threads = [
        threading.Thread(target=lambda: answers.append(asked(oracle, "play", session=session, action=action)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum("result" in answer for answer in answers) == 1
    assert told(oracle, "legal", session=session)["moves"] == 1
