"""Solver-made positions, kept and new: clauses and engine agree on them, and a wrong engine is found by them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from archipel.checks.costa_ruana import engine_positions
from archipel.checks.costa_ruana.engine_positions import FIXED, Trial, compared, disagreement, found, kept, under_two
from archipel.reference import build
from archipel.reference.costa_ruana import OURS, STANDARD, State, collection, effects, resolution, succession
from archipel.reference.costa_ruana.readings import CHOICES, choice_of
from archipel.reference.costa_ruana.state import FIELDS

source_only = pytest.mark.skipif(build.running() != "pure", reason="follows the engine's source")


@cache
def by_readings() -> dict[tuple[tuple[str, str], ...], list[Trial]]:
    trials: dict[tuple[tuple[str, str], ...], list[Trial]] = {}
    for trial in kept():
        trials.setdefault(tuple(choice_of(trial.state.rules.readings).items()), []).append(trial)
    return trials


@pytest.mark.parametrize("players", range(2, 7))
def test_kept_positions_agree(players: int) -> None:
    trials = [trial for trial in by_readings()[()] if trial.state.players == players]
    outcome = compared(trials, others=1)
    assert not outcome.wrong
    assert outcome.cases > 100


@pytest.mark.parametrize("point", CHOICES)
def test_kept_positions_agree_under_other_readings(point: str) -> None:
    for name in CHOICES[point][1:]:
        outcome = compared(by_readings()[((point, name),)], others=1)
        assert not outcome.wrong
        assert outcome.cases > 20


@pytest.mark.parametrize("point", CHOICES)
def test_kept_positions_agree_under_two_readings(point: str) -> None:
    """Each reading with each of another point."""
    cases = 0
    for name, (other, names) in itertools.product(CHOICES[point][1:], CHOICES.items()):
        for second in names[1:] if other != point else ():
            one = {point: name}
            trials = by_readings()[((point, name),)]
            outcome = compared(under_two(one, {other: second}, trials[len(trials) // 2 :]), others=1)
            assert not outcome.wrong
            cases += outcome.cases
    assert cases > 20


def test_every_field_that_is_not_free_is_one() -> None:
    assert {name.partition(".")[0] for name in FIXED} <= set(FIELDS)


# Wrong engines: each is right but in rare positions


def too_few_copiers(state: State, slot: int, before: int) -> tuple[int, ...]:
    return RIGHT["copiers"](state, slot, before)[:5]


def no_room_in_the_last_round(state: State) -> bool:
    return RIGHT["_has_room"](state) and not (state.round == 5 and not any(state.reserve))


def overfull_huts(state: State) -> State:
    return RIGHT["put_in_huts"](state).changed(
        huts=tuple([min(hut + state.gains[p], 17) for p, hut in enumerate(state.huts)])
    )


def crowded_island(counts: tuple[int, ...], treasures: int, *more: Any) -> int | None:
    winner: int | None = RIGHT["island_winner"](counts, treasures, *more)
    return None if max(counts) >= 6 and treasures >= 3 else winner


WRONG: dict[str, tuple[Any, Callable[..., Any], int]] = {
    "copiers": (resolution, too_few_copiers, 6),
    "_has_room": (effects, no_room_in_the_last_round, 4),
    "put_in_huts": (succession, overfull_huts, 4),
    "island_winner": (collection, crowded_island, 3),
}
RIGHT: dict[str, Callable[..., Any]] = {name: getattr(module, name) for name, (module, _, _) in WRONG.items()}


@source_only
@pytest.mark.parametrize("name", WRONG)
def test_a_rarely_wrong_engine_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, wrong, players = WRONG[name]
    monkeypatch.setattr(module, name, wrong)
    assert compared(_all(players), others=1).wrong


def _all(players: int) -> Iterator[Trial]:
    yield from (trial for trial in by_readings()[()] if trial.state.players == players)
    yield from found(players, seeds=2)


@source_only
def test_solver_made_positions_are_different_and_agree() -> None:
    trials = list(itertools.islice(found(2), 60))
    assert len({(trial.state, trial.action) for trial in trials}) == len(trials)
    assert not any(map(disagreement, trials))
    assert any(trial.action not in trial.state.legal_actions() for trial in trials)


def test_a_trial_is_read_as_it_was_written() -> None:
    for trial in by_readings()[()][:50]:
        assert engine_positions.read(engine_positions.written(trial)) == trial


def test_a_position_is_read_under_other_readings_only_where_it_is_one() -> None:
    rules = replace(STANDARD, readings=replace(OURS, cards_before="one-each"))
    read = [engine_positions.read_as(trial, rules) for trial in by_readings()[()][::20]]
    assert None in read
    assert any(trial is not None for trial in read)
