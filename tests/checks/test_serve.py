"""The oracle over HTTP: the same answers, described by OpenAPI, within limits."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

import anyio
import httpx
import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.toy.game import GAME

from archipel.checks.cli.command_line import main
from archipel.checks.judge.game import Judge
from archipel.checks.judge.http.application import STATUS, application
from archipel.checks.judge.oracle.limits import Limits, Shares
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.sessions import numbered, unguessable

__all__ = ["lagoon"]

SERVE = [sys.executable, "-m", "archipel.checks.cli.entry", NAME, "serve"]


def an_application(**limits: Any) -> Any:
    return application(Oracle(Judge(GAME), Limits(**limits), numbered(), Shares()))


class Client:
    """Calls the service without a network."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def __call__(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def called() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://oracle") as client:
                return await client.request(method, path, **more)

        return anyio.run(called)

    def post(self, path: str, **params: Any) -> httpx.Response:
        return self("POST", path, json=params)

    def told(self, path: str, **params: Any) -> Any:
        response = self.post(path, **params)
        assert response.status_code == 200, response.text
        return response.json()


@pytest.fixture
def client() -> Client:
    return Client(an_application())


def test_a_game_over_http(client: Client) -> None:
    begun = client.told("/new", players=3, seed=7, include=["legal"])
    session, legal = begun["session"], begun["legal"]
    assert client.told("/play", session=session, action=legal[1])["moves"] == 1
    refused = client.post("/play", session=session, action=legal[1])
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == -32000
    assert refused.json()["error"]["data"]["sets"] == [["turn.roll"]]
    assert client.told("/undo", session=session)["moves"] == 0
    assert client.told("/perft", session=session, depth=2)["sequences"] == [1, 3, 12]
    assert client.told("/explain", session=session, action=legal[0])["verdict"] == "legal"
    assert client.told("/close", session=session) == {"closed": session}
    assert client.post("/state", session=session).status_code == 404
    assert client("GET", "/info").json()["sessions"] == 0


def test_json_rpc_over_http(client: Client) -> None:
    call = {"jsonrpc": "2.0", "id": 5, "method": "info"}
    assert client("POST", "/rpc", json=call).json()["id"] == 5
    assert [one["id"] for one in client("POST", "/rpc", json=[call, call]).json()] == [5, 5]
    assert client("POST", "/rpc", json={"jsonrpc": "2.0", "method": "info"}).status_code == 204
    broken = client("POST", "/rpc", content=b"{", headers={"content-type": "application/json"})
    assert broken.json()["error"]["code"] == -32700


JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    ("method", "path", "more", "status"),
    [
        ("POST", "/new", {"content": b"{}", "headers": {"content-type": "text/plain"}}, 415),
        ("POST", "/new", {"content": b"{}"}, 415),
        ("POST", "/new", {"content": b"{", "headers": JSON}, 400),
        ("POST", "/new", {"content": b"\xff", "headers": JSON}, 400),
        ("POST", "/new", {"content": b"[" * 1_000, "headers": JSON}, 400),
        ("POST", "/new", {"json": []}, 422),
        ("POST", "/new", {"json": {}}, 422),
        ("POST", "/ask", {"json": [{"ask": "points", "pearls": [1, 2, 0]}]}, 422),
        ("POST", "/new", {"json": {"players": 3, "seed": 1, "x": 1}}, 422),
        ("POST", "/legal", {"json": {"session": "9"}}, 404),
        ("POST", "/new", {"content": b" " * 3000, "headers": JSON}, 413),
        ("POST", "/rpc", {"content": b" " * 3000, "headers": JSON}, 413),
        ("GET", "/new", {}, 405),
        ("GET", "/nowhere", {}, 404),
        ("GET", "/docs", {}, 404),
    ],
)
def test_what_is_refused(method: str, path: str, more: dict[str, Any], status: int) -> None:
    response = Client(an_application(bytes=2000))(method, path, **more)
    assert response.status_code == status
    assert set(response.json()["error"]) <= {"code", "message", "data"}


def test_a_body_without_end_is_not_held() -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(10_000):
            sent += 1000
            yield b" " * 1000

    app = an_application(bytes=50_000)

    async def called() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://oracle") as client:
            return await client.post("/new", content=endless(), headers=JSON)

    assert anyio.run(called).status_code == 413
    assert sent < 100_000


def test_a_body_that_says_it_is_too_large_is_not_waited_for() -> None:
    sent = 0

    async def large() -> AsyncIterator[bytes]:
        nonlocal sent
        sent += 1
        yield b" " * 10

    app = an_application(bytes=50_000)

    async def called() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://oracle") as client:
            return await client.post("/new", content=large(), headers={**JSON, "Content-Length": "50001"})

    assert (anyio.run(called).status_code, sent) == (413, 0)


def test_a_body_that_never_comes_is_given_up() -> None:
    async def slow() -> AsyncIterator[bytes]:
        yield b"{"
        await anyio.sleep(30)

    app = an_application(seconds=0.2)

    async def called() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://oracle") as client:
            return await client.post("/new", content=slow(), headers=JSON)

    start = time.monotonic()
    assert anyio.run(called).status_code == 408
    assert time.monotonic() - start < 5


