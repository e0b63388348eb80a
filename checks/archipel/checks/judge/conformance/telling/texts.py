"""Escaping of texts that a program wrote, so that they can stand in a terminal, in XML and in any encoding."""

from __future__ import annotations

import unicodedata

CUT = "..."


def visible(text: str, keep: str = "") -> str:
    """The text with every control and format character, surrogate and code point without a meaning escaped.

    Escape sequences and changes of direction are then seen instead of obeyed, and nothing is left that XML 1.0 does
    not allow. Characters in ``keep`` stay as they are.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join([sign if sign in keep or _is_harmless(sign) else _escaped(sign) for sign in text])


def _is_harmless(sign: str) -> bool:
    """Whether a character is printed as itself; spaces of any width are."""
    return sign.isprintable() or unicodedata.category(sign) == "Zs"


def _escaped(sign: str) -> str:
    return ascii(sign)[1:-1]


def cut(text: str, most: int) -> str:
    """The beginning of a text, with a sign that there is more."""
    return text if len(text) <= most else text[:most] + CUT
