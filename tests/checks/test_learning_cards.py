"""Costa Ruana for learning programs: its numbers, its bounds, and what seats remember of cards laid face down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from math import prod
from random import Random
from types import ModuleType
from typing import Any

import pytest

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.learning import CardGame, LearningLog
from archipel.checks.costa_ruana.secrets import redealt
from archipel.checks.judge.adapters.observing import Piece, flat
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Flip, PlayDown, Setup, State, new_game
from archipel.reference.costa_ruana.codec import DECISIONS
from archipel.spec.costa_ruana.theorems.well_formed import most_left
from archipel.spec.logic.solver import Interpretation

PLAYERS = range(2, 7)


@cache
def learning(players: int) -> CardGame:
    return CardGame(GAME, players)


def game(players: int, seed: int) -> Iterator[tuple[State, LearningLog]]:
    """The positions of a random game, each with what has happened before it."""
    chance = Random(seed)
    state = new_game(Setup.from_seed(players, seed))
    memory = learning(players).begun(state)
    yield state, memory
    while menu := state.legal_actions():
        action = chance.choice(menu)
        after = state.apply_action(action)
        state, memory = after, memory.after(state, action, after)
        yield state, memory


@pytest.mark.parametrize("players", PLAYERS)
def test_every_decision_has_a_number_and_legal_ones_are_found(players: int) -> None:
    encoding = learning(players).encoding
    for seat in range(players):
        actions = [encoding.action(seat, number) for number in range(encoding.count)]
        assert [encoding.number(seat, action) for action in actions] == list(range(encoding.count))
        assert {action.player for action in actions} == {seat}
    for state, _ in game(players, players):
        legal = {encoding.action(state.actor or 0, number) for number in encoding.legal(state)}
        assert legal == set(state.legal_actions())


def test_numbers_stay_what_they_are() -> None:
    """Whoever has trained on these numbers relies on them: a change needs another name for the game."""
    blocks = learning(3).encoding.blocks()
    assert list(blocks) == [name for name in DECISIONS if name != "stand_from"]
    assert {name: (numbers.start, len(numbers)) for name, numbers in blocks.items()} == {
        "settle": (0, 6),
        "play_up": (6, 108),
        "play_down": (114, 108),
        "stand": (222, 6),
        "pass": (228, 1),
        "flip": (229, 2),
        "resolve": (231, 6),
        "move_treasure": (237, 30),
        "remove": (267, 83),
        "place": (350, 83),
        "move_inhabitant": (433, 90),
        "accept": (523, 1),
        "name": (524, 3),
    }
    assert learning(3).encoding.action(1, 272) == engine.Remove(1, (5,))
    assert learning(3).encoding.action(2, 433) == engine.MoveInhabitant(2, 0, 0, 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_bounds_are_those_of_the_theory(players: int) -> None:
    state = new_game(Setup.from_seed(players, 1))
    assert learning(players).longest == Interpretation("z3", projection.values(state))(most_left())
    assert learning(players).most_points == 2 * sum(state.treasures) + 10


@pytest.mark.parametrize("players", PLAYERS)
def test_observations_are_of_one_shape_and_between_0_and_1(players: int) -> None:
    shapes = set()
    for state, _ in game(players, 3):
        for seat in range(players):
            pieces = learning(players).observation(state, seat)
            shapes.add(tuple((piece.name, piece.shape, len(piece.values)) for piece in pieces))
            assert all(0 <= value <= 1 for value in flat(pieces))
    (shape,) = shapes
    assert all(count == prod(sizes) for _, sizes, count in shape)


def known(state: State, memory: LearningLog, seat: int) -> tuple[str, list[Piece], list[Piece]]:
    """All that a seat is ever told about a position."""
    return memory.text(state, seat), learning(state.players).observation(state, seat), memory.pieces(seat)


def otherwise(state: State, memory: LearningLog, seat: int, chance: Random) -> tuple[State, LearningLog]:
    """The same game to this seat, with everything hidden from it dealt anew, secret cards in the log included."""
    other = redealt(state, seat, chance)
    flips = [index for index, action in enumerate(memory.decisions) if isinstance(action, Flip)]
    decisions = list(memory.decisions)
    for index in range(flips[-1] + 1 if flips else 0, len(decisions)):
        action = decisions[index]
        if isinstance(action, PlayDown) and action.player != seat:
            laid = other.laid(action.player, engine.Face.DOWN)
            assert laid is not None
            decisions[index] = replace(action, card=laid.card)
    drawn = [cards if owner == seat else () for owner, cards in enumerate(memory.drawn)]
    return other, LearningLog(memory.learning, tuple(decisions), tuple(drawn))


@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_is_told_what_is_hidden_from_him(players: int) -> None:
    chance, changed = Random(players), 0
    for state, memory in game(players, 7):
        for seat in range(players):
            other = otherwise(state, memory, seat, chance)
            assert known(*other, seat) == known(state, memory, seat)
            changed += other[1].decisions != memory.decisions
    assert changed


def settled(islands: tuple[int, ...]) -> tuple[State, LearningLog]:
    """The beginning of a game of two in which inhabitants settle on these islands."""
    state = new_game(Setup.from_seed(2, 0))
    memory = learning(2).begun(state)
    for island in islands:
        action = engine.Settle(state.actor or 0, island)
        after = state.apply_action(action)
        state, memory = after, memory.after(state, action, after)
    return state, memory


def test_ways_to_one_position_are_told_apart() -> None:
    one, other = settled((0, 2, 1)), settled((1, 2, 0))
    assert one[0] == other[0]
    for seat in range(2):
        (text, seen, past), (other_text, other_seen, other_past) = known(*one, seat), known(*other, seat)
        assert seen == other_seen
        assert text != other_text
        assert past != other_past


def test_a_revealed_card_is_remembered_with_who_laid_it() -> None:
    for _, memory in game(3, 5):
        if memory.decisions and isinstance(memory.decisions[-1], Flip):
            laid = [action for action in memory.decisions if isinstance(action, PlayDown)]
            for seat in range(3):
                entries = [entry for entry in memory.remembered(seat) if entry["do"] == "play_down"]
                assert [entry["card"] for entry in entries] == [action.card for action in laid]
                log, _ = memory.pieces(seat)
                assert not any(log.values[2::3])


def test_cards_are_remembered_with_the_round_they_came_for() -> None:
    *_, (state, memory) = game(4, 2)
    for seat in range(4):
        rounds = [number for _, number in memory.drawn[seat]]
        assert rounds == [1] * 5 + [2] * 2 + [3] * 2 + [4] * 2 + [5]
        laid = {a.card for a in memory.decisions if isinstance(a, engine.PlayUp | PlayDown) and a.player == seat}
        assert {card for card, _ in memory.drawn[seat]} == laid | set(state.hands[seat])


def test_a_setup_is_dealt_card_by_card() -> None:
    dealing, outcomes = learning(3).dealing, list[int]()
    while len(outcomes) < dealing.nodes:
        choices = dealing.outcomes(outcomes)
        assert (len(choices) <= dealing.most and not set(choices) & set(outcomes[: len(dealing.kept)])) or len(
            outcomes
        ) >= len(dealing.kept)
        assert dealing.words(len(outcomes), choices[-1])
        outcomes.append(choices[-1])
    setup = dealing.setup(outcomes)
    assert new_game(setup).shaman == setup.shaman == 2 and setup.order == tuple(reversed(dealing.kept))


# OpenSpiel


@pytest.fixture(scope="module")
def pyspiel() -> ModuleType:
    module: ModuleType = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    import_module("archipel.checks.judge.adapters.openspiel_game").register("costa_ruana")
    return module


def dealt(pyspiel: ModuleType, players: int, chance: Random) -> Any:
    """A state of OpenSpiel after all chance."""
    state = pyspiel.load_game(f"python_costa_ruana(players={players})").new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.chance_outcomes())[0])
    return state


@pytest.mark.parametrize("players", [2, 6])
def test_openspiel_deals_what_its_words_say(pyspiel: ModuleType, players: int) -> None:
    state = dealt(pyspiel, players, Random(players))
    own, parent, words = state.begun, state.get_game().new_initial_state(), list[list[str]]()
    for outcome in state.history():
        words.append(parent.action_to_string(parent.current_player(), outcome).split())
        parent.apply_action(outcome)
    *cards, sides, poor, shaman = words
    order, islands = tuple([int(card[1]) for card in cards]), (int(poor[2]), int(poor[4]))
    tide, time = engine.Background(sides[0]), engine.Background(sides[2])
    setup = Setup(players, order, tide, time, islands, int(shaman[1]))
    assert own == new_game(setup)
    pyspiel.random_sim_test(state.get_game(), num_sims=1, serialize=True, verbose=False)


def test_openspiel_chance_is_fair(pyspiel: ModuleType) -> None:
    state, counts = pyspiel.load_game("python_costa_ruana(players=2)").new_initial_state(), []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert {probability for _, probability in outcomes} == {1 / len(outcomes)}
        counts.append(len(outcomes))
        state.apply_action(outcomes[-1][0])
    assert counts == [*range(24, 0, -1), 4, 6, 2]


def test_openspiel_shows_each_seat_its_own_view(pyspiel: ModuleType) -> None:
    chance, seat = Random(4), 1
    state = dealt(pyspiel, 3, chance)
    while not state.is_terminal():
        shown = [state.observation_string(seat), state.information_state_string(seat)]
        tensors = [list(state.observation_tensor(seat)), list(state.information_state_tensor(seat))]
        real = state.begun, state.memory
        state.state, state.memory = otherwise(*real, seat, chance)
        assert [state.observation_string(seat), state.information_state_string(seat)] == shown
        assert [list(state.observation_tensor(seat)), list(state.information_state_tensor(seat))] == tensors
        state.state, state.memory = real
        pieces = learning(3).observation(state.begun, seat)
        assert tensors[0] == pytest.approx(flat(pieces))
        assert tensors[1] == pytest.approx(flat([*pieces, *state.memory.pieces(seat)]))
        state.apply_action(chance.choice(state.legal_actions()))
