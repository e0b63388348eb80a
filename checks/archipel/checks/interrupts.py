"""Ctrl-C, which must neither be lost nor reach processes that work for this one."""

from __future__ import annotations

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
