"""JSON Schemas (2020-12) of every file there is of a game: what its engine writes, and the files of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

ENDING = ".schema.json"


def formats_of(game: Game) -> dict[str, str]:
    """The text of each schema, by the name of its format: first those of the engine, then those in files."""
    found = {name: json.dumps(schema, indent=2) + "\n" for name, schema in game.engine.codec.schemas.items()}
    files = sorted((game.folder / "schema").glob(f"*{ENDING}"))
    return found | {file.name.removesuffix(ENDING): file.read_text(encoding="utf-8") for file in files}
