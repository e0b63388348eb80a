"""archipel play, on the toy: saving, loading, undoing, stopping, and whatever may be typed or asked for wrongly."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.engine import Roll, Swim
from tests.toy.game import ENGINE, GAME

from archipel.checks.cli.command_line import main
from archipel.checks.explain.table.decision_menu import StepMenu
from archipel.checks.explain.table.recorded_game import RecordedTable
from archipel.checks.explain.table.terminal import Console, TableSession
from archipel.checks.games.engine import GameRecord
from archipel.reference.strict_json import Field, parse

__all__ = ["lagoon"]
Play = Callable[..., tuple[int, str]]


def scripted(players: int, humans: set[int], seed: int) -> tuple[list[str], list[Any]]:
    """What people type in a whole game, and all its decisions; the people decide by chance."""
    setup = ENGINE.setup_from_seed(players, seed, ENGINE.standard)
    game = RecordedTable(GAME, GameRecord(setup, (), ENGINE.standard))
    bots = {seat: game.bot("random", seed, seat) for seat in range(players) if seat not in humans}
    session = TableSession(game.engine, game.states, game.moves, bots, game.chance(seed))
    chance, lines, names = Random(seed), list[str](), ("Ann", "Ben", "Cleo", "Dan")[:players]
    while ENGINE.actor(session.state) is not None:
        if session.is_asked(-1):
            action = chance.choice(ENGINE.legal_actions(session.state))
            menu = game.asked(session.state, names, "en")
            assert isinstance(menu, StepMenu)
            lines.append(" ".join(menu.words(action)))
            session.apply(action)
        else:
            session.advance()
    return lines, session.moves


@pytest.fixture
def typed(
    lagoon: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Play:
    """Run the command with lines on standard input; the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)

    def run(lines: list[str], *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join([line + "\n" for line in lines])))
        code = main(["--game", NAME, "play", *arguments])
        out, err = capsys.readouterr()
        assert "\x1b" not in out
        assert bool(err) == (code == 2)
        return code, out if code != 2 else err

    return run


def saved(name: str = "game.json") -> list[Any]:
    return list(ENGINE.codec.read_record(Field(parse(Path(name).read_bytes()))).moves)


def test_nonsense_is_refused_and_asked_again(typed: Play) -> None:
    lines, moves = scripted(3, {0}, 11)
    noise = ["", "99", "-1", "x", "1 1 1 1 1 1 1 1", "\u0663", "A B C", "  ", "\x1b[31m", "9" * 2000]
    mixed = [part for line in lines for part in (*noise, "back", line)]
    code, out = typed(mixed, "--players", "3", "--seed", "11", "--save", "game.json")
    assert code == 0
    assert "'99': not among the answers." in out
    assert saved() == moves


# Saving, loading, undoing, stopping


@pytest.mark.parametrize("stop", [0, 1, 7])
def test_a_game_that_stopped_goes_on_as_it_would_have(typed: Play, stop: int) -> None:
    lines, moves = scripted(3, {0, 1}, 8)
    code, out = typed(lines[:stop], "--humans", "0,1", "--seed", "8", "--save", "game.json")
    assert code == 0
    assert "Stopped." in out and "Saved: game.json" in out
    begun = saved()
    assert begun == moves[: len(begun)]
    code, _ = typed(lines[stop:], "--load", "game.json", "--humans", "0,1", "--seed", "8", "--save", "game.json")
    assert code == 0
    assert saved() == moves
    assert "points" in typed([], "--load", "game.json")[1]


def test_undo_goes_back_to_the_previous_decision(typed: Play) -> None:
    lines, moves = scripted(3, {0}, 9)
    twice = [part for line in lines for part in (line, "undo", line)]
    code, out = typed(twice[:-2], "--seed", "9", "--save", "game.json")
    assert code == 0
    assert out.count("Back to your previous decision.") == len(lines) - 1
    assert saved() == moves


def test_undo_takes_back_what_came_between_and_a_new_choice_counts(typed: Play) -> None:
    lines, moves = scripted(3, {0, 1, 2}, 3)
    setup = ENGINE.setup_from_seed(3, 3, ENGINE.standard)
    state = ENGINE.apply_action(ENGINE.new_game(setup, ENGINE.standard), moves[0])
    other = next(move for move in ENGINE.legal_actions(state) if isinstance(move, Swim) and move != moves[1])
    typed([*lines[:3], "undo", f"swim {other.reef}", "quit"], "--all-seats", "--seed", "3", "--save", "a")
    assert [move for move in saved("a") if not isinstance(move, Roll)] == [other]


