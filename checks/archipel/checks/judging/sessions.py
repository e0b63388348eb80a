"""Sessions: games under way, each for whoever knows its name. None is ever dropped to make room for another.

One that nobody has used for long expires. An owner is a secret that a client makes up: who knows it can list what was
begun with it. A client, whom limits are about, is an address together with an owner.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from math import inf
from secrets import token_hex
from threading import Lock

from archipel.checks.judging.game import Action, Judge, Opened, State, positions
from archipel.checks.judging.limits import NOTHING_TO_UNDO, UNKNOWN_SESSION, too_much
from archipel.checks.judging.rpc import RpcError
from archipel.reference.strict_json import shown


def numbered() -> Callable[[], str]:
    """Names for those who need not be kept apart: 1, 2, 3."""
    numbers = count(1)
    return lambda: str(next(numbers))


def unguessable() -> str:
    """A name that nobody else knows."""
    return token_hex(12)


class Session:
    """One game under way, with everything needed to take moves back; whoever changes it holds its lock."""

    def __init__(self, judge: Judge, opened: Opened) -> None:
        self.judge = judge
        self._states: list[State] = list(positions(judge, opened))
        self.lock = Lock()

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def moves(self) -> int:
        """How many moves have been made since the session began."""
        return len(self._states) - 1

    def play(self, action: Action) -> None:
        """Make a move; raises :class:`Refused` and changes nothing if it is not legal."""
        self._states.append(self.judge.after(self.state, action))

    def undo(self, moves: int) -> None:
        """Take moves back."""
        if moves > self.moves:
            message = f"Nothing to undo: {self.moves} moves have been made, not {moves}"
            raise RpcError(NOTHING_TO_UNDO, message, {"moves": self.moves})
        del self._states[len(self._states) - moves :]


OWN_SHARE = "; if they are not yours, give new an owner of your own"

ADDRESS: ContextVar[str] = ContextVar("address", default="")
"""Where the one who calls is; the same for all over a pipe."""


@dataclass(frozen=True)
class Client:
    """Whose sessions are counted together."""

    address: str
    owner: bytes
    """A digest: the secret itself is not kept."""


def client_with(owner: str) -> Client:
    """The one who calls, with the owner he gives, or none."""
    return Client(ADDRESS.get(), sha256(owner.encode("utf-8", "surrogatepass")).digest() if owner else b"")


@dataclass(frozen=True)
class Room:
    """Session quotas: how many there may be in all, of one client and at one address, and how long they idle."""

    most: int
    client: int
    address: int
    idle: float = inf

    @classmethod
    def for_one(cls, most: int) -> Room:
        """All of it for one client, for ever."""
        return cls(most, most, most)


@dataclass
class Entry:
    """A session, whose it is, and when it was used last."""

    name: str
    session: Session
    client: Client
    used: float


class Sessions:
    """The games under way, as many as there is room for."""

    def __init__(self, room: Room, new_name: Callable[[], str], clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = room
        self._new_name = new_name
        self._clock = clock
        self._open: dict[str, Entry] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._current())

    def names(self) -> list[str]:
        """The names of those that are open, the oldest first."""
        return list(self._current())

    def room(self, client: Client) -> None:
        """Refuse to begin another one if there are too many."""
        with self._lock:
            self._refuse(client)

    def _refuse(self, client: Client) -> None:
        found = [entry.client for entry in self._current().values()]
        theirs = sum(each == client for each in found)
        there = sum(each.address == client.address for each in found)
        limits = self.limits
        if len(found) >= limits.most:
            raise too_much("sessions", limits.most, f"{limits.most} sessions are open; {self._hint()}")
        if theirs >= limits.client:
            message = f"{theirs} sessions of yours are open; {self._hint()}"
            raise too_much("client_sessions", limits.client, message + ("" if client.owner else OWN_SHARE))
        if there >= limits.address:
            message = f"{there} sessions from your address are open; {self._hint()}"
            raise too_much("address_sessions", limits.address, message)

    def _hint(self) -> str:
        idle = self.limits.idle
        return "close one first" if idle == inf else f"close one first, or wait until one was idle for {idle:g} seconds"

    def add(self, session: Session, client: Client) -> str:
        with self._lock:
            self._refuse(client)
            name = self._new_name()
            self._open[name] = Entry(name, session, client, self._clock())
            return name

    def __getitem__(self, name: str) -> Session:
        """A session, which is used by that."""
        return self.entry(name).session

    def entry(self, name: str) -> Entry:
        with self._lock:
            found = self._current().get(name)
            if found is None:
                raise self._unknown(name)
            found.used = self._clock()
            return found

    def close(self, name: str) -> None:
        with self._lock:
            if self._current().pop(name, None) is None:
                raise self._unknown(name)

    # What an owner can do without names

    def of(self, client: Client) -> list[tuple[Entry, float]]:
        """Those begun with the same owner, wherever that was, the oldest first; and for how long each was idle."""
        now = self._clock()
        with self._lock:
            return [(entry, now - entry.used) for entry in self._owned(client)]

    def close_all(self, client: Client) -> list[str]:
        with self._lock:
            names = [entry.name for entry in self._owned(client)]
            for name in names:
                del self._open[name]
            return names

    def _owned(self, client: Client) -> Iterator[Entry]:
        return (entry for entry in self._current().values() if entry.client.owner == client.owner)

    def _current(self) -> dict[str, Entry]:
        """Those that are open, once the idle ones are gone."""
        if self.limits.idle < inf:
            since = self._clock() - self.limits.idle
            for name in [entry.name for entry in list(self._open.values()) if entry.used < since]:
                self._open.pop(name, None)
        return self._open

    def _unknown(self, name: str) -> RpcError:
        idle = self.limits.idle
        hint = "" if idle == inf else f" (sessions end when idle for {idle:g} seconds)"
        return RpcError(UNKNOWN_SESSION, f"Unknown session: {shown(name)}{hint}")
