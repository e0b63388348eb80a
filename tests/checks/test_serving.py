"""The HTTP server among several clients, some of them hostile: nobody takes it away from the others."""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from threading import Event, Thread
from typing import Any, cast

import anyio
import httpx
import pytest
import uvicorn
from tests.checks.lagoon_plugin import brought, python_path
from tests.toy.game import GAME
from uvicorn.server import ServerState

from archipel.checks.cli.command_line import main
from archipel.checks.judge.game import Judge
from archipel.checks.judge.http.application import THREADS, application
from archipel.checks.judge.http.serving import counters as counters_module
from archipel.checks.judge.http.serving.connections import PACE, Gate, Guarded, InOnePiece, client_of
from archipel.checks.judge.http.serving.counters import Counters, Process, Task
from archipel.checks.judge.http.serving.hosts import allowed_host, host_name
from archipel.checks.judge.oracle.limits import LIMIT, UNKNOWN_SESSION, Budget, Limits, Shares
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.rpc import DEADLINE, INTERNAL_ERROR, RpcError, ending_by
from archipel.checks.judge.oracle.sessions import CONNECTION, Client, Room, Sessions, numbered, unguessable
from archipel.checks.judge.perft.counting import Asked, count_here
from archipel.reference.strict_json import BadInput, Field, canonical

JUDGE = Judge(GAME)
SERVE = [sys.executable, "-m", "archipel.checks.cli.entry", GAME.name, "serve", "--port", "0"]
OWNER, OTHER = "an owner that nobody guesses", "another that nobody guesses"
OTHER_BOARD = {"pearls": 3, "hand": 1, "rounds": 4, "card_points": 2, "scarce": "what-is-left", "board": "chain"}
PATIENCE = 60
"""Seconds after which a test that waits is given up; none takes anything like it."""


@pytest.fixture(scope="module", autouse=True)
def found_by_every_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("packages")
    brought(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", python_path(folder))
        patched.syspath_prepend(folder)
        yield


def shared(shares: Shares | None = None, counter: Any = count_here, **limits: Any) -> Oracle:
    return Oracle(JUDGE, Limits(**limits), numbered(), shares or Shares(), counter)


def until(met: Callable[[], bool]) -> None:
    """Wait for something that another thread does."""
    given_up = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < given_up, "it never happened"
        time.sleep(0.01)


def call(method: str, /, **params: object) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


class Asking:
    """Asks a service without a network, as if from an address."""

    def __init__(self, oracle: Oracle, address: str = "192.0.2.1", hosts: tuple[str, ...] = ()) -> None:
        self.app = application(oracle, hosts)
        self.address = address
        self.port = 1

    def client(self, address: str | None = None) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self.app, client=(address or self.address, self.port))
        return httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=PATIENCE)

    def __call__(self, path: str, address: str | None = None, **params: object) -> httpx.Response:
        return self.posted(path, params, address)

    def posted(self, path: str, body: object, address: str | None = None, **headers: str) -> httpx.Response:
        async def asked() -> httpx.Response:
            async with self.client(address) as client:
                return await client.post(path, json=body, headers=headers)

        return anyio.run(asked)


# Sessions


