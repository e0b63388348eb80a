"""What happened, in sentences for one reader."""

from __future__ import annotations

from collections.abc import Sequence

from archipel.checks.costa_ruana.projection import MAPPING
from archipel.checks.costa_ruana.wording import LETTERS, speaker
from archipel.checks.explain.narration import PUBLIC, EngineNarration
from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.state import State

Told = EngineNarration[State, Action]


def told_to(lang: str, names: Sequence[str], reader: int | None, letters: str = LETTERS) -> Told:
    """Tells in one language to a seat or, without a reader, to anybody."""
    known = {"letters": letters}
    return EngineNarration(MAPPING, speaker(lang), names, PUBLIC if reader is None else reader, known=known)
