"""Games that come to a situation, found by searching from the setup."""

from __future__ import annotations

from random import Random

import pytest

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.reaching import (
    Budget,
    Goal,
    Moment,
    NotReached,
    Reached,
    at_collection,
    moment_of,
    reachable,
    shortened,
)
from archipel.checks.costa_ruana.witness import followed, position_of
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Background, Card, Deck, Kind, Phase, Rules, State, codec
from archipel.reference.costa_ruana.collection import collect


def reached(goal: Goal, players: int, budget: Budget | None = None) -> codec.Record:
    """The game found, after checking that it is legal, comes to the goal, and not before its last decision."""
    found = reachable(goal, players, budget)
    assert isinstance(found, Reached)
    states = list(codec.replay(found.record))
    assert len(states) == found.decisions + 1
    steps = zip(states, found.record.moves, states[1:], strict=False)
    arrived = [goal.holds(Moment(states[0], None)), *[goal.holds(moment_of(*step)) for step in steps]]
    assert arrived == [False] * found.decisions + [True]
    return found.record


def crowd(row: tuple[int, ...]) -> Goal:
    """Island 0 holds exactly these inhabitants, and a treasure, when treasures are collected."""
    return Goal.collection(
        lambda board: board.inhabitants[0] == row and board.treasures[0] > 0,
        lambda state: sum(abs(a - b) for a, b in zip(state.inhabitants[0], row, strict=True)),
        (0,),
    )


@pytest.mark.parametrize("row", [(2, 2, 1), (3, 3, 1), (0, 7, 0), (2, 1, 1)])
def test_an_island_is_crowded_as_wanted_when_treasures_are_collected(row: tuple[int, ...]) -> None:
    moves = reached(crowd(row), 3).moves
    assert 19 <= len(moves) < 40  # no collection comes before the nineteenth decision of three players


def test_two_twos_two_and_one_is_come_to_with_four_players() -> None:
    assert len(reached(crowd((2, 2, 2, 1)), 4).moves) < 50


@pytest.mark.parametrize("players", [2, 4])
def test_a_reserve_can_be_emptied(players: int) -> None:
    goal = Goal.position(lambda state: state.reserve[0] == 0, lambda state: state.reserve[0])
    *_, last = codec.replay(reached(goal, players))
    assert last.reserve[0] == 0


def gains(state: State) -> tuple[int, ...]:
    return collect(state).gains


@pytest.mark.parametrize("players", [2, 3])
def test_everybody_can_tie_for_shaman(players: int) -> None:
    goal = Goal.collection(lambda b: len(set(gains(b))) == 1, lambda s: max(gains(s)) - min(gains(s)))
    *_, last = codec.replay(reached(goal, players))
    assert last.phase is Phase.OFFER


def test_a_game_can_end_in_a_tie() -> None:
    goal = Goal.position(
        lambda state: state.phase is Phase.OVER and len(state.winners()) > 1,
        lambda state: abs(state.returns()[0] - state.returns()[1]),
    )
    *_, last = codec.replay(reached(goal, 2))
    assert last.ranking() == ((0, 1),)


def test_the_first_position_is_reached_by_nobody_deciding_anything() -> None:
    found = reachable(Goal.position(lambda state: state.phase is Phase.SETTLE), 2)
    assert isinstance(found, Reached)
    assert found.decisions == 0


@pytest.mark.parametrize("row", [(1, 0), (1, 1), (2, 2), (0, 3), (3, 1), (3, 3)])
def test_settling_is_searched_completely_so_what_is_found_is_shortest(row: tuple[int, int]) -> None:
    """Two players settle in turn, the shaman first: the last inhabitant wanted cannot come earlier."""
    goal = Goal.position(lambda state: state.inhabitants[2] == row, islands=(2,))
    record = reached(goal, 2)
    turns = [2 * count - (seat == record.setup.shaman) for seat, count in enumerate(row) if count]
    assert len(record.moves) == max(turns)


