"""Signals that stop a command: Ctrl-C, which must not be lost nor reach processes that work for this one, and more."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def remembered() -> Iterator[Callable[[], None]]:
    """Something to call between two results: Python drops an interrupt that comes while it forgets an object."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or current_thread() is not main_thread():
        yield lambda: None
        return
    seen: list[int] = []

    def interrupted(number: int, frame: FrameType | None) -> None:
        seen.append(number)
        if not _forgetting(frame):
            raise KeyboardInterrupt

    def stop_if_interrupted() -> None:
        if seen:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield stop_if_interrupted
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _forgetting(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_name != "__del__":
        frame = frame.f_back
    return frame is not None


@contextmanager
def held_back() -> Iterator[None]:
    """Whoever is started meanwhile never sees an interrupt; this process sees it a moment later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


STOPPING = (signal.SIGTERM, signal.SIGHUP)


class Terminated(KeyboardInterrupt):
    """A signal other than an interrupt told this process to stop, which it does in the same way."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def like_interrupts() -> Iterator[None]:
    """SIGTERM and SIGHUP stop what is done meanwhile as Ctrl-C does, so that nothing stays behind.

    Whoever ignores one of them (nohup) goes on ignoring it, and a second one ends this process at once.
    """
    if current_thread() is not main_thread():
        yield
        return
    owner = os.getpid()

    def stop(number: int, frame: FrameType | None) -> None:
        if os.getpid() != owner:
            _end_worker(number)
            return
        signal.signal(number, signal.SIG_DFL)
        if _forgetting(frame):
            os.kill(owner, number)
        raise Terminated(number)

    heard = [number for number in STOPPING if signal.getsignal(number) is signal.SIG_DFL]
    for number in heard:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


def _end_worker(number: int) -> None:
    """A process that was forked to work for another one leaves a hangup to that one."""
    if number != signal.SIGHUP:
        os._exit(128 + number)
