"""Where the readings of Costa Ruana are kept."""

from __future__ import annotations

from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.readings import Readings

READINGS = Readings(RULEBOOK)
