"""Words as Typst source: whatever they are, they come out on paper as they are."""

from __future__ import annotations

import re

from archipel.spec.logic.notation import typst_string as string

__all__ = ["label", "markup", "string"]

WHITESPACE = re.compile("[ \t\n\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]+")
"""What ends a line or parts words for Typst; spaces that do not break are letters like others."""
SPECIAL = re.compile(r"""[\\\[\]#*_`$<>@~'"/=+-]|^\.|(?<=[0-9])\.|\.(?=\.)""")


def markup(words: str) -> str:
    """Words as they stand in running text; spaces and line ends are one space."""
    return SPECIAL.sub(lambda found: "\\" + found[0], WHITESPACE.sub(" ", words))


def label(name: str) -> str:
    """The label called so, as an expression."""
    return f"label({string(name)})"
