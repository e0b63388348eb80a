"""Simulations: the same on any number of cores, exact in what they count, honest about noise."""

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

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.game import GAME as COSTA_RUANA
from archipel.checks.simulate.chance import MASK, Chance
from archipel.checks.simulate.game import SimulationTask, checked
from archipel.checks.simulate.odds import chi_square_tail, compared, wilson
from archipel.checks.simulate.reports.plotting import plot
from archipel.checks.simulate.reports.report import SimulationReport, verdict
from archipel.checks.simulate.reports.telling import Teller
from archipel.checks.simulate.running import PORTION, columns, played, simulated
from archipel.checks.simulate.tallies import Tally, mean, quantile, variance
from archipel.checks.support.parallel import ALONE, Workers
from archipel.checks.variants.variant_files import Variant, made
from archipel.reference.costa_ruana import new_game
from archipel.reference.costa_ruana.codec import loads_record, replay
from archipel.reference.costa_ruana.readings import CHOICES
from archipel.reference.strict_json import BadInput

GAME = "costa_ruana"
Capture = pytest.CaptureFixture[str]


def task(players: int = 2, seed: int = 1, bots: str = "random", variant: Variant | None = None) -> SimulationTask:
    return SimulationTask(variant or Variant(GAME), players, seed, tuple(bots.split(",")))


def output(words: str, capsys: Capture) -> str:
    assert main(["simulate", *words.split()]) == 0
    return capsys.readouterr().out


# Chance


def test_the_generator_is_splitmix64() -> None:
    chance = Chance(1234567)
    first = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert [chance.bits() for _ in range(5)] == first


def test_a_game_begins_where_the_generator_of_the_run_says() -> None:
    run = Chance(99)
    assert [Chance.of_game(99, number).state for number in range(4)] == [run.bits() for _ in range(4)]


def test_draws_are_in_range_and_even() -> None:
    chance = Chance(5)
    drawn = [chance.below(7) for _ in range(7000)]
    assert set(drawn) == set(range(7))
    assert all(850 < drawn.count(value) < 1150 for value in range(7))
    assert Chance(MASK).below(1) == 0


# The same result


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


def test_a_game_of_a_run_is_a_record_that_replays(capsys: Capture) -> None:
    record = loads_record(output("--players 3 --seed 4 --record 5", capsys))
    *_, end = replay(record)
    row = played(task(3, 4), True, range(5, 6)).rows[0]
    names = [name for name, _ in columns(task(3, 4))]
    found = dict(zip(names, row, strict=True))
    assert found["game"] == 5 and found["first"] == record.setup.shaman
    assert tuple(found[f"points_{seat}"] for seat in range(3)) == end.returns()
    assert tuple(found[f"treasures_{seat}"] for seat in range(3)) == end.huts
    assert tuple(seat for seat in range(3) if found[f"won_{seat}"]) == end.winners()
    assert found["decisions"] == len(record.moves)


# What is counted


def test_values_of_a_game_are_what_its_moves_say() -> None:
    game = COSTA_RUANA.simulation.playout(task(4, 3), 0)
    states = [new_game(game.setup)]
    for move in game.moves:
        states.append(states[-1].apply_action(move))
    values, first = COSTA_RUANA.simulation.values(game), game.setup.shaman
    points = states[-1].returns()
    assert values["points_of_first"] == points[first] and values["points_of_last"] == points[(first + 3) % 4]
    assert values["lead"] == sorted(points)[-1] - sorted(points)[-2]
    assert values["treasures"] == sum(states[-1].huts) == sum(values[f"treasures_in_round_{n}"] for n in range(1, 6))
    assert values["treasures"] + values["treasures_left"] == sum(states[0].treasures)
    assert values["refusals"] == sum(type(move).__name__ == "Name" for move in game.moves)
    assert values["effects"] == sum(state.phase.value == "effect" for state in states)


def test_histograms_of_a_fingerprint_have_each_game_once() -> None:
    tally = simulated(task(3), 20, ALONE)
    for name in COSTA_RUANA.simulation.compared(task(3)):
        assert sum(tally.histograms[name].values()) == 20, name


