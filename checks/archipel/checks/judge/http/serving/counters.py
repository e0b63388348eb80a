"""Counts in worker processes of their own, so that they hold up nothing but each other: one at a time for each client.

A process starts when there is something to count and no other is free. One that does not end in time is killed, and
none outlives the server, however that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from threading import Condition, Thread
from typing import Any

from archipel.checks.judge.game import Data, Judge, State, judge_of
from archipel.checks.judge.oracle.limits import Budget, Limits, too_much
from archipel.checks.judge.oracle.rpc import INTERNAL_ERROR, Method, RpcError, ending_by, outcome
from archipel.checks.judge.perft.counting import Asked, count_here
from archipel.checks.judge.perft.parallel_count import started
from archipel.checks.support import interrupts
from archipel.reference.strict_json import canonical

GRACE = 1.0
"""Seconds after which a process that should have noticed that its time is over is killed."""


@dataclass(frozen=True)
class Task:
    """A count as it travels."""

    game: str
    start: str
    asked: Asked
    limits: Limits
    seconds: float


class Counters:
    """A fair pool of counting processes: first come, first served, but nobody is served twice at once."""

    def __init__(self, most: int, grace: float = GRACE) -> None:
        self.most = most
        self.grace = grace
        self._all: list[Process] = []
        self._free: list[Process] = []
        self._served: set[object] = set()
        self._queue: list[tuple[object, object]] = []
        self._changed = Condition()

    def __call__(self, judge: Judge, start: State, asked: Asked, budget: Budget, client: object) -> Data:
        """What is counted for a client, within a budget of which waiting is a part."""
        text = canonical(judge.state_data(start))
        with self._process(client, budget) as process:
            task = Task(judge.name, text, asked, budget.limits, budget.left)
            found = process.count(task, self.grace)
        if isinstance(found, RpcError):
            raise found if self.most else self._refused(budget)
        return found if found is not None else _out_of_time(budget)

    def close(self) -> None:
        """End all of them, whatever they are doing; who waits for one or for his turn is told."""
        with self._changed:
            self.most = 0
            for process in self._all:
                process.end()
            self._changed.notify_all()

    @contextmanager
    def _process(self, client: object, budget: Budget) -> Iterator[Process]:
        ticket = (object(), client)
        with self._changed:
            self._queue.append(ticket)
            self._changed.wait_for(lambda: not self.most or self._next() is ticket, max(0.0, budget.left))
            its_turn = self._next() is ticket
            self._queue.remove(ticket)
            if not its_turn:
                self._changed.notify_all()
                raise self._refused(budget)
            self._served.add(client)
            process = self._free.pop() if self._free else Process()
            if process not in self._all:
                self._all.append(process)
            self._changed.notify_all()
        try:
            yield process
        finally:
            with self._changed:
                self._served.discard(client)
                if process.is_alive:
                    self._free.append(process)
                else:
                    self._all.remove(process)
                self._changed.notify_all()

    def _refused(self, budget: Budget) -> RpcError:
        if not self.most:
            return too_much("counters", 0, "this server is ending")
        most = budget.limits.seconds
        return too_much("seconds", most, f"other counts took all of {most:g} seconds; try again later")

    def _next(self) -> object:
        """Whose turn it is, if it is anybody's."""
        if len(self._served) >= self.most:
            return None
        return next((ticket for ticket in self._queue if ticket[1] not in self._served), None)


def _out_of_time(budget: Budget) -> Data:
    raise budget.out_of_time()


class Process:
    """A worker process that counts one thing at a time; started by the first."""

    def __init__(self) -> None:
        self._process: Any = None
        self._here: Connection | None = None

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def count(self, task: Task, grace: float) -> Data | RpcError | None:
        """What it finds; None if it does not end in time, after which it is no more."""
        try:
            here = self._here or self._start()
            here.send(task)
            if not here.poll(max(0.0, task.seconds) + grace):
                self.end()
                return None
            found: Data | RpcError = here.recv()
        except (OSError, EOFError):
            self.end()
            return RpcError(INTERNAL_ERROR, "Internal error: the process that counts cannot be started or has ended")
        return found

    def _start(self) -> Connection:
        # Spawned, not forked: the server has threads, and its connections are nobody else's business.
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self._here = here
        self._process = context.Process(target=count_for, args=(there,), daemon=True)
        with interrupts.held_back():
            self._process.start()
        there.close()
        return here

    def end(self) -> None:
        """Kill it; whoever waits for it is told that it has ended."""
        if self._process is not None:
            self._process.kill()
            self._process.join()


def count_for(connection: Connection) -> None:
    """Count whatever comes, until nothing comes any more or the server has ended, whichever is first."""
    Thread(target=end_with_parent, daemon=True).start()
    while True:
        try:
            task = connection.recv()
            connection.send(counted(task))
        except (EOFError, OSError):
            return


def end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def counted(task: Task) -> Data | RpcError:
    judge = judge_of(task.game)
    with ending_by(time.monotonic() + task.seconds):
        start = started(task.game, task.start)
        return outcome(Method((), (), lambda _: count_here(judge, start, task.asked, Budget(task.limits))), {})
