"""JSON-RPC 2.0 messages and their answers. Nothing here knows any method or any game.

A message is answered with one line, or with nothing if it asks for nothing (a notification). Whatever it contains,
answering never fails.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from archipel.reference.strict_json import BadInput, Field, parse, shown

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

LONGEST_NUMBER = 400

DEADLINE: ContextVar[float] = ContextVar("deadline", default=math.inf)
"""When whatever is being called must have ended, by the monotonic clock."""

Data = dict[str, Any]


class RpcError(Exception):
    """An answer that says no: a code, a line, and whatever else helps."""

    def __init__(self, code: int, message: str, data: Data | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def __reduce__(self) -> tuple[type[RpcError], tuple[int, str, Data | None]]:
        return type(self), (self.code, self.message, self.data)

    def as_json(self) -> Data:
        return {"code": self.code, "message": self.message, **({} if self.data is None else {"data": self.data})}


@dataclass(frozen=True)
class Method:
    """What can be called: the parameters it needs and those it can have, in their order, and what it does."""

    required: Sequence[str]
    optional: Sequence[str]
    call: Callable[[Mapping[str, Field]], Data]
    summary: str = ""

    def __call__(self, params: object) -> Data:
        """Call with parameters by name or in order."""
        named = self._by_name(params) if isinstance(params, list) else params
        return self.call(Field(named, "params").members(self.required, self.optional))

    def _by_name(self, params: list[object]) -> dict[str, object]:
        names = (*self.required, *self.optional)
        if len(params) > len(names):
            raise BadInput(f"params: expected at most {len(names)}, found {len(params)}")
        return dict(zip(names, params, strict=False))


class Server:
    """Answers messages; a batch may have so many members and take so many seconds."""

    def __init__(
        self, methods: Mapping[str, Method], most_bytes: int, most_members: int, seconds: float, too_much: int
    ) -> None:
        self.methods = methods
        self.most_bytes, self.most_members, self.seconds = most_bytes, most_members, seconds
        self.too_much = too_much

    def answer(self, source: bytes) -> str | None:
        """The line that answers a line, without its end; None if there is nothing to answer."""
        answer = self.answer_data(source)
        return None if answer is None else compact(answer)

    def answer_data(self, source: bytes) -> object | None:
        try:
            message = read(source, self.most_bytes)
        except BadInput as error:
            return failure(None, RpcError(PARSE_ERROR, f"Parse error: {error}"))
        if not isinstance(message, list):
            return self.single(message)
        until = time.monotonic() + self.seconds
        return self.refused_batch(message) or joined(self.single(member, until) for member in message)

    def overlong(self) -> str:
        """The answer to a line that was not read."""
        message = f"Limit: more than {self.most_bytes} bytes in one message"
        limit = {"limit": "bytes", "most": self.most_bytes}
        return compact(failure(None, RpcError(self.too_much, message, limit)))

    def refused_batch(self, members: list[object]) -> Data | None:
        """The answer to a batch that is not looked into."""
        if not members:
            return failure(None, RpcError(INVALID_REQUEST, "Invalid Request: an empty batch"))
        if len(members) > self.most_members:
            message = f"Limit: more than {self.most_members} members in a batch"
            return failure(None, RpcError(self.too_much, message, {"limit": "batch", "most": self.most_members}))
        return None

    def single(self, message: object, until: float = math.inf) -> Data | None:
        """The answer to one member; a notification has none, unless it is not even a request."""
        try:
            id, method, params = _request(message)
        except RpcError as error:
            return failure(_id_in(message), error)
        answer = self._called(method, params, until)
        if not isinstance(message, dict) or "id" not in message:
            return None
        if isinstance(answer, RpcError):
            return failure(id, answer)
        return {"jsonrpc": "2.0", "id": id, "result": answer}

    def _called(self, method: str, params: object, until: float) -> Data | RpcError:
        if method not in self.methods:
            return RpcError(METHOD_NOT_FOUND, f"Method not found: {shown(method)}", {"methods": list(self.methods)})
        if time.monotonic() > until:
            message = f"Limit: the batch has taken more than {self.seconds:g} seconds"
            return RpcError(self.too_much, message, {"limit": "seconds", "most": self.seconds})
        with ending_by(until):
            return outcome(self.methods[method], params)


@contextmanager
def ending_by(until: float) -> Iterator[None]:
    """A deadline for everything called meanwhile."""
    before = DEADLINE.set(min(until, DEADLINE.get()))
    try:
        yield
    finally:
        DEADLINE.reset(before)


def joined(answers: Iterable[Data | None]) -> list[Data] | None:
    """The answer to a batch: those of its members that have one."""
    return [answer for answer in answers if answer is not None] or None


def outcome(method: Method, params: object) -> Data | RpcError:
    """What a method answers, whatever happens."""
    try:
        return method(params)
    except RpcError as error:
        return error
    except BadInput as error:
        return RpcError(INVALID_PARAMS, f"Invalid params: {error}")
    except Exception as error:
        return RpcError(INTERNAL_ERROR, f"Internal error: {type(error).__name__}")


def read(source: bytes, most_bytes: int) -> object:
    """A message. Numbers may be any that can be given back as they came, since an id may be one."""
    return parse(source, most_bytes, whole=_any_whole, fraction=_any_fraction)


def _any_whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise BadInput(f"a number of {len(digits)} digits is too large")
    return int(digits)


def _any_fraction(digits: str) -> float:
    if len(digits) > LONGEST_NUMBER or not math.isfinite(found := float(digits)):
        raise BadInput(f"{shown(digits)}: too large a number")
    return found


def _request(message: object) -> tuple[object, str, object]:
    """Id, method and parameters of a request."""
    if not isinstance(message, dict):
        raise RpcError(INVALID_REQUEST, "Invalid Request: expected an object")
    if not _is_id(message.get("id")):
        raise RpcError(INVALID_REQUEST, "Invalid Request: id: expected a string, a number or null")
    if message.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'Invalid Request: jsonrpc: expected "2.0"')
    method, params = message.get("method"), message.get("params", {})
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "Invalid Request: method: expected a string")
    if not isinstance(params, dict | list):
        raise RpcError(INVALID_REQUEST, "Invalid Request: params: expected an object or a list")
    return message.get("id"), method, params


def _is_id(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, str | int | float | None)


def _id_in(message: object) -> object:
    id = message.get("id") if isinstance(message, dict) else None
    return id if _is_id(id) else None


def failure(id: object, error: RpcError) -> Data:
    return {"jsonrpc": "2.0", "id": id, "error": error.as_json()}


def compact(value: object) -> str:
    """One line of ASCII."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
