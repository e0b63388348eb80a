"""Costa Ruana (Yuri Zhuravlev, Lifestyle Boardgames 2014), as clauses in rulebook order.

The clauses cite two transcriptions of one French rulebook: T0 (numbered setup, figure 4 captioned) and T1 (complete
material list, every heading). Where they differ in wording the clause cites the one it follows.
"""

# Importing a chapter writes its clauses, so the chapters are imported in rulebook order.
# isort: off
from archipel.spec.costa_ruana import components as _components
from archipel.spec.costa_ruana import setup as _setup
from archipel.spec.costa_ruana import play as _play
from archipel.spec.costa_ruana import conditions as _conditions
from archipel.spec.costa_ruana import resolution as _resolution
from archipel.spec.costa_ruana import cards as _cards
from archipel.spec.costa_ruana import collection as _collection
from archipel.spec.costa_ruana import succession as _succession
from archipel.spec.costa_ruana import scoring as _scoring
# isort: on

from archipel.spec.costa_ruana.numbers import NUMBERS, Numbers
from archipel.spec.costa_ruana.vocabulary import rules

CHAPTERS = (
    _components,
    _setup,
    _play,
    _conditions,
    _resolution,
    _cards,
    _collection,
    _succession,
    _scoring,
)
RULEBOOK = rules

__all__ = ["CHAPTERS", "NUMBERS", "RULEBOOK", "Numbers"]
