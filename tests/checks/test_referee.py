"""The referee: every move judged, whatever the file looks like, in constant memory."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.game import ENGINE, GAME

from archipel.checks.cli.command_line import main
from archipel.checks.games.engine import GameRecord, GameResult
from archipel.checks.judge.game import Judge
from archipel.checks.judge.referee.sources import portions, units
from archipel.checks.judge.referee.verdict import Finding, RefereeVerdict, judged
from archipel.checks.support.parallel import Workers, in_order
from archipel.reference.strict_json import MAX_BYTES, BadInput, Field

__all__ = ["lagoon"]
REFEREE = [sys.executable, "-m", "archipel.checks.cli.entry", "--game", NAME, "referee"]
JUDGE = Judge(GAME)


def referee(*words: str) -> int:
    return main(["--game", NAME, "referee", *words])


@cache
def _game(seed: int, players: int) -> str:
    chance, moves = Random(seed), []
    setup = ENGINE.setup_from_seed(players, seed, ENGINE.standard)
    state = ENGINE.new_game(setup, ENGINE.standard)
    while menu := ENGINE.legal_actions(state):
        moves.append(chance.choice(menu))
        state = ENGINE.apply_action(state, moves[-1])
    result = GameResult(ENGINE.returns(state), ENGINE.ranking(state))
    return json.dumps(ENGINE.codec.record_data(GameRecord(setup, tuple(moves), ENGINE.standard, result)))


def game(seed: int = 1, players: int = 3) -> dict[str, Any]:
    """A recorded game, right in every move."""
    found: dict[str, Any] = json.loads(_game(seed, players))
    return found


def as_log(record: dict[str, Any]) -> list[str]:
    head = {name: value for name, value in record.items() if name not in ("moves", "result")}
    return [json.dumps(value) for value in (head, *record["moves"], {"result": record["result"]})]


def findings(path: Path) -> list[Finding]:
    return [judged(unit, JUDGE, "en") for unit in units(str(path))]


def verdicts(path: Path) -> list[tuple[int, str]]:
    return [(finding.line, finding.verdict.value) for finding in findings(path)]


def write(path: Path, *lines: str | dict[str, Any]) -> Path:
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), "utf-8")
    return path


# What a file may look like


@pytest.mark.parametrize(
    "content",
    [
        lambda: json.dumps(game()),
        lambda: json.dumps(game(), indent=2),
        lambda: "\n\n" + json.dumps(game(), indent=2) + "\n\n",
        lambda: "\n".join(as_log(game())),
    ],
    ids=["one line", "indented", "indented with blank lines", "log"],
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_every_form_of_a_record_is_judged(
    tmp_path: Path, content: Callable[[], str], pack: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "game"
    path.write_bytes(pack(content().encode()))
    (finding,) = findings(path)
    assert finding.verdict is RefereeVerdict.RIGHT
    assert finding.moves == len(game()["moves"])
    assert finding.finished


def test_many_records_logs_and_what_cannot_be_read_in_one_file(tmp_path: Path) -> None:
    cut = as_log(game(2))[:10]
    lines: list[str | dict[str, Any]] = [game(1), "", *cut, "nonsense", game(3), "{}", "[1]", *as_log(game(4))]
    found = findings(write(tmp_path / "games.jsonl", *lines))
    assert [(finding.line, finding.verdict.value, finding.moves) for finding in found] == [
        (1, "right", len(game(1)["moves"])),
        (3, "unreadable", 0),
        (14, "right", len(game(3)["moves"])),
        (15, "unreadable", 0),
        (16, "unreadable", 0),
        (17, "right", len(game(4)["moves"])),
    ]
    assert found[1].data["problem"].startswith("line 13: not JSON")


def test_a_first_line_that_cannot_be_read_hides_nothing(tmp_path: Path) -> None:
    assert verdicts(write(tmp_path / "a", '{"broken', game(1), game(2))) == [
        (1, "unreadable"),
        (2, "right"),
        (3, "right"),
    ]
    assert verdicts(write(tmp_path / "empty", "")) == []


def test_an_overlong_line_hides_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "a", game(1), "x" * (MAX_BYTES + 1), game(2))
    assert verdicts(path) == [(1, "right"), (2, "unreadable"), (3, "right")]


def test_a_long_first_line_that_cannot_be_read_hides_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "a", "{" + "x" * (MAX_BYTES - 5), *[game(seed) for seed in range(3)], "y" * 100)
    assert [verdict for _, verdict in verdicts(path)] == ["unreadable", "right", "right", "right", "unreadable"]


def test_whatever_follows_a_first_line_that_cannot_be_read_is_found(tmp_path: Path) -> None:
    record = json.dumps(game(1))
    count = 2 * MAX_BYTES // len(record)
    numbers = [unit.line for unit in units(str(write(tmp_path / "a", "{", *[record] * count)))]
    assert numbers == list(range(1, count + 2))


def test_a_log_without_end_is_not_held(tmp_path: Path) -> None:
    head, *moves = as_log(game(1))
    endless = [moves[0]] * (MAX_BYTES // len(moves[0]) + 1000)
    found = findings(write(tmp_path / "a", head, *endless, *as_log(game(2))))
    assert [finding.verdict for finding in found] == [RefereeVerdict.UNREADABLE, RefereeVerdict.RIGHT]
    assert "moves" in found[0].data["problem"]
    assert max(sum(len(line) for _, line in unit.lines) for unit in units(str(tmp_path / "a"))) <= MAX_BYTES


@pytest.mark.parametrize("keep", [0.3, 0.99])
def test_a_torn_archive_is_judged_as_far_as_it_goes(tmp_path: Path, keep: float) -> None:
    whole = gzip.compress("\n".join(json.dumps(game(seed)) for seed in range(40)).encode())
    path = tmp_path / "torn.gz"
    path.write_bytes(whole[: int(keep * len(whole))])
    found = findings(path)
    assert found[-1].verdict is RefereeVerdict.UNREADABLE
    assert len(found) > 3
    assert all(finding.verdict is RefereeVerdict.RIGHT for finding in found[:-1])


@pytest.mark.usefixtures("lagoon")
def test_a_file_that_is_not_there_hides_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path / "good.json", game())
    assert referee(str(tmp_path / "none"), str(tmp_path), "a\0b", str(good)) == 2
    out = capsys.readouterr().out
    assert out.count("cannot be read") == 3
    assert "1 games right" in out


# What is wrong


def nowhere(record: dict[str, Any], number: int) -> dict[str, Any]:
    """A move to where the player is already, instead of one of the record."""
    state = ENGINE.new_game(ENGINE.codec.read_record(Field(record, "")).setup, ENGINE.standard)
    for action in ENGINE.codec.read_record(Field(record, "")).moves[:number]:
        state = ENGINE.apply_action(state, action)
    return {"do": "swim", "player": state.active, "reef": state.divers[state.active]}


def test_the_first_wrong_move_is_told_with_its_clauses(tmp_path: Path) -> None:
    record = game(1)
    before = ENGINE.codec.read_record(Field(record, ""))
    wrong = nowhere(record, 7)
    record["moves"][7] = wrong
    (finding,) = findings(write(tmp_path / "a.json", record))
    assert (finding.verdict, finding.moves) == (RefereeVerdict.WRONG, 7)
    state = ENGINE.new_game(before.setup, before.terms)
    for action in before.moves[:7]:
        state = ENGINE.apply_action(state, action)
    assert finding.data["sets"] == [["turn.swim"]] and finding.clauses == ("turn.swim",)
    assert ENGINE.codec.read_state(Field(finding.data["state"], "")) == state
    legal = [ENGINE.codec.action_data(action) for action in ENGINE.legal_actions(state)]
    assert finding.data["legal"] == len(legal)
    assert finding.data["alternatives"]
    assert all(other["action"] in legal for other in finding.data["alternatives"])
    assert any("divers" in line.lower() or "baskets" in line.lower() for line in finding.drawn)


def test_a_wrong_move_of_a_log_is_told_with_its_line(tmp_path: Path) -> None:
    lines = as_log(game(1))
    lines[8] = json.dumps(nowhere(game(1), 7))
    (finding,) = findings(write(tmp_path / "a.log", "", *lines))
    assert (finding.line, finding.data["move"]) == (10, 7)


@pytest.mark.parametrize("change", ["points", "ranking", "early"])
def test_a_wrong_result_is_told(tmp_path: Path, change: str) -> None:
    record = game(1)
    if change == "points":
        record["result"]["points"][1] += 1
    elif change == "ranking":
        record["result"]["ranking"].reverse()
    else:
        record["moves"].pop()
    (finding,) = findings(write(tmp_path / "a.json", record))
    assert finding.verdict is RefereeVerdict.WRONG
    assert finding.data["what"] == "result"
    assert finding.data["due"] == (None if change == "early" else game(1)["result"])


def test_a_game_that_goes_on_after_its_end_is_wrong(tmp_path: Path) -> None:
    record = game(1)
    record["moves"].append(record["moves"][-1])
    (finding,) = findings(write(tmp_path / "a.json", record))
    assert finding.data["legal"] == 0 and "turn.one-deed" in finding.clauses


@pytest.mark.usefixtures("lagoon")
def test_an_unfinished_game_is_right_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = game(1)
    del record["result"]
    record["moves"] = record["moves"][:10]
    head = {name: value for name, value in record.items() if name != "moves"}
    assert referee(str(write(tmp_path / "a.json", record, head, game(2)))) == 0
    assert "3 games right (2 not finished)" in capsys.readouterr().out


def test_a_record_is_judged_by_the_readings_it_names(tmp_path: Path) -> None:
    """Once a reef has fewer pearls than the die shows, only one reading lets anybody dive there."""
    setup = {"hands": [[0], [1], [2]], "first": 0}
    dives = [{"do": "dive", "player": 0}, {"do": "roll", "pips": 2}]
    away = [{"do": "swim", "player": 1, "reef": 2}, {"do": "roll", "pips": 2}, {"do": "swim", "player": 2, "reef": 3}]
    moves = [{"do": "roll", "pips": 2}, *dives, *away, {"do": "roll", "pips": 2}, dives[0]]
    record = {**game(1), "setup": setup, "moves": moves}
    del record["result"]
    (ours,) = findings(write(tmp_path / "a.json", record))
    other_rules = {**record["rules"], "scarce": "all-or-none"}
    (other,) = findings(write(tmp_path / "b.json", {**record, "rules": other_rules}))
    assert ours.verdict is RefereeVerdict.RIGHT
    assert (other.verdict, other.moves, other.clauses) == (RefereeVerdict.WRONG, 7, ("turn.dive",))


@pytest.mark.usefixtures("lagoon")
def test_the_summary_counts_clauses_and_the_exit_code_says_the_worst(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = game(1)
    wrong["moves"][1] = nowhere(wrong, 1)
    path = write(tmp_path / "a.jsonl", wrong, wrong, game(2))
    assert referee(str(path), "--json") == 1
    *each, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["line"], one["verdict"]) for one in each] == [(1, "wrong"), (2, "wrong")]
    assert last == {
        "summary": {
            "games": 3,
            "moves": 1 + 1 + len(game(2)["moves"]),
            "right": 1,
            "wrong": 2,
            "unreadable": 0,
            "unfinished": 0,
            "clauses": {"turn.swim": 2},
        }
    }
    write(path, wrong, "?", game(2))
    assert referee(str(path), "--lang", "fr", "--draw", "0") == 2
    out = capsys.readouterr().out
    assert f"{path}:1: le coup 1 est faux" in out
    assert f"{path}:2: illisible" in out
    assert "baskets" not in out
    assert referee(str(path), "-j", "0") == 2


@pytest.mark.usefixtures("lagoon")
def test_names_are_shown_in_ascii(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert referee("none\nsuch\x1b[31m") == 2
    said = capsys.readouterr()
    assert "\x1b" not in said.out and said.err == "archipel: unreadable: 1; each is named above\n"


# Long files


@pytest.mark.usefixtures("lagoon")
def test_several_cores_say_the_same_in_the_same_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = game(1)
    wrong["moves"][3] = wrong["moves"][2]
    lines = [wrong if number % 7 == 0 else game(number % 5) for number in range(800)]
    path = write(tmp_path / "a.jsonl", *lines, "?")
    assert len(list(portions([str(path)], read_here=False))) > 2
    said = []
    for jobs in ("1", "2"):
        assert referee(str(path), "-j", jobs, "--json") == 2
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert len(said[0].splitlines()) == 115 + 1 + 1


def test_tasks_without_end_are_taken_a_few_at_a_time() -> None:
    taken = 0

    def tasks() -> Any:
        nonlocal taken
        for number in range(10_000):
            taken = number
            yield number

    results = in_order(abs, tasks(), Workers(2))
    assert [next(results) for _ in range(20)] == list(range(20))
    assert taken < 40
    assert isinstance(results, Generator)
    results.close()


def _killed(_: int) -> int:
    os.kill(os.getpid(), 9)
    return 0


def test_a_killed_process_is_one_line() -> None:
    with pytest.raises(BadInput, match="was killed"):
        list(in_order(_killed, range(4), Workers(2)))


@pytest.mark.usefixtures("lagoon")
def test_a_long_stream_is_judged_in_constant_memory() -> None:
    """A corpus a thousand times as long needs no more memory, up to what the allocator makes of it."""

    def peak(games: int) -> int:
        text = "".join(json.dumps(game(number % 3)) + "\n" for number in range(3)) * (games // 3)
        code = "import resource,sys; from archipel.checks.cli.command_line import main\n"
        code += f"code = main(['--game', '{NAME}', 'referee', '-', '-j', '1'])\n"
        code += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss); sys.exit(code)"
        done = subprocess.run([sys.executable, "-c", code], input=text.encode(), capture_output=True, check=True)
        return int(done.stdout.splitlines()[-1])

    assert peak(6000) < peak(9) + 8_000  # kilobytes; the stream has 6,000 of them


@pytest.mark.usefixtures("lagoon")
@pytest.mark.parametrize("after", [0.5, 0.8, 1.1])
def test_what_was_said_before_it_was_killed_is_whole(tmp_path: Path, after: float) -> None:
    wrong = game(1)
    wrong["moves"][3] = wrong["moves"][1]
    path = write(tmp_path / "a.jsonl", *[wrong] * 3000)
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen([*REFEREE, str(path), "-j", "1", "--json"], stdout=said)
        time.sleep(after)
        process.kill()
        process.wait()
    text = (tmp_path / "said").read_bytes()
    assert not text or text.endswith(b"\n")
    for line in text.splitlines():
        json.loads(line)


@pytest.mark.usefixtures("lagoon")
def test_standard_input_and_interrupted_readers() -> None:
    done = subprocess.run([*REFEREE, "-"], input=json.dumps(game()), capture_output=True, text=True, check=True)
    assert "1 games right" in done.stdout
    reading, writing = os.pipe()
    os.close(reading)
    try:
        wrong = ("?\n" * 5000).encode()
        done_b = subprocess.run([*REFEREE, "-"], input=wrong, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert (done_b.returncode, done_b.stderr) == (0, b"")


# Bad weather


def mutated(source: bytes, changes: list[tuple[int, bytes]]) -> bytes:
    data = bytearray(source)
    for place, piece in changes:
        at = place % (len(data) + 1)
        data[at : at + len(piece)] = piece
    return bytes(data)


WORDS = [b"\n", b'"moves"', b"99", b"-", b"[", b"}", b"null", b"\x1f\x8b"]
PIECES = st.binary(min_size=1, max_size=3) | st.sampled_from(WORDS)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 20_000), PIECES), max_size=4),
)
def test_whatever_is_in_a_file_it_is_judged(
    tmp_path: Path, seed: int, log: bool, packed: bool, changes: list[tuple[int, bytes]]
) -> None:
    record = game(seed, 4)
    source = "\n".join(as_log(record) if log else [json.dumps(record)] * 2).encode()
    data = mutated(source, changes)
    path = tmp_path / "fuzzed"
    path.write_bytes(mutated(gzip.compress(data), changes[:1]) if packed else data)
    for finding in findings(path):
        json.dumps(finding.as_json())
        assert finding.verdict is RefereeVerdict.RIGHT or finding.told
        assert finding.verdict is not RefereeVerdict.WRONG or "legal" in finding.data or "due" in finding.data
