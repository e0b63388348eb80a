"""Text rows (terminal layout): titles, boxes side by side, aligned columns and lists, with colours if wanted.

Widths are counted without colours. Nothing here knows any game.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence

_CODES = {"title": "1", "gem": "33", "dim": "2", "strong": "1"}
_PLAYERS = ("1;31", "1;34", "1;32", "1;35", "1;33", "1;36", "1;37", "1;90")
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


class Painter:
    """Puts colours around text, or leaves it as it is."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, style: str | int, text: str) -> str:
        """The text in a named style, or in the colour of a seat."""
        if not self.colour or not text:
            return text
        code = _PLAYERS[style % len(_PLAYERS)] if isinstance(style, int) else _CODES[style]
        return f"\x1b[{code}m{text}\x1b[0m"


def plain(text: str) -> str:
    """The text without colours."""
    return _ESCAPE.sub("", text)


def padded(text: str, width: int) -> str:
    """Filled up with spaces to a width."""
    return text + " " * (width - len(plain(text)))


def cut(line: str, width: int) -> str:
    """Colours are given up for a line that is too long."""
    bare = plain(line)
    return line if len(bare) <= width else bare[: width - 1] + "…"


def at_both_ends(left: str, right: str, width: int, gap: int) -> str | None:
    """Words at the left and at the right of a line, if there is room for both."""
    bare = len(plain(left)), len(plain(right))
    return padded(left, width - bare[1]) + right if sum(bare) + gap <= width else None


def heading(words: str, width: int, paint: Painter) -> str:
    """A title with a rule beside it."""
    return f"{paint('title', words)} {paint('dim', '─' * (width - len(words) - 1))}"


def sections(head: Sequence[str], parts: Mapping[str, Sequence[str]], width: int, paint: Painter) -> str:
    """A whole drawing: a head, and below it each part that has any lines, under its title."""
    lines = list(head)
    for title, rows in parts.items():
        lines += ["", heading(title, width, paint), *rows] if rows else []
    return "\n".join([line.rstrip() for line in lines]) + "\n"


def boxes(contents: Mapping[str, Sequence[str]], width: int, least: int = 11) -> list[str]:
    """Boxes of one size, each with its name, in rows of about the same length."""
    inner = max([least, *[len(plain(line)) for lines in contents.values() for line in lines]])
    drawn = [_box(name, lines, inner) for name, lines in contents.items()]
    rows = -(-len(drawn) // max(1, (width + 1) // (inner + 5)))
    each = -(-len(drawn) // rows)
    starts = range(0, len(drawn), each)
    return [" ".join(parts) for start in starts for parts in zip(*drawn[start : start + each], strict=True)]


def _box(name: str, contents: Sequence[str], inner: int) -> list[str]:
    top = f"╭ {name} {'─' * (inner - len(name))}╮"
    return [top, *[f"│ {padded(line, inner)} │" for line in contents], f"╰{'─' * (inner + 2)}╯"]


def columns(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Cells below each other."""
    widths = [max(len(plain(cell)) for cell in column) for column in zip(*rows, strict=True)]
    lines = ["  ".join([padded(cell, size) for cell, size in zip(row, widths, strict=True)]) for row in rows]
    return [cut(line.rstrip(), width) for line in lines]


def listed(lead: str, items: Sequence[str], width: int) -> list[str]:
    """Items behind a few letters, on as many lines as they need; no item is broken."""
    room, start = width - len(plain(lead)) - 2, " " * (len(plain(lead)) + 2)
    lines = textwrap.wrap(" · ".join([item.replace(" ", "\0") for item in items]), room, break_long_words=False)
    tidy = [line.replace("\0", " ") for line in lines]
    return [f" {lead} {tidy[0]}", *[f"{start}{line}" for line in tidy[1:]]]
