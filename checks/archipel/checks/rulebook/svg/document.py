"""A picture that stands alone: one SVG text with title and description, always with the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from xml.sax.saxutils import escape

from archipel.checks.rulebook.parts import Picture
from archipel.checks.rulebook.svg.elements import number, tag
from archipel.checks.rulebook.svg.layout import Block
from archipel.checks.rulebook.svg.style import CLASSES, REFERENCE, Artwork


def document(
    art: Artwork, lang: str, title: str, sentences: Sequence[str], content: Iterable[str], width: float, height: float
) -> str:
    """The whole text of a picture; its ids come from what it holds, so that many can stand on one page."""
    inside, own = "\n".join(content), art.prefix
    described = "\n".join(sentences)
    mark = sha256("\n".join([lang, title, described, inside]).encode("utf-8")).hexdigest()[:10]
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    definitions = art.definitions({name for _, name in re.findall(REFERENCE, inside)})
    drawn = definitions + ("\n" if definitions else "") + inside
    classes = {name for names in re.findall(CLASSES, drawn) for name in names.split()}
    drawn = art.owned(drawn, f"-{mark}")
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{own}" {size} '
            f'role="img" aria-labelledby="{own}-t-{mark} {own}-d-{mark}" lang="{lang}">',
            tag("title", escape(title), id=f"{own}-t-{mark}"),
            tag("desc", escape(described), id=f"{own}-d-{mark}"),
            tag("style", art.sheet(classes)),
            drawn,
            "</svg>\n",
        ]
    )


def of_block(art: Artwork, lang: str, block: Block, caption: str, sentences: Sequence[str]) -> Picture:
    """A drawing with a caption and a description."""
    return Picture(document(art, lang, caption, sentences, block.parts, block.width, block.height), caption)
