"""The game in other people's tools: numbers for decisions, observations without secrets, OpenSpiel and PettingZoo."""

from __future__ import annotations

import copy
import doctest
import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import pytest
from tests.docs.test_docs import DOCS, blocks

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.learning import CardGame, LearningLog
from archipel.checks.costa_ruana.secrets import redealt
from archipel.checks.judge.adapters.encoding import Encoding
from archipel.checks.judge.adapters.learning import Learning
from archipel.checks.judge.adapters.observing import Piece, flat
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Action, Flip, PlayDown, Setup, State, new_game
from archipel.reference.costa_ruana.codec import DECISIONS, loads_action
from archipel.reference.strict_json import BadInput
from archipel.spec.costa_ruana.theorems.well_formed import most_left
from archipel.spec.logic.solver import Interpretation

PLAYERS = range(2, 7)


@cache
def learning(players: int) -> CardGame:
    return CardGame(GAME, players)


def encoding_for(players: int) -> Encoding:
    return learning(players).encoding


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


# Numbers


@pytest.mark.parametrize("players", PLAYERS)
def test_every_decision_has_a_number_and_every_number_a_decision(players: int) -> None:
    encoding = encoding_for(players)
    for seat in range(players):
        actions = [encoding.action(seat, number) for number in range(encoding.count)]
        assert len(set(actions)) == encoding.count
        assert [encoding.number(seat, action) for action in actions] == list(range(encoding.count))
        assert {action.player for action in actions} == {seat}
    for number in (-1, encoding.count):
        with pytest.raises(BadInput, match="no decision"):
            encoding.action(0, number)


@pytest.mark.parametrize("players", PLAYERS)
def test_legal_decisions_have_numbers(players: int) -> None:
    encoding = encoding_for(players)
    for state, _ in game(players, players):
        legal = encoding.legal(state)
        assert legal == sorted(set(legal))
        assert {encoding.action(state.actor or 0, number) for number in legal} == set(state.legal_actions())


def test_numbers_stay_what_they_are() -> None:
    """Whoever has trained on these numbers relies on them: a change needs another name for the game."""
    blocks = encoding_for(3).blocks()
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
    assert encoding_for(3).action(1, 272) == engine.Remove(1, (5,))
    assert encoding_for(3).action(2, 433) == engine.MoveInhabitant(2, 0, 0, 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_bounds_are_those_of_the_theory(players: int) -> None:
    state = new_game(Setup.from_seed(players, 1))
    assert learning(players).longest == Interpretation("z3", projection.values(state))(most_left())
    assert learning(players).most_points == 2 * sum(state.treasures) + 10


# Observations


@pytest.mark.parametrize("players", PLAYERS)
def test_observations_are_of_one_shape_and_between_0_and_1(players: int) -> None:
    shapes = set()
    for state, _ in game(players, 3):
        for seat in range(players):
            pieces = learning(players).observation(state, seat)
            shapes.add(tuple((piece.name, piece.shape, len(piece.values)) for piece in pieces))
            assert all(0 <= value <= 1 for value in flat(pieces))
    (shape,) = shapes
    assert all(count == _size(sizes) for _, sizes, count in shape)


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


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


# Games that say nothing of their own


def test_any_game_can_be_learnt() -> None:
    plain, own = Learning(GAME, 2), learning(2)
    state, encoding = plain.opening, plain.encoding
    assert list(encoding.blocks()) == [name for name in DECISIONS if name != "stand_from"]
    assert encoding.count > own.encoding.count
    chance, memory = Random(1), plain.begun(state)
    while menu := state.legal_actions():
        assert {encoding.action(state.actor, number) for number in encoding.legal(state)} == set(menu)
        assert all(0 <= value <= 1 for value in flat(plain.observation(state, 0)))
        action = chance.choice(menu)
        after = state.apply_action(action)
        state, memory = after, memory.after(state, action, after)
        assert memory.text(redealt(state, 1, chance), 1) == memory.text(state, 1) and not memory.pieces(1)
    assert encoding.legal(state) == [] and plain.dealing.outcomes([])[-1] == 999
    assert plain.dealing.setup([3]) == Setup.from_seed(2, 3) and plain.dealing.words(0, 3) == "seed 3"
    assert "phase" in plain.drawn(state, None) and "viewer" in plain.drawn(state, 0)
    with pytest.raises(BadInput, match="players: expected 2 to 6, found 7"):
        Learning(GAME, 7)


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


def spiel_game(pyspiel: ModuleType, players: int) -> Any:
    return pyspiel.load_game(f"python_costa_ruana(players={players})")


def dealt(pyspiel: ModuleType, players: int, chance: Random) -> Any:
    """A state of OpenSpiel after all chance."""
    state = spiel_game(pyspiel, players).new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.chance_outcomes())[0])
    return state


