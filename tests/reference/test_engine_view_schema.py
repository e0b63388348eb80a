"""The JSON Schema of views, and what the manual says about the members of states and views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from tests.reference.test_engine_codec import positions, validator
from tests.reference.test_engine_readings import CHOSEN, under

from archipel.reference.costa_ruana import Accept, Pass, State
from archipel.reference.costa_ruana.codec import view_data
from archipel.reference.costa_ruana.state import Phase
from archipel.reference.costa_ruana.views import View

PLAYERS = range(2, 7)
CHECK = validator("view")


def views(state: State) -> Iterator[dict[str, Any]]:
    for seat in range(state.game.players):
        yield view_data(state.view(seat))


@pytest.mark.parametrize("players", PLAYERS)
def test_views_of_every_phase_fit_their_schema(players: int) -> None:
    """Of each phase a few positions, seen by everybody."""
    seen = Counter[Phase]()
    for seed in range(3):
        for state in positions(players, seed):
            seen[state.phase] += 1
            if seen[state.phase] < 12:
                for view in views(state):
                    CHECK.validate(view)
    assert seen.keys() == set(Phase)


def test_views_under_other_readings_fit_their_schema() -> None:
    members: set[str] = set()
    for choice in CHOSEN:
        for number, state in enumerate(positions(3, 5, under(choice))):
            remembers = bool(state.moved) or state.old_shaman is not None
            for view in views(state) if remembers or number % 25 == 0 else ():
                CHECK.validate(view)
                members |= view.keys()
    assert members >= {"moved", "offered", "old_shaman"}


def some_view(phase: Phase) -> dict[str, Any]:
    return next(view_data(state.view(0)) for state in positions(2, 1) if state.phase is phase)


def test_the_schema_refuses_what_is_no_view() -> None:
    view, over = some_view(Phase.STAND), some_view(Phase.OVER)
    assert CHECK.is_valid({**view, "moved": [], "offered": None, "old_shaman": None})
    for wrong in (
        {**view, "hands": [[], []]},
        {**view, "pile": []},
        {**view, "viewer": None},
        {**view, "huts": [0, 0]},
        {**view, "huts": [None, None]},
        {**view, "gains": [1, 0]},
        {**view, "actor": None},
        {**view, "standing": [0, None]},
        {**over, "huts": [0, None]},
        {**over, "actor": 0},
        *[{name: value for name, value in view.items() if name != left} for left in view],
    ):
        assert not CHECK.is_valid(wrong)


def test_the_schema_has_the_members_of_a_view() -> None:
    schema: Any = CHECK.schema
    assert list(schema["properties"]) == [field.name for field in fields(View)]
    assert set(schema["required"]) == set(some_view(Phase.SETTLE))


# What the manual says (decisions.md)


@pytest.mark.parametrize("players", PLAYERS)
def test_gains_are_put_away_before_anything_is_asked(players: int) -> None:
    assert not any(any(state.gains) for state in positions(players, 1))


@pytest.mark.parametrize("players", PLAYERS)
def test_during_an_offer_the_shaman_is_who_is_asked(players: int) -> None:
    offers = [state for state in positions(players, 1) if state.phase is Phase.OFFER]
    assert offers and all(state.shaman == state.actor for state in offers)
    for state in offers:
        for action in state.legal_actions():
            named = action.player if isinstance(action, Accept) else getattr(action, "shaman", None)
            assert state.apply_action(action).shaman == named


def standing_on_no_card(state: State) -> bool:
    return any(slot is not None and state.table[slot] is None for slot in state.standing)


def test_only_with_one_reading_somebody_stands_on_a_card_that_has_gone() -> None:
    after_all = under(("card-return", "after-all"))
    assert not any(standing_on_no_card(state) for seed in range(3) for state in positions(4, seed))
    assert any(standing_on_no_card(state) for seed in range(3) for state in positions(4, seed, after_all))


@pytest.mark.parametrize(
    ("choice", "phases"),
    [
        (("flip", "mandatory"), {Phase.STAND}),
        (("flip", "optional"), {Phase.STAND, Phase.FLIP}),
        (("copies", "optional"), {Phase.STAND, Phase.EFFECT}),
    ],
)
def test_what_passing_may_mean(choice: tuple[str, str], phases: set[Phase]) -> None:
    found = [
        state
        for seed in range(3)
        for state in positions(4, seed, under(choice))
        if any(isinstance(action, Pass) for action in state.legal_actions())
    ]
    assert {state.phase for state in found} == phases
    assert all(state.copying for state in found if state.phase is Phase.EFFECT)
