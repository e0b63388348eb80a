"""What Sphinx and the theme leave out for those who listen to a page."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

LAST = 900
"""After the theme has put its own pieces together."""
BETTER = {
    'class="caption" role="heading">': 'class="caption" role="heading" aria-level="2">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
"""A heading has a level, and what scrolls can be scrolled by keyboard."""


def improve(_: Sphinx, __: str, ___: str, context: dict[str, Any], ____: nodes.document | None) -> None:
    for name, piece in context.items():
        if isinstance(piece, str):
            context[name] = improved(piece)


def improved(piece: str) -> str:
    for before, after in BETTER.items():
        piece = piece.replace(before, after)
    return piece


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", improve, priority=LAST)
