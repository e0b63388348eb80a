"""What sentences of the rulebook can mean: points on which readers differ, their readings, and how they are settled.

examples:
  archipel readings                          every point, in rulebook order; * is the reading that is played
  archipel readings --examples               which worked examples of the rulebook each reading keeps
  archipel readings --settled open           only the points that are settled in one way
  archipel readings --variant my.toml        * is the reading of a variant
  archipel readings --json                   everything, with what each reading changes, for programs

A reading that is not played is settled in one of four ways, and each time that is worked out: equivalent (proved never
to be told from ours in play), example (a worked example of the rulebook would go another way), contradiction (it
contradicts what the rulebook says or counts on) or open (a choice). The first time this takes a while; what was found
out is kept until clauses, engine or checks change.
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from archipel.checks.games.configuration import members_of
from archipel.checks.games.registry import game_called
from archipel.checks.readings.settlement import How, Settlement, examples_by_reading, overall, settlements
from archipel.checks.support.arguments import add_json, add_language, add_variant
from archipel.checks.support.parallel import every_core
from archipel.checks.support.phrases import Phrases
from archipel.checks.variants.variant_files import Variant, variant_in
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES
from archipel.spec.readings import Point, Reading

Settled = Mapping[tuple[str, str], Settlement]

WORDS = Phrases(__file__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("point", nargs="*", help="points; without any, all of them")
    parser.add_argument("--settled", choices=[how.value for how in How], help="only points settled in this way")
    parser.add_argument("--examples", action="store_true", help="which worked examples each reading keeps")
    add_variant(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    points, variant = _asked(arguments.game, arguments.point), variant_in(arguments)
    if arguments.examples:
        return _examples(arguments, points)
    found = settlements(arguments.game, points, every_core())
    shown = [point for point in points if arguments.settled in (None, _how(point, found).value)]
    if arguments.json:
        entries = [describe(arguments.game, point, found, variant) for point in shown]
        print(json.dumps({**members_of(arguments.game), "readings": entries}, ensure_ascii=False, indent=1))
    else:
        print("\n\n".join(_told(point, found, variant, arguments.lang) for point in shown))
    return 0


def _asked(game: str, ids: Sequence[str]) -> list[Point]:
    readings = game_called(game).readings
    for id in ids:
        if id not in readings.points:
            raise BadInput(f"no point called {id!r}; there are {', '.join(readings.points)}")
    return [point for id, point in readings.points.items() if id in (ids or [id])]


def _how(point: Point, found: Settled) -> How:
    return overall(found[point.id, reading.name] for reading in point.others)


# For programs


def describe(game: str, point: Point, found: Settled, variant: Variant) -> dict[str, Any]:
    """A point for programs."""
    sources = game_called(game).sources
    return {
        "id": point.id,
        "covers": list(point.covers),
        "clause": point.clause.id,
        "question": dict(point.questions),
        "default": point.default.name,
        "because": dict(point.reasons),
        "sources": {id: sources[id] for id in point.sources},
        "settled": _how(point, found).value,
        "changes_play": point.is_played,
        "played": variant.choice.get(point.id, point.default.name),
        "readings": [_reading(point, each, found, variant.in_statements) for each in point.readings.values()],
    }


def _reading(point: Point, reading: Reading, found: Settled, numbers: Mapping[str, int]) -> dict[str, Any]:
    settled = found.get((point.id, reading.name))
    return {
        "name": reading.name,
        **{language: reading.statements[language].format(**numbers) for language in LANGUAGES},
        "changes": _changes(reading),
        **({"settlement": settled.as_json()} if settled else {}),
    }


def _changes(reading: Reading) -> dict[str, list[str]]:
    """What a reading makes of the clauses: notions with another meaning, parts replaced, parts and decisions added."""
    return {
        "notions": sorted(reading.notions),
        "replaced": sorted({part.name for part in reading.parts}),
        "added": sorted({part.name for part in reading.clause.parts}),
        "decisions": sorted(step.name for step in reading.steps),
    }


# For people


def _told(point: Point, found: Settled, variant: Variant, language: str) -> str:
    numbers, played = variant.in_statements, variant.choice.get(point.id, point.default.name)
    lines = [f"{point.id}  ({point.clause.id})", f"  {point.questions[language]}"]
    for reading in point.readings.values():
        mark = "*" if reading.name == played else " "
        settled = found.get((point.id, reading.name))
        lines.append(f"  {mark} {reading.name}" + (f": {WORDS.of(language)[settled.how.value]}" if settled else ""))
        lines.append(_indented(reading.statements[language].format(**numbers)))
        lines += [_indented(f"→ {settled.told[language]}")] if settled else []
    sources = f" ({WORDS.of(language)['sources']} {', '.join(point.sources)})" if point.sources else ""
    return "\n".join([*lines, _indented(f"{point.default.name}: {point.reasons[language]}{sources}", "  ")])


def _indented(sentence: str, by: str = "      ") -> str:
    return textwrap.fill(sentence, 102, initial_indent=by, subsequent_indent=by)


# Worked examples


def _examples(arguments: argparse.Namespace, points: Sequence[Point]) -> int:
    """A table: each reading that makes a difference to play, and each worked example."""
    readings = [(point.id, reading.name) for point in points if point.is_played for reading in point.others]
    table = examples_by_reading(arguments.game, [{point: name} for point, name in readings], every_core())
    rows = {f"{point}={name}": row for (point, name), row in zip(readings, table, strict=True)}
    if arguments.json:
        print(json.dumps({**members_of(arguments.game), "examples": rows}, ensure_ascii=False, indent=1))
    else:
        _print_table(rows, WORDS.of(arguments.lang))
    return 0


MARKS = {"kept": "·", "broken": "×", "no game": "–"}


def _print_table(rows: Mapping[str, Mapping[str, str]], words: Mapping[str, str]) -> None:
    width = max(map(len, rows), default=0)
    ids = next(iter(rows.values()), {})
    print(f"{'':{width}}  " + " ".join(ids))
    for name, row in rows.items():
        print(f"{name:{width}}  " + " ".join(f"{MARKS[row[id]]:>{len(id)}}" for id in ids))
    print("   ".join(f"{mark} {words[fate]}" for fate, mark in MARKS.items()))
