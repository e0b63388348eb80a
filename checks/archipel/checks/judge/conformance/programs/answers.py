"""What a program answers, read with care: each answer has the shape that the protocol asks for, or cannot be judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from archipel.checks.judge.conformance.programs.program import UnjudgedError

UNKNOWN = object()
"""Stands for a result that a program does not give."""


@dataclass(frozen=True)
class Answer:
    """An answer to ``new``, ``play``, ``view``, ``position`` or ``state``."""

    refused: bool = False
    reason: str = ""
    legal: tuple[Mapping[str, Any], ...] = ()
    state: Mapping[str, Any] = field(default_factory=dict)
    result: Any = UNKNOWN
    view: Mapping[str, Any] | None = None
    can: frozenset[str] = frozenset()
    """The optional requests that the program announces."""
    is_state: bool = False
    """Whether it tells a state and nothing else."""

    @property
    def data(self) -> dict[str, Any]:
        """The same as the program wrote it."""
        if self.refused:
            return {"refused": True, **({"reason": self.reason} if self.reason else {})}
        if self.view is not None:
            return {"view": dict(self.view)}
        if self.is_state:
            return {"state": dict(self.state)}
        result = {} if self.result is UNKNOWN else {"result": self.result}
        return {"legal": [dict(item) for item in self.legal], "state": dict(self.state), **result}


def read_answer(document: Mapping[str, Any]) -> Answer:
    """The answer to ``new``, ``position`` or ``play``."""
    _check_error(document)
    if "refused" in document:
        _expect(document["refused"] is True, "refused: expected true")
        return Answer(refused=True, reason=str(document.get("reason") or ""))
    legal, state = document.get("legal"), document.get("state")
    _expect(isinstance(legal, list), '"legal" is missing, or not a list')
    assert isinstance(legal, list)
    _expect(all(isinstance(item, dict) for item in legal), "legal: expected decisions")
    _expect(state is None or isinstance(state, dict), "state: expected an object")
    result = document.get("result", UNKNOWN)
    _expect(result is None or result is UNKNOWN or isinstance(result, dict), "result: expected an object or null")
    return Answer(legal=tuple(legal), state=state or {}, result=result, can=_capabilities(document))


def _capabilities(document: Mapping[str, Any]) -> frozenset[str]:
    """What the program says it can do besides; words that nobody knows here do no harm."""
    found = document.get("can", [])
    _expect(isinstance(found, list) and all(isinstance(word, str) for word in found), "can: expected a list of words")
    return frozenset(found)


def read_view(document: Mapping[str, Any]) -> Answer | None:
    """The answer to ``view``; None if the program has no views."""
    if document.get("unsupported") is True:
        return None
    _check_error(document)
    _expect(isinstance(document.get("view"), dict), '"view" is missing, or not an object')
    return Answer(view=document["view"])


def read_state(document: Mapping[str, Any]) -> Answer:
    """The answer to ``state``."""
    _check_error(document)
    _expect(isinstance(document.get("state"), dict), '"state" is missing, or not an object')
    return Answer(state=document["state"], is_state=True)


def _check_error(document: Mapping[str, Any]) -> None:
    if "error" in document:
        raise UnjudgedError("error", text=str(document["error"])[:300])


def _expect(holds: bool, complaint: str) -> None:
    if not holds:
        raise UnjudgedError("shape", reason=complaint)