def test_seats_are_counted_from_the_first_shaman() -> None:
    for number in range(8):
        game = COSTA_RUANA.simulation.playout(task(3), number)
        tally = played(task(3), False, range(number, number + 1)).tally
        for seat, points in enumerate(game.end.returns()):
            distance = (seat + 3 - game.setup.shaman) % 3
            assert tally.histograms[f"points.seat.{distance}"] == {points: 1}
            assert tally.counts[f"won.seat.{distance}"] == (seat in game.end.winners())


def test_everybody_sits_everywhere_equally_often() -> None:
    mixed = task(3, bots="greedy,random,weak")
    lineups = [mixed.lineup(number) for number in range(3)]
    assert lineups == [("greedy", "random", "weak"), ("weak", "greedy", "random"), ("random", "weak", "greedy")]
    tally = played(mixed, False, range(3)).tally
    assert {name: tally.counts[f"played.bot.{name}"] for name in ("greedy", "random", "weak")} == {
        "greedy": 3,
        "random": 3,
        "weak": 3,
    }


def test_greedy_players_beat_random_ones_and_nobody_is_fooled_by_few_games() -> None:
    strong = task(2, bots="greedy,random")
    many = SimulationReport(strong, played(strong, False, range(24)).tally).as_json()["strengths"]
    assert many["greedy"]["verdict"] == "more" and many["random"]["verdict"] == "less"
    equal = SimulationReport(task(2), played(task(2), False, range(12)).tally).as_json()["seats"]
    assert {side["verdict"] for side in equal} == {"noise"}


def test_an_interval_stands_only_with_what_is_seen_once_a_game() -> None:
    found = SimulationReport(task(2), played(task(2), False, range(5)).tally).as_json()
    assert "interval" in found["distributions"]["decisions"] and "interval" not in found["distributions"]["points"]
    assert all("interval" in side["points"] for side in found["seats"])


def test_it_is_said_if_not_everybody_had_every_seat_equally_often() -> None:
    mixed = task(2, bots="greedy,random")
    for games, said in ((2, False), (3, True)):
        lines = Teller(SimulationReport(mixed, played(mixed, False, range(games)).tally), "en").lines()
        assert any("no multiple" in line for line in lines) == said


def test_a_clause_that_the_variant_reads_otherwise_is_not_counted() -> None:
    variant = made(GAME, {}, {"majority": "together"})
    report = SimulationReport(task(3, variant=variant), played(task(3, variant=variant), False, range(3)).tally)
    left_out = {id for id, found in report.uncounted().items() if found.reason == "read"}
    assert left_out == {"collection.majority", "collection.conflict", "collection.one-per-island"}
    assert not left_out & {counted.clause for counted in report.counted()}
    assert any("otherwise" in line for line in Teller(report, "en").lines())


@pytest.mark.parametrize("reading", [(point, name) for point, names in CHOICES.items() for name in names[1:]])
def test_games_by_every_reading_are_counted_or_refused(reading: tuple[str, str]) -> None:
    other = task(3, variant=made(GAME, {}, dict([reading])))
    if reading == ("last-draw", "after"):
        with pytest.raises(BadInput, match="no deck is known"):
            checked(other)
        return
    report = SimulationReport(checked(other), played(other, True, range(3)).tally)
    assert all(clause["times"] <= clause["of"] for clause in report.as_json()["clauses"])
    counted = {counted.clause for counted in report.counted()}
    assert counted | set(report.uncounted()) == set(other.variant.rulebook.clauses)


def test_numbers_of_a_variant_are_played(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "short.toml").write_text('game = "costa_ruana"\n[numbers]\nrounds = 3\n', encoding="utf-8")
    found = json.loads(output(f"--players 2 --games 3 --json --variant {tmp_path / 'short.toml'}", capsys))
    assert len(found["rounds"]) == 3 and found["variant"]["numbers"] == {"rounds": 3}


# How sure one can be


def test_wilsons_interval() -> None:
    low, high = wilson(10, 100, 1.959964)
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert wilson(0, 50).low == 0 and wilson(50, 50).high == 1
    assert wilson(0, 0) == (0, 1)
    assert verdict(wilson(50, 100), 0.5) == "noise" and verdict(wilson(90, 100), 0.5) == "more"


