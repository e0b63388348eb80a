"""Games in other people's tools, OpenSpiel and PettingZoo: they are told what one seat sees of a position."""

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
from tests.checks.lagoon_plugin import NAME
from tests.docs.test_docs import DOCS, blocks
from tests.toy.engine import Rules, State, new_game, setup_from_seed
from tests.toy.game import ENGINE, GAME

from archipel.checks.games.registry import LOADED
from archipel.checks.judge.adapters.encoding import Encoding
from archipel.checks.judge.adapters.learning import Learning
from archipel.checks.judge.adapters.observing import flat
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput, Field, parse

PLAYERS = (3, 4)


@pytest.fixture(scope="module", autouse=True)
def found() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(LOADED, NAME, GAME)
        yield


@cache
def learning(players: int) -> Learning:
    return Learning(GAME, players)


def encoding_for(players: int) -> Encoding:
    return learning(players).encoding


def redealt(state: State, seat: int, chance: Random) -> State:
    """The same position to this seat, with all hidden cards dealt anew."""
    hidden = sorted(set(range(len(state.board.cards))) - {*state.discard, *state.hands[seat]})
    cards = iter(chance.sample(hidden, len(hidden)))
    hands = [hand if owner == seat else tuple([next(cards) for _ in hand]) for owner, hand in enumerate(state.hands)]
    return replace(state, hands=tuple(hands))


@pytest.mark.parametrize("number", [-1, encoding_for(3).count])
def test_a_number_of_no_decision_is_refused(number: int) -> None:
    with pytest.raises(BadInput, match="no decision"):
        encoding_for(3).action(0, number)


def test_a_memory_is_of_what_a_seat_has_seen_and_nothing_else() -> None:
    start = new_game(setup_from_seed(3, 0, Rules()), Rules())
    hidden = redealt(start, 1, Random(1))
    assert hidden != start
    memory, other = learning(3).begun(start), learning(3).begun(hidden)
    assert memory.text(start, 1) == other.text(hidden, 1)
    assert memory.text(start, 0) != other.text(hidden, 0)
    assert memory.after(start, None, start).text(start, 1) != memory.text(start, 1)


# OpenSpiel


@pytest.fixture(scope="module")
def pyspiel() -> ModuleType:
    module: ModuleType = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    import_module("archipel.checks.judge.adapters.openspiel_game").register(NAME)
    return module


def spiel_game(pyspiel: ModuleType, players: int) -> Any:
    return pyspiel.load_game(f"python_{NAME}(players={players})")


def stepped(state: Any, chance: Random) -> int:
    """The number of what is done next, by chance or by whoever decides."""
    if state.is_chance_node():
        numbers, weights = zip(*state.chance_outcomes(), strict=True)
        number: int = chance.choices(numbers, weights)[0]
    else:
        number = chance.choice(state.legal_actions())
    state.apply_action(number)
    return number


def begun(pyspiel: ModuleType, players: int, chance: Random, moves: int = 0) -> Any:
    """A state of OpenSpiel so many moves after the setup."""
    state = spiel_game(pyspiel, players).new_initial_state()
    for _ in range(moves + 1):
        stepped(state, chance)
    return state


