"""Theorems worked out case by case."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from archipel.checks.costa_ruana.worked import Worked

PROCEDURES: Mapping[str, Callable[[int], Worked]] = {}
