"""Message catalogue of a module: its sentences in every language, as data (TOML) beside it.

Each entry is a template with the text of each language. Nothing here knows any game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from archipel.spec.clauses import LANGUAGES


class Phrases:
    """What a module says; its file is read when something is said."""

    def __init__(self, module: str) -> None:
        self.file = Path(module).with_suffix(".toml")

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """Every phrase by name, and by language."""
        read = tomllib.loads(self.file.read_text(encoding="utf-8"))
        return {key: dict(zip(LANGUAGES, texts, strict=True)) for key, texts in read.items()}

    def of(self, lang: str) -> Mapping[str, str]:
        """Every phrase in one language."""
        return {key: texts[lang] for key, texts in self.words.items()}

    def say(self, lang: str, key: str, /, **values: object) -> str:
        """A phrase in one language, filled in."""
        return self.words[key][lang].format(**values)
