"""Board layout: where the fields of a board lie (on a circle, in a grid, in a hexagonal tiling), and ways between."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from archipel.checks.rulebook.svg.elements import number, tag
from archipel.checks.rulebook.svg.layout import Block, Point


def on_circle(count: int, radius: float) -> list[Point]:
    """So many centres clockwise around the origin, the first at the top."""
    angles = [math.tau * place / count - math.tau / 4 for place in range(count)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


def in_grid(rows: int, columns: int, step: float) -> list[Point]:
    """Centres of a grid, row by row."""
    return [(step * column, step * row) for row in range(rows) for column in range(columns)]


def in_hexes(places: Iterable[Point], side: float) -> list[Point]:
    """Centres of hexagons that stand on a corner, by axial coordinates: along a row, and down to the right."""
    wide = math.sqrt(3) * side
    return [(wide * (along + down / 2), 1.5 * side * down) for along, down in places]


def hexagon(side: float, kind: str) -> str:
    """One such field around the origin."""
    points = [(side * x, side * y) for x, y in on_circle(6, 1)]
    corners = "L".join([f"{number(x)} {number(y)}" for x, y in points])
    return tag("path", d=f"M{corners}z", class_=kind)


def board(
    fields: Sequence[Block], centres: Sequence[Point], ways: Iterable[tuple[int, int]] = (), kind: str = "rule"
) -> Block:
    """Fields around their centres, with ways between some of them underneath."""
    placed = list(zip(fields, centres, strict=True))
    left = min(x - field.width / 2 for field, (x, _) in placed)
    top = min(y - field.height / 2 for field, (_, y) in placed)
    moved = [(x - left, y - top) for x, y in centres]
    lines = [
        tag("path", d="M{} {}L{} {}".format(*map(number, (*moved[one], *moved[other]))), class_=kind)
        for one, other in ways
    ]
    drawn = [field.at(x - field.width / 2, y - field.height / 2) for field, (x, y) in zip(fields, moved, strict=True)]
    width = max(x + field.width / 2 for field, (x, _) in zip(fields, moved, strict=True))
    height = max(y + field.height / 2 for field, (_, y) in zip(fields, moved, strict=True))
    return Block(width, height, (*lines, *drawn))
