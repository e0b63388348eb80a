"""What one interpretation was told stays in it; what it worked out serves others that know the same."""

from __future__ import annotations

import pytest

from archipel.spec.logic import builders
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import (
    Definition,
    Num,
    NumApply,
    NumCall,
    Role,
    Symbol,
    after,
)


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
@pytest.mark.parametrize("kept", [7, 1000])
def test_an_expression_is_made_once_and_never_taken_for_another(
    prover: str, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when what was made of it is forgotten, and something else comes to stand where it stood."""
    monkeypatch.setattr(builders, "KEPT_AT_MOST", kept)
    make = builders.builder(prover)
    made = [make.proposition("<", make.api.Int(f"few{n}"), make.constant(3)) for n in range(50)]
    assert [str(one) for one in made] == [f"few{n} < 3" for n in range(50)]
    left, one = make.api.Int("left"), make.constant(1)
    assert make.sum_or_product("+", left, one) is make.sum_or_product("+", left, one)
    assert not make.same(make.sum_or_product("+", left, one), make.sum_or_product("-", left, one))


POT, BANK = Symbol("pot", Role.STATE), Symbol("bank", Role.STATE)

DOUBLE = Definition("double", (), NumApply(POT, ()) + NumApply(POT, ()))


def called(definition: Definition) -> Num:
    return NumCall(definition, ())


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
def test_what_was_worked_out_in_one_view_is_found_by_others_that_know_the_same(
    prover: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Interpretation(prover, {"bank": 1}, as_functions=True)
    other = Interpretation(prover, {"bank": 2}, as_functions=True)
    later = other.changed({"bank": {(): 3}})
    total = called(DOUBLE) + 1
    found = one(total)
    assert str(found) == "pot + pot + 1"
    monkeypatch.delattr(Interpretation, "_value")
    assert other(total) is later(total) is found


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
def test_what_one_view_was_told_is_never_said_by_another(prover: str) -> None:
    total = called(DOUBLE) + NumApply(BANK, ())
    views = {
        "pot + pot + bank": Interpretation(prover, {}, as_functions=True),
        "pot + pot + 1": Interpretation(prover, {"bank": 1}, as_functions=True),
        "pot + pot + 2": Interpretation(prover, {"bank": 2}, as_functions=True),
        "double + bank": Interpretation(prover, {}, as_functions=True, opaque=["double"]),
        "once_pot + once_pot + once_bank": Interpretation(prover, {}, "once_", as_functions=True),
        "7": Interpretation(prover, {"pot": 3}, as_functions=True).changed({"bank": {(): 1}}),
        "9": Interpretation(prover, {"pot": 3, "bank": 1}, as_functions=True).changed({"pot": {(): 4}}),
    }
    for _ in range(2):
        assert {str(view(total)): view for view in views.values()} == views


@pytest.mark.parametrize("prover", ["z3", "cvc5"])
def test_what_will_be_depends_on_the_step(prover: str) -> None:
    here, there = (Interpretation(prover, {}, as_functions=True) for _ in range(2))
    here.later, there.later = here.changed({"pot": {(): 1}}), there.changed({"pot": {(): 2}})
    afterwards = Definition("afterwards", (), after(called(DOUBLE)))
    doubled = after(called(DOUBLE))
    for term in (doubled, called(afterwards)):
        assert (here(term), there(term)) == (2, 4)
    here.later = here.changed({"pot": {(): 5}})
    assert here(doubled) == 10
