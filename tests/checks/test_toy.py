"""The toy game by the kit: clauses and engine in lockstep, chance included, and what goes wrong noticed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from tests.toy import spec
from tests.toy.engine import Action, Dive, Phase, Roll, Rules, Setup, Show, State, Swim
from tests.toy.game import ENGINE, MAPPING

from archipel.checks.agreement.lockstep import Campaign, DisagreementError, LockstepGame
from archipel.checks.agreement.mapping import BetweenDecisions, EngineMapping, NoPosition
from archipel.checks.simulate.policies import uniform
from archipel.reference.strict_json import Field, canonical, parse
from archipel.spec.amendments import Amendment, amended
from archipel.spec.clauses import Part
from archipel.spec.logic.terms import Term
from archipel.spec.readings import Readings

CAMPAIGN = Campaign(MAPPING)
Game = LockstepGame[Setup, State, Action, Rules]


def opening(players: int = 3, seed: int = 0) -> Game:
    setup = ENGINE.setup_from_seed(players, seed, ENGINE.standard)
    return LockstepGame(MAPPING, ENGINE.new_game(setup, ENGINE.standard), setup)


@pytest.mark.parametrize("players", [3, 4])
def test_whole_games_agree(players: int) -> None:
    kinds: set[type[Any]] = set()
    for number in range(20):
        game = CAMPAIGN.number(players, number)
        assert ENGINE.is_terminal(game.state)
        kinds |= set(map(type, game.moves))
        seats = range(players)
        assert ENGINE.returns(game.state) == tuple(game.position.evaluate("points", seat) for seat in seats)
        assert ENGINE.ranking(game.state)[0] == tuple(seat for seat in seats if game.position.evaluate("wins", seat))
    assert kinds == {Roll, Swim, Dive, Show}


def test_games_agree_by_the_other_reading() -> None:
    terms = ENGINE.by(ENGINE.standard, {"scarce": "all-or-none"})
    for number in range(8):
        CAMPAIGN.game(3, number, uniform, terms)


def test_positions_come_back_from_what_the_clauses_say_of_them() -> None:
    state = (game := CAMPAIGN.number(4, 1)).start
    for action in game.moves:
        assert MAPPING.state_of(MAPPING.values(state)) == state
        step, given = MAPPING.step_of(state, action)
        assert MAPPING.action_of(step, given) == action
        state = ENGINE.apply_action(state, action)
    assert state == game.state


def test_a_record_replays_without_any_chance() -> None:
    game = CAMPAIGN.number(3, 5)
    record = ENGINE.codec.read_record(Field(parse(game.record())))
    state = ENGINE.new_game(record.setup, record.terms)
    for action in record.moves:
        assert ENGINE.codec.read_state(Field(parse(canonical(ENGINE.codec.state_data(state))))) == state
        assert ENGINE.codec.unpacked(ENGINE.codec.packed(state), state) == state
        state = ENGINE.apply_action(state, action)
    assert state == game.state


def test_moments_between_decisions_are_no_positions() -> None:
    values = MAPPING.values(opening().state)
    with pytest.raises(BetweenDecisions, match="hand_over"):
        MAPPING.state_of({**values, "phase": 2})
    with pytest.raises(NoPosition, match="nothing for 7"):
        MAPPING.state_of({**values, "phase": 7})


# Wrong clauses and wrong engines


def with_part(name: str, target: str, term: Term) -> EngineMapping[Setup, State, Action, Rules]:
    """The mapping to clauses one part of which says something else."""
    parts = [part for clause in spec.rules.clauses.values() for part in clause.parts]
    changed: dict[Part, Part | None] = {
        part: replace(part, term=term)
        for part in parts
        if part.name == name and (not target or (part.target is not None and part.target.name == target))
    }
    assert changed
    return replace(MAPPING, readings=Readings(amended(spec.rules, Amendment(parts=changed))))


WRONG_CLAUSES = {
    "a guard": with_part("there_is_a_channel", "", spec.near(spec.player, spec.reef) == 0),
    "a guard too many": with_part("there_are_pearls", "", spec.left(spec.at(spec.player)) >= 2),
    "what is set": with_part("<lambda>", "swell", spec.pips + 1),
}


@pytest.mark.parametrize("wrong", WRONG_CLAUSES.values(), ids=WRONG_CLAUSES)
def test_a_wrong_clause_is_noticed(wrong: EngineMapping[Setup, State, Action, Rules]) -> None:
    with pytest.raises(DisagreementError):
        for number in range(4):
            Campaign(wrong).number(3, number)


def one_more(state: State, action: Action) -> State:
    after = apply(state, action)
    return replace(after, pearls=(0, *after.pearls[1:])) if isinstance(action, Dive) else after


def never_over(state: State, action: Action) -> State:
    after = apply(state, action)
    return replace(after, phase=Phase.ROLL) if after.phase is Phase.OVER else after


def fewer(state: State) -> Sequence[Action]:
    return legal(state)[:1] if state.phase is Phase.ACT else legal(state)


def fair(state: State) -> Sequence[tuple[Action, int]]:
    return [(action, 1) for action, _ in outcomes(state)]


apply, legal, outcomes = ENGINE.apply_action, ENGINE.legal_actions, ENGINE.chance_outcomes
WRONG_ENGINES = [("apply_action", one_more), ("apply_action", never_over), ("legal_actions", fewer)]


@pytest.mark.parametrize(("name", "wrong"), [*WRONG_ENGINES, ("chance_outcomes", fair)], ids=lambda one: str(one)[:20])
def test_a_wrong_engine_is_noticed(name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENGINE, name, wrong, raising=False)
    with pytest.raises(DisagreementError) as caught:
        for number in range(6):
            CAMPAIGN.number(3, number)
    monkeypatch.undo()
    record = ENGINE.codec.read_record(Field(parse(str(caught.value).partition("shown by: ")[2])))
    assert record.setup.first in range(3)


def test_the_odds_of_a_die_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENGINE, "chance_outcomes", fair, raising=False)
    with pytest.raises(DisagreementError, match=r"chances: clauses roll\(1,\): 3, roll\(2,\): 2, roll\(3,\): 1"):
        opening().legal()


def test_play_stops_where_it_is_asked_to() -> None:
    game = opening()
    assert game.play_on(uniform, Random(1), lambda state: state.round == 2) == len(game.moves) == 6
    game.refuse(Swim(game.state.active, game.state.divers[game.state.active]))
    with pytest.raises(DisagreementError, match="the clauses allow"):
        game.refuse(Roll(1))