class Clock:
    """Time that goes on when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_sessions_expire_when_idle() -> None:
    clock, client = Clock(), Client("here", b"")
    sessions = Sessions(Room(9, 9, 9, idle=100), numbered(), clock)
    used, unused = [sessions.add(cast(Any, object()), client) for _ in range(2)]
    clock.now = 90
    sessions.entry(used)
    clock.now = 101
    assert sessions.names() == [used]
    sessions.entry(used)
    with pytest.raises(RpcError, match="idle for 100 seconds") as unknown:
        sessions[unused]
    assert unknown.value.code == UNKNOWN_SESSION
    clock.now = 300
    assert len(sessions) == 0


def test_sessions_that_expired_make_room() -> None:
    clock, client = Clock(), Client("here", b"")
    sessions = Sessions(Room(1, 1, 1, idle=100), numbered(), clock)
    sessions.add(cast(Any, object()), client)
    with pytest.raises(RpcError):
        sessions.add(cast(Any, object()), client)
    clock.now = 101
    sessions.room(client)
    sessions.add(cast(Any, object()), client)


def test_a_batch_that_opens_many_sessions_leaves_room_for_others() -> None:
    asking = Asking(shared(Shares(client_sessions=5, address_sessions=8), sessions=20))
    batch = [call("new", players=3, seed=7) for _ in range(100)]
    answers = asking.posted("/rpc", batch).json()
    assert sum("result" in answer for answer in answers) == 5
    assert answers[-1]["error"]["data"] == {"limit": "client_sessions", "most": 5}
    assert "give new an owner of your own" in answers[-1]["error"]["message"]
    refused = asking("/new", players=3, seed=7)
    assert refused.status_code == 429
    assert asking("/new", players=3, seed=7, address="192.0.2.2").status_code == 200
    assert asking("/new", players=3, seed=7, owner=OWNER).status_code == 200
    invented = [asking("/new", players=3, seed=7, owner=f"{OWNER} {number}") for number in range(9)]
    assert [answer.status_code for answer in invented].count(200) == 2
    assert invented[-1].json()["error"]["data"] == {"limit": "address_sessions", "most": 8}
    assert asking("/new", players=3, seed=7, address="192.0.2.2").status_code == 200


def test_owners_made_up_in_one_batch_have_one_share_together() -> None:
    asking = Asking(shared(Shares(client_sessions=3, address_sessions=9), sessions=20))
    answers = asking.posted("/rpc", [call("new", players=3, seed=7, owner=f"{OWNER} {n}") for n in range(9)]).json()
    assert sum("result" in answer for answer in answers) == 3
    assert answers[-1]["error"]["data"] == {"limit": "client_sessions", "most": 3}
    assert asking("/new", players=3, seed=7, owner=f"{OWNER} 0").status_code == 429
    asking.port = 2
    assert [asking("/new", players=3, seed=7, owner=OTHER).status_code for _ in range(4)] == [200, 200, 200, 429]


class Sharing:
    """Sessions of several clients, and time that goes on when told to."""

    def __init__(self, room: Room) -> None:
        self.clock = Clock()
        self.sessions = Sessions(room, numbered(), self.clock)

    def new(self, address: str, owner: str = "", connection: str = "") -> str:
        def add() -> str:
            CONNECTION.set(f"{address} {connection}")
            return self.sessions.add(cast(Any, object()), Client(address, owner.encode()))

        return copy_context().run(add)

    def use(self, name: str, connection: str) -> None:
        def use() -> None:
            CONNECTION.set(connection)
            self.sessions.entry(name)

        copy_context().run(use)

    def refused(self, address: str, owner: str = "", connection: str = "") -> str:
        with pytest.raises(RpcError) as refusal:
            self.new(address, owner, connection)
        assert refusal.value.data
        return str(refusal.value.data["limit"])


def test_an_owner_met_over_a_second_connection_has_a_share_of_his_own() -> None:
    sharing = Sharing(Room(20, 2, 20))
    first, _ = [sharing.new("here", owner, "1") for owner in ("a", "b")]
    assert sharing.refused("here", "a", "1") == sharing.refused("here", "c", "1") == "client_sessions"
    sharing.use(first, "here 2")
    sharing.new("here", "c", "1")
    sharing.new("here", "a", "1")
    assert sharing.refused("here", "a", "2") == "client_sessions"
    sharing.new("here", "b", "3")
    assert sharing.refused("here", "b", "4") == "client_sessions"


def test_an_idle_session_of_whoever_holds_the_most_gives_way() -> None:
    sharing = Sharing(Room(6, 3, 6, idle=900, busy=30))
    modest = sharing.new("here", "modest", "0")
    sharing.clock.now = 1
    greedy = [sharing.new("here", owner, "1") for owner in "abc"]
    more = [sharing.new("there", "d", str(connection)) for connection in range(2)]
    sharing.clock.now = 1.5
    sharing.use(greedy[1], "here 1")
    sharing.clock.now = 30
    assert sharing.refused("new") == "sessions"
    sharing.clock.now = 32
    sharing.use(greedy[0], "here 1")
    newcomer = sharing.new("new")
    assert sharing.sessions.names() == [modest, greedy[0], greedy[1], *more, newcomer]
    assert sharing.refused("here", "e", "1") == "sessions"  # Nobody who holds more has an idle one.
    with pytest.raises(RpcError, match="or sooner if others need the room"):
        sharing.sessions.entry(greedy[2])


def test_an_address_that_is_full_makes_room_itself() -> None:
    sharing = Sharing(Room(20, 5, 3, busy=30))
    elsewhere = [sharing.new("there", "x", "1") for _ in range(3)]
    one, _, three = [sharing.new("here", owner, owner) for owner in "abc"]
    assert sharing.refused("here", "d", "d") == "address_sessions"
    sharing.clock.now = 31
    sharing.sessions.entry(one)
    four = sharing.new("here", "d", "d")
    assert sharing.sessions.names() == [*elsewhere, one, three, four]
    assert sharing.refused("here", "d", "d") == "address_sessions"  # He holds as many as any other.


def test_whoever_takes_every_session_keeps_nobody_out_for_long() -> None:
    oracle = shared(Shares(client_sessions=3, address_sessions=6, busy_seconds=30), sessions=10)
    oracle.sessions._clock = clock = Clock()
    asking = Asking(oracle)
    for asking.port in range(4):
        for address in ("192.0.2.1", "192.0.2.2"):
            batch = [call("new", players=3, seed=7, owner=f"{OWNER} {asking.port} {n}") for n in range(9)]
            asking.posted("/rpc", batch, address)
    assert len(oracle.sessions) == 10
    assert asking("/new", players=3, seed=7, address="192.0.2.3").status_code == 429
    clock.now = 31
    assert asking("/new", players=3, seed=7, address="192.0.2.3").status_code == 200
    assert asking("/new", players=3, seed=7, owner=OTHER).status_code == 200
    assert len(oracle.sessions) == 10


def test_an_owner_lists_and_closes_what_is_his() -> None:
    asking = Asking(shared())
    mine = [asking("/new", players=3, seed=7, owner=OWNER).json()["session"] for _ in range(2)]
    other = asking("/new", players=3, seed=7, owner=OTHER).json()["session"]
    nobodys = asking("/new", players=3, seed=7).json()["session"]
    legal = asking("/legal", session=mine[1]).json()["legal"]
    asking("/play", session=mine[1], action=legal[0])
    listed = asking("/sessions", owner=OWNER, address="192.0.2.9").json()["sessions"]
    assert [(each["session"], each["moves"]) for each in listed] == [(mine[0], 0), (mine[1], 1)]
    assert all(each["idle"] >= 0 for each in listed)
    assert asking("/sessions", owner="somebody without any").json() == {"sessions": []}
    assert asking("/close", session=mine[0]).status_code == 200
    assert asking("/close_all", owner=OWNER).json() == {"closed": [mine[1]]}
    assert asking("/state", session=mine[1]).status_code == 404
    assert [asking("/state", session=name).status_code for name in (other, nobodys)] == [200, 200]


def test_names_of_sessions_are_told_to_nobody_without_an_owner() -> None:
    asking = Asking(shared())
    asking("/new", players=3, seed=7)
    assert asking("/sessions").status_code == asking("/close_all").status_code == 422
    assert asking("/sessions", owner="").status_code == 422
    short = asking("/new", players=3, seed=7, owner="fifteen letters")
    assert short.status_code == 422
    assert "16 to 200" in short.json()["error"]["message"]


def test_over_a_pipe_there_is_one_client_no_owner_is_needed_and_nothing_gives_way() -> None:
    oracle = Oracle(JUDGE, Limits(), numbered())
    oracle.sessions._clock = clock = Clock()
    server = oracle.server()

    def told(method: str, key: str = "result", **params: object) -> Any:
        return json.loads(server.answer(json.dumps(call(method, **params)).encode()) or "")[key]

    for _ in range(100):
        told("new", players=3, seed=1)
    clock.now = 1e9
    assert told("new", "error", players=3, seed=1, owner=OWNER)["data"] == {"limit": "sessions", "most": 100}
    assert len(told("sessions")["sessions"]) == 100
    assert len(told("close_all")["closed"]) == 100


def test_an_address_is_what_one_client_has() -> None:
    assert client_of("192.0.2.7") == client_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert client_of("2001:db8::1") == client_of("2001:db8::2:0:0:1") == "2001:db8::/64"
    assert client_of("2001:db8:0:1::1") != client_of("2001:db8::1")
    assert client_of("fe80::1%eth0") == "fe80::/64"
    assert client_of("testclient") == "testclient"


# Host


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "localhost.",
        "localhost:",
        "127.0.0.1:1",
        "[::1]:80",
        "[0:0::1]",
        "[::ffff:127.0.0.1]",
        "[::FFFF:7f00:1]:80",
        "oracle.example:443",
    ],
)
def test_requests_to_this_server_are_answered(host: str) -> None:
    assert Asking(shared(), hosts=("oracle.example",)).posted("/sessions", {"owner": OWNER}, Host=host).is_success


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil",
        "[::2]",
        "192.0.2.1",
        "[::ffff:192.0.2.1]",
        "",
        "é",
    ],
)
@pytest.mark.parametrize("path", ["/rpc", "/new", "/nowhere"])
def test_requests_to_other_names_are_not(host: str, path: str) -> None:
    response = Asking(shared(), hosts=("oracle.example",)).posted(path, call("info"), Host=cast(str, host.encode()))
    assert response.status_code == 421
    assert response.json()["error"]["code"] == -32600
    assert "--allowed-host" in response.json()["error"]["message"]


def test_names_of_hosts() -> None:
    assert host_name("[::1]:80") == "::1"
    assert host_name("a b") is None
    assert [allowed_host(name) for name in ("Oracle.Example", "192.0.2.1", "[2001:db8::1]")] == [
        "oracle.example",
        "192.0.2.1",
        "2001:db8::1",
    ]
    for name in ("oracle.example:80", "http://oracle.example", "", "*"):
        with pytest.raises(BadInput, match="--allowed-host"):
            allowed_host(name)
    assert main(["serve", "--port", "0", "--allowed-host", "a/b"]) == 2


# Counts


class Held:
    """A counter that counts nothing until it is let go."""

    def __init__(self) -> None:
        self.go = Event()
        self.deadlines: list[float] = []

    def __call__(self, judge: object, start: object, asked: Asked, budget: Budget, client: object) -> dict[str, Any]:
        self.deadlines.append(DEADLINE.get())
        assert self.go.wait(PATIENCE)
        return {"depth": asked.depth}


@pytest.mark.parametrize("kind", ["perft", "rpc", "batch"])
def test_however_many_counts_there_are_a_view_is_answered(kind: str) -> None:
    held = Held()
    asking = Asking(shared(counter=held, seconds=PATIENCE))
    session = asking("/new", players=3, seed=7).json()["session"]
    count = call("perft", session=session, depth=3)
    path, body = {"perft": ("/perft", count["params"]), "rpc": ("/rpc", count), "batch": ("/rpc", [count, count])}[kind]
    counts, statuses = 2 * THREADS, []

    async def ask_and_look() -> None:
        async with asking.client() as client, anyio.create_task_group() as group:

            async def ask() -> None:
                statuses.append((await client.post(path, json=body)).status_code)

            for _ in range(counts):
                group.start_soon(ask)
            with anyio.fail_after(PATIENCE):
                while len(held.deadlines) < counts:
                    await anyio.sleep(0.01)
                view = await client.post("/view", json={"session": session, "player": 0})
                several = await client.post("/rpc", json=[call("view", session=session, player=0)])
            assert (view.status_code, several.status_code, statuses) == (200, 200, [])
            held.go.set()

    try:
        anyio.run(ask_and_look)
    finally:
        held.go.set()
    assert statuses == [200] * counts


def test_one_address_has_only_so_many_counts_even_if_it_does_not_wait_for_them() -> None:
    held = Held()
    asking = Asking(shared(Shares(address_connections=2), held, seconds=PATIENCE))
    session = asking("/new", players=3, seed=7).json()["session"]

    async def ask() -> None:
        async with asking.client() as client, anyio.create_task_group() as group:
            for _ in range(2):
                group.start_soon(partial(client.post, "/perft", json={"session": session, "depth": 3}))
            while len(held.deadlines) < 2:
                await anyio.sleep(0.01)
            assert (await client.post("/perft", json={"session": session, "depth": 3})).status_code == 429
            assert (await client.post("/rpc", json=[call("info")])).status_code == 429
            assert (await client.post("/view", json={"session": session, "player": 0})).status_code == 200
            async with asking.client("192.0.2.2") as another:
                assert (await another.post("/rpc", json=[call("info")])).status_code == 200
            held.go.set()

    try:
        anyio.run(ask)
    finally:
        held.go.set()


def test_a_batch_has_one_deadline_for_all_its_members() -> None:
    held = Held()
    held.go.set()
    oracle = shared(counter=held, seconds=5)
    asking = Asking(oracle)
    session = asking("/new", players=3, seed=7).json()["session"]
    batch = [call("perft", session=session, depth=1), call("info"), call("divide", session=session, depth=1)]
    before = time.monotonic()
    assert len(asking.posted("/rpc", batch).json()) == 3
    oracle.server().answer(json.dumps(batch).encode())
    first, second, *piped = held.deadlines
    assert first == second
    assert piped[0] == piped[1]
    assert before + 5 <= first <= piped[0] <= time.monotonic() + 5


def test_a_search_ends_by_the_deadline_of_its_batch() -> None:
    with ending_by(time.monotonic() - 1):
        with pytest.raises(RpcError, match="more than 10 seconds"):
            Budget(Limits()).spend(0)
        with ending_by(time.monotonic() + 100):
            assert Budget(Limits()).left < 0
    assert Budget(Limits()).left > 0


def test_what_cannot_begin_in_time_is_answered_and_not_done() -> None:
    held = Held()
    asking = Asking(shared(Shares(connections=1), held, seconds=0.3))
    session = asking("/new", players=3, seed=7).json()["session"]
    found: list[httpx.Response] = []

    async def ask() -> None:
        async with asking.client() as client, anyio.create_task_group() as group:
            group.start_soon(partial(client.post, "/perft", json={"session": session, "depth": 1}))
            while not held.deadlines:
                await anyio.sleep(0.01)
            found.append(await client.post("/perft", json={"session": session, "depth": 2}))
            batch = [call("divide", session=session, depth=2), call("divide", session=session, depth=2)]
            del batch[1]["id"]
            found.append(await client.post("/rpc", json=batch))
            held.go.set()

    try:
        anyio.run(ask)
    finally:
        held.go.set()
    assert (found[0].status_code, found[0].json()["error"]["data"]["limit"]) == (429, "seconds")
    assert [answer["error"]["data"]["limit"] for answer in found[1].json()] == ["seconds"]
    assert len(held.deadlines) == 1


@pytest.fixture(scope="module")
def counters() -> Iterator[Counters]:
    found = Counters(2, grace=20)
    yield found
    found.close()


def opened(**params: object) -> Any:
    return JUDGE.opened({name: Field(value) for name, value in params.items()}).state


@pytest.mark.parametrize("asked", [Asked(3, digest=True), Asked(3, apart=True), Asked(0)])
def test_a_process_counts_what_would_be_counted_here(counters: Counters, asked: Asked) -> None:
    state = opened(players=3, seed=7, rules=OTHER_BOARD)
    here = count_here(JUDGE, state, asked, Budget(Limits()))
    usual = count_here(JUDGE, opened(players=3, seed=7), asked, Budget(Limits()))
    assert (here == usual) == (asked.depth == 0)
    assert counters(JUDGE, state, asked, Budget(Limits(seconds=PATIENCE)), "me") == here


def test_a_limit_reached_in_a_process_is_told_with_what_was_counted(counters: Counters) -> None:
    with pytest.raises(RpcError) as limit:
        counters(JUDGE, opened(players=3, seed=7), Asked(4), Budget(Limits(positions=20, seconds=PATIENCE)), "me")
    assert limit.value.code == LIMIT
    assert limit.value.data == {
        "limit": "positions",
        "most": 20,
        "sequences": [1, 3, 12, 36],
        "positions": [1, 3, 6, 18],
    }


def a_task(seconds: float) -> Task:
    state = canonical(JUDGE.state_data(opened(players=3, seed=1)))
    return Task(JUDGE.name, state, Asked(1), Limits(), seconds)


def test_a_process_that_does_not_end_is_killed_and_one_that_was_killed_is_told() -> None:
    process = Process()
    assert process.count(a_task(PATIENCE), 0) == {"depth": 1, "sequences": [1, 3], "positions": [1, 3]}
    os.kill(process._process.pid, signal.SIGSTOP)
    assert process.count(a_task(0.1), 0.1) is None
    assert not process.is_alive
    killed = Process()
    assert isinstance(killed.count(a_task(PATIENCE), 0), dict)
    killed.end()
    found = killed.count(a_task(PATIENCE), 0)
    assert isinstance(found, RpcError)
    assert found.code == INTERNAL_ERROR


class Stub:
    """Stands for a process; counts when it is let go."""

    is_alive = True
    go = Event()
    begun: list[int]

    def count(self, task: Task, grace: float) -> dict[str, Any]:
        self.begun.append(task.asked.depth)
        assert self.go.wait(PATIENCE)
        return {}

    def end(self) -> None:
        pass


def test_no_client_has_two_processes_while_another_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    Stub.go, Stub.begun = Event(), []
    monkeypatch.setattr(counters_module, "Process", Stub)
    counters, state = Counters(2), opened(players=3, seed=1)

    def count(number: int, client: str) -> Thread:
        budget = Budget(Limits(seconds=PATIENCE))
        thread = Thread(target=counters, args=(JUDGE, state, Asked(number), budget, client))
        thread.start()
        until(lambda: len(counters._queue) + len(Stub.begun) == number)
        return thread

    threads = [count(1, "greedy"), count(2, "greedy"), count(3, "greedy"), count(4, "modest")]
    try:
        until(lambda: len(Stub.begun) == 2)
        assert Stub.begun == [1, 4]
        with pytest.raises(RpcError, match="other counts took all of"):
            counters(JUDGE, state, Asked(5), Budget(Limits(seconds=0.1)), "late")
    finally:
        Stub.go.set()
        for thread in threads:
            thread.join(PATIENCE)
    assert Stub.begun[2:] == [2, 3]


# Connections


class FakeTransport:
    """Remembers what is sent."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.sent: list[bytes] = []
        self.is_closed = self.is_aborted = False
        self.untaken = 0
        self._address = address

    def get_extra_info(self, name: str) -> object:
        return {"peername": (self._address, 1), "sockname": ("127.0.0.1", 2)}.get(name)

    def is_closing(self) -> bool:
        return self.is_closed or self.is_aborted

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_aborted = True

    def get_write_buffer_size(self) -> int:
        return 0 if self.is_aborted else self.untaken

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


