"""Test vectors: cases with their answers, for programs in any language. Nothing here knows any game.

A suite is a set of files of one purpose. A game builds its suites; here they are numbered, checked once more as they
will be read, counted and written, so that the same versions write the same bytes everywhere.
"""

from archipel.checks.judge.vectors.boundaries import BoundaryExample, VectorBoundary, boundary, ways_to_change
from archipel.checks.judge.vectors.coverage import Coverage, Universe, coverage_of
from archipel.checks.judge.vectors.suites import FORMAT, VERSION, Data, VectorSuite
from archipel.checks.judge.vectors.writing import built, is_ours, written

__all__ = [
    "FORMAT",
    "VERSION",
    "BoundaryExample",
    "Coverage",
    "Data",
    "Universe",
    "VectorBoundary",
    "VectorSuite",
    "boundary",
    "built",
    "coverage_of",
    "is_ours",
    "ways_to_change",
    "written",
]
