"""What is measured is told with its method, and the verdicts follow from the figures. Nothing here is timed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.checks.lagoon_plugin import NAME, everywhere
from tests.checks.test_growth import cells
from tests.toy.game import GAME

from archipel.checks.cli.command_line import main
from archipel.checks.simulate.benchmarks import children, growth, reporting, scaling, startup, worker
from archipel.checks.simulate.benchmarks.children import working
from archipel.checks.simulate.benchmarks.game_rows import GameBenchmarks
from archipel.checks.simulate.benchmarks.growth import GrowthRow, Load, as_json
from archipel.checks.simulate.benchmarks.proof_rows import INTERFACES, asked_questions
from archipel.checks.support import versions as installed
from archipel.reference.strict_json import BadInput

__all__ = ["everywhere"]

pytestmark = pytest.mark.usefixtures("everywhere")


# What is measured


@pytest.mark.parametrize("interface", INTERFACES)
def test_what_a_prover_is_told_for_one_answer_only_is_counted_too(interface: str) -> None:
    api = import_module(interface)
    solver = api.Solver()
    with asked_questions() as lengths:
        solver.check()
        solver.check(api.Bool("a_long_name"))
    assert lengths[1] >= lengths[0] + len("a_long_name")


def test_any_game_is_measured_by_what_every_game_has() -> None:
    table = GAME.benchmarks
    rows = {row.name: row for row in table.rows()}
    assert rows.keys() >= {"playouts.players", "referee.games", "simulate.players", "explain.moves", "prove.games"}
    load = rows["playouts.players"].load(3)
    assert load.units["legal actions"] > load.units["decisions × players"] > 0
    rows["explain.players"].load(3).run()
    assert table.play(3, 1) == table.play(3, 1) > 0
    assert set(table.corpora()) == {"referee", "simulate", "perft", "conform"}


# Children


def test_a_child_plays_with_the_engine_it_was_given() -> None:
    with working(NAME, "the pure engine", {"ARCHIPEL_ENGINE": "pure"}) as child:
        found = child.ask(do="playouts", players=3, seconds=0.01, first=0)
        assert found["engine"] == "pure"
        assert found["decisions"] > found["games"] > 0
    assert child.process.returncode is not None


def test_a_child_that_fails_is_told_of_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with working(NAME, "nothing", {}) as child, pytest.raises(BadInput, match="measured: ValueError"):
        child.ask(do="nothing")
    monkeypatch.setattr(children, "WORKER", "no_such_module")
    with working(NAME, "nothing", {}) as child, pytest.raises(BadInput, match="cannot be measured"):
        child.ask(do="nothing")


def test_a_worker_measures_what_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    question = {"row": "playouts.players", "size": 3}
    assert worker.answered(NAME, {"do": "prepare", **question})["units"]["legal actions"] > 0
    assert worker.answered(NAME, {"do": "run", "seconds": 0.0, **question})["seconds"] > 0


def test_nothing_is_left_behind_when_stopped() -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "archipel.checks.cli.entry", NAME, "bench", "--players", "3", "--seconds", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    started = _workers_of(run.pid)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, "", "archipel: stopped\n")
    assert not any(Path(f"/proc/{pid}").exists() for pid in started)


def _workers_of(pid: int) -> list[int]:
    """The children of a process, once it has some."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    if not listed.exists():
        pytest.skip("this system does not tell who started whom")
    for _ in range(600):
        if found := listed.read_text(encoding="ascii").split():
            return [int(child) for child in found]
        time.sleep(0.05)
    raise AssertionError("nothing was started")


# The report


