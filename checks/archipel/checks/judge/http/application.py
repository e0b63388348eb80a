"""The oracle over HTTP: every method at an address of its own, JSON-RPC at /rpc, and a page to try it by hand.

This module alone needs FastAPI.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import metadata
from importlib.resources import files
from itertools import groupby, islice
from math import inf
from typing import Any, TypeVar

from anyio import CapacityLimiter, fail_after, to_thread
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from archipel.checks.judge.http.openapi import ANSWERS, ERROR, TOLD, components, described
from archipel.checks.judge.http.serving.connections import client_of
from archipel.checks.judge.http.serving.hosts import HostCheck
from archipel.checks.judge.oracle.limits import LIMIT, NOTHING_TO_UNDO, REFUSED, UNKNOWN_SESSION, Shares, too_much
from archipel.checks.judge.oracle.methods import COUNTS, Oracle
from archipel.checks.judge.oracle.rpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    Data,
    RpcError,
    compact,
    ending_by,
    failure,
    joined,
    outcome,
    read,
)
from archipel.checks.judge.oracle.sessions import ADDRESS, CONNECTION
from archipel.reference.strict_json import BadInput

THREADS = 4
BATCH_THREADS = 2
AT_A_TIME = 20
"""So many members of a batch are answered before others may have their turn."""

Found = TypeVar("Found")

STATUS = {
    PARSE_ERROR: 400,
    INVALID_REQUEST: 400,
    METHOD_NOT_FOUND: 404,
    INVALID_PARAMS: 422,
    INTERNAL_ERROR: 500,
    REFUSED: 409,
    UNKNOWN_SESSION: 404,
    LIMIT: 429,
    NOTHING_TO_UNDO: 409,
}

POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'"

Endpoint = Callable[[Request], Awaitable[Response]]


def application(oracle: Oracle, hosts: Iterable[str] = ()) -> FastAPI:
    """The whole service, for requests to this machine and to the hosts named."""
    app = FastAPI(
        title="Archipel oracle",
        version=metadata.version("archipel"),
        summary=f"Judges games of {oracle.judge.name}",
        docs_url=None,
        redoc_url=None,
    )
    service = Service(oracle)
    page = (files(__package__) / "page.html").read_text(encoding="utf-8")
    app.add_api_route("/", _page(page), methods=["GET"], include_in_schema=False)
    app.add_api_route("/info", service.info, methods=["GET"], summary="info", **_answers(oracle, "info"))
    app.add_api_route("/rpc", service.rpc, methods=["POST"], summary="JSON-RPC 2.0", openapi_extra=_RPC)
    for name in oracle.methods:
        if name != "info":
            route = f"/{name}"
            summary = oracle.methods[name].summary
            extra = described(oracle, name)
            app.add_api_route(route, service.method(name), methods=["POST"], summary=summary, openapi_extra=extra)
    app.add_exception_handler(HTTPException, _told)
    app.add_middleware(HostCheck, names=tuple(hosts))
    app.openapi = _description(app, oracle)  # type: ignore[method-assign]
    return app


class Service:
    """Reads bodies, calls methods, writes answers.

    The work is done on threads: a few for single calls, fewer for batches, and for counts, which are done elsewhere
    and only waited for, as many as there can be connections. So nobody waits for somebody else's batch or count.
    """

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.server = oracle.server()
        self.shares = oracle.shares or Shares()
        self._calls = CapacityLimiter(THREADS)
        self._batches = CapacityLimiter(BATCH_THREADS)
        self._counts = CapacityLimiter(self.shares.connections)
        self._asking: Counter[str] = Counter()

    async def info(self, request: Request) -> Response:
        return _written(outcome(self.oracle.methods["info"], {}))

    def method(self, name: str) -> Endpoint:
        """What answers at the address of a method."""

        async def answer(request: Request) -> Response:
            body = await self._body(request)
            if name not in COUNTS:
                return _written(await self._called(name, body))
            with self._one_of_its_address():
                return _written(await self._called(name, body))

        return answer

    async def _called(self, name: str, body: bytes) -> Data | RpcError:
        try:
            params = read(body, self.oracle.limits.bytes)
        except BadInput as error:
            return RpcError(PARSE_ERROR, f"Parse error: {error}")
        if not isinstance(params, dict):
            return RpcError(INVALID_PARAMS, "Invalid params: expected an object")
        lane = self._counts if name in COUNTS else self._calls
        try:
            with ending_by(until := self._until()):
                return await self._done(lane, until, partial(outcome, self.oracle.methods[name], params))
        except TimeoutError:
            most = self.oracle.limits.seconds
            return too_much("seconds", most, f"others took all of {most:g} seconds; try again later")

    async def rpc(self, request: Request) -> Response:
        answer = await self._answer(await self._body(request))
        if answer is None:
            return Response(status_code=204)
        written = await self._done(self._calls, inf, partial(compact, answer))
        return Response(written, media_type="application/json")

    async def _answer(self, body: bytes) -> object | None:
        until = self._until()
        try:
            message = await self._done(self._calls, until, partial(read, body, self.oracle.limits.bytes))
        except BadInput as error:
            return failure(None, RpcError(PARSE_ERROR, f"Parse error: {error}"))
        if not isinstance(message, list) and not _is_count(message):
            return (await self._members(self._calls, [message], until))[0]
        with self._one_of_its_address():
            if not isinstance(message, list):
                return (await self._members(self._counts, [message], until))[0]
            return self.server.refused_batch(message) or await self._batch(message, until)

    async def _batch(self, members: list[object], until: float) -> object | None:
        """The answers to a batch, which has so long as a whole."""
        answers: list[Data | None] = []
        for is_count, some in _portions(members):
            answers += await self._members(self._counts if is_count else self._batches, some, until)
        return joined(answers)

    async def _members(self, lane: CapacityLimiter, members: list[object], until: float) -> list[Data | None]:
        try:
            return await self._done(lane, until, lambda: [self.server.single(member, until) for member in members])
        except TimeoutError:
            return [self.server.single(member, -inf) for member in members]

    # Limits

    async def _done(self, lane: CapacityLimiter, until: float, work: Callable[[], Found]) -> Found:
        """What work finds on a thread; a TimeoutError if it could not begin in time."""
        with fail_after(None if until == inf else max(0.0, until - time.monotonic())):
            return await to_thread.run_sync(work, limiter=lane)

    def _until(self) -> float:
        return time.monotonic() + self.oracle.limits.seconds

    @contextmanager
    def _one_of_its_address(self) -> Iterator[None]:
        """A count or batch, which is one of so many until it is answered, even if nobody waits for that any more."""
        address, most = ADDRESS.get(), self.shares.address_connections
        if self._asking[address] >= most:
            raise HTTPException(429, f"{most} counts and batches from your address are under way; try again later")
        self._asking[address] += 1
        try:
            yield
        finally:
            self._asking[address] -= 1
            if not self._asking[address]:
                del self._asking[address]

    async def _body(self, request: Request) -> bytes:
        """The body, unless it is too large or comes too slowly; and from where it comes is remembered."""
        if request.client:
            ADDRESS.set(client_of(request.client.host))
            CONNECTION.set(f"{request.client.host} {request.client.port}")
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HTTPException(415, TOLD[415])
        self._check_size(int(request.headers.get("content-length", "0")))
        body = bytearray()
        try:
            with fail_after(self.oracle.limits.seconds):
                async for piece in request.stream():
                    body += piece
                    self._check_size(len(body))
        except TimeoutError:
            raise HTTPException(408, TOLD[408]) from None
        except ClientDisconnect:
            raise HTTPException(400, "the body did not come") from None
        return bytes(body)

    def _check_size(self, size: int) -> None:
        if size > self.oracle.limits.bytes:
            raise HTTPException(413, f"more than {self.oracle.limits.bytes} bytes")


def _is_count(message: object) -> bool:
    return isinstance(message, dict) and message.get("method") in tuple(COUNTS)


def _portions(members: list[object]) -> Iterator[tuple[bool, list[object]]]:
    """The members in their order, some at a time; counts one by one."""
    for is_count, group in groupby(members, _is_count):
        while some := list(islice(group, 1 if is_count else AT_A_TIME)):
            yield is_count, some


def _written(answer: Any) -> Response:
    if not isinstance(answer, RpcError):
        return JSONResponse(answer)
    return JSONResponse({"error": answer.as_json()}, STATUS[answer.code])


async def _told(request: Request, error: Exception) -> Response:
    """What HTTP itself refuses, in the same form as everything else."""
    assert isinstance(error, HTTPException)
    code = {404: METHOD_NOT_FOUND, 408: LIMIT, 413: LIMIT, 429: LIMIT}.get(error.status_code, INVALID_REQUEST)
    body = {"error": RpcError(code, str(error.detail)).as_json()}
    return JSONResponse(body, error.status_code, headers=error.headers)


def _page(page: str) -> Callable[[], Awaitable[Response]]:
    async def shown() -> Response:
        return HTMLResponse(page, headers={"Content-Security-Policy": POLICY})

    return shown


# The description

_MESSAGE = {"schema": {"description": "a request or a batch of requests; anything else is answered with an error"}}
_ANSWER = {"schema": {"type": ["object", "array"], "description": "an answer, or one for each request"}}
_RPC = {
    "requestBody": {"required": True, "content": {"application/json": _MESSAGE}},
    "responses": {
        "200": {"description": "the answer", "content": {"application/json": _ANSWER}},
        "204": {"description": "nothing was asked for"},
        **{
            str(status): {"description": TOLD[status], "content": {"application/json": {"schema": ERROR}}}
            for status in (400, 408, 413, 415, 421, 429)
        },
    },
}


def _answers(oracle: Oracle, name: str) -> dict[str, Any]:
    content = {"application/json": {"schema": ANSWERS[name]}}
    return {"openapi_extra": {"responses": {"200": {"description": "the answer", "content": content}}}}


def _description(app: FastAPI, oracle: Oracle) -> Callable[[], dict[str, Any]]:
    made = type(app).openapi(app)
    made["components"] = {"schemas": components(oracle.judge)}
    text = json.dumps(made)
    return lambda: json.loads(text)
