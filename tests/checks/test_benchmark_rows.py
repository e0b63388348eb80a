"""What Costa Ruana has measured besides what every game has: rows, work that is counted, the report that is kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import z3

from archipel.checks.costa_ruana.parted_games import Player
from archipel.checks.costa_ruana.projection import MAPPING, machine
from archipel.checks.games.registry import game_called
from archipel.checks.simulate.benchmarks import reporting
from archipel.checks.simulate.benchmarks.children import working
from archipel.checks.simulate.benchmarks.growth import Cell, verdict
from archipel.checks.simulate.benchmarks.terms_asked import evaluations
from archipel.checks.support import versions as installed
from archipel.reference.costa_ruana import STANDARD, Action, Setup, State, new_game

GAME = "costa_ruana"


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


def test_questions_to_provers_are_counted() -> None:
    row = next(row for row in game_called(GAME).benchmarks.rows() if row.name == "compare (equivalent).players")
    two, three = row.load(2), row.load(3)
    (unit,) = two.units
    assert 0 < two.units[unit] < three.units[unit]
    assert "counting" not in z3.Solver.check.__qualname__


SEARCHED = "decisions in search × (islands + players)"


@pytest.mark.thorough
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


def test_all_engines_play_the_same_games() -> None:
    assert installed.engine().running in installed.engine().available
    for name in installed.engine().available:
        with working(GAME, name, {"ARCHIPEL_ENGINE": name}) as child:
            found = child.ask(do="playouts", players=3, seconds=0.0, first=7)
        decisions = game_called(GAME).benchmarks.play(3, 7)
        assert (found["engine"], found["games"], found["decisions"]) == (name, 1, decisions)


# The report that is kept

KEPT = Path(__file__).parents[2] / "docs" / "reports" / "bench.json"


def test_the_kept_report_has_everything_and_its_verdicts_follow_from_its_figures() -> None:
    report = json.loads(KEPT.read_text(encoding="utf-8"))
    assert report["thorough"] and report["method"].keys() == set(reporting.PARTS)
    assert [row["players"] for row in report["playouts"]] == list(game_called(GAME).players)
    for row in report["growth"]:
        found = [Cell(cell[row["grows_with"]], cell["cpu_seconds"], cell["counted"]) for cell in row["cells"]]
        assert verdict(found) == row["verdict"], row["what"]
