"""Judge over HTTP: the methods of archipel oracle, each at an address of its own, with an OpenAPI description.

POST /new, /play, /legal and so on take the parameters of a method as a JSON object; POST /rpc takes JSON-RPC messages;
/openapi.json describes all of it, and the page at / lets you try it by hand. Only this machine can reach it unless
--host says otherwise, and nobody is asked who he is: put it behind something that does before others can reach it.
Needs: pip install 'archipel[serve]'.

A session ends when it is closed, or idle for long, or for a while if others who have fewer need its place. Give new an
owner (a secret that you make up) to have a share of the sessions of your own, and to list and close them later with the
methods sessions and close_all. Requests must name this machine or its address in their Host header, or a name given
with --allowed-host; others are answered with 421.

examples:
  archipel serve                              at http://127.0.0.1:8000
  archipel serve --port 0                     at any port that is free; the first line says which
  archipel serve --seconds 2                  shorter counts and batches
  archipel serve --idle-seconds 60            forget games that nobody has touched for a minute
  archipel serve --sessions 500 --address-sessions 500 --client-sessions 500      all of them for one client
  archipel serve --host 0.0.0.0 --allowed-host oracle.example     for others, who call it by that name
  curl -s localhost:8000/new -H 'content-type: application/json' -d '{"players": 3, "seed": 7}'

Ctrl-C ends it, with exit code 0; SIGTERM and SIGHUP end it, too, and whatever it counts.
"""

from __future__ import annotations

import argparse
import logging
import socket
from contextlib import closing, suppress
from functools import partial
from typing import Any

from archipel.checks.judge.game import judge_of
from archipel.checks.judge.http.serving.counters import Counters
from archipel.checks.judge.oracle.limits import Shares
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.sessions import unguessable
from archipel.checks.judge.oracle.settings import add_limits, add_shares, limits_in, shares_in
from archipel.checks.support.arguments import whole
from archipel.reference.strict_json import BadInput, shown

LOOPBACK = "127.0.0.1"
PORT = 8000
KEEP_ALIVE = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=LOOPBACK, help="the address to listen at (default: %(default)s)")
    parser.add_argument("--port", type=whole, default=PORT, help="the port (default: %(default)s; 0: any)")
    parser.add_argument(
        "--allowed-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another name by which requests may call this server, say that of a proxy (can be repeated)",
    )
    add_limits(parser)
    add_shares(parser)


def run(arguments: argparse.Namespace) -> int:
    limits, shares = limits_in(arguments), shares_in(arguments)
    with closing(Counters(shares.counters)) as counters:
        oracle = Oracle(judge_of(arguments.game), limits, unguessable, shares, counters)
        return _serve(oracle, shares, counters, arguments)


def _serve(oracle: Oracle, shares: Shares, counters: Counters, arguments: argparse.Namespace) -> int:
    app, protocol, uvicorn, ending_server = _needed(oracle, shares, arguments.host, arguments.allowed_host)
    with _listening(arguments.host, arguments.port) as listener:
        host, port = listener.getsockname()[:2]
        print(f"Listening at http://{f'[{host}]' if ':' in host else host}:{port} (Ctrl-C ends it)", flush=True)
        config = uvicorn.Config(
            app,
            http=protocol,
            ws="none",
            log_level="error",
            access_log=False,
            # Anybody could say that he asks for somebody else, and so have everybody's share.
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=1,
        )
        server = ending_server(config, counters)
        # What is given up because the server ends is not worth a word.
        logging.getLogger("uvicorn.error").addFilter(lambda record: not server.should_exit)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
    return 0


def _needed(oracle: Oracle, shares: Shares, host: str, others: list[str]) -> tuple[Any, Any, Any, Any]:
    """The service, what guards its connections and what runs it, if they are installed."""
    try:
        import uvicorn

        from archipel.checks.judge.http.application import application
        from archipel.checks.judge.http.serving.connections import Gate, Guarded
        from archipel.checks.judge.http.serving.ending import EndingServer
        from archipel.checks.judge.http.serving.hosts import allowed_host, host_name
    except ImportError as error:
        missing = error.name or "a package"
        raise BadInput(f"archipel serve needs {missing}: pip install 'archipel[serve]'") from None
    own = host_name(f"[{host}]" if ":" in host else host)
    hosts = [allowed_host(name) for name in others] + ([own] if own else [])
    return application(oracle, hosts), partial(Guarded, gate=Gate(shares)), uvicorn, EndingServer


def _listening(host: str, port: int) -> socket.socket:
    if not 0 <= port < 65536:
        raise BadInput(f"--port {port}: expected 0 to 65535")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not an address"
        raise BadInput(f"cannot listen at {shown(host)}, port {port}: {reason}") from None
