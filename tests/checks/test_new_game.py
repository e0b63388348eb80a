"""``archipel new-game``: what it writes is a game that runs, strictly typed, and every command works on it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.checks.lagoon_plugin import NAME, everywhere

from archipel.checks.cli.command_line import COMMANDS, main
from archipel.checks.games import registry
from archipel.checks.proofs.kept import reports
from archipel.checks.rulebook import stored_reports

__all__ = ["everywhere"]
Capture = pytest.CaptureFixture[str]


def placed(folder: Path, name: str) -> Path:
    """Puts a written package where Python finds it, entry point included, as an installer would; where that is."""
    source = folder / "src"
    about = source / f"{name}_rules-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-rules\nVersion: 0.1.0\n", encoding="utf-8")
    point = re.findall(rf'^{name} = "(.*)"$', (folder / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    (about / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{name} = {point[0]}\n", encoding="utf-8")
    return source


@pytest.fixture
def pebbles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Iterator[Path]:
    """A game called pebbles, in its own folder, installed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "LOADED", {})
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert main(["new-game", "pebbles", "--title", "Pebbles & co"]) == 0
    assert "archipel pebbles prove" in capsys.readouterr().out
    source = placed(tmp_path / "pebbles", "pebbles")
    monkeypatch.syspath_prepend(str(source))
    monkeypatch.setenv("PYTHONPATH", str(source))
    registry.brought.cache_clear()
    yield tmp_path / "pebbles"
    registry.brought.cache_clear()
    for module in [name for name in sys.modules if name.startswith("pebbles_rules")]:
        del sys.modules[module]


def python(folder: Path, *words: str) -> str:
    """What a module of Python prints, run in the written folder."""
    environment = os.environ | {"PYTHONPATH": "src", "MYPYPATH": ""}
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_what_is_written_is_typed_and_clean_and_its_tests_pass(pebbles: Path) -> None:
    assert "passed" in python(pebbles, "pytest", "-q", "-p", "no:cacheprovider")
    assert "no issues found" in python(pebbles, "mypy")
    assert "All checks passed" in python(pebbles, "ruff", "check", "--no-cache", ".")
    texts = [file.read_text(encoding="utf-8") for file in pebbles.rglob("*") if file.suffix in (".py", ".toml", ".md")]
    assert len(texts) == 10 and not [text for text in texts if re.search(r"@[a-z]+@|pebbles_rules_rules", text)]


def said(capsys: Capture, *words: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["pebbles", *words])
    out, err = capsys.readouterr()
    return code, out or err


ANSWERS = {
    "clauses turn.take --lang fr": "prend de 1 à 3 pierres",
    "prove --only end --players 2 -j 1": "end.one-winner        2  proved",
    "prove --explain turn.never-stuck": "heap ≥ 1",
    "perft --players 2 --seed 1 --depth 3": "3             27              7",
    "simulate --players 3 --games 5": "Pebbles & co: 3 players, 5 games",
    "schema action": '"const": "take"',
    "play --humans none --seed 4": "wins.",
    "play --humans none --seed 4 --players 3 --lang fr": "Victoire : ",
    "export --smt2 smt --players 2 --only turn": "files with",
    "readings": "",
    "bench --only startup": "archipel clauses",
    "rulebook --lang both --out book": "Pebbles & co (fr): book/fr/index.html",
    "info": "game      pebbles, rules 1",
}


@pytest.mark.parametrize(("asked", "expected"), ANSWERS.items())
def test_commands_answer(asked: str, expected: str, pebbles: Path, capsys: Capture) -> None:
    code, text = said(capsys, *asked.split())
    assert code == 0, text
    assert expected in text


def test_reports_are_kept_with_the_package_and_printed(pebbles: Path, capsys: Capture) -> None:
    assert reports.main(["--game", "pebbles"]) == 0 and stored_reports.main(["--game", "pebbles"]) == 0
    kept = json.loads((pebbles / "src" / "pebbles_rules" / "reports" / reports.FILE).read_text(encoding="utf-8"))
    assert {row["status"] for row in kept["results"]} == {"proved", "exhausted", "sampled"}
    python(pebbles, "archipel.checks.cli.entry", "pebbles", "rulebook", "--out", "book")
    assert "proved" in (pebbles / "book" / "index.html").read_text(encoding="utf-8")


