"""The algebra itself: scoping, totality, no silent truth values."""

from __future__ import annotations

import pytest

from archipel.spec.clauses import Nature, Rulebook, Vocabulary
from archipel.spec.logic import (
    Domain,
    Num,
    Prop,
    all_of,
    any_of,
    count,
    exists,
    forall,
    iff,
    implies,
    least,
    negation,
    notation,
    number,
    total,
    when,
)
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Term
from archipel.spec.machine import IncoherentError, Machine, blank, bounded_vectors, evaluate_number, vectors


def book() -> tuple[Rulebook, Num, Domain]:
    words = Vocabulary()
    size = words.parameter("size")
    return Rulebook("toy", {"s": {"en": "S", "fr": "S"}}, words), size, Domain("things", "X", size)


def evaluate(term: Term, **values: object) -> object:
    return compile_functions([Function("it", term)])(values)["it"]()


def test_a_term_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(number(1) == number(1))
    with pytest.raises(TypeError):
        [number(2)].index(number(1))


def test_inner_variables_do_not_capture_outer_ones() -> None:
    """A helper that binds ``p`` may be given somebody else's ``p``."""
    rulebook, _, things = book()
    f = rulebook.vocabulary.numbers("f", things)

    def others(p: Num) -> Num:
        outer = p
        return count(things, lambda p: all_of(p != outer, f(p) == f(outer)))

    term = total(things, lambda p: others(p))
    assert evaluate(term, size=3, f=(7, 7, 1)) == 2
    assert notation.text(term) == "Σ[p ∈ X] #{p′ ∈ X | p′ ≠ p ∧ f(p′) = f(p)}"


def test_functions_are_total_everywhere() -> None:
    rulebook, size, things = book()
    f = rulebook.vocabulary.numbers("f", things)
    g = rulebook.vocabulary.facts("g", things)
    for place, expected, fact in ((number(-1), 0, False), (size, 0, False), (size - 1, 9, True)):
        values = {"size": 3, "f": (5, 6, 9), "g": (True, True, True)}
        assert evaluate(f(place), **values) == expected
        assert evaluate(g(place), **values) is fact
        assert Interpretation("z3", values)(f(place)) == expected


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (least(4, 2, 3), 2),
        (when(number(1) < 2, 5, 6), 5),
        (number(2) * 3 - 1, 5),
        (1 + number(2), 3),
        (10 - number(2), 8),
    ],
)
def test_numbers(term: Num, value: int) -> None:
    assert evaluate(term) == value
    assert Interpretation("z3", {})(term) == value
    assert Interpretation("cvc5", {})(term) == value


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("right", [True, False])
def test_connectives(left: bool, right: bool) -> None:
    a, b = number(1) == int(left), number(1) == int(right)
    expected: list[tuple[Prop, bool]] = [
        (all_of(a, b), left and right),
        (any_of(a, b), left or right),
        (negation(a), not left),
        (implies(a, b), not left or right),
        (iff(a, b), left == right),
    ]
    for term, value in expected:
        assert evaluate(term) is value
        assert Interpretation("z3", {})(term) is value


def test_empty_quantifiers() -> None:
    _, _, things = book()
    assert evaluate(forall(things, lambda x: x < 0), size=0) is True
    assert evaluate(exists(things, lambda x: x >= 0), size=0) is False
    assert evaluate(total(things, lambda x: x), size=0) == 0


def test_wrong_number_of_places_is_refused() -> None:
    rulebook, _, things = book()
    f = rulebook.vocabulary.numbers("f", things)
    with pytest.raises(TypeError, match="takes 1 places"):
        f(1, 2)
    with pytest.raises(TypeError, match="2 variables for 1 domains"):
        forall(things, lambda x, y: x < y)  # type: ignore[misc, arg-type]


def test_two_clauses_cannot_set_one_fact() -> None:
    rulebook, _, _ = book()
    fact = rulebook.vocabulary.number("fact")
    step = rulebook.consequence("step")
    for id in ("s.a", "s.b"):
        rulebook.clause(id, en="x", fr="x").sets(fact, step)(lambda: number(1))
    with pytest.raises(ValueError, match=r"s\.a, s\.b all set fact"):
        rulebook.changes(step)


