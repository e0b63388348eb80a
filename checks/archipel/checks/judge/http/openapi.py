"""The methods described as OpenAPI does it: what each is given, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from archipel.checks.judge.game import Data, Judge
from archipel.checks.judge.oracle.methods import INCLUDED, LONGEST_OWNER, SHORTEST_OWNER, Oracle
from archipel.spec.clauses import LANGUAGES

COMPONENTS = "#/components/schemas/"


def _ref(name: str) -> Data:
    return {"$ref": f"{COMPONENTS}{name}"}


def _object(required: Mapping[str, Data], optional: Mapping[str, Data] | None = None, closed: bool = True) -> Data:
    properties = {**required, **(optional or {})}
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {**schema, "additionalProperties": False} if closed else schema


COUNT: Data = {"type": "integer", "minimum": 0}
COUNTS: Data = {"type": "array", "items": COUNT}
SEAT: Data = {"type": "integer", "minimum": 0, "maximum": 1000}
TEXT: Data = {"type": "string"}
ANY_OBJECT: Data = {"type": "object"}
LEGAL: Data = {"type": "array", "items": _ref("action")}

PARAMETERS: Mapping[str, Data] = {
    "session": {"type": "string", "description": "as new answered"},
    "player": SEAT,
    "viewer": SEAT,
    "action": _ref("action"),
    "outcome": _ref("action"),
    "include": {
        "type": "array",
        "items": {"type": "string", "enum": list(INCLUDED)},
        "maxItems": len(INCLUDED),
        "description": "what to tell besides",
    },
    "lang": {"type": "string", "enum": list(LANGUAGES)},
    "moves": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
    "depth": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
    "digest": {"type": "boolean"},
    "owner": {
        "type": "string",
        "minLength": SHORTEST_OWNER,
        "maxLength": LONGEST_OWNER,
        "description": "a secret that the client makes up; whoever knows it can list and close what was begun with it",
    },
    "question": {"type": "object", "required": ["ask"], "properties": {"ask": TEXT}},
}

STANDING = _object(
    {"moves": COUNT, "actor": {"type": ["integer", "null"]}, "result": {"type": ["object", "null"]}},
    {"session": TEXT, "legal": LEGAL, "position": ANY_OBJECT, "state": _ref("state"), "drawn": TEXT},
)
LISTED = _object(
    {
        "session": TEXT,
        "moves": COUNT,
        "idle": {"type": "number", "minimum": 0, "description": "seconds since it was used"},
    }
)
PART = _object({"action": _ref("action"), "sequences": COUNT, "positions": COUNT})

OUTCOME = _object({"outcome": _ref("action"), "weight": COUNT})

ANSWERS: Mapping[str, Data] = {
    "info": _object({"archipel": TEXT, "game": TEXT, "rules": TEXT, "limits": ANY_OBJECT}, closed=False),
    "new": {**STANDING, "required": ["session", *STANDING["required"]]},
    "state": _object({"state": _ref("state")}),
    "view": _object({"view": ANY_OBJECT}),
    "legal": {**STANDING, "required": ["legal", *STANDING["required"]]},
    "play": STANDING,
    "outcomes": _object({"outcomes": {"type": "array", "items": OUTCOME}}),
    "chance": STANDING,
    "undo": STANDING,
    "explain": _object({"verdict": {"enum": ["legal", "illegal"]}, "sets": {"type": "array"}}, closed=False),
    "ask": _object({"ask": TEXT, "clauses": {"type": "array", "items": TEXT}}, closed=False),
    "perft": _object({"depth": COUNT, "sequences": COUNTS, "positions": COUNTS}, {"digest": TEXT}),
    "divide": _object({"depth": COUNT, "sequences": COUNT, "moves": {"type": "array", "items": PART}}),
    "close": _object({"closed": TEXT}),
    "sessions": _object({"sessions": {"type": "array", "items": LISTED}}),
    "close_all": _object({"closed": {"type": "array", "items": TEXT}}),
}

ERROR = _object(
    {"error": _object({"code": {"type": "integer"}, "message": TEXT}, {"data": ANY_OBJECT})},
)

# The codes of JSON-RPC and of the oracle, as HTTP has them; bodies that are too large have one of their own.
TOLD = {
    400: "not JSON, or not a request",
    404: "no such session",
    408: "the body came too slowly",
    409: "a refused move, with the clauses that forbid it, or nothing to undo",
    413: "the body is too large",
    415: "the body must be application/json",
    421: "the Host header does not name this server",
    422: "parameters that cannot be used",
    429: "a limit",
}


def parameters_of(oracle: Oracle, method: str) -> Data:
    """The schema of what a method is given."""
    known = {**PARAMETERS, **_moved(oracle.judge.openings, "record")}
    found = oracle.methods[method]
    return _object({name: known[name] for name in found.required}, {name: known[name] for name in found.optional})


def described(oracle: Oracle, method: str) -> Data:
    """What the OpenAPI description says of a method besides its name."""
    errors = {str(status): _response(told, ERROR) for status, told in TOLD.items()}
    return {
        "requestBody": {"required": True, "content": _json(parameters_of(oracle, method))},
        "responses": {"200": _response("the answer", ANSWERS[method]), **errors},
    }


def _json(schema: Data) -> Data:
    return {"application/json": {"schema": schema}}


def _response(told: str, schema: Data) -> Data:
    return {"description": told, "content": _json(schema)}


def components(judge: Judge) -> Data:
    """The formats of the game, each definition by a name of its own."""
    found: Data = {}
    for name, schema in judge.schemas.items():
        found |= dict(_parts(name, schema))
    return found


def _parts(name: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, Data]]:
    body = {key: value for key, value in schema.items() if key not in ("$schema", "$id", "$defs")}
    yield name, _moved(body, name)
    for part, inner in schema.get("$defs", {}).items():
        yield f"{name}.{part}", _moved(inner, name)


def _moved(schema: Any, name: str) -> Any:
    """The same schema with its references leading where the definitions are now."""
    if isinstance(schema, dict):
        return {key: _target(value, name) if key == "$ref" else _moved(value, name) for key, value in schema.items()}
    return [_moved(item, name) for item in schema] if isinstance(schema, list) else schema


def _target(reference: str, name: str) -> str:
    """``#/$defs/seat`` here, ``setup.schema.json`` or ``setup.schema.json#/$defs/seat`` in another format."""
    file, _, part = reference.partition("#/$defs/")
    found = re.search(r"(\w+)\.schema\.json#?$", file)
    home = found[1] if found else name
    return f"{COMPONENTS}{home}.{part}" if part else f"{COMPONENTS}{home}"
