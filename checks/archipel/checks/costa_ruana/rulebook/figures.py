"""Find the situations that the rulebook's pictures show, and keep them in a file; or check the file.

A solver finds, for each clause, a situation that it decides and the nearest that it does not; for each reading that
makes a difference, a game is sought in which it parts from ours. Pieces are then taken away as long as the situation
shows the same. Finding takes a minute or two; the pictures are drawn from the file.

examples:
  python -m archipel.checks.costa_ruana.rulebook.figures           find them again and write the file
  python -m archipel.checks.costa_ruana.rulebook.figures --check   does the file say what engine and clauses say?
  python -m archipel.checks.costa_ruana.rulebook.figures --missing   what has no picture, and why
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from archipel.checks.cli.command_line import OneLineParser, guarded
from archipel.checks.costa_ruana.rulebook import clause_situations, parted_readings
from archipel.checks.costa_ruana.rulebook.clause_situations import Figure
from archipel.checks.costa_ruana.rulebook.kept_figures import FILE, KeptFigures, dumps, kept
from archipel.checks.costa_ruana.rulebook.parted_readings import PartedReading
from archipel.checks.costa_ruana.vectors.readings import name, others
from archipel.checks.support.files import write_whole
from archipel.checks.support.progress import progress
from archipel.spec.costa_ruana import RULEBOOK


def found() -> KeptFigures:
    """Everything, found again."""
    from archipel.checks.costa_ruana.rulebook.finding_figures import pair

    with progress(len(RULEBOOK.clauses) + len(others()), "looking for situations") as advance:
        clauses = {}
        for clause in RULEBOOK.clauses:
            clauses[clause] = pair(clause)
            advance()
        readings = {}
        for point, reading in others():
            readings[name(point, reading)] = parted_readings.situation(point, reading)
            advance()
    return KeptFigures(clauses, readings)


def complaints(what: KeptFigures) -> Iterator[str]:
    """What is wrong with the situations that are kept: missing, unknown, or not showing what they should."""
    wanted = {*RULEBOOK.clauses, *[name(point, reading) for point, reading in others()]}
    known = {*what.clauses, *what.readings}
    yield from [f"{id}: nothing is kept" for id in sorted(wanted - known)]
    yield from [f"{id}: there is no such clause or reading" for id in sorted(known - wanted)]
    for figures in [each for id, each in what.clauses.items() if id in wanted and not isinstance(each, str)]:
        for figure in figures:
            yield from _complaint(clause_situations.check, figure)
    for parting in [each for id, each in what.readings.items() if id in wanted and not isinstance(each, str)]:
        yield from _complaint(parted_readings.check, parting)


def _complaint(check: Callable[[Any], None], what: Figure | PartedReading) -> Iterator[str]:
    try:
        check(what)
    except clause_situations.FalseFigureError as error:
        yield str(error)


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only check the file")
    parser.add_argument("--missing", action="store_true", help="only list what has no picture, and why")
    arguments = parser.parse_args(argv)
    if arguments.missing:
        return _missing()
    return _check() if arguments.check else _write()


def _missing() -> int:
    for id, entry in {**kept().clauses, **kept().readings}.items():
        if isinstance(entry, str):
            print(f"{id}: {entry}")
    return 0


def _check() -> int:
    wrong = list(complaints(kept()))
    print("\n".join(wrong) or "every situation shows what its picture says")
    return 1 if wrong else 0


def _write() -> int:
    what = found()
    write_whole(str(FILE), dumps(what))
    shown = [sum(not isinstance(each, str) for each in kind.values()) for kind in (what.clauses, what.readings)]
    print(f"{shown[0]} of {len(what.clauses)} clauses and {shown[1]} of {len(what.readings)} other readings are shown")
    return 0


if __name__ == "__main__":
    raise SystemExit(guarded(main))