INFO = b"GET /info HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Connecting:
    """Connections to a service, without a network; made while a loop runs."""

    def __init__(self, **shares: Any) -> None:
        self.config = uvicorn.Config(application(shared()), log_level="error", lifespan="off")
        self.gate = Gate(Shares(**shares))

    def __call__(self, address: str = "192.0.2.1") -> tuple[Guarded, FakeTransport]:
        one = Guarded(config=self.config, server_state=ServerState(), app_state={}, gate=self.gate)
        transport = FakeTransport(address)
        one.connection_made(cast(asyncio.Transport, transport))
        return one, transport


def test_an_answer_is_sent_in_one_piece() -> None:
    async def ask() -> list[bytes]:
        one, transport = Connecting()()
        one.data_received(INFO)
        with anyio.fail_after(PATIENCE):
            while not transport.sent:
                await anyio.sleep(0)
        return transport.sent

    [sent] = asyncio.run(ask())
    assert sent.startswith(b"HTTP/1.1 200")
    assert json.loads(sent.partition(b"\r\n\r\n")[2])["game"] == GAME.name


class Acknowledging(FakeTransport):
    """Remembers which options its socket is told."""

    family = socket.AF_INET

    def __init__(self) -> None:
        super().__init__()
        self.told: list[int] = []

    def get_extra_info(self, name: str) -> object:
        return self if name == "socket" else super().get_extra_info(name)

    def getpeername(self) -> tuple[str, int]:
        return ("192.0.2.1", 1)

    getsockname = getpeername

    def setsockopt(self, level: int, option: int, value: int) -> None:
        self.told.append(option)


