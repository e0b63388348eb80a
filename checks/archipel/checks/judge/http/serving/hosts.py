"""Host header check against DNS rebinding: only names of this server are answered.

Without it, a page that somebody visits could have its own name lead to this machine, and ask as if it came from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from archipel.checks.judge.oracle.rpc import INVALID_REQUEST, RpcError
from archipel.reference.strict_json import BadInput, shown

LOCAL = ("localhost", "127.0.0.1", "::1")
HOST = r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{0,5})?"
MISDIRECTED = 421


def host_name(host: str) -> str | None:
    """The name or address in a Host header, as it is compared: without port and brackets; None if there is none."""
    found = re.fullmatch(HOST, host.lower())
    return None if found is None else _plain(found["name"].strip("[]"))


def _plain(name: str) -> str:
    """A name without the dot of the root, an address in one form (IPv4-mapped ones as IPv4)."""
    try:
        found = ip_address(name)
    except ValueError:
        return name.removesuffix(".")
    return str(getattr(found, "ipv4_mapped", None) or found)


def allowed_host(text: str) -> str:
    """A name given with an option."""
    name = host_name(text)
    if name is None or name != _plain(text.lower().strip("[]")):
        raise BadInput(f"--allowed-host: expected a name such as oracle.example, found {shown(text)}")
    return name


class HostCheck:
    """Answers requests to this server only: to this machine, to the address they came in at, or to a name given."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self.app = app
        self.names = frozenset((*LOCAL, *names))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (told := self._misdirected(scope)) is not None:
            error = RpcError(INVALID_REQUEST, f"Invalid Request: {told}").as_json()
            await JSONResponse({"error": error}, MISDIRECTED)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _misdirected(self, scope: Scope) -> str | None:
        given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(given) != 1:
            return "expected one Host header"
        name = host_name(given[0])
        if name is None or not (name in self.names or name == _plain((scope.get("server") or ("",))[0])):
            return f"Host {shown(given[0])} is not this server (see archipel serve --allowed-host)"
        return None
