"""Counting to a depth: the same numbers as everybody else's, on any number of cores, within limits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.engine import ENGINE
from archipel.checks.costa_ruana.vectors.answers import GAMES, SUITES
from archipel.checks.judge.game import judge_of
from archipel.checks.judge.oracle.limits import Budget, Limits
from archipel.checks.judge.perft.counting import divide, perft
from archipel.checks.judge.perft.parallel_count import PerftCount, followed
from archipel.checks.support.parallel import Workers
from archipel.checks.support.work_sharing import Helper
from archipel.reference.costa_ruana import Laid, Setup, State, codec, new_game
from archipel.reference.strict_json import canonical

JUDGE = judge_of("costa_ruana")


def counted(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert main(["perft", "--json", *options]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


# The numbers


@pytest.mark.parametrize("players", [2, 5])
def test_the_numbers_are_those_of_the_oracle(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    found = counted(capsys, "--players", str(players), "--seed", "3", "--depth", "4", "-j", "1")
    expected = perft(JUDGE, new_game(Setup.from_seed(players, 3)), 4, Budget(Limits()))
    assert (tuple(found["sequences"]), tuple(found["positions"])) == (expected.sequences, expected.positions)
    assert players == 5 or found["positions"][-1] < found["sequences"][-1], "equal positions are counted once"


def test_the_numbers_are_those_of_the_vectors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a position and from the game that leads to it."""
    for number, entry in enumerate(SUITES.counts(3)):
        depth = len(entry["depths"])
        for kind in ("state", "record"):
            file = tmp_path / f"{kind}{number}.json"
            file.write_text(json.dumps(entry["begin"][kind]))
            found = counted(capsys, "--record", str(file), "--depth", str(depth), "--digest", "-j", "1")
            assert found["sequences"][1:] == [each["count"] for each in entry["depths"]]
            assert found["digests"][1:] == [each["sha256"] for each in entry["depths"]]


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
    options = ("--players", "2", "--depth", "6", "--digest")
    alone, together = (counted(capsys, *options, "-j", jobs) for jobs in ("1", "3"))
    assert alone == together and together["positions"][-1] == 400 < together["sequences"][-1]
    assert len(begun) > 10 and len(set(begun)) == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_divided_count_is_that_of_the_oracle(jobs: int, capsys: pytest.CaptureFixture[str]) -> None:
    found = counted(capsys, "--divide", "--depth", "4", "-j", str(jobs))
    expected = list(divide(JUDGE, new_game(Setup.from_seed(2, 0)), 4, Budget(Limits())))
    assert found["moves"] == [
        {"action": JUDGE.action_data(action), "sequences": each.sequences[-1], "positions": each.positions[-1]}
        for action, each in expected
    ]
    assert found["sequences"] == sum(each.sequences[-1] for _, each in expected)


def test_a_game_that_is_over_goes_on_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *_, moment = GAMES.play(2, 0)
    last = moment.state
    while actions := last.legal_actions():
        last = last.apply_action(actions[0])
    file = tmp_path / "over.json"
    file.write_text(codec.dumps_state(last))
    found = counted(capsys, "--record", str(file), "--depth", "2")
    assert (found["sequences"], found["positions"]) == ([1, 0, 0], [1, 0, 0])