@pytest.mark.skipif(not hasattr(socket, "TCP_QUICKACK"), reason="only Linux has it")
def test_the_rest_of_a_request_need_not_wait_for_an_acknowledgement() -> None:
    async def pieces() -> list[int]:
        transport, connecting = Acknowledging(), Connecting()
        one = Guarded(config=connecting.config, server_state=ServerState(), app_state={}, gate=connecting.gate)
        one.connection_made(cast(asyncio.Transport, transport))
        found = []
        for piece in (b"POST /info HTTP/1.1\r\nHost: localhost\r\n", b"Content-Length: 4\r\n\r\n", b"{ ", b"}\n"):
            transport.told = []
            one.data_received(piece)
            found.append(transport.told.count(socket.TCP_QUICKACK))
        return found

    assert asyncio.run(pieces()) == [1, 1, 1, 0]


def test_a_large_header_is_refused_however_it_comes() -> None:
    async def ask(pieces: int) -> list[bytes]:
        one, transport = Connecting()()
        source = INFO[:-2] + b"X: y\r\n" * 5000 + b"\r\n"
        size = len(source) // pieces + 1
        for first in range(0, len(source), size):
            one.data_received(source[first : first + size])
        with anyio.fail_after(PATIENCE):
            while not transport.is_closed:
                await anyio.sleep(0.001)
        return re.findall(rb"HTTP/1.1 (\d+)", b"".join(transport.sent))

    assert asyncio.run(ask(1)) == asyncio.run(ask(5)) == [b"400"]


