"""Games under way, each for whoever knows its name. None is ever dropped to make room for another."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
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


class Sessions:
    """The games under way, at most so many."""

    def __init__(self, most: int, new_name: Callable[[], str]) -> None:
        self.most = most
        self._new_name = new_name
        self._open: dict[str, Session] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._open)

    def names(self) -> list[str]:
        """The names of those that are open, the oldest first."""
        return list(self._open)

    def room(self) -> None:
        """Refuse to begin another one if there are too many."""
        if len(self._open) >= self.most:
            message = f"{self.most} sessions are open; close one first"
            raise too_much("sessions", self.most, message)

    def add(self, session: Session) -> str:
        with self._lock:
            self.room()
            name = self._new_name()
            self._open[name] = session
            return name

    def __getitem__(self, name: str) -> Session:
        try:
            return self._open[name]
        except KeyError:
            raise _unknown(name) from None

    def close(self, name: str) -> None:
        with self._lock:
            if self._open.pop(name, None) is None:
                raise _unknown(name)


def _unknown(name: str) -> RpcError:
    return RpcError(UNKNOWN_SESSION, f"Unknown session: {shown(name)}")
