"""The clauses of Costa Ruana, compiled once for everybody who runs them."""

from __future__ import annotations

from functools import cache

from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.machine import Machine


@cache
def machine() -> Machine:
    return Machine(RULEBOOK)
