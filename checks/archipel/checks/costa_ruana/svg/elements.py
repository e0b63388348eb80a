"""The elements of a picture: words, groups, figures, and drawings that are defined once and used many times."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from archipel.checks.costa_ruana.drawing import DrawnScene
from archipel.checks.costa_ruana.svg.shapes import PATTERNS


def number(value: float) -> str:
    """A length with at most one decimal, always written the same way."""
    text = f"{value:.1f}"
    return "0" if text in ("0.0", "-0.0") else text.removesuffix(".0")


def tag(name: str, content: str = "", **attributes: object) -> str:
    """An element; attributes keep their order, and ``class_`` stands for ``class``, with names of our own."""
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


def patterned(name: str, **place: object) -> str:
    """A rectangle with a pattern, on the plain colour of it: between its tiles nothing else shines through."""
    ground = tag("rect", "", **place, class_=PATTERNS[name][2])
    return ground + tag("rect", "", **place, fill=f"url(#cr-{name})")


def figure(what: DrawnScene, seat: int, x: float, y: float, scale: float = 1) -> str:
    """An inhabitant with the letter of its player."""
    parts = [use("meeple", 0, 0, class_=f"figure p{seat}"), text(0, 5.5, what.letters[seat], 11, f"m b l{seat}")]
    return group(x, y, parts, scale)


def badge(what: DrawnScene, seat: int, x: float, y: float) -> str:
    """Who laid a card."""
    return tag("circle", cx=x, cy=y, r=11, class_=f"figure p{seat}") + text(
        x, y + 4.5, what.letters[seat], 13, f"m b l{seat}"
    )


def gone_figure(what: DrawnScene, seat: int, x: float, y: float, scale: float = 1) -> str:
    """An inhabitant that leaves: only its outline is left."""
    parts = [use("meeple", 0, 0, class_="gone-figure"), text(0, 5.5, what.letters[seat], 11, "m b share")]
    return group(x, y, parts, scale)


def mark(sign: str, x: float, y: float) -> str:
    """A small sign for what changes, such as + or −."""
    disc = tag("circle", cx=x, cy=y, r=7, class_="change")
    return disc + text(x, y + 4.2, sign, 12, "m b change-text")


def pill(words: str, x: float, y: float, size: float = 13) -> str:
    """A few words about what changes, around a point."""
    wide = 14 + 0.6 * size * len(words)
    half = size * 0.85
    back = tag("rect", x=x - wide / 2, y=y - half, width=wide, height=2 * half, rx=half, class_="change")
    return back + text(x, y + size * 0.36, words, size, "m b change-text")
