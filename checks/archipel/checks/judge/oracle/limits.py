"""How much one asker may ask for, and the answers to those who ask for more."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass

from archipel.checks.judge.oracle.rpc import DEADLINE, RpcError

REFUSED = -32000
UNKNOWN_SESSION = -32001
LIMIT = -32002
NOTHING_TO_UNDO = -32003


@dataclass(frozen=True)
class Limits:
    """Bytes of a message, members of a batch, sessions; depth, positions and seconds of a search."""

    bytes: int = 1_000_000
    batch: int = 1_000
    sessions: int = 100
    depth: int = 20
    positions: int = 100_000
    seconds: float = 10.0

    def as_json(self) -> dict[str, int | float]:
        return asdict(self)


@dataclass(frozen=True)
class Shares:
    """Quotas of a server that several use at once: what one client and one address may have, and for how long."""

    client_sessions: int = 20
    address_sessions: int = 60
    idle_seconds: float = 900.0
    busy_seconds: float = 30.0
    connections: int = 200
    address_connections: int = 40
    header_seconds: float = 5.0
    write_seconds: float = 20.0
    counters: int = 2

    def as_json(self) -> dict[str, int | float]:
        return asdict(self)


def too_much(limit: str, most: float, message: str, **data: object) -> RpcError:
    """The answer to those who ask for more than there is."""
    return RpcError(LIMIT, f"Limit: {message}", {"limit": limit, "most": most, **data})


class Budget:
    """What one search may use: it looks at the clock now and then, and at the number of positions always."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._until = min(time.monotonic() + limits.seconds, DEADLINE.get())

    @property
    def left(self) -> float:
        """Seconds."""
        return self._until - time.monotonic()

    def out_of_time(self) -> RpcError:
        most = self.limits.seconds
        return too_much("seconds", most, f"more than {most:g} seconds")

    def spend(self, positions: int) -> None:
        """Go on only if time is left, and this is not more than may be held at once."""
        if positions > self.limits.positions:
            most = self.limits.positions
            raise too_much("positions", most, f"more than {most} positions at one depth")
        if self.left < 0:
            raise self.out_of_time()