class Later:
    """A loop whose time-outs come when told to."""

    def __init__(self) -> None:
        self.due: list[Callable[[], None]] = []

    def time(self) -> float:
        return 0.0

    def call_soon(self, call: Callable[[], None]) -> None: ...

    def call_later(self, seconds: float, call: Callable[..., None], *arguments: object) -> None:
        self.due.append(partial(call, *arguments))

    def go(self) -> None:
        due, self.due = self.due, []
        for call_now in due:
            call_now()


def writing() -> tuple[FakeTransport, InOnePiece, Later]:
    transport, loop = FakeTransport(), Later()
    one = InOnePiece(cast(asyncio.Transport, transport), cast(asyncio.AbstractEventLoop, loop), 9)
    return transport, one, loop


@pytest.mark.parametrize("closed", [True, False])
def test_whoever_does_not_read_is_not_waited_for_for_ever(closed: bool) -> None:
    transport, one, loop = writing()
    transport.untaken = 2
    one.write(b"a")
    one.write(b"b")
    one.close() if closed else one._send()
    assert (transport.sent, transport.is_closed, transport.is_aborted) == ([b"ab"], closed, False)
    loop.go()
    assert transport.is_aborted


def test_whoever_reads_slowly_is_waited_for() -> None:
    transport, one, loop = writing()

    def send(data: bytes, untaken: int) -> None:
        one.write(data)
        transport.untaken = untaken
        one._send()

    send(bytes(5 * PACE), 5 * PACE)
    transport.untaken = 4 * PACE
    loop.go()
    transport.untaken = 1
    loop.go()
    send(bytes(PACE), PACE)  # What was waited for has been taken; that there is more already does not matter.
    loop.go()
    assert not transport.is_aborted
    transport.untaken = 1
    loop.go()
    assert transport.is_aborted


