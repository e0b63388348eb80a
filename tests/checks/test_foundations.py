"""What a proof assumed has to be proved: for as many players, by the same prover, and not in circles."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.checks.little_games import Hints, counting, played

from archipel.checks.proofs.kept import reports
from archipel.checks.proofs.kept.cache import Cache
from archipel.checks.proofs.kept.foundations import Foundations
from archipel.checks.proofs.obligations import claims_of, theory_checks
from archipel.checks.proofs.prover import ProofGame, ProofQuestion, decide
from archipel.checks.proofs.results import Check, Result, Status
from archipel.checks.proofs.run_checks import find_out
from archipel.checks.support.parallel import Workers

PROVERS = ["z3", "cvc5"]
PLAYERS = [2, 3]

FALSE_LEMMA: Hints = {"few_sheep": {"count": ["few_afterwards"]}}


def statuses(
    monkeypatch: pytest.MonkeyPatch, game: ProofGame, only: str = "", cache: Path | None = None, timeout: int = 10_000
) -> dict[tuple[str, int, str | None], Result]:
    """Every result about the game, or those about one claim, by claim, players and prover."""
    name = played(monkeypatch, game)
    every = theory_checks(name, PLAYERS, timeout)
    asked = [check.without({item for item in check.keys if only not in ("", item)}) for check in every]
    checks = [check for check in asked if check is not None]
    found = find_out(checks, Workers(1), Cache(cache), Foundations.of(name, PLAYERS, timeout))
    return {(one.item, one.players, one.prover): one for one in found}


@pytest.mark.parametrize("prover", PROVERS)
def test_a_false_invariant_follows_from_a_false_lemma(prover: str) -> None:
    """Why this is needed: by itself, the proof is right."""
    game = counting(FALSE_LEMMA)
    few = claims_of(game)["few_sheep"]
    found = [decide(ProofQuestion(game, 2, prover), where, [few])["few_sheep"] for where in ("opening", "count")]
    assert [one.status for one in found] == [Status.PROVED, Status.PROVED]
    assert [one.rests_on for one in found] == [frozenset(), {"few_afterwards"}]


def test_what_rests_on_a_refuted_lemma_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    found = statuses(monkeypatch, counting(FALSE_LEMMA))
    for prover in PROVERS:
        assert found["few_afterwards", 2, prover].status is Status.REFUTED
        few = found["few_sheep", 2, prover]
        assert (few.status, few.rests_on) == (Status.UNDECIDED, ("few_afterwards",))
        assert few.detail == "rests on few_afterwards, which is refuted"
        assert found["few_goats", 2, prover].status is Status.UNDECIDED
        assert "few_sheep" in found["few_goats", 2, prover].rests_on
        assert found["as_many_goats", 2, prover].status is Status.PROVED


def test_a_lemma_expected_to_fail_is_not_even_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the false invariant is what it would be without the hint: refuted, with a situation."""
    found = statuses(monkeypatch, counting({"few_sheep": {"count": ["said_to_fail"]}}))
    for prover in PROVERS:
        assert found["said_to_fail", 2, prover].status is Status.REFUTED
        assert found["few_sheep", 2, prover].status is Status.REFUTED
        assert found["few_goats", 2, prover].status is Status.UNDECIDED


