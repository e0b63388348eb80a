"""A subreaper: the process between the judge and a program, which ends the program and all its descendants.

The judge starts this file by its path, with Python's standard library only, and speaks to it through two pipes. When
anything is written to the first, or it is closed because the judge itself has ended in whatever way, everything that
descends from the program is killed. To the second this process writes lines: ``pid`` with
the number of the program or ``failed`` with a reason, then ``exit`` with its exit code (negative for a signal).

A program may stop its parent (SIGSTOP). The judge, and on Linux its death, makes this process go on.

On Linux, whoever leaves the program's session or loses its parent becomes a child of this process. Elsewhere only the
program's process group is killed.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

SUBREAPER, DEATH_SIGNAL = 36, 1
"""What prctl calls them."""
GIVE_UP = 5.0
"""Seconds to kill descendants, should they multiply faster or belong to somebody else."""
PAUSE = 0.002
IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)
UNHEARD = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
"""Only the judge ends this process, not a program that signals its parent."""


def keep(told: int, telling: int, command: Sequence[str]) -> None:
    """Run a program until it and its descendants have ended."""
    for descriptor in (told, telling):
        os.set_inheritable(descriptor, False)
    control = process_control()
    control(SUBREAPER, 1)
    control(DEATH_SIGNAL, signal.SIGCONT)
    woken = wake_up_pipe()
    program = started(command, telling, control)
    if program is None:
        return
    tell(telling, f"pid {program}")
    abandon_streams()
    for number in UNHEARD:
        signal.signal(number, signal.SIG_IGN)
    while True:
        ready, _, _ = select.select([told, woken], [], [])
        if woken in ready:
            with suppress(BlockingIOError):
                os.read(woken, 4096)
        reap(program, telling)
        if told in ready:
            end(program, telling)
            return


def process_control() -> Callable[[int, int], object]:
    """Linux's prctl; where there is none, something that does nothing."""
    try:
        import ctypes

        prctl = ctypes.CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return lambda option, value: None
    return lambda option, value: prctl(option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3)


def wake_up_pipe() -> int:
    """Something to read from whenever a child has ended."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    return reading


def started(command: Sequence[str], telling: int, control: Callable[[int, int], object]) -> int | None:
    """The number of the program, in a session of its own; None if it cannot be started."""
    reading, writing = os.pipe()
    program = os.fork()
    if program == 0:
        become(command, writing, control)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        problem = pipe.read()
    if not problem:
        return program
    os.waitpid(program, 0)
    tell(telling, f"failed {problem.decode('utf-8', 'replace')}")
    return None


def become(command: Sequence[str], writing: int, control: Callable[[int, int], object]) -> None:
    """Turn this process into the program, or write why that cannot be."""
    try:
        os.setsid()
        control(DEATH_SIGNAL, signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        for number in IGNORED_BY_PYTHON:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        os.execvp(command[0], list(command))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        os.write(writing, reason.encode("utf-8", "replace"))
    finally:
        os._exit(127)


def abandon_streams() -> None:
    """Let go of the program's streams: when it closes them, the judge must see that."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def tell(telling: int, line: str) -> None:
    with suppress(OSError):
        os.write(telling, f"{line}\n".encode())


def reap(program: int, telling: int) -> bool:
    """Take notice of every child that has ended; the value says whether there may be others."""
    while True:
        try:
            child, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if child == 0:
            return True
        if child == program:
            tell(telling, f"exit {os.waitstatus_to_exitcode(status)}")


def end(program: int, telling: int) -> None:
    """Kill the program's process group and then whoever is left, until nobody is."""
    until = time.monotonic() + GIVE_UP
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program, signal.SIGKILL)
    while reap(program, telling) and time.monotonic() < until:
        for process in descendants(os.getpid()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(PAUSE)


def descendants(ancestor: int) -> list[int]:
    """The processes that descend from one, as far as the system tells."""
    children: dict[int, list[int]] = {}
    try:
        processes = [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208
    except OSError:
        return []
    for process in processes:
        with suppress(OSError):
            children.setdefault(parent(process), []).append(process)
    found = [ancestor]
    for process in found:
        found += children.get(process, [])
    return found[1:]


def parent(process: int) -> int:
    """The parent of a process; its name, which stands before, may contain anything."""
    with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123
        return int(file.read().rpartition(b")")[2].split()[1])


if __name__ == "__main__":
    keep(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
