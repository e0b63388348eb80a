"""What people do with any game: play it in a terminal, look at positions, ask and be told why, on Lagoon."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.toy.game import ENGINE, GAME

from archipel.checks.cli.command_line import main
from archipel.checks.games.registry import LOADED
from archipel.checks.readings.settlement import How, SettledCase, broken_example, examples_by_reading
from archipel.checks.support.parallel import ALONE
from archipel.reference.strict_json import BadInput, Field, parse

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command about Lagoon with lines on standard input: exit code, output, complaint."""
    monkeypatch.setitem(LOADED, "lagoon", GAME)
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(["--game", "lagoon", *arguments])
        return code, *capsys.readouterr()

    return command


@pytest.fixture
def game(run: Run) -> str:
    """A whole game of bots, as a file."""
    assert run("play", "--humans", "none", "--seed", "3", "--save", "game.json")[0] == 0
    return "game.json"


def test_bots_play_to_the_end_and_the_record_is_that_of_the_engine(run: Run, game: str) -> None:
    record = ENGINE.codec.read_record(Field(parse(Path(game).read_bytes())))
    state = ENGINE.new_game(record.setup, record.terms)
    for move in record.moves:
        state = ENGINE.apply_action(state, move)
    assert record.result == ENGINE.result(state) is not None
    assert run("play", "--humans", "none", "--seed", "3", "--save", "again.json")[0] == 0
    assert Path("again.json").read_bytes() == Path(game).read_bytes()


def test_a_person_is_asked_step_by_step(run: Run) -> None:
    code, out, _ = run("play", "--seed", "3", "--save", "game.json", typed="swim\nback\nswim 5\nquit\n")
    assert code == 0
    assert "What do you do, Ann?" in out and "  1: Ann swims from reef 0 to reef 1." in out
    assert "Which reef?" in out and "Once more from the start." in out
    moves = json.loads(Path("game.json").read_text())["moves"]
    assert {"do": "swim", "player": 0, "reef": 5} in moves
    assert run("play", "--load", "game.json", "--humans", "none")[0] == 0


def test_an_answer_that_is_none_is_told(run: Run) -> None:
    _, out, _ = run("play", "--seed", "3", typed="swim 4\nfly\nquit\n")
    assert "'4': not among the answers." in out and "'fly': not among the answers." in out


def test_positions_are_shown_and_hide_what_a_seat_does_not_see(run: Run, game: str) -> None:
    open_one, seen = (run("show", game, "--move", "5", *seat)[1] for seat in ((), ("--seat", "1")))
    assert "?" not in open_one and seen.count("?") == 5, "of six cards, a seat sees its own"
    data = json.loads(run("show", game, "--move", "5", "--seat", "1", "--json")[1])
    assert [len(hand) for hand in data["hands"]] == [0, 1, 0]


def test_why_and_why_not(run: Run, game: str) -> None:
    code, out, _ = run("explain", game, "--at", "1")
    assert code == 0 and "Legal. Ben dives for 2 pearls." in out and "turn.dive" in out
    code, out, _ = run("explain", game, '{"do":"swim","player":0,"reef":2}', "--at", "1")
    assert code == 1 and "It is the turn of Ben." in out and "No channel joins reef 0 and reef 2." in out
    assert run("explain", game, '{"do":"roll","pips":2}', "--at", "1")[0] == 1


def test_questions_that_the_game_declares(run: Run) -> None:
    code, out, _ = run("ask", "points", "1", "4", "2", "--cards", "0", "0", "1")
    assert code == 0 and out.startswith("Points: 1, 4, 4. Most has seat 2.\n  end.points: ")
    lines = ['{"ask":"points","pearls":[1,4,2]}', "not json", '{"ask":"points","pearls":[1]}', '{"ask":"who"}']
    code, out, _ = run("ask", "points", "1", "4", "2", "--json")
    assert json.loads(out) == {"ask": "points", "points": [1, 4, 2], "winners": [1], "clauses": ["end.points"]}
    assert code == 0 and len(lines) == 4


class Rich(NamedTuple):
    """A worked example: somebody takes what is left. With no pearl anywhere there would be no game."""

    id: str = "E1"
    figure: str = "1"
    en: str = "What is left is taken."
    fr: str = "On prend ce qui reste."

    def broken(self, choice: Mapping[str, str], /) -> str:
        if choice.get("scarce") == "none":
            raise BadInput("no game")
        return "nobody dives" if choice.get("scarce") == "all-or-none" else ""


def test_worked_examples_settle_readings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "examples", {"E1": Rich()})
    rows = json.loads(run("readings", "scarce", "--examples", "--json")[1])["examples"]
    assert rows == {"scarce=all-or-none": {"E1": "broken"}}
    assert examples_by_reading("lagoon", [{}, {"scarce": "none"}], ALONE) == [{"E1": "kept"}, {"E1": "no game"}]
    scarce = GAME.readings.points["scarce"]
    found = broken_example(SettledCase("lagoon", scarce, scarce.readings["all-or-none"]))
    assert found is not None and (found.how, found.by) == (How.EXAMPLE, ("E1",))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("compare", "scarce=never", "original"), "scarce"),
        (("compare", "original", "original", "--players", "9"), "--players"),
        (("ask", "points", "1", "2"), "pearls: expected 3 to 4 items, found 2"),
        (("show", "nothing.json"), "nothing.json"),
        (("show", "game.json", "--move", "999"), "--move 999"),
        (("explain", "game.json", "{}"), "move"),
        (("play", "--players", "9"), "--players: expected 3 to 4, found 9"),
        (("play", "--load", "game.json", "--players", "3"), "the saved game already says that"),
        (("schema", "recrod"), "did you mean record?"),
    ],
)
def test_bad_input_gets_one_line(run: Run, game: str, arguments: tuple[str, ...], complaint: str) -> None:
    code, _, complained = run(*arguments)
    assert code == 2 and complaint in complained and complained.count("\n") == 1


def test_every_schema_of_the_engine_is_printed(run: Run) -> None:
    names = run("schema")[1].split()
    assert names[:5] == ["action", "setup", "state", "view", "record"]
    assert names[5:] and all(name.startswith("vector-") for name in names[5:])
    assert all(json.loads(run("schema", name)[1]) for name in names)


@pytest.mark.parametrize(
    ("move", "clause", "fact"),
    [
        ('{"do":"swim","player":1,"reef":77}', "setup.lagoon", "There are reefs 0 to 5, not 77."),
        ('{"do":"dive","player":9}', "setup.lagoon", "There are seats 0 to 2, not 9."),
    ],
)
def test_what_is_not_there_is_told(run: Run, game: str, move: str, clause: str, fact: str) -> None:
    code, out, _ = run("explain", game, move, "--at", "1")
    assert code == 1 and f"  {clause}: " in out and fact in out
