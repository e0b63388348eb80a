"""Work on all cores, in order, with a progress bar; an interrupt ends it at once and leaves no process behind."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TypeVar

from archipel.checks.progress import progress

Found = TypeVar("Found")


def run_all(tasks: Sequence[Callable[[], Found]], jobs: int, what: str) -> list[Found]:
    """What each task returns, in the order of the tasks whatever order they finish in."""
    pool = ProcessPoolExecutor(jobs)
    try:
        with _interrupts_held_back():
            futures = [pool.submit(task) for task in tasks]
        with progress(len(tasks), what) as advance:
            for _ in as_completed(futures):
                advance()
        return [future.result() for future in futures]
    except BaseException:
        for child in multiprocessing.active_children():
            child.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes started here never see an interrupt; the one that started them does, a moment later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
