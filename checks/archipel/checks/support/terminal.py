"""Terminals: how wide they are, whether they show colours, and which signs."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata

WIDEST = 110
_ASCII = str.maketrans("◆·─│╭╮╰╯▸×…’", "*.-|++++>x.'")


def terminal_width() -> int:
    """How wide a drawing may be."""
    return min(WIDEST, shutil.get_terminal_size((80, 24)).columns) if sys.stdout.isatty() else 80


def wants_colour() -> bool:
    """Colours are for terminals, unless somebody asks for none."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def is_unicode() -> bool:
    """Whether standard output can show any sign."""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def for_encoding(text: str, encoding: str | None) -> str:
    """The text with simpler signs if the output cannot show these."""
    encoding = encoding or "ascii"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        simple = unicodedata.normalize("NFD", text.translate(_ASCII))
        return "".join([sign for sign in simple if not unicodedata.combining(sign)]).encode("ascii", "replace").decode()
    return text
