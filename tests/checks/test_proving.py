"""Proofs: true claims are proved, false ones refuted, and nothing gets a better status than it earned."""

from __future__ import annotations

import json
from typing import Any

import pytest

from archipel.checks.cli import main
from archipel.checks.commands.prove import merged
from archipel.checks.costa_ruana import openings, suite
from archipel.checks.obligations import decide, decide_each, initially, preserved, taking
from archipel.checks.results import Check, Result, Status
from archipel.spec.clauses import Nature, Part, Step
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.vocabulary import (
    Islands,
    Players,
    crowd,
    island_cap,
    on,
    reserve,
    shaman,
    stands,
    treasures,
)
from archipel.spec.logic import Prop, all_of, forall, negation, number
from archipel.spec.logic.solver import Interpretation

KNOWN = NUMBERS.values(3) | {"cards": NUMBERS.deck_size}
INVARIANTS = [part for part in RULEBOOK.parts(Nature.INVARIANT) if part.name not in suite.ONLY_SAMPLED]


def claim(name: str, term: Prop) -> Part:
    return Part("test.claim", Nature.INVARIANT, name, term)


def statuses(extra: Part, step: str, prover: str = "z3") -> Status:
    found = preserved(RULEBOOK, [*INVARIANTS, extra], RULEBOOK.steps[step], KNOWN, prover)
    return found[extra.name].status


LOWER_CAP = claim("lower", forall(Islands, lambda i: crowd(i) <= island_cap - 1))
SAME_CAP = claim("same", forall(Islands, lambda i: crowd(i) <= island_cap))
FIXED_SHAMAN = claim("fixed", shaman == 0)


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
def test_the_cap_is_kept_and_a_lower_one_is_not(prover: str) -> None:
    for step in ("settle", "place", "move_inhabitant"):
        assert statuses(SAME_CAP, step, prover) is Status.PROVED
        assert statuses(LOWER_CAP, step, prover) is Status.REFUTED


@pytest.mark.parametrize("names", [("face", "by", "player"), ("player", "by", "face"), ("by",)])
def test_cases_tried_one_by_one_leave_none_out(names: tuple[str, ...]) -> None:
    """Whatever order the arguments are named in: one inhabitant on cards may be seat 2's, on seat 2's lower card."""
    q, p = number(2), number(2)
    nobody = claim("nobody", negation(stands(q, p, number(1))))
    found = preserved(RULEBOOK, [*INVARIANTS, nobody], RULEBOOK.steps["stand"], KNOWN, "z3", {"stand": names})
    assert found["nobody"].status is Status.REFUTED
    with pytest.raises(ValueError, match="no argument island"):
        preserved(RULEBOOK, INVARIANTS, RULEBOOK.steps["stand"], KNOWN, "z3", {"stand": ("island",)})


@pytest.mark.parametrize("step", RULEBOOK.steps.values(), ids=lambda step: step.name)
def test_no_proof_is_empty(step: Step) -> None:
    """Every step can be taken from some position that has the invariants: nothing is proved of no position at all."""
    view = Interpretation("z3", KNOWN)
    assert decide(view, taking(view, RULEBOOK, INVARIANTS, step), False).status is Status.REFUTED


def test_what_a_step_does_not_touch_it_keeps() -> None:
    assert statuses(FIXED_SHAMAN, "place") is Status.PROVED
    assert statuses(FIXED_SHAMAN, "name") is Status.REFUTED


def test_openings_are_covered_too() -> None:
    full = claim("full", forall(Players, lambda p: reserve(p) == number(10)))
    assert initially(RULEBOOK, full, KNOWN, "z3").status is Status.PROVED
    rich = claim("rich", forall(Islands, lambda i: treasures(i) >= number(5)))
    assert initially(RULEBOOK, rich, KNOWN, "z3").status is Status.REFUTED


