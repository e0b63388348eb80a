"""What is read quickly because nothing is wrong with it is read alike with care."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.reference.build import source_of
from archipel.reference.costa_ruana import Setup, balanced_deck, codec, new_game, packing, random_moves
from archipel.reference.costa_ruana.rules import STANDARD
from archipel.reference.formats.format import DOUBTS
from archipel.reference.strict_json import BadInput, Field

SETUP = Setup.from_seed(3, 3)
MOVES = tuple(random_moves(SETUP, 3))
ACTIONS = [codec.action_data(action) for action in MOVES]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-1, 0, 3, 999, 1000, 10**14]),
    st.sampled_from(["", "up", "down", "tide", "day", "settle", "place"]),
    st.lists(st.sampled_from([0, 3, 999, 1000, True, "up"]), max_size=11),
    st.just({}),
)
KEYS = st.sampled_from(["do", "player", "island", "islands", "card", "before", "by", "face", "condition", "from", "to"])


@given(st.sampled_from(ACTIONS), st.dictionaries(KEYS, JUNK, max_size=2), st.sets(KEYS, max_size=1))
@settings(max_examples=500, deadline=None)
def test_an_action(action: dict[str, Any], others: dict[str, Any], left_out: set[str]) -> None:
    written = {key: value for key, value in {**action, **others}.items() if key not in left_out}
    try:
        quickly = codec.ACTION.quickly(written)
    except DOUBTS:
        with pytest.raises(BadInput):
            codec.read_action(Field(written))
    else:
        assert codec.ACTION.read_with_care(Field(written)) == quickly == codec.read_action(Field(written))
        assert codec.action_data(quickly) == written


def test_every_recorded_action_is_read_quickly() -> None:
    assert tuple(map(codec.ACTION.quickly, ACTIONS)) == MOVES


def test_the_packing_that_is_compiled_is_what_the_class_says() -> None:
    """If not: write ``codec.STATE.packing_source()`` to it again."""
    assert source_of(packing.__name__).read_text(encoding="utf-8") == codec.STATE.packing_source()
    state = new_game(SETUP)
    for move in MOVES:
        assert codec.packed(state) == codec.STATE.packed(state)
        state = state.apply_action(move)


def test_a_deck_that_was_read_before_is_complained_about_where_it_stands() -> None:
    record = codec.record_data(codec.Record(SETUP, MOVES, STANDARD, balanced_deck()))
    assert codec.read_record(Field(record)).deck == balanced_deck()
    others: list[Any] = [["nonsense"], [True], 3, [*copy.copy(record["deck"]), "place-2 night 3 "]]
    for cards in others:
        with pytest.raises(BadInput, match=r"^second\.deck"):
            codec.read_record(Field({**record, "deck": cards}, "second"))
    fewer = codec.read_record(Field({**record, "deck": [*[c.text for c in balanced_deck().cards], "remove-1 day 6"]}))
    assert len(fewer.deck.cards) == len(balanced_deck().cards) + 1
    assert new_game(fewer.setup, fewer.rules, fewer.deck).deck == fewer.deck
