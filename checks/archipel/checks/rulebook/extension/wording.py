"""The words that directives put on pages, each phrase once, in every language."""

from __future__ import annotations

from collections.abc import Sequence

from archipel.checks.rulebook.languages.typography import set_in
from archipel.checks.support.phrases import Phrases

CATALOGUE = Phrases(__file__)
LANGUAGE_NAMES = {"en": "English", "fr": "Français"}


def say(language: str, key: str, **values: object) -> str:
    """A phrase in a language."""
    return set_in(language, CATALOGUE.say(language, key, **values))


def listed(language: str, items: Sequence[str]) -> str:
    """Items with commas, and the last with "and"."""
    if len(items) < 2:
        return "".join(items)
    return say(language, "comma").join(items[:-1]) + say(language, "and") + items[-1]
