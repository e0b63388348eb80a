"""Processor time, and child processes that end with whoever started them."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from archipel.reference.strict_json import BadInput


def command(game: str, *arguments: str) -> tuple[str, ...]:
    """A command about a game, as arguments of Python."""
    return "-m", "archipel.checks.cli.entry", "--game", game, *arguments


def cpu_seconds() -> float:
    """The processor time that this process and the children it waited for have used."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def seconds_for_one(run: Callable[[], object], least: float) -> float:
    """The processor time of one run, over as many as take so many seconds."""
    start, runs = cpu_seconds(), 0
    while True:
        run()
        runs += 1
        if (used := cpu_seconds() - start) >= least:
            return used / runs


@dataclass(frozen=True)
class Spent:
    """What a process took."""

    elapsed: float
    cpu: float


def timed(arguments: Sequence[str], environment: Mapping[str, str], codes: Sequence[int] = (0,)) -> Spent:
    """A Python process from start to end, its own children included."""
    begun, before = time.perf_counter(), cpu_seconds()
    with running(arguments, environment, subprocess.DEVNULL) as process:
        code = process.wait()
    if code not in codes:
        raise BadInput(f"{' '.join(arguments)}: ended with {code}, so nothing can be said of how long it takes")
    return Spent(time.perf_counter() - begun, cpu_seconds() - before)


@contextmanager
def running(
    arguments: Sequence[str], environment: Mapping[str, str], streams: int
) -> Iterator[subprocess.Popen[bytes]]:
    """A Python process that leads its own session; afterwards nothing of it is left, however that came about.

    While it is started an interrupt has to wait, or nobody would know that there is something to end.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            env=dict(environment),
            stdin=streams,
            stdout=streams,
            stderr=streams,
            start_new_session=True,
        )
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            yield process
        finally:
            end(process)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end(process: subprocess.Popen[bytes]) -> None:
    """Leave nothing behind of a process that leads its own session."""
    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
