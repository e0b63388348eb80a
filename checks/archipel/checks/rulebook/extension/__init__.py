"""The Sphinx extension that makes pages out of the rules themselves: no sentence of a clause, no count, no number of the
game and no help text is typed by hand.

Nothing here knows any game: ``archipel_game`` in the configuration names the one the pages are about.
"""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from archipel.checks.rulebook.extension import pieces


def setup(app: Sphinx) -> ExtensionMetadata:
    pieces.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
