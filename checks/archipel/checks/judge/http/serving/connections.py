"""Connection limits, time-outs and backpressure of the HTTP server: nobody has more than a share.

A connection that the server is waiting for (for a request, for the rest of one, or for an answer to be taken) makes
room for a new one when there are too many; one whose request is being answered never does. While answers are not
taken, nothing more is read. Answers leave at once and in one piece: neither Nagle's algorithm nor a client's delayed
acknowledgement holds them up. A request that comes in several pieces is not held up by ours, either (TCP_QUICKACK).
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from archipel.checks.judge.oracle.limits import LIMIT, Shares
from archipel.checks.judge.oracle.rpc import INVALID_REQUEST, RpcError

LARGEST_HEADER = 16_384
STUCK = 1.0
"""Seconds after which a client that does not take an answer is the first to make room."""
PACE = 65_536
"""Bytes of an answer, or all that is left of it, that must be taken within the write time-out."""
IPV6_CLIENT = 64
"""Whoever has one IPv6 address has all those that begin with the same so many bits."""


def client_of(address: str) -> str:
    """The network address that limits go by: an IPv4 address, or the part of an IPv6 address that is given out."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    mapped = found.ipv4_mapped
    return str(mapped) if mapped else str(IPv6Network((int(found), IPV6_CLIENT), strict=False))


class Gate:
    """Admission control: lets connections in as long as there are not too many, in all and from one address."""

    def __init__(self, shares: Shares) -> None:
        self.shares = shares
        self._inside: dict[Guarded, None] = {}

    def enter(self, newcomer: Guarded) -> RpcError | None:
        """Let a connection in, in the place of a silent one if need be; the answer to those who must stay outside."""
        most, each = self.shares.connections, self.shares.address_connections
        same = [one for one in self._inside if one.address == newcomer.address]
        if len(same) >= each and not _leaves(same):
            return _crowded("address_connections", each, f"{each} requests from your address are being answered")
        if len(self._inside) >= most and not _leaves(self._most_of_one_address()) and not _leaves(list(self._inside)):
            return _crowded("connections", most, f"{most} requests are being answered")
        self._inside[newcomer] = None
        return None

    def leave(self, one: Guarded) -> None:
        self._inside.pop(one, None)

    def _most_of_one_address(self) -> list[Guarded]:
        address, _ = Counter(one.address for one in self._inside).most_common(1)[0]
        return [one for one in self._inside if one.address == address]


def _leaves(crowd: list[Guarded]) -> bool:
    """Make one leave that is waited for."""
    waited_for = [one for one in crowd if one.is_waited_for]
    if waited_for:
        min(waited_for, key=lambda one: one.place_in_line).end()
    return bool(waited_for)


def _crowded(limit: str, most: int, message: str) -> RpcError:
    return RpcError(LIMIT, f"Limit: {message}; try again later", {"limit": limit, "most": most})


