"""The oracle, the HTTP service and the referee under bad weather: what must hold of every answer."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from archipel.checks.judge.fuzzing.running import Target
from archipel.checks.judge.game import Judge
from archipel.checks.judge.oracle.limits import Limits
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.rpc import INTERNAL_ERROR
from archipel.checks.judge.oracle.sessions import numbered
from archipel.checks.judge.referee.sources import units
from archipel.checks.judge.referee.verdict import RefereeVerdict, judged
from archipel.reference.strict_json import BadInput

LIMITS = Limits(sessions=20, batch=20, depth=2, positions=2000, seconds=1.0)

Messages = Sequence[Mapping[str, Any]]


def oracle_target(judge: Judge, messages: Messages) -> Target:
    """Lines for the oracle; the first messages, which open sessions, are asked as they are."""
    oracle = Oracle(judge, LIMITS, numbered())
    server = oracle.server()
    lines = [json.dumps(message).encode() for message in messages]
    for line in lines:
        server.answer(line)

    def feed(source: bytes) -> None:
        for line in source.split(b"\n"):
            answer = server.answer(line)
            if answer is not None and check_answer(answer):
                raise BadInput("refused")
        _make_room(oracle, server.answer)

    return Target([*lines, b"[" + b",".join(lines[:5]) + b"]"], feed)


def _make_room(oracle: Oracle, answer: Callable[[bytes], object]) -> None:
    """Close sessions when there are many, as a program would; the first few stay."""
    if len(oracle.sessions) >= LIMITS.sessions:
        for name in oracle.sessions.names()[4:]:
            answer(json.dumps({"jsonrpc": "2.0", "method": "close", "params": [name]}).encode())


def check_answer(answer: str) -> bool:
    """Whether an answer, which must be a valid one, says no."""
    assert answer.isascii(), "not ASCII"
    assert "\n" not in answer, "more than one line"
    found = json.loads(answer)
    members = found if isinstance(found, list) else [found]
    assert members, "an empty batch"
    for member in members:
        assert member["jsonrpc"] == "2.0", "not JSON-RPC"
        assert ("result" in member) != ("error" in member), "neither a result nor an error"
        assert "id" in member, "no id"
        assert member.get("error", {}).get("code") != INTERNAL_ERROR, member["error"]["message"]
    return all("error" in member for member in members)


def referee_target(judge: Judge, files: Sequence[bytes]) -> Target:
    """Files for the referee."""
    folder = tempfile.TemporaryDirectory(prefix="archipel-fuzzing-")
    path = Path(folder.name) / "games"

    def feed(source: bytes) -> None:
        path.write_bytes(source)
        unreadable = 0
        for unit in units(str(path)):
            finding = judged(unit, judge, "en")
            json.dumps(finding.as_json())
            assert finding.verdict is RefereeVerdict.RIGHT or finding.told, "nothing said"
            unreadable += finding.verdict is RefereeVerdict.UNREADABLE
        if unreadable:
            raise BadInput("unreadable")

    return Target(files, feed, folder.cleanup)


def http_target(judge: Judge, messages: Messages) -> Target:
    """Bodies for the HTTP service: on the first line the address, below it the body."""
    from archipel.checks.judge.http.application import STATUS, application

    oracle = Oracle(judge, LIMITS, numbered())
    app = application(oracle)
    loop = asyncio.Runner()
    seeds = [_request(message) for message in messages]
    for seed in seeds:
        loop.run(asked(app, seed))

    def feed(source: bytes) -> None:
        status, body = loop.run(asked(app, source))
        assert status != STATUS[INTERNAL_ERROR], body[:300]
        if body:
            json.loads(body)
        _make_room(oracle, oracle.server().answer)
        if status >= 400:
            raise BadInput("refused")

    return Target(seeds, feed, loop.close)


def _request(message: Mapping[str, Any]) -> bytes:
    return f"/{message['method']}\n{json.dumps(message.get('params', {}))}".encode()


async def asked(app: Any, source: bytes) -> tuple[int, bytes]:
    """Status and body of the answer to a request, put to the service without a network."""
    address, _, body = source.partition(b"\n")
    path = address.decode("latin-1")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path if path.startswith("/") else f"/{path}",
        "raw_path": address,
        "query_string": b"",
        "headers": [(b"content-type", b"application/json"), (b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
    }
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], b"".join(part.get("body", b"") for part in sent[1:])
