"""A sweep as a picture. Nothing is told by colour alone: what breaks is hatched, and every bar has its number.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from archipel.checks.simulate.reports.charts import chart
from archipel.checks.variants.what_if.wording import WORDS, Row

BAR, GAP, HEIGHT, MARGIN, FOOT, HEAD = 44, 14, 220, 48, 60, 56


def plot(name: str, rows: Sequence[Row], printed: int | None, lang: str) -> str:
    """Bars: how many theorems hold, break or stay open for each value; the printed value has a frame."""
    words = WORDS.of(lang)
    width = max(2 * MARGIN + len(rows) * (BAR + GAP), 420)
    height = HEAD + HEIGHT + FOOT
    title = words["plot"].format(name=name)
    most = max([row.holds + row.breaks + row.open for row in rows] + [1])
    drawn = [
        '<defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path class="hatch" d="M0 0V8"/></pattern></defs>',
        f'<text class="head" x="{MARGIN}" y="28">{escape(title)}</text>',
        *(line for place, row in enumerate(rows) for line in _bar(place, row, most, row.value == printed, lang)),
        f'<path class="axis" d="M{MARGIN - 8} {HEAD + HEIGHT}H{width - MARGIN + 8}"/>',
        f'<text x="{width // 2}" y="{height - 10}">{escape(name)}</text>',
    ]
    return chart(width, height, title, "; ".join(_described(name, row, lang) for row in rows), drawn)


def _described(name: str, row: Row, lang: str) -> str:
    words = WORDS.of(lang)
    if row.report is None:
        return f"{name} {row.value}: {words['refused'].format(reason=row.refusal)}"
    return words["described"].format(name=name, value=row.value, holds=row.holds, breaks=row.breaks)


def _bar(place: int, row: Row, most: int, is_printed: bool, lang: str) -> Iterator[str]:
    left, floor = MARGIN + place * (BAR + GAP), HEAD + HEIGHT
    middle, top = left + BAR // 2, floor
    for kind, count in (("holds", row.holds), ("breaks", row.breaks), ("open", row.open)):
        size = round(HEIGHT * count / most)
        top -= size
        if size:
            yield f'<rect class="{kind}" x="{left}" y="{top}" width="{BAR}" height="{size}"/>'
    label = str(row.holds) if row.report is not None and row.holds else "–"
    yield f'<text x="{middle}" y="{top - 6}">{label}</text>'
    yield f'<text x="{middle}" y="{floor + 18}">{row.value}</text>'
    if is_printed:
        yield f'<rect class="now" x="{left - 4}" y="{top - 2}" width="{BAR + 8}" height="{floor - top + 4}"/>'
        yield f'<text x="{middle}" y="{floor + 34}">{escape(WORDS.of(lang)["printed"])}</text>'
