"""The clauses of Costa Ruana, compiled once for everybody who runs them."""

from __future__ import annotations

from functools import cache

from archipel.reference.costa_ruana.readings import OURS, Readings, choice_of
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.machine import Machine


@cache
def machine(readings: Readings = OURS) -> Machine:
    """The clauses under some readings, as the engine names them."""
    return Machine(READINGS.under(choice_of(readings)))
