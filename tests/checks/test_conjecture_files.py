"""Files of conjectures, on the toy: how they are read, and what is wrong with them in one line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.checks.lagoon_conjectures import over_position
from tests.toy.game import GAME
from tests.toy.spec import Reefs, left

from archipel.checks.proofs.conjectures import state as reading
from archipel.checks.proofs.conjectures.decide import (
    _contradicted,
)
from archipel.checks.proofs.conjectures.state import Scope, load, probe
from archipel.checks.proofs.results import Result, Status
from archipel.reference.strict_json import BadInput
from archipel.spec.logic import Num, Prop, all_of, forall

IMPORT = "from tests.checks.lagoon_conjectures import *\n"
HEAD = IMPORT + '@over_position("Said.")\n'


def written(folder: Path, text: str, name: str = "mine.py") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_is_read_in_its_order_and_leaves_nothing_behind(tmp_path: Path) -> None:
    second = '@over_reef("And\\n  this.")\ndef second(i: Num) -> Prop:\n    return left(i) <= 3\n'
    file = written(tmp_path, f"{HEAD}def first() -> Prop:\n    return phase <= OVER\n{second}")
    load(file)
    before = set(sys.modules)
    found = load(file)
    assert [(one.id, one.scope, one.statement) for one in found] == [
        ("conjecture.first", Scope.REACHABLE, "Said."),
        ("conjecture.second", Scope.ANYWHERE, "And this."),
    ]
    assert found[1].place == f"{file}:5"
    assert set(sys.modules) == before and "__conjectures__" not in before
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]
    assert reading._stated.get() is None


WRONG = {
    "def broken(:\n    pass\n": ":1: not Python: ",
    "x = 1 / 0\n": ":1: ZeroDivisionError",
    "raise SystemExit(0)\n": ":1: SystemExit",
    IMPORT: ": states no conjecture",
    f"{HEAD}def a() -> Prop:\n    return near(0)\n": ":4: near takes 2 places, got 1",
    f"{HEAD}def a() -> Prop:\n    return near(0, 0) and phase == OVER\n": ":4: a term has no truth value",
    f"{HEAD}def a() -> Prop:\n    return 1 == 1\n": ":2: a must return a proposition, such as a comparison",
    f"{HEAD}def a() -> Prop:\n    return phase\n": "it returns NumApply",
    f"{HEAD}def a() -> Prop:\n    phase == OVER\n": "is a return missing?",
    f"{HEAD}def a(i: Num) -> Prop:\n    return left(i) <= 3\n": ":2: a takes 1 parameters; expected no parameters",
    f'{IMPORT}@over_reef("Said.")\ndef a() -> Prop:\n    return truth\n': "one parameter for each of: reefs",
    f"{IMPORT}@over_position\ndef a() -> Prop:\n    return truth\n": ":2: say in words",
    f'{IMPORT}over_position("Said.")(lambda: truth)\n': "not as a lambda",
    f"{HEAD}def a() -> Prop:\n    return truth\n" * 2: ":6: a is stated twice, first at ",
    f"{HEAD}def a() -> Prop:\n    return after(phase) == OVER\n": "only a claim about a decision or a round may",
    f"{HEAD}def a() -> Prop:\n    return player == 0\n": "speaks of player, but only a claim about a decision has an",
    f'{IMPORT}@over_decision("Said.", swim)\ndef a() -> Prop:\n    return card == 0\n': "swim has no argument",
    f'{IMPORT}@over_decision("Said.", "swim")\ndef a() -> Prop:\n    return truth\n': "'swim' is not a decision",
    f'{IMPORT}@over_round("Said.")\ndef a() -> Prop:\n    return after(after(phase)) == 1\n': "only one afterwards",
    f"{HEAD}def \u00e9t\u00e9(i) -> Prop:\n    return truth\n": "\\xe9t\\xe9 takes 1 parameters",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_file_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)
    with pytest.raises(BadInput) as refused:
        load(file)
    message = str(refused.value)
    assert message.startswith(str(file)) and WRONG[text] in message
    assert "\n" not in message and message.isascii()


def test_a_variable_that_got_out_of_its_quantifier_is_refused() -> None:
    out: list[Num] = []

    @over_position("Said.")
    def escaped() -> Prop:
        def roomy(i: Num) -> Prop:
            out.append(i)
            return left(i) <= 3

        return all_of(forall(Reefs, roomy), left(out[0]) <= 3)

    with pytest.raises(BadInput, match="escaped uses a variable outside its quantifier"):
        probe(escaped, GAME.known(3))


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("no.py", None, "cannot be read: No such file"),
        ("notes.txt", b"", "expected a Python file"),
        ("latin.py", b"# \xe9\n", "not UTF-8"),
        ("large.py", b"#" * 1_000_001, "larger than"),
    ],
)
def test_what_is_no_file_of_conjectures(name: str, content: bytes | None, complaint: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInput, match=complaint):
        load(tmp_path / name)
    with pytest.raises(BadInput, match="cannot be read"):
        folder = tmp_path / "folder.py"
        folder.mkdir()
        load(folder)


def test_a_game_against_a_proof_is_said_loudly(capsys: pytest.CaptureFixture[str]) -> None:
    proof = Result("conjecture.a", 2, Status.PROVED, "validity", prover="z3")
    against = Result("conjecture.a", 2, Status.REFUTED, "a game")
    assert not _contradicted([proof])
    assert _contradicted([proof, against])
    assert "a prover proves conjecture.a with 2 players, and a game refutes it" in capsys.readouterr().err


def test_what_a_file_prints_does_not_end_up_among_the_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    load(written(tmp_path, f"{HEAD}def first() -> Prop:\n    print('noise')\n    return phase <= OVER\n"))
    found = capsys.readouterr()
    assert (found.out, found.err) == ("", "noise\n")
