"""Concolic testing finds inputs that random ones never are, and says which it could not find."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import z3

from archipel.checks.proofs.engine.concolic import (
    BranchCoverage,
    ConcolicSearch,
    Goal,
    freed,
    numbers_in,
    settled,
    traced,
)
from archipel.checks.proofs.engine.symbolic import unknown


def found_for(
    function: Callable[[], object], start: Mapping[str, int], *assumptions: z3.BoolRef
) -> list[dict[str, int]]:
    return [dict(numbers) for numbers in ConcolicSearch(function, assumptions, BranchCoverage()).inputs(start, 100)]


def test_a_rare_side_of_a_branch_is_found() -> None:
    x, y = unknown("x"), unknown("y")

    def rare() -> bool:
        return bool(x * 3 + y == 1234) and bool(y > 40)

    inputs = found_for(rare, {"x": 0, "y": 0})
    assert any(3 * numbers["x"] + numbers["y"] == 1234 and numbers["y"] > 40 for numbers in inputs)


def test_the_boundary_and_one_on_either_side_of_it_are_found() -> None:
    x = unknown("x")
    inputs = found_for(lambda: bool(x >= 7), {"x": 100})
    assert {6, 7, 8} <= {numbers["x"] for numbers in inputs}


def test_what_the_assumptions_exclude_is_not_found_and_said_to_be_open() -> None:
    x, coverage = unknown("x"), BranchCoverage()
    search = ConcolicSearch(lambda: bool(x > 9), [x.term >= 0, x.term <= 5], coverage)
    assert all(0 <= numbers["x"] <= 5 for numbers in search.inputs({"x": 1}, 100))
    assert [goal.side for goal in coverage.open() if isinstance(goal.side, bool)] == [True]


def test_all_of_several_are_found_to_hold_at_once() -> None:
    several = [unknown(name) for name in "abcde"]
    inputs = found_for(lambda: any(several), dict.fromkeys("abcde", 1))
    assert dict.fromkeys("abcde", 0) in inputs


def test_modules_can_be_left_out() -> None:
    x, coverage = unknown("x"), BranchCoverage(ignored=frozenset({"test_concolic"}))
    assert list(ConcolicSearch(lambda: bool(x > 3), [], coverage).inputs({"x": 1}, 9)) == [{"x": 1}]
    assert not coverage.reached


def test_every_place_of_a_table_is_used() -> None:
    x, table = unknown("x"), ("a", "b", "c", "d")
    inputs = found_for(lambda: table[x], {"x": 3}, x.term >= 0, x.term < 4)
    assert {numbers["x"] for numbers in inputs} == {0, 1, 2, 3}


def test_a_question_is_told_by_its_place_in_the_code() -> None:
    x = unknown("x")

    def twice() -> None:
        for bound in (1, 2, 3):
            if x > bound:
                continue

    asked = traced(twice, {"x": 2}).asked
    assert len(asked) == 3
    assert {(question.site.line, question.site.instruction) for question in asked} == {
        (asked[0].site.line, asked[0].site.instruction)
    }
    assert [question.site.time for question in asked] == [0, 1, 2]
    assert asked[0].site.function == "twice"
    assert Goal(asked[0].site, True) in asked[0].reached


def test_numbers_are_freed_and_put_back_but_for_what_is_fixed() -> None:
    value = ((1, 2), None, "text", True, 5)
    numbers = numbers_in(value, "v", {"v.x"})
    assert numbers == {"v.0.0": 1, "v.0.1": 2, "v.4": 5}
    free = freed(value, "v", ())
    assert str(free[0][1].term) == "v.0.1"
    assert settled(value, "v", (), {**numbers, "v.4": 9}) == ((1, 2), None, "text", True, 9)
    assert freed(value, "v", {"v"}) == value
