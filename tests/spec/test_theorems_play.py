"""Theorems from the box to the last effect: each is false of rules that differ where it matters."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from tests.spec.other_rules import (
    Case,
    also,
    claims_that_hold,
    exception,
    instead,
    means,
    possibility,
    restated,
    theorems_in,
    together,
    without,
)

from archipel.checks.costa_ruana import working_out_play
from archipel.checks.proofs.results import Status
from archipel.checks.proofs.solver_session import SolverVerdict
from archipel.reference.costa_ruana import Action, Condition, Flip, Phase, State
from archipel.spec.costa_ruana import NUMBERS, Numbers
from archipel.spec.costa_ruana.cards import moved
from archipel.spec.costa_ruana.resolution import candidates, kind_of, may_be_next, rank
from archipel.spec.costa_ruana.theorems import cards, play, resolution, setup, well_formed
from archipel.spec.costa_ruana.vocabulary import (
    DAY,
    FLIP,
    HIGH_TIDE,
    MOVE_TREASURE,
    NIGHT,
    NOTHING,
    PLAY_UP,
    RESOLVE,
    REVEAL,
    TABLE,
    Islands,
    Players,
    chosen,
    clockwise,
    crowd,
    due,
    island_cap,
    laid,
    lies,
    lies_before,
    opened,
    phase,
    place_of,
    player,
    reserve,
    round_number,
    rounds,
    shaman,
    source,
    target,
    tide,
    time,
    treasures,
    turn,
)
from archipel.spec.costa_ruana.vocabulary import card as card_laid
from archipel.spec.logic import (
    Prop,
    all_of,
    any_of,
    exists,
    falsehood,
    forall,
    implies,
    least,
    number,
    truth,
    when,
)
from archipel.spec.theorems import Claim, Form, Outcome

CHAPTERS: tuple[ModuleType, ...] = (setup, play, resolution, cards, well_formed)
MINE = theorems_in(CHAPTERS)
CLAIMS = {claim.name: claim for theorem in MINE for claim in theorem.claims}

# Rules that differ


def numbers(**changed: Any) -> Numbers:
    return replace(NUMBERS, **changed)


BOTH_TURNED = instead("conditions.flip", "other_time", lambda: DAY + NIGHT - time)
HIGH_TIDE_ALWAYS = means("shows", lambda b: any_of(b == tide, b == time, b == HIGH_TIDE))
ANY_EFFECT_NEXT = means("may_be_next", lambda p, f, t: due(p, f, t))
NO_SEAT_ORDER = means("nearer_the_shaman", lambda p, f, q, g: falsehood)
NO_CARD_FINISHED = means("finished", lambda p, f: falsehood)
OPEN_IS_FINISHED = means("finished", lambda p, f: opened(p, f))
TWO_TREASURES = instead("collection.one-per-island", "treasures_leave", lambda i: 0 - when(treasures(i) >= 2, 2))
WITHOUT_A_CARD = means("acting", lambda p, f, t: may_be_next(p, f, t))
FOR_NOBODY = means("beneficiary", lambda p, f, t: NOTHING)
LAST_RANK_FAR = means("rank", lambda k: when(k == MOVE_TREASURE, 1, 9))
ONE_SIDE = without("components.conditions", "one_side_of_each_shows")


def with_numbers(claim: str, players: int = 2, **changed: Any) -> Case:
    return Case(claim, players=players, numbers=numbers(**changed))


SETUP = [
    with_numbers("nearly_all_gems_are_used", gems=23, island_cards=4),
    Case("as_many_cards_for_everybody", without("end.after-last-round", "over_only_after_the_last_round")),
    with_numbers("two_cards_left_over", hand=6),
    Case("the_row_is_no_longer_than_the_deck", without("setup.shuffle", "kept_cards_in_a_row")),
    with_numbers("no_card_left_in_the_pile", deck_size=25),
    with_numbers("a_full_last_draw_takes_too_many", deck_size=26),
    with_numbers("hands_when_a_round_begins", hand=4, last_draw=2),
    with_numbers("hands_when_cards_are_laid", hand=4, last_draw=2),
    with_numbers("a_card_for_whoever_must_lay_one", hand=1),
    with_numbers("some_island_has_room", island_cap=1),
    with_numbers("no_island_is_full", island_cap=5),
]
PLAY = [
    Case("one_on_cards_at_most", without("play.inhabitant", "nobody_stands_before_acting")),
    Case(
        "all_are_home_when_treasures_are_collected",
        without("play.inhabitant", "inhabitants_stand_on_cards_that_are_there"),
    ),
    Case(
        "settlers_stay_until_the_first_effect",
        instead("round.count", "the_next_round_begins", lambda: number(0)),
        where="accept",
    ),
    with_numbers("enough_to_place_twice", settlers=4),
    Case("only_an_empty_reserve_forbids_it", without("play.from-reserve", "somebody_in_reserve")),
    Case("one_of_two_is_hidden", without("round.steps", "time_to_flip")),
    Case("two_of_four_show", ONE_SIDE),
    Case("what_shows_is_what_was_chosen", BOTH_TURNED),
    Case("each_background_in_one_group", ONE_SIDE),
    Case("one_of_the_two_stays", BOTH_TURNED),
    Case("two_sides_never_together", HIGH_TIDE_ALWAYS),
    Case("stand_or_fall_together", BOTH_TURNED),
    Case("neither_all_nor_none_of_three", HIGH_TIDE_ALWAYS),
    Case("every_flip_changes_the_pairing", BOTH_TURNED),
    Case("nothing_else_turns_a_condition", where="flip"),
    Case("any_one_card_saved_or_sunk", without("components.backgrounds", "one_background_each")),
    Case("back_before_any_effect", without("reveal.return", "back_from_inactive_cards")),
    Case("inactive_cards_owe_nothing", instead("reveal.keep", "effects_to_come", lambda p, f, t: lies(p, f))),
    Case("anybody_can_be_chosen", instead("succession.refuse", "the_new_shaman_answers", lambda: player != shaman)),
    Case("the_choice_stands", without("succession.refuse", "the_named_player_is_shaman")),
    Case("keeping_the_role_stands", instead("round.steps", "then_a_new_round", lambda: FLIP)),
]
RESOLUTION = [
    Case(
        "nothing_before_itself",
        means(
            "nearer_the_shaman",
            lambda p, f, q, g: clockwise(shaman, lies_before(p, f)) <= clockwise(shaman, lies_before(q, g)),
        ),
    ),
    Case(
        "before_all_that_follows",
        means("of_an_earlier_kind", lambda p, f, q, g: rank(kind_of(p, f)) < rank(kind_of(q, g))),
    ),
    Case("only_cards_of_one_kind_are_level", means("of_an_earlier_kind", lambda p, f, q, g: falsehood)),
    Case("every_kind_has_a_rank_of_its_own", LAST_RANK_FAR),
    Case("next_means_that_nothing_precedes", ANY_EFFECT_NEXT),
    Case(
        "revealed_cards_act_once_and_for_their_inhabitants",
        means("acts_for_somebody", lambda p, f, t: lies(p, f)),
    ),
    Case("finished_cards_owe_nothing", OPEN_IS_FINISHED),
    Case(
        "other_cards_keep_their_inhabitants",
        instead("resolution.finish", "gone_from_the_finished_card", lambda q, p, f: falsehood),
    ),
    Case(
        "a_card_acts_once_and_for_its_inhabitants",
        means("acts_for_somebody", lambda p, f, t: lies(p, f)),
        where="reveal",
    ),
    Case("three_effects_for_each_player_at_most", without("play.inhabitant", "one_inhabitant_on_cards_at_most")),
    Case("a_card_acts_for_its_player_and_his_inhabitant", means("beneficiary", lambda p, f, t: lies_before(p, f))),
    Case("shamans_cards_come_first", NO_SEAT_ORDER),
]
EFFECTS_OF_CARDS = [
    with_numbers("more_room_than_reserves", island_cap=5),
    with_numbers("room_for_anybody", island_cap=2),
    with_numbers("somebody_there_can_be_moved", island_cap=5),
    with_numbers("whoever_is_there_can_be_moved", island_cap=6),
    Case("an_island_gives_one_at_most", TWO_TREASURES),
    Case("one_treasure_for_each_island_and_round_at_most", TWO_TREASURES, where="collect"),
    with_numbers("some_treasure_to_move", rounds=7),
    Case("nothing_lost_yet", without("setup.treasures", "the_others_are_rich")),
    Case("islands_lose_one_a_round_at_most", TWO_TREASURES, where="collect"),
    with_numbers("empty_in_the_last_round_only", poor_treasures=3),
    Case("only_three_cases_fall_short", means("placeable", lambda p: least(reserve(p), 1))),
    Case("placed_one_by_one", without("cards.place-cap", "room_to_place")),
    Case("removed_one_by_one", without("cards.own-only", "ones_own_are_there")),
    Case("one_in_the_hand", without("cards.move-inhabitant", "an_inhabitant_is_there")),
    Case("nobody_gains_or_loses_a_treasure", where="collect"),
    Case(
        "as_many_treasures_on_islands",
        instead("cards.move-treasure", "treasure_changes_island", lambda i: when(i == target, 1)),
        where="move_treasure",
    ),
    Case("others_keep_their_numbers", instead("cards.remove", "taken_into_reserve", lambda p: moved()), where="remove"),
]
PROGRESS = [
    with_numbers("somebody_can_settle", island_cap=1),
    Case("somebody_is_on_turn", without("round.steps", "turns_in_range")),
    Case(
        "whoever_is_on_turn_can_lay_a_card",
        instead("play.face-up", "from_the_players_hand", lambda: place_of(card_laid) == TABLE),
    ),
    Case("somebody_can_pass", instead("play.inhabitant", "players_turn_to_stand", lambda: turn < 0)),
    Case("the_shaman_can_flip_and_answer", instead("conditions.flip", "only_the_shaman_flips", lambda: player < 0)),
    Case("what_follows_by_itself", instead("round.count", "no_round_follows", lambda: round_number > rounds)),
    Case("some_key_is_the_least", LAST_RANK_FAR),
    Case("a_smaller_key_comes_first", LAST_RANK_FAR),
    Case("a_first_card_can_be_next", means("may_be_next", lambda p, f, t: all_of(due(p, f, t), opened(p, f)))),
    Case("a_next_card_is_counted", means("candidates", lambda: number(0))),
    Case("a_next_card_can_be_begun", instead("resolution.same-kind", "there_is_a_choice", lambda: candidates() > 2)),
    Case("a_card_under_way_goes_on", NO_CARD_FINISHED),
    Case("every_turn_is_somebodys", FOR_NOBODY),
    Case("its_effect_is_somebodys", means("acts", lambda q: falsehood)),
    Case("every_card_says_what_to_do", without("components.card-amounts", "amounts_in_range")),
    Case("the_card_under_way_is_done", means("kind_now", lambda: number(0))),
    Case("nothing_possible_is_skipped", means("somebody_acts", lambda: falsehood)),
    Case(
        "nothing_negative_there",
        without("components.island-cap", "no_island_overcrowded"),
        numbers=numbers(island_cap=2),
    ),
    Case("nothing_less_than_nothing", means("placeable", lambda p: reserve(p) - 20)),
    Case(
        "a_treasure_can_be_moved",
        instead("cards.move-treasure", "a_treasure_is_there", lambda: treasures(source) < 0),
    ),
    Case("an_inhabitant_can_be_moved", instead("cards.move-cap", "room_to_move", lambda: crowd(target) < 0)),
    Case(
        "inhabitants_can_be_removed",
        instead("cards.own-only", "ones_own_are_there", lambda: forall(Islands, lambda i: chosen(i) <= 0)),
    ),
    Case(
        "inhabitants_can_be_placed",
        instead("cards.place-cap", "room_to_place", lambda: forall(Islands, lambda i: crowd(i) < island_cap - 1)),
    ),
    Case("no_more_is_required_than_possible", means("required", lambda: number(3))),
]
DETERMINISM = [
    Case("one_thing_at_most_follows_by_itself", means("candidates", lambda: number(1))),
    Case(
        "nothing_follows_by_itself_while_somebody_decides",
        without("resolution.same-kind", "there_is_a_choice"),
        where="resolve",
    ),
    Case("only_who_is_asked_has_an_effect", without("resolution.beneficiaries", "players_effect"), where="remove"),
    Case("no_card_is_finished_while_somebody_acts", OPEN_IS_FINISHED),
    Case(
        "nothing_follows_by_itself_while_an_effect_is_asked_for",
        without("resolution.as-possible", "nothing_is_possible"),
    ),
    Case("whoever_decides_is_the_one", without("setup.settle-order", "settlers_turn"), where="settle"),
    Case("what_is_not_begun_has_its_first_turn_to_come", means("waits", lambda p, f: truth)),
    Case("nothing_comes_before_the_card_chosen", without("resolution.seat-order", "no_card_nearer_the_shaman")),
    Case("only_a_next_card_is_chosen", without("resolution.same-kind", "the_cards_player_decides")),
    Case("whoever_chooses_is_the_one", without("resolution.same-kind", "the_cards_player_decides")),
    Case("a_card_has_one_turn_at_a_time", ANY_EFFECT_NEXT),
    Case("who_acts_acts_by_the_card_under_way", WITHOUT_A_CARD),
    Case("nobody_acts_without_a_card_under_way", WITHOUT_A_CARD),
    Case("level_cards_lie_before_one_player", NO_SEAT_ORDER),
    Case("next_cards_lie_before_one_player", ANY_EFFECT_NEXT),
    Case("one_decides_at_most", means("clockwise", lambda p, q: number(0))),
]
TERMINATION = [
    Case("greatest_and_least_length", without("setup.settle-order", "settling_begins_with_the_shaman")),
    Case("nothing_left_when_it_is_over", without("end.after-last-round", "over_only_after_the_last_round")),
    Case("never_less_than_nothing_left", without("round.count", "rounds_in_range")),
    Case("each_turn_takes_one_off", instead("round.steps", "then_revealing", lambda: FLIP), where="flip"),
    Case("only_what_is_due_happens", means("may_be_next", lambda p, f, t: opened(p, f))),
    Case("whoever_acts_has_an_effect", means("acts", lambda q: phase == RESOLVE)),
    Case(
        "owed_no_longer",
        instead("resolution.beneficiaries", "each_effect_happens_once", lambda p, f, t: due(p, f, t)),
        where="remove",
    ),
    Case("only_cards_not_begun_can_be_next", means("candidate", lambda p, f: truth)),
    Case(
        "the_chosen_card_is_begun",
        instead("resolution.same-kind", "chosen_card_is_taken_up", lambda p, f: falsehood),
    ),
    Case("each_choice_takes_one_off", without("resolution.same-kind", "there_is_a_choice")),
    Case(
        "the_card_taken_up_is_begun",
        instead("resolution.one-at-a-time", "that_card_is_taken_up", lambda p, f: falsehood),
    ),
    Case(
        "the_finished_card_is_gone",
        instead("resolution.finish", "finished_leaves_the_table", lambda p, f: laid(p, f)),
    ),
    Case("what_follows_adds_nothing", instead("round.steps", "then_the_offer", lambda: PLAY_UP), where="prepare"),
    Case("revealing_adds_nothing", instead("round.steps", "then_resolving", lambda: PLAY_UP)),
    Case("less_to_do", instead("round.steps", "then_preparing", lambda: RESOLVE), where="collect"),
    Case("less_to_do_once_revealed", instead("round.steps", "then_resolving", lambda: REVEAL)),
    Case(
        "no_card_comes_to_the_table",
        partial(
            together,
            without("round.steps", "time_to_reveal"),
            instead("reveal.discard", "inactive_leave_the_table", lambda p, f: number(0)),
        ),
    ),
]
CASES = [*SETUP, *PLAY, *RESOLUTION, *EFFECTS_OF_CARDS, *PROGRESS, *DETERMINISM, *TERMINATION]

# Steps of reasoning from what other claims show: true whatever the rules say.
REASONING = {
    "a_card_with_the_least_key_is_first",
    "a_turn_is_one_players",
    "one_acts_at_most",
    "one_player_has_all_the_next_cards",
    "each_effect_takes_one_off",
    "taking_up_adds_nothing",
    "finishing_adds_nothing",
    "never_less_than_nothing_to_do",
    "less_to_do_once_skipped",
    "less_to_do_once_taken_up",
    "less_to_do_once_finished",
}


def own_cards_only() -> Prop:
    """Everybody lays cards before himself only."""
    return forall(
        Players, lambda p: all_of(*(implies(lies(p, number(f)), lies_before(p, number(f)) == p) for f in (0, 1)))
    )


def never_deserted() -> Prop:
    return exists(Islands, lambda i: crowd(i) >= 1)


NOT_FOUND = [
    with_numbers("a_game_can_begin", gems=17),
    with_numbers("an_island_full_while_settling", 3, settlers=2),
    Case("every_card_before_one_player", partial(also, own_cards_only)),
    Case("nobody_anywhere_to_move", partial(also, never_deserted)),
]


def smallest(case: Case) -> Numbers:
    """The numbers of a case with fewer seats, rounds and cards: provers are quicker then."""
    changed = replace(case.numbers, rounds=2) if case.numbers is NUMBERS else case.numbers
    each = changed.hand + changed.draw * (changed.rounds - 2) + changed.last_draw
    deck = case.players * each if changed.deck_size == NUMBERS.deck_size else changed.deck_size
    return replace(changed, max_players=case.players, deck_size=deck)


def found_for(case: Case, claim: Claim) -> SolverVerdict:
    return exception(case, claim, smallest(case))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.claim)
def test_a_claim_is_false_of_other_rules(case: Case) -> None:
    with case.change():
        assert found_for(case, restated(CLAIMS[case.claim], CHAPTERS)).status is Status.PROVED


@pytest.mark.parametrize("case", NOT_FOUND, ids=lambda case: case.claim)
def test_a_possibility_is_none_under_other_rules(case: Case) -> None:
    assert possibility(case, CLAIMS[case.claim], smallest(case)) is Status.REFUTED


def test_every_claim_is_tried_with_other_rules() -> None:
    assert {case.claim for case in (*CASES, *NOT_FOUND)} | REASONING == claims_that_hold(MINE)


FALSE = [claim for theorem in MINE for claim in theorem.claims if theorem.outcome is Outcome.FAILS]


@pytest.mark.parametrize("claim", FALSE, ids=lambda claim: claim.name)
def test_plausible_claims_have_exceptions(claim: Claim) -> None:
    assert found_for(Case(claim.name), claim).status is Status.PROVED


# What is worked out


def test_every_procedure_is_there() -> None:
    named = {claim.name for theorem in MINE for claim in theorem.claims if claim.form is Form.WORKED_OUT}
    assert named == set(working_out_play.PROCEDURES)


@pytest.mark.parametrize("name", working_out_play.PROCEDURES)
def test_procedures_find_nothing_wrong(name: str) -> None:
    worked = working_out_play.PROCEDURES[name](3)
    assert worked.wrong == ""
    assert worked.cases


def test_a_game_in_which_the_tide_turns_is_neither_longest_nor_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = working_out_play._decision

    def turning(state: State) -> Action:
        return Flip(state.shaman, Condition.TIDE) if state.phase is Phase.FLIP else usual(state)

    monkeypatch.setattr(working_out_play, "_decision", turning)
    assert working_out_play.longest_game(2).wrong
    assert working_out_play.shortest_game(2).wrong


def test_another_story_would_decode_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """If Antoine had not moved a second inhabitant, other cards and places would fit, or none."""
    shorter = working_out_play.TOLD[:3] + working_out_play.TOLD[4:]
    monkeypatch.setattr(working_out_play, "TOLD", shorter)
    assert working_out_play.hidden_cards_of_the_example(3).wrong
