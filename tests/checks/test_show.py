"""archipel show: every way to give a position, every way to be refused."""

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
from archipel.checks.costa_ruana.records import find_position
from archipel.checks.costa_ruana.svg.table import as_svg
from archipel.checks.support.files import check_writable
from archipel.reference.costa_ruana import Deck, Setup, State, balanced_deck, new_game, random_moves
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
    """A folder with a game, a position, and things that are neither."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_text(dumps_record(RECORD))
    (tmp_path / "state.json").write_text(dumps_state(MIDDLE))
    (tmp_path / "line.txt").write_text(write_position(MIDDLE) + "\n")
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "text.json").write_text("hello\nworld")
    (tmp_path / "binary.json").write_bytes(bytes(range(256)))
    (tmp_path / "list.json").write_text("[1, 2]")
    (tmp_path / "deep.json").write_text("[" * 5000)
    (tmp_path / "huge.json").write_bytes(b" " * 5_000_000)
    (tmp_path / "illegal.json").write_text(_with_move(7, {"do": "settle", "player": 0, "island": 99}))
    (tmp_path / "folder").mkdir()
    return tmp_path


def _with_move(index: int, move: dict[str, object]) -> str:
    data = json.loads(dumps_record(RECORD))
    data["moves"][index] = move
    return json.dumps(data)


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


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "out.svg").write_text("old")

    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    assert main(["show", "state.json", "--svg", "out.svg"]) == 2
    assert capsys.readouterr().err == "archipel: 'out.svg': cannot be written: No space left on device\n"
    assert (folder / "out.svg").read_text() == "old"
    assert not list(folder.glob(".out*"))


LINE = write_position(MIDDLE)

BAD = [
    ["nothing.json"],
    ["folder"],
    ["empty.json"],
    ["text.json"],
    ["binary.json"],
    ["list.json"],
    ["deep.json"],
    ["huge.json"],
    ["illegal.json"],
    ["x" * 5000],
    ["a\0b"],
    [""],
    ["cr1"],
    ["cr1 what is this"],
    [LINE.replace(" 3 ", " 4 ", 1)],
    [LINE + " 7"],
    [LINE.replace(LINE.split(" ")[1], "00000000")],
    [LINE, "--move", "1"],
    ["state.json", "--move", "1"],
    ["line.txt", "--move", "1"],
    ["game.json", "--move", "-1"],
    ["game.json", "--move", "100000"],
    ["game.json", "--move", "two"],
    ["game.json", "--seat", "3"],
    ["game.json", "--seat", "-1"],
    ["game.json", "--lang", "de"],
    ["game.json", "--svg", "folder"],
    ["game.json", "--svg", "no/such/folder.svg"],
    ["game.json", "--svg", "/dev/null"],
    ["game.json", "--svg", ""],
    ["game.json", "--svg", "a\0b"],
    ["game.json", "--svg", "y" * 400],
    ["game.json", "--svg", "-", "--json"],
    ["line.txt", "--deck", "nothing.toml"],
    [],
]


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: " ".join(arguments)[:40].replace("\0", "0") or "none")
def test_bad_input_gets_one_line_and_exit_code_2(folder: Path, capsys: Capture, arguments: list[str]) -> None:
    assert main(["show", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("archipel: ") and err.count("\n") == 1 and err.endswith("\n")
    assert len(err) < 400 or "y" * 50 in err


def test_a_move_before_the_illegal_one_can_be_shown(folder: Path, capsys: Capture) -> None:
    assert shown(capsys, "illegal.json", "--move", "7") == as_text(STATES[7])
    assert main(["show", "illegal.json", "--move", "8"]) == 2
    assert "moves[7]" in capsys.readouterr().err


def test_standard_input_that_is_no_text_is_refused(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00")))
    assert main(["show", "-"]) == 2
    assert capsys.readouterr().err.startswith("archipel: standard input: not UTF-8")


def test_a_line_of_another_deck_needs_that_deck(folder: Path, capsys: Capture) -> None:
    cards = balanced_deck().cards
    deck = Deck((*cards[1:], cards[0]))
    state = new_game(Setup.from_seed(2, 1, STANDARD, deck), STANDARD, deck)
    rows = [f'["{c.kind.value}", {c.amount}, "{c.background.value}", {c.notches}]' for c in deck.cards]
    (folder / "deck.toml").write_text(f"cards = [{', '.join(rows)}]")
    assert main(["show", write_position(state)]) == 2
    capsys.readouterr()
    assert shown(capsys, write_position(state), "--deck", "deck.toml") == as_text(state)


def test_output_without_unicode(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in (["state.json", "--lang", "fr"], ["state.json", "--lang", "fr", "--svg", "-"]):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
        assert main(["show", *arguments]) == 0
        sys.stdout.flush()
        assert raw.getvalue().isascii()


def test_a_closed_folder_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ValueError, match="closed"):
        check_writable("out.svg")


def test_state_type_is_what_is_read(folder: Path) -> None:
    assert isinstance(find_position("game.json", 3), State)
