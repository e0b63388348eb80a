"""Pages about what sentences can mean: every open point with its readings, and how each was settled."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module

from archipel_rulebook import GameDirective, checks_of, numbers_of, paragraph, table, text
from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx

from archipel.checks.commands.readings import MARKS, WORDS
from archipel.checks.rulings import readings_of
from archipel.checks.settlements import How, Settlement, overall, settlements
from archipel.spec.readings import Point, Reading


class ReadingsDirective(GameDirective):
    """Every point of a game, in rulebook order, with what settles it worked out anew."""

    def run(self) -> list[nodes.Node]:
        points = list(readings_of(self.game).points.values())
        found = settlements(self.game, points, os.cpu_count() or 1)
        return [self.overview(points, found), *(self.point(point, found) for point in points)]

    def overview(self, points: list[Point], found: Mapping[tuple[str, str], Settlement]) -> nodes.Node:
        """How many points are settled in each way."""
        ways = [overall(found[point.id, reading.name] for reading in point.others) for point in points]
        rows = [(text(WORDS["en"][how.value]), text(str(ways.count(how)))) for how in How]
        return table(("settled", "points"), rows)

    def point(self, point: Point, found: Mapping[tuple[str, str], Settlement]) -> nodes.Node:
        section = self.titled(point.id, f"reading-{point.id}")
        section += paragraph(*text(f"{point.questions['en']} ("), *self.links([point.clause.id]), *text(")"))
        section += paragraph(nodes.emphasis(text=point.questions["fr"]))
        each = [(reading, found.get((point.id, reading.name))) for reading in point.readings.values()]
        section += nodes.bullet_list("", *(self.reading(reading, settled) for reading, settled in each))
        section += paragraph(*text(f"Why {point.default.name}: {point.reasons['en']}{self.sources(point)}"))
        return section

    def reading(self, reading: Reading, settled: Settlement | None) -> nodes.Node:
        sentence = reading.statements["en"].format(**numbers_of(self.game))
        name: nodes.Node = nodes.literal(text=reading.name)
        if settled is None:
            return nodes.list_item("", paragraph(name, *text(f" (ours): {sentence}")))
        fate = nodes.strong(text=WORDS["en"][settled.how.value])
        return nodes.list_item(
            "", paragraph(name, *text(f": {sentence} "), fate, *text(f": {settled.told['en']}."))
        )

    def sources(self, point: Point) -> str:
        known: Mapping[str, str] = import_module(f"archipel.spec.{self.game}.readings").SOURCES
        return f" See {'; '.join(known[id] for id in point.sources)}." if point.sources else ""


class ReadingExamplesDirective(GameDirective):
    """Which worked examples of the rulebook each reading keeps."""

    def run(self) -> list[nodes.Node]:
        points = readings_of(self.game).played.values()
        names = [(point.id, reading.name) for point in points for reading in point.others]
        fates = checks_of(self.game, "settling").examples_by_reading([{p: r} for p, r in names], os.cpu_count() or 1)
        rows = [
            ([nodes.literal(text=f"{point}={name}")], *(text(MARKS[fate]) for fate in row.values()))
            for (point, name), row in zip(names, fates, strict=True)
        ]
        legend = ", ".join(f"{mark} {WORDS['en'][fate]}" for fate, mark in MARKS.items())
        return [table(("reading", *fates[0]), rows), paragraph(*text(legend))]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("readings", ReadingsDirective)
    app.add_directive("reading-examples", ReadingExamplesDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
