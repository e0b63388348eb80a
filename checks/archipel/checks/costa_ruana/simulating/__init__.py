"""Costa Ruana, played many times: see :mod:`archipel.checks.simulate`."""

from __future__ import annotations

from archipel.checks.costa_ruana.simulating.games import SIMULATION

__all__ = ["SIMULATION"]
