"""Clauses and engine checked against each other, driven by hypothesis; a failure prints a record that replays it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from tests.engines import needs_the_source

from archipel.checks.costa_ruana.agreement import (
    DisagreementError,
    Lockstep,
    game_number,
    random_game,
    rest_of_round,
)
from archipel.checks.costa_ruana.engine import CostaRuanaEngine
from archipel.checks.costa_ruana.examples import EXAMPLES
from archipel.checks.costa_ruana.policies import POLICIES, Policy
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.projection import step_of
from archipel.checks.simulate.policies import uniform
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import codec
from archipel.reference.costa_ruana.checking import check_state
from archipel.spec.clauses import Nature

PLAYERS = range(2, 7)


class Game(RuleBasedStateMachine):
    """A game in which hypothesis takes the decisions."""

    @initialize(players=st.sampled_from(PLAYERS), seed=st.integers(0, 2**32))
    def begin(self, players: int, seed: int) -> None:
        self.game = Lockstep(engine.Setup.from_seed(players, seed))

    @rule(data=st.data())
    @precondition(lambda self: not self.game.state.is_terminal())
    def decide(self, data: st.DataObject) -> None:
        self.game.play(data.draw(st.sampled_from(self.game.legal())))

    @rule(policy=st.sampled_from(POLICIES), seed=st.integers(0, 2**32), decisions=st.integers(1, 40))
    @precondition(lambda self: not self.game.state.is_terminal())
    def hurry(self, policy: Policy, seed: int, decisions: int) -> None:
        """Many decisions at once, so that late rounds are reached."""
        chance = Random(seed)
        for _ in range(decisions):
            if not (actions := self.game.legal()):
                break
            self.game.play(policy(self.game.state, actions, chance))

    @rule()
    @precondition(lambda self: self.game.state.is_terminal())
    def finish(self) -> None:
        """Nobody can act any more, by either account."""
        assert self.game.legal() == ()
        assert self.game.state.current_player() is None


Game.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestGame = Game.TestCase


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.__name__)
def test_whole_games_agree(players: int, policy: Policy) -> None:
    game = random_game(players, seed=players, policy=policy)
    assert game.state.is_terminal()
    assert game.state.round == 5


@settings(max_examples=60, deadline=None)
@given(players=st.sampled_from(PLAYERS), seed=st.integers(0, 2**32))
def test_scattered_positions_agree(players: int, seed: int) -> None:
    chance = Random(seed)
    position = random_position(players, chance)
    assert rest_of_round(position, chance) > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_scattered_positions_are_positions(players: int) -> None:
    """They keep the engine's own idea of a possible position, but for treasures that move faster than in play."""
    kept = 0
    for seed in range(200):
        position = random_position(players, Random(seed))
        assert all(sum(row) <= 7 for row in position.inhabitants)
        try:
            check_state(position)
            kept += 1
        except ValueError as error:
            assert "treasures" in str(error) or "huts" in str(error), error
    assert kept > 20


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=lambda example: example.id)
def test_worked_examples(example: object) -> None:
    replay = EXAMPLES[example.id].replay  # type: ignore[attr-defined]
    assert replay() is None


def test_all_thirteen_examples_are_there() -> None:
    assert list(EXAMPLES) == [f"E{number}" for number in range(1, 14)]


@needs_the_source
def test_a_disagreement_comes_with_a_record_that_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    from archipel.reference.costa_ruana import collection

    monkeypatch.setattr(collection, "island_winner", lambda counts, treasures, readings: None)
    with pytest.raises(DisagreementError) as caught:
        for number in range(4):
            game_number(3, number)
    text = str(caught.value).partition("shown by: ")[2]
    monkeypatch.undo()
    record = codec.loads_record(text)
    states = list(codec.replay(record))
    assert len(states) == len(record.moves) + 1
    assert json.loads(text)["game"] == "costa_ruana"
    assert "gained" in caught.value.what or "hut" in caught.value.what


def test_an_action_the_clauses_forbid_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CostaRuanaEngine, "legal_actions", lambda _, state: engine.legal_actions(state)[1:])
    with pytest.raises(DisagreementError, match="only the clauses allow"):
        Lockstep(engine.Setup.from_seed(2, 0)).legal()


def test_refusals_name_the_clauses_that_forbid() -> None:
    game = Lockstep(engine.Setup.from_seed(3, 1))
    shaman = game.state.shaman
    other = (shaman + 1) % 3
    step, given_ = step_of(game.state, engine.Settle(other, 0))
    assert [part.clause for part in game.position.refusals(step, *given_)] == ["setup.settle-order"]
    step, given_ = step_of(game.state, engine.Flip(other, engine.Condition.TIDE))
    clauses = {part.clause for part in game.position.refusals(step, *given_)}
    assert clauses == {"round.steps", "conditions.flip"}


def test_after_a_step_the_same_is_found_broken_as_if_everything_were_asked() -> None:
    """Whatever went wrong with something a step changes, asking only what speaks of it notices as much."""
    noticed: set[str] = set()
    for seed in range(4):
        game, chance = Lockstep(engine.Setup.from_seed(3, seed)), Random(seed)
        while actions := game.legal():
            action = uniform(game.state, actions, chance)
            step, given_ = step_of(game.state, action)
            after = game.position.after(step, *given_)
            for change in game.machine.changes[step.name]:
                wrong = game.machine.at({**after, change.target.name: spoilt(after[change.target.name])})
                assert wrong.broken(Nature.INVARIANT, after=step) == wrong.broken(Nature.INVARIANT)
                noticed |= {step.name} if wrong.broken(Nature.INVARIANT) else set()
            game.play(action)
    # No clause says anything that always holds of which card is chosen next.
    assert noticed == {step.name for step in game.machine.rulebook.decisions} - {"resolve"}


def spoilt(value: Any) -> Any:
    """Something else in the first place of a table, and its place."""
    if isinstance(value, tuple):
        return (spoilt(value[0]), *value[1:])
    return not value if isinstance(value, bool) else value + 1


def test_policies_reach_the_corners() -> None:
    """Between them, games and scattered positions meet every situation the rules make an exception for."""
    met: set[str] = set()
    for players in PLAYERS:
        for number in range(3 * len(POLICIES)):
            start = engine.new_game(engine.Setup.from_seed(players, number))
            met |= corners(start, POLICIES[number % len(POLICIES)], Random(number))
        for seed in range(100):
            met |= corners(random_position(players, Random(seed)), uniform, Random(seed))
    assert met == {"full island", "short reserve", "few to remove", "choice of cards", "empty island", "naming", "copy"}


def corners(state: engine.State, policy: Policy, chance: Random) -> set[str]:
    """The rare situations met on the way to the end of the game."""
    met = set()
    while actions := state.legal_actions():
        move, card = policy(state, actions, chance), state.resolving_card
        found = {
            "full island": any(sum(row) == 7 for row in state.inhabitants),
            "short reserve": isinstance(move, engine.Place) and card is not None and len(move.islands) < card.amount,
            "few to remove": isinstance(move, engine.Remove) and card is not None and len(move.islands) < card.amount,
            "choice of cards": isinstance(move, engine.Resolve),
            "empty island": 0 in state.treasures,
            "naming": isinstance(move, engine.Name),
            "copy": state.copying,
        }
        met |= {name for name, holds in found.items() if holds}
        state = state.apply_action(move)
    return met
