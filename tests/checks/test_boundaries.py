"""Positions at the edge of a rule, laid out by hand from the rulebook: what both sides must say there.

Clauses and engine are compared everywhere else; here they are compared with the text, so that a mistake made in both
does not go unnoticed.
"""

from __future__ import annotations

from random import Random

import pytest

from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.examples import during_effect
from archipel.checks.costa_ruana.positions import random_position
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Background, Card, Face, Kind, Laid, Phase, State
from archipel.spec.clauses import Nature
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.machine import Machine, blank


def standing_position(reserve: int) -> State:
    """Three players; the one to act has so many inhabitants in reserve and the others on islands."""
    for seed in range(2000):
        state = random_position(3, Random(seed))
        if state.phase is Phase.STAND and state.actor is not None and state.reserve[state.actor] == reserve:
            return state
    raise AssertionError("no such position")


@pytest.mark.parametrize(("reserve", "choices"), [(0, 1), (1, 7), (2, 7)])
def test_the_last_inhabitant_in_reserve_may_stand_and_nobody_without_one(reserve: int, choices: int) -> None:
    actions = Lockstep(standing_position(reserve)).legal()
    assert len(actions) == choices  # passing, and each of the six cards
    assert sum(isinstance(action, engine.Pass) for action in actions) == 1


def effect(kind: Kind, amount: int, reserve: int, own: dict[int, int]) -> Lockstep:
    """Antoine carries out a card; he has these inhabitants on islands, the others three each on the last island."""
    islands = {island: (count, 0, 0) for island, count in own.items()}
    islands[5] = (0, 3, 3)
    return during_effect(Card(kind, amount, Background.HIGH_TIDE, 2), (reserve, 7, 7), islands)


def lists(game: Lockstep) -> set[tuple[int, ...]]:
    return {action.islands for action in game.legal() if isinstance(action, engine.Remove | engine.Place)}


def test_a_nearly_full_island_takes_one_more_and_no_more() -> None:
    places = lists(effect(Kind.PLACE, 2, 4, {0: 6}))
    assert (0, 1) in places
    assert (0, 0) not in places
    assert (5, 5) not in places  # six there already
    assert (5, 1) not in places  # lists are sorted
    assert (1, 5) in places


def test_a_full_island_takes_nobody() -> None:
    places = lists(effect(Kind.PLACE, 1, 3, {0: 7}))
    assert places == {(1,), (2,), (3,), (4,), (5,)}


def test_three_from_one_island_or_from_three() -> None:
    removals = lists(effect(Kind.REMOVE, 3, 4, {0: 3, 1: 2, 2: 1}))
    assert {(0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 2), (1, 1, 2), (0, 0, 2)} == removals


def test_an_inhabitant_cannot_move_to_a_full_island_but_from_one() -> None:
    game = effect(Kind.MOVE_INHABITANT, 1, 3, {0: 7})
    moves = {(a.owner, a.source, a.target) for a in game.legal() if isinstance(a, engine.MoveInhabitant)}
    assert (0, 0, 1) in moves
    assert (1, 5, 1) in moves
    assert not any(target == 0 for _, _, target in moves)
    assert len(moves) == 5 + 2 * 4


def test_nothing_to_remove_is_not_asked() -> None:
    """An effect that can move nothing is skipped, and the round goes on by itself."""
    state = effect(Kind.REMOVE, 2, 9, {0: 1}).state
    bare = state.changed(
        phase=Phase.FLIP,
        actor=0,
        resolving=None,
        tide=Background.LOW_TIDE,
        inhabitants=((0, 0, 0),) * 5 + ((0, 3, 3),),
        reserve=(10, 7, 7),
    )
    game = Lockstep(bare)
    game.play(engine.Flip(0, engine.Condition.TIDE))
    assert game.state.phase is Phase.OFFER


def test_copies_come_clockwise_from_the_player_before_whom_the_card_lies() -> None:
    """A card before seat 1 with everybody standing on it: seat 1, then 1 again, 2 and 0 for their inhabitants."""
    state = effect(Kind.MOVE_TREASURE, 1, 7, {0: 3}).state
    table = list(state.table)
    table[0] = Laid(table[0].card, 1, table[0].face_down) if table[0] else None
    start = state.changed(
        phase=Phase.FLIP,
        actor=0,
        resolving=None,
        tide=Background.LOW_TIDE,
        table=tuple(table),
        standing=(0, 0, 0),
        reserve=(6, 6, 6),
    )
    game = Lockstep(start)
    game.play(engine.Flip(0, engine.Condition.TIDE))
    order = []
    while game.state.phase is Phase.EFFECT:
        order.append((game.state.actor, game.state.copying))
        game.play(game.legal()[0])
    assert order == [(1, False), (1, True), (2, True), (0, True)]


def test_inhabitants_on_a_card_serve_it_only_afterwards() -> None:
    """Reserve 2 and an own inhabitant on an own Place 3: two are placed, the copy finds none, then one is home."""
    state = effect(Kind.PLACE, 3, 3, {0: 4, 1: 3}).state
    game = Lockstep(state.changed(reserve=(2, 7, 7), standing=(0, None, None), waiting=(0,)))
    assert {len(islands) for islands in lists(game)} == {2}
    game.play(engine.Place(0, (2, 3)))
    assert game.state.phase is Phase.OFFER
    assert game.state.reserve[0] - game.state.huts[0] == 1


@pytest.mark.parametrize("players", [1, 7])
def test_too_few_or_too_many_players_break_a_clause(players: int) -> None:
    parameters = {**NUMBERS.values(2), "players": players, "cards": 0}
    broken = Machine(RULEBOOK).at(blank(RULEBOOK, parameters)).broken(Nature.REQUIREMENT)
    assert "components.players" in broken


def test_seeds_deal_everything_chance_can_deal() -> None:
    setups = [engine.Setup.from_seed(3, seed) for seed in range(300)]
    assert {setup.shaman for setup in setups} == {0, 1, 2}
    assert len({(setup.tide, setup.time) for setup in setups}) == 4
    assert len({setup.poor for setup in setups}) == 15
    assert len({setup.order for setup in setups}) == 300
    assert {setup.order[0] for setup in setups} == set(range(36))


def test_a_card_is_named_by_who_laid_it_and_how() -> None:
    state = standing_position(3)
    actions = [action for action in state.legal_actions() if isinstance(action, engine.Stand)]
    assert {(action.by, action.face) for action in actions} == {(by, face) for by in range(3) for face in Face}
