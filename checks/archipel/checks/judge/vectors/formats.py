"""JSON Schemas (2020-12) of the files of test vectors, over those of what a game's engine writes."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

HEAD = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
HEADER = "header"
"""What is marked so names the game and its terms besides, as states and records do."""


def vector_formats(game: Game) -> dict[str, str]:
    """The text of each schema, by the name of its format: the kinds of entries, then manifests."""
    codec, engine = game.engine.codec, game.engine
    told = json.loads((files(__package__) / "formats.json").read_text(encoding="utf-8"))
    state = engine.new_game(engine.setup_from_seed(game.players[0], 0, engine.standard), engine.standard)
    left_out = codec.state_data(state).keys() - codec.position_data(state).keys()
    whole = codec.schemas["state"]
    position = {
        "type": "object",
        "description": "A position without its header: the members of state.schema.json that change during a game.",
        "properties": {name: _member(name) for name in whole["properties"] if name not in left_out},
        "required": [name for name in whole["required"] if name not in left_out],
        "additionalProperties": False,
    }
    found = {}
    for name, body in told["formats"].items():
        ids = {"$id": f"https://archipel.invalid/{game.name}/vector-{name}.schema.json"}
        document = {**HEAD, **ids, **body, "$defs": {"position": position, **told["$defs"]}}
        text = json.dumps(_filled(document, game, codec.header), indent=2)
        found[f"vector-{name}"] = text + "\n"
    return found


def _member(name: str) -> dict[str, str]:
    return {"$ref": f"state.schema.json#/properties/{name}"}


def _filled(value: Any, game: Game, header: Any) -> Any:
    """What is told of any game, told of this one."""
    if isinstance(value, str):
        return {"{name}": game.name}.get(value, value.replace("{game}", game.title["en"]))
    if isinstance(value, list):
        return [_filled(item, game, header) for item in value]
    if not isinstance(value, dict):
        return value
    found = {name: _filled(item, game, header) for name, item in value.items() if name != HEADER or item is not True}
    if value.get(HEADER) is True:
        found["properties"] = {**{name: _member(name) for name in header}, **found["properties"]}
        found["required"] = [*header, *found["required"]]
    return found
