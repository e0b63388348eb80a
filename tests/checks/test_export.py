"""Export: files that stand-alone solvers read, that say what is proved, and that nobody can quietly change."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.game import GAME

from archipel.checks.cli.command_line import main
from archipel.checks.games.registry import LOADED
from archipel.checks.proofs.obligations import claims_of
from archipel.checks.proofs.smtlib import Answered, obligations, sexpr
from archipel.checks.support.files import replacing
from archipel.spec.logic.solver import Interpretation
from archipel.spec.theorems import Form

__all__ = ["lagoon"]
pytestmark = pytest.mark.usefixtures("lagoon")
SOLVERS = [name for name in ("z3", "cvc5") if shutil.which(name)]
STALEMATE = "3-players/turn.no-stalemate/a_channel_leads_on--anywhere.smt2"

needs_a_solver = pytest.mark.skipif(not SOLVERS, reason="no stand-alone solver on this machine")


def export(folder: Path, only: str, players: int = 3) -> int:
    return run("--smt2", str(folder), "--only", only, "--players", str(players), "-j", "1")


def run(*words: str) -> int:
    return main(["--game", NAME, "export", *words])


def check(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[dict[str, Any]]]:
    capsys.readouterr()
    asked = [word for name in SOLVERS for word in ("--solver", name)]
    code = run("--check", str(folder), "--json", "-j", "1", *asked, *more)
    return code, json.loads(capsys.readouterr().out)["results"]


@pytest.fixture(scope="module")
def stalemate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("export") / "files"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LOADED, NAME, GAME)
        assert export(folder, "turn.no-stalemate") == 0
    return folder


def altered(folder: Path, target: Path, old: str, new: str) -> Path:
    """A copy of an export in which something was replaced."""
    shutil.copytree(folder, target)
    text = (target / STALEMATE).read_text(encoding="utf-8")
    assert old in text
    (target / STALEMATE).write_text(text.replace(old, new), encoding="utf-8")
    return target


def test_every_claim_a_prover_decides_has_its_files() -> None:
    game = GAME.proofs
    found = obligations(game, (3, 4))
    assert {one.claim for one in found if one.players == 3} >= {
        name for name, claim in claims_of(game).items() if claim.form is Form.INVARIANT
    } - {claim.name for theorem in game.theory.theorems.values() if theorem.players for claim in theorem.claims}
    assert len({one.file for one in found}) == len(found)


def test_a_file_says_what_it_is_about_and_names_what_it_assumes(stalemate: Path) -> None:
    text = (stalemate / STALEMATE).read_text(encoding="utf-8")
    assert text.startswith("; turn.no-stalemate: a_channel_leads_on\n; Somebody can always act.")
    assert ":named setup.start__divers_are_at_reefs" in text
    assert "(declare-fun left_5 () Int)" in text
    assert text.count("(check-sat)") == text.count("(set-info :status unsat)") == 1


@needs_a_solver
def test_stand_alone_solvers_confirm_an_export(stalemate: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, results = check(stalemate, capsys)
    assert code == 0
    assert {(one["solver"], one["status"], one["questions"]) for one in results} == {
        (name, "confirmed", 1) for name in SOLVERS
    }


@needs_a_solver
def test_a_reef_too_many_in_a_file_is_noticed(
    stalemate: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = altered(stalemate, tmp_path / "files", "(< at_0 6)", "(< at_0 7)")
    code, results = check(changed, capsys)
    assert code == 1
    assert {one["status"] for one in results} == {"contradicted"}


@needs_a_solver
@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        (":status unsat", ":status sat", "contradicted"),
        ("(check-sat)", "(check-sat", "contradicted"),
        (":status unsat", ":status unknown", "undecided"),
    ],
)
def test_other_changes_are_noticed_too(
    stalemate: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, status: str
) -> None:
    changed = altered(stalemate, tmp_path / "files", old, new)
    if new == "(check-sat":
        assert run("--check", str(changed), "-j", "1", "--solver", SOLVERS[0]) == 2
        assert "not one expected answer for each question" in capsys.readouterr().err
        return
    code, results = check(changed, capsys)
    assert (code, {one["status"] for one in results}) == (1, {status})


@needs_a_solver
def test_what_is_false_has_a_counterexample_there_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(tmp_path / "files", "end.pearls-win") == 0
    (file,) = (tmp_path / "files").rglob("*.smt2")
    assert "(set-info :status sat)" in file.read_text(encoding="utf-8")
    code, results = check(tmp_path / "files", capsys)
    assert (code, {one["status"] for one in results}) == (0, {"confirmed"})


def test_a_sum_of_one_is_written_as_the_standard_wants_it() -> None:
    """Our z3 accepts such a sum, others refuse the file."""
    view = Interpretation("z3", {})
    x = view.api.Int("x")
    assert sexpr(view, view.api.Sum([view.api.Sum([x])]) == 1) == "(= x 1)"


def test_an_answer_that_is_missing_is_not_a_confirmation() -> None:
    assert Answered("f", "z3", ("unsat", "unsat"), ("unsat",)).status == "undecided"
    assert Answered("f", "z3", ("unsat",), ("unknown",)).status == "undecided"
    assert Answered("f", "z3", ("unsat",), ("unsat",), "(error parse)").status == "contradicted"
    assert Answered("f", "z3", ("unsat",), ("sat",)).status == "contradicted"
    assert Answered("f", "z3", ("unsat",), ("unsat",)).status == "confirmed"


def test_the_same_export_is_the_same_byte_for_byte(stalemate: Path, tmp_path: Path) -> None:
    assert export(tmp_path / "again", "turn.no-stalemate") == 0
    for file in sorted(stalemate.rglob("*")):
        if file.is_file():
            assert file.read_bytes() == (tmp_path / "again" / file.relative_to(stalemate)).read_bytes()


def test_only_an_earlier_export_is_replaced(
    stalemate: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / "mine.txt").write_text("dear", encoding="utf-8")
    assert export(letters, "turn.no-stalemate") == 2
    assert "holds no earlier export" in capsys.readouterr().err
    assert [file.name for file in tmp_path.rglob("*")] == ["letters", "mine.txt"]
    again = tmp_path / "files"
    shutil.copytree(stalemate, again)
    (again / "stale.smt2").touch()
    assert export(again, "end.pearls-win") == 0
    assert not (again / "stale.smt2").exists()
    assert not (again / STALEMATE).exists()


def test_an_interrupt_leaves_everything_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "files"
    target.mkdir()
    (target / "old").touch()
    with pytest.raises(KeyboardInterrupt), replacing(target) as folder:
        (folder / "half").touch()
        raise KeyboardInterrupt
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["files", "old"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--smt2", "x", "--players", "9"], "expected 3 to 4"),
        (["--smt2", "x", "--only", "nothing"], "nothing a prover decides"),
        (["--check", "x"], "holds no export"),
        ([], "required"),
    ],
)
def test_bad_input_gets_one_line(
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("archipel.checks.cli.running.export.found_solvers", list)
    assert run(*arguments) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_missing_solver_is_said_to_be_missing(
    stalemate: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert run("--check", str(stalemate), "--solver", "cvc5") == 2
    assert "no program called cvc5 was found" in capsys.readouterr().err
