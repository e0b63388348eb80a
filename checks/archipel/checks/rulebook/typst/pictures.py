"""Drawings as files that Typst can print: for paper, with the fonts that every machine has here."""

from __future__ import annotations

import re
from hashlib import sha256
from xml.etree import ElementTree

FONTS = "'Libertinus Serif', 'DejaVu Sans Mono'"
"""The fonts inside the compiler; it has no other."""

CSS_FONT = re.compile(r"font-family\s*:[^;}]*")
ATTRIBUTE_FONT = re.compile(r"""\bfont-family\s*=\s*("[^"]*"|'[^']*')""")
MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
SVG = "{http://www.w3.org/2000/svg}"


def for_print(svg: str) -> str:
    """A drawing as it looks on paper: rules for screens left out, letters in a font that is there."""
    on_paper = MEDIA.sub("", svg)
    on_paper = CSS_FONT.sub(f"font-family:{FONTS}", on_paper)
    return ATTRIBUTE_FONT.sub(f'font-family="{FONTS}"', on_paper)


def file_name(svg: str) -> str:
    """Equal drawings are one file."""
    return f"{sha256(svg.encode()).hexdigest()[:16]}.svg"


def in_words(svg: str) -> str:
    """What a drawing says about itself, on one line."""
    root = ElementTree.fromstring(svg)
    told = [root.findtext(f"{SVG}{part}", "") for part in ("title", "desc")]
    return " ".join(" ".join(told).split())


def size(svg: str) -> tuple[float, float]:
    """Width and height of a drawing, in its own units."""
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    return width, height
