"""Boards as data, and picking elements: truth-valued material, ``first`` and ``largest``, sizes that are products."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archipel.checks.proofs.prover import PROVERS
from archipel.spec.clauses import Rulebook, Vocabulary
from archipel.spec.logic import (
    Domain,
    Num,
    NumFunction,
    Prop,
    Term,
    all_of,
    count,
    exists,
    first,
    forall,
    iff,
    implies,
    largest,
    negation,
    notation,
    number,
    total,
)
from archipel.spec.logic.fingerprint import Fingerprints
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.symmetry import Symmetry
from archipel.spec.logic.terms import NOTHING, definitions_in, symbols_in
from archipel.spec.machine import Machine, blank

SIZE = 4
WORDS = Vocabulary()
RULES = Rulebook("board", {"b": {"en": "Board", "fr": "Plateau"}}, WORDS)
Places = Domain("places", "B", number(SIZE))
beside = WORDS.material_facts("beside", Places, Places)
height = WORDS.material("height", Places)
inland = WORDS.parameter_facts("inland", Places)
on = WORDS.numbers("on", Places)
here = WORDS.number("here", of=Places)
flooded = WORDS.facts("flooded", Places)
clause = RULES.clause("b.board", en="A board.", fr="Un plateau.")


@clause.requires
def beside_each_other() -> Prop:
    return forall(Places, lambda a: forall(Places, lambda b: iff(beside(a, b), beside(b, a))))


@RULES.clause("b.loose", en="Nothing is beside itself.", fr="Rien n'est à côté de soi.").requires
def beside_another() -> Prop:
    return forall(Places, lambda a: negation(beside(a, a)))


@RULES.notion()
def lowest() -> Num:
    """The first place that lies dry beside where we are."""
    return first(Places, lambda p: all_of(beside(here, p), negation(flooded(p))))


@RULES.notion()
def fullest() -> Num:
    return largest(Places, lambda p: on(p) + height(p), lambda p: negation(flooded(p)))


TERMS: dict[str, Term] = {
    "neighbours": count(Places, lambda p: beside(here, p)),
    "there": beside(here, here + 1),
    "inland": exists(Places, lambda p: all_of(inland(p), on(p) > 1, beside(p, here))),
    "height": height(here) + height(on(here)),
    "first": lowest(),
    "first full": first(Places, lambda p: on(p) > 1),
    "first of all": first(Places, lambda p: p > on(here)),
    "largest": fullest(),
    "largest of all": largest(Places, on),
    "largest nested": largest(Places, lambda p: first(Places, lambda q: all_of(beside(p, q), on(q) > 0))),
    "in a sum": total(Places, lambda p: first(Places, lambda q: all_of(on(q) > on(p), beside(p, q)))),
    "looked up": on(first(Places, lambda p: flooded(p))),
}

truths, numbers = st.tuples(*[st.booleans()] * SIZE), st.tuples(*[st.integers(0, 4)] * SIZE)
boards = st.fixed_dictionaries({"beside": st.tuples(*[truths] * SIZE), "height": numbers, "inland": truths})
positions = st.fixed_dictionaries({"on": numbers, "here": st.integers(-1, SIZE), "flooded": truths})


def by_python(term: Term, values: dict[str, Any]) -> Any:
    return compile_functions([Function("it", term)])(values)["it"]()


def by_solver(prover: str, term: Term, known: dict[str, Any], told: dict[str, Any]) -> Any:
    """What a solver makes of a term when it is told what it does not know."""
    view = Interpretation(prover, known)
    expression, solver = view(term), view.api.Solver()
    if isinstance(expression, int):
        return expression
    for symbol in symbols_in(term).values():
        for place, unknown in view.table(symbol).items() if symbol.name in told else ():
            value = told[symbol.name]
            for index in place:
                value = value[index]
            solver.add(unknown == value)
    assert solver.check() == view.api.sat
    found = str(solver.model().eval(expression, model_completion=True))
    return {"True": True, "False": False}[found] if found in ("True", "False") else int(found)


@settings(deadline=None, max_examples=25)
@given(board=boards, position=positions)
def test_python_and_solvers_agree(board: dict[str, Any], position: dict[str, Any]) -> None:
    """On a known board, and on one that the solver is told of like everything else."""
    for name, term in TERMS.items():
        expected = by_python(term, board | position)
        for prover in PROVERS:
            assert by_solver(prover, term, board, position) == expected, (name, prover, "known board")
            assert by_solver(prover, term, board | position, {}) == expected, (name, prover, "all known")
        assert by_solver("z3", term, {}, board | position) == expected, (name, "unknown board")


def reference(board: dict[str, Any], position: dict[str, Any]) -> tuple[int, int]:
    """What ``lowest`` and ``fullest`` mean, written as a loop."""
    at, dry = position["here"], [p for p in range(SIZE) if not position["flooded"][p]]
    near = [p for p in dry if 0 <= at < SIZE and board["beside"][at][p]]
    best = NOTHING
    for p in dry:
        value = position["on"][p] + board["height"][p]
        if best == NOTHING or value > position["on"][best] + board["height"][best]:
            best = p
    return min(near, default=NOTHING), best


@settings(deadline=None)
@given(board=boards, position=positions)
def test_first_and_largest_are_what_they_say(board: dict[str, Any], position: dict[str, Any]) -> None:
    found = Machine(RULES).at(blank(RULES, board | position))
    assert (found.evaluate("lowest"), found.evaluate("fullest")) == reference(board, position)


def test_of_several_the_first_and_of_none_nothing() -> None:
    assert by_python(largest(Places, on), {"on": (1, 5, 5, 2)}) == 1
    assert by_python(largest(Places, lambda p: 0 - on(p), lambda p: on(p) > 2), {"on": (1, 5, 5, 2)}) == 1
    assert by_python(largest(Places, on, lambda p: on(p) > 9), {"on": (1, 5, 5, 2)}) == NOTHING == -1
    empty = Domain("none", "N", number(0))
    for prover in PROVERS:
        assert Interpretation(prover, {})(first(empty, lambda p: p == p)) == NOTHING
        assert Interpretation(prover, {"on": (1, 5, 5, 2)})(largest(Places, on)) == 1
    assert by_python(on(first(Places, lambda p: p < 0)), {"on": (1, 5, 5, 2)}) == 0


def test_places_count_from_the_first_of_their_domain() -> None:
    dice = Domain("dice", "D", number(3), first=number(1))
    seen = WORDS.numbers("seen", dice)
    for term, expected in ((first(dice, lambda d: seen(d) > 0), 2), (largest(dice, seen), 3)):
        assert by_python(term, {"seen": (0, 1, 7)}) == expected
        assert Interpretation("z3", {"seen": (0, 1, 7)})(term) == expected


BOARD = {
    "beside": tuple(tuple(abs(a - b) == 1 for b in range(SIZE)) for a in range(SIZE)),
    "height": (3, 0, 0, 2),
    "inland": (False, True, True, False),
}


@pytest.mark.parametrize("prover", PROVERS)
@pytest.mark.parametrize("name", TERMS)
def test_a_known_board_never_reaches_the_solver(prover: str, name: str) -> None:
    told = str(Interpretation(prover, BOARD)(TERMS[name]))
    untold = str(Interpretation(prover, {})(TERMS[name]))
    used = {s for s in symbols_in(TERMS[name]) if s in BOARD}
    assert all(symbol in untold for symbol in used)
    assert not any(symbol in told for symbol in BOARD)


def test_a_known_board_leaves_little_over() -> None:
    """Where a place is not known, only the places where the board says something are looked at."""
    view = Interpretation("z3", BOARD)
    assert str(view(inland(here))) == "Or(here == 1, here == 2)"
    assert str(view(height(here))) == "If(here == 3, 2, If(here == 0, 3, 0))"
    assert str(view(count(Places, lambda p: all_of(beside(0, p), flooded(p))))) == "If(flooded_1, 1, 0)"
    assert view(exists(Places, lambda p: beside(p, p))) is False


def nodes(expression: Any) -> int:
    """How large a solver's expression is, what it shares counted once."""
    seen, waiting = {}, [expression]
    while waiting:
        part = waiting.pop()
        if part.get_id() not in seen:
            seen[part.get_id()] = part
            waiting += part.children()
    return len(seen)


