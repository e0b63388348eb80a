"""The oracle over HTTP: every method at an address of its own, JSON-RPC at /rpc, and a page to try it by hand.

This module alone needs FastAPI.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from importlib import metadata
from importlib.resources import files
from typing import Any

from anyio import CapacityLimiter, fail_after, to_thread
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from archipel.checks.judging.limits import LIMIT, NOTHING_TO_UNDO, REFUSED, UNKNOWN_SESSION
from archipel.checks.judging.openapi import ANSWERS, ERROR, TOLD, components, described
from archipel.checks.judging.oracle import Oracle
from archipel.checks.judging.rpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    RpcError,
    outcome,
    read,
)
from archipel.reference.strict_json import BadInput

THREADS = 4

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


def application(oracle: Oracle) -> FastAPI:
    """The whole service."""
    app = FastAPI(
        title="Archipel oracle",
        version=metadata.version("archipel"),
        summary=f"Judges games of {oracle.judge.name}",
        docs_url=None,
        redoc_url=None,
    )
    service = Service(oracle)
    page = (files("archipel.checks.judging") / "page.html").read_text(encoding="utf-8")
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
    app.openapi = _description(app, oracle)  # type: ignore[method-assign]
    return app


class Service:
    """Reads bodies, calls methods, writes answers; the work is done on a few threads."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.server = oracle.server()
        self._threads = CapacityLimiter(THREADS)

    async def info(self, request: Request) -> Response:
        return _written(outcome(self.oracle.methods["info"], {}))

    def method(self, name: str) -> Endpoint:
        """What answers at the address of a method."""

        async def answer(request: Request) -> Response:
            try:
                params = read(await self._body(request), self.oracle.limits.bytes)
            except BadInput as error:
                return _written(RpcError(PARSE_ERROR, f"Parse error: {error}"))
            if not isinstance(params, dict):
                return _written(RpcError(INVALID_PARAMS, "Invalid params: expected an object"))
            method = self.oracle.methods[name]
            return _written(await to_thread.run_sync(outcome, method, params, limiter=self._threads))

        return answer

    async def rpc(self, request: Request) -> Response:
        body = await self._body(request)
        answer = await to_thread.run_sync(self.server.answer, body, limiter=self._threads)
        if answer is None:
            return Response(status_code=204)
        return Response(answer, media_type="application/json")

    async def _body(self, request: Request) -> bytes:
        """The body, unless it is too large or comes too slowly."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HTTPException(415, TOLD[415])
        body = bytearray()
        try:
            with fail_after(self.oracle.limits.seconds):
                async for piece in request.stream():
                    body += piece
                    if len(body) > self.oracle.limits.bytes:
                        raise HTTPException(413, f"more than {self.oracle.limits.bytes} bytes")
        except TimeoutError:
            raise HTTPException(408, TOLD[408]) from None
        return bytes(body)


def _written(answer: Any) -> Response:
    if not isinstance(answer, RpcError):
        return JSONResponse(answer)
    return JSONResponse({"error": answer.as_json()}, STATUS[answer.code])


async def _told(request: Request, error: Exception) -> Response:
    """What HTTP itself refuses, in the same form as everything else."""
    assert isinstance(error, HTTPException)
    code = {404: METHOD_NOT_FOUND, 413: LIMIT, 408: LIMIT}.get(error.status_code, INVALID_REQUEST)
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
            for status in (408, 413, 415)
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
