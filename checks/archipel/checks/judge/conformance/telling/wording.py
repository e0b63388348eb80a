"""The words of a verdict, in English and French."""

from __future__ import annotations

from archipel.checks.judge.conformance.programs.program import UnjudgedError
from archipel.checks.judge.conformance.telling.texts import visible
from archipel.checks.support.phrases import Phrases

WORDS = Phrases(__file__)


def say(language: str, key: str, **values: object) -> str:
    """A sentence with values in it; what is written in them cannot do anything to a terminal."""
    shown = {name: visible(value) if isinstance(value, str) else value for name, value in values.items()}
    return WORDS.say(language, key, **shown)


def problem_told(language: str, error: UnjudgedError) -> str:
    """Why a program cannot be judged, as a sentence."""
    return say(language, error.problem, **error.values)


def farewell_told(language: str, error: UnjudgedError) -> str:
    """What was wrong when a program was told to end, as a sentence."""
    if error.problem.startswith("bye."):
        return problem_told(language, error)
    return say(language, "bye.answer", problem=problem_told(language, error))
