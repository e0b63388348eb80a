"""The pictures of the rulebook, by what they show; everything is computed, nothing is drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence

from archipel.checks.costa_ruana.examples import EXAMPLES
from archipel.checks.costa_ruana.rulebook.comic_strips import strip
from archipel.checks.costa_ruana.rulebook.figure_pictures import side_by_side, sides
from archipel.checks.costa_ruana.rulebook.gallery import GALLERY
from archipel.checks.rulebook.parts import Picture

NAMES: Sequence[str] = tuple(GALLERY)


def for_clause(id: str, lang: str) -> Sequence[Picture]:
    """The smallest position where a clause acts or allows, and the just-illegal or just-not one beside it."""
    return sides(id, lang)


def for_example(id: str, lang: str) -> Sequence[Picture]:
    """A worked example as a comic strip, one picture for each panel."""
    return strip(EXAMPLES[id].id, lang)


def for_reading(point: str, reading: str, lang: str) -> Sequence[Picture]:
    """One situation by our reading and by another; nothing if no play shows the difference."""
    return side_by_side(point, reading, lang)


def named(name: str, lang: str) -> Picture:
    """A picture of the game as a whole: one of :data:`NAMES`."""
    return GALLERY[name](lang)
