"""Another program, run as a child that is asked one line at a time: within limits, and never left behind.

Whatever goes wrong with it (it does not start, hangs, crashes, babbles, answers half) is an :class:`UnjudgedError` that
says so. Nothing here knows any game.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from archipel.reference.strict_json import BadInput, canonical, parse

CHUNK = 65_536
LOGGED = 2_000
"""So much of what a program last wrote to standard error is kept."""
SHOWN = 200
"""So much of an answer that cannot be read is shown."""


@dataclass(frozen=True)
class Limits:
    """How long a program may take for its first answer and for every other (seconds), and how long a line may be."""

    start: float = 30.0
    answer: float = 10.0
    line: int = 4_000_000


class UnjudgedError(Exception):
    """The program cannot be judged; ``problem`` names what happened, ``values`` what to say about it."""

    def __init__(self, problem: str, **values: object) -> None:
        super().__init__(problem)
        self.problem = problem
        self.values = values


class Program:
    """A running program. Use it in a ``with`` statement: afterwards it has ended, whatever happened."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.command = command
        self.limits = limits
        self.asked = 0
        self._buffer = bytearray()
        self._log = bytearray()
        self._process = self._started()
        self._selector = selectors.DefaultSelector()
        self._selector.register(_pipe(self._process.stdout), selectors.EVENT_READ)
        self._reader = threading.Thread(target=self._keep_log, daemon=True)
        self._reader.start()

    def _started(self) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UnjudgedError("no-start", command=self.command[0], reason=reason) from None

    def again(self) -> Program:
        """The same program, started anew."""
        return Program(self.command, self.limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    @property
    def log(self) -> str:
        """What the program last wrote to standard error."""
        return self._log.decode("utf-8", "replace")

    def _keep_log(self) -> None:
        stream = _pipe(self._process.stderr)
        with suppress(OSError):
            while piece := os.read(stream, CHUNK):
                self._log += piece
                del self._log[:-LOGGED]

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request, which is given the next number."""
        if self._buffer:
            raise UnjudgedError("unasked", text=_shown(self._buffer))
        self.asked += 1
        self._send({"id": self.asked, **request})
        return self._read(self._line(time.monotonic() + self._patience))

    def _send(self, message: Mapping[str, Any]) -> None:
        """Write a message; a program that has gone is noticed when its answer is read."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(canonical(message).encode("ascii"))

    def _line(self, deadline: float) -> bytes:
        """The next line, without its end."""
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > self.limits.line:
                raise UnjudgedError("long", bytes=self.limits.line)
            if not self._selector.select(max(0.0, deadline - time.monotonic())):
                raise self._hang()
            piece = os.read(_pipe(self._process.stdout), CHUNK)
            if not piece:
                raise self._gone()
            self._buffer += piece
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        if len(line) > self.limits.line:
            raise UnjudgedError("long", bytes=self.limits.line)
        return line

    @property
    def _patience(self) -> float:
        """How many seconds the answer under way may take."""
        return self.limits.start if self.asked == 1 else self.limits.answer

    def _hang(self) -> UnjudgedError:
        if self._buffer:
            return UnjudgedError("half", seconds=self._patience, text=_shown(self._buffer))
        return UnjudgedError("slow-start" if self.asked == 1 else "hang", seconds=self._patience)

    def _gone(self) -> UnjudgedError:
        """The program closed its output: it has ended, or is about to."""
        code = self._waited(self.limits.answer)
        self._reader.join(1.0)
        if self._buffer:
            return UnjudgedError("half-end", text=_shown(self._buffer))
        return UnjudgedError("crash", code="?" if code is None else code, log=self.log)

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            document = parse(line, self.limits.line)
        except BadInput as error:
            raise UnjudgedError("garbage", reason=str(error), text=_shown(line)) from None
        if not isinstance(document, dict):
            raise UnjudgedError("garbage", reason="not an object", text=_shown(line))
        if document.get("id") != self.asked or isinstance(document["id"], bool):
            raise UnjudgedError("wrong-id", wanted=self.asked, text=_shown(line))
        return document

    def leaves(self) -> bool:
        """Whether the program says goodbye when told to, and ends by itself with exit code 0."""
        try:
            self.ask({"do": "bye"})
        except UnjudgedError:
            return False
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._waited(self.limits.answer) == 0

    def _waited(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        """Kill the program and whatever it started, and wait until it is gone."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        self._reader.join(1.0)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _pipe(stream: Any) -> int:
    descriptor: int = stream.fileno()
    return descriptor


def _shown(text: bytes | bytearray) -> str:
    """The beginning of a text as it may stand in a message."""
    start = bytes(text[:SHOWN]).decode("utf-8", "replace")
    return ascii(start)[1:-1] + ("..." if len(text) > SHOWN else "")
