"""Costa Ruana as its proofs see it: the numbers, what can be renamed, and how proofs are helped along."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.witness import SITUATIONS
from archipel.checks.proofs.prover import ANYWHERE, OPENING, ProofGame
from archipel.reference import costa_ruana as engine
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK, Numbers
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.costa_ruana.vocabulary import EFFECTS, NOTHING, Cards, Islands, Players, skip
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.symmetry import COUNT, ELEMENT
from archipel.spec.logic.terms import Number

PLAYERS = range(NUMBERS.min_players, NUMBERS.max_players + 1)

# Invariants that are not kept step by step but follow, in any position, from those that are.
FOLLOWING = ("one_taker_at_most", "no_winner_has_fewer_points")

# Claims that count the cards of the pile, proved with the cards numbered as they were shuffled.
NUMBERED = (("everybody_draws_as_many_as_announced", "prepare"), ("hands_as_large_as_announced", OPENING))

# Definitions that a proof need not look into. Hands are counted card by card, but whether a card is in a hand matters
# only to the lemmas about single cards; so it is with the treasures that islands give.
HANDS = "hands_as_large_as_announced"
CARD_UNDER_WAY = ("acts", "kind_now", "amount_now", "some_treasure_can_move", "some_inhabitant_can_move")
GUARDED = ("acting", "acts", "kind_now", "required")
OPAQUE = {
    **{(HANDS, step): ("held",) for step in ("play_up", "play_down", "reveal", "finish_card")},
    **{(HANDS, step): ("hand_size",) for step in ("settle", "stand", "pass", "flip", "accept", "name")},
    (HANDS, "prepare"): ("held", "draws_card"),
    ("hands_when_a_round_begins", ANYWHERE): ("hand_size",),
    ("hands_when_cards_are_laid", ANYWHERE): ("hand_size",),
    ("a_card_for_whoever_must_lay_one", ANYWHERE): ("hand_size",),
    ("one_treasure_for_each_island_and_round_at_most", "collect"): ("takes",),
    ("one_player_has_all_the_next_cards", ANYWHERE): ("candidate", "no_card_open"),
    ("one_decides_at_most", ANYWHERE): ("acts", "candidate"),
    ("whoever_acts_has_an_effect", ANYWHERE): ("acting",),
    **{("owed_no_longer", step.name): GUARDED for step in (skip, *EFFECTS)},
    **{("each_effect_takes_one_off", step.name): GUARDED for step in (skip, *EFFECTS)},
    **{("a_card_acts_once_and_for_its_inhabitants", step.name): GUARDED for step in (skip, *EFFECTS)},
    **{("only_effects_that_concern_somebody_are_due", step.name): GUARDED for step in (skip, *EFFECTS)},
    **{("cards_not_begun_owe_everything", step.name): ("acts", "kind_now", "required") for step in (skip, *EFFECTS)},
    ("no_more_is_required_than_possible", ANYWHERE): (*CARD_UNDER_WAY, "removable", "placeable", "room"),
    ("nothing_less_than_nothing", ANYWHERE): (*CARD_UNDER_WAY, "abroad", "room"),
    ("only_three_cases_fall_short", ANYWHERE): CARD_UNDER_WAY,
    **{("only_who_is_asked_has_an_effect", step.name): ("acts", "required") for step in EFFECTS},
}

# Arguments tried one by one: the provers take longer over all of them at once.
APART = {
    ("no_inhabitant_lost", "stand"): ("player", "by", "face"),
    **{("only_who_is_asked_has_an_effect", step.name): ("player",) for step in EFFECTS},
}

# Claims easier to prove with seats counted from the shaman than from the player in question.
FROM_SHAMAN = (
    *((HANDS, step) for step in ("play_up", "play_down")),
    *(("cards_lie_as_turns_have_come", step) for step in ("play_up", "play_down")),
    *((claim, "settle") for claim in ("settlers_keep_pace", "settlers_stay_until_the_first_effect")),
    ("each_turn_takes_one_off", "settle"),
    ("nothing_waits_that_comes_first", "resolve"),
    ("nothing_comes_before_the_card_chosen", "resolve"),
    ("cards_drawn_come_to_hand", "prepare"),
    ("nothing_follows_by_itself_while_somebody_decides", "pass"),
    ("one_card_fewer_in_the_last_round", ANYWHERE),
)

# Where cvc5 is many times faster when it chooses what to try next by how often that was of use lately.
BY_ACTIVITY = (
    ("one_taker_at_most", ANYWHERE),
    ("one_player_has_all_the_next_cards", ANYWHERE),
    ("hands_as_large_as_announced", "prepare"),
    *(("a_card_acts_once_and_for_its_inhabitants", step.name) for step in (skip, *EFFECTS)),
    ("placed_one_by_one", "place"),
    ("removed_one_by_one", "remove"),
    ("a_card_acts_for_its_player_and_his_inhabitant", ANYWHERE),
    ("nothing_possible_is_skipped", ANYWHERE),
    ("islands_lose_one_a_round_at_most", "collect"),
    ("nothing_follows_by_itself_while_an_effect_is_asked_for", ANYWHERE),
    ("some_key_is_the_least", ANYWHERE),
    ("a_turn_is_one_players", ANYWHERE),
    ("revealing_adds_nothing", "reveal"),
)


def hints() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """What each proof rests on, as ``python -m archipel.checks.proofs.kept.hints`` found it."""
    text = resources.files("archipel.checks.costa_ruana").joinpath("hints.json").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, Sequence[str]]] = json.loads(text)
    return found


def known(players: int, numbers: Numbers = NUMBERS) -> dict[str, Any]:
    return numbers.values(players) | {"cards": numbers.deck_size}


def specimen(players: int) -> dict[str, Any]:
    """The shipped deck in one order."""
    return projection.material(engine.balanced_deck(), engine.Setup.from_seed(players, 0).order)


def in_shuffled_order(view: Interpretation) -> tuple[Interpretation, list[Any]]:
    """The cards numbered as they were shuffled, those that stay in the box last.

    The rules do not tell cards apart, so they may be numbered so. Then a card's place in the shuffled row is its
    number, and because enough cards are kept for every draw, the cards that will be drawn are the first ones.
    """
    symbols = RULEBOOK.vocabulary.symbols
    players, nothing = view.known["players"], NOTHING
    assert isinstance(nothing, Number)
    kept = {card: notches <= players for (card,), notches in view.table(symbols["notches"]).items()}
    drawn = players * _drawn_by_each(view.known)
    place: dict[tuple[int, ...], Any] = {
        (card,): card if card < drawn else view.api.If(is_kept, card, nothing.value) for card, is_kept in kept.items()
    }
    enough = [is_kept for card, is_kept in kept.items() if card < drawn]
    sorted_out = [view.disjunction([kept[card], view.negation(kept[card + 1])]) for card in range(len(kept) - 1)]
    return view.changed({"position": place}), enough + sorted_out


def _drawn_by_each(numbers: Mapping[str, Any]) -> int:
    between = numbers["draw"] * (numbers["rounds"] - 2) + numbers["last_draw"]
    each: int = numbers["hand"] + between
    return each


@cache
def game() -> ProofGame:
    return ProofGame(
        THEORY,
        known,
        interchangeable=(Islands, Cards),
        seats=Players,
        rotating={"clockwise": COUNT, "seat_after": ELEMENT},
        first="shaman",
        from_first=FROM_SHAMAN,
        apart=APART,
        hints=hints(),
        following=FOLLOWING,
        numbered=dict.fromkeys(NUMBERED, Cards),
        numbering=in_shuffled_order,
        opaque=OPAQUE,
        options={("cvc5", *place): {"decision": "internal"} for place in BY_ACTIVITY},
        witness=SITUATIONS.witness,
        specimen=specimen,
        complete=SITUATIONS.complete,
    )
