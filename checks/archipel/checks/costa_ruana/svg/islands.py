"""Islands: their shore, treasures and inhabitants."""

from __future__ import annotations

import math
from collections.abc import Sequence

from archipel.checks.costa_ruana.drawing import Scene
from archipel.checks.costa_ruana.svg.elements import figure, number, tag, text, use

ISLAND = (226, 150)


def island_drawing(what: Scene, island: int) -> list[str]:
    shapes = [("foam", 1.07), ("sand", 1.0), ("grass", 0.88)]
    parts = [tag("path", class_=name, d=_shore(island, factor)) for name, factor in shapes]
    parts.append(use("palm", 84, -28))
    parts.append(tag("rect", x=-98, y=-62, width=34, height=26, rx=5, class_="sign"))
    parts.append(text(-81, -43, str(island), 17, "m b sign-text"))
    parts += _gems(what.treasures[island])
    parts += _crowd(what, island)
    return parts


def _shore(island: int, factor: float) -> str:
    """A closed smooth line, a little different for each island."""
    points = []
    for step in range(14):
        angle = math.tau * step / 14
        wobble = 1 + 0.035 * math.sin(3 * angle + 1.7 * island) + 0.025 * math.sin(5 * angle + 2.9 * island)
        x = math.copysign(abs(math.cos(angle)) ** 0.72, math.cos(angle)) * ISLAND[0] / 2 * wobble * 0.95
        y = math.copysign(abs(math.sin(angle)) ** 0.72, math.sin(angle)) * ISLAND[1] / 2 * wobble * 0.93
        inset = (1 - factor) * ISLAND[0] / 4
        length = math.hypot(x, y)
        points.append((x * (1 - inset / length), y * (1 - inset / length)))
    return _smooth(points)


def _smooth(points: Sequence[tuple[float, float]]) -> str:
    count = len(points)
    path = f"M{number(points[0][0])} {number(points[0][1])}"
    for place in range(count):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = [points[(place + offset) % count] for offset in (-1, 0, 1, 2)]
        numbers = (bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
        path += "C" + " ".join([number(value) for value in numbers])
    return path + "z"


def _gems(count: int) -> list[str]:
    if count > 6:
        return [use("gem", -14, -34), text(0, -28, f"×{count}", 17, "b ink")]
    return [use("gem", 20 * (place - (count - 1) / 2), -34) for place in range(count)]


def _crowd(what: Scene, island: int) -> list[str]:
    row = what.inhabitants[island]
    people = [seat for seat in what.seats for _ in range(row[seat])]
    share = text(0, 52, f"{len(people)}/{what.cap}", 14, "m share")
    if what.cap > 8:
        groups = [seat for seat in what.seats if row[seat]]
        step = 190 / max(1, len(groups))
        parts = [share]
        for place, seat in enumerate(groups):
            x = step * (place - (len(groups) - 1) / 2)
            parts += [figure(seat, x, 2), text(x, 30, f"×{row[seat]}", 12, "m b ink")]
        return parts
    step = 184 / what.cap
    parts = [share]
    for place in range(what.cap):
        x = step * (place - (what.cap - 1) / 2)
        parts.append(figure(people[place], x, 8) if place < len(people) else _free_place(x))
    return parts


def _free_place(x: float) -> str:
    return tag("circle", cx=x, cy=10, r=5, class_="place")
