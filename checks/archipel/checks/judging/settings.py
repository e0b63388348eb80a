"""The limits as they stand on a command line."""

from __future__ import annotations

import argparse
from dataclasses import fields

from archipel.checks.cli import whole
from archipel.checks.judging.limits import Limits
from archipel.reference.strict_json import BadInput

HELP = {
    "bytes": "the longest message",
    "batch": "the most members of a batch",
    "sessions": "the most sessions at once",
    "depth": "the deepest count",
    "positions": "the most positions held while counting",
    "seconds": "the longest count or batch",
}
GREATEST = 1_000_000_000


def add_limits(parser: argparse.ArgumentParser) -> None:
    for limit in fields(Limits):
        kind = float if limit.name == "seconds" else whole
        help = f"{HELP[limit.name]} (default: %(default)s)"
        parser.add_argument(f"--{limit.name}", type=kind, default=limit.default, metavar="N", help=help)


def limits_in(arguments: argparse.Namespace) -> Limits:
    given = {limit.name: getattr(arguments, limit.name) for limit in fields(Limits)}
    for name, value in given.items():
        if not 0 < value <= GREATEST:
            raise BadInput(f"--{name}: expected more than 0 and at most {GREATEST}")
    return Limits(**given)
