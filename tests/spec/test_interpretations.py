"""One text, several interpretations: every formal part means the same to Python, z3 and cvc5, and can be printed."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import pytest
import typst

from archipel.spec.clauses import Part
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.logic import notation
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import (
    Domain,
    Role,
    Symbol,
    Term,
    constant,
    symbols_in,
    when,
)
from archipel.spec.machine import evaluate_number

PARTS = [part for clause in RULEBOOK.clauses.values() for part in clause.parts]
SMALL_DECK = 6


def name_of(part: Part) -> str:
    return f"{part.clause}-{part.name}-{part.step.name if part.step else ''}"


def random_values(players: int, chance: random.Random) -> dict[str, Any]:
    """Values for every symbol, sensible or not: meanings must agree on nonsense too."""
    values: dict[str, Any] = NUMBERS.values(players) | {"cards": SMALL_DECK}
    for symbol in RULEBOOK.vocabulary.symbols.values():
        if symbol.name not in values:
            values[symbol.name] = _random(symbol, symbol.domains, values, chance)
    return values


def _random(symbol: Symbol, domains: tuple[Domain, ...], values: dict[str, Any], chance: random.Random) -> Any:
    if domains:
        size = evaluate_number(domains[0].size, values)
        return tuple(_random(symbol, domains[1:], values, chance) for _ in range(size))
    if symbol.is_prop:
        return chance.random() < 0.5
    if symbol.values is not None:
        first = evaluate_number(symbol.values.first, values)
        return first + chance.randrange(evaluate_number(symbol.values.size, values))
    return chance.choice((-1, 0, 0, 1, 1, 2, 3, 4, 6, 8))


def plain_value(part: Part, values: dict[str, Any], places: tuple[int, ...]) -> Any:
    used = symbols_in(part.term).values()
    arguments = tuple(symbol for symbol in used if symbol.role is Role.ARGUMENT)
    function = Function("it", part.term, arguments, part.variables)
    bound = compile_functions([function])(values)
    return bound["it"](*(values[symbol.name] for symbol in arguments), *places)


def random_places(part: Part, values: dict[str, Any], chance: random.Random) -> tuple[int, ...]:
    sizes = [(evaluate_number(v.domain.first, values), evaluate_number(v.domain.size, values)) for v in part.variables]
    return tuple(first + chance.randrange(size) for first, size in sizes)


class Told:
    """A solver that has been told every value, and what it makes of a term."""

    def __init__(self, prover: str, values: dict[str, Any], players: int) -> None:
        known = NUMBERS.values(players) | {"cards": SMALL_DECK}
        self.view = Interpretation(prover, known)
        solver = self.view.api.Solver()
        for symbol in RULEBOOK.vocabulary.symbols.values():
            if symbol.name not in known:
                for place, unknown in self.view.table(symbol).items():
                    solver.add(unknown == _at(values[symbol.name], place))
        assert solver.check() == self.view.api.sat
        self.model = solver.model()

    def value(self, part: Part, places: tuple[int, ...]) -> Any:
        environment = {v.serial: place for v, place in zip(part.variables, places, strict=True)}
        expression = self.view(part.term, environment)
        if isinstance(expression, int):
            return expression
        found = str(self.model.eval(expression, model_completion=True))
        return {"True": True, "False": False}[found] if found in ("True", "False") else int(found)


def _at(value: Any, place: tuple[int, ...]) -> Any:
    for index in place:
        value = value[index]
    return value


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
@pytest.mark.parametrize("players", [2, 3])
def test_python_and_solvers_agree_on_every_part(prover: str, players: int) -> None:
    compared = differing = 0
    for seed in range(3):
        chance = random.Random(f"{players} {seed}")
        values = random_values(players, chance)
        told = Told(prover, values, players)
        for part in PARTS:
            places = random_places(part, values, chance)
            by_python = plain_value(part, values, places)
            by_solver = told.value(part, places)
            assert by_solver == by_python, f"{name_of(part)} at {places}, seed {seed}"
            compared += 1
            differing += by_python not in (0, False)
    assert compared == 3 * len(PARTS)
    assert differing > compared // 10  # the values are not all trivial


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
def test_changes_add_up_whether_or_not_anybody_looked_in_between(prover: str) -> None:
    reserve, huts = RULEBOOK.vocabulary.symbols["reserve"], RULEBOOK.vocabulary.symbols["hut"]
    start = Interpretation(prover, NUMBERS.values(2))
    once = start.changed({}, {"reserve": lambda: {(0,): 3, (1,): 4}})
    twice = once.changed({}, {"hut": lambda: {place: value + 1 for place, value in once.table(reserve).items()}})
    thrice = twice.changed({"reserve": {(0,): 9, (1,): 9}})
    assert (thrice.table(reserve), thrice.table(huts)) == ({(0,): 9, (1,): 9}, {(0,): 4, (1,): 5})
    assert twice.table(reserve) == once.table(reserve) == {(0,): 3, (1,): 4}


def test_a_wrong_meaning_would_be_noticed() -> None:
    values = random_values(2, random.Random(1))
    told = Told("z3", values, 2)
    part = next(p for p in PARTS if p.name == "the_new_shaman")
    wrong = {**values, "gained": (0, 5), "shaman": 0}
    right = {**values, "gained": (5, 0), "shaman": 0}
    assert plain_value(part, wrong, ()) != plain_value(part, right, ())
    assert told.value(part, ()) == plain_value(part, values, ())


@pytest.mark.parametrize("part", PARTS, ids=name_of)
def test_every_part_prints(part: Part) -> None:
    text, latex = notation.text(part.term), notation.latex(part.term)
    assert text
    assert "_" not in text
    assert latex.count("{") == latex.count("}")
    root = ElementTree.fromstring(notation.mathml(part.term))
    assert root.tag.endswith("math")
    assert list(root.itertext())


def test_notation_reads_as_on_paper() -> None:
    written = {part.name: notation.text(part.term) for part in PARTS}
    assert written["no_island_overcrowded"] == "∀i ∈ I. crowd(i) ≤ island-cap"
    assert written["majority"] == "∀q ∈ P. p ≠ q ⇒ on(i, p) > on(i, q)"
    assert written["in_conflict"] == "on(i, p) ≥ 1 ∧ (∃q ∈ P. p ≠ q ∧ on(i, p) = on(i, q))"
    assert written["points"] == "treasure-points · hut(p) + reserve-points · reserve(p)"
    assert written["treasures_leave"] == "0 − #{p ∈ P | takes(i, p)}"
    assert notation.text(RULEBOOK.definitions["crowd"].body) == "Σ[p ∈ P] on(i, p)"
    cap = next(part for part in PARTS if part.name == "no_island_overcrowded")
    assert notation.latex(cap.term) == r"\forall i \in I .\; \mathit{crowd}(i) \le \mathit{island\_cap}"
    assert notation.typst(cap.term) == (
        r'∀ i thin class("normal", ∈) thin I . thick italic("crowd")\(i\) ≤ italic("island-cap")'
    )


FORMULAS: list[Term] = [
    *(part.term for part in PARTS),
    *(definition.body for definition in RULEBOOK.definitions.values()),
    *(claim.term for theorem in THEORY.theorems.values() for claim in theorem.claims if claim.term is not None),
]
CASES_FIT = """#show math.cases: cases => context {
  assert(measure(cases).width <= 14cm, message: "too wide")
  cases
}
"""


def set_in_typst(formulas: list[str]) -> bytes:
    """One document; it fails on a sign that no font has, and where lines cannot break although they must."""
    source = CASES_FIT + "".join(f"${formula}$\n\n" for formula in formulas)
    printed, warnings = typst.compile_with_warnings(source.encode(), ignore_system_fonts=True)
    assert not [warning.message for warning in warnings]
    return printed


def test_typst_sets_every_formula_within_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set_in_typst([notation.typst(term) for term in FORMULAS]).startswith(b"%PDF")
    monkeypatch.setattr(notation, "TYPST_CASE_WIDTH", 1000)
    with pytest.raises(typst.TypstError, match="too wide"):
        set_in_typst([notation.typst(term) for term in FORMULAS])


def test_typst_takes_names_as_they_are() -> None:
    names = ["a", "ab", "a_b", 'quote"', "back\\slash", "#let", "$", "_", "*", "sum", "x′", "ab″", "1", "two words"]
    assert set_in_typst([notation.typst(constant(name, 1)) for name in names])
    assert notation.typst(constant("a_b", 1)) == 'italic("a-b")'


def test_typst_writes_long_cases_in_words() -> None:
    short = when(constant("a", 1) == 1, 2, 3)
    long = when(constant("a" * 80, 1) == 1, 2, 3)
    assert notation.typst(short).startswith("cases(")
    assert notation.typst(long).startswith('("if" ')
