"""Simulations of Costa Ruana: what its moves say, and which clauses are counted by which readings and numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.game import GAME as COSTA_RUANA
from archipel.checks.simulate.game import SimulationTask, checked
from archipel.checks.simulate.reports.report import SimulationReport
from archipel.checks.simulate.reports.telling import Teller
from archipel.checks.simulate.running import played
from archipel.checks.variants.variant_files import Variant, made
from archipel.reference.costa_ruana import new_game
from archipel.reference.costa_ruana.readings import CHOICES
from archipel.reference.strict_json import BadInput

GAME = "costa_ruana"
Capture = pytest.CaptureFixture[str]


def task(players: int = 2, seed: int = 1, bots: str = "random", variant: Variant | None = None) -> SimulationTask:
    return SimulationTask(variant or Variant(GAME), players, seed, tuple(bots.split(",")))


def output(words: str, capsys: Capture) -> str:
    assert main(["simulate", *words.split()]) == 0
    return capsys.readouterr().out


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


def test_seats_are_counted_from_the_first_shaman() -> None:
    for number in range(8):
        game = COSTA_RUANA.simulation.playout(task(3), number)
        tally = played(task(3), False, range(number, number + 1)).tally
        for seat, points in enumerate(game.end.returns()):
            distance = (seat + 3 - game.setup.shaman) % 3
            assert tally.histograms[f"points.seat.{distance}"] == {points: 1}
            assert tally.counts[f"won.seat.{distance}"] == (seat in game.end.winners())


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


def test_json_has_every_clause(capsys: Capture) -> None:
    found = json.loads(output("--players 2 --games 4 --json", capsys))
    clauses = {clause["id"] for clause in found["clauses"]}
    assert clauses and clauses | set(found["not_counted"]) == set(Variant(GAME).rulebook.clauses)
    assert all(clause["times"] <= clause["of"] for clause in found["clauses"])
    french = output("--players 2 --games 2 --lang fr", capsys)
    assert "Quand les clauses décident" in french and "{" not in french
