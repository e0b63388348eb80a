"""What a drawing for a rulebook is. A game draws its own (``Artist`` in ``parts``)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """A drawing that stands alone: SVG with title and desc inside, and the words printed under it."""

    svg: str
    caption: str
