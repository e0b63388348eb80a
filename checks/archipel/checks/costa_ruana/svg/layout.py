"""Putting drawings beside and below each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from archipel.checks.costa_ruana.svg.elements import group, patterned, tag, text


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
