"""How open points are settled: each argument succeeds where it should, and fails where it should not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from archipel.checks.readings import settlement as settlements
from archipel.checks.readings.settlement import (
    How,
    SettledCase,
    Settlement,
    broken_example,
    broken_theorem,
    by_theorems,
    lost_permission,
    no_such_game,
    overall,
    same_clauses,
    settlement,
    unmet_demand,
)
from archipel.reference.costa_ruana.readings import CHOICES
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.readings import Demand, Reading

GAME = "costa_ruana"

SETTLED = {
    "poor-islands": "open",
    "first-refusal": "open",
    "layout-choice": "equivalent",
    "cards-before": "example",
    "card-inhabitant": "open",
    "face-down": "open",
    "flip": "open",
    "background": "example",
    "table-talk": "open",
    "copy-order": "open",
    "card-return": "open",
    "copier": "example",
    "copies": "open",
    "same-type": "contradiction",
    "copy-turn": "contradiction",
    "remove-from": "example",
    "place-on": "contradiction",
    "null-move": "open",
    "moved-twice": "open",
    "full-islands": "equivalent",
    "majority": "contradiction",
    "lone": "equivalent",
    "priority": "equivalent",
    "absent-players": "equivalent",
    "return-after-conflict": "example",
    "island-order": "equivalent",
    "fewest": "open",
    "previous-shaman": "open",
    "shaman-tie": "example",
    "naming": "open",
    "last-draw": "contradiction",
    "which-round": "contradiction",
    "last-shaman": "equivalent",
    "hidden-treasures": "open",
    "empty-pile": "equivalent",
    "final-tie": "open",
}


def case(point: str, name: str = "") -> SettledCase:
    there = READINGS.points[point]
    return SettledCase(GAME, there, there.readings[name] if name else there.others[0])


PROVED_LONG = ("lone", "priority")
"""Settled in the same way as ``absent-players``; ``test_comparing`` has the same proofs."""


@pytest.mark.parametrize(
    "point", [pytest.param(id, marks=[pytest.mark.thorough] if id in PROVED_LONG else []) for id in SETTLED]
)
def test_every_point_is_settled_as_we_say(point: str) -> None:
    """What the analysis expects; nothing of this is written where it is worked out."""
    there = READINGS.points[point]
    found = [settlement(GAME, there, reading) for reading in there.others]
    assert overall(found).value == SETTLED[point]
    assert all(one.told["en"] and one.told["fr"] and one.told["en"] != one.told["fr"] for one in found)


def test_no_point_is_forgotten() -> None:
    assert list(SETTLED) == list(READINGS.points)


def test_a_point_is_as_settled_as_its_least_settled_reading() -> None:
    found = [Settlement(how, {}) for how in (How.EQUIVALENT, How.EXAMPLE)]
    assert overall(found) is How.EXAMPLE
    assert overall([*found, Settlement(How.OPEN, {})]) is How.OPEN


def test_a_settlement_is_kept_as_it_is() -> None:
    found = Settlement(How.EXAMPLE, {"en": "a", "fr": "b"}, ("E1",), (2, 3), {"on": [1]})
    assert Settlement.from_json(found.as_json()) == found


# Arguments that must not succeed


@contextmanager
def another(reading: Reading, **changed: object) -> Iterator[None]:
    """A reading with other things said about it."""
    before = {name: getattr(reading, name) for name in changed}
    for name, value in changed.items():
        object.__setattr__(reading, name, value)
    yield
    for name, value in before.items():
        object.__setattr__(reading, name, value)


def test_a_demand_that_is_always_met_contradicts_nothing() -> None:
    from archipel.spec.costa_ruana.vocabulary import round_number, rounds

    wrong = case("which-round")
    with another(wrong.reading, demands=[Demand("never_too_late", round_number <= rounds, {"en": "", "fr": ""})]):
        assert unmet_demand(wrong) is None


def test_a_theorem_that_still_holds_contradicts_nothing() -> None:
    ours = case("shaman-tie")
    with another(ours.reading, breaks=("collection.one-winner",)):
        assert broken_theorem(ours) is None


def test_a_theorem_that_is_false_settles_nothing() -> None:
    idle = case("full-islands")
    with another(idle.reading, makes_no_difference_by=("collection.most-takes",)):
        assert by_theorems(idle) is None


@pytest.mark.parametrize("point", ["flip", "copies", "fewest"])
def test_readings_that_nothing_speaks_against(point: str) -> None:
    for argument in (unmet_demand, same_clauses, no_such_game, lost_permission, broken_theorem, broken_example):
        assert argument(case(point)) is None, argument.__name__


def test_open_readings_differ_from_ours_in_play() -> None:
    """A choice is called open only if it makes a difference, or is beyond the clauses."""
    for id, how in SETTLED.items():
        if how == "open" and id in CHOICES:
            for reading in READINGS.points[id].others:
                assert settlements.never_differs(SettledCase(GAME, READINGS.points[id], reading)) is None