def test_what_is_stated_for_other_numbers_of_players_may_not_be_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a lemma nor an invariant, even where it would be true: nobody proved it there."""
    hints = {"never_below_none": {"count": ["one_more"]}, "few_sheep": {"count": ["few_afterwards"]}}
    game = counting(hints, {"few_afterwards": [3], "as_many_goats": [3]})
    found = statuses(monkeypatch, game)
    for prover in PROVERS:
        assert found["few_sheep", 2, prover].status is Status.REFUTED
        assert found["few_sheep", 3, prover].status is Status.UNDECIDED
        assert ("as_many_goats", 2, prover) not in found
        assert found["no_goats_below_none", 2, prover].status is Status.REFUTED


def test_what_was_proved_for_other_numbers_of_players_or_by_another_prover_does_not_count() -> None:
    """The graph knows of no expectation: a proof that names such a lemma is none."""
    lemma = [proof("one_more", "count")]
    resting = [proof("never_below_none", "opening"), proof("never_below_none", "count", "one_more")]
    assert judged([*resting, *lemma]) == {"one_more": Status.PROVED, "never_below_none": Status.PROVED}
    for other in (replace(lemma[0], players=3), replace(lemma[0], prover="cvc5")):
        found = Foundations(counting()).judged([*resting, other])
        assert [one.status for one in found] == [Status.PROVED, Status.UNDECIDED, Status.PROVED]
        assert found[1].detail == "rests on one_more, which was not proved for as many players"


def proof(claim: str, place: str, *rests_on: str, status: Status = Status.PROVED) -> Result:
    return Result(claim, 2, status, "test", prover="z3", item=claim, place=place, rests_on=rests_on)


def judged(results: list[Result]) -> dict[str, Status]:
    """The last status that each claim got."""
    return {one.item: one.status for one in Foundations(counting()).judged(results)}


@pytest.mark.parametrize("status", [Status.UNDECIDED, Status.REFUTED, Status.SAMPLED])
def test_everything_above_a_lemma_that_is_not_proved_is_undecided(status: Status) -> None:
    results = [
        proof("one_more", "count", status=status),
        proof("never_below_none", "opening"),
        proof("never_below_none", "count", "one_more"),
        proof("no_goats_below_none", "", "never_below_none"),
        proof("few_goats", ""),
    ]
    found = judged(results)
    assert found["one_more"] is status
    assert (found["never_below_none"], found["no_goats_below_none"]) == (Status.UNDECIDED, Status.UNDECIDED)
    assert found["few_goats"] is Status.PROVED


def test_a_lemma_is_proved_only_if_it_is_proved_in_every_place() -> None:
    """An invariant that nobody looked at in the opening bears nothing."""
    above = proof("no_goats_below_none", "", "never_below_none")
    step, opening = proof("never_below_none", "count"), proof("never_below_none", "opening")
    assert judged([step, above])["no_goats_below_none"] is Status.UNDECIDED
    assert judged([step, opening, above])["no_goats_below_none"] is Status.PROVED


def test_lemmas_that_prove_each_other_prove_nothing() -> None:
    circle = [proof("one_more", "count", "few_afterwards"), proof("few_afterwards", "count", "one_more")]
    assert judged(circle) == dict.fromkeys(("one_more", "few_afterwards"), Status.UNDECIDED)
    assert judged([proof("one_more", "count", "one_more")]) == {"one_more": Status.UNDECIDED}
    upon = [*circle, proof("few_sheep", "opening"), proof("few_sheep", "count", "one_more")]
    assert judged(upon)["few_sheep"] is Status.UNDECIDED


def test_hints_that_go_in_circles_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hints = {"one_more": {"count": ["few_afterwards"]}, "few_afterwards": {"count": ["one_more", "few_afterwards"]}}
    found = statuses(monkeypatch, counting(hints))
    assert found["one_more", 2, "z3"].status is Status.PROVED
    assert found["few_afterwards", 2, "z3"].status is Status.REFUTED


def test_invariants_may_rest_on_each_other_before_a_step_and_not_in_one_position() -> None:
    """One induction for all of them together, down to the opening; but in one position they would go in circles."""
    openings = [proof("never_below_none", "opening"), proof("as_many_goats", "opening")]
    steps = [proof("never_below_none", "count", "as_many_goats"), proof("as_many_goats", "count", "never_below_none")]
    assert set(judged([*openings, *steps]).values()) == {Status.PROVED}
    assert judged([openings[0], *steps])["never_below_none"] is Status.UNDECIDED
    following = replace(counting(), following=("never_below_none", "as_many_goats"))
    here = [replace(one, place="") for one in steps]
    assert {one.status for one in Foundations(following).judged(here)} == {Status.UNDECIDED}


def test_a_situation_rests_on_nothing() -> None:
    """What is refuted stays so, whatever becomes of the rest."""
    found = judged([proof("few_afterwards", "count", status=Status.REFUTED), proof("few_sheep", "opening")])
    assert found == {"few_afterwards": Status.REFUTED, "few_sheep": Status.PROVED}


def test_what_a_claim_rests_on_is_proved_too_where_only_the_claim_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Down to the last lemma, once; from then on it is known. Without anything to find out about it, nothing stands."""
    hints = {"few_goats": {"": ["few_sheep", "as_many_goats"]}, **FALSE_LEMMA}
    found = statuses(monkeypatch, counting(hints), "few_goats")
    assert found["few_goats", 2, "z3"].status is Status.UNDECIDED
    assert found["few_afterwards", 2, "z3"].status is Status.REFUTED
    true = {"no_goats_below_none": {"": ["never_below_none", "as_many_goats"]}}
    found = statuses(monkeypatch, counting(true), "no_goats_below_none", tmp_path)
    assert {one.status for one in found.values()} == {Status.PROVED}
    assert {claim for claim, *_ in found} == {"no_goats_below_none", "never_below_none", "as_many_goats"}
    kept = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.json")}
    again = statuses(monkeypatch, counting(true), "no_goats_below_none", tmp_path)
    assert {key: one.status for key, one in again.items()} == {key: one.status for key, one in found.items()}
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.json")} == kept
    checks = theory_checks(played(monkeypatch, counting(true)), PLAYERS, 10_000)
    alone = [check.without(set(check.keys) - {"no_goats_below_none"}) for check in checks]
    nothing_else = find_out([check for check in alone if check is not None], Workers(1), Cache(None))
    assert {one.status for one in nothing_else} == {Status.UNDECIDED}


def test_what_a_result_rests_on_is_told_to_programs() -> None:
    resting = proof("few_goats", "", "few_sheep")
    assert resting.as_json()["rests_on"] == ["few_sheep"]
    assert Result.from_json(resting.as_json()) == resting


# What is kept in files


def edited(folder: Path, old: str, new: str) -> int:
    """Every kept result that says the one, made to say the other; how many did."""
    files = [file for file in folder.rglob("*.json") if old in file.read_text(encoding="utf-8")]
    for file in files:
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return len(files)


