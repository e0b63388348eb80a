"""A sweep as a picture: one SVG file that needs nothing else, light or dark as the reader likes, and good in print.

Nothing is told by colour alone: what breaks is hatched, every bar has its number, and ``title`` and ``desc`` tell all
of it to those who do not see it. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from archipel.checks.what_if_telling import WORDS, Row

BAR, GAP, HEIGHT, MARGIN, FOOT, HEAD = 44, 14, 220, 48, 60, 56

STYLE = """
.w{font-family:"Avenir Next","Segoe UI","Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
.w text{fill:#22303a;font-size:14px;text-anchor:middle}.w .head{font-size:17px;text-anchor:start}
.w .left{text-anchor:start}.paper{fill:#faf6ec}.axis{stroke:#5d6b74;stroke-width:1}
.holds{fill:#12807c}.breaks{fill:url(#hatch);stroke:#b4430c;stroke-width:1.5}.open{fill:none;stroke:#5d6b74;
stroke-dasharray:4 3}.hatch{stroke:#b4430c;stroke-width:3}.now{fill:none;stroke:#22303a;stroke-width:2.5}
@media (prefers-color-scheme:dark){.paper{fill:#1b242b}.w text{fill:#e8edf0}.axis,.open{stroke:#9fb0ba}
.holds{fill:#3cc4bd}.breaks,.hatch{stroke:#ff9d6b}.now{stroke:#e8edf0}}
@media print{.paper{fill:#fff}.w text{fill:#000}.holds{fill:#555}.breaks,.hatch,.now,.axis,.open{stroke:#000}}
"""


def plot(name: str, rows: Sequence[Row], printed: int | None, lang: str) -> str:
    """Bars: how many theorems hold, break or stay open for each value; the printed value has a frame."""
    words = WORDS[lang]
    width = max(2 * MARGIN + len(rows) * (BAR + GAP), 420)
    height = HEAD + HEIGHT + FOOT
    title = escape(words["plot"].format(name=name))
    told = escape("; ".join(_described(name, row, lang) for row in rows))
    most = max([row.holds + row.breaks + row.open for row in rows] + [1])
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="w" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-labelledby="t d">',
        f'<title id="t">{title}</title>',
        f'<desc id="d">{told}</desc>',
        f"<style>{STYLE}</style>",
        '<defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path class="hatch" d="M0 0V8"/></pattern></defs>',
        f'<rect class="paper" width="{width}" height="{height}"/>',
        f'<text class="head" x="{MARGIN}" y="28">{title}</text>',
        *(line for place, row in enumerate(rows) for line in _bar(place, row, most, row.value == printed, lang)),
        f'<path class="axis" d="M{MARGIN - 8} {HEAD + HEIGHT}H{width - MARGIN + 8}"/>',
        f'<text x="{width // 2}" y="{height - 10}">{escape(name)}</text>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _described(name: str, row: Row, lang: str) -> str:
    words = WORDS[lang]
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
        yield f'<text x="{middle}" y="{floor + 34}">{escape(WORDS[lang]["printed"])}</text>'
