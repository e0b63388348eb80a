"""Print the JSON Schema (2020-12) of a file format.

examples:
  archipel schema              the formats there are
  archipel schema record       the schema of a game record
"""

from __future__ import annotations

import argparse
import json
from importlib.resources import files

from archipel.reference.costa_ruana.codec import schema_of
from archipel.reference.strict_json import BadInput

OF_THE_ENGINE = ("action", "setup", "state", "view", "record")
OF_FINGERPRINTS = ("fingerprint",)
OF_VECTORS = ("vector-cases", "vector-games", "vector-perft", "vector-suite", "vector-manifest")
FORMATS = (*OF_THE_ENGINE, *OF_FINGERPRINTS, *OF_VECTORS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("format", nargs="?", metavar="FORMAT", help=f"one of {', '.join(FORMATS)}")


def run(arguments: argparse.Namespace) -> int:
    if arguments.format is None:
        print("\n".join(FORMATS))
        return 0
    if arguments.format not in FORMATS:
        raise BadInput(f"no format called {arguments.format!r}; there are {', '.join(FORMATS)}")
    print(schema_text(arguments.format), end="")
    return 0


def schema_text(name: str) -> str:
    """The text of a format's schema."""
    if name in OF_THE_ENGINE:
        return json.dumps(schema_of(name), indent=2) + "\n"
    folder = files("archipel.checks.costa_ruana") / "schema"
    return (folder / f"{name}.schema.json").read_text(encoding="utf-8")
