"""Graceful shutdown: a server that is told to end waits for no count, and leaves no process behind."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from uvicorn import Config, Server

from archipel.checks.judge.http.serving.counters import Counters


class EndingServer(Server):
    """Ends its counts first, told by SIGINT, SIGTERM or SIGHUP; who waits for one is answered."""

    def __init__(self, config: Config, counters: Counters) -> None:
        super().__init__(config)
        self.counters = counters

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.counters.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """SIGHUP is heard like the others, unless somebody ignores it (nohup)."""
        with super().capture_signals():
            hangup = signal.getsignal(signal.SIGHUP)
            if hangup is signal.SIG_DFL:
                signal.signal(signal.SIGHUP, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(signal.SIGHUP, hangup)
