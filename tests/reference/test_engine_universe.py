"""The engine accepts exactly what it lists, and positions keep their shape in random play."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from dataclasses import fields
from itertools import product
from typing import Any, get_args

import pytest

from archipel.reference import build
from archipel.reference.costa_ruana import (
    Accept,
    Action,
    Condition,
    Face,
    Flip,
    IllegalAction,
    Laid,
    MalformedAction,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Reason,
    Remove,
    Resolve,
    Rules,
    Settle,
    Setup,
    Stand,
    StandFrom,
    State,
    apply_action,
    balanced_deck,
    current_player,
    is_terminal,
    legal_actions,
    new_game,
    random_moves,
    random_playout,
)
from archipel.reference.costa_ruana.checking import check_state

# Compiled with mypyc, the engine refuses most wrong types itself, with TypeError.
REFUSED = (MalformedAction, TypeError)

STANDARD = Rules()
CROWDED = Rules(cap=3, islands_by_players=(3, 5, 7, 9, 10), poor_islands=1)
POOR = Rules(treasures=1, poor_treasures=0)


def games(players: int, seeds: range, rules: Rules = STANDARD) -> Iterator[State]:
    """All positions of some random games."""
    for seed in seeds:
        setup = Setup.from_seed(players, seed, rules)
        state = new_game(setup, rules)
        yield state
        for action in random_moves(setup, seed, rules):
            state = apply_action(state, action)
            yield state


def universe(state: State, player: int) -> Iterator[Action]:
    """Every action of a player with arguments in range or just outside it."""
    seats = range(-1, state.players + 1)
    islands = range(-1, state.islands + 1)
    cards = range(-1, len(balanced_deck().cards) + 1)
    yield from (Pass(player), Accept(player))
    yield from [Flip(player, condition) for condition in Condition]
    yield from [Settle(player, island) for island in islands]
    yield from [Name(player, seat) for seat in seats]
    for seat in seats:
        for face in Face:
            yield from (Stand(player, seat, face), Resolve(player, seat, face))
        for card in cards:
            yield from (PlayUp(player, card, seat), PlayDown(player, card, seat))
    for source, target in product(islands, islands):
        yield MoveTreasure(player, source, target)
        yield from [MoveInhabitant(player, owner, source, target) for owner in seats]
    for size in range(5):
        for named in product(islands, repeat=size):
            yield from (Remove(player, named), Place(player, named))


def accepted(state: State, action: Action) -> bool:
    """Whether the engine takes the action."""
    try:
        apply_action(state, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize(("players", "rules"), [(2, STANDARD), (2, CROWDED), (2, POOR), (3, CROWDED)])
def test_apply_accepts_exactly_what_is_listed(players: int, rules: Rules) -> None:
    chosen: dict[object, list[State]] = {}
    for state in games(players, range(6), rules):
        card = state.resolving_card
        chosen.setdefault((state.phase, card and (card.kind, card.amount)), []).append(state)
    for states in chosen.values():
        for state in states[:: max(1, len(states) // 2)]:
            listed = legal_actions(state)
            assert len(set(listed)) == len(listed)
            for player in range(players):
                taken = {action for action in universe(state, player) if accepted(state, action)}
                assert taken == (set(listed) if player == state.actor else set())


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("rules", [STANDARD, CROWDED, POOR])
def test_positions_of_random_games_make_sense(players: int, rules: Rules) -> None:
    for state in games(players, range(8), rules):
        check_state(state)
        assert is_terminal(state) == (current_player(state) is None) == (not legal_actions(state))
        assert all(action.player == state.actor for action in legal_actions(state))


def test_a_choice_among_effects_is_always_real() -> None:
    for state in games(4, range(30)):
        if state.phase is Phase.RESOLVE:
            assert len(legal_actions(state)) >= 2


def test_equal_games_give_equal_states() -> None:
    setup = Setup.from_seed(4, 9)
    assert random_playout(setup, 3) == random_playout(setup, 3)
    first, second = new_game(setup), new_game(setup)
    assert first == second and hash(first) == hash(second)
    assert first != apply_action(first, legal_actions(first)[0])


def test_states_are_values() -> None:
    state = next(games(3, range(1)))
    assert copy.copy(state) == copy.deepcopy(state) == pickle.loads(pickle.dumps(state)) == state
    with pytest.raises(AttributeError):
        legal_actions(state)[0].player = 1  # type: ignore[misc]


@pytest.mark.skipif(build.running() == "pure", reason="for the source, it is the type checker that refuses this")
def test_a_compiled_state_cannot_be_changed() -> None:
    state = next(games(3, range(1)))
    with pytest.raises(AttributeError):
        state.round = 3  # type: ignore[misc]


def test_state_methods_are_the_functions() -> None:
    state = next(games(3, range(1)))
    assert state.legal_actions() == legal_actions(state)
    action = state.legal_actions()[0]
    assert state.apply_action(action) == apply_action(state, action)
    assert state.current_player() == state.actor and not state.is_terminal()
    assert state.returns() == (10, 10, 10) and state.winners() == (0, 1, 2) == state.ranking()[0]
    assert state.view(1).viewer == 1


def test_equality_of_actions_knows_the_class() -> None:
    pairs: list[tuple[Action, Action]] = [
        (PlayUp(0, 1, 2), PlayDown(0, 1, 2)),
        (Place(0, (1,)), Remove(0, (1,))),
        (Pass(0), Accept(0)),
    ]
    assert all(first != second for first, second in pairs)


def test_equality_of_laid_cards_knows_every_field() -> None:
    laid = Laid(5, 1, False)
    assert laid == Laid(5, 1, False) and hash(laid) == hash(Laid(5, 1, False))
    others = [Laid(4, 1, False), Laid(6, 1, False), Laid(5, 0, False), Laid(5, 2, False), Laid(5, 1, True)]
    assert laid not in others and Laid(5, 1, True) != laid and laid != (5, 1, False)


ONE_OF_EACH: tuple[Action, ...] = (
    Settle(0, 0),
    PlayUp(0, 0, 0),
    PlayDown(0, 0, 0),
    Stand(0, 0, Face.UP),
    StandFrom(0, 0, Face.UP, 0),
    Pass(0),
    Flip(0, Condition.TIDE),
    Resolve(0, 0, Face.UP),
    MoveTreasure(0, 0, 0),
    Remove(0, (0,)),
    Place(0, (0,)),
    MoveInhabitant(0, 0, 0, 0),
    Accept(0),
    Name(0, 0),
)


@pytest.mark.parametrize("value", [1.0, "1", None, [0], (None,), *([True] if build.running() == "pure" else [])])
def test_actions_refuse_arguments_of_the_wrong_type(value: Any) -> None:
    assert {type(action) for action in ONE_OF_EACH} == set(get_args(Action))
    for action in ONE_OF_EACH:
        kind: Any = type(action)
        given = [getattr(action, field.name) for field in fields(action)]
        for place in range(len(given)):
            with pytest.raises(REFUSED):
                kind(*given[:place], value, *given[place + 1 :])


@pytest.mark.skipif(build.running() == "pure", reason="the source refuses it")
def test_a_compiled_action_takes_a_truth_value_for_the_number_it_is() -> None:
    action = Settle(False, True)
    assert action == Settle(0, 1) and type(action.player) is type(action.island) is int


def test_a_seed_always_gives_the_same_setup() -> None:
    setup = Setup.from_seed(2, 1)
    assert sorted(setup.order) == list(balanced_deck().kept(2))
    assert setup == Setup.from_seed(2, 1) != Setup.from_seed(2, 2)
    assert (setup.order[:6], setup.tide, setup.time, setup.poor, setup.shaman) == SETUP_2_1


SETUP_2_1 = ((23, 2, 7, 21, 10, 12), "high_tide", "day", (2, 3), 0)


@pytest.mark.parametrize("problem", [IllegalAction(Reason.ISLAND_FULL), MalformedAction("expected a whole number")])
def test_others_may_write_into_what_is_raised(problem: Exception) -> None:
    """As clusters do that send it from one machine to another."""
    problem.__dict__["sent_by"] = "somebody"
    assert vars(problem)["sent_by"] == "somebody"
