"""A pile of work done by all hands: the one who asks works too, and the others each take a part of what is left.

For work that finds so much that receiving it counts. What the one who asks finds himself is never sent, and there is
nobody who only waits. What is found comes in any order.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from archipel.checks.support import interrupts
from archipel.checks.support.parallel import KILLED, Workers, end, one_after_another
from archipel.reference.strict_json import BadInput

Part = TypeVar("Part")
PartTaken = TypeVar("PartTaken", covariant=True)
Found = TypeVar("Found")

LEAST, MOST = 100, 8000
"""So much is taken at a time: here, so as to see soon who else is ready; and elsewhere, so as not to be asked often."""
SHARE = 2
"""The so many times smaller part of what is left for each, so that nobody waits long for the last one."""
PARTS = 32
"""The same where nobody knows how many there are."""


class Pile(Protocol[PartTaken]):
    """Work that can be divided at will."""

    @property
    def left(self) -> int: ...

    def take(self, most: int) -> PartTaken: ...


Hands: TypeAlias = Callable[[Callable[[Part], Found], Pile[Part]], Iterable[Found]]
"""Does all of a pile. What is found must be plain data: numbers, text, bytes, and what consists of them."""


@contextmanager
def all_hands(workers: Workers) -> Iterator[Hands[Any, Any]]:
    """This process and others of this machine, or the workers of a cluster, for several piles."""
    if workers.on is None:
        with _helpers(workers.jobs - 1) as helpers, interrupts.remembered() as stop_if_interrupted:
            yield lambda work, pile: _together(work, pile, helpers, stop_if_interrupted)
    else:
        with one_after_another(workers) as done:
            yield lambda work, pile: (map if pile.left <= LEAST else done)(work, _divided(pile))


def _divided(pile: Pile[Part]) -> Iterator[Part]:
    while pile.left:
        yield pile.take(max(LEAST, min(MOST, pile.left // PARTS)))


def _together(
    work: Callable[[Part], Found],
    pile: Pile[Part],
    helpers: Sequence[Helper[Part, Found]],
    stop_if_interrupted: Callable[[], None],
) -> Iterator[Found]:
    while pile.left:
        for helper in helpers:
            ready = [helper.take()] if helper.is_ready() else []
            part = min(MOST, pile.left // (SHARE * (len(helpers) + 1)))
            if part >= LEAST and not helper.is_busy:
                helper.begin(work, pile.take(part))
            yield from [found() for found in ready]
        yield work(pile.take(LEAST))
        stop_if_interrupted()
    for helper in helpers:
        if helper.is_busy:
            yield helper.take()()
            stop_if_interrupted()


# The others


class Helper(Generic[Part, Found]):
    """A process of this machine that does one part of the work at a time; it starts when it gets the first one."""

    def __init__(self, connections: list[Connection]) -> None:
        self.is_busy = False
        self._connections = connections
        self._process: Process | None = None

    def begin(self, work: Callable[[Part], Found], part: Part) -> None:
        if self._process is None:
            self._start()
        self.is_busy = True
        try:
            self._here.send((work, part))
        except ConnectionError:
            raise BadInput(KILLED) from None

    def _start(self) -> None:
        try:
            self._here, there = Pipe()
            self._connections.append(self._here)
            process = Process(target=_help, args=(there, self._connections), daemon=True)
            with interrupts.held_back():
                process.start()
        except OSError as error:
            raise BadInput(f"another process cannot be started: {error.strerror}; ask for fewer (-j)") from None
        self._process = process
        there.close()

    def is_ready(self) -> bool:
        return self.is_busy and self._here.poll()

    def take(self) -> Callable[[], Found]:
        """What it finds, as soon as it is ready; not read yet, so that it can go on at once."""
        try:
            error, found = self._here.recv()
        except (EOFError, ConnectionError):
            raise BadInput(KILLED) from None
        self.is_busy = False
        if error is not None:
            raise error
        return partial(marshal.loads, found)

    def leave(self) -> None:
        """Nothing more is asked, and what was asked is not needed any more."""
        if self._process is not None:
            end([self._process])


@contextmanager
def _helpers(count: int) -> Iterator[list[Helper[Any, Any]]]:
    connections: list[Connection] = []
    """The ends that are held here, of those who have started."""
    helpers = [Helper[Any, Any](connections) for _ in range(count)]
    try:
        yield helpers
    finally:
        for helper in helpers:
            helper.leave()


def _help(there: Connection, elsewhere: Iterable[Connection]) -> None:
    """Do one part after the other, until there is nobody to do it for.

    Whoever holds an end of a connection keeps it open. So those that are held elsewhere are let go, that everybody may
    notice when somebody is gone.
    """
    for each in elsewhere:
        each.close()
    with suppress(EOFError, ConnectionError):
        while True:
            there.send(_answer(*there.recv()))


def _answer(work: Callable[[Part], Any], part: Part) -> tuple[Exception | None, bytes]:
    try:
        return None, marshal.dumps(work(part))
    except Exception as error:
        return error, b""
