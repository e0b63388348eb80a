"""What is measured is told with its method, and the verdicts follow from the figures. Nothing here is timed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import z3
from tests.checks.test_growth import cells
from tests.toy.game import GAME as LAGOON

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.parted_games import Player
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.games.registry import game_called
from archipel.checks.simulate.benchmarks import children, growth, reporting, scaling, startup, worker
from archipel.checks.simulate.benchmarks.children import working
from archipel.checks.simulate.benchmarks.game_rows import GameBenchmarks
from archipel.checks.simulate.benchmarks.growth import Cell, GrowthRow, Load, as_json, verdict
from archipel.checks.simulate.benchmarks.proof_rows import INTERFACES, asked_questions
from archipel.checks.simulate.benchmarks.terms_asked import evaluations
from archipel.checks.support import versions as installed
from archipel.reference.costa_ruana import STANDARD, Action, Setup, State, new_game
from archipel.reference.strict_json import BadInput

GAME = "costa_ruana"


# What Costa Ruana has measured


def test_every_row_says_what_bounds_it() -> None:
    rows = game_called(GAME).benchmarks.rows()
    assert len({row.name for row in rows}) == len(rows)
    assert {"playouts", "referee", "explain", "prove"} <= {row.what for row in rows}
    assert {"players", "islands"} <= {row.grows_with for row in rows}
    for row in rows:
        assert row.because and len(row.wanted(True)) > 1 and len(row.sizes) != 1
        assert list(row.wanted(True)) == sorted(row.wanted(True))


@pytest.mark.parametrize(
    "name",
    ["playouts.players", "playouts.islands", "playouts.rounds", "referee.games", "referee.rounds", "explain.moves"],
)
def test_work_can_be_done_and_is_counted(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    row = next(row for row in game_called(GAME).benchmarks.rows() if row.name == name)
    small, large = (row.load(size) for size in row.sizes[:2])
    assert small.units.keys() == large.units.keys()
    assert all(0 < small.units[unit] < large.units[unit] for unit in small.units)
    small.run()


def test_asking_every_clause_is_more_work_with_more_players() -> None:
    def looked_at(players: int) -> int:
        position = MAPPING.position(new_game(Setup.from_seed(players, 1)))
        return evaluations(machine().rulebook, position.values)

    assert 1_000 < looked_at(2) < looked_at(3) < looked_at(6)


@pytest.mark.parametrize("interface", INTERFACES)
def test_what_a_prover_is_told_for_one_answer_only_is_counted_too(interface: str) -> None:
    api = import_module(interface)
    solver = api.Solver()
    with asked_questions() as lengths:
        solver.check()
        solver.check(api.Bool("a_long_name"))
    assert lengths[1] >= lengths[0] + len("a_long_name")


def test_questions_to_provers_are_counted() -> None:
    row = next(row for row in game_called(GAME).benchmarks.rows() if row.name == "compare (equivalent).players")
    two, three = row.load(2), row.load(3)
    (unit,) = two.units
    assert 0 < two.units[unit] < three.units[unit]
    assert "counting" not in z3.Solver.check.__qualname__


SEARCHED = "decisions in search × (islands + players)"


def test_what_a_search_plays_is_counted_and_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[int] = []
    choose = Player.choose

    def choosing(player: Player, state: State, actions: Sequence[Action]) -> Action:
        chosen.append(len(actions))
        return choose(player, state, actions)

    monkeypatch.setattr(Player, "choose", choosing)
    row = next(row for row in game_called(GAME).benchmarks.rows() if row.name == "compare (searched).players")
    load = row.load(3)
    counted, length = (load.units[unit] for unit in (SEARCHED, "questions' length²"))
    counted /= STANDARD.islands(3) + 3
    assert 10_000 < 0.9 * counted < len(chosen) < 1.1 * counted and length > 0
    chosen.clear()
    load.run()
    assert 0.9 * counted < len(chosen) < 1.1 * counted


def test_any_game_is_measured_by_what_every_game_has() -> None:
    table = LAGOON.benchmarks
    rows = {row.name: row for row in table.rows()}
    assert rows.keys() >= {"playouts.players", "referee.games", "simulate.players", "explain.moves", "prove.games"}
    load = rows["playouts.players"].load(3)
    assert load.units["legal actions"] > load.units["decisions × players"] > 0
    rows["explain.players"].load(3).run()
    assert table.play(3, 1) == table.play(3, 1) > 0
    assert set(table.corpora()) == {"referee", "simulate", "perft", "conform"}


# Children


def test_a_child_plays_with_the_engine_it_was_given() -> None:
    with working(GAME, "the pure engine", {"ARCHIPEL_ENGINE": "pure"}) as child:
        found = child.ask(do="playouts", players=2, seconds=0.01, first=0)
        assert found["engine"] == "pure"
        assert found["decisions"] > found["games"] > 0
    assert child.process.returncode is not None


def test_all_engines_play_the_same_games() -> None:
    assert installed.engine().running in installed.engine().available
    for name in installed.engine().available:
        with working(GAME, name, {"ARCHIPEL_ENGINE": name}) as child:
            found = child.ask(do="playouts", players=3, seconds=0.0, first=7)
        decisions = game_called(GAME).benchmarks.play(3, 7)
        assert (found["engine"], found["games"], found["decisions"]) == (name, 1, decisions)


def test_a_child_that_fails_is_told_of_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with working(GAME, "nothing", {}) as child, pytest.raises(BadInput, match="measured: ValueError"):
        child.ask(do="nothing")
    monkeypatch.setattr(children, "WORKER", "no_such_module")
    with working(GAME, "nothing", {}) as child, pytest.raises(BadInput, match="cannot be measured"):
        child.ask(do="nothing")


def test_a_worker_measures_what_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    question = {"row": "playouts.players", "size": 2}
    assert worker.answered(GAME, {"do": "prepare", **question})["units"]["legal actions"] > 0
    assert worker.answered(GAME, {"do": "run", "seconds": 0.0, **question})["seconds"] > 0


def test_nothing_is_left_behind_when_stopped() -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "archipel.checks.cli.entry", "bench", "--players", "2", "--seconds", "60"],
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
    assert main(["bench", "--json", *arguments]) == 0
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
    assert [row["command"] for row in rows] == list(startup.commands(GAME, game_called(GAME).benchmarks.QUESTION))
    assert rows[0]["times_bare"] == rows[1]["times_library"] == 1
    assert all(row["times_bare"] > 1 for row in rows[1:])


def test_growth_is_measured_row_by_row(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    few = [row for row in game_called(GAME).benchmarks.rows() if row.name == "playouts.rounds"]
    monkeypatch.setattr(GameBenchmarks, "rows", lambda self: few)
    monkeypatch.setattr(reporting, "QUICK", growth.Effort(1, 0.0, 0.0))
    (row,) = reported(capsys, "--only", "growth")["growth"]
    assert [cell["rounds"] for cell in row["cells"]] == list(few[0].sizes)
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
    program = (sys.executable, "-m", "archipel.checks.simulate.benchmarks.judged_program", GAME)
    assert main(["conform", "--json", "--games", "5", "--", *program]) == 0
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
    assert main(["bench", *words.split()]) == 2
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


# The report that is kept

KEPT = Path(__file__).parents[2] / "docs" / "reports" / "bench.json"


def test_the_kept_report_has_everything_and_its_verdicts_follow_from_its_figures() -> None:
    report = json.loads(KEPT.read_text(encoding="utf-8"))
    assert report["thorough"] and report["method"].keys() == set(reporting.PARTS)
    assert [row["players"] for row in report["playouts"]] == list(game_called(GAME).players)
    for row in report["growth"]:
        found = [Cell(cell[row["grows_with"]], cell["cpu_seconds"], cell["counted"]) for cell in row["cells"]]
        assert verdict(found) == row["verdict"], row["what"]
