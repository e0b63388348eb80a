"""Box layout: drawings beside and below each other, with text measured without a font."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from archipel.checks.rulebook.svg.elements import group, order_badge, patterned, tag, text


@dataclass(frozen=True)
class Block:
    """A drawing that fills a rectangle whose upper left corner is the origin."""

    width: float
    height: float
    parts: tuple[str, ...]

    def at(self, x: float, y: float) -> str:
        """The drawing, somewhere else."""
        return group(x, y, self.parts)

    def scaled(self, factor: float) -> Block:
        """The same, larger or smaller."""
        return Block(self.width * factor, self.height * factor, (group(0, 0, self.parts, factor),))


def in_row(blocks: Sequence[Block], gap: float = 12, lift: float = 0.5) -> Block:
    """Beside each other; ``lift`` is 0 to align the tops, 1 the bottoms."""
    height = max(block.height for block in blocks)
    parts, x = [], 0.0
    for block in blocks:
        parts.append(block.at(x, (height - block.height) * lift))
        x += block.width + gap
    return Block(x - gap, height, tuple(parts))


def in_column(blocks: Sequence[Block], gap: float = 12, shift: float = 0) -> Block:
    """Below each other; ``shift`` is 0 to align them left, 0.5 to centre them."""
    width = max(block.width for block in blocks)
    parts, y = [], 0.0
    for block in blocks:
        parts.append(block.at((width - block.width) * shift, y))
        y += block.height + gap
    return Block(width, y - gap, tuple(parts))


def in_rows(blocks: Sequence[Block], room: float, gap: float = 12, shift: float = 0) -> Block:
    """Beside each other as long as there is room, then in further rows."""
    rows: list[list[Block]] = [[]]
    used = 0.0
    for block in blocks:
        if rows[-1] and used + block.width > room:
            rows.append([])
            used = 0.0
        rows[-1].append(block)
        used += block.width + gap
    return in_column([in_row(row, gap) for row in rows], gap, shift)


def padded(block: Block, ground: str, padding: float = 12, least: float = 0, radius: float = 12) -> Block:
    """On a ground of its own: the name of a class or, after a #, of a pattern; at least so wide."""
    width, height = max(block.width + 2 * padding, least), block.height + 2 * padding
    place = {"width": width, "height": height, "rx": radius}
    name = ground.removeprefix("#")
    back = tag("rect", "", **place, class_=ground) if name == ground else patterned(name, **place)
    return Block(width, height, (back, block.at((width - block.width) / 2, padding)))


def on_paper(block: Block, padding: float = 14) -> Block:
    """On paper, which is what every picture lies on."""
    width, height = block.width + 2 * padding, block.height + 2 * padding
    sheet = tag("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=14, class_="paper")
    return Block(width, height, (sheet, block.at(padding, padding)))


NARROW, WIDE = "iljtfrI.,:;'’!|()[] ·", "mwMW—→…%@"


def length(line: str, size: float, bold: bool = False) -> float:
    """About how long a line of words is in the widest of the usual fonts."""
    units = sum([0.37 if c in NARROW else 0.95 if c in WIDE else 0.72 if c.isupper() else 0.62 for c in line])
    return units * size * (1.12 if bold else 1)


def words(sentence: str, size: float, classes: str = "", room: float = 1000) -> Block:
    """Words in as many lines as they need."""
    names = set(classes.split())
    lines = [""]
    for word in sentence.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and length(longer, size, "b" in names) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    wide = max(length(line, size, "b" in names) for line in lines)
    x = wide / 2 if "m" in names else wide if "e" in names else 0.0
    drawn = [text(x, size * (0.82 + 1.3 * place), line, size, classes) for place, line in enumerate(lines)]
    return Block(wide, size * (1.3 * len(lines) - 0.2), tuple(drawn))


VERDICTS = {"yes": "M-6 0L-2 5L7-6", "no": "M-5-5L5 5M5-5L-5 5", "so": "M-7 0H6M1-5L6 0L1 5"}
"""The sign of each verdict: allowed, not allowed, and what happens."""


def verdict_bar(kind: str, told: str, width: float) -> Block:
    """What comes of it, by sign and words."""
    line = words(told, 15, "b verdict-text", max(width, 190) - 52)
    wide, high = max(width, line.width + 52, 150), max(30, line.height + 14)
    ground = tag("rect", width=wide, height=high, rx=10, class_=kind)
    sign = group(21, high / 2, [tag("path", d=VERDICTS[kind], class_="verdict-mark")])
    return Block(wide, high, (ground, sign, line.at(40, (high - line.height) / 2 + 1)))


Verdict = tuple[str, str]
"""The sign of a verdict and its words."""


def panel(rows: Sequence[Block], verdict: Verdict | None = None, number: int | None = None) -> Block:
    """A picture on paper: rows below each other, what comes of it, and its number if it is one of several."""
    below = [] if verdict is None else [verdict_bar(*verdict, max(row.width for row in rows))]
    drawn = on_paper(in_column([*rows, *below], 12, 0.5), 14 if number is None else 22)
    if number is None:
        return drawn
    return Block(drawn.width, drawn.height, (*drawn.parts, order_badge(str(number), 17, 16)))


def pointing(number: int, at: tuple[float, float], to: tuple[float, float]) -> list[str]:
    """A number beside something, and a line to it."""
    line = tag("path", d=f"M{at[0]:.0f} {at[1]:.0f}L{to[0]:.0f} {to[1]:.0f}", class_="arrow")
    return [line, order_badge(str(number), *at)]


def with_room(block: Block, sides: tuple[float, float], ends: tuple[float, float], marks: Sequence[str]) -> Block:
    """A drawing with room for numbers at its left and right, above and below it; they are placed from its corner."""
    wide, high = block.width + sum(sides), block.height + sum(ends)
    return Block(wide, high, (group(sides[0], ends[0], [*block.parts, *marks]),))


def legend(lines: Sequence[str], room: float = 220) -> Block:
    """What numbers stand for."""
    badges = [Block(30, 26, (order_badge(str(place), 15, 13),)) for place in range(1, len(lines) + 1)]
    rows = [in_row([badge, words(line, 14, "", room)], 8) for badge, line in zip(badges, lines, strict=True)]
    return in_column(rows, 9)


def spread(count: int, width: float, gap: float) -> list[float]:
    """Even places on a row, the halves pushed apart by a gap in the middle."""
    step = (width - gap) / max(count, 1)
    places = [step * (place + 0.5) for place in range(count)]
    return [x if x < (width - gap) / 2 else x + gap for x in places]


Point = tuple[float, float]


def around(count: int, width: float, size: Point, gap: float) -> tuple[list[Point], float, float]:
    """Centres of so many drawings clockwise around a middle, from the upper left; their scale, and the height.

    Up to four stand above and below a gap; of more, one stands at either side.
    """
    sides = 2 if count > 4 else 0
    above = (count - sides + 1) // 2
    below, gap = count - sides - above, 0 if sides else gap
    scale = min(1.12, (width - gap) / max(above, 1) / (size[0] + 6))
    step, top, rows = size[1] * scale + 22, 16 + size[1] * scale / 2, 3 if sides else 2
    right = [(width - size[0] * scale / 2 - 24, top + step)] if sides else []
    left = [(size[0] * scale / 2 + 24, top + step)] if sides else []
    under = [(x, top + (rows - 1) * step) for x in reversed(spread(below, width, gap))]
    places = [*[(x, top) for x in spread(above, width, gap)], *right, *under, *left]
    return places, scale, (rows - 1) * step + 2 * top
