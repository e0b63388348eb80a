"""Bounds: the exact range of a number, the first value that breaks a theorem, and no range that holds of nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.proofs.numbers.bounds import (
    EVERYTHING,
    Bounds,
    End,
    FoundBound,
    Probe,
    Spot,
    UndecidedBoundError,
    bounds,
    nearest_above,
    nearest_below,
)
from archipel.checks.proofs.prover import ProofGame
from archipel.spec.clauses import Rulebook, Source, Vocabulary
from archipel.spec.logic import Domain, Prop, after, all_of, exists, forall, implies, total, when
from archipel.spec.theorems import Theorem, Theory

NUMBERS = {"cap": 7, "shelves": 3, "shelf_count": 3, "books": 10, "strength": 2}


class Library:
    """Books on shelves: no more than a cap on each, so many in all."""

    def __init__(self) -> None:
        self.words = Vocabulary()
        self.book = Rulebook("library", {"all": {"en": "All", "fr": "Tout"}}, self.words)
        self.cap, self.count = self.words.parameter("cap"), self.words.parameter("books")
        self.strength = self.words.parameter("strength")
        shelves, shelf_count = self.words.parameter("shelves"), self.words.parameter("shelf_count")
        self.shelves = Domain("shelves", "S", shelves)
        self.on = self.words.numbers("on", self.shelves)
        self.add = self.book.consequence("add")
        rule = self.book.clause("all.rule", Source("T", "All"), en="Rule", fr="Règle")
        rule.requires(named("as_many_shelves", lambda: shelves == shelf_count))
        rule.requires(named("room_for_all", lambda: self.count <= shelves * self.cap))
        rule.always(named("capped", lambda: forall(self.shelves, lambda s: self.on(s) <= self.cap)))
        rule.always(named("not_negative", lambda: forall(self.shelves, lambda s: self.on(s) >= 0)))
        rule.always(named("all_there", lambda: total(self.shelves, lambda s: self.on(s)) == self.count))
        self.theory = Theory(self.book)
        self.theorem = self.theory.theorem("library.theorem", "all.rule", en="It holds.", fr="C'est vrai.")

    def found(self, parameter: str) -> Bounds:
        game = ProofGame(self.theory, lambda _: dict(NUMBERS), interchangeable=(self.shelves,))
        return bounds(game, self.theorem, parameter, 2)


def named(name: str, body: Callable[[], Prop]) -> Callable[[], Prop]:
    body.__name__ = name
    return body


def library(state: Callable[[Library, Theorem], Any]) -> Library:
    made = Library()
    state(made, made.theorem)
    return made


def two_shelves_used(made: Library, theorem: Theorem) -> None:
    """No shelf has all the books: true as long as the cap is less than their number."""
    theorem.everywhere(named("spread", lambda: forall(made.shelves, lambda s: made.on(s) < made.count)))


def test_the_first_value_that_breaks_a_theorem_is_found_with_a_witness() -> None:
    found = library(two_shelves_used).found("cap")
    assert (found.least, found.greatest) == (4, 9)
    assert (found.above.end, found.above.value) == (End.BREAKS, 10)
    assert found.above.witness == {"on(0)": 10}


def test_a_range_ends_where_no_position_is_left() -> None:
    """Ten books do not fit on three shelves of three: below four a theorem would hold of nothing."""
    found = library(two_shelves_used).found("cap")
    assert (found.below.end, found.below.value) == (End.EMPTY, 3)


def test_material_that_cannot_be_leaves_no_position_however_long_the_prover_would_look_for_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Shelves are five books wide at most, so that three have no place for sixteen, whatever stands on them."""

    def narrow_shelves(made: Library, theorem: Theorem) -> None:
        width = made.words.material("width", made.shelves)
        clause = made.book.clause("all.width", Source("T", "All"), en="Width", fr="Largeur")
        clause.requires(named("narrow", lambda: forall(made.shelves, lambda s: width(s) <= 5)))
        clause.requires(named("wide_enough", lambda: total(made.shelves, lambda s: width(s)) >= made.count))
        theorem.everywhere(named("few", lambda: forall(made.shelves, lambda s: made.on(s) <= made.count)))

    def slow(self: Probe, spot: Spot, tier: int, low: int, high: int | None, goal: Any) -> FoundBound | None:
        if tier == EVERYTHING and low > 15:
            raise UndecidedBoundError
        return ask(self, spot, tier, low, high, goal)

    ask = Probe._ask
    monkeypatch.setattr(Probe, "_ask", slow)
    found = library(narrow_shelves).found("books")
    assert (found.above.end, found.above.value, found.greatest) == (End.EMPTY, 16, 15)


