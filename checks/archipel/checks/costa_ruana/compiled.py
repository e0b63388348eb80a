"""The clauses of Costa Ruana, compiled once for everybody who runs them."""

from __future__ import annotations

from archipel.checks.costa_ruana.projection import MAPPING
from archipel.reference.costa_ruana.readings import OURS, Readings, choice_of
from archipel.spec.machine import Machine


def machine(readings: Readings = OURS) -> Machine:
    """The clauses under some readings, as the engine names them."""
    return MAPPING.machine(choice_of(readings))
