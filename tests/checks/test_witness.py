"""Situations found by provers, put into the engine: the way back, the replay, and what people are shown."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.engines import needs_the_source

from archipel.checks.agreement.mapping import BetweenDecisions, NoPosition
from archipel.checks.agreement.witnesses.counterexamples import Counterexample, ReplayOutcome
from archipel.checks.agreement.witnesses.game_search import GameReached, NotReached
from archipel.checks.agreement.witnesses.replay import followed
from archipel.checks.agreement.witnesses.situations import MOST_LINES
from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.reaching import SEARCH
from archipel.checks.costa_ruana.witness import REPLAYER, SITUATIONS
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Action, IllegalAction, Phase, Reason, Rules, State, settling
from archipel.reference.costa_ruana import engine as stepping
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic.terms import Role
from archipel.spec.machine import Position

FACTS = [s.name for s in RULEBOOK.vocabulary.symbols.values() if s.role in (Role.STATE, Role.MATERIAL)]

tell, reach = SITUATIONS.tell, SITUATIONS.reach

# A conflict with a single inhabitant outside it.
SINGLE = Counterexample(
    3,
    {"on": ((2, 2, 1),), "treasures": (2,)},
    "collect",
    claim={"en": "A conflict keeps everybody from the treasure.", "fr": "Un conflit prive chacun du trésor."},
    violation="sum(after.huts) > sum(before.huts)",
)
CROWDED = Counterexample(3, {"on": ((4, 3, 0),)}, "place", (2, (1, 0, 0, 0, 0, 0)))


def played(players: int, seed: int) -> Iterator[tuple[State, Action | None]]:
    """A game by one kind of random player."""
    chance = Random(seed)
    state = engine.new_game(engine.Setup.from_seed(players, seed))
    while actions := state.legal_actions():
        action = POLICIES[seed % len(POLICIES)](state, actions, chance)
        yield state, action
        state = state.apply_action(action)
    yield state, None


def scattered(players: int, seed: int, positions: int) -> Iterator[State]:
    """Random positions, each with the states that random play leads to until its round is over."""
    chance = Random(seed)
    for _ in range(positions):
        state = random_position(players, chance)
        round_number = state.round
        while state.round == round_number and state.phase not in (Phase.OFFER, Phase.OVER):
            yield state
            state = state.apply_action(chance.choice(state.legal_actions()))


def with_rich_huts(state: State) -> tuple[State, State]:
    """A position, and the same with all treasures but one in a hut, which no round but the last can bring about."""
    treasures = sum(state.treasures) + sum(state.huts)
    huts = (treasures - 1, *(0,) * (state.players - 1))
    return state, state.changed(huts=huts, treasures=(1, *(0,) * (state.islands - 1)))


# The way back


@pytest.mark.parametrize("players", range(2, 7))
def test_every_position_of_a_game_comes_back_as_it_was(players: int) -> None:
    phases = set()
    for seed in range(2):
        for state, _ in played(players, seed):
            assert REPLAYER.state_from(projection.values(state)) == state
            phases.add(state.phase)
    assert phases >= {Phase.SETTLE, Phase.STAND, Phase.EFFECT, Phase.OFFER, Phase.OVER}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_positions_that_no_game_reaches_come_back_too_unless_the_engine_can_tell(players: int) -> None:
    doubted = 0
    for state in itertools.chain.from_iterable(map(with_rich_huts, scattered(players, players, 12))):
        values = projection.values(state)
        assert REPLAYER.state_from(values, checked=False) == state
        if doubt := REPLAYER.doubt(state):
            doubted += 1
            with pytest.raises(NoPosition) as refusal:
                REPLAYER.state_from(values)
            assert doubt in str(refusal.value)
    assert doubted


def agrees(found: State, wanted: dict[str, Any]) -> bool:
    values = projection.values(found)
    return all(values[name] == value for name, value in wanted.items() if name != "position")


def test_what_is_completed_keeps_all_that_was_given() -> None:
    """Several facts left open at once: there is a position, and it never contradicts the rest."""
    chance = Random(3)
    states = [state for state, _ in played(3, 2)]
    for state in states[:: len(states) // 6]:
        gone = set(chance.sample(FACTS, 4))
        values = {name: value for name, value in projection.values(state).items() if name not in gone}
        assert agrees(REPLAYER.state_from(values), values)


def test_single_entries_can_be_left_open() -> None:
    state = REPLAYER.state_from(
        {"players": 4, "on": (None, (None, 3, None, 2)), "reserve": (None, 4, None, None), "phase": 4}
    )
    assert state.inhabitants[1][1::2] == (3, 2)
    assert state.reserve[1] == 4
    assert sum(row[1] for row in state.inhabitants) + (state.standing[1] is not None) == 6
    assert state.phase is Phase.FLIP
    assert not REPLAYER.doubt(state)


def test_cards_that_the_shipped_deck_lacks_are_made() -> None:
    values = {"players": 2, "phase": 6, "laid": ((5, -1), (7, -1)), "kind": (None,) * 5 + (1, None, 1)}
    values |= {"background": (None,) * 5 + (0, None, 0), "lies_before": ((1, -1), (1, -1))}
    state = REPLAYER.state_from(values)
    assert state.phase is Phase.RESOLVE
    assert [state.deck.cards[card].text[:18] for card in (5, 7)] == ["remove-2 high_tide", "remove-2 high_tide"]
    assert state.deck != engine.balanced_deck()


def test_who_must_take_inhabitants_back_is_given_one_and_nobody_more() -> None:
    state = REPLAYER.state_from({"players": 3, "opened": ((True,),), "kind": (1,), "amount": (2,), "laid": ((0, -1),)})
    assert state.phase is Phase.EFFECT
    assert state.actor is not None
    assert sum(row[state.actor] for row in state.inhabitants) == 1
    assert sum(map(sum, state.inhabitants)) == 1


def test_other_numbers_are_other_rules() -> None:
    state = REPLAYER.state_from({"players": 2, "island_cap": 9, "on": ((5, 4),), "rounds": 6})
    assert (state.rules.cap, state.rules.rounds) == (9, 6)
    assert state.rules == Rules(cap=9, rounds=6)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"on": ((4, 4),)}, "components.island-cap"),
        ({"reserve": (12, None)}, "components.inhabitants"),
        ({"reserve": (10, 10), "on": ((1, 0),)}, "components.inhabitants"),
        ({"treasures": (9, 9, 9, 9)}, "components.treasures"),
        ({"phase": 8, "round": 5}, "round: 5 does not go with the phase offer"),
        ({"phase": 4, "laid": ((-1, -1), (-1, -1))}, "hands.0.: expected 4 cards, found 2"),
        ({"phase": 4, "laid": ((3, 3),)}, "components.deck"),
        ({"phase": 3, "turn": 0, "stands": (((True,),),)}, "play.inhabitant"),
        ({"shaman": 2}, "components.shaman"),
        ({"laid": ((99,),)}, "no position is so"),
        ({"on": ((1, 1, 1),)}, "on: there are not so many places"),
        ({"colour": 1}, "no such symbol: colour"),
        ({"island_cap": 0}, "numbers: settled"),
        ({"hut": (18, 0), "round": 2}, "more treasures than the rounds played can give"),
        ({"phase": 5}, "comes reveal"),
        ({"phase": 8, "turn": 1}, "turn: not as any position|actor: the new shaman"),
        ({"phase": 1, "hidden": ((False, True),)}, "hidden: not as any position"),
    ],
)
def test_what_is_no_position_is_refused_for_what_is_wrong(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(NoPosition, match=reason):
        REPLAYER.state_from({"players": 2, **values})


@pytest.mark.parametrize("players", [2, 5])
def test_every_action_comes_back(players: int) -> None:
    for state, _ in played(players, 3):
        for action in state.legal_actions():
            step, given = projection.step_of(state, action)
            assert projection.MAPPING.action_of(step, given) == action


# The replay


def test_a_decision_is_replayed_where_it_was_taken() -> None:
    for state, action in list(played(3, 0))[::5]:
        if action is not None:
            step, given = projection.step_of(state, action)
            found = REPLAYER.replay(Counterexample(3, projection.values(state), step.name, given))
            assert (found.outcome, found.state, found.action) == (ReplayOutcome.AGREED, state, action)
            assert found.after == state.apply_action(action)


def moments(players: int, seed: int) -> Iterator[tuple[str, Position]]:
    """Every consequence of every decision of a game, with the position in which it was due."""
    for state, action in played(players, seed):
        if action is not None:
            step, given = projection.step_of(state, action)
            for here in followed(projection.MAPPING.position(state), step, given):
                if (due := here.consequence()) is not None:
                    yield due[0].name, here


def is_at(position: Position, consequence: str, wanted: Position) -> bool:
    """Whether a position is the one wanted, with this consequence due; the shuffle of drawn cards is forgotten."""
    due = position.consequence()
    facts = [name for name in FACTS if name != "position"]
    same = all(position.values[name] == wanted.values[name] for name in facts)
    return due is not None and due[0].name == consequence and same


def test_moments_between_decisions_are_come_to_by_a_decision() -> None:
    seen: dict[str, set[ReplayOutcome]] = {}
    for name, here in list(moments(3, 1))[::9]:
        found = REPLAYER.replay(Counterexample(3, here.values, name))
        seen.setdefault(name, set()).add(found.outcome)
        if found.outcome is ReplayOutcome.AGREED:
            assert found.state is not None
            assert found.action is not None
            step, given = projection.step_of(found.state, found.action)
            passed = list(followed(projection.MAPPING.position(found.state), step, given))
            assert any(is_at(at, name, here) for at in passed)
    assert {"reveal", "take_up", "collect"} <= set(seen)
    assert set.union(*seen.values()) == {ReplayOutcome.AGREED}


@pytest.mark.parametrize(
    ("values", "step"),
    [
        ({"gained": (1, 1, 3), "shaman": 0}, "prepare"),
        ({"gained": (0, 0, 0), "on": ((2, 2, 0), (1, 1, 1)), "shaman": 2}, "prepare"),
        ({"gained": (2, 0, 0), "hut": (1, 2, 3)}, "finish_game"),
        ({"background": (0, 1, 2, 3), "laid": ((0, 1), (2, 3))}, "reveal"),
        ({"reserve": (10, 10, 10), "opened": ((True,),), "kind": (1,), "laid": ((0, -1),)}, "skip"),
        ({"opened": ((True,),), "laid": ((0, -1),), "due": (((False,) * 4,),)}, "finish_card"),
        ({"opened": ((False, False),) * 3, "laid": ((0, -1),)}, "take_up"),
    ],
)
def test_a_consequence_is_replayed_by_the_decision_before_it(values: dict[str, Any], step: str) -> None:
    found = REPLAYER.replay(Counterexample(3, values, step))
    assert found.outcome is ReplayOutcome.AGREED
    assert found.state is not None
    assert found.action in found.state.legal_actions()
    assert not found.doubt


def test_a_card_that_has_acted_is_come_to_by_its_effect_and_not_by_revealing_it() -> None:
    values = {"opened": ((True,),), "laid": ((0, -1),), "due": (((False,) * 4,),), "on": ((3, 0, 0),)}
    found = REPLAYER.replay(Counterexample(3, values, "finish_card"))
    assert found.outcome is ReplayOutcome.AGREED
    assert isinstance(found.action, engine.Remove | engine.Place | engine.MoveTreasure | engine.MoveInhabitant)


def test_the_treasure_goes_where_the_situation_says() -> None:
    found = REPLAYER.replay(SINGLE)
    assert found.outcome is ReplayOutcome.AGREED
    assert found.state is not None
    assert found.after is not None
    assert (found.after.inhabitants[0], found.after.treasures[0]) == ((2, 2, 0), 1)
    assert found.after.huts[2] > found.state.huts[2]


def test_a_step_that_both_refuse_is_said_to_be_refused_and_by_which_clause() -> None:
    found = REPLAYER.replay(CROWDED)
    assert found.outcome is ReplayOutcome.BOTH_REFUSE
    assert "cards.place-cap" in found.detail
    assert found.agrees


def test_a_moment_nobody_can_come_to_is_doubted_or_no_position() -> None:
    assert "gains" in REPLAYER.replay(Counterexample(2, {"gained": (3, 2)}, "prepare")).doubt
    assert REPLAYER.replay(Counterexample(2, {"phase": 4}, "collect")).outcome is ReplayOutcome.NOT_A_POSITION


def test_a_position_that_no_game_reaches_is_replayed_with_that_doubt() -> None:
    found = REPLAYER.replay(Counterexample(3, {"on": ((4, 4, 0),)}, "collect"))
    assert found.outcome is ReplayOutcome.AGREED
    assert "more than 7 on one island" in found.doubt
    assert "no game comes to it" in found.label
    rich = REPLAYER.replay(Counterexample(2, {"hut": (18, 0), "round": 2}, "flip", (0, 0)))
    assert rich.outcome is ReplayOutcome.AGREED
    assert "more treasures than the rounds played can give" in rich.doubt


def test_what_has_to_be_left_out_is_said() -> None:
    """The prover says where a card is, which the claim does not speak of, and is wrong."""
    values = {"phase": 4, "hut": (9, 9), "round": 1, "reserve": (5, 7)}
    found = REPLAYER.replay(Counterexample(2, values, "flip", (0, 1), mentions=frozenset({"phase", "reserve"})))
    assert (found.outcome, found.doubt) == (ReplayOutcome.AGREED, "")
    assert found.dropped == ("hut", "round")
    assert found.state is not None
    assert found.state.reserve == (5, 7)


# A replay that disagrees is news


def wrong_engine(monkeypatch: pytest.MonkeyPatch, step: Any) -> None:
    monkeypatch.setattr(stepping, "settle", step)


@needs_the_source
def test_an_engine_that_refuses_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: State, __: Action) -> State:
        raise IllegalAction(Reason.ISLAND_FULL)

    situation = Counterexample(2, {"on": ((1, 1),)}, "settle", (0, 1))
    assert REPLAYER.replay(situation).outcome is ReplayOutcome.AGREED
    wrong_engine(monkeypatch, refuse)
    found = REPLAYER.replay(situation)
    assert found.outcome is ReplayOutcome.ENGINE_REFUSES
    assert not found.agrees
    assert any("disagree" in line for line in tell(situation, "en", found))


@needs_the_source
def test_an_engine_that_goes_elsewhere_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    situation = Counterexample(2, {"on": ((1, 1),)}, "settle", (0, 1))
    right = settling.settle
    wrong_engine(monkeypatch, lambda state, action: right(state, action).changed(tide=engine.Background.LOW_TIDE))
    found = REPLAYER.replay(situation)
    assert found.outcome is ReplayOutcome.DIFFER
    assert "tide" in found.detail
    assert any("se contredisent" in line for line in tell(situation, "fr", found))


@needs_the_source
def test_an_engine_that_offers_other_choices_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    situation = Counterexample(2, {"reserve": (3, 4), "phase": 4})
    assert REPLAYER.replay(situation).outcome is ReplayOutcome.AGREED
    monkeypatch.setattr(stepping, "flip_menu", lambda state, player: state.game.menus[player].flip[:1])
    assert REPLAYER.replay(situation).outcome is ReplayOutcome.ENGINE_REFUSES


# From the prover to the reader


def test_a_situation_is_told_in_both_languages_with_what_matters_only() -> None:
    english, french = tell(SINGLE, "en"), tell(SINGLE, "fr")
    assert english[0] == SINGLE.claim["en"]
    assert len(english) == len(french) < MOST_LINES
    assert not set(english) & set(french)
    assert any(line.startswith("Island 0: 2 treasures; Ann 2, Ben 2") for line in english)
    assert any(line.startswith("Island 0 (A 2, B 2, C 1): the others are tied") for line in english)
    assert not any("hidden" in line or "draws" in line or "Island 1" in line for line in english)


def test_a_refused_decision_is_told_with_the_reason() -> None:
    assert any("That island is full." in line for line in tell(CROWDED, "en"))
    assert any("Cette île est pleine." in line for line in tell(CROWDED, "fr"))


@pytest.mark.parametrize("players", [2, 6])
def test_a_dozen_lines_are_enough_for_any_decision_of_a_game(players: int) -> None:
    for state, action in list(played(players, 0))[::6]:
        if action is not None:
            step, given = projection.step_of(state, action)
            situation = Counterexample(players, projection.values(state), step.name, given, {"en": "-", "fr": "-"})
            found = REPLAYER.replay(situation)
            lines = tell(situation, "en", found, NotReached(9, 1))
            assert len(lines) <= MOST_LINES
            assert lines[0] == "-"
            assert lines[-1] == "Not reached within 9 decisions; setups searched: 1."
            name = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")[action.player]
            assert any(line.startswith(name) for line in lines)


def test_a_situation_is_reached_with_the_facts_it_speaks_of() -> None:
    found = reach(SINGLE)
    assert isinstance(found, GameReached)
    *_, before, _ = SEARCH.states(found.record)
    assert before.round >= 1
    situation = Counterexample(2, {"reserve": (4, None)}, "stand", (0, 1, 1))
    reached = reach(situation)
    assert isinstance(reached, GameReached)
    *_, last = SEARCH.states(reached.record)
    assert (last.phase, last.actor, last.reserve[0]) == (Phase.STAND, 0, 4)
    assert engine.Stand(0, 1, engine.Face.DOWN) in last.legal_actions()
    assert reach(Counterexample(2, {"on": ((1, 1, 1),)})) is None


def test_a_refused_step_is_reached_where_it_is_refused() -> None:
    """Naming oneself is refused; that the reserve is right somewhere else is not enough."""
    situation = Counterexample(2, {"reserve": (7, None)}, "name", (0, 0))
    assert REPLAYER.replay(situation).outcome is ReplayOutcome.BOTH_REFUSE
    reached = reach(situation)
    assert isinstance(reached, GameReached)
    *_, last = SEARCH.states(reached.record)
    assert (last.phase, last.actor, last.reserve[0]) == (Phase.OFFER, 0, 7)


def test_inside_an_effect_is_told_apart_from_nonsense() -> None:
    waiting = {"players": 3, "phase": 6, "round": 2, "laid": ((-1, -1),) * 3, "opened": ((False, False),) * 3}
    with pytest.raises(BetweenDecisions) as moment:
        REPLAYER.state_from(waiting)
    assert moment.value.step == "collect"
