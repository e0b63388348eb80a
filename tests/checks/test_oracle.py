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
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.explanations import explain
from archipel.checks.costa_ruana.judging_reasons import variant_of
from archipel.checks.judge.game import judge_of
from archipel.checks.judge.oracle.limits import LIMIT, NOTHING_TO_UNDO, REFUSED, UNKNOWN_SESSION, Limits
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.pipe import talk
from archipel.checks.judge.oracle.sessions import numbered
from archipel.checks.support.bounded_lines import bounded_lines
from archipel.reference.costa_ruana import STANDARD, Rules, Setup, codec, new_game, random_moves
from archipel.reference.costa_ruana.readings import chosen
from archipel.reference.strict_json import canonical

ORACLE = [sys.executable, "-m", "archipel.checks.cli.entry", "oracle"]


def an_oracle(**limits: Any) -> Oracle:
    return Oracle(judge_of("costa_ruana"), Limits(**limits), numbered())


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


def test_over_a_pipe() -> None:
    call = '{"jsonrpc":"2.0","id":%d,"method":"%s"}'
    lines = [call % (1, "info"), "garbage", call % (2, "nope"), call % (3, "info")]
    done = subprocess.run(ORACLE, input="\n".join(lines), capture_output=True, encoding="ascii", timeout=60, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [1, None, 2, 3]
    assert [answer["error"]["code"] for answer in answers if "error" in answer] == [-32700, -32601]
    assert done.stderr == ""


def test_each_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen(ORACLE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(b'{"jsonrpc":"2.0","id":%d,"method":"info"}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(30) == 0


def test_whoever_stops_reading_is_not_told_of_it() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    flood = b'{"jsonrpc":"2.0","id":1,"method":"info"}\n' * 2000
    try:
        done = subprocess.run(ORACLE, input=flood, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_bad_limits_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("--sessions 0", "--seconds nan", "--seconds -1", "--depth x", "--bytes 99999999999"):
        assert main(["oracle", *words.split()]) == 2
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
    assert raw(oracle, '{"jsonrpc":"2.0","method":"new","params":{"players":2,"seed":1}}') is None
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

    session = told(oracle, "new", players=2, seed=1)["session"]
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
    setup = Setup.from_seed(3, 7)
    session = told(oracle, "new", setup=codec.setup_data(setup))["session"]
    state = new_game(setup)
    for moves, (action, standing) in enumerate(played(oracle, session, Random(4)), start=1):
        state = state.apply_action(codec.loads_action(json.dumps(action)))
        assert standing["position"] == json.loads(json.dumps(codec.position_data(state)))
        assert standing["actor"] == state.actor
        assert standing["moves"] == moves
        assert standing["legal"] == [codec.action_data(legal) for legal in state.legal_actions()]
    assert state.is_terminal()
    assert standing["result"]["points"] == list(state.returns())
    full = told(oracle, "state", session=session)["state"]
    assert codec.loads_state(json.dumps(full)) == state
    for seat in range(3):
        seen = told(oracle, "view", session=session, player=seat)["view"]
        assert seen == json.loads(json.dumps(codec.view_data(state.view(seat))))
    assert error(oracle, "view", session=session, player=3)["code"] == -32602


def test_sessions_are_independent_and_moves_can_be_taken_back(oracle: Oracle) -> None:
    one, other = [told(oracle, "new", players=2, seed=5)["session"] for _ in range(2)]
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
    names = [told(oracle, "new", players=2, seed=5)["session"] for _ in range(2)]
    refused = error(oracle, "new", players=2, seed=5)
    assert (refused["code"], refused["data"]) == (LIMIT, {"limit": "sessions", "most": 2})
    for name in names:
        told(oracle, "state", session=name)
    told(oracle, "close", session=names[0])
    assert error(oracle, "state", session=names[0])["code"] == UNKNOWN_SESSION
    assert error(oracle, "close", session=names[0])["code"] == UNKNOWN_SESSION
    assert told(oracle, "new", players=2, seed=5)["session"] not in names


def test_every_way_to_begin(oracle: Oracle) -> None:
    setup = Setup.from_seed(2, 3)
    state = new_game(setup)
    action = state.legal_actions()[0]
    record = codec.Record(setup, (action,), state.rules, state.deck)
    first = codec.state_data(state)
    by_seed = told(oracle, "new", players=2, seed=3, include=["state"])
    by_setup = told(oracle, "new", setup=codec.setup_data(setup), include=["state"])
    by_state = told(oracle, "new", state=first, include=["state"])
    by_record = told(oracle, "new", record=codec.record_data(record), include=["state", "drawn"])
    assert by_seed["state"] == by_setup["state"] == by_state["state"] == json.loads(json.dumps(first))
    assert by_record["moves"] == 1
    assert by_record["state"] == json.loads(json.dumps(codec.state_data(state.apply_action(action))))
    assert "island" in by_record["drawn"]
    assert told(oracle, "undo", session=by_record["session"], include=["state"])["state"] == by_seed["state"]


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"players": 2},
        {"seed": 2},
        {"players": 9, "seed": 2},
        {"players": 2, "seed": -1},
        {"players": 2, "seed": 10**30},
        {"players": 2, "seed": 1.5},
        {"players": 2, "seed": 1, "state": {}},
        {"players": 2, "seed": 1, "readings": {"flip": "never"}},
        {"players": 2, "seed": 1, "numbers": {"cap": 0}},
        {"players": 2, "seed": 1, "deck": ["remove-1 day 2"]},
        {"players": 2, "seed": 1, "game": "chess"},
        {"players": 2, "seed": 1, "include": ["everything"]},
        {"players": 2, "seed": 1, "include": ["legal"] * 9},
        {"setup": {}},
        {"record": {}},
        {"state": {"game": "costa_ruana"}},
    ],
)
def test_a_bad_beginning_opens_no_session(oracle: Oracle, params: dict[str, object]) -> None:
    assert error(oracle, "new", **params)["code"] == -32602
    assert told(oracle, "info")["sessions"] == 0


def test_a_record_with_an_illegal_move_opens_no_session(oracle: Oracle) -> None:
    setup = Setup.from_seed(2, 3)
    state = new_game(setup)
    moves = (state.legal_actions()[0],) * 2
    record = codec.record_data(codec.Record(setup, moves, state.rules, state.deck))
    refused = error(oracle, "new", record=record)
    assert refused["code"] == -32602
    assert "params.record.moves[1]: another player decides now" in refused["message"]


# Reasons


def test_a_refused_move_names_every_minimal_set_of_clauses(oracle: Oracle) -> None:
    setup = Setup.from_seed(3, 7)
    state = new_game(setup)
    session = told(oracle, "new", setup=codec.setup_data(setup))["session"]
    action = {"do": "settle", "player": 0, "island": 9}
    refused = error(oracle, "play", session=session, action=action)
    assert refused["code"] == REFUSED
    assert refused["data"]["reason"] == "another player decides now"
    wanted = explain(state, codec.loads_action(json.dumps(action))).as_json()
    assert refused["data"]["sets"] == wanted["sets"] == [["setup.island-count"], ["setup.settle-order"]]
    assert refused["data"]["reasons"] == wanted["reasons"]
    assert refused["data"]["clauses"] == ["setup.island-count", "setup.settle-order"]
    assert told(oracle, "legal", session=session)["moves"] == 0
    french = error(oracle, "play", session=session, action=action, lang="fr")
    assert "C'est à" in french["data"]["reasons"][1]["fact"]
    assert told(oracle, "explain", session=session, action=action)["sets"] == wanted["sets"]
    assert error(oracle, "explain", session=session, action=action, viewer=7)["code"] == -32602
    assert error(oracle, "play", session=session, action=action, lang="xx")["code"] == -32602


@pytest.mark.parametrize(
    ("readings", "passes"), [({}, False), ({"flip": "optional"}, True)], ids=["ours", "flip=optional"]
)
def test_readings_decide(oracle: Oracle, readings: dict[str, str], passes: bool) -> None:
    session = told(oracle, "new", players=2, seed=5, readings=readings)["session"]
    standing = told(oracle, "legal", session=session)
    while standing["legal"][0]["do"] != "flip":
        standing = told(oracle, "play", session=session, action=standing["legal"][0], include=["legal"])
    answer = asked(oracle, "play", session=session, action={"do": "pass", "player": standing["actor"]})
    assert ("result" in answer) == passes
    if not passes:
        assert answer["error"]["data"]["clauses"] == ["conditions.flip"]


def test_questions_by_the_rules_of_a_session(oracle: Oracle) -> None:
    question = {"ask": "island", "counts": [2, 1, 1]}
    assert told(oracle, "ask", question=question)["winner"] == 0
    together = told(oracle, "new", players=3, seed=1, readings={"majority": "together"})["session"]
    assert told(oracle, "ask", question=question, session=together)["winner"] is None
    roomy = told(oracle, "new", players=2, seed=1, numbers={"cap": 9})["session"]
    full = {"ask": "island", "counts": [5, 4]}
    assert told(oracle, "ask", question=full, session=roomy)["winner"] == 0
    assert error(oracle, "ask", question=full)["code"] == -32602
    assert error(oracle, "ask", question=[])["code"] == -32602


def test_a_variant_has_the_rules_it_is_made_from() -> None:
    other = Rules(cap=9, islands_by_players=(5, 6, 7, 9, 10), readings=chosen({"flip": "optional"}))
    for rules in (STANDARD, other):
        assert variant_of(rules).sides.rules == rules


# Counting


def brute(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(brute(state.apply_action(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize(("players", "moves", "depth"), [(2, 0, 5), (2, 30, 3), (3, 60, 2), (2, 75, 9)])
def test_counts_are_those_of_trying_everything(oracle: Oracle, players: int, moves: int, depth: int) -> None:
    setup = Setup.from_seed(players, 1)
    taken = random_moves(setup, 3)[:moves]
    state = new_game(setup)
    for action in taken:
        state = state.apply_action(action)
    while len(state.legal_actions()) ** depth > 3000:
        depth -= 1
    record = codec.record_data(codec.Record(setup, tuple(taken), state.rules, state.deck))
    session = told(oracle, "new", record=record)["session"]
    found = told(oracle, "perft", session=session, depth=depth, digest=True)
    assert found["sequences"] == [brute(state, level) for level in range(depth + 1)]
    levels = [{state}]
    for _ in range(depth):
        levels.append({before.apply_action(action) for before in levels[-1] for action in before.legal_actions()})
    assert found["positions"] == [len(level) for level in levels]
    texts = [canonical(codec.position_data(reached)).encode() for reached in levels[-1]]
    assert found["digest"] == sha256(b"".join(sorted(sha256(text).digest() for text in texts))).hexdigest()
    if depth:
        parts = told(oracle, "divide", session=session, depth=depth)
        assert parts["sequences"] == found["sequences"][-1]
        assert [part["action"] for part in parts["moves"]] == told(oracle, "legal", session=session)["legal"]
        wanted = [brute(state.apply_action(action), depth - 1) for action in state.legal_actions()]
        assert [part["sequences"] for part in parts["moves"]] == wanted


def test_the_digest_tells_sets_of_positions_apart(oracle: Oracle) -> None:
    def digest(seed: int, depth: int) -> str:
        session = told(oracle, "new", players=2, seed=seed)["session"]
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
        "sequences": [1, 7, 49, 343],
        "positions": [1, 7, 49, 343],
    }
    hasty = an_oracle(seconds=0.05)
    session = told(hasty, "new", players=4, seed=1)["session"]
    assert error(hasty, "perft", session=session, depth=12)["data"]["limit"] == "seconds"


# Bad weather

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
VALUES = st.recursive(
    LEAVES | st.sampled_from(["1", "2.0", "settle", "island"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["do", "player", "ask", "counts"]) | st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
METHODS = [*an_oracle().methods]
PARAMS = ["session", "action", "player", "seed", "depth", "include", "question", "moves", "setup", "record", "numbers"]
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


ACTIONS = st.fixed_dictionaries(
    {"do": st.sampled_from([*codec.DECISIONS])},
    optional={
        **{name: st.integers(0, 12) for name in ("player", "island", "card", "before", "by", "from", "to", "owner")},
        "face": st.sampled_from(["up", "down"]),
        "condition": st.sampled_from(["tide", "time"]),
        "islands": st.lists(st.integers(0, 9), max_size=4),
        "shaman": st.integers(0, 7),
    },
)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 30), st.lists(ACTIONS, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_any_decision_is_taken_or_refused_with_clauses(seed: int, actions: list[Any], chance: Random) -> None:
    oracle = an_oracle()
    session = told(oracle, "new", players=2 + seed % 5, seed=seed)["session"]
    for _ in range(chance.randrange(40)):
        legal = told(oracle, "legal", session=session)["legal"]
        told(oracle, "play", session=session, action=chance.choice(legal))
    for action in actions:
        wanted = codec.DECISIONS[action["do"]].__dataclass_fields__
        names = [codec.KEYS.get(name, name) for name in wanted]
        action = {"do": action["do"], **{name: action[name] for name in names if name in action}}
        legal = told(oracle, "legal", session=session)["legal"]
        answer = asked(oracle, "play", session=session, action=action)
        if "result" in answer:
            assert action in legal
        elif answer["error"]["code"] == REFUSED:
            assert action not in legal
            assert answer["error"]["data"]["sets"] or "islands" in action
        else:
            assert answer["error"]["code"] == -32602


MANY_ASKERS = """
import sys, threading
from tests.checks.test_oracle import an_oracle, asked, told

oracle = an_oracle()
session = told(oracle, "new", players=2, seed=1)["session"]
standing = told(oracle, "legal", session=session)
while len(standing["legal"][0].get("islands", ())) < 2:
    standing = told(oracle, "play", session=session, action=standing["legal"][0], include=["legal"])
action = {**standing["legal"][0], "islands": standing["legal"][0]["islands"][:1]}
wanted = asked(oracle, "play", session=session, action=action)
assert any("rests_on" in reason for reason in wanted["error"]["data"]["reasons"])
same = []

def ask():
    for _ in range(15):
        same.append(asked(oracle, "play", session=session, action=action) == wanted)
        told(oracle, "explain", session=session, action=action)
        told(oracle, "ask", session=session, question={"ask": "island", "counts": [2, 1]})

threads = [threading.Thread(target=ask) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(0 if same == [True] * 90 else 1)
"""


def test_many_may_ask_for_reasons_at_once() -> None:
    """In a process of its own, since a solver that is asked twice at once takes the whole process with it."""
    command, root = [sys.executable, "-c", MANY_ASKERS], Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_two_players_at_once_take_one_decision_each(oracle: Oracle) -> None:
    session = told(oracle, "new", players=2, seed=5)["session"]
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
