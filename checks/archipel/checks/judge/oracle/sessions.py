"""Sessions: games under way, each for whoever knows its name.

One that nobody has used for long expires. An owner is a secret that a client makes up: who knows it can list what was
begun with it. A client, whom limits are about, is an address together with an owner; owners that were met over one
connection only are one client, since making up owners costs nothing. Where several clients share the room, one who
holds less can take the place of an idle session of one who holds more; over a pipe no session ever gives way.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from math import inf
from secrets import token_hex
from threading import Lock

from archipel.checks.judge.game import Action, Judge, Opened, State, positions
from archipel.checks.judge.oracle.limits import NOTHING_TO_UNDO, UNKNOWN_SESSION, too_much
from archipel.checks.judge.oracle.rpc import RpcError
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


LATER = "close one of yours first, or try again later"
OWN_SHARE = "; if they are not yours, give new an owner of your own"

ADDRESS: ContextVar[str] = ContextVar("address", default="")
"""Where the one who calls is; the same for all over a pipe."""
CONNECTION: ContextVar[str] = ContextVar("connection", default="")
"""Over which connection he calls."""


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
    client: float
    address: float
    idle: float = inf
    busy: float = inf
    """Those used within so many seconds never give way."""

    @classmethod
    def for_one(cls, most: int) -> Room:
        """All of it for one client, for ever."""
        return cls(most, inf, inf)


@dataclass
class SessionEntry:
    """A session, whose it is, over which connection it began, and when it was used last."""

    name: str
    session: Session
    client: Client
    connection: str
    used: float
    is_met_again: bool = False
    """Whether it was used over another connection."""


def _shares(found: Sequence[SessionEntry], client: Client) -> list[tuple[int, int]]:
    """How many its address holds and how many its client holds: for each session, and for a new one of a client."""
    begun = [(entry.client, entry.connection) for entry in found] + [(client, CONNECTION.get())]
    connections = Counter(each for each, _ in set(begun))
    met_again = {entry.client for entry in found if entry.is_met_again}

    def holder(each: Client, connection: str) -> Client | str:
        is_itself = not each.owner or each in met_again or connections[each] > 1
        return each if is_itself else connection

    holders = [holder(*each) for each in begun]
    there, theirs = Counter(each.address for each, _ in begun[:-1]), Counter(holders[:-1])
    return [(there[each.address], theirs[its]) for (each, _), its in zip(begun, holders, strict=True)]


class Sessions:
    """The games under way, as many as there is room for."""

    def __init__(self, room: Room, new_name: Callable[[], str], clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = room
        self._new_name = new_name
        self._clock = clock
        self._open: dict[str, SessionEntry] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._current())

    def names(self) -> list[str]:
        """The names of those that are open, the oldest first."""
        return list(self._current())

    def room(self, client: Client) -> None:
        """Refuse to begin another one if there are too many."""
        with self._lock:
            self._giving_way(client)

    def _giving_way(self, client: Client) -> SessionEntry | None:
        """Least recently used (LRU), of whoever holds the most: what gives way to a new one, if something must."""
        found, limits = list(self._current().values()), self.limits
        *shares, mine = _shares(found, client)
        there, theirs = mine
        if theirs >= limits.client:
            message = f"{theirs} sessions of yours are open; {self._hint()}"
            raise too_much("client_sessions", limits.client, message + ("" if client.owner else OWN_SHARE))
        is_address_full = there >= limits.address
        if not is_address_full and len(found) < limits.most:
            return None
        since = self._clock() - limits.busy
        idle = [
            (share, -entry.used, entry)
            for share, entry in zip(shares, found, strict=True)
            if share > mine and entry.used < since and (entry.client.address == client.address or not is_address_full)
        ]
        if idle:
            return max(idle, key=lambda each: each[:2])[2]
        if is_address_full:
            raise too_much("address_sessions", limits.address, f"{there} sessions from your address are open; {LATER}")
        later = "close one first" if limits.busy == inf else LATER
        raise too_much("sessions", limits.most, f"{len(found)} sessions are open; {later}")

    def _hint(self) -> str:
        idle = self.limits.idle
        return "close one first" if idle == inf else f"close one first, or wait until one was idle for {idle:g} seconds"

    def add(self, session: Session, client: Client) -> str:
        with self._lock:
            if (gone := self._giving_way(client)) is not None:
                del self._open[gone.name]
            name = self._new_name()
            self._open[name] = SessionEntry(name, session, client, CONNECTION.get(), self._clock())
            return name

    def __getitem__(self, name: str) -> Session:
        """A session, which is used by that."""
        return self.entry(name).session

    def entry(self, name: str) -> SessionEntry:
        with self._lock:
            found = self._current().get(name)
            if found is None:
                raise self._unknown(name)
            found.used = self._clock()
            found.is_met_again |= CONNECTION.get() != found.connection
            return found

    def close(self, name: str) -> None:
        with self._lock:
            if self._current().pop(name, None) is None:
                raise self._unknown(name)

    # What an owner can do without names

    def of(self, client: Client) -> list[tuple[SessionEntry, float]]:
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

    def _owned(self, client: Client) -> Iterator[SessionEntry]:
        return (entry for entry in self._current().values() if entry.client.owner == client.owner)

    def _current(self) -> dict[str, SessionEntry]:
        """Those that are open, once the idle ones are gone."""
        if self.limits.idle < inf:
            since = self._clock() - self.limits.idle
            for name in [entry.name for entry in list(self._open.values()) if entry.used < since]:
                self._open.pop(name, None)
        return self._open

    def _unknown(self, name: str) -> RpcError:
        idle = self.limits.idle
        sooner = "" if self.limits.busy == inf else ", or sooner if others need the room"
        hint = "" if idle == inf else f" (sessions end when idle for {idle:g} seconds{sooner})"
        return RpcError(UNKNOWN_SESSION, f"Unknown session: {shown(name)}{hint}")
