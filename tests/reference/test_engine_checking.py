"""Positions that cannot be: each is refused for what is wrong with it."""

from __future__ import annotations

import pytest

from archipel.reference.costa_ruana import Background, Laid, Phase, Setup, State, new_game, random_moves
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.strict_json import BadInput


def position(phase: Phase, players: int = 3) -> State:
    """A position of a random game in which this is asked."""
    for seed in range(50):
        setup = Setup.from_seed(players, seed)
        state = new_game(setup)
        for move in random_moves(setup, seed):
            if state.phase is phase and state.round >= 1:
                return state
            state = state.apply_action(move)
    raise AssertionError(phase)


OTHER_SIDE = {
    Background.HIGH_TIDE: Background.LOW_TIDE,
    Background.LOW_TIDE: Background.HIGH_TIDE,
    Background.DAY: Background.NIGHT,
    Background.NIGHT: Background.DAY,
}


@pytest.mark.parametrize("phase", [p for p in Phase if p not in (Phase.SETTLE, Phase.OVER)])
def test_played_positions_are_accepted(phase: Phase) -> None:
    state = position(phase)
    check_state(state)
    assert state.phase is phase


def test_more_treasures_in_huts_than_rounds_can_give() -> None:
    state = position(Phase.PLAY_UP)
    moved = state.changed(huts=(sum(state.treasures), *state.huts[1:]), treasures=(0,) * state.islands)
    with pytest.raises(BadInput, match="more treasures than the rounds played can give"):
        check_state(moved)


def test_an_inactive_card_under_way() -> None:
    state = position(Phase.EFFECT)
    turned = state.changed(tide=OTHER_SIDE[state.tide], time=OTHER_SIDE[state.time])
    with pytest.raises(BadInput, match="is not active"):
        check_state(turned)


def test_a_card_still_face_down_while_resolving() -> None:
    state = position(Phase.EFFECT)
    table = tuple(Laid(laid.card, laid.before, True) if laid else None for laid in state.table)
    with pytest.raises(BadInput, match="all cards have been revealed"):
        check_state(state.changed(table=table))


def test_somebody_else_carries_out_the_effect() -> None:
    state = position(Phase.EFFECT)
    laid = state.table[state.resolving] if state.resolving is not None else None
    assert laid is not None
    stranger = next(seat for seat in range(3) if seat != laid.before and state.standing[seat] != state.resolving)
    with pytest.raises(BadInput, match="no part in the card"):
        check_state(state.changed(actor=stranger))
