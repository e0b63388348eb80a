"""What the rulebook of Costa Ruana has of its own besides pages and facts: tables, pictures, a page to try."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from archipel.checks.rulebook.parts import Gallery, Parts, Table

if TYPE_CHECKING:
    from archipel.checks.rulebook.figures.kept import FigureFile
    from archipel.checks.rulebook.trying.trial import TryIt


class CostaRuanaParts(Parts):
    """Its printed rulebook; what draws is imported when a picture is asked for."""

    @property
    def tables(self) -> Mapping[str, Callable[[str, Mapping[str, int]], Table]]:
        from archipel.checks.costa_ruana.rulebook.tables import TABLES

        return TABLES

    @property
    def pictures(self) -> Gallery:
        from archipel.checks.costa_ruana.rulebook.gallery import GALLERY

        return GALLERY

    @property
    def figures(self) -> FigureFile:
        from archipel.checks.costa_ruana.rulebook.figures import FILE

        return FILE

    @property
    def trying(self) -> TryIt:
        from archipel.checks.costa_ruana.rulebook.trying import TRY_IT

        return TRY_IT


PARTS = CostaRuanaParts(Path(__file__).parent)
