"""A picture that stands alone: one SVG text with title and description, always with the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from xml.sax.saxutils import escape

from archipel.checks.costa_ruana.svg.elements import number, tag
from archipel.checks.costa_ruana.svg.shapes import MEEPLE, PATTERNS, SHAPES
from archipel.checks.costa_ruana.svg.style import sheet


def document(
    lang: str, title: str, sentences: Sequence[str], content: Iterable[str], width: float, height: float
) -> str:
    """The whole text of a picture; its ids come from what it holds, so that many can stand on one page."""
    inside = "\n".join(content)
    described = "\n".join(sentences)
    mark = sha256("\n".join([lang, title, described, inside]).encode("utf-8")).hexdigest()[:10]
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    definitions = _definitions(set(re.findall(r'(?:href="|url\()#cr-([a-z_]+)', inside)))
    body = re.sub(r'(href="|url\()#cr-([a-z_]+)', rf"\1#cr-\2-{mark}", inside)
    drawn = re.sub(r' id="cr-([a-z_]+)"', rf' id="cr-\1-{mark}"', definitions)
    classes = {name for names in re.findall(r'class="([^"]*)"', drawn + body) for name in names.split()}
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="cr" {size} '
            f'role="img" aria-labelledby="cr-t-{mark} cr-d-{mark}" lang="{lang}">',
            tag("title", escape(title), id=f"cr-t-{mark}"),
            tag("desc", escape(described), id=f"cr-d-{mark}"),
            tag("style", sheet(name.removeprefix("cr-") for name in classes)),
            *([drawn] if definitions else []),
            body,
            "</svg>\n",
        ]
    )


def _definitions(used: set[str]) -> str:
    """The drawings that are used, each once."""
    parts = [tag("path", id="cr-meeple", d=MEEPLE)] if "meeple" in used else []
    for name, paths in SHAPES.items():
        if name in used:
            inside = "".join([tag("path", class_=kind, d=path) for kind, path in paths])
            parts.append(tag("g", inside, id=f"cr-{name}"))
    for name, (wide, high, ground, kind, path) in PATTERNS.items():
        if name in used:
            inside = tag("rect", class_=ground, width=wide, height=high) + tag("path", class_=kind, d=path)
            size = {"width": wide, "height": high, "patternUnits": "userSpaceOnUse"}
            parts.append(tag("pattern", inside, id=f"cr-{name}", **size))
    return tag("defs", "\n".join(parts)) if parts else ""