def test_undo_at_the_beginning(typed: Play) -> None:
    code, out = typed(["undo", "annuler", "quit"], "--players", "3", "--seed", "1")
    assert code == 0
    assert out.count("There is no earlier decision of yours.") == 2


def test_commands(typed: Play) -> None:
    lines = ["help", "?", "show", "save", "save a b.json", "save no/such/folder", "retour", "QUIT", "0"]
    code, out = typed(lines, "--players", "3", "--seed", "1")
    assert code == 0
    assert out.count("save FILE    write the game") == 2
    assert out.count("baskets") + out.count("basket ") == 2
    assert "Saved: a b.json" in out and "Not saved: 'no/such/folder'" in out and "Which file?" in out
    written = ENGINE.codec.read_record(Field(parse(Path("a b.json").read_bytes())))
    assert written.setup == ENGINE.setup_from_seed(3, 1, ENGINE.standard)
    assert out.endswith("Stopped.\n")


@pytest.mark.parametrize("after", [0, 3])
def test_control_c_keeps_the_game(typed: Play, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    lines, moves = scripted(3, {0}, 4)
    answers = iter(lines[:after])

    def read(self: Console, prompt: str) -> str:
        for line in answers:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(Console, "read", read)
    code, out = typed([], "--players", "3", "--seed", "4", "--save", "game.json")
    assert code == 130
    assert "Stopped." in out
    assert saved() == moves[: len(saved())]
    assert [file.name for file in Path().iterdir()] == ["game.json"]


# Who plays


def test_people_with_names(typed: Play) -> None:
    _, out = typed(["quit"], "--players", "4", "--humans", "2=Zoé,Max,0", "--seed", "1")
    assert "At the table: A Ann, B Max, C Zoé, D Dan (random bot)." in out


def test_a_seat_is_named_between_people_without_a_terminal(typed: Play) -> None:
    lines, _ = scripted(3, {0, 1, 2}, 3)
    out = typed([*lines[:2], "quit"], "--players", "3", "--all-seats", "--seed", "3")[1]
    assert sum(out.count(f"--- {name} ---") for name in ("Ann", "Ben", "Cleo")) == 3


BAD = [
    ["--players", "2"],
    ["--players", "5"],
    ["--players", "many"],
    ["--humans", "3"],
    ["--humans", "0,0"],
    ["--humans", "-1"],
    ["--humans", "5=Zoe"],
    ["--humans", "²"],
    ["--humans", ""],
    ["--humans", "A,,B"],
    ["--humans", "x" * 40],
    ["--humans", "a\x1b[31m"],
    ["--humans", "A,B,C,D"],
    ["--humans", "Ben"],
    ["--humans", "0", "--all-seats"],
    ["--bot", "clever"],
    ["--seed", "x"],
    ["--lang", "de"],
    ["--load", "nothing.json"],
    ["--load", "."],
    ["--load", "state.json"],
    ["--load", "game.json", "--players", "3"],
    ["--load", "broken.json"],
    ["--load", "illegal.json"],
    ["--save", "."],
    ["--save", "no/such/file"],
    ["--save", "/dev/null"],
]


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: ascii(" ".join(arguments))[:40])
def test_bad_arguments_get_one_line_and_exit_code_2(typed: Play, arguments: list[str]) -> None:
    setup = ENGINE.setup_from_seed(3, 1, ENGINE.standard)
    data = ENGINE.codec.record_data(GameRecord(setup, (), ENGINE.standard))
    Path("game.json").write_text(json.dumps(data))
    Path("broken.json").write_text(json.dumps(data)[:-20])
    Path("illegal.json").write_text(json.dumps({**data, "moves": [{"do": "dive", "player": 0}]}))
    Path("state.json").write_text("{}")
    code, err = typed(["0"], *arguments)
    assert code == 2
    assert err.startswith("archipel: ") and err.count("\n") == 1
    assert err.isprintable() or err.rstrip("\n").isprintable()


@pytest.mark.usefixtures("lagoon")
def test_standard_input_that_is_no_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xff\n"), encoding="utf-8"))
    assert main(["--game", NAME, "play", "--seed", "1"]) == 2
    assert capsys.readouterr().err == "archipel: standard input: not UTF-8\n"
