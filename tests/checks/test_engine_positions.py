"""Solver-made positions, kept and new: clauses and engine agree on them, and a wrong engine is found by them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from archipel.checks.costa_ruana import engine_positions
from archipel.checks.costa_ruana.engine_branches import telling
from archipel.checks.costa_ruana.engine_positions import (
    FIXED,
    compared,
    disagreement,
    found,
    moved_otherwise,
    other_readings,
    under_two,
)
from archipel.checks.costa_ruana.engine_states import PathsOutcome
from archipel.checks.costa_ruana.kept_positions import PositionTrial, kept, read, written
from archipel.reference import build
from archipel.reference.costa_ruana import STANDARD, Phase, State, collection, effects, resolution, succession
from archipel.reference.costa_ruana.readings import CHOICES, OURS, choice_of
from archipel.reference.costa_ruana.state import FIELDS

source_only = pytest.mark.skipif(build.running() != "pure", reason="follows the engine's source")


@cache
def by_readings() -> dict[tuple[tuple[str, str], ...], list[PositionTrial]]:
    trials: dict[tuple[tuple[str, str], ...], list[PositionTrial]] = {}
    for trial in kept():
        trials.setdefault(tuple(choice_of(trial.state.rules.readings).items()), []).append(trial)
    return trials


@pytest.mark.parametrize("players", range(2, 7))
def test_kept_positions_agree(players: int) -> None:
    trials = [trial for trial in by_readings()[()] if trial.state.players == players]
    outcome = compared(trials, others=1)
    assert not outcome.wrong
    assert outcome.cases > 100


OTHERS = [next(iter(choice.items())) for choice in other_readings()]


@pytest.mark.parametrize("reading", OTHERS, ids="=".join)
def test_kept_positions_agree_under_another_reading_and_with_each_second_one(reading: tuple[str, str]) -> None:
    trials = by_readings()[(reading,)]
    outcome = compared(trials, others=1)
    assert not outcome.wrong
    assert outcome.cases > 20
    late, both = [*(telling(trials[::-1]) if build.running() == "pure" else []), *trials[-2:]], PathsOutcome(0)
    for second in OTHERS[: OTHERS.index(reading)]:
        if second[0] != reading[0]:
            both += compared(under_two(dict([reading]), dict([second]), late), others=1)
    assert not both.wrong


def test_kept_positions_agree_whatever_the_card_under_way_has_moved() -> None:
    found = list(moved_otherwise(by_readings()[(("moved-twice", "another"),)]))
    assert any(len(set(trial.state.moved)) < len(trial.state.moved) for trial in found)
    assert not compared(found, others=1).wrong


def test_positions_of_most_readings_are_positions_under_a_second_one() -> None:
    last = OTHERS[-1]
    found = [next(under_two(dict([one]), dict([last]), by_readings()[(one,)]), None) for one in OTHERS[:-1]]
    assert sum(trial is not None for trial in found) > len(OTHERS) // 2


def test_only_readings_that_need_more_cards_than_there_are_have_no_positions() -> None:
    without = {point for point, names in CHOICES.items() if not any((point, name) in OTHERS for name in names)}
    assert without == {"last-draw"}


def test_every_field_that_is_not_free_is_one() -> None:
    assert {name.partition(".")[0] for name in FIXED} <= set(FIELDS)


# Wrong engines: each is right but in rare positions


def too_few_copiers(state: State, slot: int, before: int) -> tuple[int, ...]:
    line: tuple[int, ...] = RIGHT["copiers"](state, slot, before)
    return line[:5]


def no_room_in_the_last_round(state: State) -> bool:
    return RIGHT["_has_room"](state) and not (state.round == 5 and not any(state.reserve))


def overfull_huts(state: State) -> State:
    after: State = RIGHT["put_in_huts"](state)
    return after.changed(
        huts=tuple([min(hut + state.gains[p], 17) for p, hut in enumerate(state.huts)])
    )


def crowded_island(counts: tuple[int, ...], treasures: int, *more: Any) -> int | None:
    winner: int | None = RIGHT["island_winner"](counts, treasures, *more)
    return None if max(counts) >= 6 and treasures >= 3 else winner


WRONG: dict[str, tuple[Any, Callable[..., Any], int]] = {
    "copiers": (resolution, too_few_copiers, 6),
    "_has_room": (effects, no_room_in_the_last_round, 3),
    "put_in_huts": (succession, overfull_huts, 3),
    "island_winner": (collection, crowded_island, 3),
}
RIGHT: dict[str, Callable[..., Any]] = {name: getattr(module, name) for name, (module, _, _) in WRONG.items()}


@source_only
@pytest.mark.parametrize("name", WRONG)
def test_a_rarely_wrong_engine_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, wrong, players = WRONG[name]
    monkeypatch.setattr(module, name, wrong)
    assert compared(_all(players), others=1).wrong


def _all(players: int) -> Iterator[PositionTrial]:
    yield from (trial for trial in by_readings()[()] if trial.state.players == players)
    yield from found(players, phases=(Phase.FLIP, Phase.EFFECT))


def moved_at_most_once(state: State, island: int) -> tuple[int, ...]:
    counts = state.inhabitants[island]
    return tuple([count - ((island, owner) in state.moved) for owner, count in enumerate(counts)])


def home_at_once_with_optional_copies(state: State, slot: int) -> State:
    after: State = FINISH(state, slot)
    optional = state.rules.readings.copies == "optional"
    return resolution.sent_home(after, (slot,)) if optional else after


FINISH = resolution.finish_card


@source_only
def test_an_engine_that_is_wrong_with_two_moved_alike_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effects, "_not_moved", moved_at_most_once)
    assert compared(moved_otherwise(by_readings()[(("moved-twice", "another"),)]), others=1).wrong


@source_only
def test_an_engine_that_is_wrong_by_two_readings_at_once_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    late = telling(by_readings()[(("card-return", "after-all"),)][::-1])
    monkeypatch.setattr(resolution, "finish_card", home_at_once_with_optional_copies)
    one, other = {"card-return": "after-all"}, {"copies": "optional"}
    assert compared(under_two(one, other, late), others=1).wrong
    assert not compared(under_two(one, {"flip": "optional"}, late), others=1).wrong


@source_only
def test_solver_made_positions_are_different_and_agree() -> None:
    trials = list(itertools.islice(found(2), 60))
    assert len({(trial.state, trial.action) for trial in trials}) == len(trials)
    assert not any(map(disagreement, trials))
    assert any(trial.action not in trial.state.legal_actions() for trial in trials)


def test_a_trial_is_read_as_it_was_written() -> None:
    for trial in by_readings()[()][:50]:
        assert read(written(trial)) == trial


def test_a_position_is_read_under_other_readings_only_where_it_is_one() -> None:
    rules = replace(STANDARD, readings=replace(OURS, cards_before="one-each"))
    read = [engine_positions.read_as(trial, rules) for trial in by_readings()[()][::20]]
    assert None in read
    assert any(trial is not None for trial in read)