def test_a_dropped_guard_breaks_the_proof() -> None:
    """The cap rests on the clause about moving to full islands: without it the proof fails."""
    clause = RULEBOOK.clauses["cards.move-cap"]
    kept = list(clause.parts)
    clause.parts.clear()
    try:
        assert statuses(SAME_CAP, "move_inhabitant") is Status.REFUTED
    finally:
        clause.parts.extend(kept)
    assert statuses(SAME_CAP, "move_inhabitant") is Status.PROVED


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
def test_time_out_is_undecided(prover: str) -> None:
    view = Interpretation(prover, {})
    x, y, z = (view.api.Int(name) for name in "xyz")
    hard = view.api.Not(x * x * x + y * y * y + z * z * z == 114)
    assert decide(view, [], hard, timeout=200).status is Status.UNDECIDED


def test_each_claim_gets_its_own_verdict() -> None:
    view = Interpretation("z3", {})
    x = view.api.Int("x")
    found = decide_each(view, [x > 3], {"true": x > 2, "false": x > 4, "known": True})
    assert [verdict.status for verdict in found.values()] == [Status.PROVED, Status.REFUTED, Status.PROVED]


def test_a_refutation_shows_a_situation() -> None:
    view = Interpretation("z3", KNOWN)
    empty = all_of(forall(Islands, lambda i: forall(Players, lambda p: on(i, p) <= 0)))
    verdict = decide(view, [], view(empty))
    assert verdict.status is Status.REFUTED
    assert any(name.startswith("on_") for name in verdict.situation)


@pytest.mark.parametrize("players", [2, 3])
def test_openings_by_clauses_and_engine(players: int) -> None:
    count, difference = openings.compare(players)
    assert (count, difference) == ({2: 48, 3: 180}[players], "")
    assert openings.unique(players, "z3").status is Status.PROVED
    assert openings.orders(players, 5) == (5, "")


def test_openings_are_not_unique_if_a_clause_is_missing() -> None:
    clause = RULEBOOK.clauses["setup.reserves"]
    kept = list(clause.parts)
    clause.parts.clear()
    try:
        assert openings.unique(2, "z3").status is Status.REFUTED
    finally:
        clause.parts.extend(kept)


@pytest.mark.parametrize("players", [2, 4])
def test_exhaustive_checks(players: int) -> None:
    for check in (suite.islands, suite.succession, suite.scoring):
        (result,) = check("id", players)
        assert result.holds, result.detail
        assert result.cases > 20


def wrong(*_: Any) -> int:
    return 0


@pytest.mark.parametrize("name", ["island_winner", "next_shaman"])
def test_exhaustive_checks_notice_a_wrong_engine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"archipel.reference.costa_ruana.{name}", wrong)
    check = suite.islands if name == "island_winner" else suite.succession
    (result,) = check("id", 3)
    assert result.status is Status.REFUTED
    assert result.detail


def test_parts_of_a_campaign_add_up_and_the_worst_stands() -> None:
    good = Result("a", 2, Status.SAMPLED, "games", 10)
    bad = Result("a", 2, Status.REFUTED, "games", 3, detail="see here")
    (both,) = merged([good, bad])
    assert (both.status, both.cases, both.detail) == (Status.REFUTED, 13, "see here")
    assert not both.holds
    assert not Result("a", 2, Status.UNDECIDED, "m").holds


def test_prove_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--only", "agreement", "--players", "2", "--games", "4", "--json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    ids = [result["id"] for result in results]
    assert ids == sorted(ids)
    assert {"agreement.games", "agreement.islands", "agreement.succession"} <= set(ids)
    assert {result["status"] for result in results} <= {"exhausted", "sampled"}
    assert all(result["players"] == 2 and result["seconds"] >= 0 for result in results)


def failing(id: str, players: int) -> list[Result]:
    return [Result(id, players, Status.REFUTED, "test", 1, detail="because")]


def test_prove_says_no_when_something_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suite, "checks", lambda games, players: [Check("x", 2, failing)])
    assert main(["prove"]) == 1
    assert "because" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["prove --players 9", "prove --games 0", "prove --only nonsense", "prove -j 0"])
def test_prove_refuses_bad_arguments(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
