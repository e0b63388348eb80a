"""Judge over HTTP: the methods of archipel oracle, each at an address of its own, with an OpenAPI description.

POST /new, /play, /legal and so on take the parameters of a method as a JSON object; POST /rpc takes JSON-RPC messages;
/openapi.json describes all of it, and the page at / lets you try it by hand. Only this machine can reach it unless
--host says otherwise, and nobody is asked who he is: put it behind something that does before others can reach it.
Needs: pip install 'archipel[serve]'.

examples:
  archipel serve                              at http://127.0.0.1:8000
  archipel serve --port 0                     at any port that is free; the first line says which
  archipel serve --sessions 500 --seconds 2   other limits
  curl -s localhost:8000/new -H 'content-type: application/json' -d '{"players": 3, "seed": 7}'

Ctrl-C ends it, with exit code 0.
"""

from __future__ import annotations

import argparse
import socket
from contextlib import suppress
from typing import Any

from archipel.checks.cli import whole
from archipel.checks.judging.game import judge_of
from archipel.checks.judging.limits import Limits
from archipel.checks.judging.oracle import Oracle
from archipel.checks.judging.sessions import unguessable
from archipel.checks.judging.settings import add_limits, limits_in
from archipel.reference.strict_json import BadInput, shown

LOOPBACK = "127.0.0.1"
PORT = 8000
AT_ONCE = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=LOOPBACK, help="the address to listen at (default: %(default)s)")
    parser.add_argument("--port", type=whole, default=PORT, help="the port (default: %(default)s; 0: any)")
    add_limits(parser)


def run(arguments: argparse.Namespace) -> int:
    limits = limits_in(arguments)
    app, uvicorn = _needed(arguments.game, limits)
    with _listening(arguments.host, arguments.port) as listener:
        host, port = listener.getsockname()[:2]
        print(f"Listening at http://{f'[{host}]' if ':' in host else host}:{port} (Ctrl-C ends it)", flush=True)
        config = uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            limit_concurrency=AT_ONCE,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
        )
        with suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
    return 0


def _needed(game: str, limits: Limits) -> tuple[Any, Any]:
    """The service and what runs it, if they are installed."""
    try:
        import uvicorn

        from archipel.checks.judging.http import application
    except ImportError as error:
        missing = error.name or "a package"
        raise BadInput(f"archipel serve needs {missing}: pip install 'archipel[serve]'") from None
    return application(Oracle(judge_of(game), limits, unguessable)), uvicorn


def _listening(host: str, port: int) -> socket.socket:
    if not 0 <= port < 65536:
        raise BadInput(f"--port {port}: expected 0 to 65535")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not an address"
        raise BadInput(f"cannot listen at {shown(host)}, port {port}: {reason}") from None
