"""What a player sees does not depend on what is hidden from him."""

from __future__ import annotations

from random import Random

import pytest

from archipel.reference.costa_ruana import (
    Laid,
    Phase,
    Setup,
    State,
    apply_action,
    legal_actions,
    new_game,
    random_moves,
    view,
)
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.codec import dumps_view
from archipel.reference.strict_json import BadInput, parse


def states(players: int, seed: int) -> list[State]:
    """All positions of one random game."""
    setup = Setup.from_seed(players, seed)
    found = [new_game(setup)]
    for action in random_moves(setup, seed):
        found.append(apply_action(found[-1], action))
    return found


def with_other_secrets(state: State, viewer: int, chance: Random) -> State:
    """The same position with everything that the viewer cannot know dealt anew."""
    others = [seat for seat in range(state.players) if seat != viewer]
    table = list(state.table)
    down = [s for s, laid in enumerate(table) if laid and laid.face_down and s % state.players != viewer]
    cards = [card for seat in others for card in state.hands[seat]] + list(state.pile)
    cards += [laid.card for slot in down if (laid := table[slot])]
    chance.shuffle(cards)
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(sorted(cards.pop() for _ in hands[seat]))
    for slot in down:
        laid = table[slot]
        assert laid is not None
        table[slot] = Laid(cards.pop(), laid.before, laid.face_down)
    huts = list(state.huts)
    if state.phase is not Phase.OVER and len(others) > 1:
        total = sum(huts[seat] for seat in others)
        for seat in others:
            huts[seat] = 0
        huts[chance.choice(others)] = total
    return state.changed(hands=tuple(hands), pile=tuple(cards), table=tuple(table), huts=tuple(huts))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_secrets_change_neither_view_nor_choices(players: int) -> None:
    chance = Random(players)
    changed = 0
    for state in states(players, 7):
        for viewer in range(players):
            other = with_other_secrets(state, viewer, chance)
            check_state(other)
            changed += other != state
            assert view(other, viewer) == view(state, viewer)
            assert dumps_view(view(other, viewer)) == dumps_view(view(state, viewer))
            if state.actor == viewer:
                assert legal_actions(other) == legal_actions(state)
    assert changed > 50


def test_only_the_layer_knows_a_face_down_card() -> None:
    state = next(s for s in states(3, 1) if s.phase is Phase.FLIP)
    for viewer in range(3):
        for slot, seen in enumerate(view(state, viewer).table):
            assert seen is not None
            laid = state.table[slot]
            assert laid is not None and seen.before == laid.before
            assert seen.card == (None if slot >= 3 and slot - 3 != viewer else laid.card)


def test_huts_are_shown_at_the_end_only() -> None:
    positions = states(3, 1)
    assert view(positions[-1], 0).huts == positions[-1].huts
    offered = next(s for s in reversed(positions) if s.phase is Phase.OFFER)
    assert view(offered, 1).huts == (None, offered.huts[1], None)


def test_a_view_carries_no_hidden_card_in_its_text() -> None:
    state = next(s for s in states(4, 3) if s.phase is Phase.FLIP)
    data = parse(dumps_view(view(state, 0)))
    assert isinstance(data, dict)
    assert "pile" not in data and "hands" not in data and data["pile_size"] == len(state.pile)


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_view_from_no_seat(seat: int) -> None:
    with pytest.raises(BadInput):
        view(states(3, 1)[0], seat)
