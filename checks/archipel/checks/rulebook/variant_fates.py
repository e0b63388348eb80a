"""What becomes of the theorems in a variant, found out for printing. Nothing here knows any game."""

from __future__ import annotations

from archipel.checks.fates import Case, Manner
from archipel.checks.parallel import every_core
from archipel.checks.variants import Variant
from archipel.checks.what_if import reports

Fates = tuple[tuple[str, str], ...]


def fates_in(variant: Variant) -> Fates:
    """The fate of every theorem, as ``archipel what-if`` finds it out."""
    (report,) = reports([Case(variant, tuple(variant.players))], Manner(workers=every_core()))
    return tuple((id, fate.value) for id, fate in report.fates.items())