@pytest.mark.parametrize("players", PLAYERS)
def test_openspiel_plays_random_games(pyspiel: ModuleType, players: int) -> None:
    pyspiel.random_sim_test(spiel_game(pyspiel, players), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("players", PLAYERS)
def test_openspiel_plays_what_the_engine_plays(pyspiel: ModuleType, players: int) -> None:
    chance, state = Random(players), spiel_game(pyspiel, players).new_initial_state()
    assert state.action_to_string(state.current_player(), 7) == "seed 7"
    state.apply_action(7)
    own, encoding = new_game(setup_from_seed(players, 7, Rules()), Rules()), encoding_for(players)
    while ENGINE.legal_actions(own):
        assert state.begun == own
        actor = ENGINE.actor(own)
        assert actor is not None
        assert state.current_player() == (pyspiel.PlayerId.CHANCE if actor == CHANCE else actor)
        if actor == CHANCE:
            assert [probability for _, probability in state.chance_outcomes()] == pytest.approx([1 / 2, 1 / 3, 1 / 6])
        else:
            assert state.legal_actions() == encoding.legal(own)
            assert state.legal_actions((actor + 1) % players) == []
        before = state.clone()
        number = stepped(state, chance)
        action = ENGINE.codec.read_action(Field(parse(before.action_to_string(before.current_player(), number))))
        assert actor == CHANCE or action == encoding.action(actor, number)
        own = ENGINE.apply_action(own, action)
    assert state.is_terminal() and state.returns() == [float(points) for points in ENGINE.returns(own)]


def test_openspiel_states_are_saved_and_copied(pyspiel: ModuleType) -> None:
    state = begun(pyspiel, 3, Random(1), 11)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, loaded = pyspiel.deserialize_game_and_state(text)
    for other in (loaded, state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.begun == state.begun
        assert other.memory.text(other.begun, 1) == state.memory.text(state.begun, 1)
        other.apply_action(other.legal_actions()[0])
        assert other.begun != state.begun
    assert pickle.loads(pickle.dumps(state.get_game())) == state.get_game()


def test_openspiel_shows_each_seat_its_own_view(pyspiel: ModuleType) -> None:
    chance, seat, others = Random(4), 1, 0
    state = begun(pyspiel, 3, chance)
    while not state.is_terminal():
        real = state.begun
        shown, tensor = state.observation_string(seat), list(state.observation_tensor(seat))
        state.state = redealt(real, seat, chance)
        assert (state.observation_string(seat), list(state.observation_tensor(seat))) == (shown, tensor)
        others += state.begun != real
        state.state = real
        assert tensor == pytest.approx(flat(learning(3).observation(real, seat)))
        stepped(state, chance)
    assert others


@pytest.mark.parametrize("players", [2, 5])
def test_openspiel_refuses_other_numbers_of_players(pyspiel: ModuleType, players: int) -> None:
    with pytest.raises((BadInput, pyspiel.SpielError)):
        spiel_game(pyspiel, players)


def test_openspiel_observes_as_one_seat_only(pyspiel: ModuleType) -> None:
    game, private = spiel_game(pyspiel, 3), pyspiel.PrivateInfoType
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

    api_test(zoo.env(NAME, players), num_cycles=100, verbose_progress=False)
    seed_test(lambda: zoo.env(NAME, players), num_cycles=60)


def played(env: Any, chance: Random, steps: int) -> None:
    for _ in range(steps):
        if not env.agents:
            return
        seen, _, over, _, _ = env.last()
        env.step(None if over else chance.choice([n for n, legal in enumerate(seen["action_mask"]) if legal]))


def test_pettingzoo_plays_what_the_engine_plays(zoo: ModuleType) -> None:
    env, chance, encoding = zoo.GameEnv(NAME, 4), Random(2), encoding_for(4)
    env.reset(seed=2)
    rewards: dict[str, float] = {}
    while env.agents:
        seen, reward, over, _, _ = env.last()
        own: State = env.state_now
        if over:
            rewards[env.agent_selection] = reward
            env.step(None)
            continue
        assert env.agent_selection == f"player_{own.active}"
        legal = [number for number, allowed in enumerate(seen["action_mask"]) if allowed]
        assert legal == encoding.legal(own)
        assert not any(env.observe(f"player_{(own.active + 1) % 4}")["action_mask"])
        number = chance.choice(legal)
        env.step(number)
        after = ENGINE.apply_action(own, encoding.action(own.active, number))
        drawn = [ENGINE.apply_action(after, outcome) for outcome, _ in ENGINE.chance_outcomes(after)] or [after]
        assert env.state_now in drawn
    assert ENGINE.is_terminal(env.state_now)
    assert rewards == {f"player_{seat}": float(points) for seat, points in enumerate(ENGINE.returns(env.state_now))}


def test_pettingzoo_survives_deepcopy(zoo: ModuleType) -> None:
    env = zoo.env(NAME, 3)
    env.reset(seed=9)
    played(env, Random(0), 4)
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
    env, chance = zoo.GameEnv(NAME, 3), Random(6)
    env.reset(seed=6)
    while not ENGINE.is_terminal(env.state_now):
        real = env.state_now
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)["observation"].tolist()
            env.state_now = redealt(real, seat, chance)
            assert env.observe(agent)["observation"].tolist() == seen
            env.state_now = real
        played(env, chance, 1)


def test_pettingzoo_refuses_what_is_illegal_and_nothing_changes(zoo: ModuleType) -> None:
    env = zoo.GameEnv(NAME, 3)
    env.reset(seed=1)
    before = env.state_now
    for wrong in (encoding_for(3).count - 1, -1, encoding_for(3).count, None):
        with pytest.raises(BadInput):
            env.step(wrong)
        assert env.state_now == before


def test_pettingzoo_draws_what_the_deciding_seat_sees(zoo: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    env = zoo.GameEnv(NAME, 3, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert f'"active":{env.state_now.active}' in text and text.count("[]") == 3, "two hands, and what was laid down"
    shown = zoo.GameEnv(NAME, 3, render_mode="human")
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
