"""What becomes of the theorems in a variant, found out for printing. Nothing here knows any game."""

from __future__ import annotations

from archipel.checks.support.parallel import every_core
from archipel.checks.variants.theorem_impact import ImpactCase, Manner
from archipel.checks.variants.variant_files import Variant
from archipel.checks.variants.what_if.answer import reports

Fates = tuple[tuple[str, str], ...]


def fates_in(variant: Variant) -> Fates:
    """The fate of every theorem, as ``archipel what-if`` finds it out."""
    (report,) = reports([ImpactCase(variant, tuple(variant.players))], Manner(workers=every_core()))
    return tuple((id, fate.value) for id, fate in report.fates.items())
