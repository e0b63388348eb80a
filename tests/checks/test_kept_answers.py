"""Kept answers of the engine: they are what they were, a rarely wrong engine gives others, the clauses agree."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from itertools import islice
from typing import Any

import pytest
from tests.engines import needs_the_source
from tests.toy.game import ENGINE

from archipel.checks.agreement.near_values import near_values, told
from archipel.checks.costa_ruana import kept_answers
from archipel.checks.costa_ruana.engine_positions import compared
from archipel.checks.costa_ruana.kept_answers import of_islands, of_line, other_answers, spoiled_state
from archipel.checks.costa_ruana.kept_positions import kept, kept_lines, read
from archipel.checks.costa_ruana.position_readings import game_disagreement, games, read_otherwise
from archipel.reference.costa_ruana import State, checking, collection, effects, rules
from archipel.reference.costa_ruana.readings import choice_of

pytestmark = needs_the_source


def test_every_answer_is_what_it_was() -> None:
    assert list(islice(other_answers(), 3)) == []


# Wrong engines: each is right but in rare positions, under two readings at once, or of nonsense only


def no_treasure_to_where_it_was_copied(state: State, source: int, target: int) -> None:
    if not (state.copying and source == target):
        RIGHT["_check_journey"](state, source, target)


LONE = collection._lone_player


def nobody_alone_with_islanders(counts: tuple[int, ...], readings: Any) -> int | None:
    lone: int | None = LONE(counts, readings)
    return None if readings.card_inhabitant == "reserve-or-island" else lone


def waiting_for_nothing(state: State, card: Any) -> None:
    if len(state.moved) < 2:
        RIGHT["_check_moved"](state, card)


def five_hands(state: State) -> None:
    RIGHT["_check_cards"](state.changed(hands=state.hands[:5]) if state.players == 6 else state)


WRONG: dict[str, tuple[Any, Callable[..., Any], str]] = {
    "_check_journey": (effects, no_treasure_to_where_it_was_copied, r":copy"),
    "_check_moved": (checking, waiting_for_nothing, r"moved="),
    "_check_cards": (checking, five_hands, r"{}\tcr1 \w+ 6"),
}
RIGHT: dict[str, Callable[..., Any]] = {name: getattr(module, name) for name, (module, _, _) in WRONG.items()}


@pytest.mark.parametrize("name", WRONG)
def test_a_rarely_wrong_engine_answers_otherwise(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, wrong, where = WRONG[name]
    lines = {number: line for number, line in enumerate(kept_lines()) if re.search(where, line)}
    some = dict(list(lines.items())[:: 1 + len(lines) // 150])
    right = {number: of_line(line, number) for number, line in some.items()}
    monkeypatch.setattr(module, name, wrong)
    assert any(told(partial(of_line, line, number)) != repr(right[number]) for number, line in some.items())


def test_readings_of_an_island_that_should_have_nothing_to_do_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    right = of_islands(("lone", "player"))
    monkeypatch.setattr(collection, "_lone_player", nobody_alone_with_islanders)
    assert of_islands(("lone", "player")) != right


def test_an_answer_that_is_gone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_answers, "answers", lambda: iter(()))
    assert next(other_answers()).startswith("rules")


# Where two readings meet


def test_positions_of_two_readings_agree() -> None:
    both = [trial for trial in kept() if len(choice_of(trial.state.rules.readings)) == 2]
    assert len({tuple(choice_of(trial.state.rules.readings)) for trial in both}) > 200
    assert not compared(both[::6], others=1).wrong


def test_positions_are_read_where_another_reading_matters() -> None:
    trials = [trial for trial in kept() if choice_of(trial.state.rules.readings) in ({}, {"flip": "optional"})]
    more = list(islice(read_otherwise(trials[::40]), 10))
    assert more
    assert all(choice_of(trial.state.rules.readings) for trial in more)


def test_kept_games_agree() -> None:
    assert not any(game_disagreement(*game) for game in games()[::20])


# Values near others


def test_near_values_of_the_toy_differ_in_one_field() -> None:
    state = ENGINE.new_game(ENGINE.setup_from_seed(3, 0, ENGINE.standard), ENGINE.standard)
    near = [other for other in near_values(state) if other is not None]
    assert {type(other) for other in near} == {type(state)}
    changed = [[f.name for f in fields(state) if getattr(state, f.name) != getattr(other, f.name)] for other in near]
    assert all(len(names) == 1 for names in changed)
    assert {name for (name,) in changed} >= {"phase", "round", "die", "divers", "hands"}


def test_near_values_go_one_step() -> None:
    assert near_values(3) == [2, 4]
    assert near_values(True) == [False]
    assert near_values((1, 5)) == [(0, 5), (2, 5), (1, 4), (1, 6), (5,), (1,), (1, 5, 5), (5, 1)]


def test_what_is_refused_is_told_with_its_reason() -> None:
    assert told(lambda: 3) == "3"
    assert told(lambda: rules.Rules(rounds=0)).startswith("BadInput: rounds")


def test_spoiled_states_are_others_and_mostly_refused() -> None:
    states = [(state, spoiled_state(state, number)) for number, state in _states()]
    assert sum(spoiled != state for state, spoiled in states) > 0.9 * len(states)
    refused = [told(partial(checking.check_state, spoiled)) for _, spoiled in states]
    assert sum("BadInput" in said for said in refused) > 0.4 * len(refused)


def _states() -> list[tuple[int, State]]:
    return [(number, read(line).state) for number, line in enumerate(kept_lines()[::37])]
