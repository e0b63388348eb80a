"""archipel show with Costa Ruana: texts, pictures and views, positions on one line, other decks."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.svg.table import as_svg
from archipel.reference.costa_ruana import Deck, Setup, balanced_deck, new_game, random_moves
from archipel.reference.costa_ruana.codec import (
    Record,
    dumps_record,
    dumps_state,
    dumps_view,
    loads_state,
    replay,
)
from archipel.reference.costa_ruana.notation import write_position
from archipel.reference.costa_ruana.rules import STANDARD

SETUP = Setup.from_seed(3, 4)
RECORD = Record(SETUP, tuple(random_moves(SETUP, 4)), STANDARD, balanced_deck())
STATES = list(replay(RECORD))
MIDDLE = STATES[40]

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, and a position twice."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_text(dumps_record(RECORD))
    (tmp_path / "state.json").write_text(dumps_state(MIDDLE))
    (tmp_path / "line.txt").write_text(write_position(MIDDLE) + "\n")
    return tmp_path


def shown(capsys: Capture, *arguments: str) -> str:
    assert main(["show", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_record_shows_its_last_position_or_any_other(folder: Path, capsys: Capture) -> None:
    assert shown(capsys, "game.json") == as_text(STATES[-1])
    assert shown(capsys, "game.json", "--move", "40") == as_text(MIDDLE)
    assert shown(capsys, "game.json", "--move", "0", "--lang", "fr") == as_text(STATES[0], "fr")
    assert shown(capsys, "game.json", "--move", str(len(RECORD.moves))) == as_text(STATES[-1])


def test_a_position_can_be_given_in_every_form(folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = as_text(MIDDLE)
    assert shown(capsys, "state.json") == expected
    assert shown(capsys, "line.txt") == expected
    assert shown(capsys, write_position(MIDDLE)) == expected
    for content in (dumps_state(MIDDLE), write_position(MIDDLE)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
        assert shown(capsys, "-") == expected


def test_a_seat_sees_only_its_view(folder: Path, capsys: Capture) -> None:
    view = MIDDLE.view(1)
    assert shown(capsys, "state.json", "--seat", "1") == as_text(view, game=MIDDLE.game)
    assert shown(capsys, "state.json", "--seat", "1", "--json") == dumps_view(view)
    assert shown(capsys, "state.json", "--seat", "1", "--svg", "-") == as_svg(view, game=MIDDLE.game)


def test_json_can_be_shown_again(folder: Path, capsys: Capture) -> None:
    text = shown(capsys, "game.json", "--move", "40", "--json")
    assert loads_state(text) == MIDDLE


def test_a_picture_is_written_whole(folder: Path, capsys: Capture) -> None:
    out = shown(capsys, "state.json", "--svg", "out.svg")
    assert out == "wrote out.svg\n"
    file = folder / "out.svg"
    assert file.read_text(encoding="utf-8") == as_svg(MIDDLE)
    ElementTree.parse(file)
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~mask
    assert not list(folder.glob(".out*"))
    assert json.loads(shown(capsys, "state.json", "--svg", "out.svg", "--json"))["players"] == 3


LINE = write_position(MIDDLE)

BAD = [
    ["cr1"],
    ["cr1 what is this"],
    [LINE.replace(" 3 ", " 4 ", 1)],
    [LINE + " 7"],
    [LINE.replace(LINE.split(" ")[1], "00000000")],
    [LINE, "--move", "1"],
    ["line.txt", "--move", "1"],
    ["line.txt", "--deck", "nothing.toml"],
]


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: " ".join(arguments)[:40].replace("\0", "0") or "none")
def test_bad_input_gets_one_line_and_exit_code_2(folder: Path, capsys: Capture, arguments: list[str]) -> None:
    assert main(["show", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("archipel: ") and err.count("\n") == 1 and err.endswith("\n")
    assert len(err) < 400 or "y" * 50 in err


def test_a_line_of_another_deck_needs_that_deck(folder: Path, capsys: Capture) -> None:
    cards = balanced_deck().cards
    deck = Deck((*cards[1:], cards[0]))
    state = new_game(Setup.from_seed(2, 1, STANDARD, deck), STANDARD, deck)
    rows = [f'["{c.kind.value}", {c.amount}, "{c.background.value}", {c.notches}]' for c in deck.cards]
    (folder / "deck.toml").write_text(f"cards = [{', '.join(rows)}]")
    assert main(["show", write_position(state)]) == 2
    capsys.readouterr()
    assert shown(capsys, write_position(state), "--deck", "deck.toml") == as_text(state)
