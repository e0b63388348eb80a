"""Which readings explain what another program did, and what to ask it next. Nothing here knows any game."""

from archipel.checks.readings.diagnose.hypotheses import Ask, Hypotheses, Hypothesis, Table, onward, outcomes, parted
from archipel.checks.readings.diagnose.questioning import Answer, Candidate, Inquiry, Question, inquiry, selected, tells
from archipel.checks.readings.diagnose.replaying import (
    Account,
    Failure,
    Refutation,
    RefutedError,
    Verdict,
    explaining_all,
    failure,
    followed,
)

__all__ = [
    "Account",
    "Answer",
    "Ask",
    "Candidate",
    "Failure",
    "Hypotheses",
    "Hypothesis",
    "Inquiry",
    "Question",
    "Refutation",
    "RefutedError",
    "Table",
    "Verdict",
    "explaining_all",
    "failure",
    "followed",
    "inquiry",
    "onward",
    "outcomes",
    "parted",
    "selected",
    "tells",
]
