"""A position as a picture: one SVG file that needs nothing else and always has the same bytes.

Nothing is told by colour alone: players have letters, backgrounds have patterns, signs and names. A dark variant is
part of the style sheet, and ``title`` and ``desc`` tell the position to those who do not see the picture.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from xml.sax.saxutils import escape, quoteattr

from archipel.checks.costa_ruana.drawing import Scene, TableCard, in_words
from archipel.checks.costa_ruana.wording import LETTERS, background_words, counted, face_words
from archipel.reference.costa_ruana.deck import Background, Card, Kind

WIDTH = 1200
MARGIN = 20
ISLAND = (226, 150)
CARD = (108, 122)
CHIP = (150, 38)
GAP = 8
HEADROOM = 30
"""Room above a row of cards for the figures that stand on them."""

STYLE = """
svg.cr{max-width:100%;height:auto}
.cr{font-family:"Avenir Next","Segoe UI","Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
.cr text{fill:#22303a}
.paper{fill:#faf6ec}
.panel{fill:#fffdf8;stroke:#d9cfb8;stroke-width:1.5}
.panel.on{stroke:#b4430c;stroke-width:3.5}
.cr .soft{fill:#5d6b74}
.cr .rule{stroke:#d9cfb8;stroke-width:1}
.sea{fill:#a9d8e6}.swell{stroke:#8cc6d8;stroke-width:2;fill:none}
.foam{fill:#e9f7fa;opacity:.75}.sand{fill:#f0dca4;stroke:#cdb274;stroke-width:1.5}.grass{fill:#c3dd98}
.place{fill:none;stroke:#6f8a4a;stroke-width:1.5;stroke-dasharray:2.5 2.5}
.trunk{fill:none;stroke:#8a6238;stroke-width:3.5;stroke-linecap:round}.leaf{fill:#4f9350}
.sign{fill:#8a6238;stroke:#6a4825;stroke-width:1}.cr .sign-text{fill:#fff}
.gem{fill:#12a5a0;stroke:#07524f;stroke-width:1}.facet{fill:none;stroke:#d7fffb;stroke-width:1;opacity:.85}
.figure{stroke:#1d2328;stroke-width:1.1;stroke-linejoin:round}
.ghost{fill:#fff;stroke:#22303a;stroke-width:1.4;stroke-linejoin:round}
.hut{fill:#c58b4c;stroke:#6a4825;stroke-width:1.2}.thatch{fill:#e0b65c;stroke:#6a4825;stroke-width:1.2}
.door{fill:#5b3c1c}
.edge{fill:none;stroke:#22303a;stroke-width:1.4}.edge.hidden{stroke-dasharray:5 3;stroke-width:2}
.edge.now{stroke:#b4430c;stroke-width:4}
.plaque{fill:#fff;opacity:.94}.cr .ink{fill:#22303a}.cr .ink-soft{fill:#4a5861}.cr .share{fill:#41562a}
.stroke{fill:none;stroke:#22303a;stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.back{fill:#7b5a86}.weave{stroke:#a58ab0;stroke-width:2;fill:none}.cr .on-back{fill:#fff}
.high{fill:#2f7fc1}.high-mark{stroke:#bfe0f7;stroke-width:2;fill:none}
.low{fill:#e3a982}.low-mark{fill:#fff1e2}
.day{fill:#f6cf3c}.day-mark{stroke:#fff3b8;stroke-width:3;fill:none}
.night{fill:#353a7c}.night-mark{fill:#f4efc0}
.pip{fill:#fffdf8;stroke:#8a7a58;stroke-width:1.5}.pip.done{fill:#c9bb98}.pip.now{fill:#b4430c;stroke:#7c2d06}
.cr .pip-now{fill:#fff}
.tag{fill:#b4430c}.cr .tag-text{fill:#fff}
.mask{fill:#b4430c;stroke:#4a1c04;stroke-width:1.2}.plume{fill:#f6cf3c;stroke:#4a1c04;stroke-width:1}.eye{fill:#fff}
.p0{fill:#d1380f}.p1{fill:#1f66b5}.p2{fill:#1d8a4c}.p3{fill:#b0408f}
.p4{fill:#f2b51d}.p5{fill:#7fd0ef}.p6{fill:#5a4a9c}.p7{fill:#8b8f94}
.cr .l0,.cr .l1,.cr .l2,.cr .l3,.cr .l6{fill:#fff}.cr .l4,.cr .l5,.cr .l7{fill:#15191c}
.b{font-weight:700}.i{font-style:italic}.m{text-anchor:middle}.e{text-anchor:end}
@media screen and (prefers-color-scheme:dark){
.cr text{fill:#e9e4d8}.paper{fill:#161b20}.panel{fill:#20272e;stroke:#3d4851}.panel.on{stroke:#ff9d5c}
.cr .soft{fill:#a9b4bc}.cr .rule{stroke:#3d4851}
.sea{fill:#12384a}.swell{stroke:#1c4a5f}.foam{fill:#2c6076;opacity:.8}
.sand{fill:#b79f63;stroke:#7f6c3c}.grass{fill:#5f7f45}.place{stroke:#c9dcae}.cr .share{fill:#eef6de}
.leaf{fill:#2f6a35}.trunk{stroke:#4d3519}
.figure{stroke:#f6f2e6}.edge{stroke:#e9e4d8}.edge.now{stroke:#ff9d5c}
.gem{fill:#35d6cf;stroke:#04302e}.facet{stroke:#043b38}
.plaque{fill:#f4f0e4;opacity:.95}
.high{fill:#22618f}.low{fill:#b98157}.day{fill:#cfa71f}.night{fill:#2b2f68}.back{fill:#5b4264}.weave{stroke:#80668a}
.pip{fill:#20272e;stroke:#8a7a58}.pip.done{fill:#5b5442}.pip.now{fill:#ff9d5c;stroke:#ffd2b0}
.cr .pip-now{fill:#161b20}.tag{fill:#ff9d5c}.cr .tag-text{fill:#161b20}
}
"""

MEEPLE = (
    "M0-13c3.7 0 6.1 2.6 6.1 5.6 0 1.2-.4 2.2-1 3C8.5-3.4 12.2-1.7 12.2 1c0 1.5-1.2 2.3-2.7 2.3"
    "-1 0-2.1-.4-3.1-.7.9 3 2.7 5.9 4 8.3.7 1.3 0 2.6-1.5 2.6H3.3c-1 0-1.6-.5-2-1.3L0 9.4"
    "l-1.3 2.8c-.4.8-1 1.3-2 1.3h-5.6c-1.5 0-2.2-1.3-1.5-2.6 1.3-2.4 3.1-5.3 4-8.3"
    "-1 .3-2.1.7-3.1.7-1.5 0-2.7-.8-2.7-2.3 0-2.7 3.7-4.4 7.1-5.4-.6-.8-1-1.8-1-3 0-3 2.4-5.6 6.1-5.6z"
)

SHAPES = {
    "gem": [
        ("gem", "M-8-2L-4.5-6.5H4.5L8-2L0 7.5z"),
        ("facet", "M-8-2H8M-3.5-2L0 7.5L3.5-2L1.5-6.5M-3.5-2L-1.5-6.5"),
    ],
    "palm": [
        ("trunk", "M0 16C3 6 2-2-2-10"),
        ("leaf", "M-2-10c6-9 14-7 17-1-6-3-11-1-17 1zM-2-10c-6-8-14-6-17 1 6-3 12-2 17-1z"),
        ("leaf", "M-2-10c1-8 7-12 13-11-5 2-9 6-13 11zM-2-10c-2-8-8-11-14-9 6 1 10 4 14 9z"),
    ],
    "hut": [
        ("hut", "M-10-1h20v12h-20z"),
        ("thatch", "M-15 1L0-13L15 1z"),
        ("door", "M-3.5 11v-7q3.5-4 7 0v7z"),
    ],
    "mask": [
        ("plume", "M-4-8L-9-18L-1-11zM4-8L9-18L1-11zM-2.5-9L0-20L2.5-9z"),
        ("mask", "M-9-6Q0-13 9-6Q10 6 0 13Q-10 6-9-6z"),
        ("eye", "M-6-2h4v3h-4zM2-2h4v3h-4zM-3 6h6v2h-6z"),
    ],
}
"""Drawings used many times: classes and paths."""

STAR = "M6 2l1.2 2.8L10 6L7.2 7.2L6 10L4.8 7.2L2 6L4.8 4.8zM19 15l1 2.2 2.2 1-2.2 1-1 2.2-1-2.2-2.2-1 2.2-1z"
PATTERNS = {
    "sea": (60, 36, "sea", "swell", "M4 10q6-6 12 0t12 0M34 28q6-6 12 0t12 0"),
    "high_tide": (20, 10, "high", "high-mark", "M0 5q5-5 10 0t10 0"),
    "low_tide": (14, 14, "low", "low-mark", "M2 3h3v3h-3zM9 9h2v2h-2zM10 2h1.5v1.5h-1.5zM4 11h1.5v1.5h-1.5z"),
    "day": (16, 16, "day", "day-mark", "M-4 4L4-4M-2 18L18-2M12 20L20 12"),
    "night": (26, 26, "night", "night-mark", STAR),
    "back": (12, 12, "back", "weave", "M0 0L12 12M12 0L0 12"),
}
"""Backgrounds: width, height, class of the ground, class and path of the mark on it."""

SIGNS = {
    Background.HIGH_TIDE: "M-7-4q3.5-4 7 0t7 0M-7 1q3.5-4 7 0t7 0M-7 6q3.5-4 7 0t7 0",
    Background.LOW_TIDE: "M-7 6q3.5-4 7 0t7 0M-2-6h4M-4-2h8",
    Background.DAY: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M0-8v2M0 8v-2M-8 0h2M8 0h-2M-5.6-5.6l1.4 1.4"
    "M5.6-5.6l-1.4 1.4M-5.6 5.6l1.4-1.4M5.6 5.6l-1.4-1.4",
    Background.NIGHT: "M3-7A7.5 7.5 0 1 0 7 3A6 6 0 0 1 3-7z",
}


def number(value: float) -> str:
    """A length with at most one decimal, always written the same way."""
    text = f"{value:.1f}"
    return "0" if text in ("0.0", "-0.0") else text.removesuffix(".0")


def tag(name: str, content: str = "", **attributes: object) -> str:
    """An element; attributes keep their order, and ``class_`` stands for ``class`` (see :func:`_scoped`)."""
    parts = [name]
    for key, value in attributes.items():
        shown = number(value) if isinstance(value, float | int) else str(value)
        if key == "class_":
            shown = " ".join([f"cr-{one}" for one in shown.split()])
        parts.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(shown)}")
    head = " ".join(parts)
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


def text(x: float, y: float, words: str, size: float, classes: str = "", room: float | None = None) -> str:
    """Words, made smaller and then shorter if they do not fit into the room."""
    if room is not None:
        letter = 0.68 if "b" in classes.split() else 0.6
        size = max(9.0, min(size, room / (letter * max(1, len(words)))))
        most = max(2, int(room / (letter * size) + 0.001))
        words = words if len(words) <= most else words[: most - 1] + "…"
    if not classes:
        return tag("text", escape(words), x=x, y=y, font_size=size)
    return tag("text", escape(words), x=x, y=y, font_size=size, class_=classes)


def group(x: float, y: float, parts: Iterable[str], scale: float = 1) -> str:
    """Parts moved to a place."""
    place = f"translate({number(x)} {number(y)})" + (f" scale({scale:.2f})" if scale != 1 else "")
    return tag("g", "".join(parts), transform=place)


def use(name: str, x: float, y: float, **attributes: object) -> str:
    """One of the drawings defined once."""
    return tag("use", "", href=f"#cr-{name}", x=x, y=y, **attributes)


def _definitions() -> str:
    parts = [tag("path", id="cr-meeple", d=MEEPLE)]
    for name, paths in SHAPES.items():
        parts.append(tag("g", "".join([tag("path", class_=kind, d=path) for kind, path in paths]), id=f"cr-{name}"))
    for name, (wide, high, ground, kind, path) in PATTERNS.items():
        inside = tag("rect", class_=ground, width=wide, height=high) + tag("path", class_=kind, d=path)
        parts.append(tag("pattern", inside, id=f"cr-{name}", width=wide, height=high, patternUnits="userSpaceOnUse"))
    return tag("defs", "\n".join(parts))


def figure(seat: int, x: float, y: float, scale: float = 1) -> str:
    """An inhabitant with the letter of its player."""
    parts = [use("meeple", 0, 0, class_=f"figure p{seat}"), text(0, 5.5, LETTERS[seat], 11, f"m b l{seat}")]
    return group(x, y, parts, scale)


def badge(seat: int, x: float, y: float) -> str:
    """Who laid a card."""
    return tag("circle", cx=x, cy=y, r=11, class_=f"figure p{seat}") + text(
        x, y + 4.5, LETTERS[seat], 13, f"m b l{seat}"
    )


def draw(what: Scene) -> str:
    """The whole picture."""
    head = _head(what)
    sea, sea_height = _sea(what)
    panels, panels_height = _panels(what)
    top, sea_top = 96, 96 + sea_height + 18
    height = sea_top + panels_height + MARGIN
    body = [tag("rect", class_="paper", width=WIDTH, height=height, rx=14), *head]
    body += [group(MARGIN, top, sea), group(MARGIN, sea_top, panels)]
    sentences = in_words(what)
    content = "\n".join(body)
    mark = sha256("\n".join([*sentences, content]).encode("utf-8")).hexdigest()[:8]
    title = f"{what.say('game')}: {what.headline}"
    size = f'width="{WIDTH}" height="{number(height)}" viewBox="0 0 {WIDTH} {number(height)}"'
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cr" {size} '
        f'role="img" aria-labelledby="cr-t{mark} cr-d{mark}" lang="{what.lang}">'
    )
    described = [
        tag("title", escape(title), id=f"cr-t{mark}"),
        tag("desc", escape("\n".join(sentences)), id=f"cr-d{mark}"),
    ]
    return "\n".join([opening, *described, tag("style", _scoped(STYLE)), _definitions(), content, "</svg>"]) + "\n"


def _scoped(style: str) -> str:
    """The style sheet with names that are the picture's own, so that it can stand in a page with other things."""
    return re.sub(r"\.(?!cr\b)(?=[a-z])", ".cr-", style)


def _head(what: Scene) -> list[str]:
    parts = [text(MARGIN + 4, 44, what.headline, 27, "b", 720)]
    if what.actor is None:
        parts.append(text(MARGIN + 4, 76, what.turn, 18, "soft", 760))
    else:
        parts += [figure(what.actor, MARGIN + 16, 69, 1.1), text(MARGIN + 38, 76, what.turn, 18, "", 720)]
    if what.viewer is not None:
        seen = what.say("label.view", player=what.names[what.viewer])
        parts.append(text(WIDTH - MARGIN - 4, 78, seen, 15, "e i soft", 380))
    if what.rounds > 10:
        return parts
    for place in range(1, what.rounds + 1):
        state = "now" if place == what.round else "done" if place < what.round else ""
        x = WIDTH - MARGIN - 20 - 42 * (what.rounds - place)
        parts.append(tag("circle", cx=x, cy=35, r=16, class_=f"pip {state}".strip()))
        parts.append(text(x, 40.5, str(place), 15, "m b pip-now" if state == "now" else "m b"))
    return parts


# The sea: islands around the Condition cards


def _sea(what: Scene) -> tuple[list[str], float]:
    width = WIDTH - 2 * MARGIN
    places, scale, height = _island_places(len(what.treasures), width)
    parts = [tag("rect", width=width, height=height, rx=18, fill="url(#cr-sea)")]
    for island, (x, y) in enumerate(places):
        parts.append(group(x, y, _island(what, island), scale))
    parts.append(group(width / 2, height / 2, _middle(what)))
    return parts, height


def _island_places(count: int, width: float) -> tuple[list[tuple[float, float]], float, float]:
    """Where the islands lie: clockwise around the middle, beginning at the upper left; and their scale."""
    sides = 2 if count > 4 else 0
    above = (count - sides + 1) // 2
    below = count - sides - above
    gap = 420 if not sides else 0
    scale = min(1.12, (width - gap) / max(above, 1) / (ISLAND[0] + 6))
    step = ISLAND[1] * scale + 22
    top, rows = 16 + ISLAND[1] * scale / 2, 3 if sides else 2
    places = [(x, top) for x in _spread(above, width, gap)]
    if sides:
        places.append((width - ISLAND[0] * scale / 2 - 24, top + step))
    places += [(x, top + (rows - 1) * step) for x in reversed(_spread(below, width, gap))]
    if sides:
        places.append((ISLAND[0] * scale / 2 + 24, top + step))
    return places, scale, (rows - 1) * step + 2 * top


def _spread(count: int, width: float, gap: float) -> list[float]:
    """Even places on a row, the halves pushed apart by a gap in the middle."""
    step = (width - gap) / max(count, 1)
    places = [step * (place + 0.5) for place in range(count)]
    return [x if x < (width - gap) / 2 else x + gap for x in places]


def _island(what: Scene, island: int) -> list[str]:
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


def _middle(what: Scene) -> list[str]:
    """The Condition cards, the draw pile and the discards."""
    wide, high = CARD
    parts = [
        group(-wide - 7, -high / 2, _condition(what, what.tide)),
        group(7, -high / 2, _condition(what, what.time)),
    ]
    for x, label, amount in ((-172, "label.pile.word", what.pile), (172, "label.discards.word", what.discards)):
        parts.append(group(x, -6, _stack(what.say(label), amount)))
    return parts


def _condition(what: Scene, side: Background) -> list[str]:
    wide, high = CARD
    return [
        tag("rect", width=wide, height=high, rx=12, fill=f"url(#cr-{side.value})"),
        tag("circle", cx=wide / 2, cy=high / 2 - 14, r=30, class_="plaque"),
        group(wide / 2, high / 2 - 14, [tag("path", d=SIGNS[side], class_="stroke")], 2.2),
        tag("rect", x=5, y=high - 31, width=wide - 10, height=25, rx=6, class_="plaque"),
        text(wide / 2, high - 13.5, background_words(what.lang, side), 15, "m b ink", wide - 14),
        tag("rect", width=wide, height=high, rx=12, class_="edge"),
    ]


def _stack(words: str, amount: int) -> list[str]:
    parts = []
    for layer in range(min(3, amount) or 1):
        shift = 3 * layer
        fill = "url(#cr-back)" if amount else "none"
        parts.append(tag("rect", x=-26 + shift, y=-36 - shift, width=52, height=66, rx=7, fill=fill))
        kind = "edge" if amount else "edge hidden"
        parts.append(tag("rect", x=-26 + shift, y=-36 - shift, width=52, height=66, rx=7, class_=kind))
    shift = 3 * (min(3, amount or 1) - 1)
    parts.append(tag("circle", cx=shift, cy=-3 - shift, r=17, class_="plaque"))
    parts.append(text(shift, 3 - shift, str(amount), 17, "m b ink"))
    parts.append(text(0, 50, words, 14, "m", 110))
    return parts


# The players: what they have, what lies before them, what they hold


def _panels(what: Scene) -> tuple[list[str], float]:
    players = len(what.names)
    columns = 2 if players in (2, 4) else 3
    gap = 16
    width = (WIDTH - 2 * MARGIN - gap * (columns - 1)) / columns
    parts, y = [], 0.0
    for first in range(0, players, columns):
        row = list(what.seats)[first : first + columns]
        drawn = [_panel(what, seat, width) for seat in row]
        height = max(tall for _, tall in drawn)
        for place, (seat, (inside, _)) in enumerate(zip(row, drawn, strict=True)):
            frame = tag("rect", width=width, height=height, rx=14, class_=_frame_class(what, seat))
            parts.append(group(place * (width + gap), y, [frame, *inside]))
        y += height + gap
    return parts, y - gap


def _frame_class(what: Scene, seat: int) -> str:
    return "panel on" if seat == what.actor or seat in what.winners else "panel"


def _panel(what: Scene, seat: int, width: float) -> tuple[list[str], float]:
    parts = [figure(seat, 28, 28, 1.35), text(52, 35, what.names[seat], 21, "b", 150)]
    parts += _marks(what, seat, width)
    parts += _possessions(what, seat, width)
    y = 96.0
    for draw_part in (_cards_before, _hand):
        inside, tall = draw_part(what, seat, width)
        if inside:
            parts += [tag("path", d=f"M14 {number(y)}H{number(width - 14)}", class_="rule"), group(0, y, inside)]
        y += tall + (6 if inside else 0)
    return parts, y + 6


def _marks(what: Scene, seat: int, width: float) -> list[str]:
    """Who is shaman, who decides, and how many points there are in the end."""
    parts, right = [], width - 16
    if what.points is not None:
        parts.append(text(right, 35, f"{what.points[seat]} {what.say('label.points')}", 20, "e b"))
        right -= 126
    if seat == what.actor or seat in what.winners:
        words = what.say("label.decides" if seat == what.actor else "label.wins")
        wide = 20 + 9 * len(words)
        parts.append(tag("rect", x=right - wide, y=17, width=wide, height=24, rx=12, class_="tag"))
        parts.append(text(right - wide / 2, 33.5, words, 14, "m b tag-text"))
        right -= wide + 10
    if seat == what.shaman and what.actor is not None:
        words = what.say("label.shaman")
        parts.append(text(right, 34, words, 14, "e i", 90))
        parts.append(use("mask", right - 8.6 * len(words) - 16, 30))
    return parts


def _possessions(what: Scene, seat: int, width: float) -> list[str]:
    reserve, hut = what.reserve[seat], what.huts[seat]
    shown = min(reserve, 10)
    small = use("meeple", 0, 0, class_=f"figure p{seat}")
    parts = [group(25 + 15.5 * place, 63, [small], 0.62) for place in range(shown)]
    home = f"{what.say('label.reserve')} {reserve}"
    waiting = what.say("label.reserve.waiting", reserve=reserve)
    parts.append(text(16, 89, waiting if seat in what.waiting else home, 13, "soft"))
    x = 206
    parts += [use("hut", x, 66), text(x, 89, what.say("label.hut"), 13, "m soft")]
    if hut is None:
        parts.append(text(x + 24, 73, "?", 20, "b"))
    else:
        parts += [use("gem", x + 31, 66), text(x + 44, 73, str(hut), 20, "b")]
    if what.gains[seat]:
        parts.append(text(x + 64, 73, f"+{what.gains[seat]}", 20, "b"))
    if None in what.hands[seat]:
        parts += _hidden_hand(what, len(what.hands[seat]), width)
    return parts


def _hidden_hand(what: Scene, size: int, width: float) -> list[str]:
    step = min(15.0, 80 / size)
    parts = [_small_back(width - 26 - step * place, 61) for place in reversed(range(size))]
    return [*parts, text(width - 16, 89, counted(what.lang, "words.cards", size), 13, "e soft", 100)]


def _cards_before(what: Scene, seat: int, width: float) -> tuple[list[str], float]:
    cards = what.cards_before(seat)
    name = what.names[seat]
    if not what.table:
        return [], 0
    if not cards:
        return [text(16, 24, what.say("label.before.nothing", player=name), 13, "i soft", width - 32)], 34
    parts = [text(16, 24, what.say("label.before", player=name), 13, "soft", width - 32)]
    wide, high = CARD
    columns = int((width - 32 + GAP) // (wide + GAP))
    above = HEADROOM if any(laid.standing for laid in cards) else 6
    for place, laid in enumerate(cards):
        row, column = divmod(place, columns)
        y = 28 + above + row * (high + above + 4)
        parts.append(group(16 + column * (wide + GAP), y, _table_card(what, laid)))
    rows = -(-len(cards) // columns)
    return parts, 28 + rows * (high + above + 4) + 4


def _table_card(what: Scene, laid: TableCard) -> list[str]:
    wide, high = CARD
    edge = "edge now" if laid.resolving else "edge hidden" if laid.face_down else "edge"
    parts = [] if not laid.standing else _standing(laid.standing)
    if laid.card is None:
        parts += _card_back(what)
    else:
        parts += _card_face(what, laid.card, laid.face_down)
    parts.append(tag("rect", width=wide, height=high, rx=10, class_=edge))
    parts.append(badge(laid.by, 15, 15))
    return parts


def _standing(seats: tuple[int, ...]) -> list[str]:
    step = min(26, 92 / len(seats))
    return [figure(seat, CARD[0] / 2 + step * (place - (len(seats) - 1) / 2), -12) for place, seat in enumerate(seats)]


def _card_back(what: Scene) -> list[str]:
    wide, high = CARD
    return [
        tag("rect", width=wide, height=high, rx=10, fill="url(#cr-back)"),
        tag("circle", cx=wide / 2, cy=52, r=24, class_="plaque"),
        text(wide / 2, 63, "?", 32, "m b ink"),
        tag("rect", x=5, y=high - 27, width=wide - 10, height=21, rx=6, class_="plaque"),
        text(wide / 2, high - 12, what.say("label.face_down"), 13, "m ink", wide - 14),
    ]


def _card_face(what: Scene, card: Card, hidden: bool) -> list[str]:
    wide, high = CARD
    parts = [
        tag("rect", width=wide, height=high, rx=10, fill=f"url(#cr-{card.background.value})"),
        tag("circle", cx=wide - 16, cy=16, r=13, class_="plaque"),
        group(wide - 16, 16, [tag("path", d=SIGNS[card.background], class_="stroke")], 0.95),
        tag("rect", x=12, y=32, width=wide - 24, height=42, rx=8, class_="plaque"),
        group(wide / 2, 53, _effect_sign(card)),
        tag("rect", x=5, y=high - 42, width=wide - 10, height=36, rx=6, class_="plaque"),
        _face_label(what, card, wide / 2, high - 27, "m ", wide - 11),
        text(wide / 2, high - 12, background_words(what.lang, card.background), 12, "m ink-soft", wide - 14),
    ]
    if hidden:
        parts.append(tag("rect", x=30, y=5, width=wide - 63, height=17, rx=6, class_="plaque"))
        parts.append(text(30 + (wide - 63) / 2, 17.5, what.say("label.hidden"), 11, "m ink", wide - 65))
    return parts


def _face_label(what: Scene, card: Card, x: float, y: float, classes: str, room: float) -> str:
    words = face_words(what.lang, card)
    return text(x, y, words, 13, f"{classes}b ink" if len(words) <= 12 else f"{classes}ink", room)


def _effect_sign(card: Card) -> list[str]:
    if card.kind is Kind.MOVE_TREASURE:
        return [group(-19, 0, [use("gem", 0, 0)], 1.5), tag("path", d="M3 0H29M21-8L29 0L21 8", class_="stroke")]
    figure_sign = group(-22, 0, [use("meeple", 0, 0, class_="ghost")], 1.15)
    if card.kind is Kind.MOVE_INHABITANT:
        return [figure_sign, tag("path", d="M3 0H29M21-8L29 0L21 8", class_="stroke")]
    sign = "+" if card.kind is Kind.PLACE else "−"
    return [figure_sign, text(16, 10, f"{sign}{card.amount}", 28, "m b ink")]


def _hand(what: Scene, seat: int, width: float) -> tuple[list[str], float]:
    known = [card for card in what.hands[seat] if card is not None]
    if not known:
        return [], 0
    parts = [text(16, 20, what.say("label.hand"), 13, "soft")]
    wide, high = CHIP
    columns = max(1, int((width - 32 + 6) // (wide + 6)))
    step = (width - 32 + 6) / columns
    for place, card in enumerate(known):
        row, column = divmod(place, columns)
        parts.append(group(16 + column * step, 28 + row * (high + 6), _chip(what, card, step - 6)))
    return parts, 28 + -(-len(known) // columns) * (high + 6)


def _small_back(x: float, y: float) -> str:
    inside = tag("rect", x=-10, y=-14, width=20, height=28, rx=4, fill="url(#cr-back)")
    return group(x, y, [inside, tag("rect", x=-10, y=-14, width=20, height=28, rx=4, class_="edge")])


def _chip(what: Scene, card: Card, wide: float) -> list[str]:
    high = CHIP[1]
    return [
        tag("rect", width=wide, height=high, rx=7, fill=f"url(#cr-{card.background.value})"),
        tag("circle", cx=17, cy=high / 2, r=13, class_="plaque"),
        group(17, high / 2, [tag("path", d=SIGNS[card.background], class_="stroke")], 0.95),
        tag("rect", x=33, y=3, width=wide - 36, height=high - 6, rx=5, class_="plaque"),
        _face_label(what, card, 37, 17, "", wide - 43),
        text(37, 31, background_words(what.lang, card.background), 11.5, "ink-soft", wide - 43),
        tag("rect", width=wide, height=high, rx=7, class_="edge"),
    ]