def test_what_holds_for_all_larger_numbers_is_said_to() -> None:
    def no_more_than_all(made: Library, theorem: Theorem) -> None:
        theorem.everywhere(named("few", lambda: forall(made.shelves, lambda s: made.on(s) <= made.count)))

    found = library(no_more_than_all).found("cap")
    assert (found.greatest, found.above.end) == (None, End.OPEN)


def test_a_number_of_elements_is_tried_value_by_value_with_what_is_equal_to_it() -> None:
    """Seven to a shelf: one shelf is too few for ten books, and on two or more there may be room left or not."""
    found = library(two_shelves_used).found("shelf_count")
    assert (found.least, found.below.end) == (2, End.EMPTY)
    assert (found.greatest, found.above.end) == (12, End.UNTRIED)


def test_claims_that_something_is_possible_break_where_it_is_not() -> None:
    def a_full_shelf(made: Library, theorem: Theorem) -> None:
        theorem.possible(named("six", lambda: exists(made.shelves, lambda s: made.on(s) == 6)))

    found = library(a_full_shelf).found("cap")
    assert (found.least, found.below.end) == (6, End.BREAKS)
    assert (found.greatest, found.above.end) == (None, End.OPEN)


def test_each_value_may_need_a_situation_of_its_own() -> None:
    def exactly_full(made: Library, theorem: Theorem) -> None:
        theorem.possible(named("full", lambda: exists(made.shelves, lambda s: made.on(s) == made.cap)))

    found = library(exactly_full).found("cap")
    assert (found.least, found.greatest, found.above.end) == (4, 10, End.BREAKS)


def test_the_nearest_break_of_several_claims_counts() -> None:
    def both(made: Library, theorem: Theorem) -> None:
        two_shelves_used(made, theorem)
        theorem.everywhere(named("at_most_eight", lambda: forall(made.shelves, lambda s: made.on(s) <= 8)))

    found = library(both).found("cap")
    assert (found.greatest, found.above.claim) == (8, "at_most_eight")


def test_steps_are_searched_too() -> None:
    """A step that adds as many books to the first shelf as the strength exceeds two."""

    def kept(made: Library, theorem: Theorem) -> None:
        clause = made.book.clause("all.step", Source("T", "All"), en="Step", fr="Pas")
        clause.adds(made.on, made.add)(lambda s: when(s == 0, made.strength - 2))
        theorem.over(made.add)(
            named("same", lambda: all_of(implies(made.on(0) <= 3, after(made.on(0)) <= 3), made.on(0) >= 0))
        )

    found = library(kept).found("strength")
    assert (found.least, found.greatest, found.above.where) == (0, 2, "add")


@pytest.mark.parametrize(("bad", "printed"), [({9, 12}, 7), ({8}, 7), ({30}, 7), (set(), 7), ({3, 5}, 7)])
def test_the_nearest_is_found_whatever_the_prover_answers_first(bad: set[int], printed: int) -> None:
    def ask(low: int, high: int | None) -> FoundBound | None:
        hits = [value for value in bad if low <= value and (high is None or value <= high)]
        return FoundBound(max(hits) if low > printed else min(hits)) if hits else None

    above, below = nearest_above(ask, printed), nearest_below(ask, printed)
    assert (above and above.value) == min((value for value in bad if value > printed), default=None)
    assert (below and below.value) == max((value for value in bad if value < printed), default=None)


def test_the_cap_of_seven_is_the_last_that_leaves_one_taker(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--bounds", "--json", "--only", "collection.single-patterns", "--players", "3"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["bounds"]
    assert (found["parameter"], found["printed"], found["holds"]["to"]) == ("island_cap", 7, 8)
    assert sorted(found["above"]["witness"].values()) == [1, 4, 4]


def test_a_theorem_that_rests_on_nothing_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--bounds", "--only", "collection.most-takes"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