def test_the_first_is_a_chain_and_no_square() -> None:
    """Twice as many elements are a little more than twice as much to say."""
    words, view = Vocabulary(), Interpretation("z3", {})
    found = []
    for size in (20, 40):
        things = Domain("things", "X", number(size))
        worth = words.numbers(f"worth_{size}", things)

        def dear(x: Num, worth: NumFunction = worth) -> Prop:
            return worth(x) > 3

        terms = (first(things, lambda x: dear(x)), largest(things, worth), largest(things, worth, lambda x: dear(x)))
        found.append([nodes(view(term)) for term in terms])
    assert all(large < 2.2 * small for small, large in zip(*found, strict=True))


def test_a_board_that_does_not_meet_the_requirements_is_named() -> None:
    machine = Machine(RULES)
    assert machine.unmet(BOARD) == []
    lopsided = tuple(tuple(a < b for b in range(SIZE)) for a in range(SIZE))
    assert machine.unmet(BOARD | {"beside": lopsided}) == ["b.board"]
    assert machine.unmet(BOARD | {"beside": ((True,) * SIZE,) * SIZE}) == ["b.loose"]
    only = ((True, True, False, False), *[(False,) * SIZE] * 3)
    assert machine.unmet(BOARD | {"beside": only}) == ["b.board", "b.loose"]


@pytest.mark.parametrize("prover", PROVERS)
def test_requirements_are_assumed_of_boards_that_are_not_known(prover: str) -> None:
    view = Interpretation(prover, {})
    required = [view(term) for part in clause.parts for term in [part.term]]
    solver = view.api.Solver()
    solver.add(*required, view(negation(implies(beside(0, 1), beside(1, 0)))))
    assert solver.check() == view.api.unsat


