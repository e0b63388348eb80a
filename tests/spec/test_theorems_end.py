"""Theorems from collecting to the final ranking: each is false of rules that differ where it matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import pytest
from tests.engines import needs_the_source
from tests.spec.other_rules import (
    Case,
    Change,
    claims_that_hold,
    exception,
    instead,
    meaning,
    means,
    possibility,
    restated,
    theorems_in,
    without,
)

from archipel.checks.costa_ruana import working_out_end, working_out_symmetry
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import SolverVerdict
from archipel.reference.costa_ruana import STANDARD
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK, Numbers
from archipel.spec.costa_ruana.collection import in_conflict, majority, single_outside_conflict, takes
from archipel.spec.costa_ruana.scoring import ahead, points
from archipel.spec.costa_ruana.theorems import collection, end, succession, symmetry
from archipel.spec.costa_ruana.vocabulary import (
    Islands,
    Players,
    abroad,
    clockwise,
    gained,
    hut,
    laid,
    on,
    reserve,
    shaman,
    treasures,
)
from archipel.spec.logic import Num, Prop, all_of, any_of, exists, falsehood, forall, implies, when
from archipel.spec.logic.symmetry import Symmetry
from archipel.spec.machine import Machine
from archipel.spec.theorems import Claim, Form

CHAPTERS: tuple[ModuleType, ...] = (collection, succession, end, symmetry)
MINE = theorems_in(CHAPTERS)
CLAIMS = {claim.name: claim for theorem in MINE for claim in theorem.claims}

# Rules that differ


def shaman_wins_ties(i: Num, p: Num) -> Prop:
    return all_of(p == shaman, forall(Players, lambda q: on(i, p) >= on(i, q)))


def two_more(i: Num, p: Num) -> Prop:
    return forall(Players, lambda q: implies(p != q, on(i, p) > on(i, q) + 1))


def no_tie_break(p: Num, q: Num) -> Prop:
    return points(p) > points(q)


def shaman_first(p: Num) -> Num:
    return clockwise(shaman, p)


TIES_TO_THE_SHAMAN = means("majority", shaman_wins_ties)
STRONG_MAJORITY = means("majority", two_more)
NO_TIE_BREAK = means("ahead", no_tie_break)
SHAMAN_FIRST = means("seats_after_shaman", shaman_first)
MAYBE_TWO_TAKERS = without("collection.one-per-island", "one_taker_at_most")
NOBODY_LEAVES = without("collection.winner-returns", "winner_leaves")


def points_are(body: Callable[[Num], Num]) -> Change:
    return means("points", body)


CAP = {cap: replace(NUMBERS, island_cap=cap) for cap in (6, 8, 9)}
FEW_ISLANDS = replace(NUMBERS, islands_for_players={**NUMBERS.islands_for_players, 3: 4})
MANY_ISLANDS = replace(NUMBERS, islands_for_players={**NUMBERS.islands_for_players, 2: 6})

CASES = [
    Case("one_taker_wherever_a_number_stands_alone", players=3, numbers=CAP[8]),
    Case("singles_win_in_three_patterns_only", players=3, numbers=CAP[9]),
    Case("no_single_wins_between_two", change=means("single_outside_conflict", lambda i, p: on(i, p) == 1)),
    Case("no_single_faces_three", players=4),
    Case("one_inhabitant_or_one_player", players=3, numbers=CAP[8]),
    Case("one_inhabitant_or_the_highest_number_alone", players=3, numbers=CAP[8]),
    Case("no_majority_beside_a_winning_single", players=4, numbers=CAP[8], change=MAYBE_TWO_TAKERS),
    Case(
        "settling_one_island_changes_no_other",
        change=means("takes", lambda i, p: all_of(treasures(i) >= 1, majority(i, p), abroad(p) >= 3)),
    ),
    Case("all_islands_give_what_each_gives", change=without("collection.winner-returns", "winner_comes_home")),
    Case("takers_are_there", change=TIES_TO_THE_SHAMAN),
    Case("empty_islands_give_nothing", change=TIES_TO_THE_SHAMAN),
    Case("whoever_is_alone_takes", change=STRONG_MAJORITY),
    Case("as_many_inhabitants_leave_as_treasures", change=NOBODY_LEAVES),
    Case("three_points_a_treasure", numbers=replace(NUMBERS, treasure_points=3)),
    Case("an_inhabitant_comes_home_for_each_treasure", change=NOBODY_LEAVES),
    Case("nobody_is_owed_an_inhabitant", change=TIES_TO_THE_SHAMAN),
    Case("only_singles_win_from_below", players=3, numbers=CAP[9]),
    Case(
        "a_deadlock_stays",
        change=means("returns_one", lambda i, p: all_of(in_conflict(i, p), p == shaman)),
    ),
    Case("a_lead_of_one_ends_in_conflict", change=NOBODY_LEAVES),
    Case(
        "a_longer_lead_lasts",
        change=instead("collection.winner-returns", "winner_leaves", lambda i, p: 0 - when(takes(i, p), 2)),
    ),
    Case("a_single_wins_once", players=3, change=NOBODY_LEAVES),
    Case("full_islands_have_a_taker", players=2, numbers=CAP[8]),
    Case("unequal_numbers_decide_between_two", change=STRONG_MAJORITY),
    Case("no_more_gained_than_islands", change=without("succession.huts", "none_left_outside"), where="prepare"),
    Case("exactly_one_succeeds", change=means("preferred_in_a_tie", lambda p, q: falsehood)),
    Case(
        "nobody_took_fewer",
        change=means("succeeds", lambda p: forall(Players, lambda q: implies(p != q, gained(p) > gained(q)))),
    ),
    Case("nobody_nearer_took_as_few", players=3, change=means("seats_after_shaman", lambda p: clockwise(p, shaman))),
    Case("kept_only_by_taking_fewest_alone", change=SHAMAN_FIRST),
    Case("a_tie_of_all_passes_the_role_on", change=SHAMAN_FIRST),
    Case("one_one_three", players=3, change=SHAMAN_FIRST),
    Case("no_more_than_a_fair_share", numbers=MANY_ISLANDS),
    Case("one_card_fewer_in_the_last_round", numbers=replace(NUMBERS, last_draw=2)),
    Case("nobody_is_ahead_of_himself", change=means("ahead", lambda p, q: points(p) >= points(q))),
    Case(
        "ahead_of_all_behind",
        players=3,
        change=means("ahead", lambda p, q: any_of(points(p) > points(q), hut(p) > hut(q))),
    ),
    Case("level_only_in_points_and_treasures", change=NO_TIE_BREAK),
    Case("there_is_a_winner", change=means("wins", lambda p: forall(Players, lambda q: ahead(p, q)))),
    Case("winners_are_level", change=NO_TIE_BREAK),
    Case("more_treasures_fewer_in_reserve", numbers=replace(NUMBERS, reserve_points=2)),
    Case("fewer_in_reserve_more_on_islands", change=points_are(lambda p: 2 * hut(p) + abroad(p))),
    Case("level_means_alike", change=NO_TIE_BREAK),
    Case("fewer_treasures_than_islands_times_rounds", numbers=replace(NUMBERS, poor_treasures=3)),
    Case("no_more_taken_than_laid_out", change=without("components.treasures", "no_negative_treasures")),
    Case("no_score_above_everything", change=points_are(lambda p: 2 * hut(p) + 2 * reserve(p))),
    Case("no_scores_together_above_everything", change=points_are(lambda p: 2 * hut(p) + 2 * reserve(p))),
    Case("no_score_below_nothing", change=points_are(lambda p: 2 * hut(p) - abroad(p))),
    Case("ten_points_without_a_treasure", numbers=replace(NUMBERS, inhabitants=11)),
    Case("winners_are_at_most_four_behind", numbers=replace(NUMBERS, inhabitants=11)),
    Case("half_the_treasures_and_everybody_home_wins", change=points_are(lambda p: 2 * hut(p) + 5 * abroad(p))),
    Case("the_mirror_changes_nothing_for_two", players=3),
]
NOT_FOUND = [
    Case("singles_win_at_both_patterns_of_three", players=3, numbers=CAP[6]),
    Case("singles_win_at_all_three_patterns", players=4, numbers=CAP[6]),
    Case("a_full_island_without_a_taker", players=4),
    Case("one_one_three_can_happen", players=3, numbers=FEW_ISLANDS),
]


def smallest(case: Case) -> Numbers:
    """The numbers of a case with fewer seats, cards and islands: provers are quicker then."""
    each = case.numbers.hand + case.numbers.draw * (case.numbers.rounds - 2) + case.numbers.last_draw
    table = {n: min(k, 5) if n > 2 else k for n, k in case.numbers.islands_for_players.items()}
    seats, cards = case.players, case.players * each
    return replace(case.numbers, max_players=seats, deck_size=cards, islands_for_players=table)


def found_for(case: Case, claim: Claim) -> SolverVerdict:
    return exception(case, claim, smallest(case))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.claim)
def test_a_theorem_is_false_of_other_rules(case: Case) -> None:
    with case.change():
        assert found_for(case, restated(CLAIMS[case.claim], CHAPTERS)).status is Status.PROVED


@pytest.mark.parametrize("case", NOT_FOUND, ids=lambda case: case.claim)
def test_a_possibility_is_none_with_other_numbers(case: Case) -> None:
    assert possibility(case, CLAIMS[case.claim], smallest(case)) is Status.REFUTED


def test_every_claim_is_tried_with_other_rules() -> None:
    assert {case.claim for case in (*CASES, *NOT_FOUND)} == claims_that_hold(MINE)


def islands_of(found: SolverVerdict) -> list[list[int]]:
    """The patterns of the islands."""
    return [sorted((n for n in row if n), reverse=True) for row in found.values["on"]]


def test_the_most_inhabitants_do_not_always_take() -> None:
    """The exception has the pattern that the rulebook names; without the rule of the single there is none."""
    case = Case("takers_have_the_most", players=3)
    patterns = islands_of(found_for(case, CLAIMS[case.claim]))
    assert any(pattern in ([2, 2, 1], [3, 3, 1]) for pattern in patterns)
    with meaning("single_outside_conflict", lambda i, p: falsehood):
        assert found_for(case, CLAIMS[case.claim]).status is Status.REFUTED


def test_four_inhabitants_do_not_always_decide() -> None:
    case = Case("four_inhabitants_have_a_taker")
    assert [2, 2] in islands_of(found_for(case, CLAIMS[case.claim]))


@pytest.mark.parametrize(
    "claim",
    [
        "the_role_always_moves",
        "whoever_took_nothing_stays",
        "winners_have_the_most_treasures",
        "sole_winners_have_a_treasure",
    ],
)
def test_plausible_claims_have_exceptions(claim: str) -> None:
    assert found_for(Case(claim), CLAIMS[claim]).status is Status.PROVED


def test_seats_matter_in_a_tie() -> None:
    """Both claims fail with three players; if nobody were preferred in a tie, exchanging seats would not matter."""
    mirrored, exchanged = Case("the_mirror_changes_nothing", players=3), Case("equals_succeed_alike", players=3)
    for case in (mirrored, exchanged):
        assert found_for(case, CLAIMS[case.claim]).status is Status.PROVED
    with meaning("preferred_in_a_tie", lambda p, q: falsehood):
        assert found_for(exchanged, CLAIMS[exchanged.claim]).status is Status.REFUTED


# What is worked out


@pytest.fixture
def fresh_machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Compiles the rules as they are now for the procedures."""

    def compile_now() -> None:
        now = Machine(RULEBOOK)
        for module in (working_out_end, working_out_symmetry):
            monkeypatch.setattr(module, "machine", lambda: now)

    return compile_now