class Strict(h11.Connection):
    """HTTP/1 message framing (RFC 9112): what another reader could take for another request is not one."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            names, version = {name for name, _ in event.headers}, event.http_version
            if b"transfer-encoding" in names and (b"content-length" in names or version < b"1.1"):
                raise h11.RemoteProtocolError("request smuggling: its length can be read in two ways")
            if not version.startswith(b"1."):
                raise h11.RemoteProtocolError("not HTTP/1")
            if len(event.target) + sum([len(name) + len(value) + 4 for name, value in event.headers]) > LARGEST_HEADER:
                raise h11.RemoteProtocolError("its header is too large, however it was sent")
        return event


class Guarded(H11Protocol):
    """One HTTP connection, which must say something and cannot stay for ever."""

    def __init__(self, *arguments: Any, gate: Gate, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn = Strict(h11.SERVER, LARGEST_HEADER)
        self.gate = gate
        self.address = ""
        self.answers = 0
        self.silent_since = self.loop.time()
        self._out: InOnePiece
        self._refused = False
        self._deadline: asyncio.TimerHandle | None = None

    # What a connection lives through

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        _prepare(transport)
        self._out = InOnePiece(transport, self.loop, self.gate.shares.write_seconds)
        super().connection_made(cast(asyncio.Transport, self._out))
        self.address = client_of(self.client[0]) if self.client else ""
        if (refusal := self.gate.enter(self)) is not None:
            self._refused = True
            status = HTTPStatus.TOO_MANY_REQUESTS if "address" in str(refusal.data) else HTTPStatus.SERVICE_UNAVAILABLE
            self._say_and_end(status, refusal)
        else:
            self._watch()

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            super().data_received(data)
            self._watch()
            if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
                _acknowledge(self.transport)

    def on_response_complete(self) -> None:
        self.answers += 1
        self.silent_since = self.loop.time()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.leave(self)
        self._unwatch()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def end(self) -> None:
        """Drop it at once."""
        self.gate.leave(self)
        self.transport.abort()

    # Backpressure

    def handle_events(self) -> None:
        """Backpressure: while answers are not taken, no further request is begun, nor read."""
        if self.flow.write_paused:
            self.flow.pause_reading()
            self._unset_keepalive_if_required()
        else:
            super().handle_events()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unwatch()
        self.handle_events()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self.handle_events()
            self._watch()

    # Waiting

    @property
    def is_waited_for(self) -> bool:
        """Whether it is the client's turn: to take an answer, or to send a request or the rest of one."""
        return self._out.is_untaken or self._needs_a_head or self.conn.their_state is h11.SEND_BODY

    @property
    def place_in_line(self) -> tuple[int, float]:
        """Who makes room first: stuck in writing, never answered, silent, writing only just; the longest first."""
        if self._out.is_untaken:
            since = self._out.untaken_since
            return (0 if self.loop.time() - since >= STUCK else 3), since
        return (2 if self.answers else 1), self.silent_since

    @property
    def _needs_a_head(self) -> bool:
        answered = getattr(self.cycle, "response_complete", False)  # There is none before the first request.
        return answered or self.conn.their_state is h11.IDLE

    def _watch(self) -> None:
        """Header time-out: from the first byte on, or the beginning, a request has so long to be said."""
        if not self._needs_a_head or self.flow.write_paused or self.transport.is_closing():
            self._unwatch()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.gate.shares.header_seconds, self._too_slow)

    def _unwatch(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        if not self._needs_a_head:
            return
        seconds = self.gate.shares.header_seconds
        error = RpcError(LIMIT, f"Limit: no whole request in {seconds:g} seconds", {"limit": "header_seconds"})
        self._say_and_end(HTTPStatus.REQUEST_TIMEOUT, error if self.conn.trailing_data[0] else None)

    # What is said here rather than by the service

    def send_400_response(self, msg: str) -> None:
        told = "not HTTP/1.1, its header is too large, or it has both Content-Length and Transfer-Encoding"
        error = RpcError(INVALID_REQUEST, f"Invalid Request: {told}")
        self._say_and_end(HTTPStatus.BAD_REQUEST, error)

    def _say_and_end(self, status: HTTPStatus, error: RpcError | None) -> None:
        if error is not None and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE, h11.ERROR):
            self.transport.write(_response(status, error))
        self.transport.close()


def _response(status: HTTPStatus, error: RpcError) -> bytes:
    body = json.dumps({"error": error.as_json()}).encode()
    head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body


def _prepare(transport: asyncio.Transport) -> None:
    """TCP_NODELAY, which asyncio sets only for sockets made with the number of the protocol, and a small SO_SNDBUF.

    By itself the system would take megabytes of answers that nobody reads.
    """
    connected = transport.get_extra_info("socket")
    if connected is not None and connected.family in (socket.AF_INET, socket.AF_INET6):
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PACE)


def _acknowledge(transport: asyncio.Transport) -> None:
    """TCP_QUICKACK: a client may wait for it with the rest of his request (Nagle's algorithm); Linux has it."""
    connected, option = transport.get_extra_info("socket"), getattr(socket, "TCP_QUICKACK", None)
    if option is not None and connected is not None and connected.family in (socket.AF_INET, socket.AF_INET6):
        connected.setsockopt(socket.IPPROTO_TCP, option, 1)


class InOnePiece:
    """A transport with a write time-out that sends what is written in one go together."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self.untaken_since = loop.time()
        self._transport = transport
        self._loop = loop
        self._seconds = seconds
        self._pieces: list[bytes] = []
        self._sent = 0
        self._is_watched = False

    def write(self, piece: bytes) -> None:
        if self._transport.is_closing():
            return
        if not self._pieces:
            self._loop.call_soon(self._send)
        self._pieces.append(piece)

    def _send(self) -> None:
        data, self._pieces = b"".join(self._pieces), []
        if data and not self._transport.is_closing():
            if not self.is_untaken:
                self.untaken_since = self._loop.time()
            self._sent += len(data)
            self._transport.write(data)
            self._watch()

    def close(self) -> None:
        self._send()
        if not self._transport.is_closing():
            self._transport.close()

    # Whether it is taken

    @property
    def is_untaken(self) -> bool:
        """Whether something waits to be taken by the other side."""
        return self._transport.get_write_buffer_size() > 0

    @property
    def _taken(self) -> int:
        return self._sent - self._transport.get_write_buffer_size()

    def _watch(self) -> None:
        """Write time-out: what waits now, or a good part of it, must be taken in time, also once it is closed."""
        if self.is_untaken and not self._is_watched:
            self._is_watched = True
            self._loop.call_later(self._seconds, self._look, min(self._sent, self._taken + PACE))

    def _look(self, due: int) -> None:
        self._is_watched = False
        if self._taken < due:
            self._transport.abort()
        else:
            self._watch()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
