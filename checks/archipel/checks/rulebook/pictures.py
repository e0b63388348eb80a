"""What a picture is to a rulebook."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """A drawing that stands alone: SVG with title and desc inside, and the words printed under it."""

    svg: str
    caption: str
