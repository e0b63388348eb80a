"""Print the JSON Schema (2020-12) of a file format.

examples:
  archipel schema              the formats there are
  archipel schema record       the schema of a game record
"""

from __future__ import annotations

import argparse

from archipel.checks.games.formats import formats_of
from archipel.checks.games.registry import game_called, nearest
from archipel.checks.judge.vectors.formats import vector_formats
from archipel.reference.strict_json import BadInput


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("format", nargs="?", metavar="FORMAT", help="which one (without it: the formats there are)")


def run(arguments: argparse.Namespace) -> int:
    game = game_called(arguments.game)
    formats = formats_of(game) | vector_formats(game)
    if arguments.format is None:
        print("\n".join(formats))
        return 0
    if arguments.format not in formats:
        raise BadInput(f"no format called {arguments.format!r}{nearest(arguments.format, formats)}")
    print(formats[arguments.format], end="")
    return 0
