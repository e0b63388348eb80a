"""Theorems as objects: complete, in two languages, about clauses that exist, and all of them somewhere decided."""

from __future__ import annotations

import re

import pytest

from archipel.checks.costa_ruana.suite import PROCEDURES
from archipel.spec.clauses import LANGUAGES
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK
from archipel.spec.costa_ruana.theorems import THEORY
from archipel.spec.costa_ruana.vocabulary import remove, settle
from archipel.spec.logic import Num, Prop, number
from archipel.spec.logic.notation import text
from archipel.spec.theorems import Form, Theorem, Theory, allowed

THEOREMS = list(THEORY.theorems.values())

# Numbers of the analysis that name a theorem.
LABELS = {f"T-{n}" for n in (*range(1, 17), 18, 20, 21, 23, 24, 28, 29, 32, 33, 34, 35)}


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.id)
def test_a_theorem_is_complete(theorem: Theorem) -> None:
    assert re.fullmatch(r"[a-z]+\.[a-z0-9-]+", theorem.id)
    assert theorem.claims
    assert theorem.clauses
    for language in LANGUAGES:
        sentence = theorem.statement(language, NUMBERS.for_statements())
        assert sentence
        assert sentence[0].isupper() or not sentence[0].isalpha()
        assert sentence.rstrip().endswith((".", ")", "!"))
    assert theorem.statements["en"] != theorem.statements["fr"]
    placeholders = [set(re.findall(r"{(\w+)}", sentence)) for sentence in theorem.statements.values()]
    assert placeholders[0] == placeholders[1]


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.id)
def test_every_claim_is_decided_somewhere(theorem: Theorem) -> None:
    for claim in theorem.claims:
        if claim.form is Form.WORKED_OUT:
            assert claim.name in PROCEDURES
        else:
            assert claim.term is not None
            assert text(claim.term)


def test_every_theorem_of_the_analysis_is_stated() -> None:
    assert LABELS - {label for theorem in THEOREMS for label in theorem.covers} == set()


def test_no_two_theorems_say_the_same_in_words() -> None:
    for language in LANGUAGES:
        sentences = [theorem.statements[language] for theorem in THEOREMS]
        assert len(set(sentences)) == len(sentences)


def test_mistakes_in_stating_a_theorem_are_noticed() -> None:
    theory = Theory(RULEBOOK)
    theory.theorem("a.b", "end.points", en="x", fr="y")
    with pytest.raises(ValueError, match="stated twice"):
        theory.theorem("a.b", "end.points", en="x", fr="y")
    with pytest.raises(ValueError, match=r"no\.such"):
        theory.theorem("a.c", "no.such", en="x", fr="y")
    with pytest.raises(TypeError, match="not a number of the game"):
        theory.theorem("a.d", "end.points", en="x", fr="y", rests_on=(number(3),))


def test_guards_with_arguments_given() -> None:
    term = allowed(RULEBOOK, settle, player=number(1), island=number(2))
    assert "crowd(2) < island-cap" in text(term)
    with pytest.raises(TypeError, match="settle takes"):
        allowed(RULEBOOK, settle, player=number(1))

    def one_each(_: Num) -> Num:
        return number(1)

    term = allowed(RULEBOOK, remove, player=number(0), chosen=one_each)
    assert "chosen" not in text(term)
    assert isinstance(term, Prop)