def test_after_so_many_decisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moments = [moment for _, moment in zip(range(9), GAMES.play(3, 1), strict=False)]
    file = tmp_path / "game.json"
    file.write_text(canonical(ENGINE.codec.record_data(moments[8].record)))
    for after, options in ((8, ()), (5, ("--after", "5")), (0, ("--after", "0"))):
        found = counted(capsys, "--record", str(file), "--depth", "1", *options)
        assert found["sequences"] == [1, len(moments[after].state.legal_actions())]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_people_read_a_table(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--depth", "2", "--lang", lang]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == {"en": ["depth", "sequences"], "fr": ["profondeur", "suites"]}[lang] + ["positions"]
    assert [row.split() for row in rows] == [["0", "1", "1"], ["1", "4", "4"], ["2", "16", "16"]]
    assert main(["perft", "--depth", "2", "--divide", "--lang", lang]) == 0
    *_, row, total = capsys.readouterr().out.splitlines()
    assert row.split() == ["4", "4", '{"do":"settle","island":3,"player":1}'] and total.split()[-1] == "16"


# Packing


def test_a_packed_position_is_itself_again() -> None:
    for players in (2, 3, 6):
        states = [moment.state for moment in GAMES.play(players, 2)]
        assert all(codec.unpacked(codec.packed(state), state.game) == state for state in states)
        assert len({codec.packed(state) for state in states}) == len(set(states))


def test_everything_in_a_position_is_packed() -> None:
    state = new_game(Setup.from_seed(3, 1))
    others = [*_changed(state)]
    assert len({codec.packed(other) for other in [state, *others]}) == 1 + len(others)
    assert all(codec.unpacked(codec.packed(other), state.game) == other for other in others)


def _changed(state: State) -> list[State]:
    """Other positions, of which each differs in one thing."""
    laid: list[Laid | None] = [Laid(3, 1, True), *state.table[1:]]
    return [
        state.changed(round=4),
        state.changed(actor=None),
        state.changed(copying=True),
        state.changed(resolving=0),
        state.changed(offered=0),
        state.changed(old_shaman=0),
        state.changed(moved=((0, 1),)),
        state.changed(waiting=(2, 0)),
        state.changed(table=tuple(laid)),
        state.changed(table=(*laid[1:], laid[0])),
        state.changed(standing=(None, 0, None)),
        state.changed(pile=state.pile[1:]),
        state.changed(hands=((), *state.hands[1:])),
        state.changed(tide=state.time, time=state.tide),
        state.changed(treasures=(300, *state.treasures[1:])),
    ]


# Limits


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--depth", "-1"], "--depth: expected 0 to"),
        (["--depth", "101"], "--depth: expected 0 to"),
        (["--depth", "0", "--divide"], "--depth: expected 1 to"),
        (["--divide", "--digest"], "--digest: not with"),
        (["--players", "7"], "--players: expected 2 to 6"),
        (["--seed", "-1"], "--seed: expected 0 to"),
        (["--positions", "0"], "--positions: expected 1 to"),
        (["--after", "1"], "--after: only with"),
        (["-j", "0"], "expected at least 1"),
        (["--record", "/no/such/file"], "cannot be read"),
        (["--depth", "5", "--positions", "99", "-j", "1"], "more than 99 positions at depth 4"),
        (["--depth", "7", "--positions", "99", "-j", "1", "--divide"], "more than 99 positions at depth 4"),
    ],
)
def test_what_cannot_be_counted_gets_one_line(
    options: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", *options, "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and part in said.err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"setup": 1}', "nonsense", '{"setup": {}, "moves": []}'])
def test_what_is_no_position_gets_one_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    assert main(["perft", "--record", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said.startswith("archipel: --record: ")


def test_a_game_with_a_wrong_move_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *_, moment = GAMES.play(2, 0)
    data = ENGINE.codec.record_data(moment.record)
    data["moves"] = [data["moves"][0]] * 2
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(data))
    assert main(["perft", "--record", str(file), "--after", "0"]) == 2
    assert "moves[1]" in capsys.readouterr().err
    assert main(["perft", "--record", str(file), "--after", "1"]) == 2


def test_a_portion_needs_nothing_but_its_bytes() -> None:
    """What another machine is sent: a game's name, a text, and bytes with numbers."""
    start = new_game(Setup.from_seed(3, 1))
    found = followed("costa_ruana", canonical(JUDGE.state_data(start)), {codec.packed(start): 2})
    positions = {codec.unpacked(each, start.game) for each in found}
    assert positions == {start.apply_action(a) for a in start.legal_actions()}
    assert set(found.values()) == {2}
    (_, one) = PerftCount("costa_ruana", canonical(JUDGE.state_data(start)), 99, Workers(1)).depths(1)
    assert one.sequences == len(found)


def test_an_interrupted_count_leaves_nothing_behind() -> None:
    """As a terminal does it: everybody who works is sent the interrupt."""
    words = ["perft", "--players", "6", "--depth", "9", "-j", "2"]
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