@pytest.mark.parametrize(("old", "new"), [('"refuted"', '"proved"'), ('["few_afterwards"]', "[]")])
def test_a_kept_result_that_was_edited_is_found_out_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str
) -> None:
    game = counting(FALSE_LEMMA)
    before = statuses(monkeypatch, game, cache=tmp_path)
    assert edited(tmp_path, old, new)
    after = statuses(monkeypatch, game, cache=tmp_path)
    assert {key: one.status for key, one in after.items()} == {key: one.status for key, one in before.items()}
    assert after["few_sheep", 2, "z3"].status is Status.UNDECIDED


def test_a_kept_result_in_another_ones_place_is_found_out_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every file holds what some other one held: nothing of it is believed."""
    before = statuses(monkeypatch, counting(FALSE_LEMMA), cache=tmp_path)
    files = sorted(tmp_path.rglob("*.json"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    for file, text in zip(files, [*texts[1:], texts[0]], strict=True):
        file.write_text(text, encoding="utf-8")
    after = statuses(monkeypatch, counting(FALSE_LEMMA), cache=tmp_path)
    assert {key: one.status for key, one in after.items()} == {key: one.status for key, one in before.items()}


def test_a_kept_result_must_be_about_what_is_asked(tmp_path: Path) -> None:
    cache, about = Cache(tmp_path), proof("one_more", "count")
    check = Check("x", 2, failing, keys={"one_more": "ab12"}, provers=("z3",))
    for wrong in (replace(about, players=3), replace(about, item="few_sheep"), replace(about, prover="cvc5")):
        cache.keep("ab12", [wrong])
        assert cache.known(check) == ([], check)
    cache.keep("ab12", [])
    assert cache.known(check) == ([], check)
    cache.keep("ab12", [about])
    assert cache.known(check) == ([about], None)


def failing(*_: object) -> list[Result]:
    raise AssertionError("nobody asks")


def test_a_hint_that_was_put_right_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A proof is kept with what it used, and is not found again once its hints say something else."""
    statuses(monkeypatch, counting(FALSE_LEMMA), cache=tmp_path)
    found = statuses(monkeypatch, counting(), cache=tmp_path)
    assert {found["few_sheep", n, "z3"].status for n in PLAYERS} == {Status.REFUTED}


def test_a_report_that_was_changed_by_hand_is_refused(tmp_path: Path) -> None:
    game, found = counting(), [proof("one_more", "count", "few_sheep"), proof("few_sheep", "", status=Status.REFUTED)]
    text = json.dumps(reports.written(game, found))
    (tmp_path / reports.FILE).write_text(text, encoding="utf-8")
    read, wrong = reports.read(tmp_path, game)
    assert ([one.status for one in read], wrong) == ([Status.PROVED, Status.REFUTED], "")
    (tmp_path / reports.FILE).write_text(text.replace("refuted", "proved"), encoding="utf-8")
    assert "changed by hand" in reports.read(tmp_path, game)[1]


def shown_by_itself(id: str, *rests_on: str, status: Status = Status.PROVED, prover: str = "z3") -> Result:
    return Result(id, 2, status, "test", prover=prover, rests_on=rests_on)


def test_a_proof_about_code_rests_on_proofs_about_the_functions_it_calls() -> None:
    caller, callee = shown_by_itself("code.caller", "code.callee", "one_more"), shown_by_itself("code.callee")
    lemma = proof("one_more", "count")

    def told(*results: Result) -> tuple[Status, str]:
        found = Foundations(counting()).judged([caller, *results])[0]
        return found.status, found.detail

    assert told(callee, lemma) == (Status.PROVED, "")
    assert told(lemma) == (Status.UNDECIDED, "rests on code.callee, which was not proved for as many players")
    refuted, others = replace(callee, status=Status.REFUTED), replace(callee, players=3)
    assert told(refuted, lemma) == (Status.UNDECIDED, "rests on code.callee, which is refuted")
    assert told(replace(callee, status=Status.EXHAUSTED), lemma)[0] is Status.UNDECIDED
    assert told(others, lemma)[0] is told(replace(callee, prover="cvc5"), lemma)[0] is Status.UNDECIDED
    assert told(replace(callee, rests_on=("code.caller",)), lemma)[0] is Status.UNDECIDED
    assert told(callee, replace(lemma, status=Status.UNDECIDED))[0] is Status.UNDECIDED


def test_what_a_proof_about_code_rests_on_is_found_out_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if nobody asked for it."""
    name, caller = played(monkeypatch, counting()), Check("code.caller", 2, calling)
    callee = Check("code.callee", 2, called)
    foundations = Foundations(counting(), lambda: [callee, *theory_checks(name, PLAYERS, 10_000)])
    found = find_out([caller], Workers(1), Cache(None), foundations)
    assert [(one.id, one.status) for one in found if not one.item] == [
        ("code.called", Status.PROVED),
        ("code.caller", Status.UNDECIDED),
    ]


def calling(id: str, players: int) -> list[Result]:
    return [shown_by_itself(id, "code.callee")]


def called(_: str, players: int) -> list[Result]:
    return [shown_by_itself("code.called")]
