"""SVG elements: words, groups, figures, and drawings that are defined once and used many times.

Classes and names of drawings are written without the prefix of the game's artwork; the document adds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr


def number(value: float) -> str:
    """A length with at most one decimal, always written the same way."""
    text = f"{value:.1f}"
    return "0" if text in ("0.0", "-0.0") else text.removesuffix(".0")


def tag(name: str, content: str = "", **attributes: object) -> str:
    """An element; attributes keep their order, and ``class_`` stands for ``class``. Without a class there is none."""
    parts = [name]
    for key, value in attributes.items():
        shown = number(value) if isinstance(value, float | int) else str(value)
        if shown or key != "class_":
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
    return tag("text", escape(words, {'"': "&quot;"}), x=x, y=y, font_size=size, class_=classes)


def group(x: float, y: float, parts: Iterable[str], scale: float = 1) -> str:
    """Parts moved to a place."""
    place = f"translate({number(x)} {number(y)})" + (f" scale({scale:.2f})" if scale != 1 else "")
    return tag("g", "".join(parts), transform=place)


def use(name: str, x: float, y: float, **attributes: object) -> str:
    """One of the drawings defined once."""
    return tag("use", "", href=f"#{name}", x=x, y=y, **attributes)


def patterned(name: str, **place: object) -> str:
    """A rectangle with a pattern, on the plain colour of it: between its tiles nothing else shines through."""
    ground = tag("rect", "", **place, class_=name)
    return ground + tag("rect", "", **place, fill=f"url(#{name})")


def figure(letter: str, seat: int, x: float, y: float, scale: float = 1, shape: str = "meeple") -> str:
    """A piece of a player, with his letter."""
    parts = [use(shape, 0, 0, class_=f"figure p{seat}"), text(0, 5.5, letter, 11, f"m b l{seat}")]
    return group(x, y, parts, scale)


def gone_figure(letter: str, x: float, y: float) -> str:
    """A piece that leaves: only its outline is left."""
    return group(x, y, [use("meeple", 0, 0, class_="gone-figure"), text(0, 5.5, letter, 11, "m b share")])


def badge(letter: str, seat: int, x: float, y: float) -> str:
    """Whose something is."""
    back = tag("circle", cx=x, cy=y, r=11, class_=f"figure p{seat}")
    return back + text(x, y + 4.5, letter, 13, f"m b l{seat}")


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


def order_badge(words: str, x: float, y: float) -> str:
    """The place in an order."""
    wide = 22 + 8 * len(words)
    back = tag("rect", x=x - wide / 2, y=y - 14, width=wide, height=28, rx=14, class_="tag")
    return back + text(x, y + 6, words, 17, "m b tag-text")