def test_limits() -> None:
    client = Client(an_application(sessions=1, depth=2, positions=5, seconds=5))
    session = client.told("/new", players=3, seed=7)["session"]
    assert client.post("/new", players=3, seed=7).status_code == 429
    assert client.post("/perft", session=session, depth=3).json()["error"]["data"]["limit"] == "depth"
    assert client.post("/perft", session=session, depth=2).json()["error"]["data"]["limit"] == "positions"


def test_sessions_have_names_that_nobody_guesses() -> None:
    names = {unguessable() for _ in range(100)}
    assert len(names) == 100
    assert all(re.fullmatch(r"[0-9a-f]{24}", name) for name in names)


def test_the_page_asks_for_nothing_elsewhere(client: Client) -> None:
    response = client("GET", "/")
    assert response.status_code == 200
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert not re.search(r"https?://|src=|@import|url\(", response.text)
    called = set(re.findall(r'call\("(\w+)"', response.text))
    assert called
    assert called <= set(client("GET", "/info").json()["methods"])


# The description


def test_every_method_is_described(client: Client) -> None:
    description = client("GET", "/openapi.json").json()
    methods = client("GET", "/info").json()["methods"]
    assert {path.strip("/") for path in description["paths"]} == {*methods, "rpc"}
    references = set(re.findall(r'"\$ref": "([^"]+)"', json.dumps(description)))
    assert references
    for reference in references:
        assert reference.removeprefix("#/components/schemas/") in description["components"]["schemas"], reference


def test_real_answers_are_as_described(client: Client) -> None:
    description = client("GET", "/openapi.json").json()

    def schema(path: str, *keys: str) -> Any:
        found: Any = description["paths"][path]["post"]
        for key in keys:
            found = found[key]
        return {**found["content"]["application/json"]["schema"], "components": description["components"]}

    begun = client.told("/new", players=3, seed=7, include=["legal", "state", "position", "drawn"])
    dive = {"do": "dive", "player": begun["state"]["active"]}
    calls: dict[str, dict[str, Any]] = {
        "/legal": {},
        "/state": {},
        "/view": {"player": 1},
        "/outcomes": {},
        "/chance": {"outcome": begun["legal"][0]},
        "/explain": {"action": dive, "lang": "fr"},
        "/play": {"action": dive, "include": ["legal"]},
        "/undo": {"moves": 1},
        "/perft": {"depth": 1, "digest": True},
        "/divide": {"depth": 2},
    }
    owned = {"owner": "a secret of many letters"}
    client.told("/new", players=3, seed=7, **owned)
    for path in ("/sessions", "/close_all"):
        jsonschema.validate(owned, schema(path, "requestBody"))
        jsonschema.validate(client.told(path, **owned), schema(path, "responses", "200"))
    jsonschema.validate(begun, schema("/new", "responses", "200"))
    for path, params in calls.items():
        given = {"session": begun["session"], **params}
        jsonschema.validate(given, schema(path, "requestBody"))
        jsonschema.validate(client.told(path, **given), schema(path, "responses", "200"))
    refused = client.post("/play", session=begun["session"], action={"do": "dive", "player": 0})
    jsonschema.validate(refused.json(), schema("/play", "responses", str(refused.status_code)))


def test_every_code_has_a_status() -> None:
    assert set(STATUS.values()) == {400, 404, 409, 422, 429, 500}


# What the parameters' schemas cannot say (that a card is not dealt twice, say) is refused although it fits them.
FUZZED = an_application(sessions=10, depth=1, seconds=2)
OPEN = Client(FUZZED).told("/new", players=3, seed=7)["session"]
API = schemathesis.openapi.from_asgi("/openapi.json", FUZZED)


@API.parametrize()
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_schemathesis(case: Any) -> None:
    """Whatever is sent is answered as described; what has the name of a session is about one that is open."""
    if isinstance(case.body, dict) and isinstance(case.body.get("session"), str) and case.path != "/close":
        case.body["session"] = OPEN
    case.call_and_validate(excluded_checks=[positive_data_acceptance])


def test_schemathesis_checks_something() -> None:
    assert len(CHECKS.get_all()) > 5
    assert len(list(API.get_all_operations())) == 17


# The command


def test_it_listens_on_this_machine_only_and_ends_when_told(lagoon: str) -> None:
    with subprocess.Popen([*SERVE, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            said = process.stdout.readline().decode()
            found = re.fullmatch(r"Listening at (http://127\.0\.0\.1:\d+) .*\n", said)
            assert found, said
            with httpx.Client(base_url=found[1]) as client:
                assert client.get("/info").json()["game"] == NAME
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
            assert process.stderr.read() == b""
        finally:
            process.kill()


def test_a_port_that_is_taken_is_one_line(lagoon: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main([lagoon, "serve", "--port", str(taken.getsockname()[1])]) == 2
    assert main([lagoon, "serve", "--port", "99999"]) == 2
    assert main([lagoon, "serve", "--host", "256.0.0.1"]) == 2
    assert main([lagoon, "serve", "--host", "\udcff" * 80]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4
    assert all(line.startswith("archipel: ") for line in lines)


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn"])
def test_without_the_extra_it_says_what_to_install(lagoon: str, missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None\nfrom archipel.checks.cli.command_line import main\n"
    code += "import archipel.checks.judge.oracle.methods, archipel.checks.cli.judging.referee\n"
    code += "raise SystemExit(main(['lagoon', 'serve', '--port', '0']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install 'archipel[serve]'" in done.stderr
    assert os.linesep not in done.stdout
