"""Simulations and bots of any game, tried on dice: chance, greed, records, tables; and what a game need not say."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tests.checks.dice_game import ENGINE, Fell, Luck, Roll, Stop, dice

from archipel.checks.cli.command_line import main
from archipel.checks.games.protocol import Game
from archipel.checks.games.registry import game_called
from archipel.checks.simulate.bots import bots, make_bot, strengths
from archipel.checks.simulate.chance import Chance
from archipel.checks.simulate.game import SimulationTask, drawn
from archipel.checks.simulate.policies import best_of
from archipel.checks.simulate.reports.plotting import plot
from archipel.checks.simulate.reports.report import SimulationReport
from archipel.checks.simulate.reports.telling import Teller
from archipel.checks.simulate.running import played, simulated
from archipel.checks.support.parallel import ALONE
from archipel.checks.variants.variant_files import Variant
from archipel.reference.strict_json import Field

__all__ = ["dice"]


def task(game: str, bots: str = "random", players: int = 2, seed: int = 1) -> SimulationTask:
    return SimulationTask(Variant(game), players, seed, tuple(bots.split(",")))


def test_the_same_seed_gives_the_same_games(dice: str) -> None:
    assert simulated(task(dice), 60, ALONE) == simulated(task(dice), 60, ALONE)
    assert simulated(task(dice), 60, ALONE) != simulated(task(dice, seed=2), 60, ALONE)


def test_a_game_of_a_run_holds_what_chance_brought_and_replays(dice: str) -> None:
    simulation = game_called(dice).simulation
    game = simulation.playout(task(dice), 3)
    assert any(isinstance(move, Fell) for move in game.moves)
    assert not any(isinstance(decision, Fell) for decision in game.decisions)
    record = ENGINE.codec.read_record(Field(json.loads(simulation.record(task(dice), 3))))
    state = ENGINE.new_game(record.setup, record.terms)
    for move in record.moves:
        state = ENGINE.apply_action(state, move)
    assert state == game.end and ENGINE.result(state) == record.result


def test_what_is_counted_of_every_game(dice: str) -> None:
    tally = simulated(task(dice), 40, ALONE)
    assert tally.games == 40 and set(tally.counts) >= {"decision.roll", "choices.stop", "won.seat.0"}
    assert "decision.fell" not in tally.counts
    assert sum(tally.histograms["lead"].values()) == 40
    one = played(task(dice), True, range(1))
    assert one.rows[0][0] == 0 and one.rows[0][-1] in one.tally.histograms["decisions"]


def test_outcomes_come_as_often_as_they_weigh() -> None:
    chance, outcomes = Chance(1), [("a", 3), ("b", 2), ("c", 1)]
    found = [drawn(outcomes, chance) for _ in range(6000)]
    assert all(abs(found.count(name) - 1000 * weight) < 150 for name, weight in outcomes)
    with pytest.raises(ValueError, match="nothing can happen"):
        drawn([("a", 1)], type("Broken", (), {"below": lambda self, count: count})())


def test_the_greedy_bot_plays_by_the_value_of_what_it_sees(dice: str) -> None:
    game = game_called(dice)
    state = ENGINE.new_game(Luck(2, (2, 3)), ENGINE.standard)
    greedy = make_bot(game, "greedy", 1)
    assert greedy(state, ENGINE.legal_actions(state)) == Roll(0)
    state = ENGINE.apply_action(ENGINE.apply_action(state, Roll(0)), Fell(2))
    assert greedy(state, ENGINE.legal_actions(state)) == Stop(0)
    tally = simulated(task(dice, "greedy,random"), 200, ALONE)
    assert tally.counts["won.bot.greedy"] > tally.counts["won.bot.random"]
    weak = simulated(task(dice, "weak,random"), 200, ALONE).counts["won.bot.weak"]
    assert tally.counts["won.bot.random"] < 200 - weak < 200


def test_the_random_bot_knows_its_view_and_its_seed_only(dice: str) -> None:
    game = game_called(dice)
    one, other = [ENGINE.new_game(Luck(2, (2, lucky)), ENGINE.standard) for lucky in (1, 3)]
    menu = ENGINE.legal_actions(one)
    chosen = [make_bot(game, "random", seed)(one, menu) for seed in range(20)]
    assert chosen == [make_bot(game, "random", seed)(other, menu) for seed in range(20)] and len(set(chosen)) == 2


def test_a_game_without_a_value_function_has_random_bots_only(dice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_called(dice)
    assert bots(game) == ("random", "greedy") and list(strengths(game)) == ["random", "weak", "greedy"]
    monkeypatch.setattr(type(game), "mind", None)
    assert bots(game) == ("random",) and list(strengths(game)) == ["random"]
    unsaid = [getattr(Game, name).fget(game) for name in ("mind", "policies", "simulation")]
    assert unsaid[0] is None and len(unsaid[1]) == 1 and unsaid[2].distributions


def test_who_has_an_aim_strays_now_and_then() -> None:
    chance = Random(1)
    found = [best_of([1, 2, 3], chance, float) for _ in range(1000)]
    assert 820 < found.count(3) < 900 and found.count(1) > 40
    assert {best_of([1, 2, 3], chance, lambda _: 0.0, straying=0.0) for _ in range(50)} == {1, 2, 3}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_command_tells_of_any_game(
    dice: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Variant, "players", (2, 3, 4))
    words = ["--game", dice, "simulate", "--players", "2", "--games", "20", "--lang", lang]
    assert main([*words, "--out", str(tmp_path / "rows.csv")]) == 0
    assert "stop" in capsys.readouterr().out
    assert len((tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()) == 21


def test_everybody_sits_everywhere_equally_often(dice: str) -> None:
    mixed = task(dice, "greedy,random,weak", players=3)
    lineups = [mixed.lineup(number) for number in range(3)]
    assert lineups == [("greedy", "random", "weak"), ("weak", "greedy", "random"), ("random", "weak", "greedy")]
    tally = played(mixed, False, range(3)).tally
    assert [tally.counts[f"played.bot.{name}"] for name in ("greedy", "random", "weak")] == [3, 3, 3]


def test_greedy_players_beat_random_ones_and_nobody_is_fooled_by_few_games(dice: str) -> None:
    strong = task(dice, "greedy,random")
    many = SimulationReport(strong, played(strong, False, range(200)).tally).as_json()["strengths"]
    assert many["greedy"]["verdict"] == "more" and many["random"]["verdict"] == "less"
    equal = SimulationReport(task(dice), played(task(dice), False, range(12)).tally).as_json()["seats"]
    assert {side["verdict"] for side in equal} == {"noise"}


def test_it_is_said_if_not_everybody_had_every_seat_equally_often(dice: str) -> None:
    mixed = task(dice, "greedy,random")
    for games, said in ((2, False), (3, True)):
        lines = Teller(SimulationReport(mixed, played(mixed, False, range(games)).tally), "en").lines()
        assert any("no multiple" in line for line in lines) == said


def test_a_picture_shows_strengths(dice: str) -> None:
    mixed = task(dice, "greedy,random")
    picture = plot(SimulationReport(mixed, played(mixed, False, range(4)).tally), "en")
    assert "greedy" in picture and picture.count('class="holds"') > 5
