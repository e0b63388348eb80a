"""What sentences of Costa Ruana can mean besides what the clauses say, in rulebook order."""

from archipel.spec.costa_ruana.readings import setup  # isort: skip
from archipel.spec.costa_ruana.readings import play  # isort: skip
from archipel.spec.costa_ruana.readings import conditions  # isort: skip
from archipel.spec.costa_ruana.readings import resolution  # isort: skip
from archipel.spec.costa_ruana.readings import cards  # isort: skip
from archipel.spec.costa_ruana.readings import collection  # isort: skip
from archipel.spec.costa_ruana.readings import succession  # isort: skip
from archipel.spec.costa_ruana.readings import end  # isort: skip
from archipel.spec.costa_ruana.readings.registry import READINGS, SOURCES

__all__ = [
    "READINGS",
    "SOURCES",
    "cards",
    "collection",
    "conditions",
    "end",
    "play",
    "resolution",
    "setup",
    "succession",
]
