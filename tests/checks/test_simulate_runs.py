"""Runs of simulations, on the toy: the same on any number of cores; tables, pictures, bad input, an interrupt."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.engine import Roll
from tests.toy.game import ENGINE, GAME

from archipel.checks.cli.command_line import main
from archipel.checks.simulate.game import SimulationTask
from archipel.checks.simulate.reports.plotting import plot
from archipel.checks.simulate.reports.report import SimulationReport
from archipel.checks.simulate.running import PORTION, columns, played, simulated
from archipel.checks.simulate.tallies import Tally
from archipel.checks.support.parallel import ALONE, Workers
from archipel.checks.variants.variant_files import Variant
from archipel.reference.strict_json import Field, parse

__all__ = ["lagoon"]
pytestmark = pytest.mark.usefixtures("lagoon")
Capture = pytest.CaptureFixture[str]


def task(players: int = 3, seed: int = 1) -> SimulationTask:
    return SimulationTask(Variant(NAME), players, seed, ("random",))


def output(words: str, capsys: Capture) -> str:
    assert main(["--game", NAME, "simulate", *words.split()]) == 0
    return capsys.readouterr().out


def test_the_same_seed_gives_the_same_games_on_any_number_of_cores() -> None:
    games = PORTION + 7
    alone, two = simulated(task(), games, ALONE), simulated(task(), games, Workers(2))
    assert alone == two and alone.games == games
    assert simulated(task(), 5, ALONE) != simulated(task(seed=2), 5, ALONE)


def test_the_order_of_portions_does_not_matter() -> None:
    parts = [played(task(), False, range(first, first + 5)).tally for first in range(0, 20, 5)]
    forwards, backwards = Tally(), Tally()
    for part in parts:
        forwards.add(part)
    for part in reversed(parts):
        backwards.add(part)
    assert forwards == backwards == played(task(), False, range(20)).tally


def test_an_interval_stands_only_with_what_is_seen_once_a_game() -> None:
    found = SimulationReport(task(), played(task(), False, range(5)).tally).as_json()
    assert "interval" in found["distributions"]["decisions"] and "interval" not in found["distributions"]["points"]
    assert all("interval" in side["points"] for side in found["seats"])


def test_csv_and_parquet_hold_the_same(tmp_path: Path, capsys: Capture) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("a.csv", "b.parquet"):
        output(f"--players 3 --games 7 --out {tmp_path / name}", capsys)
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    table = parquet.read_table(tmp_path / "b.parquet")
    assert rows[0] == table.column_names and len(rows) == 8
    assert rows[1:] == [[str(cell) for cell in row.values()] for row in table.to_pylist()]
    assert [int(row[0]) for row in rows[1:]] == list(range(7))


def test_tables_are_equal_on_any_number_of_cores(tmp_path: Path, capsys: Capture) -> None:
    for name, jobs in (("a.csv", 1), ("b.csv", 2)):
        output(f"--players 3 --games {PORTION + 3} -j {jobs} --out {tmp_path / name}", capsys)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_without_pyarrow_parquet_is_refused_before_any_game(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["--game", NAME, "simulate", "--games", "1", "--out", str(tmp_path / "a.parquet")]) == 2
    error = capsys.readouterr().err
    assert "archipel[tables]" in error and len(error.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_the_picture_is_well_formed_and_tells_what_it_shows() -> None:
    report = SimulationReport(task(), played(task(), False, range(4)).tally)
    for lang in ("en", "fr"):
        root = ElementTree.fromstring(plot(report, lang))
        described = root.find("{http://www.w3.org/2000/svg}desc")
        assert described is not None and described.text
    bars = [node for node in root.iter() if node.get("class") == "holds"]
    assert len(bars) > 5


@pytest.mark.parametrize(
    "words",
    [
        "--players 7",
        "--players 2",
        "--games 0",
        "--games many",
        "--seed -1",
        "--bots clever",
        "--bots greedy,random",
        "--bots ,",
        "--out games.txt",
        "--out nowhere/games.csv",
        "--plot games.png",
        "--record -1",
        "--record 0 --games 5",
        "--fingerprint --bots greedy",
        "--compare x.json --players 4",
        "--compare nowhere.json",
        "--variant nowhere.toml",
        "--fingerprint --record 0",
        "-j 0",
    ],
)
def test_bad_input_gets_one_line(words: str, capsys: Capture) -> None:
    assert main(["--game", NAME, "simulate", *words.split()]) == 2
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1 and error.startswith("archipel: ")


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    words = ["simulate", "--players", "3", "--games", "1000000", "-j", "2", "--out", "games.csv", "--plot", "games.svg"]
    command = [sys.executable, "-m", "archipel.checks.cli.command_line", "--game", NAME, *words]
    program = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300
    while not any(path.stat().st_size for path in tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list(tmp_path.iterdir()), "the table was begun"
    os.kill(program.pid, signal.SIGINT)
    _, error = program.communicate(timeout=300)
    assert program.returncode == 130 and error == "archipel: stopped\n"
    assert not list(tmp_path.iterdir())


def test_tasks_that_differ_are_different() -> None:
    assert task() == task() and hash(task()) == hash(task())
    assert replace(task(), seed=5) != task()


# What is counted


def test_a_row_is_what_the_record_of_its_game_says(capsys: Capture) -> None:
    record = ENGINE.codec.read_record(Field(parse(output("--players 3 --seed 4 --record 5", capsys).encode())))
    end = ENGINE.new_game(record.setup, record.terms)
    for move in record.moves:
        end = ENGINE.apply_action(end, move)
    row = played(task(3, 4), True, range(5, 6)).rows[0]
    found = dict(zip([name for name, _ in columns(task(3, 4))], row, strict=True))
    assert found["game"] == 5 and found["first"] == GAME.simulation.first(record.setup)
    assert tuple(found[f"points_{seat}"] for seat in range(3)) == ENGINE.returns(end)
    assert tuple(seat for seat in range(3) if found[f"won_{seat}"]) == ENGINE.ranking(end)[0]
    assert found["decisions"] == sum(not isinstance(move, Roll) for move in record.moves)


def test_histograms_of_a_fingerprint_have_each_game_once() -> None:
    tally = simulated(task(), 20, ALONE)
    for name in GAME.simulation.compared(task()):
        assert sum(tally.histograms[name].values()) == 20, name


def test_both_languages_tell_the_same_numbers(capsys: Capture) -> None:
    english = output("--players 3 --games 5", capsys)
    french = output("--players 3 --games 5 --lang fr", capsys)
    numbers = [[line for line in text.splitlines() if "%" in line] for text in (english, french)]
    assert len(numbers[0]) == len(numbers[1]) > 0
    assert "{" not in english + french


def test_json_counts_every_game_once(capsys: Capture) -> None:
    found = json.loads(output("--players 3 --games 4 --json", capsys))
    assert found["games"] == 4 and sum(found["histograms"]["decisions"].values()) == 4
    assert len(found["seats"]) == 3 and found["players"] == 3
