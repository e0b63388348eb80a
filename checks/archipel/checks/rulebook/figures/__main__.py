"""Find the situations that the pictures of a rulebook show, and keep them in a file; or check the file.

A solver finds, for each clause, a situation that it decides and the nearest that it does not; for each reading that
makes a difference, a game is sought in which it parts from ours. Pieces are then taken away as long as the situation
shows the same. Finding takes a minute or two; the pictures are drawn from the file.

examples:
  python -m archipel.checks.rulebook.figures             find them again and write the file
  python -m archipel.checks.rulebook.figures --check     does the file say what engine and clauses say?
  python -m archipel.checks.rulebook.figures --missing   what has no picture, and why
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from archipel.checks.games.registry import add_game
from archipel.checks.rulebook.figures.kept import FigureFile
from archipel.checks.rulebook.parts import parts_of
from archipel.checks.support.arguments import OneLineParser, guarded
from archipel.reference.strict_json import BadInput


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_game(parser)
    parser.add_argument("--check", action="store_true", help="only check the file")
    parser.add_argument("--missing", action="store_true", help="only list what has no picture, and why")
    arguments = parser.parse_args(argv)
    if (file := parts_of(arguments.game).figures) is None:
        raise BadInput(f"{arguments.game} keeps no situations for pictures")
    if arguments.missing:
        return _missing(file)
    return _check(file) if arguments.check else _write(file)


def _missing(file: FigureFile) -> int:
    for id, entry in {**file.kept.clauses, **file.kept.readings}.items():
        if isinstance(entry, str):
            print(f"{id}: {entry}")
    return 0


def _check(file: FigureFile) -> int:
    wrong = list(file.complaints(file.kept))
    print("\n".join(wrong) or "every situation shows what its picture says")
    return 1 if wrong else 0


def _write(file: FigureFile) -> int:
    what = file.find()
    file.save(what)
    shown = [sum(not isinstance(each, str) for each in kind.values()) for kind in (what.clauses, what.readings)]
    print(f"{shown[0]} of {len(what.clauses)} clauses and {shown[1]} of {len(what.readings)} other readings are shown")
    return 0


if __name__ == "__main__":
    raise SystemExit(guarded(main))
