"""Views: all that is open, nothing that is hidden, and a check that would notice either."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.engines import needs_the_source

from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.secrets import redealt, wrong_view
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import State, View


@pytest.mark.parametrize("players", range(2, 7))
def test_views_of_scattered_positions(players: int) -> None:
    for seed in range(40):
        state = random_position(players, Random(seed))
        assert [wrong_view(state, seat, Random(seed)) for seat in range(players)] == [""] * players


def test_redealing_changes_what_is_hidden_and_nothing_else() -> None:
    state = random_position(4, Random(3))
    other = redealt(state, 1, Random(0))
    assert other != state
    assert other.hands[1] == state.hands[1]
    assert other.inhabitants == state.inhabitants
    cards = sorted([c for hand in other.hands for c in hand] + list(other.pile) + [t.card for t in other.table if t])
    assert cards == sorted([c for h in state.hands for c in h] + list(state.pile) + [t.card for t in state.table if t])


@needs_the_source
@pytest.mark.parametrize(
    "spoilt",
    [
        lambda state, seen: replace(seen, huts=state.huts),
        lambda state, seen: replace(seen, hand=state.hands[0]),
        lambda state, seen: replace(seen, pile_size=0),
        lambda state, seen: replace(seen, treasures=()),
        lambda state, seen: replace(seen, table=(None,) * len(seen.table)),
    ],
)
def test_a_wrong_view_is_noticed(spoilt: object, monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(s for seed in range(99) if (s := random_position(3, Random(seed))).phase is engine.Phase.STAND)
    real = State.view

    def wrong(self: State, seat: int) -> View:
        seen: View = spoilt(self, real(self, seat))  # type: ignore[operator]
        return seen

    monkeypatch.setattr(State, "view", wrong)
    assert wrong_view(state, 1, Random(0))
