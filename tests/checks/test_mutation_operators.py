"""Mutation operators: every small change of a term and of code, and what a process that judges one may do."""

from __future__ import annotations

import pytest

from archipel.checks.mutation.engine.code import code_mutants
from archipel.checks.mutation.engine.sandbox import JudgeFailedError, in_a_fork
from archipel.checks.mutation.report import Fate, MutantFinding, killed, listed, score, summary
from archipel.checks.mutation.terms import TermScope, mutations
from archipel.spec.logic.notation import text
from archipel.spec.logic.terms import Domain, Term, Variable, all_of, forall, number, when

Things = Domain("things", "T", number(3))

X, Y = Variable("x", Things), Variable("y", Things)


def written(term: Term) -> list[str]:
    return [text(mutation.term) for mutation in mutations(term, TermScope((X, Y)))]


def test_every_small_change_of_a_comparison() -> None:
    assert written(X < 2) == ["x ≤ 2", "x ≥ 2", "y < 2", "x < 3", "x < 1"]


def test_every_small_change_of_a_conjunction() -> None:
    made = written(all_of(X == 0, Y == 1))
    assert {"x = 0 ∨ y = 1", "y = 1", "x = 0", "x ≠ 0 ∧ y = 1", "x = 0 ∧ y = 2", "y = 0 ∧ y = 1"} <= set(made)


def test_every_small_change_of_a_choice() -> None:
    made = [mutation.detail for mutation in mutations(when(X == 0, 1, 2), TermScope())]
    assert {"branches exchanged", "then", "otherwise", "=→≠", "1+1", "2-1"} <= set(made)


def test_quantifiers_bind_what_may_be_exchanged() -> None:
    body = forall(Things, lambda z: z == X)
    made = {mutation.detail for mutation in mutations(body, TermScope((X,)))}
    assert {"∀→∃", "z→x", "x→z", "not"} <= made


SOURCE = '''
"""A text is left alone."""
LIMIT = 7

def full(row: tuple[int, ...]) -> bool:
    if not row:
        raise ValueError("empty")
    return sum(row[1:]) >= LIMIT and min(row) > 0
'''


def test_every_small_change_of_code() -> None:
    made = {mutant.id: mutant.source for mutant in code_mutants("rows", SOURCE)}
    expected = {
        "rows/module//constant//7+1#1",
        "rows/full//condition//if not row: False#1",
        "rows/full//dropped//raise#1",
        "rows/full//boolean//not#1",
        "rows/full//boolean//And#1",
        "rows/full//dropped//operand#2",
        "rows/full//comparison//GtE→Gt#1",
        "rows/full//slice//lower#1",
        "rows/full//function//min#1",
        "rows/full//constant//0-1#1",
        "rows/full//returned//None#1",
    }
    assert expected <= made.keys()
    assert "LIMIT = 8" in made["rows/module//constant//7+1#1"]
    assert "sum(row[:])" in made["rows/full//slice//lower#1"]
    assert not any("empty" not in source and "raise" in source for source in made.values())


def test_moving_a_function_renames_no_mutant() -> None:
    moved = SOURCE + "\n\ndef before(n: int) -> int:\n    return n + 1\n"
    assert {mutant.id for mutant in code_mutants("rows", SOURCE)} < {m.id for m in code_mutants("rows", moved)}


def test_work_that_never_ends_is_ended() -> None:
    def forever() -> str:
        while True:
            pass

    assert "no end" in in_a_fork(forever, 1)


def test_work_that_fails_tells_nothing_about_the_mutant() -> None:
    def wrong() -> str:
        raise LookupError("not found")

    with pytest.raises(JudgeFailedError, match="LookupError: not found"):
        in_a_fork(wrong, 10)
    assert in_a_fork(lambda: "said", 10) == "said"


def test_figures_are_counted_and_not_flattered() -> None:
    findings = [
        killed("a/f//constant//1+1#1", "games: another hut"),
        MutantFinding("a/f//constant//1-1#1", Fate.SURVIVED),
        MutantFinding("a/g//boolean//not#1", Fate.EQUIVALENT, "reason", "never asked"),
    ]
    mutants = code_mutants("a", "def f(x: int) -> int:\n    return x + 1\n\ndef g(x: int) -> bool:\n    return not x\n")
    kept = summary([m for m in mutants if m.id in {f.id for f in findings}], findings, 0.95)
    assert score(findings) == kept["score"] == 0.5
    assert (kept["killed"], kept["equivalent"], kept["survived"]) == (1, 1, 1)
    assert kept["survivors"] == ["a/f//constant//1-1#1"]
    assert kept["equivalents"] == {"a/g//boolean//not#1": {"by": "reason", "because": "never asked"}}
    assert listed(kept) == {finding.id for finding in findings}
