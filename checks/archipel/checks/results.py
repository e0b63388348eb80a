"""What a check found out, and how well it is known."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any


class Status(enum.Enum):
    """How well a claim is known; never better than earned."""

    PROVED = "proved"
    EXHAUSTED = "exhausted"
    SAMPLED = "sampled"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Result:
    """One claim, for one number of players."""

    id: str
    players: int
    status: Status
    method: str
    cases: int = 0
    prover: str | None = None
    seconds: float = 0.0
    detail: str = ""

    @property
    def holds(self) -> bool:
        return self.status in (Status.PROVED, Status.EXHAUSTED, Status.SAMPLED)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "players": self.players,
            "status": self.status.value,
            "method": self.method,
            "prover": self.prover,
            "cases": self.cases,
            "seconds": round(self.seconds, 3),
            **({"detail": self.detail} if self.detail else {}),
        }


@dataclass(frozen=True)
class Check:
    """Something to find out for one number of players; ``run`` is a plain function, so processes can share it.

    Results found together share the time evenly.
    """

    id: str
    players: int
    run: Callable[..., Sequence[Result]]
    arguments: tuple[Any, ...] = ()

    def __call__(self) -> list[Result]:
        start = time.perf_counter()
        results = self.run(self.id, self.players, *self.arguments)
        seconds = (time.perf_counter() - start) / max(len(results), 1)
        return [result if result.seconds else replace(result, seconds=seconds) for result in results]