def reported(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([NAME, "bench", "--json", *arguments]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_report_has_a_method_for_each_part(capsys: pytest.CaptureFixture[str]) -> None:
    report = reported(capsys, "--players", "3", "--seconds", "0.02")
    assert report["method"].keys() == {"playouts"}
    (row,) = report["playouts"]
    assert row["players"] == 3
    assert list(row["engines"]) == report["engines"] == list(installed.engine().available)
    assert row["decisions_per_second"] == row["engines"][report["engine"]]["decisions_per_second"]
    assert ("ratio" in row) == ("compiled" in report["engines"])
    assert report["machine"].keys() == {"cores", "processor", "architecture", "system", "python", "compiler"}


def test_start_up_is_told_in_ratios(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporting.Wanted, "rounds", 1)
    rows = reported(capsys, "--only", "startup")["startup"]
    assert [row["command"] for row in rows] == list(startup.commands(NAME, GAME.benchmarks.QUESTION))
    assert rows[0]["times_bare"] == rows[1]["times_library"] == 1
    assert all(row["times_bare"] > 1 for row in rows[1:])


def test_growth_is_measured_row_by_row(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    few = [row for row in GAME.benchmarks.rows() if row.name == "simulate.players"]
    monkeypatch.setattr(GameBenchmarks, "rows", lambda self: few)
    monkeypatch.setattr(reporting, "QUICK", growth.Effort(1, 0.0, 0.0))
    (row,) = reported(capsys, "--only", "growth")["growth"]
    assert [cell["players"] for cell in row["cells"]] == list(few[0].sizes)
    assert row["verdict"] in ("within", "worse") and row["cells"][0]["growth"] == 1


def test_scaling_compares_one_with_two(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameBenchmarks, "corpora", lambda self: {"nothing": lambda folder, thorough: ()})
    monkeypatch.setattr(scaling, "command", lambda *_: ("-c", "pass"))
    monkeypatch.setattr(scaling, "ADDING", ("-c", "pass"))
    (row,) = reported(capsys, "--only", "scaling")["scaling"]
    assert row["jobs"] == 2 and min(row["times"], row["possible"], row["cost"]) > 0
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert reported(capsys, "--only", "scaling")["scaling"] == []


def test_the_judged_program_plays_as_the_rules_say(capsys: pytest.CaptureFixture[str]) -> None:
    program = (sys.executable, "-m", "archipel.checks.simulate.benchmarks.judged_program", NAME)
    assert main([NAME, "conform", "--json", "--games", "5", "--", *program]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["games"], told["views"], told["ended"]) == ("conforms", 5, True, True)


@pytest.mark.parametrize(
    "words",
    [
        "--only nothing",
        "--players 1",
        "--players x",
        "--seconds 0",
        "--seconds nan",
        "--seconds inf",
        "--only growth --players 3",
        "--only startup --seconds 1",
        "--thorough 3",
    ],
)
def test_wrong_arguments_get_one_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([NAME, "bench", *words.split()]) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)


def test_all_parts_are_told_to_people() -> None:
    engines = {"pure": dict.fromkeys(FIGURES, 1.0), "compiled": dict.fromkeys(FIGURES, 2.0)}
    row = {"players": 2, "ratio": 5.5, "engines": engines}
    grown = as_json(
        GrowthRow("work", "size", (1,), lambda size: Load(lambda: None, {}), "why"), cells({1: 1.0, 2: 4.0})
    )
    report = {
        "engine": "pure",
        "why": "asked for",
        "machine": installed.machine(),
        "method": reporting.METHODS,
        "playouts": [row],
        "growth": [grown],
        "scaling": [{"what": "referee", "jobs": 2, "times": 1.9, "possible": 1.95, "cost": 1.1}],
        "startup": [{"command": "archipel", "times_bare": 3.0, "times_library": 1.5}],
    }
    told = "\n".join(reporting.lines(report))
    for words in ("5.50", "worse", "2: 4 (2)", "1.90", "1.95", "1.5", "pure (asked for)"):
        assert words in told
    assert told.count("method:") == len(reporting.PARTS)


FIGURES = (
    "playouts_per_second",
    "decisions_per_second",
    "decisions_per_playout",
    "microseconds_per_decision",
    "copies_per_decision",
)
