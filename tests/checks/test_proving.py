"""Proofs: true claims are proved, false ones refuted, and nothing gets a better status than it earned."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.checks.test_deciding import PROVERS, claim
from tests.engines import needs_the_source

from archipel.checks.agreement.openings import compare
from archipel.checks.agreement.suite import CommonSuite
from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana import openings, suite
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.suite import SUITE
from archipel.checks.costa_ruana.theory import OPAQUE, game, in_shuffled_order
from archipel.checks.proofs.kept.cache import Cache
from archipel.checks.proofs.kept.foundations import nothing_stands
from archipel.checks.proofs.obligations import Keys, claims_of, theory_checks
from archipel.checks.proofs.prover import (
    ANYWHERE,
    OPENING,
    TO_BE_TURNED,
    ProofGame,
    ProofQuestion,
    ProofStage,
    argument_cases,
    cases_of,
    decide,
    instances,
    places_to_prove,
    term_of,
)
from archipel.checks.proofs.results import Check, Result, Status
from archipel.checks.proofs.run_checks import find_out, merged
from archipel.checks.proofs.solver_session import Scene
from archipel.checks.support.parallel import Workers, run_all
from archipel.spec.clauses import Nature, Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana.vocabulary import (
    Cards,
    Islands,
    Players,
    clockwise,
    crowd,
    island_cap,
    on,
    place_of,
    reserve,
    shaman,
    stand,
    stands,
    treasures,
)
from archipel.spec.logic import after, any_of, exists, forall, negation, number
from archipel.spec.logic.symmetry import Symmetry
from archipel.spec.theorems import Claim, Form, Theory


class More(Theory):
    """The theory of the game with one invariant more."""

    def __init__(self, extra: Claim) -> None:
        super().__init__(RULEBOOK)
        self.theorems = game().theory.theorems
        self.extra = extra

    @property
    def invariants(self) -> tuple[Claim, ...]:
        return (*super().invariants, self.extra)


def with_claim(extra: Claim) -> ProofGame:
    return replace(game(), theory=More(extra)) if extra.form is Form.INVARIANT else game()


def status(extra: Claim, where: str, prover: str = "z3", players: int = 3) -> Status:
    return decide(ProofQuestion(with_claim(extra), players, prover), where, [extra])[extra.name].status


@contextmanager
def without(clause: str) -> Iterator[None]:
    """The rulebook with a clause that says nothing."""
    parts = RULEBOOK.clauses[clause].parts
    kept = list(parts)
    parts.clear()
    try:
        yield
    finally:
        parts.extend(kept)


LOWER_CAP = claim("lower", forall(Islands, lambda i: crowd(i) <= island_cap - 1))
SAME_CAP = claim("same", forall(Islands, lambda i: crowd(i) <= island_cap))
FIXED_SHAMAN = claim("fixed", shaman == 0)


@pytest.mark.parametrize("step", ["settle", "place", "move_inhabitant"])
def test_the_cap_is_kept_and_a_lower_one_is_not(step: str) -> None:
    assert [status(SAME_CAP, step, prover) for prover in PROVERS] == [Status.PROVED] * len(PROVERS)
    assert status(LOWER_CAP, step) is Status.REFUTED


def test_both_provers_refute_a_lower_cap() -> None:
    assert [status(LOWER_CAP, "settle", prover) for prover in PROVERS] == [Status.REFUTED] * len(PROVERS)


def test_a_claim_that_names_a_seat_is_not_proved_for_one_seat_only() -> None:
    """Taking the shaman to be the first seat is no proof of a claim that tells seats apart."""
    assert game().symmetric_in(FIXED_SHAMAN, "place") == {Islands, Cards}
    assert status(FIXED_SHAMAN, "place") is Status.PROVED
    assert status(FIXED_SHAMAN, "name") is Status.REFUTED


def test_interchangeable_elements_stand_for_all_others() -> None:
    """A claim about every island fails even if it is true of all but the last, and about every two cards likewise."""
    rich = claim("rich", forall(Islands, lambda i: treasures(i) <= treasures(5) + 3), Form.POSITION)
    assert status(rich, ANYWHERE) is Status.REFUTED
    pairs = claim("pairs", forall(Cards, lambda c: forall(Cards, lambda d: place_of(c) == place_of(d))), Form.POSITION)
    assert status(pairs, ANYWHERE) is Status.REFUTED
    view = ProofQuestion(game(), 3, "z3").view((Players, Islands, Cards))
    assert len(list(instances(view, term_of(pairs), {Cards: 0}))) == 2
    assert len(list(instances(view, term_of(pairs), {Cards: 1}))) == 5


def test_the_seat_named_first_stands_for_every_seat_and_the_next_one_for_itself_alone() -> None:
    """A claim about every two seats fails even if it is true of all but opposite seats, wherever the shaman sits."""
    alike = forall(Players, lambda p: forall(Players, lambda q: any_of(clockwise(p, q) != 2, reserve(p) == reserve(q))))
    apart = claim("apart", alike, Form.POSITION)
    assert game().turned(apart, ANYWHERE)
    assert status(apart, ANYWHERE, players=4) is Status.REFUTED
    (_, used), *others = cases_of(ProofQuestion(game(), 4, "z3"), ANYWHERE, game().symmetric_in(apart, ANYWHERE), apart)
    view = ProofQuestion(game(), 4, "z3").view(())
    assert not others
    assert len(list(instances(view, alike, used))) == 4


def test_seats_are_turned_once_only() -> None:
    """Once an argument of the step is taken to be the first seat, the claim has to be shown for every seat."""
    question, lost = ProofQuestion(game(), 4, "z3"), claims_of(game())["no_inhabitant_lost"]
    ((case, used),) = cases_of(question, "play_up", game().symmetric_in(lost, "play_up"), lost)
    assert case["player"] == 0
    assert Players not in used
    assert len(list(instances(question.view(()), term_of(lost), used))) == 4
    stage = ProofStage.set_up(question, "play_up", game().symmetric_in(lost, "play_up"), case, lost)
    assert not isinstance(stage.scene.view(shaman), int)


def stage_of(extra: Claim, where: str, players: int = 4, **changed: Any) -> tuple[ProofStage, dict[Any, int]]:
    """Where a claim is shown, in the first case of several, and what was spoken of there."""
    question = ProofQuestion(replace(with_claim(extra), **changed), players, "z3")
    symmetric = question.game.symmetric_in(extra, where)
    (case, used), *_ = cases_of(question, where, symmetric, extra)
    return ProofStage.set_up(question, where, symmetric, case, extra), dict(used)


def test_seats_stand_for_one_another_where_nobody_looks_at_their_order() -> None:
    """Of those whom a settler does not concern one is enough, and of everybody where nobody is named yet."""
    lost = claims_of(game())["no_inhabitant_lost"]
    placed, used = stage_of(lost, "settle", 6)
    assert placed.unordered(lost)
    assert len(placed.pieces(lost, used)) == 6
    found = placed.from_hints(lost, used)
    assert (found.status, found.instances) == (Status.PROVED, 2)
    rich = forall(Players, lambda p: forall(Players, lambda q: any_of(reserve(p) >= 0, reserve(q) < 0)))
    unsaid = claim("unsaid", rich, Form.POSITION)
    hinted = {"unsaid": {ANYWHERE: ("no_negative_inhabitants",)}}
    found = ProofStage.from_hints(stage_of(unsaid, ANYWHERE, 6, hints=hinted)[0], unsaid, {Players: TO_BE_TURNED})
    assert (found.status, found.instances) == (Status.PROVED, 2)


def test_a_claim_about_neighbours_is_not_shown_for_one_seat_only() -> None:
    """Seats are told apart by the claim, by what a hint names or by what the step changes: each is noticed."""
    opposite = forall(Players, lambda p: forall(Players, lambda q: any_of(clockwise(p, q) != 2, on(0, p) == on(0, q))))
    by_claim = claim("opposite", opposite, Form.POSITION)
    plain = claim("plain", forall(Players, lambda p: reserve(p) >= 0), Form.POSITION)
    assert not stage_of(by_claim, ANYWHERE)[0].unordered(by_claim)
    assert stage_of(plain, ANYWHERE)[0].unordered(plain)
    hinted = stage_of(plain, ANYWHERE, hints={"plain": {ANYWHERE: ("nothing_waits_that_comes_first",)}})[0]
    assert not hinted.unordered(plain)
    stays = claim("stays", forall(Players, lambda p: after(shaman) != p), Form.STEP, RULEBOOK.steps["prepare"])
    assert not Symmetry(Players).broken(term_of(stays))
    assert not stage_of(stays, "prepare")[0].unordered(stays)


def test_seats_of_which_something_is_known_are_not_alike() -> None:
    plain = claim("plain", forall(Players, lambda p: reserve(p) >= 0), Form.POSITION)
    stage, used = stage_of(plain, ANYWHERE, known=lambda players: game().known(players) | {"reserve": (1, 2, 3, -1)})
    assert not stage.unordered(plain)
    assert stage.decided(plain, {**used, Players: 0}, [[]]).status is Status.PROVED


def test_seats_named_by_the_step_are_told_apart() -> None:
    """With a step taken by the third of six seats, the first three differ, and the fourth stands for the rest."""
    lost = claims_of(game())["no_inhabitant_lost"]
    stage = ProofStage.set_up(ProofQuestion(game(), 6, "z3"), "settle", (), {"player": 2}, lost)
    assert list(stage._named(Players)) == [2]
    found = stage.from_hints(lost, {})
    assert (found.status, found.instances) == (Status.PROVED, 4)


def test_a_wrong_hint_costs_time_and_proves_nothing() -> None:
    """Neither a hint that leaves out the guard a proof needs nor one that names all of them changes an outcome."""
    guards = [part.name for part in RULEBOOK.guards(RULEBOOK.steps["settle"])]
    for hint in ((), guards):
        for extra, expected in ((SAME_CAP, Status.PROVED), (LOWER_CAP, Status.REFUTED)):
            hinted = replace(with_claim(extra), hints={extra.name: {"settle": hint}})
            assert decide(ProofQuestion(hinted, 3, "z3"), "settle", [extra])[extra.name].status is expected


def test_arguments_are_tried_up_to_renaming() -> None:
    view = ProofQuestion(game(), 4, "z3").view((Players, Islands))
    move = RULEBOOK.steps["move_inhabitant"]
    cases = [case for case, _ in argument_cases(view, move, (), {Islands: 0})]
    assert cases == [{"source": 0, "target": 0}, {"source": 0, "target": 1}]
    by_value = [case for case, _ in argument_cases(view, stand, ("face", "player"), {})]
    assert len(by_value) == 2 * 4


def test_cases_tried_one_by_one_leave_none_out() -> None:
    nobody = claim("nobody", negation(stands(number(2), number(2), number(1))))
    apart = replace(with_claim(nobody), apart={("nobody", "stand"): ("face", "by", "player")})
    assert decide(ProofQuestion(apart, 3, "z3"), "stand", [nobody])["nobody"].status is Status.REFUTED


@pytest.mark.parametrize("step", RULEBOOK.steps.values(), ids=lambda step: step.name)
def test_no_proof_is_empty(step: Step) -> None:
    """Every step can be taken from some position that has the invariants: nothing is proved of no position at all."""
    impossible = claim("impossible", number(0) == 1, Form.STEP, step)
    assert status(impossible, step.name, players=2) is Status.REFUTED


def test_numbering_the_cards_leaves_positions() -> None:
    question = ProofQuestion(game(), 2, "z3")
    view, given = in_shuffled_order(question.view(()))
    required = [view(part.term) for part in RULEBOOK.parts(Nature.REQUIREMENT)]
    invariants = [view(term_of(other)) for other in game().theory.invariants]
    assert Scene(view, 20_000).find([*given, *required, *invariants]).status is Status.PROVED


def test_openings_are_covered_too() -> None:
    full = claim("full", forall(Players, lambda p: reserve(p) == number(10)))
    assert status(full, OPENING) is Status.PROVED
    rich = claim("rich", forall(Islands, lambda i: treasures(i) >= number(5)))
    assert status(rich, OPENING) is Status.REFUTED


def test_a_dropped_guard_breaks_the_proof() -> None:
    """The cap rests on the clause about moving to full islands: without it the proof fails."""
    with without("cards.move-cap"):
        assert status(SAME_CAP, "move_inhabitant") is Status.REFUTED
    assert status(SAME_CAP, "move_inhabitant") is Status.PROVED


@pytest.mark.parametrize(
    ("clause", "name", "where"),
    [
        ("succession.draw", "cards_drawn_come_to_hand", "prepare"),
        ("play.from-reserve", "no_inhabitant_lost", "stand"),
        ("resolution.kind-order", "nothing_waits_that_comes_first", "resolve"),
        ("setup.deal", "hands_as_large_as_announced", OPENING),
    ],
)
def test_invariants_rest_on_their_clauses(clause: str, name: str, where: str) -> None:
    found = claims_of(game())[name]
    assert decide(ProofQuestion(game(), 2, "z3"), where, [found])[name].status is Status.PROVED
    with without(clause):
        verdict = decide(ProofQuestion(game(), 2, "z3", 4_000), where, [found])[name]
    assert verdict.status is not Status.PROVED


def test_a_claim_over_a_step_sees_both_sides() -> None:
    more = forall(Islands, lambda i: forall(Players, lambda p: after(on(i, p)) >= on(i, p)))
    place, remove = RULEBOOK.steps["place"], RULEBOOK.steps["remove"]
    growing = claim("growing", more, Form.STEP, place, remove)
    assert places_to_prove(game(), growing) == ("place", "remove")
    assert status(growing, "place") is Status.PROVED
    assert status(growing, "remove") is Status.REFUTED


def test_a_lemma_is_used_only_where_it_is_proved() -> None:
    lemma = claims_of(game())["discards_do_not_come_from_hands"]
    hands = claims_of(game())["hands_as_large_as_announced"]
    here = ProofStage.set_up(ProofQuestion(game(), 2, "z3"), "reveal", (), {}, hands)
    assert lemma.name in [name for name, _ in here.available(hands)]
    assert lemma.name not in [name for name, _ in here.available(lemma)]
    elsewhere = ProofStage.set_up(ProofQuestion(game(), 2, "z3"), "play_up", (), {}, hands)
    assert lemma.name not in [name for name, _ in elsewhere.available(hands)]


@pytest.mark.parametrize("prover", PROVERS)
def test_something_possible_is_shown_and_something_impossible_is_not(prover: str) -> None:
    full = claim("full", exists(Islands, lambda i: crowd(i) == island_cap), Form.POSSIBLE)
    over = claim("over", exists(Islands, lambda i: crowd(i) > island_cap), Form.POSSIBLE)
    assert status(full, ANYWHERE, prover, 2) is Status.PROVED
    assert status(over, ANYWHERE, prover, 2) is Status.REFUTED


def test_a_refutation_shows_a_situation() -> None:
    empty = claim("empty", forall(Islands, lambda i: forall(Players, lambda p: on(i, p) <= 0)), Form.POSITION)
    verdict = decide(ProofQuestion(game(), 3, "z3"), ANYWHERE, [empty])["empty"]
    assert verdict.status is Status.REFUTED
    assert any(count > 0 for row in verdict.values["on"] for count in row)


def test_keys_change_with_what_a_result_depends_on() -> None:
    every = claims_of(game())
    cap, side = every["no_island_overcrowded"], every["one_side_of_each_shows"]
    key = Keys("costa_ruana", game())(cap, "place", 3, "z3")
    assert key == Keys("costa_ruana", game())(cap, "place", 3, "z3")
    others = [
        Keys("costa_ruana", game())(side, "place", 3, "z3"),
        Keys("costa_ruana", game())(cap, "settle", 3, "z3"),
        Keys("costa_ruana", game())(cap, "place", 4, "z3"),
        Keys("costa_ruana", game())(cap, "place", 3, "cvc5"),
    ]
    with without("cards.place-cap"):
        others.append(Keys("costa_ruana", game())(cap, "place", 3, "z3"))
    assert len({key, *others}) == 6


def test_nothing_unchanged_is_found_out_twice(tmp_path: Path) -> None:
    checks = [check for check in theory_checks("costa_ruana", [2], 10_000, ["z3"]) if check.id == "theory.flip"]
    cache = Cache(tmp_path)
    first = find_out(checks, Workers(1), cache)
    (check,) = checks
    known, left = cache.known(check)
    assert left is None
    again = merged(nothing_stands(known))
    assert [replace(one, seconds=0) for one in again] == [replace(one, seconds=0) for one in first]
    assert Cache(tmp_path, renew=True).known(check) == ([], check)
    broken = next(tmp_path.rglob("*.json"))
    broken.write_text("{", encoding="utf-8")
    known, left = cache.known(check)
    assert left is not None
    assert len(left.keys) == 1
    assert len(known) == len(check.keys) - 1


@pytest.mark.parametrize("players", [2, 3])
def test_openings_by_clauses_and_engine(players: int) -> None:
    count, difference = compare(MAPPING, openings.setups(players))
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


@needs_the_source
def wrong(*_: Any) -> int:
    return 0


@pytest.mark.parametrize("name", ["island_winner", "next_shaman"])
def test_exhaustive_checks_notice_a_wrong_engine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"archipel.reference.costa_ruana.{name}", wrong)
    check = suite.islands if name == "island_winner" else suite.succession
    (result,) = check("id", 3)
    assert result.status is Status.REFUTED
    assert result.detail


def test_prove_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--only", "agreement", "--players", "2", "--games", "4", "--json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    ids = [result["id"] for result in results]
    assert ids == sorted(ids)
    assert {"agreement.games", "agreement.islands", "agreement.succession"} <= set(ids)
    assert {result["status"] for result in results} <= {"exhausted", "sampled"}
    assert all(result["players"] == 2 and result["seconds"] >= 0 for result in results)


def test_a_counterexample_is_offered_as_a_test_that_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "test_found.py"
    asked = ["--only", "resolution.remove-before-place", "--players", "2", "-j", "1"]
    assert main(["prove", *asked, "--as-test", str(file)]) == 0
    assert "resolution.remove-before-place" in capsys.readouterr().out
    found: dict[str, Any] = {"__name__": "found"}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), found)
    tests = [value for name, value in found.items() if name.startswith("test_")]
    assert tests
    for test in tests:
        test()


def failing(id: str, players: int) -> list[Result]:
    return [Result(id, players, Status.REFUTED, "test", 1, detail="because")]


def test_prove_says_no_when_something_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(CommonSuite, "checks", lambda *_: [Check("x", 2, failing)])
    assert main(["prove"]) == 1
    assert "because" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        "prove --players 9",
        "prove --games 0",
        "prove --only nonsense",
        "prove -j 0",
        "prove --as-test F --only collection.alone --players 2",
    ],
)
def test_prove_refuses_bad_arguments(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


# What proofs need not look into

OWED_WHILE_MOVING = ("cards_not_begun_owe_everything", "move_inhabitant")


@pytest.mark.parametrize("place", sorted(OPAQUE), ids="-".join)
def test_no_more_is_hidden_from_a_proof_than_it_can_do_without(place: tuple[str, str]) -> None:
    name, where = place
    claim, question = claims_of(game())[name], ProofQuestion(game(), 2, "z3")
    assert where in places_to_prove(game(), claim)
    for case, used in cases_of(question, where, game().symmetric_in(claim, where), claim):
        stage = ProofStage.set_up(question, where, game().symmetric_in(claim, where), case, claim)
        assert stage.verdict(claim, used).status is Status.PROVED


def test_hiding_too_much_refutes_nothing() -> None:
    name, where = OWED_WHILE_MOVING
    hidden = replace(game(), opaque={OWED_WHILE_MOVING: ("acting",)})
    claim, question = claims_of(game())[name], ProofQuestion(hidden, 2, "z3")
    symmetric = hidden.symmetric_in(claim, where)
    cases = cases_of(question, where, symmetric, claim)
    stages = [(ProofStage.set_up(question, where, symmetric, case, claim), used) for case, used in cases]
    assert Status.REFUTED in {stage.verdict(claim, used).status for stage, used in stages}
    assert decide(question, where, [claim])[name].status is Status.PROVED


def test_what_a_prover_finds_does_not_depend_on_what_it_was_asked_before() -> None:
    """One process is asked twice; that it knows the question would lead it to another situation."""
    checks = SUITE.checks(1, [2], 5000, "collection")
    refuted = next(check for check in checks if "four_inhabitants_have_a_taker" in check.keys)
    once, again = run_all([refuted, refuted], Workers(1), "checks")
    assert [one.witness for one in once] == [one.witness for one in again]
    assert any(one.witness for one in once)
