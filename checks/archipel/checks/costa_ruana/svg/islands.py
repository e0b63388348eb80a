"""Islands: their shore, treasures and inhabitants."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from archipel.checks.costa_ruana.drawing import DrawnScene
from archipel.checks.costa_ruana.svg.elements import figure, gone_figure, mark, number, tag, text, use

ISLAND = (226, 150)


@dataclass(frozen=True)
class Stir:
    """What changes on an island: whose inhabitants come and go, and how many treasures more or fewer there are."""

    coming: tuple[int, ...] = ()
    going: tuple[int, ...] = ()
    treasures: int = 0


STILL = Stir()


def island_drawing(what: DrawnScene, island: int, stir: Stir = STILL) -> list[str]:
    """An island around the origin, with what comes and goes there."""
    shapes = [("foam", 1.07), ("sand", 1.0), ("grass", 0.88)]
    parts = [tag("path", class_=name, d=_shore(island, factor)) for name, factor in shapes]
    parts.append(use("palm", 84, -28))
    parts.append(tag("rect", x=-98, y=-62, width=34, height=26, rx=5, class_="sign"))
    parts.append(text(-81, -43, str(island), 17, "m b sign-text"))
    parts += _gems(what.treasures[island], stir.treasures)
    parts += _crowd(what, island, stir)
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


def _gems(count: int, change: int = 0) -> list[str]:
    shown = max(count, count + change)
    if shown > 6:
        told = f"×{count}" if not change else f"×{count}→{count + change}"
        return [use("gem", -18, -34), text(-4, -28, told, 17, "b share")]
    parts = []
    for place in range(shown):
        x = 20 * (place - (shown - 1) / 2)
        if place < min(count, count + change):
            parts.append(use("gem", x, -34))
        else:
            sign = "+" if change > 0 else "−"
            parts += [use("gem" if change > 0 else "gone_gem", x, -34), mark(sign, x + 5, -45)]
    return parts


def _crowd(what: DrawnScene, island: int, stir: Stir) -> list[str]:
    row = what.inhabitants[island]
    people = [seat for seat in what.seats for _ in range(row[seat])]
    share = text(0, 52, f"{len(people)}/{what.cap}", 14, "m share")
    if what.cap > 8 and not (stir.coming or stir.going):
        return [share, *_groups(what, row)]
    signs = _signs(people, stir)
    places = max(what.cap, len(signs))
    step = 184 / places
    parts = [share]
    for place in range(places):
        x = step * (place - (places - 1) / 2)
        parts += _inhabitant(what, *signs[place], x) if place < len(signs) else [_free_place(x)]
    return parts


def _groups(what: DrawnScene, row: tuple[int, ...]) -> list[str]:
    """Where an island holds too many to draw each of them."""
    groups = [seat for seat in what.seats if row[seat]]
    step = 190 / max(1, len(groups))
    parts = []
    for place, seat in enumerate(groups):
        x = step * (place - (len(groups) - 1) / 2)
        parts += [figure(what, seat, x, 2), text(x, 30, f"×{row[seat]}", 12, "m b share")]
    return parts


def _signs(people: Sequence[int], stir: Stir) -> list[tuple[int, str]]:
    """Everybody who is there, goes or comes, each with a sign; who goes stands last among his own."""
    going = Counter(stir.going)
    staying = Counter(people)
    staying.subtract(going)
    there = [(seat, "") for seat in sorted(staying) for _ in range(max(0, staying[seat]))]
    leaving = [(seat, "−") for seat in stir.going]
    return [*sorted([*there, *leaving], key=lambda one: one[0]), *[(seat, "+") for seat in stir.coming]]


def _inhabitant(what: DrawnScene, seat: int, sign: str, x: float) -> list[str]:
    if not sign:
        return [figure(what, seat, x, 8)]
    drawn = figure(what, seat, x, 8) if sign == "+" else gone_figure(what, seat, x, 8)
    return [drawn, mark(sign, x + 6, -8)]


def _free_place(x: float) -> str:
    return tag("circle", cx=x, cy=10, r=5, class_="place")
