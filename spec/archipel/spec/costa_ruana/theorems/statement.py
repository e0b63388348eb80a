"""The theory of Costa Ruana: where its theorems are stated."""

from __future__ import annotations

from archipel.spec.costa_ruana.vocabulary import rules
from archipel.spec.theorems import Theory

theory = Theory(rules)
