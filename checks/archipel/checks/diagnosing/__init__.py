"""Which readings explain what another program did, and what to ask it next. Nothing here knows any game."""

from archipel.checks.diagnosing.hypotheses import Ask, Hypotheses, Hypothesis, Table, outcomes, parted
from archipel.checks.diagnosing.replaying import (
    Failure,
    Refutation,
    RefutedError,
    Testimony,
    Verdict,
    explaining_all,
    failure,
    followed,
)

__all__ = [
    "Ask",
    "Failure",
    "Hypotheses",
    "Hypothesis",
    "Refutation",
    "RefutedError",
    "Table",
    "Testimony",
    "Verdict",
    "explaining_all",
    "failure",
    "followed",
    "outcomes",
    "parted",
]
