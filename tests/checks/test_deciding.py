"""Provers and what is kept of their answers: time-outs, disagreements, shared solvers, undecided claims."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from archipel.checks.proofs.kept.cache import Cache, kept_text
from archipel.checks.proofs.obligations import disagreements
from archipel.checks.proofs.results import Result, Status
from archipel.checks.proofs.run_checks import merged
from archipel.checks.proofs.solver_session import Scene
from archipel.spec.clauses import Step
from archipel.spec.logic import Prop
from archipel.spec.logic.solver import Interpretation
from archipel.spec.theorems import Claim, Form

PROVERS = ["z3", "cvc5"]


def claim(name: str, term: Prop, form: Form = Form.INVARIANT, *steps: Step) -> Claim:
    return Claim("test.claim", form, name, term, steps)


@pytest.mark.parametrize("prover", PROVERS)
def test_time_out_is_undecided(prover: str) -> None:
    view = Interpretation(prover, {})
    x, y, z = (view.api.Int(name) for name in "xyz")
    hard = view.api.Not(x * x * x + y * y * y + z * z * z == 114)
    assert Scene(view, 200).decide([[]], [hard]).status is Status.UNDECIDED


def test_pieces_are_tried_from_more_until_one_suffices() -> None:
    view = Interpretation("z3", {})
    x = view.api.Int("x")
    assert Scene(view, 1000).decide([[], [x > 3]], [x > 2, True]).status is Status.PROVED
    assert Scene(view, 1000).decide([[], [x > 1]], [x > 2, True]).status is Status.REFUTED


@pytest.mark.parametrize("prover", PROVERS)
def test_a_situation_does_not_depend_on_what_else_was_asked(prover: str) -> None:
    view = Interpretation(prover, {})
    x = view.build.unknown("x", is_prop=False)
    view.unknowns["x"] = {(): x}
    told = [x > 1, x < 60]
    alone = Scene(view, 1000).decide([told], [x < 40])
    scene = Scene(view, 1000)
    for bound in (50, 30, 20):
        assert scene.decide([told], [x < bound]).status is Status.REFUTED
    assert scene.decide([told], [x < 40]) == alone
    assert alone.values["x"] >= 40


@pytest.mark.parametrize("prover", PROVERS)
def test_claims_shown_from_the_same_assumptions_share_a_solver_and_no_others_do(prover: str) -> None:
    scene = Scene(Interpretation(prover, {}, as_functions=True), 1000)
    x = scene.view.build.unknown("x", is_prop=False)
    few, more = [x > 1], [x > 1, x < 9]
    assert scene.decide([few], [x > 0]).status is Status.PROVED
    assert scene.decide([more], [x < 10]).status is Status.PROVED
    assert scene.decide([few], [x < 10]).status is Status.REFUTED
    assert scene.decide([few], [x > 1]).status is Status.PROVED
    assert len(scene.solvers) == 2


def test_provers_that_disagree_are_noticed() -> None:
    proved = Result("a", 2, Status.PROVED, "validity", prover="z3")
    refuted = Result("a", 2, Status.REFUTED, "validity", prover="cvc5")
    unsure = Result("a", 3, Status.UNDECIDED, "validity", prover="cvc5")
    assert len(disagreements([proved, refuted, unsure])) == 1
    assert not disagreements([proved, replace(proved, prover="cvc5"), replace(unsure, id="b")])


def test_a_text_is_made_once_for_a_key_and_again_where_nothing_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def make() -> str:
        made.append("é\n")
        return made[-1]

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert [kept_text("abcd", make), kept_text("abcd", make)] == ["é\n", "é\n"]
    assert len(made) == 1
    kept_text("abce", make)
    assert len(made) == 2
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert kept_text("abcd", make) == "é\n"
    assert len(made) == 3


def test_what_is_undecided_is_tried_again(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.keep("ab12", [Result("a", 2, Status.UNDECIDED, "validity")])
    assert cache.find("ab12") is None
    cache.keep("ab12", [Result("a", 2, Status.PROVED, "validity", expected=False, witness={"told": {"en": ["x"]}})])
    (found,) = cache.find("ab12") or []
    assert found.witness == {"told": {"en": ["x"]}}
    assert not found.as_expected


def test_what_is_told_of_a_situation_is_told_by_todays_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other words for the same situation: whether there is one is still known, what is told of it is not."""
    cache = Cache(tmp_path)
    plain = Result("a", 2, Status.PROVED, "validity")
    cache.keep("ab12", [plain])
    cache.keep("cd34", [plain, replace(plain, witness={"told": {"fr": ["x"]}})])
    assert (cache.find("ab12"), len(cache.find("cd34") or [])) == ([plain], 2)
    monkeypatch.setattr("archipel.checks.proofs.kept.cache.code_of", lambda *modules: "other words")
    assert (cache.find("ab12"), cache.find("cd34")) == ([plain], None)


def test_a_false_claim_must_be_refuted() -> None:
    assert Result("a", 2, Status.REFUTED, "m", expected=False).as_expected
    assert not Result("a", 2, Status.PROVED, "m", expected=False).as_expected
    assert not Result("a", 2, Status.UNDECIDED, "m", expected=False).as_expected


def test_parts_of_a_campaign_add_up_and_the_worst_stands() -> None:
    good = Result("a", 2, Status.SAMPLED, "games", 10)
    bad = Result("a", 2, Status.REFUTED, "games", 3, detail="see here")
    (both,) = merged([good, bad])
    assert (both.status, both.cases, both.detail) == (Status.REFUTED, 13, "see here")
    assert not both.holds
    assert not Result("a", 2, Status.UNDECIDED, "m").holds
