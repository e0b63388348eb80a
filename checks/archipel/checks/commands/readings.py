"""What sentences of the rulebook can mean: the points on which readers differ, and the readings of each.

examples:
  archipel readings                          every point, in rulebook order; * is the reading that is played
  archipel readings shaman-tie --lang fr     one point, in French
  archipel readings --variant my.toml        * is the reading of a variant
  archipel readings --json                   everything, with what each reading changes, for programs
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Mapping
from typing import Any

from archipel.checks.cli import add_json, add_language, add_variant
from archipel.checks.rulings import readings_of
from archipel.checks.variants import Variant, variant_in
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES
from archipel.spec.readings import Point, Reading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("point", nargs="*", help="points; without any, all of them")
    add_variant(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    readings, variant = readings_of(arguments.game), variant_in(arguments)
    numbers = variant.in_statements
    for id in arguments.point:
        if id not in readings.points:
            raise BadInput(f"no point called {id!r}; there are {', '.join(readings.points)}")
    chosen = [point for id, point in readings.points.items() if id in (arguments.point or [id])]
    if arguments.json:
        entries = [describe(point, numbers) | _played(point, variant) for point in chosen]
        print(json.dumps({"game": arguments.game, "points": entries}, ensure_ascii=False, indent=1))
    else:
        print("\n\n".join(_told(point, variant, arguments.lang) for point in chosen))
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


def _played(point: Point, variant: Variant) -> dict[str, str]:
    """The reading of a variant, if it is not ours."""
    return {"played": variant.choice[point.id]} if point.id in variant.choice else {}


def _told(point: Point, variant: Variant, language: str) -> str:
    numbers, played = variant.in_statements, variant.choice.get(point.id, point.default.name)
    lines = [f"{point.id}  ({point.clause.id})", f"  {point.questions[language]}"]
    for reading in point.readings.values():
        mark = "*" if reading.name == played else " "
        lines.append(f"  {mark} {reading.name}")
        lines.append(textwrap.indent(textwrap.fill(reading.statements[language].format(**numbers), 96), "      "))
    return "\n".join(lines)
