"""What printers know about languages: French puts a space that does not break before some signs and inside quotes."""

from __future__ import annotations

import re

NARROW_SIGNS = ":;?!»"
BEFORE_SIGN = re.compile(rf"(?<=\S) (?=[{NARROW_SIGNS}](?:[\s.,;:)»]|$))")
AFTER_QUOTE = re.compile("« ")
NO_BREAK = "\N{NO-BREAK SPACE}"


def set_in(language: str, words: str) -> str:
    """Words as they are set in a language; the sources have ordinary spaces."""
    if language != "fr":
        return words
    return AFTER_QUOTE.sub(f"«{NO_BREAK}", BEFORE_SIGN.sub(NO_BREAK, words)).replace("'", "’")


def breakable(words: str) -> list[str]:
    """The places of French words in which a line could break before a sign."""
    return [words[max(0, match.start() - 12) : match.end() + 2] for match in BEFORE_SIGN.finditer(words)]
