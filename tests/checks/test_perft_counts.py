"""Counting to a depth, on the toy: the same on any number of cores, within limits, and nothing is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.engine import State
from tests.toy.game import ENGINE, GAME

from archipel.checks.cli.command_line import main
from archipel.checks.games.engine import Data, GameRecord
from archipel.checks.judge.game import Judge
from archipel.checks.judge.oracle.limits import Budget, Limits
from archipel.checks.judge.perft.counting import divide
from archipel.checks.judge.perft.parallel_count import PerftCount, followed
from archipel.checks.support.parallel import Workers
from archipel.checks.support.work_sharing import Helper
from archipel.reference.strict_json import canonical

__all__ = ["lagoon"]
pytestmark = pytest.mark.usefixtures("lagoon")
JUDGE = Judge(GAME)


def opening(players: int = 3, seed: int = 0) -> State:
    return ENGINE.new_game(ENGINE.setup_from_seed(players, seed, ENGINE.standard), ENGINE.standard)


def played(players: int = 3, seed: int = 1) -> tuple[list[State], Data]:
    """The positions of a random game, and its record without a result."""
    setup = ENGINE.setup_from_seed(players, seed, ENGINE.standard)
    chance, states, moves = Random(seed), [ENGINE.new_game(setup, ENGINE.standard)], []
    while menu := ENGINE.legal_actions(states[-1]):
        moves.append(chance.choice(menu))
        states.append(ENGINE.apply_action(states[-1], moves[-1]))
    data = ENGINE.codec.record_data(GameRecord(setup, tuple(moves), ENGINE.standard))
    return states, json.loads(json.dumps(data))


def count(*words: str) -> int:
    return main(["--game", NAME, "perft", *words])


def counted(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert count("--json", *options) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_numbers_are_the_same_on_any_number_of_cores(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Equal positions are found by different processes, which are the same ones at every depth."""
    begun: list[Helper[Any, Any]] = []
    begin = Helper.begin

    def noted(helper: Helper[Any, Any], *asked: Any) -> None:
        begun.append(helper)
        begin(helper, *asked)

    monkeypatch.setattr("archipel.checks.support.work_sharing.LEAST", 2)
    monkeypatch.setattr(Helper, "begin", noted)
    options = ("--players", "3", "--depth", "7", "--digest")
    alone, together = (counted(capsys, *options, "-j", jobs) for jobs in ("1", "3"))
    assert alone == together and together["positions"][-1] < together["sequences"][-1]
    assert len(begun) > 10 and len(set(begun)) == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_divided_count_is_that_of_the_oracle(jobs: int, capsys: pytest.CaptureFixture[str]) -> None:
    found = counted(capsys, "--divide", "--depth", "4", "-j", str(jobs))
    expected = list(divide(JUDGE, opening(), 4, Budget(Limits())))
    assert found["moves"] == [
        {"action": JUDGE.action_data(action), "sequences": each.sequences[-1], "positions": each.positions[-1]}
        for action, each in expected
    ]
    assert found["sequences"] == sum(each.sequences[-1] for _, each in expected)


def test_a_game_that_is_over_goes_on_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *_, last = played()[0]
    file = tmp_path / "over.json"
    file.write_text(json.dumps(ENGINE.codec.state_data(last)))
    found = counted(capsys, "--record", str(file), "--depth", "2")
    assert (found["sequences"], found["positions"]) == ([1, 0, 0], [1, 0, 0])


def test_after_so_many_decisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    states, record = played()
    record["moves"] = record["moves"][:8]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    for after, options in ((8, ()), (5, ("--after", "5")), (0, ("--after", "0"))):
        found = counted(capsys, "--record", str(file), "--depth", "1", *options)
        assert found["sequences"] == [1, len(ENGINE.legal_actions(states[after]))]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_people_read_a_table(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert count("--depth", "2", "--lang", lang) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == {"en": ["depth", "sequences"], "fr": ["profondeur", "suites"]}[lang] + ["positions"]
    assert [row.split() for row in rows] == [["0", "1", "1"], ["1", "3", "3"], ["2", "15", "7"]]
    assert count("--depth", "2", "--divide", "--lang", lang) == 0
    *_, row, total = capsys.readouterr().out.splitlines()
    assert row.split() == ["5", "5", '{"do":"roll","pips":3}'] and total.split()[-1] == "15"


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--depth", "-1"], "--depth: expected 0 to"),
        (["--depth", "101"], "--depth: expected 0 to"),
        (["--depth", "0", "--divide"], "--depth: expected 1 to"),
        (["--divide", "--digest"], "--digest: not with"),
        (["--players", "5"], "--players: expected 3 to 4"),
        (["--seed", "-1"], "--seed: expected 0 to"),
        (["--positions", "0"], "--positions: expected 1 to"),
        (["--after", "1"], "--after: only with"),
        (["-j", "0"], "expected at least 1"),
        (["--record", "/no/such/file"], "cannot be read"),
        (["--depth", "9", "--positions", "99", "-j", "1"], "more than 99 positions at depth"),
        (["--depth", "9", "--positions", "99", "-j", "1", "--divide"], "more than 99 positions at depth"),
    ],
)
def test_what_cannot_be_counted_gets_one_line(
    options: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert count(*options, "--json") == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and part in said.err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"setup": 1}', "nonsense", '{"setup": {}, "moves": []}'])
def test_what_is_no_position_gets_one_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    assert count("--record", str(file)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said.startswith("archipel: --record: ")


def test_a_game_with_a_wrong_move_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = played()[1]
    data["moves"] = [data["moves"][0]] * 2
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(data))
    assert count("--record", str(file), "--after", "0") == 2
    assert "moves[1]" in capsys.readouterr().err
    assert count("--record", str(file), "--after", "1") == 2


def test_a_portion_needs_nothing_but_its_bytes() -> None:
    """What another machine is sent: a game's name, a text, and bytes with numbers."""
    start = opening(3, 1)
    pack = ENGINE.codec.packed
    found = followed(NAME, canonical(JUDGE.state_data(start)), {pack(start): 2})
    positions = {ENGINE.codec.unpacked(each, start) for each in found}
    assert positions == {ENGINE.apply_action(start, action) for action in ENGINE.legal_actions(start)}
    assert set(found.values()) == {2}
    (_, one) = PerftCount(NAME, canonical(JUDGE.state_data(start)), 99, Workers(1)).depths(1)
    assert one.sequences == len(found)


def test_an_interrupted_count_leaves_nothing_behind() -> None:
    """As a terminal does it: everybody who works is sent the interrupt."""
    words = ["--game", NAME, "perft", "--players", "4", "--depth", "24", "-j", "2"]
    command = [sys.executable, "-m", "archipel.checks.cli.command_line", *words]
    piped = subprocess.PIPE
    running = subprocess.Popen(command, stdout=piped, stderr=piped, encoding="utf-8", start_new_session=True)
    until = time.monotonic() + 60
    while not (children := _children(running.pid)) and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    counted, said = running.communicate(timeout=60)
    assert (running.returncode, said) == (130, "archipel: stopped\n")
    assert all(len(row.split()) == 3 for row in counted.splitlines()), "whole lines only"
    assert children and not any(_lives(child) for child in children)


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
