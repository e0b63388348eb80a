"""Choices with bounds: how many of each place and in all; only what can be legal is tried."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.checks.proofs.prover import PROVERS, arguments_in_range
from archipel.spec.clauses import Rulebook, Step, Vocabulary
from archipel.spec.logic import Domain, Num, NumFunction, Prop, all_of, forall, implies, total
from archipel.spec.logic.solver import Interpretation
from archipel.spec.machine import Machine, Position, blank

PLACES = 4


class Field:
    """Whoever harvests takes some of what stands in a field, of as many places as the field has."""

    def __init__(self, size: int = PLACES) -> None:
        self.words = Vocabulary()
        self.size, self.basket = self.words.parameter("size"), self.words.parameter("basket")
        self.spots = Domain("spots", "S", self.size)
        self.on = self.words.numbers("on", self.spots)
        self.rules = Rulebook("field", {"f": {"en": "Field", "fr": "Champ"}}, self.words)
        self.tool = self.words.argument("tool", Domain("tools", "T", self.size))
        self.clause = self.rules.clause("f.harvest", en="Harvest.", fr="Récolter.")
        self.values = {"size": size, "basket": 3}

    def harvest(self, taken: NumFunction) -> Step:
        step = self.rules.decision("harvest", self.tool, taken)
        self.taken = taken
        return step

    def here(self, *on: int, basket: int = 3) -> Position:
        return Machine(self.rules).at(blank(self.rules, self.values) | {"on": on, "basket": basket})


def subset(field: Field) -> NumFunction:
    return field.words.choices("taken", field.spots, each=1)


def few(field: Field) -> NumFunction:
    return field.words.choices("taken", field.spots, total=field.basket, at_least=2)


def what_stands_there(field: Field) -> NumFunction:
    return field.words.choices("taken", field.spots, each=lambda s: field.on(s), total=field.basket)


def all_of_it(field: Field) -> NumFunction:
    return field.words.choices("taken", field.spots, each=lambda s: field.on(s), at_least=field.basket)


def within(bounds: Callable[[Field], NumFunction], taken: tuple[int, ...], on: tuple[int, ...], basket: int) -> bool:
    """The bounds of each kind of choice, written again."""
    caps = {"subset": (1,) * PLACES, "few": (9,) * PLACES}.get(bounds.__name__, on)
    low = {"few": 2, "all_of_it": basket}.get(bounds.__name__, 0)
    high = {"few": basket, "what_stands_there": basket}.get(bounds.__name__, 99)
    return all(0 <= n <= cap for n, cap in zip(taken, caps, strict=True)) and low <= sum(taken) <= high


BOUNDS = (subset, few, what_stands_there, all_of_it)
fields = st.tuples(*[st.integers(0, 2)] * PLACES)


@settings(deadline=None, max_examples=40)
@given(on=fields, basket=st.integers(0, 3), tool=st.integers(0, 3))
@pytest.mark.parametrize("bounds", BOUNDS)
def test_what_is_tried_is_what_the_bounds_allow(
    bounds: Callable[[Field], NumFunction], on: tuple[int, ...], basket: int, tool: int
) -> None:
    field = Field()
    harvest = field.harvest(bounds(field))
    field.clause.guards(harvest)(lambda: field.tool == tool)
    tried = field.here(*on, basket=basket).legal(harvest)
    every = itertools.product(range(4), repeat=PLACES)
    assert tried == [(tool, taken) for taken in every if within(bounds, taken, on, basket)]


@settings(deadline=None, max_examples=20)
@given(on=fields, taken=st.tuples(*[st.integers(-1, 3)] * PLACES), basket=st.integers(0, 3))
@pytest.mark.parametrize("bounds", BOUNDS)
def test_provers_know_the_same_bounds(
    bounds: Callable[[Field], NumFunction], on: tuple[int, ...], taken: tuple[int, ...], basket: int
) -> None:
    field = Field()
    harvest = field.harvest(bounds(field))
    for prover in PROVERS:
        view = Interpretation(prover, field.values | {"on": on, "basket": basket})
        solver = view.api.Solver()
        told = view.table(field.taken.symbol)
        solver.add(*[told[place,] == n for place, n in enumerate(taken)])
        solver.add(*[view.expression(fact) for fact in arguments_in_range(view, harvest)])
        assert (solver.check() == view.api.sat) == within(bounds, taken, on, basket)


GUARDS: list[Callable[[Field], Prop]] = [
    lambda f: forall(f.spots, lambda s: f.taken(s) <= f.on(s)),
    lambda f: forall(f.spots, lambda s: implies(f.taken(s) > 0, f.on(s) == 2)),
    lambda f: forall(f.spots, lambda s: implies(s != f.tool, f.taken(s) == 0)),
    lambda f: all_of(f.tool < 2, forall(f.spots, lambda s: all_of(f.taken(s) != 1, f.taken(s) + f.on(s) <= 3))),
    lambda f: forall(f.spots, lambda s: f.taken(s) <= f.taken(0)),
    lambda f: forall(f.spots, lambda s: f.taken(s) + f.taken(s) <= total(f.spots, f.taken)),
    lambda f: total(f.spots, f.taken) == f.basket,
]


@settings(deadline=None, max_examples=20)
@given(on=fields, basket=st.integers(0, 3))
@pytest.mark.parametrize("guard", range(len(GUARDS)))
def test_taking_guards_apart_changes_nothing(guard: int, on: tuple[int, ...], basket: int) -> None:
    """Whether they speak of each place by itself or of several at once: legal is what all guards allow."""
    field = Field()
    harvest = field.harvest(field.words.choices("taken", field.spots, total=field.basket))
    field.clause.guards(harvest)(lambda: GUARDS[guard](field))
    here = field.here(*on, basket=basket)
    every = itertools.product(range(PLACES), here.choices(field.taken.symbol))
    assert here.legal(harvest) == [given_ for given_ in every if here.allows(harvest, *given_)]
    assert len(here.legal(harvest, [])) == PLACES * len(list(here.choices(field.taken.symbol)))


def test_a_choice_over_two_domains_is_a_table() -> None:
    field = Field(2)
    kinds = Domain("kinds", "K", field.size + 1)
    taken = field.words.choices("taken", field.spots, kinds, each=lambda s, k: field.on(s), total=2, at_least=2)
    harvest = field.harvest(taken)
    field.clause.guards(harvest)(lambda: all_of(field.tool == 0, taken(1, 2) == 1))
    assert field.here(1, 1).legal(harvest) == [
        (0, ((0, 0, 0), (0, 1, 1))),
        (0, ((0, 0, 0), (1, 0, 1))),
        (0, ((0, 0, 1), (0, 0, 1))),
        (0, ((0, 1, 0), (0, 0, 1))),
        (0, ((1, 0, 0), (0, 0, 1))),
    ]


def test_a_choice_without_bounds_is_refused() -> None:
    with pytest.raises(ValueError, match="taken says neither how many of each place nor how many in all"):
        Field().words.choices("taken", Domain("spots", "S", Field().size))


def tried(field: Field, step: Step, *on: int) -> int:
    """How many whole choices are looked at: so often the guard about their total is asked."""
    here, asked = field.here(*on), 0
    (name,) = [guard.name for guard in here.machine.guards["harvest"] if guard.part.name == "a_full_basket"]
    passes = here.bound[name]

    def counting(*given_: object) -> bool:
        nonlocal asked
        asked += 1
        return bool(passes(*given_))

    here.bound[name] = counting  # type: ignore[index]
    assert len(here.legal(step)) == comb(6, 4)
    return asked


def large(taken: Callable[[Field], NumFunction], *guards: Callable[[Field], Prop]) -> tuple[Field, Step]:
    """154 places, six of which have something; four are to be taken."""
    field = Field(154)
    field.values["basket"] = 4
    harvest = field.harvest(taken(field))

    def a_full_basket() -> Prop:
        return total(field.spots, field.taken) == 4

    field.clause.guards(harvest)(a_full_basket)
    field.clause.guards(harvest)(lambda: field.tool == 0)
    for guard in guards:
        field.clause.guards(harvest)(lambda guard=guard: guard(field))  # type: ignore[misc]
    return field, harvest


STANDING = [1 if spot % 25 == 3 else 0 for spot in range(150)] + [0] * 4


def test_only_places_that_have_something_are_tried() -> None:
    """C(154, 4) are 22 million; a cap known in the position, or a guard place by place, leaves subsets of six."""
    assert sum(STANDING) == 6
    subsets = 2**6

    def capped(field: Field) -> NumFunction:
        return field.words.choices("taken", field.spots, each=lambda s: field.on(s))

    def exactly_four(field: Field) -> NumFunction:
        return field.words.choices("taken", field.spots, each=lambda s: field.on(s), total=4, at_least=4)

    def unbounded(field: Field) -> NumFunction:
        return field.words.choices("taken", field.spots, each=1, total=4)

    def only_what_is_there(field: Field) -> Prop:
        return forall(field.spots, lambda s: field.taken(s) <= field.on(s))

    assert tried(*large(capped), *STANDING) == subsets
    assert tried(*large(exactly_four), *STANDING) == comb(6, 4)
    assert tried(*large(unbounded, only_what_is_there), *STANDING) == subsets - comb(6, 5) - comb(6, 6)


def test_an_earlier_argument_narrows_what_is_tried() -> None:
    """A guard about each place that also looks at an argument fixed before."""
    field = Field()
    harvest = field.harvest(field.words.choices("taken", field.spots, each=1))

    def near_the_tool(s: Num) -> Prop:
        return implies(field.taken(s) > 0, all_of(s <= field.tool, field.on(s) > 0))

    field.clause.guards(harvest)(lambda: forall(field.spots, near_the_tool))
    tools = [tool for tool, _ in field.here(1, 0, 1, 1).legal(harvest)]
    assert [tools.count(tool) for tool in range(4)] == [2, 2, 4, 8]