def test_islands_that_the_goal_does_not_name_stand_for_one_another() -> None:
    """Far more ways to settle than are kept, unless those alike count once."""
    wanted = [(2, 0), (1, 1), (0, 1), (0, 1)]
    goal = Goal.position(lambda state: sorted(state.inhabitants, reverse=True) == wanted)
    assert len(reached(goal, 2, Budget(setups=1)).moves) == 6


def test_islands_that_the_goal_names_do_not() -> None:
    goal = Goal.position(lambda state: state.inhabitants[:2] == ((1, 2), (2, 1)), islands=(0, 1))
    assert len(reached(goal, 2, Budget(setups=1)).moves) == 6


def test_a_deck_of_ones_own_is_searched_with() -> None:
    deck = Deck((Card(Kind.PLACE, 3, Background.DAY, 2),) * 72)
    goal = Goal.position(lambda state: state.reserve[0] == 1, lambda state: state.reserve[0])
    found = reachable(goal, 2, Budget(setups=3), deck=deck)
    assert isinstance(found, Reached)
    assert found.record.deck == deck


def test_what_cannot_be_is_not_reached_and_the_search_says_how_far_it_looked() -> None:
    found = reachable(Goal.position(lambda state: sum(state.inhabitants[0]) > 7), 2, Budget(decisions=20, setups=2))
    assert found == NotReached(decisions=20, games=2)
    whole = reachable(Goal.position(lambda state: state.round > 5), 2, Budget(setups=1, width=5, choices=5))
    assert isinstance(whole, NotReached)
    assert 6 + 5 * 7 <= whole.decisions < 250  # whole games were played


def test_other_rules_are_searched_with_other_rules() -> None:
    goal = Goal.position(lambda state: sum(state.inhabitants[0]) == 8, lambda s: 8 - sum(s.inhabitants[0]), (0,))
    assert isinstance(reachable(goal, 3, Budget(setups=1), rules=Rules(cap=8)), Reached)
    assert isinstance(reachable(goal, 3, Budget(setups=1, decisions=12)), NotReached)


def test_the_same_question_has_the_same_answer() -> None:
    assert reachable(crowd((2, 1, 1)), 3) == reachable(crowd((2, 1, 1)), 3)
    assert reachable(crowd((2, 1, 1)), 3, seed=1) != reachable(crowd((2, 1, 1)), 3)


def test_the_board_at_collection_is_the_clauses_board_at_collection() -> None:
    collected = 0
    for players in (2, 4):
        chance, state = Random(players), engine.new_game(engine.Setup.from_seed(players, 8))
        while actions := state.legal_actions():
            action = chance.choice(actions)
            after = state.apply_action(action)
            board = at_collection(state, action, after)
            step, given = projection.step_of(state, action)
            passed = followed(position_of(state, machine()), step, given)
            due = [at for at in passed if (due_next := at.consequence()) is not None and due_next[0].name == "collect"]
            assert (board is not None) == bool(due)
            if board is not None:
                collected += 1
                facts = projection.facts(board)
                assert {name: due[0].values[name] for name in facts} == facts
            state = after
    assert collected == 10


def test_a_game_with_detours_is_made_shorter() -> None:
    """Somebody stood on a card and its effect was repeated, which the goal does not need."""
    goal = Goal.position(lambda state: state.phase is Phase.OFFER)
    for seed in range(20):
        chance, setup = Random(seed), engine.Setup.from_seed(2, seed)
        state, moves = engine.new_game(setup), list[engine.Action]()
        while state.phase is not Phase.OFFER:
            moves.append(chance.choice(state.legal_actions()))
            state = state.apply_action(moves[-1])
        record = codec.Record(setup, tuple(moves), state.rules, state.deck)
        short = shortened(record, goal)
        *_, last = codec.replay(short)
        assert last.phase is Phase.OFFER
        assert len(short.moves) <= len(moves)
        assert not any(isinstance(move, engine.Stand) for move in short.moves)
        if any(isinstance(move, engine.MoveTreasure | engine.Place) for move in moves):
            return
    raise AssertionError("no game had an effect to leave out")