def test_while_answers_are_not_taken_no_further_request_is_read() -> None:
    async def ask() -> None:
        one, transport = Connecting(header_seconds=0.01)()
        one.pause_writing()
        one.data_received(INFO * 2 + b"GET /")
        await anyio.sleep(0.05)  # That the rest does not come is not the client's fault: nobody reads it.
        meanwhile = (bool(one.cycle), one.flow.read_paused, transport.sent[:])
        one.resume_writing()
        assert meanwhile == (False, True, [])
        with anyio.fail_after(PATIENCE):
            while len(transport.sent) < 2:
                await anyio.sleep(0.001)
        assert [sent[9:12] for sent in transport.sent] == [b"200", b"200"]

    asyncio.run(ask())


def stuck(connecting: Connecting, address: str = "192.0.2.1", seconds: float = 0) -> FakeTransport:
    """The transport of a connection that has asked and for so long has not taken the answer."""
    one, transport = connecting(address)
    transport.untaken = 1
    one.data_received(INFO)
    one._out.untaken_since = one.loop.time() - seconds
    return transport


def test_whoever_does_not_take_his_answer_makes_room() -> None:
    async def connect() -> None:
        connecting = Connecting(address_connections=4, connections=5)
        _, silent = connecting()
        writing, older, oldest = [stuck(connecting, seconds=seconds) for seconds in (0, 100, 200)]
        crowd = [oldest, older, silent, writing]  # In the order in which they leave, all of them for one address.
        for number in range(1, 5):
            busy, _ = connecting()
            busy.data_received(INFO)
            assert [each.is_aborted for each in crowd] == [True] * number + [False] * (4 - number)
        _, refused = connecting()
        assert refused.sent[0].startswith(b"HTTP/1.1 429 ")

    async def connect_from_everywhere() -> None:
        connecting = Connecting(address_connections=2, connections=4)
        crowd = [stuck(connecting, f"192.0.2.{number % 2}", seconds=100 - number) for number in range(4)]
        _, newcomer = connecting("192.0.2.7")
        assert not newcomer.is_closing()
        assert [each.is_aborted for each in crowd] == [True, False, False, False]

    asyncio.run(connect())
    asyncio.run(connect_from_everywhere())


def test_silent_connections_make_room() -> None:
    async def connect() -> None:
        connecting = Connecting(address_connections=2, connections=3)
        kept, kept_transport = connecting()
        kept.answers = 1
        _, silent = connecting()
        _, newcomer = connecting()
        assert [each.is_aborted for each in (kept_transport, silent, newcomer)] == [False, True, False]
        _, elsewhere = connecting("192.0.2.2")
        _, further = connecting("192.0.2.3")
        assert [each.is_aborted for each in (kept_transport, newcomer, elsewhere, further)] == [
            False,
            True,
            False,
            False,
        ]

    asyncio.run(connect())


