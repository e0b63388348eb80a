"""A child process that is asked one line at a time: another program, run within limits and never left behind.

Whatever goes wrong with it (it does not start, hangs, crashes, babbles, answers half) is an :class:`UnjudgedError` that
says so. A keeper (see keeper.py) stands between it and this process, and ends it and
its descendants even if this process is killed. Nothing here knows any game.
"""

from __future__ import annotations

import os
import select
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from archipel.checks.judge.conformance.programs.keeper import descendants
from archipel.reference.strict_json import BadInput, canonical, parse

KEEPER = str(Path(__file__).with_name("keeper.py"))

CHUNK = 65_536
LOGGED = 2_000
"""So much of what a program last wrote to standard error is kept."""
SHOWN = 200
"""So much of an answer that cannot be read is shown."""
ENDING = 10.0
"""Seconds for the keeper to end everything before it is killed itself."""
HELPING = 0.5
"""Seconds after which this process helps the keeper."""


@dataclass(frozen=True)
class ProgramLimits:
    """Timeouts for the first answer and for every other (seconds), the longest line, and when all has to be over.

    ``until`` is a moment of the monotonic clock, which all processes of a machine share.
    """

    start: float = 30.0
    answer: float = 10.0
    line: int = 4_000_000
    until: float | None = None

    @property
    def is_over(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until

    def check_time(self) -> None:
        """Raise TimeUpError if all has to be over."""
        if self.is_over:
            raise TimeUpError

    def deadline(self, seconds: float) -> float:
        """When something has to be done that may take so many seconds."""
        found = time.monotonic() + seconds
        return found if self.until is None else min(found, self.until)

    def share(self, seconds: float) -> float:
        """So many seconds, or a third of what is left if that is less: other things have to be done as well."""
        return seconds if self.until is None else min(seconds, max(0.0, self.until - time.monotonic()) / 3)


class TimeUpError(Exception):
    """The time limit for all games is reached. That says nothing about the program."""


class UnjudgedError(Exception):
    """The program cannot be judged; ``problem`` names what happened, ``values`` what to say about it."""

    def __init__(self, problem: str, **values: object) -> None:
        super().__init__(problem)
        self.problem = problem
        self.values = values


class Program:
    """A running program. Use it in a ``with`` statement: afterwards it has ended, whatever happened."""

    def __init__(self, command: Sequence[str], limits: ProgramLimits) -> None:
        self.command = command
        self.limits = limits
        self.asked = 0
        self._buffer = bytearray()
        self._log = bytearray()
        self._status = bytearray()
        self._code: int | None = None
        self._pid: int | None = None
        self._keeper, self._leash, self._news = _kept(command)
        self._pid = self._started()
        self._selector = selectors.DefaultSelector()
        self._selector.register(_pipe(self._keeper.stdout), selectors.EVENT_READ)
        self._reader = threading.Thread(target=self._keep_log, daemon=True)
        self._reader.start()

    def _started(self) -> int:
        """The number of the program's process, as soon as its keeper has started it."""
        line = self._told(None)
        if line is not None and line.startswith("pid "):
            return int(line[4:])
        self._close()
        self._close_streams()
        reason = "its keeper does not run" if line is None else line.removeprefix("failed ")
        raise UnjudgedError("no-start", command=self.command[0], reason=reason)

    def _told(self, deadline: float | None) -> str | None:
        """The next line that the keeper writes, if it comes in time."""
        while b"\n" not in self._status:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([self._news], [], [], left)[0] or not (piece := os.read(self._news, CHUNK)):
                return None
            self._status += piece
        line, _, self._status = self._status.partition(b"\n")
        return line.decode("utf-8", "replace")

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
        stream = _pipe(self._keeper.stderr)
        with suppress(OSError):
            while piece := os.read(stream, CHUNK):
                self._log += piece
                del self._log[:-LOGGED]

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request, which is given the next number."""
        self.limits.check_time()
        if self._buffer:
            raise UnjudgedError("unasked", text=_shown(self._buffer))
        self.asked += 1
        deadline = self.limits.deadline(self._patience)
        self._send({"id": self.asked, **request}, deadline)
        return self._read(self._line(deadline))

    def _send(self, message: Mapping[str, Any], deadline: float) -> None:
        """Write a message; a program that has gone or does not read is noticed when its answer is read."""
        rest = canonical(message).encode("ascii")
        stream = _pipe(self._keeper.stdin)
        with suppress(BlockingIOError, BrokenPipeError):
            while rest and select.select([], [stream], [], max(0.0, deadline - time.monotonic()))[1]:
                rest = rest[os.write(stream, rest) :]

    def _line(self, deadline: float) -> bytes:
        """The next line, without its end."""
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > self.limits.line:
                raise UnjudgedError("long", bytes=self.limits.line)
            if not self._selector.select(max(0.0, deadline - time.monotonic())):
                raise self._hang()
            piece = os.read(_pipe(self._keeper.stdout), CHUNK)
            if not piece:
                raise self._closed()
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
        """There was no answer in time. Perhaps the program has ended and something that it started has not."""
        self.limits.check_time()
        if (code := self._waited(0.0)) is not None:
            return self._ended(code)
        if self._keeper.poll() is not None:
            return UnjudgedError("lost")
        if self._buffer:
            return UnjudgedError("half", seconds=self._patience, text=_shown(self._buffer))
        if _nobody_reads(_pipe(self._keeper.stdin)):
            return UnjudgedError("deaf", seconds=self._patience)
        return UnjudgedError("slow-start" if self.asked == 1 else "hang", seconds=self._patience)

    def _closed(self) -> UnjudgedError:
        """The program closed its output: it has ended, is about to, or lives on without."""
        code = self._waited(self.limits.answer)
        if code is not None:
            return self._ended(code)
        self.limits.check_time()
        if self._keeper.poll() is not None:
            return UnjudgedError("lost")
        if self._buffer:
            return UnjudgedError("half-closed", text=_shown(self._buffer))
        return UnjudgedError("closed", log=self.log)

    def _ended(self, code: int) -> UnjudgedError:
        """The program ended without an answer, or with half of one."""
        self._reader.join(1.0)
        half = {"text": _shown(self._buffer)} if self._buffer else {}
        problem, values = ("crash", {"code": str(code)}) if code >= 0 else ("killed", {"signal": _signal_name(-code)})
        return UnjudgedError(f"half-{problem}" if half else problem, **values, **half, log=self.log)

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

    def farewell(self) -> UnjudgedError | None:
        """What is wrong with how the program says goodbye and ends, with exit code 0, when it is told to."""
        try:
            self.ask({"do": "bye"})
        except UnjudgedError as error:
            return error
        assert self._keeper.stdin is not None
        self._keeper.stdin.close()
        code = self._waited(self.limits.answer)
        if code is None:
            self.limits.check_time()
            if self._keeper.poll() is not None:
                return UnjudgedError("bye.lost")
            return UnjudgedError("bye.stays", seconds=self.limits.answer)
        if code < 0:
            return UnjudgedError("bye.killed", signal=_signal_name(-code))
        if code:
            return UnjudgedError("bye.code", code=code)
        return UnjudgedError("bye.more", text=_shown(self._buffer)) if self._wrote_more() else None

    def _wrote_more(self) -> bool:
        """Whether a program that has ended wrote anything after its last answer."""
        stream = _pipe(self._keeper.stdout)
        if not self._buffer and select.select([stream], [], [], 0.0)[0]:
            self._buffer += os.read(stream, CHUNK)
        return bool(self._buffer)

    def _waited(self, seconds: float) -> int | None:
        """The program's exit code, negative for a signal, if it has one within so many seconds."""
        if self._code is None and (line := self._told(self.limits.deadline(seconds))) is not None:
            self._code = int(line.removeprefix("exit "))
        return self._code

    def end(self) -> None:
        """Kill the program and whatever descends from it, and wait until it is gone."""
        self._close()
        self._selector.close()
        self._reader.join(1.0)
        self._close_streams()

    def _close(self) -> None:
        """Let the keeper end everything. Should it fail, it is killed, and with it at least the process group."""
        if self._leash < 0:
            return
        with suppress(BrokenPipeError):
            os.write(self._leash, b".")
        os.close(self._leash)
        self._leash = -1
        if self._keeper_ended() != 0 and self._pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._pid, signal.SIGKILL)
        self._keeper.kill()
        self._keeper.wait()
        os.close(self._news)

    def _keeper_ended(self) -> int | None:
        """The keeper's exit code, if it ends in time. One that a program has stopped is told to go on, and helped."""
        until = time.monotonic() + ENDING
        while time.monotonic() < until:
            self._keeper.send_signal(signal.SIGCONT)
            with suppress(subprocess.TimeoutExpired):
                return self._keeper.wait(HELPING)
            for process in descendants(self._keeper.pid):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)
        return None

    def _close_streams(self) -> None:
        for stream in (self._keeper.stdin, self._keeper.stdout, self._keeper.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _kept(command: Sequence[str]) -> tuple[subprocess.Popen[bytes], int, int]:
    """A keeper that starts a program; what ends it when it is closed; and where it tells what happens."""
    told, leash = os.pipe()
    news, telling = os.pipe()
    try:
        keeper = subprocess.Popen(
            [sys.executable, "-I", "-S", KEEPER, str(told), str(telling), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            pass_fds=(told, telling),
            bufsize=0,
        )
    except (OSError, ValueError) as error:
        os.close(leash)
        os.close(news)
        reason = getattr(error, "strerror", None) or str(error)
        raise UnjudgedError("no-start", command=command[0], reason=reason) from None
    finally:
        os.close(told)
        os.close(telling)
    os.set_blocking(_pipe(keeper.stdin), False)
    return keeper, leash, news


def _nobody_reads(stream: int) -> bool:
    """Whether the other end of a pipe that is written to has been closed."""
    polled = select.poll()
    polled.register(stream, 0)
    return any(event & select.POLLERR for _, event in polled.poll(0))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _pipe(stream: Any) -> int:
    descriptor: int = stream.fileno()
    return descriptor


def _shown(text: bytes | bytearray) -> str:
    """The beginning of a text as it may stand in a message."""
    start = bytes(text[:SHOWN]).decode("utf-8", "replace")
    return ascii(start)[1:-1] + ("..." if len(text) > SHOWN else "")
