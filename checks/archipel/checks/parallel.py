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


def run_all(
    tasks: Sequence[Callable[[], Found]],
    jobs: int,
    what: str,
    done: Callable[[int, Found], str] | None = None,
) -> list[Found]:
    """What each task returns, in the order of the tasks whatever order they finish in.

    ``done`` is told of each task as it finishes, by its number, and says in a few words what that was.
    """
    if not tasks:
        return []
    pool = ProcessPoolExecutor(min(jobs, len(tasks)))
    try:
        with _interrupts_held_back():
            futures = {pool.submit(task): number for number, task in enumerate(tasks)}
        with progress(len(tasks), what) as advance:
            for future in as_completed(futures):
                advance(done(futures[future], future.result()) if done else "")
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