def test_connections_that_are_being_answered_stay() -> None:
    async def connect() -> None:
        connecting = Connecting(address_connections=1, connections=2)
        busy, _ = connecting()
        busy.data_received(INFO)  # The answer comes only when this task waits.
        _, refused = connecting()
        await asyncio.sleep(0)
        assert refused.sent[0].startswith(b"HTTP/1.1 429 ")
        assert json.loads(refused.sent[0].partition(b"\r\n\r\n")[2])["error"]["data"]["limit"] == "address_connections"
        assert refused.is_closed

    async def connect_from_everywhere() -> None:
        connecting = Connecting(address_connections=1, connections=2)
        for number in (1, 2):
            busy, _ = connecting(f"192.0.2.{number}")
            busy.data_received(INFO)
        _, refused = connecting("192.0.2.3")
        assert refused.sent[0].startswith(b"HTTP/1.1 503 ")

    asyncio.run(connect())
    asyncio.run(connect_from_everywhere())


def test_a_connection_that_ends_makes_room() -> None:
    async def connect() -> None:
        connecting = Connecting(address_connections=1)
        busy, _ = connecting()
        busy.data_received(INFO)
        busy.connection_lost(None)
        _, transport = connecting()
        assert not transport.is_closing()

    asyncio.run(connect())


# The command, among hostile clients