def test_every_procedure_is_there() -> None:
    named = {claim.name for theorem in MINE for claim in theorem.claims if claim.form is Form.WORKED_OUT}
    assert named == set(working_out_end.PROCEDURES)


@pytest.mark.parametrize("name", working_out_end.PROCEDURES)
def test_procedures_find_nothing_wrong(name: str) -> None:
    worked = working_out_end.PROCEDURES[name](3)
    assert worked.wrong == ""
    assert worked.cases
    assert (worked.status is Status.SAMPLED) == name.endswith("_in_play")


def test_patterns_of_a_larger_island_are_others() -> None:
    worked, _ = working_out_end._worked_patterns(4, CAP[8])
    assert worked.wrong


def test_patterns_notice_another_majority(fresh_machine: Callable[[], None]) -> None:
    with meaning("majority", two_more):
        fresh_machine()
        assert working_out_end.island_patterns(3).wrong


@pytest.mark.parametrize("players", [2, 6])
def test_a_shorter_plan_does_not_reach_the_greatest_score(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = working_out_end.all_for_one(players)
    lazy = replace(plan, rounds=(*plan.rounds[:-1], ()))
    monkeypatch.setattr(working_out_end, "all_for_one", lambda _: lazy)
    assert "not" in working_out_end.a_game_of_the_greatest_score(players).wrong


def test_a_plan_against_the_rules_is_no_game() -> None:
    plan = working_out_end.one_for_each(3)
    crowded = replace(plan, settled=((0, 0, 0),) * 3)
    with pytest.raises(AssertionError, match="cannot apply"):
        working_out_end.played(crowded)


def test_arranged_decks_are_complete() -> None:
    for players in (2, 6):
        assert len(working_out_end.dealt(working_out_end.all_for_one(players)).cards) == STANDARD.total_cards


# Symmetry


def of_the_first_island(i: Num, p: Num) -> Prop:
    """Whoever is on the island takes, unless a lower-numbered island has more of him."""
    lower = exists(Islands, lambda j: all_of(j < i, on(j, p) > on(i, p)))
    return all_of(treasures(i) >= 1, any_of(majority(i, p), single_outside_conflict(i, p)), implies(lower, falsehood))


def test_comparing_islands_by_order_is_noticed(fresh_machine: Callable[[], None]) -> None:
    with meaning("takes", of_the_first_island):
        assert "reckons with" in working_out_symmetry.islands_alike_in_the_clauses(2).wrong
        fresh_machine()
        assert "the clauses" in working_out_symmetry.islands_alike_in_play(2).wrong


def test_looking_at_a_cards_number_is_noticed() -> None:
    with meaning("inactive", lambda p, f: laid(p, f) < 10):
        assert "reckons with" in working_out_symmetry.cards_alike_in_the_clauses(2).wrong


def test_a_table_with_a_head_is_noticed(fresh_machine: Callable[[], None]) -> None:
    with meaning("clockwise", lambda p, q: when(q >= p, q - p, p - q)):
        fresh_machine()
        assert working_out_symmetry.seats_in_a_circle_by_reckoning(3).wrong
    with meaning("seats_after_shaman", lambda p: p):
        assert working_out_symmetry.seats_in_a_circle_in_the_clauses(3).wrong
        fresh_machine()
        assert working_out_symmetry.seats_in_a_circle_in_play(3).wrong


@needs_the_source
def test_an_engine_that_favours_a_seat_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("archipel.reference.costa_ruana.succession.next_shaman", lambda previous, gains, readings: 0)
    assert "the engine" in working_out_symmetry.seats_in_a_circle_in_play(3).wrong


def test_seats_are_not_interchangeable() -> None:
    """Only turning the table changes nothing: order among seats matters to the rules."""
    assert working_out_symmetry.looked_through(RULEBOOK, Symmetry(Players), openings=False).wrong
