"""Work on all cores or on a cluster, in order, with a progress bar; an interrupt ends it and leaves nothing behind."""

from __future__ import annotations

import gc
import multiprocessing
import os
import re
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeAlias, TypeVar

from archipel.checks.support import interrupts
from archipel.checks.support.progress import progress
from archipel.reference.strict_json import BadInput, shown
from archipel.spec.logic.builders import start_afresh

Task = TypeVar("Task")
Found = TypeVar("Found")

ADDRESS = r"(?:(?:tcp|tls)://)?(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(?P<port>[0-9]{1,5})"
IN_FLIGHT = 3
"""So many tasks are handed out for each that can be worked on, so that nobody waits for the next one."""
KILLED = "a process that worked for this one was killed; fewer (-j) need less memory"
LEAVE = 3.0
"""Seconds to end, for processes that are told to."""


@dataclass(frozen=True)
class Workers:
    """Who does the work: so many processes on this machine, or those that the Dask scheduler at an address has."""

    jobs: int
    on: str | None = None

    def __post_init__(self) -> None:
        found = None if self.on is None else re.fullmatch(ADDRESS, self.on)
        if self.on is not None and (found is None or not 0 < int(found["port"]) < 65536):
            raise BadInput(f"--on: expected an address such as tcp://host:8786, found {shown(self.on)}")


ALONE = Workers(1)


def every_core() -> Workers:
    return Workers(os.cpu_count() or 1)


class Crew(Protocol):
    """Those who work, as long as they are needed."""

    @property
    def size(self) -> int:
        """How many tasks they work on at a time."""

    def submit(self, work: Callable[..., Found], /, *arguments: Any) -> Future[Found]: ...


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
    with interrupts.remembered() as stop_if_interrupted, _crew(workers, len(tasks)) as crew:
        futures = {crew.submit(afresh, task): number for number, task in enumerate(tasks)}
        with progress(len(tasks), what) as advance:
            for future in as_completed(futures):
                stop_if_interrupted()
                advance(done(futures[future], future.result()) if done else "")
        return [future.result() for future in futures]


def afresh(task: Callable[[], Found]) -> Found:
    """Do a task as if it were the first: a solver's answer must not depend on who does what, and after what.

    Solvers number what they are told, and give the numbers of what is forgotten to what comes next. So garbage is
    collected between tasks only: in between, it would depend on what was done before when that is.
    """
    start_afresh()
    gc.disable()
    try:
        return task()
    finally:
        gc.enable()


def in_order(
    work: Callable[[Task], Found], tasks: Iterable[Task], workers: Workers
) -> Generator[Found, None, None]:
    """What is found for each task, in their order, however many there are: only a few are held at a time."""
    with one_after_another(workers) as done:
        yield from done(work, tasks)


InOrder: TypeAlias = Callable[[Callable[[Task], Found], Iterable[Task]], Iterable[Found]]


@contextmanager
def one_after_another(workers: Workers) -> Iterator[InOrder[Any, Any]]:
    """The same for several rounds of tasks, by the same workers: they need not start again for each."""
    if workers == ALONE:
        yield map
        return
    with interrupts.remembered() as stop_if_interrupted, _crew(workers) as crew:

        def done(work: Callable[[Task], Found], tasks: Iterable[Task]) -> Iterator[Found]:
            waiting: deque[Future[Found]] = deque()
            for task in tasks:
                waiting.append(crew.submit(work, task))
                while waiting and (len(waiting) > IN_FLIGHT * crew.size or waiting[0].done()):
                    yield waiting.popleft().result()
                    stop_if_interrupted()
            while waiting:
                yield waiting.popleft().result()
                stop_if_interrupted()

        yield done


def _crew(workers: Workers, tasks: int | None = None) -> AbstractContextManager[Crew]:
    """The workers, no more of this machine's than there are tasks."""
    if workers.on is None:
        return _processes(workers.jobs if tasks is None else min(workers.jobs, tasks))
    from archipel.checks.support.cluster import cluster

    return cluster(workers.on)


# Processes of this machine


@dataclass(frozen=True)
class Processes:
    """Processes of this machine, which never see an interrupt; the one that started them does, a moment later."""

    pool: ProcessPoolExecutor
    size: int

    def submit(self, work: Callable[..., Found], /, *arguments: Any) -> Future[Found]:
        with interrupts.held_back():
            return self.pool.submit(work, *arguments)


@contextmanager
def _processes(jobs: int) -> Iterator[Processes]:
    pool = ProcessPoolExecutor(jobs)
    try:
        yield Processes(pool, jobs)
    except BrokenProcessPool:
        raise BadInput(KILLED) from None
    except BaseException:
        end(multiprocessing.active_children())
        _end_of_results(pool)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _end_of_results(pool: ProcessPoolExecutor) -> None:
    """Tell the pool that no more results come: it would wait for the rest of one whose sender was ended half-way."""
    results: Any = getattr(pool, "_result_queue", None)
    if results is not None:
        results._writer.close()


def end(processes: Sequence[BaseProcess]) -> None:
    """Tell processes to end, so that they can end what they have started themselves, and then make them."""
    for process in processes:
        process.terminate()
    until = time.monotonic() + LEAVE
    for process in processes:
        process.join(max(0.0, until - time.monotonic()))
        process.kill()