@contextmanager
def serving(*options: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server, which must end when told to and have nothing to say about what happened."""
    with subprocess.Popen([*SERVE, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        try:
            yield where(process), process
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
            assert process.stderr.read() == b""
        finally:
            process.kill()


def where(process: subprocess.Popen[bytes]) -> int:
    """The port that a server says it listens at."""
    assert process.stdout is not None
    said = re.search(r":(\d+) ", process.stdout.readline().decode())
    assert said
    return int(said[1])


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    seconds = ("--header-seconds", "0.3", "--write-seconds", "0.3")
    with serving(*seconds, "--address-connections", "5", "--client-sessions", "3") as (found, _):
        yield found


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def everything(connection: socket.socket) -> bytes:
    """What is sent until the other side closes."""
    found = b""
    while some := connection.recv(100_000):
        found += some
    return found


def test_silence_is_ended(port: int) -> None:
    with connected(port) as silent:
        assert everything(silent) == b""


@pytest.mark.parametrize("before", [b"", INFO])
def test_a_header_that_comes_byte_by_byte_is_ended(port: int, before: bytes) -> None:
    with connected(port) as slow:
        slow.sendall(before + b"GET /info HTTP/1.1\r\nX-Slow: ")
        until(lambda: not sends(slow, b"a"))
        # The rest may have been lost with what was sent meanwhile.


def test_a_header_that_stops_is_answered(port: int) -> None:
    with connected(port) as slow:
        slow.sendall(b"GET /info HTTP/1.1\r\n")
        found = everything(slow)
    assert found.startswith(b"HTTP/1.1 408 ")
    assert json.loads(found.partition(b"\r\n\r\n")[2])["error"]["code"] == LIMIT


def test_a_body_that_nobody_waits_for_does_not_keep_a_connection(port: int) -> None:
    with connected(port) as slow:
        slow.sendall(b"GET /info HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
        until(lambda: not sends(slow, b"a"))


def sends(connection: socket.socket, data: bytes) -> bool:
    time.sleep(0.01)
    try:
        connection.sendall(data)
    except OSError:
        return False
    return True


def test_however_many_are_silent_others_are_answered(port: int) -> None:
    silent = [connected(port) for _ in range(30)]
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            assert [client.get("/info").status_code for _ in range(3)] == [200] * 3
    finally:
        for each in silent:
            each.close()


def never_reading(port: int) -> socket.socket:
    """A connection that asks for more than fits on the way, and then for more, and takes no answer."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", port))
    one.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            one.send(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
    return one


def test_whoever_never_reads_is_cut_off_and_keeps_nobody_out(port: int) -> None:
    never = [never_reading(port) for _ in range(10)]
    try:
        ends = select.poll()
        for each in never:
            ends.register(each, 0)
        until(lambda: len(ends.poll(0)) == len(never))
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            assert client.get("/info").status_code == 200
    finally:
        for each in never:
            each.close()


def test_pipelined_requests_are_answered_in_order(port: int) -> None:
    last = b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with connected(port) as one:
        one.sendall(INFO * 20 + last)
        found = everything(one)
    assert re.findall(rb"HTTP/1.1 (\d+)", found) == [b"200"] * 20 + [b"404"]


@pytest.mark.parametrize("source", [b"\x16\x03\x01nonsense\r\n\r\n", INFO[:-2] + b"X: " + b"a" * 70_000])
def test_what_is_not_a_request_is_answered_as_everything_else_is(port: int, source: bytes) -> None:
    with connected(port) as one:
        one.sendall(source)
        one.shutdown(socket.SHUT_WR)
        found = one.recv(100_000)
    assert found.startswith(b"HTTP/1.1 400 ")
    assert json.loads(found.partition(b"\r\n\r\n")[2])["error"]["code"] == -32600


TWO_LENGTHS = b"POST /rpc HTTP/1.%d\r\nHost: localhost\r\n%sTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"


@pytest.mark.parametrize(
    "source",
    [
        TWO_LENGTHS % (1, b"Content-Length: 5\r\n"),
        INFO + TWO_LENGTHS % (1, b"content-length: 5\r\n"),
        TWO_LENGTHS % (0, b""),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /info HTTP/2.0\r\nHost: localhost\r\n\r\n",
    ],
)
def test_what_could_be_read_in_two_ways_is_answered_once_and_nothing_after_it(source: bytes) -> None:
    async def ask() -> bytes:
        one, transport = Connecting()()
        one.data_received(source + INFO)
        with anyio.fail_after(PATIENCE):
            while not transport.is_closed:
                await anyio.sleep(0.001)
        return b"".join(transport.sent)

    found = asyncio.run(ask())
    before = [b"200"] if source.startswith(INFO) else []
    assert re.findall(rb"HTTP/1.1 (\d+)", found) == [*before, b"400"]
    assert json.loads(found.rpartition(b"\r\n\r\n")[2])["error"]["code"] == -32600


def test_who_is_asked_for_is_not_believed(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        for number in range(5):
            forwarded = {"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for=192.0.2.{number}"}
            status = client.post("/new", json={"players": 3, "seed": 1}, headers=forwarded).status_code
    assert status == 429


def test_the_host_is_checked_by_the_command_too(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        assert client.get("/info", headers={"Host": "evil.example"}).status_code == 421
    with serving("--allowed-host", "oracle.example") as (other, _), httpx.Client() as client:
        assert client.get(f"http://127.0.0.1:{other}/info", headers={"Host": "oracle.example"}).status_code == 200


def test_nothing_waits_for_an_acknowledgement() -> None:
    """TCP_NODELAY, seen from inside: sockets made as the command makes them do not have it by themselves."""
    assert asyncio.run(socket_option(socket.IPPROTO_TCP, socket.TCP_NODELAY)) != 0


def test_few_answers_wait_outside_the_server() -> None:
    assert asyncio.run(socket_option(socket.SOL_SOCKET, socket.SO_SNDBUF)) <= 2 * PACE


def socket_option(level: int, option: int) -> Coroutine[Any, Any, int]:
    """What the socket of a connection has been told."""

    async def connect() -> int:
        made: list[Guarded] = []
        connecting = Connecting()

        def accepted() -> Guarded:
            made.append(
                Guarded(config=connecting.config, server_state=ServerState(), app_state={}, gate=connecting.gate)
            )
            return made[-1]

        with socket.create_server(("127.0.0.1", 0)) as listener:
            async with await asyncio.get_running_loop().create_server(accepted, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname())
                with anyio.fail_after(PATIENCE):
                    while not made or not made[0].address:
                        await anyio.sleep(0.01)
                there = made[0].transport.get_extra_info("socket")
                found: int = there.getsockopt(level, option)
                writer.close()
        return found

    return connect()


@pytest.mark.parametrize("name, code", [("INT", 0), ("TERM", -15), ("HUP", -1), ("KILL", -9)])
def test_it_ends_while_it_counts_and_leaves_no_process(name: str, code: int) -> None:
    with subprocess.Popen([*SERVE, "--seconds", "900"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            port = where(process)
            answers = [Thread(target=counting, args=(port, number)) for number in range(3)]
            for answer in answers:
                answer.start()
            until(lambda: len(children(process.pid)) > 2)
            began = children(process.pid)
            process.send_signal(getattr(signal, f"SIG{name}"))
            assert process.wait(PATIENCE) == code
            until(lambda: not any(alive(each) for each in began))
            for answer in answers:
                answer.join(PATIENCE)
            assert process.stderr is not None
            assert process.stderr.read() == b""
        finally:
            process.kill()


def counting(port: int, number: int) -> None:
    """A client that asks for more than can be counted."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        session = client.post("/new", json={"players": 4, "seed": 7, "owner": f"{OWNER} {number}"}).json()["session"]
        with suppress(httpx.HTTPError):
            client.post("/perft", json={"session": session, "depth": 20})


def test_who_waits_for_his_turn_is_told_when_counts_end(monkeypatch: pytest.MonkeyPatch) -> None:
    Stub.go, Stub.begun = Event(), []
    monkeypatch.setattr(counters_module, "Process", Stub)
    counters, state, told = Counters(1), opened(players=3, seed=1), list[str]()

    def count(client: str) -> None:
        try:
            counters(JUDGE, state, Asked(1), Budget(Limits(seconds=PATIENCE)), client)
        except RpcError as error:
            told.append(error.message)

    threads = [Thread(target=count, args=(client,)) for client in ("first", "second")]
    for thread in threads:
        thread.start()
    try:
        until(lambda: len(Stub.begun) == len(counters._queue) == 1)
        counters.close()
        until(lambda: told != [])
    finally:
        Stub.go.set()
        for thread in threads:
            thread.join(PATIENCE)
    assert told == ["Limit: this server is ending"]


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(each) for each in found.stdout.split()]


def alive(pid: int) -> bool:
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:1] not in ("", "Z")


def test_names_of_sessions_are_unguessable_where_there_are_several_clients(port: int) -> None:
    assert unguessable() != unguessable()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        owned = client.post("/new", json={"players": 3, "seed": 1, "owner": OTHER})
        assert re.fullmatch(r"[0-9a-f]{24}", owned.json()["session"])
        assert client.post("/close_all", json={"owner": OTHER}).json() == {"closed": [owned.json()["session"]]}
