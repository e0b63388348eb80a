"""The frame of a chart: one SVG file that needs nothing else, light or dark as the reader likes, and good in print.

``title`` and ``desc`` tell all of a chart to those who do not see it. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

STYLE = """
.w{font-family:"Avenir Next","Segoe UI","Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
.w text{fill:#22303a;font-size:14px;text-anchor:middle}.w .head{font-size:17px;text-anchor:start}
.w .left{text-anchor:start}.paper{fill:#faf6ec}.axis{stroke:#5d6b74;stroke-width:1}
.holds{fill:#12807c}.breaks{fill:url(#hatch);stroke:#b4430c;stroke-width:1.5}.open{fill:none;stroke:#5d6b74;
stroke-dasharray:4 3}.hatch{stroke:#b4430c;stroke-width:3}.now{fill:none;stroke:#22303a;stroke-width:2.5}
.reach{stroke:#22303a;stroke-width:2}
@media (prefers-color-scheme:dark){.paper{fill:#1b242b}.w text{fill:#e8edf0}.axis,.open{stroke:#9fb0ba}
.holds{fill:#3cc4bd}.breaks,.hatch{stroke:#ff9d6b}.now,.reach{stroke:#e8edf0}}
@media print{.paper{fill:#fff}.w text{fill:#000}.holds{fill:#555}
.breaks,.hatch,.now,.axis,.open,.reach{stroke:#000}}
"""


def chart(width: int, height: int, title: str, told: str, drawn: Iterable[str]) -> str:
    """A whole file around what is drawn; ``told`` says in words what is to be seen."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="w" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-labelledby="t d">',
        f'<title id="t">{escape(title)}</title>',
        f'<desc id="d">{escape(told)}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        *drawn,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
