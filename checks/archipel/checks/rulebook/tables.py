"""What a table of a game's own data is, such as its cards. A game has its own (``parts``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """Heads and rows of words, in one language."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
