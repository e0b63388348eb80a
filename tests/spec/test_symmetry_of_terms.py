"""What tells elements apart in a term, on the toy: every way is found, and what does not is left alone."""

from __future__ import annotations

import pytest
from tests.toy.spec import Reefs, left

from archipel.spec.clauses import Nature, Rulebook, Vocabulary
from archipel.spec.logic import (
    Domain,
    Num,
    Prop,
    after,
    constant,
    exists,
    forall,
    implies,
    least,
    number,
    the,
    total,
    when,
)
from archipel.spec.logic.symmetry import Symmetry

NOBODY = constant("nobody", -1)

BROKEN: list[Prop] = [
    forall(Reefs, lambda i: forall(Reefs, lambda j: implies(i < j, left(i) >= left(j)))),
    forall(Reefs, lambda i: left(i) == i),
    exists(Reefs, lambda i: i == 0),
    total(Reefs, lambda i: i) == 3,
    forall(Reefs, lambda i: least(i, left(i)) == 0),
    forall(Reefs, lambda i: when(left(i) == 0, i, 5) == 5),
    the(Reefs, lambda i: left(i) == 1, otherwise=3) == 3,
    forall(Reefs, lambda i: left(i + 1) == 0),
    left(number(2)) == 0,
]


@pytest.mark.parametrize("term", BROKEN, ids=range(len(BROKEN)))
def test_telling_reefs_apart_is_noticed(term: Prop) -> None:
    assert Symmetry(Reefs).broken(term)


WHOLE: list[Prop] = [
    forall(Reefs, lambda i: forall(Reefs, lambda j: implies(i != j, left(i) >= left(j)))),
    total(Reefs, lambda i: left(i)) == 3,
    the(Reefs, lambda i: left(i) == 1, otherwise=NOBODY) == NOBODY,
    forall(Reefs, lambda i: after(left(i)) == 0),
    forall(Reefs, lambda i: when(left(i) == 0, i, NOBODY) != NOBODY),
]


@pytest.mark.parametrize("term", WHOLE, ids=range(len(WHOLE)))
def test_what_does_not_tell_reefs_apart_is_left_alone(term: Prop) -> None:
    assert not Symmetry(Reefs).broken(term)


def test_a_fact_that_names_elements_must_be_given_one() -> None:
    words = Vocabulary()
    size = words.parameter("size")
    places = Domain("places", "L", size)
    here = words.number("here", of=places)
    count = words.number("count")
    rules = Rulebook("test", {"a": {"en": "a", "fr": "a"}}, words)
    step = rules.consequence("go")
    clause = rules.clause("a.b", en="x", fr="x")

    @clause.sets(here, step)
    def moved() -> Num:
        return count

    (part,) = rules.parts(Nature.BECOMES, step=step)
    assert part.target is not None
    assert Symmetry(places).mixed(part.target, part.term)
    assert not Symmetry(places).mixed(part.target, here)
    assert not Symmetry(Reefs).mixed(part.target, count)