def test_first_and_largest_are_printed() -> None:
    dry = lambda p: negation(flooded(p))  # noqa: E731
    assert notation.text(first(Places, dry)) == "(first p ∈ B | ¬flooded(p))"
    assert notation.text(largest(Places, lambda p: on(p))) == "(first p ∈ B with largest on(p))"
    every = largest(Places, lambda p: on(p) + 1, dry)
    assert notation.text(every) == "(first p ∈ B with largest on(p) + 1 | ¬flooded(p))"
    assert notation.latex(first(Places, dry)) == (
        r"\left(\mathit{first} p \in B \mid \lnot \mathit{flooded}(p)\right)"
    )
    assert "largest" in "".join(ElementTree.fromstring(notation.mathml(every)).itertext())
    assert notation.typst(first(Places, dry)).startswith("(italic(\"first\") p ")


def test_variables_of_first_are_renamed_like_all_others() -> None:
    inner = first(Places, lambda p: exists(Places, lambda q: all_of(q != p, flooded(q))))
    assert notation.text(forall(Places, lambda p: on(p) == inner)) == (
        "∀p ∈ B. on(p) = (first p′ ∈ B | ∃q ∈ B. q ≠ p′ ∧ flooded(q))"
    )
    written = Fingerprints()
    assert written(first(Places, lambda a: on(a) > 1)) == written(first(Places, lambda b: on(b) > 1))
    assert written(first(Places, lambda a: on(a) > 1)) != written(first(Places, lambda a: on(a) > 2))
    assert written(largest(Places, on, lambda a: on(a) > 1)) != written(largest(Places, on, lambda a: on(a) > 2))
    assert written(largest(Places, on)) != written(largest(Places, lambda a: on(a) + 1))


def test_what_is_first_depends_on_the_order() -> None:
    symmetry = Symmetry(Places)
    for term in (first(Places, lambda p: flooded(p)), largest(Places, on)):
        assert symmetry.broken(on(term) > 0) == ["looks at the order of elements of places"]
    other = Domain("others", "O", number(2))
    assert not Symmetry(other).broken(on(first(Places, lambda p: flooded(p))) > 0)
    assert Symmetry(Places).broken(largest(other, lambda o: here) > 0)


def test_first_and_largest_rest_on_what_they_look_at() -> None:
    term = largest(Places, lambda p: fullest() + on(p), lambda p: lowest() == p)
    assert set(symbols_in(term)) == {"on", "height", "flooded", "here", "beside"}
    assert set(definitions_in(term)) == {"lowest", "fullest"}


# Sizes that are products


def test_products_in_the_size_of_a_domain() -> None:
    words = Vocabulary()
    rows, columns = words.parameter("rows"), words.parameter("columns")
    fields = Domain("fields", "F", rows * columns, first=rows - columns)
    crop = words.numbers("crop", fields)
    rules = Rulebook("farm", {"f": {"en": "Farm", "fr": "Ferme"}}, words)
    known = {"rows": 3, "columns": 4}
    values = blank(rules, known)
    assert values["crop"] == (0,) * 12
    term = total(fields, lambda f: crop(f) * f)
    crops = tuple(range(12))
    expected = sum(value * (value - 1) for value in crops)
    assert by_python(term, known | {"crop": crops}) == expected
    for prover in PROVERS:
        view = Interpretation(prover, known | {"crop": crops})
        assert (view(term), view.elements(fields)) == (expected, range(-1, 11))
        assert len(Interpretation(prover, known).table(crop.symbol)) == 12
    assert notation.text(fields.size) == "rows · columns"
    twelve = Domain("fields", "F", rows * columns, first=rows - columns)
    added = Domain("fields", "F", rows + columns, first=rows - columns)
    written = Fingerprints()
    every = [written(forall(domain, lambda f: f < 9)) for domain in (fields, twelve, added)]
    assert every[0] == every[1] != every[2]


@settings(deadline=None)
@given(a=st.integers(0, 5), b=st.integers(0, 5), c=st.integers(0, 5))
def test_sizes_mean_the_same_everywhere(a: int, b: int, c: int) -> None:
    words = Vocabulary()
    one, two, three = words.parameter("a"), words.parameter("b"), words.parameter("c")
    sizes = [(one * two + three, a * b + c), (one * (two + three), a * (b + c)), (one * two * 2, 2 * a * b)]
    assert notation.text(sizes[1][0]) == "a · (b + c)"
    for size, expected in sizes:
        domain = Domain("things", "X", size)
        known = {"a": a, "b": b, "c": c}
        term = count(domain, lambda x: x >= 0)
        assert by_python(term, known) == expected
        assert all(Interpretation(prover, known)(term) == expected for prover in PROVERS)
        rules = Rulebook("sizes", {}, words)
        assert Machine(rules).at(known).elements(domain) == range(expected)
