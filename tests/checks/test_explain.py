"""Explanations: the right clauses, all of them, none that could be spared, and facts that are so."""

from __future__ import annotations

import pytest

from archipel.checks.costa_ruana.explanations import explain
from tests.checks.explain_cases import CASES, Case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.what)
def test_the_clauses_that_forbid_a_move(case: Case) -> None:
    found = explain(case.state, case.action)
    assert not found.legal
    assert set(found.sets) == set(case.sets)
    assert {reason.clause for reason in found.reasons} == {clause for clauses in case.sets for clause in clauses}
    told = [reason.fact["en"] for reason in found.reasons if reason.fact is not None]
    for words in case.facts:
        assert any(words in fact for fact in told), told