@pytest.mark.parametrize(
    ("statistic", "freedom", "chance"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (149.449, 100, 0.001), (2.0, 2, 0.36787944), (0.0, 5, 1.0)],
)
def test_the_tail_of_chi_square(statistic: float, freedom: int, chance: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(chance, rel=2e-3)


def test_chi_square_of_two_samples() -> None:
    test = compared({0: 30, 1: 70}, {0: 50, 1: 50})
    assert test.freedom == 1 and test.statistic == pytest.approx(8.3333, abs=1e-3)
    assert compared({0: 100}, {0: 100}).freedom == 0
    rare = compared({0: 500, 1: 500, 2: 1}, {0: 500, 1: 500, 3: 1})
    assert rare.freedom == 1 and rare.statistic == pytest.approx(0, abs=0.01)


def test_histograms_in_a_few_numbers() -> None:
    histogram = {1: 1, 2: 2, 5: 1}
    assert (mean(histogram), variance(histogram)) == (2.5, 2.25)
    assert [quantile(histogram, hundredths) for hundredths in (0, 25, 50, 75, 76, 100)] == [1, 1, 2, 2, 5, 5]


# Tables, pictures and texts


def test_csv_and_parquet_hold_the_same(tmp_path: Path, capsys: Capture) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("a.csv", "b.parquet"):
        output(f"--players 3 --games 7 --bots greedy,random,random --out {tmp_path / name}", capsys)
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    table = parquet.read_table(tmp_path / "b.parquet")
    assert rows[0] == table.column_names and len(rows) == 8
    assert rows[1:] == [[str(cell) for cell in row.values()] for row in table.to_pylist()]
    assert [int(row[0]) for row in rows[1:]] == list(range(7))


def test_tables_are_equal_on_any_number_of_cores(tmp_path: Path, capsys: Capture) -> None:
    for name, jobs in (("a.csv", 1), ("b.csv", 2)):
        output(f"--players 2 --games {PORTION + 3} -j {jobs} --out {tmp_path / name}", capsys)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_without_pyarrow_parquet_is_refused_before_any_game(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["simulate", "--games", "1", "--out", str(tmp_path / "a.parquet")]) == 2
    error = capsys.readouterr().err
    assert "archipel[tables]" in error and len(error.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_the_picture_is_well_formed_and_tells_what_it_shows() -> None:
    mixed = task(2, bots="greedy,random")
    report = SimulationReport(mixed, played(mixed, False, range(4)).tally)
    for lang in ("en", "fr"):
        root = ElementTree.fromstring(plot(report, lang))
        described = root.find("{http://www.w3.org/2000/svg}desc")
        assert described is not None and described.text and "greedy" in described.text
    bars = [node for node in root.iter() if node.get("class") == "holds"]
    assert len(bars) > 10


def test_both_languages_tell_the_same_numbers(capsys: Capture) -> None:
    english = output("--players 2 --games 5", capsys)
    french = output("--players 2 --games 5 --lang fr", capsys)
    assert "When clauses decide" in english and "Quand les clauses décident" in french
    assert len([line for line in english.splitlines() if "%" in line]) == len(
        [line for line in french.splitlines() if "%" in line]
    )
    assert "{" not in english + french


def test_json_has_everything(capsys: Capture) -> None:
    found = json.loads(output("--players 2 --games 4 --json", capsys))
    assert found["games"] == 4 and sum(found["histograms"]["decisions"].values()) == 4
    clauses = {clause["id"] for clause in found["clauses"]}
    assert clauses | set(found["not_counted"]) == set(Variant(GAME).rulebook.clauses)
    assert all(clause["times"] <= clause["of"] for clause in found["clauses"])


@pytest.mark.parametrize(
    "words",
    [
        "--players 7",
        "--players 1",
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
        "--compare x.json --players 3",
        "--compare nowhere.json",
        "--variant nowhere.toml",
        "--fingerprint --record 0",
        "-j 0",
    ],
)
def test_bad_input_gets_one_line(words: str, capsys: Capture) -> None:
    assert main(["simulate", *words.split()]) == 2
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1 and error.startswith("archipel: ")


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    words = ["simulate", "--players", "2", "--games", "1000000", "-j", "2", "--out", "games.csv", "--plot", "games.svg"]
    command = [sys.executable, "-m", "archipel.checks.cli.command_line", *words]
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
