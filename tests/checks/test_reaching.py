"""Games that come to a situation, found by searching from the setup."""

from __future__ import annotations

from random import Random

import pytest

from archipel.checks.agreement.witnesses.game_search import Arrival, GameReached, NotReached, SearchBudget, SearchGoal
from archipel.checks.agreement.witnesses.replay import followed
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine import Record, Terms
from archipel.checks.costa_ruana.reaching import SEARCH, at_collection
from archipel.checks.games.engine import GameRecord
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Background, Card, Deck, Kind, Phase, Rules, State
from archipel.reference.costa_ruana.collection import collect


def reached(goal: SearchGoal[State], players: int, budget: SearchBudget | None = None) -> Record:
    """The game found, after checking that it is legal, comes to the goal, and not before its last decision."""
    found = SEARCH.reachable(goal, players, budget)
    assert isinstance(found, GameReached)
    states = list(SEARCH.states(found.record))
    assert len(states) == found.decisions + 1
    steps = zip(states, found.record.moves, states[1:], strict=False)
    arrived = [goal.holds(Arrival(states[0], None)), *[goal.holds(SEARCH.arrival(*step)) for step in steps]]
    assert arrived == [False] * found.decisions + [True]
    return found.record


def crowd(row: tuple[int, ...]) -> SearchGoal[State]:
    """Island 0 holds exactly these inhabitants, and a treasure, when treasures are collected."""
    return SearchGoal.passing(
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
    goal: SearchGoal[State] = SearchGoal.position(lambda state: state.reserve[0] == 0, lambda state: state.reserve[0])
    *_, last = SEARCH.states(reached(goal, players))
    assert last.reserve[0] == 0


def gains(state: State) -> tuple[int, ...]:
    return collect(state).gains


@pytest.mark.parametrize("players", [2, 3])
def test_everybody_can_tie_for_shaman(players: int) -> None:
    goal: SearchGoal[State] = SearchGoal.passing(
        lambda board: len(set(gains(board))) == 1, lambda state: max(gains(state)) - min(gains(state))
    )
    *_, last = SEARCH.states(reached(goal, players))
    assert last.phase is Phase.OFFER


def test_a_game_can_end_in_a_tie() -> None:
    goal: SearchGoal[State] = SearchGoal.position(
        lambda state: state.phase is Phase.OVER and len(state.winners()) > 1,
        lambda state: abs(state.returns()[0] - state.returns()[1]),
    )
    *_, last = SEARCH.states(reached(goal, 2))
    assert last.ranking() == ((0, 1),)


def test_the_first_position_is_reached_by_nobody_deciding_anything() -> None:
    found = SEARCH.reachable(SearchGoal.position(lambda state: state.phase is Phase.SETTLE), 2)
    assert isinstance(found, GameReached)
    assert found.decisions == 0


@pytest.mark.parametrize("row", [(1, 0), (1, 1), (2, 2), (0, 3), (3, 1), (3, 3)])
def test_settling_is_searched_completely_so_what_is_found_is_shortest(row: tuple[int, int]) -> None:
    """Two players settle in turn, the shaman first: the last inhabitant wanted cannot come earlier."""
    goal: SearchGoal[State] = SearchGoal.position(lambda state: state.inhabitants[2] == row, about=(2,))
    record = reached(goal, 2)
    turns = [2 * count - (seat == record.setup.shaman) for seat, count in enumerate(row) if count]
    assert len(record.moves) == max(turns)


def test_islands_that_the_goal_does_not_name_stand_for_one_another() -> None:
    """Far more ways to settle than are kept, unless those alike count once."""
    wanted = [(2, 0), (1, 1), (0, 1), (0, 1)]
    goal: SearchGoal[State] = SearchGoal.position(lambda state: sorted(state.inhabitants, reverse=True) == wanted)
    assert len(reached(goal, 2, SearchBudget(setups=1)).moves) == 6


def test_islands_that_the_goal_names_do_not() -> None:
    goal: SearchGoal[State] = SearchGoal.position(lambda state: state.inhabitants[:2] == ((1, 2), (2, 1)), about=(0, 1))
    assert len(reached(goal, 2, SearchBudget(setups=1)).moves) == 6


def test_a_deck_of_ones_own_is_searched_with() -> None:
    deck = Deck((Card(Kind.PLACE, 3, Background.DAY, 2),) * 72)
    goal: SearchGoal[State] = SearchGoal.position(lambda state: state.reserve[0] == 1, lambda state: state.reserve[0])
    found = SEARCH.reachable(goal, 2, SearchBudget(setups=3), terms=Terms(deck=deck))
    assert isinstance(found, GameReached)
    assert found.record.terms.deck == deck


def test_what_cannot_be_is_not_reached_and_the_search_says_how_far_it_looked() -> None:
    crowded: SearchGoal[State] = SearchGoal.position(lambda state: sum(state.inhabitants[0]) > 7)
    found = SEARCH.reachable(crowded, 2, SearchBudget(decisions=20, setups=2))
    assert found == NotReached(decisions=20, games=2)
    late: SearchGoal[State] = SearchGoal.position(lambda state: state.round > 5)
    whole = SEARCH.reachable(late, 2, SearchBudget(setups=1, width=5, choices=5))
    assert isinstance(whole, NotReached)
    assert 6 + 5 * 7 <= whole.decisions < 250  # whole games were played


def test_other_rules_are_searched_with_other_rules() -> None:
    goal: SearchGoal[State] = SearchGoal.position(
        lambda state: sum(state.inhabitants[0]) == 8, lambda state: 8 - sum(state.inhabitants[0]), (0,)
    )
    assert isinstance(SEARCH.reachable(goal, 3, SearchBudget(setups=1), terms=Terms(Rules(cap=8))), GameReached)
    assert isinstance(SEARCH.reachable(goal, 3, SearchBudget(setups=1, decisions=12)), NotReached)


def test_the_same_question_has_the_same_answer() -> None:
    assert SEARCH.reachable(crowd((2, 1, 1)), 3) == SEARCH.reachable(crowd((2, 1, 1)), 3)
    assert SEARCH.reachable(crowd((2, 1, 1)), 3, seed=1) != SEARCH.reachable(crowd((2, 1, 1)), 3)


def test_the_board_at_collection_is_the_clauses_board_at_collection() -> None:
    collected = 0
    for players in (2, 4):
        chance, state = Random(players), engine.new_game(engine.Setup.from_seed(players, 8))
        while actions := state.legal_actions():
            action = chance.choice(actions)
            after = state.apply_action(action)
            board = at_collection(state, action, after)
            step, given = projection.step_of(state, action)
            passed = followed(projection.MAPPING.position(state), step, given)
            due = [at for at in passed if (later := at.consequence()) is not None and later[0].name == "collect"]
            assert (board is not None) == bool(due)
            if board is not None:
                collected += 1
                facts = projection.facts(board)
                assert {name: due[0].values[name] for name in facts} == facts
            state = after
    assert collected == 10


def test_a_game_with_detours_is_made_shorter() -> None:
    """Somebody stood on a card and its effect was repeated, which the goal does not need."""
    goal: SearchGoal[State] = SearchGoal.position(lambda state: state.phase is Phase.OFFER)
    for seed in range(20):
        chance, setup = Random(seed), engine.Setup.from_seed(2, seed)
        state, moves = engine.new_game(setup), list[engine.Action]()
        while state.phase is not Phase.OFFER:
            moves.append(chance.choice(state.legal_actions()))
            state = state.apply_action(moves[-1])
        record = GameRecord(setup, tuple(moves), Terms(state.rules, state.deck))
        short = SEARCH.shortened(record, goal)
        *_, last = SEARCH.states(short)
        assert last.phase is Phase.OFFER
        assert len(short.moves) <= len(moves)
        assert not any(isinstance(move, engine.Stand) for move in short.moves)
        if any(isinstance(move, engine.MoveTreasure | engine.Place) for move in moves):
            return
    raise AssertionError("no game had an effect to leave out")