@pytest.mark.parametrize("players", PLAYERS)
def test_openspiel_plays_random_games(pyspiel: ModuleType, players: int) -> None:
    pyspiel.random_sim_test(spiel_game(pyspiel, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("players", PLAYERS)
def test_openspiel_plays_what_the_engine_plays(pyspiel: ModuleType, players: int) -> None:
    chance = Random(players)
    state = dealt(pyspiel, players, chance)
    own, encoding = state.begun, encoding_for(players)
    assert own == new_game(state_setup(own, state))
    while not own.is_terminal():
        assert state.current_player() == own.actor
        assert state.legal_actions() == encoding.legal(own)
        assert state.legal_actions((own.actor + 1) % players) == []
        number = chance.choice(state.legal_actions())
        action: Action = encoding.action(own.actor, number)
        assert loads_action(state.action_to_string(own.actor, number)) == action
        state.apply_action(number)
        own = own.apply_action(action)
        assert state.begun == own
    assert state.returns() == [float(points) for points in own.returns()]


def state_setup(own: State, state: Any) -> Setup:
    """The setup that the chance nodes make, read from the words of their outcomes."""
    parent = state.get_game().new_initial_state()
    words = []
    for outcome in state.history()[: len(own.game.kept) + 3]:
        words.append(parent.action_to_string(parent.current_player(), outcome))
        parent.apply_action(outcome)
    *cards, sides, poor, shaman = [line.split() for line in words]
    islands = (int(poor[2]), int(poor[4]))
    order = tuple([int(card[1]) for card in cards])
    return Setup(own.players, order, engine.Background(sides[0]), engine.Background(sides[2]), islands, int(shaman[1]))


def test_openspiel_chance_is_fair(pyspiel: ModuleType) -> None:
    state, counts = spiel_game(pyspiel, 2).new_initial_state(), []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert {probability for _, probability in outcomes} == {1 / len(outcomes)}
        counts.append(len(outcomes))
        state.apply_action(outcomes[-1][0])
    assert counts == [*range(24, 0, -1), 4, 6, 2]


def test_openspiel_states_are_saved_and_copied(pyspiel: ModuleType) -> None:
    chance = Random(1)
    state = dealt(pyspiel, 3, chance)
    for _ in range(60):
        state.apply_action(chance.choice(state.legal_actions()))
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, loaded = pyspiel.deserialize_game_and_state(text)
    for other in (loaded, state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.begun == state.begun
        assert other.memory == state.memory
        other.apply_action(other.legal_actions()[0])
        assert other.begun != state.begun
    assert pickle.loads(pickle.dumps(state.get_game())) == state.get_game()


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


def test_openspiel_refuses_other_numbers_of_players(pyspiel: ModuleType) -> None:
    for players in (1, 7):
        with pytest.raises((BadInput, pyspiel.SpielError)):
            spiel_game(pyspiel, players)


def test_openspiel_observes_as_one_seat_only(pyspiel: ModuleType) -> None:
    game, private = spiel_game(pyspiel, 2), pyspiel.PrivateInfoType
    for kind in (
        pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=private.ALL_PLAYERS),
        pyspiel.IIGObservationType(public_info=True, perfect_recall=True, private_info=private.NONE),
        pyspiel.IIGObservationType(public_info=False, perfect_recall=True, private_info=private.SINGLE_PLAYER),
    ):
        with pytest.raises(ValueError, match="only what one seat sees"):
            game.make_py_observer(kind)
    with pytest.raises(ValueError, match="no observation parameters"):
        game.make_py_observer(None, {"colour": "red"})
    assert not game.make_py_observer().remembers


# PettingZoo


@pytest.fixture(scope="module")
def zoo() -> ModuleType:
    pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")
    return import_module("archipel.checks.judge.adapters.pettingzoo_env")


# Observations with an action mask are dictionaries, which PettingZoo's own games with masks are excused for by name.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo_finds_nothing_wrong(zoo: ModuleType, players: int) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(zoo.env("costa_ruana", players), num_cycles=2 * learning(players).longest, verbose_progress=False)
    seed_test(lambda: zoo.env("costa_ruana", players), num_cycles=60)


def played(env: Any, chance: Random, steps: int) -> None:
    for _ in range(steps):
        if not env.agents:
            return
        seen, _, over, _, _ = env.last()
        env.step(None if over else chance.choice([n for n, legal in enumerate(seen["action_mask"]) if legal]))


def test_pettingzoo_plays_what_the_engine_plays(zoo: ModuleType) -> None:
    env, chance, encoding = zoo.GameEnv("costa_ruana", 4), Random(2), encoding_for(4)
    env.reset(seed=2)
    own = env.state_now
    rewards: dict[str, float] = {}
    while env.agents:
        seen, reward, over, _, _ = env.last()
        if over:
            rewards[env.agent_selection] = reward
            env.step(None)
            continue
        assert env.agent_selection == f"player_{own.actor}"
        legal = [number for number, allowed in enumerate(seen["action_mask"]) if allowed]
        assert legal == encoding.legal(own)
        assert not any(env.observe(f"player_{(own.actor + 1) % 4}")["action_mask"])
        number = chance.choice(legal)
        own = own.apply_action(encoding.action(own.actor, number))
        env.step(number)
    assert own.is_terminal()
    assert rewards == {f"player_{seat}": float(points) for seat, points in enumerate(own.returns())}


def test_pettingzoo_survives_deepcopy(zoo: ModuleType) -> None:
    env = zoo.env("costa_ruana", 3)
    env.reset(seed=9)
    played(env, Random(0), 40)
    other = copy.deepcopy(env)
    before = env.unwrapped.state_now
    played(other, Random(1), 1000)
    assert not other.agents
    assert env.unwrapped.state_now == before
    played(env, Random(1), 1000)
    assert env.unwrapped.state_now == other.unwrapped.state_now
    for copied in (env, other):
        copied.reset()
    assert env.unwrapped.state_now == other.unwrapped.state_now != before


def test_pettingzoo_shows_each_seat_its_own_view(zoo: ModuleType) -> None:
    env, chance = zoo.GameEnv("costa_ruana", 3), Random(6)
    env.reset(seed=6)
    while not env.state_now.is_terminal():
        real = env.state_now
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)["observation"].tolist()
            env.state_now = redealt(real, seat, chance)
            assert env.observe(agent)["observation"].tolist() == seen
            env.state_now = real
        played(env, chance, 1)


def test_pettingzoo_refuses_what_is_illegal_and_nothing_changes(zoo: ModuleType) -> None:
    env = zoo.GameEnv("costa_ruana", 3)
    env.reset(seed=1)
    before = env.state_now
    for wrong in (encoding_for(3).count - 1, -1, encoding_for(3).count, None):
        with pytest.raises(BadInput):
            env.step(wrong)
        assert env.state_now == before


def test_pettingzoo_draws_what_the_deciding_seat_sees(zoo: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    env = zoo.GameEnv("costa_ruana", 3, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "ISLANDS" in text
    shown = zoo.GameEnv("costa_ruana", 3, render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    assert capsys.readouterr().out == text + "\n"


# The manual


def test_samples_of_the_manual_run(pyspiel: ModuleType, zoo: ModuleType) -> None:
    source = "\n\n".join(blocks(DOCS / "manual" / "adapters.md", "python"))
    test = doctest.DocTestParser().get_doctest(source, {}, "adapters.md", None, 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=report.append)
    assert len(test.examples) > 15
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
