"""What sentences of the rulebook can mean: the points on which readers differ, and the readings of each.

examples:
  archipel readings                          every point, in rulebook order; * is the reading that is played
  archipel readings shaman-tie --lang fr     one point, in French
  archipel readings --json                   everything, with what each reading changes, for programs
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from archipel.checks.cli import add_json, add_language
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES
from archipel.spec.readings import Point, Reading, Readings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("point", nargs="*", help="points; without any, all of them")
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    readings: Readings = import_module(f"archipel.spec.{arguments.game}.readings").READINGS
    numbers: Mapping[str, int] = import_module(f"archipel.spec.{arguments.game}").NUMBERS.for_statements()
    for id in arguments.point:
        if id not in readings.points:
            raise BadInput(f"no point called {id!r}; there are {', '.join(readings.points)}")
    chosen = [point for id, point in readings.points.items() if id in (arguments.point or [id])]
    if arguments.json:
        entries = [describe(point, numbers) for point in chosen]
        print(json.dumps({"game": arguments.game, "points": entries}, ensure_ascii=False, indent=1))
    else:
        print("\n\n".join(_told(point, numbers, arguments.lang) for point in chosen))
    return 0


def describe(point: Point, numbers: Mapping[str, int]) -> dict[str, Any]:
    """A point for programs."""
    return {
        "id": point.id,
        "clause": point.clause.id,
        "question": dict(point.questions),
        "ours": point.default.name,
        "readings": [
            {
                "name": reading.name,
                **{language: reading.statements[language].format(**numbers) for language in LANGUAGES},
                "changes": _changes(reading),
            }
            for reading in point.readings.values()
        ],
    }


def _changes(reading: Reading) -> dict[str, list[str]]:
    """What a reading makes of the clauses: notions with another meaning, parts replaced, parts and decisions added."""
    return {
        "notions": sorted(reading.notions),
        "replaced": sorted({part.name for part in reading.parts}),
        "added": sorted({part.name for part in reading.clause.parts}),
        "decisions": sorted(step.name for step in reading.steps),
    }


def _told(point: Point, numbers: Mapping[str, int], language: str) -> str:
    lines = [f"{point.id}  ({point.clause.id})", f"  {point.questions[language]}"]
    for reading in point.readings.values():
        mark = "*" if reading is point.default else " "
        lines.append(f"  {mark} {reading.name}")
        lines.append(textwrap.indent(textwrap.fill(reading.statements[language].format(**numbers), 96), "      "))
    return "\n".join(lines)
