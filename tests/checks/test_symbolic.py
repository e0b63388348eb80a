"""The path explorer: every path once, none forgotten, and claims decided honestly."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.checks.proofs.engine import symbolic
from archipel.checks.proofs.engine.symbolic import (
    ContradictionError,
    Path,
    SymbolicChoice,
    SymbolicList,
    SymbolicTuple,
    TooManyPathsError,
    Undecided,
    either,
    every,
    explore,
    lifted,
    plain,
    second_opinion,
    term_of,
    transcribed,
    unknown,
    unknown_truth,
    with_item,
)

SMALL = st.integers(-3, 3)


def tangled(a: Any, b: Any) -> Any:
    """Branches, a position, a division with remainder and an error."""
    if a > b:
        return (10, 20, 30)[(a - b) % 3]
    if not a:
        raise ValueError("nothing")
    return [a + b, a * 2][b == 2 or a < -1]


def outcome(a: int, b: int) -> Any:
    try:
        return tangled(a, b)
    except ValueError:
        return "error"


def small(*numbers: Any) -> list[Any]:
    return [z3.And(number.term >= -3, number.term <= 3) for number in numbers]


def taken(path: Path[Any], values: list[tuple[Any, Any]]) -> bool:
    conditions = z3.substitute(z3.And(*path.condition, True), *values)
    return bool(z3.is_true(z3.simplify(conditions)))


@settings(max_examples=25, deadline=None)
@given(SMALL, SMALL)
def test_known_values_take_exactly_one_path_and_find_their_own_outcome_there(a: int, b: int) -> None:
    one, other = unknown("a"), unknown("b")
    values = [(one.term, z3.IntVal(a)), (other.term, z3.IntVal(b))]
    paths = [path for path in explore(lambda: tangled(one, other), small(one, other)) if taken(path, values)]
    assert len(paths) == 1
    if paths[0].error is not None:
        assert outcome(a, b) == "error"
    else:
        found = z3.simplify(z3.substitute(term_of(paths[0].value), *values))
        assert found.as_long() == outcome(a, b)


def test_a_claim_that_holds_on_every_path_is_not_refuted() -> None:
    number = unknown("number")
    paths = 0
    for path in explore(lambda: number if number >= 0 else -number):
        paths += 1
        assert path.failure({"not negative": path.value >= 0}) is None
    assert paths == 2


def test_a_claim_that_fails_somewhere_is_refuted_with_values_that_show_it() -> None:
    number = unknown("number")
    failures = [path.failure({"small": path.value < 7}) for path in explore(lambda: number + 1, [number >= 0])]
    (failure,) = failures
    assert failure is not None
    assert int(failure.situation["number"]) + 1 >= 7
    assert str(failure).startswith("small if number = ")


def test_only_the_claims_that_fail_are_named() -> None:
    number = unknown("number")
    claims = {"true": number >= 0, "false": number > 0}
    (failure,) = [path.failure(claims) for path in explore(lambda: None, [number >= 0])]
    assert failure is not None
    assert failure.claims == ("false",)


def test_a_position_takes_one_path_for_each_value_it_can_have() -> None:
    place = unknown("place")
    letters = [path.value for path in explore(lambda: "abcdef"[place], [place >= 1, place <= 4])]
    assert sorted(letters) == list("bcde")


def test_what_is_raised_is_an_outcome() -> None:
    place = unknown("place")
    errors = [type(path.error) for path in explore(lambda: [1, 2][place], [place >= 1, place <= 2])]
    assert sorted(map(str, errors)) == sorted(map(str, [type(None), IndexError]))


def test_too_many_paths_are_an_error_and_not_a_proof() -> None:
    place = unknown("place")
    with pytest.raises(TooManyPathsError):
        list(explore(lambda: range(100)[place], [place >= 0, place < 100], most=10))


def test_assumptions_that_exclude_each_other_prove_nothing() -> None:
    number = unknown("number")
    with pytest.raises(ContradictionError):
        list(explore(lambda: number, [number > 0, number < 0]))


def test_an_unknown_has_no_value_outside_a_run() -> None:
    with pytest.raises(Undecided):
        bool(unknown("number") > 0)


def test_a_question_already_settled_takes_no_second_path() -> None:
    number = unknown("number")
    assert len(list(explore(lambda: (number > 0, bool(number > 0), bool(number > -1))))) == 3


@pytest.mark.parametrize(
    ("lift", "real"),
    [(symbolic.greatest, max), (symbolic.smallest, min), (symbolic.some, any), (symbolic.every, all)],
)
def test_lifted_builtins_say_what_the_builtins_say_without_a_question(lift: Any, real: Any) -> None:
    items = [unknown(f"item_{n}") for n in range(3)]
    (path,) = explore(lambda: lift(items))
    for values in ((0, 0, 0), (1, 2, 3), (3, 0, 1), (2, 2, 1)):
        known = [(item.term, z3.IntVal(value)) for item, value in zip(items, values, strict=True)]
        found = z3.simplify(z3.substitute(term_of(path.value), *known))
        assert str(found) == str(real(values))
        assert lift(values) == real(values)


def test_lifting_ends() -> None:
    module = ModuleType("module")
    with lifted(module):
        assert module.max is symbolic.greatest
    assert not hasattr(module, "max")
    assert sys.modules["builtins"].max((1, 2)) == 2


@given(st.lists(SMALL, min_size=1, max_size=5), SMALL)
def test_a_tuple_of_known_numbers_counts_and_finds_as_tuples_do(items: list[int], item: int) -> None:
    lifted_items, real = SymbolicTuple(items), tuple(items)
    assert lifted_items.count(item) == real.count(item)
    assert (item in lifted_items) == (item in real)
    if item in real:
        assert lifted_items.index(item) == real.index(item)


def test_reading_and_writing_at_an_unknown_position_takes_one_path_and_is_right_everywhere() -> None:
    place = unknown("place")
    items = [unknown(f"item_{n}") for n in range(3)]

    def change() -> SymbolicList:
        changed = SymbolicList(items)
        changed[place] += 5
        return changed

    (path,) = explore(change, [place >= 0, place < 3])
    right = [either(place == n, item + 5, item) == path.value[n] for n, item in enumerate(items)]
    assert path.failure({str(n): claim for n, claim in enumerate(right)}) is None
    wrong = path.value[0] == items[0]
    assert path.failure({"unchanged": wrong}) is not None


def test_negative_and_impossible_positions_are_those_of_python() -> None:
    place = unknown("place")
    items = SymbolicTuple([unknown("first"), unknown("second")])
    outcomes = list(explore(lambda: items[place], [place >= -3, place <= 2]))
    assert {type(path.error) for path in outcomes} == {type(None), IndexError}
    for path in explore(lambda: items[place], [place == -1]):
        assert path.failure({"the last": path.value == items[1]}) is None


def test_replacing_an_item_that_is_itself_a_tuple() -> None:
    place = unknown("place")
    rows = (SymbolicTuple([1, 2]), SymbolicTuple([3, 4]))
    (path,) = explore(lambda: with_item(rows, place, (9, 9)), [place >= 0, place < 2])
    assert path.failure({"one row": path.value[0][0] + path.value[1][1] == either(place == 0, 13, 10)}) is None


@pytest.mark.parametrize("kind", ["number", "choice"])
def test_what_was_read_somewhere_can_be_changed_and_written_back_there_or_elsewhere(kind: str) -> None:
    choices = [SymbolicChoice("here", 3), SymbolicChoice("there", 3)]
    here, there = choices if kind == "choice" else [unknown("here"), unknown("there")]
    places = [place.is_one() if kind == "choice" else every([place >= 0, place < 3]) for place in (here, there)]
    items = SymbolicTuple([unknown(f"item_{n}") for n in range(3)])
    rows = SymbolicTuple([SymbolicTuple([item, 7]) for item in items])

    def run() -> tuple[Any, Any, Any, Any]:
        lifted = with_item(rows, here, (rows[here][0] + 1, rows[there][1] * 2))
        more, copied = with_item(items, here, items[here] + 1), with_item(items, here, items[there] - 1)
        return more, copied, lifted, items[there]

    for path in explore(run, places):
        more, copied, lifted, other = path.value
        claims = {
            f"{name} {n}": found[n] == either(here == n, expected, items[n])
            for n in range(3)
            for name, found, expected in (("more", more, items[n] + 1), ("copied", copied, other - 1))
        }
        lifts = {f"row {n}": lifted[n][0] == more[n] for n in range(3)}
        seven = {f"seven {n}": lifted[n][1] == either(here == n, 14, 7) for n in range(3)}
        assert path.failure({**claims, **lifts, **seven}) is None
        assert path.failure({"unchanged": more[0] == items[0]}) is not None


def test_a_choice_is_a_number_with_names_for_its_values() -> None:
    choice = SymbolicChoice("choice", 3)
    values = [path.value for path in explore(lambda: int(choice), [choice.is_one()])]
    assert sorted(values) == [0, 1, 2]
    for path in explore(lambda: None, [choice.is_one(), choice == 2]):
        assert path.failure({"two": choice + 1 == 3}) is None


def test_what_was_asked_can_be_put_to_another_solver() -> None:
    number = unknown("number")
    with transcribed() as scripts:
        for path in explore(lambda: number if number >= 0 else -number):
            path.failure({"not negative": path.value * 2 >= path.value})
    assert [second_opinion(script) for script in scripts] == ["unsat"] * 3
    with transcribed() as scripts:
        for path in explore(lambda: number):
            path.failure({"positive": path.value > 0})
    assert second_opinion(scripts[0]) == "sat"


def test_a_missing_path_is_noticed_by_the_other_solver() -> None:
    number = unknown("number")
    with transcribed() as scripts:
        paths = list(explore(lambda: bool(number > 0)))
        paths[0].run.no_path_is_missing([path.condition for path in paths[1:]])
    assert [second_opinion(script) for script in scripts] == ["unsat", "sat"]


def test_plain_leaves_what_is_known() -> None:
    truth = unknown_truth("truth")
    assert plain((1, [True, truth])) == (1, (True, truth.term))
