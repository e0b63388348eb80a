"""The clauses of Costa Ruana, compiled once for everybody who runs them."""

from __future__ import annotations

from functools import lru_cache

from archipel.reference.costa_ruana.readings import CHOICES, OURS, Readings, choice_of, chosen
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.machine import Machine
from archipel.spec.readings import Choice


def played(choice: Choice) -> Readings:
    """The engine's readings for a choice; it does not know points that make no difference to play."""
    return chosen({point: name for point, name in choice.items() if point in CHOICES})


def by_point(readings: Readings) -> dict[str, str]:
    """The reading of every point."""
    return {point: getattr(readings, point.replace("-", "_")) for point in CHOICES}


# So many readings are asked about at once at most; others are compiled again when they are needed.
KEPT = 64


@lru_cache(maxsize=KEPT)
def machine(readings: Readings = OURS) -> Machine:
    """The clauses under some readings, as the engine names them."""
    return Machine(READINGS.under(choice_of(readings)))
