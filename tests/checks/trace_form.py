"""What the description of the trace format (ADR 015 of Apalache) asks for, and traces as ordinary values."""

from __future__ import annotations

import re
from typing import Any


def is_expression(value: Any) -> bool:
    """Whether this is an expression as the description of the format defines them, big integers only."""
    match value:
        case str() | bool():
            return True
        case list():
            return all(map(is_expression, value))
        case {"#bigint": digits, **rest}:
            return not rest and re.fullmatch(r"-?[0-9]+", digits) is not None
        case {"#tup": items, **rest} | {"#set": items, **rest}:
            return not rest and isinstance(items, list) and is_expression(items)
        case {"#map": pairs, **rest}:
            return not rest and all(isinstance(pair, list) and len(pair) == 2 and is_expression(pair) for pair in pairs)
        case dict():
            return all(not name.startswith("#") for name in value) and all(map(is_expression, value.values()))
    return False


def wrong_trace(trace: Any) -> str:
    """What a trace lacks of what the description asks for; empty if nothing."""
    if set(trace) - {"#meta", "params", "vars", "states", "loop"} or not {"vars", "states"} <= set(trace):
        return "members of the trace"
    for index, state in enumerate(trace["states"]):
        names = [*trace["vars"], *(trace["params"] if index == 0 else [])]
        if set(state) - {"#meta"} != set(names):
            return f"members of state {index}"
        if not all(is_expression(state[name]) for name in names):
            return f"expressions of state {index}"
    return ""


def decoded(value: Any) -> Any:
    """An expression as an ordinary value; maps from numbers as lists."""
    match value:
        case list():
            return [decoded(item) for item in value]
        case {"#bigint": digits}:
            return int(digits)
        case {"#tup": items}:
            return tuple(decoded(item) for item in items)
        case {"#set": items}:
            return sorted(decoded(item) for item in items)
        case {"#map": pairs}:
            found = {decoded(key): decoded(item) for key, item in pairs}
            return list(found.values()) if list(found) == list(range(len(found))) and found else found
        case dict():
            return {name: decoded(item) for name, item in value.items()}
    return value
