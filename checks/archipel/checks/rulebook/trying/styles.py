"""The colours of the page, by day and by night, and the style sheet with them."""

from __future__ import annotations

from pathlib import Path

COLOURS = {
    "paper": ("#fffdf8", "#20272e"),
    "ground": ("#faf6ec", "#161b20"),
    "ink": ("#22303a", "#ece7db"),
    "soft": ("#52606a", "#b3bec6"),
    "line": ("#d9cfb8", "#46525c"),
    "strong": ("#a33a08", "#ff9d5c"),
    "on-strong": ("#fff", "#161b20"),
    "link": ("#0b5c84", "#82cdf2"),
    "good": ("#e4f2d8", "#26371f"),
    "good-edge": ("#5d8a3c", "#8fbf6b"),
    "warn": ("#fdeed9", "#3d3020"),
    "mark": ("#1d2328", "#fff"),
}
"""Each colour by its name: in a light page, and in a dark one."""

WHERE = ".try-it", ".ti-alone"


def style_sheet() -> str:
    """The whole style sheet. What the site has chosen goes before what the system prefers."""
    light = f"{{ color-scheme: light; {_colours(0)} }}"
    dark = f"{{ color-scheme: dark; {_colours(1)} }}"
    preferred, chosen = _within('body:not([data-theme="light"])'), _within('body[data-theme="dark"]')
    rest = (Path(__file__).parent / "static" / "page.css").read_text(encoding="utf-8")
    return (
        f"{', '.join(WHERE)} {light}\n"
        f"@media (prefers-color-scheme: dark) {{ {preferred} {dark} }}\n"
        f"{chosen} {dark}\n{rest}"
    )


def _colours(place: int) -> str:
    return " ".join([f"--ti-{name}: {pair[place]};" for name, pair in COLOURS.items()])


def _within(body: str) -> str:
    """The page in a body like that, or the body itself where the page stands alone."""
    inside, alone = WHERE
    return f"{body} {inside}, {body}{alone}"
