"""What follows from the clauses of Costa Ruana, in rulebook order after the invariants that everything rests on."""

# Importing a chapter states its theorems, so the chapters are imported in order.
# isort: off
from archipel.spec.costa_ruana.theorems import bookkeeping as _bookkeeping
from archipel.spec.costa_ruana.theorems import setup as _setup
from archipel.spec.costa_ruana.theorems import play as _play
from archipel.spec.costa_ruana.theorems import resolution as _resolution
from archipel.spec.costa_ruana.theorems import cards as _cards
from archipel.spec.costa_ruana.theorems import collection as _collection
from archipel.spec.costa_ruana.theorems import succession as _succession
from archipel.spec.costa_ruana.theorems import end as _end
from archipel.spec.costa_ruana.theorems import symmetry as _symmetry
from archipel.spec.costa_ruana.theorems import well_formed as _well_formed
# isort: on

from archipel.spec.costa_ruana.theorems.statement import theory

THEORY = theory
CHAPTERS = (
    _bookkeeping,
    _setup,
    _play,
    _resolution,
    _cards,
    _collection,
    _succession,
    _end,
    _symmetry,
    _well_formed,
)

__all__ = ["CHAPTERS", "THEORY"]