def test_contributions_add_up_and_the_rest_stays() -> None:
    rulebook, _, things = book()
    f = rulebook.vocabulary.numbers("f", things)
    rulebook.vocabulary.number("g")
    step = rulebook.consequence("step")
    rulebook.clause("s.a", en="x", fr="x").adds(f, step)(lambda x: x)
    rulebook.clause("s.b", en="x", fr="x").adds(f, step)(lambda y: y * 10)
    machine = Machine(rulebook)
    values = blank(rulebook, {"size": 3}) | {"f": (100, 100, 100), "g": 4}
    after = machine.at(values).after(step)
    assert after == {"size": 3, "f": (100, 111, 122), "g": 4}


def test_consequences_that_clash_or_never_end_are_errors() -> None:
    rulebook, _, _ = book()
    fact = rulebook.vocabulary.number("fact")
    first, second = rulebook.consequence("first"), rulebook.consequence("second")
    clause = rulebook.clause("s.a", en="x", fr="x")
    clause.guards(second)(lambda: fact == 1)
    clause.adds(fact, first)(lambda: number(0))
    values = blank(rulebook, {"size": 1})
    with pytest.raises(IncoherentError, match="without end"):
        list(Machine(rulebook).at(values).unfolding())
    with pytest.raises(IncoherentError, match="due at once: first, second"):
        list(Machine(rulebook).at(values | {"fact": 1}).unfolding())


def test_broken_clauses_are_named() -> None:
    rulebook, size, _ = book()
    rulebook.clause("s.small", en="x", fr="x").requires(lambda: size < 3)
    rulebook.clause("s.large", en="x", fr="x").requires(lambda: size > 1)
    machine = Machine(rulebook)
    assert machine.at({"size": 5}).broken(Nature.REQUIREMENT) == ["s.small"]
    assert machine.at({"size": 1}).broken(Nature.REQUIREMENT) == ["s.large"]


def test_vectors_are_all_ways_to_choose() -> None:
    assert vectors(2, 2) == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)) == bounded_vectors((range(3),) * 2, 0, 2)
    assert bounded_vectors((range(2), range(6), range(1)), 2, 3) == ((0, 2, 0), (0, 3, 0), (1, 1, 0), (1, 2, 0))
    assert len(vectors(10, 3)) == 286
    assert bounded_vectors((), 0, 3) == ((),)
    assert bounded_vectors(((0, 2), (1, 4)), 3, 5) == ((0, 4), (2, 1))
    few = range(3)
    assert bounded_vectors((), 1, 3) == bounded_vectors((few,), 3, 3) == bounded_vectors((few,), 0, -1) == ()
    assert bounded_vectors((few, ()), 0, 3) == ()


def test_sizes_are_computed_with_every_operator() -> None:
    assert [evaluate_number(term, {}) for term in (number(3) + 4, number(3) - 4, number(3) * 4)] == [7, -1, 12]


def test_a_conjunction_is_asked_part_by_part() -> None:
    """As soon as its arguments are fixed; a refusal still names the whole guard, once."""
    rulebook, _, things = book()
    one, other = rulebook.vocabulary.argument("one", things), rulebook.vocabulary.argument("other", things)
    pick = rulebook.decision("pick", one, other)

    def a_pair() -> Prop:
        return all_of(one == 1, all_of(other != one, other < 3))

    rulebook.clause("s.pair", en="x", fr="x").guards(pick)(a_pair)
    machine = Machine(rulebook)
    assert [len(asked) for asked in machine.ready["pick"]] == [0, 1, 2]
    here = machine.at({"size": 5})
    every = [(a, b) for a in range(5) for b in range(5)]
    assert here.legal(pick) == [way for way in every if here.allows(pick, *way)] == [(1, 0), (1, 2)]
    assert [part.name for part in here.refusals(pick, 0, 0)] == ["a_pair"]
