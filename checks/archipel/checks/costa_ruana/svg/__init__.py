"""Everything that is drawn of Costa Ruana: small pictures for the rulebook and whole tables, as SVG."""

from __future__ import annotations

from pathlib import Path

from archipel.checks.rulebook.svg.style import artwork

ART = artwork("cr", Path(__file__).parent)
