"""archipel show, on the toy: positions in files, pictures written whole, every way to be refused."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.engine import State
from tests.toy.game import ENGINE

from archipel.checks.cli.command_line import main
from archipel.checks.games.engine import Data, GameRecord
from archipel.checks.support.files import check_writable

__all__ = ["lagoon"]
Capture = pytest.CaptureFixture[str]


def played() -> tuple[list[State], Data]:
    setup, chance = ENGINE.setup_from_seed(3, 4, ENGINE.standard), Random(4)
    states, moves = [ENGINE.new_game(setup, ENGINE.standard)], []
    while menu := ENGINE.legal_actions(states[-1]):
        moves.append(chance.choice(menu))
        states.append(ENGINE.apply_action(states[-1], moves[-1]))
    return states, ENGINE.codec.record_data(GameRecord(setup, tuple(moves), ENGINE.standard))


STATES, RECORD = played()
MIDDLE = STATES[12]


@pytest.fixture
def folder(lagoon: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, a position, and things that are neither."""
    monkeypatch.chdir(tmp_path)
    moves = [*RECORD["moves"]]
    moves[7] = {"do": "swim", "player": 0, "reef": 99}
    (tmp_path / "game.json").write_text(json.dumps(RECORD))
    (tmp_path / "state.json").write_text(json.dumps(ENGINE.codec.state_data(MIDDLE)))
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "text.json").write_text("hello\nworld")
    (tmp_path / "binary.json").write_bytes(bytes(range(256)))
    (tmp_path / "list.json").write_text("[1, 2]")
    (tmp_path / "deep.json").write_text("[" * 5000)
    (tmp_path / "huge.json").write_bytes(b" " * 5_000_000)
    (tmp_path / "illegal.json").write_text(json.dumps({**RECORD, "moves": moves}))
    (tmp_path / "folder").mkdir()
    return tmp_path


def show(*words: str) -> int:
    return main(["--game", NAME, "show", *words])


def shown(capsys: Capture, *arguments: str) -> str:
    assert show(*arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_record_shows_its_last_position_or_any_other(folder: Path, capsys: Capture) -> None:
    for move in (0, 12, len(STATES) - 1):
        found = json.loads(shown(capsys, "game.json", "--move", str(move), "--json"))
        assert found == json.loads(json.dumps(ENGINE.codec.state_data(STATES[move])))
    assert shown(capsys, "game.json") == shown(capsys, "game.json", "--move", str(len(RECORD["moves"])))
    assert shown(capsys, "game.json", "--move", "12") == shown(capsys, "state.json")
    assert shown(capsys, "state.json", "--lang", "fr") != shown(capsys, "state.json")


def test_a_picture_is_written_whole(folder: Path, capsys: Capture) -> None:
    assert shown(capsys, "state.json", "--svg", "out.svg") == "wrote out.svg\n"
    file = folder / "out.svg"
    assert file.read_text(encoding="utf-8") == shown(capsys, "state.json", "--svg", "-")
    ElementTree.parse(file)
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~mask
    assert not list(folder.glob(".out*"))


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "out.svg").write_text("old")

    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    assert show("state.json", "--svg", "out.svg") == 2
    assert capsys.readouterr().err == "archipel: 'out.svg': cannot be written: No space left on device\n"
    assert (folder / "out.svg").read_text() == "old"
    assert not list(folder.glob(".out*"))


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
    ["state.json", "--move", "1"],
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
    [],
]


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: " ".join(arguments)[:40].replace("\0", "0") or "none")
def test_bad_input_gets_one_line_and_exit_code_2(folder: Path, capsys: Capture, arguments: list[str]) -> None:
    assert show(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("archipel: ") and err.count("\n") == 1 and err.endswith("\n")
    assert len(err) < 400 or "y" * 50 in err


def test_a_move_before_the_illegal_one_can_be_shown(folder: Path, capsys: Capture) -> None:
    assert shown(capsys, "illegal.json", "--move", "7") == shown(capsys, "game.json", "--move", "7")
    assert show("illegal.json", "--move", "8") == 2
    assert "moves[7]" in capsys.readouterr().err


@pytest.mark.usefixtures("lagoon")
def test_standard_input_that_is_no_text_is_refused(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\x00")))
    assert show("-") == 2
    assert capsys.readouterr().err.startswith("archipel: standard input: not UTF-8")


def test_output_without_unicode(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in (["state.json", "--lang", "fr"], ["state.json", "--lang", "fr", "--svg", "-"]):
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
        assert show(*arguments) == 0
        sys.stdout.flush()
        assert raw.getvalue().isascii()


def test_a_closed_folder_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ValueError, match="closed"):
        check_writable("out.svg")
