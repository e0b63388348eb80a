"""Which readings explain what another program did, and what to ask it next. Nothing here knows any game."""

from archipel.checks.readings.diagnose.hypotheses import (
    Ask,
    Hypotheses,
    Hypothesis,
    HypothesisTable,
    onward,
    outcomes,
    parted,
)
from archipel.checks.readings.diagnose.questioning import (
    Candidate,
    DiagnosisAnswer,
    Inquiry,
    Question,
    inquiry,
    selected,
    tells,
)
from archipel.checks.readings.diagnose.replaying import (
    Account,
    Refutation,
    RefutedError,
    ReplayFailure,
    ReplayVerdict,
    explaining_all,
    failure,
    followed,
)

__all__ = [
    "Account",
    "Ask",
    "Candidate",
    "DiagnosisAnswer",
    "Hypotheses",
    "Hypothesis",
    "HypothesisTable",
    "Inquiry",
    "Question",
    "Refutation",
    "RefutedError",
    "ReplayFailure",
    "ReplayVerdict",
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
