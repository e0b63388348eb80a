"""Work on all cores, in order, with a progress bar; an interrupt ends it at once and leaves no process behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from archipel.checks.progress import progress
from archipel.reference.strict_json import BadInput

Task = TypeVar("Task")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Workers:
    """Who does the work: so many processes on this machine, or those that the Dask scheduler at an address has."""

    jobs: int
    on: str | None = None


ALONE = Workers(1)


def every_core() -> Workers:
    return Workers(os.cpu_count() or 1)


def run_all(
    tasks: Sequence[Callable[[], Found]],
    workers: Workers,
    what: str,
    done: Callable[[int, Found], str] | None = None,
) -> list[Found]:
    """What each task returns, in the order of the tasks whatever order they finish in.

    ``done`` is told of each task as it finishes, by its number, and says in a few words what that was.
    """
    if not tasks:
        return []
    pool = ProcessPoolExecutor(min(workers.jobs, len(tasks)))
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


def in_order(work: Callable[[Task], Found], tasks: Iterable[Task], workers: Workers) -> Iterator[Found]:
    """What is found for each task, in their order, however many there are: only a few are held at a time."""
    if workers.jobs == 1:
        yield from map(work, tasks)
        return
    pool = ProcessPoolExecutor(workers.jobs)
    waiting: deque[Future[Found]] = deque()
    try:
        for task in tasks:
            with _interrupts_held_back():
                waiting.append(pool.submit(work, task))
            if len(waiting) > 2 * workers.jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise BadInput("a process that worked for this one was killed; fewer (-j) need less memory") from None
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
