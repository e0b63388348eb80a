"""Loops cut at their heads: an invariant that holds is enough, and whatever is wrong with one is noticed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from archipel.checks.proofs.engine.loop_invariants import CutLoop, LoopInvariant
from archipel.checks.proofs.engine.rewritten import NotRewrittenError
from archipel.checks.proofs.engine.symbolic import SymbolicInt, explore, term_of, unknown
from archipel.spec.logic.builders import kept_with_context, start_afresh


@kept_with_context
def unknowns() -> list[SymbolicInt]:
    """Three numbers; other tests may have solvers start afresh, after which those made before are of no use."""
    return [unknown(f"number_{place}") for place in range(3)]


def largest(numbers: Sequence[int]) -> int:
    best = 0
    for number in numbers:
        if number < best:
            continue
        best = number
    return best


def stops_early(numbers: Sequence[int]) -> int:
    best = 0
    for number in numbers:
        if number > 100:
            break
        if number > best:
            best = number
    return best


def one_short(numbers: Sequence[int]) -> int:
    best = 0
    for number in numbers[:-1]:
        if number > best:
            best = number
    return best


def keeps_a_list(numbers: Sequence[int]) -> int:
    best, seen = 0, []
    for number in numbers:
        seen.append(number)
        if number > best:
            best = number
    return best + len(seen)


def counts_down(number: int) -> int:
    while number > 0:
        number = number - 1
    return number


def never_ends(number: int) -> int:
    while number > 0:
        number = number + 0
    return number


def failures(function: Callable[..., Any], arguments: Sequence[Any], invariant: LoopInvariant, ends: Any) -> list[str]:
    """What is wrong on some path of some part."""
    times = 3 if invariant.variant is None else 1
    found = []
    for part in CutLoop(function).obligations(arguments, invariant, ends, times):
        for path in explore(part.run, part.assumptions):
            failure = path.failure(part.claims(path))
            found += [f"{part.about}{failure}"] if failure else []
    return found


def is_largest(found: Any) -> dict[str, Any]:
    return {f"not less than {place}": term_of(found >= number) for place, number in enumerate(unknowns())}


def so_far(done: int, found: Any) -> dict[str, Any]:
    return {f"not less than {place}": term_of(found["best"] >= unknowns()[place]) for place in range(done)}


LARGEST = LoopInvariant(lambda _: {"best": unknown("best")}, so_far)


def test_an_invariant_that_holds_shows_the_claim() -> None:
    assert not failures(largest, [unknowns()], LARGEST, is_largest)


def test_solvers_that_start_afresh_change_nothing() -> None:
    assert not failures(largest, [unknowns()], LARGEST, is_largest)
    start_afresh()
    assert not failures(largest, [unknowns()], LARGEST, is_largest)


@pytest.mark.parametrize(
    ("function", "part"),
    [(stops_early, "item 0: not less than 0"), (one_short, "before the loop: the loop goes over 3")],
)
def test_a_loop_that_leaves_something_out_is_noticed(function: Callable[..., Any], part: str) -> None:
    assert failures(function, [unknowns()], LARGEST, is_largest)[0].startswith(part)


def test_an_invariant_that_says_too_little_shows_nothing() -> None:
    nothing = LoopInvariant(lambda _: {"best": unknown("best")}, lambda *_: {})
    assert failures(largest, [unknowns()], nothing, is_largest)[0].startswith("after the loop: not less than")


def test_what_the_loop_changes_and_the_invariant_forgets_is_noticed() -> None:
    forgets = LoopInvariant(lambda _: {}, lambda *_: {})
    assert "UnboundLocalError" in failures(largest, [unknowns()], forgets, is_largest)[0]
    assert "the loop changes seen" in failures(keeps_a_list, [unknowns()], LARGEST, is_largest)[0]


def test_a_loop_with_a_condition_must_get_nearer_to_its_end() -> None:
    number = unknown("number")
    invariant = LoopInvariant(
        lambda _: {"number": number},
        lambda _, found: {"not negative": term_of(found["number"] >= 0)},
        lambda found: found["number"],
    )
    start = [abs(7)]
    assert not failures(counts_down, start, invariant, lambda found: {"nothing left": term_of(found == 0)})
    assert "the variant gets less" in failures(never_ends, start, invariant, lambda _: {})[0]
    with pytest.raises(NotRewrittenError, match="needs a variant"):
        list(CutLoop(counts_down).obligations(start, LARGEST, is_largest, 1))


def test_a_function_without_such_a_loop_is_refused() -> None:
    with pytest.raises(NotRewrittenError, match="no loop 0"):
        CutLoop(is_largest)