def test_of_a_game_without_secrets_no_views_are_checked(pebbles: Path, capsys: Capture) -> None:
    code, text = said(capsys, "prove", "--players", "2", "-j", "1", "--games", "4")
    assert code == 0 and "views" not in text and "agreement.games" in text


def test_vectors_say_what_they_do_not_cover(pebbles: Path, capsys: Capture) -> None:
    code, text = said(capsys, "vectors", "--out", "vectors", "-j", "1")
    assert code == 1 and re.search(r"kinds of decision: +1 of 1\n", text)


def test_a_game_is_played_shown_explained_and_judged(
    pebbles: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(capsys, "play", "--humans", "none", "--seed", "2", "--save", "game.json")[0] == 0
    record = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert record["game"] == "pebbles" and record["result"]["points"].count(1) == 1
    assert "heap 12" in said(capsys, "show", "game.json", "--move", "0")[1]
    assert said(capsys, "referee", "game.json")[0] == 0
    code, text = said(capsys, "explain", "game.json", "--at", "0")
    assert code == 0 and re.search(r"Legal\. [ABC][a-z]+ takes \d stones?\.\n  turn\.take: ", text)
    illegal = '{"do":"take","player":1,"amount":9}'
    code, text = said(capsys, "explain", "game.json", illegal, "--at", "0", "--lang", "fr")
    assert code == 1 and "turn.take" in text and "On prend de 1 à 3 pierres, pas 9." in text
    record["moves"][0]["amount"] = 7
    Path("game.json").write_text(json.dumps(record), encoding="utf-8")
    assert said(capsys, "referee", "game.json")[0] == 1
    assert "moves[0]: that cannot be done now" in said(capsys, "show", "game.json", "--move", "1")[1]


LACKS = {"ask": "questions", "show game.json --svg x": "pictures"}


@pytest.mark.parametrize(("asked", "lacked"), LACKS.items())
def test_what_it_lacks_is_told_in_one_line(asked: str, lacked: str, pebbles: Path, capsys: Capture) -> None:
    said(capsys, "play", "--humans", "none", "--save", "game.json")
    code, text = said(capsys, *asked.split())
    assert code == 2 and text.startswith(f"archipel: the game pebbles has no {lacked}") and text.count("\n") == 1


# Names and folders


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["Nim"], "NAME: expected small letters, digits and underscores, found 'Nim'; nim would do"),
        (["my game"], "found 'my game'; my_game would do"),
        (["3d"], "found '3d'; d would do"),
        (["../nim"], "nim would do"),
        (["é"], "small letters, digits and underscores, found"),
        (["x" * 41], "small letters"),
        (["class"], "NAME: class is a word of Python; class_game would do"),
        (["match"], "NAME: match is a word of Python"),
        (["prove"], "NAME: prove is a command of archipel; prove_game would do"),
        ([NAME], f"NAME: there is a game called {NAME} (see archipel games)"),
        (["nim", "--title", 'a "b"'], "--title: expected 1 to 40 letters without quotes"),
        (["nim", "--title", ""], "--title: expected"),
        (["nim", "--out", "full"], "--out: 'full' is not empty"),
        (["nim", "--out", "file"], "--out: 'file' is not a folder"),
        (["nim", "--out", ""], "--out: '' is not the name of a folder"),
        ([], "the following arguments are required: NAME"),
    ],
)
def test_bad_names_are_refused_and_nothing_is_written(
    words: list[str], complaint: str, everywhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").touch()
    (tmp_path / "file").touch()
    assert main(["new-game", *words]) == 2
    out, err = capsys.readouterr()
    assert not out and complaint in err and len(err.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "full", "mine"]


def test_an_empty_folder_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").mkdir()
    assert main(["new-game", "nim", "--out", "deep"]) == 0
    assert (tmp_path / "deep" / "src" / "nim_rules" / "game.py").is_file()


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, *_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        assert main(["new-game", "nim"]) == 2
    assert not list(tmp_path.iterdir())


def test_it_is_a_command_of_no_game() -> None:
    assert "new-game" in COMMANDS
