"""What a check found out, and how well it is known."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from archipel.checks.games.configuration import USUAL, Configuration, GameSetting

if TYPE_CHECKING:
    from archipel.checks.proofs.engine.branch_coverage import KnownSide


class Status(enum.Enum):
    """How well a claim is known; never better than earned."""

    PROVED = "proved"
    EXHAUSTED = "exhausted"
    SAMPLED = "sampled"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Result:
    """One claim, for one number of players, on one board and by the same options.

    ``expected`` is false of a claim that is stated because it is wrong: there, only a refutation is right. ``item``
    tells apart what one check found out about several things; ``witness`` is a situation that decides the claim.
    ``place`` says where the claim was looked at, if it has to be looked at in several places. ``rests_on`` names the
    claims that a proof assumed: it is one only if they are proved as well, for as many players and by the same prover.
    """

    id: str
    players: int
    status: Status
    method: str
    cases: int = 0
    prover: str | None = None
    seconds: float = 0.0
    detail: str = ""
    expected: bool = True
    item: str = ""
    witness: Mapping[str, Any] = field(default_factory=dict)
    place: str = ""
    rests_on: tuple[str, ...] = ()
    setting: GameSetting = USUAL

    @property
    def configuration(self) -> Configuration:
        return Configuration(self.players, self.setting)

    @property
    def holds(self) -> bool:
        return self.status in (Status.PROVED, Status.EXHAUSTED, Status.SAMPLED)

    @property
    def as_expected(self) -> bool:
        return self.holds if self.expected else self.status is Status.REFUTED

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "players": self.players,
            **self.setting.as_json(),
            "status": self.status.value,
            "expected": "holds" if self.expected else "fails",
            "method": self.method,
            "prover": self.prover,
            "cases": self.cases,
            "seconds": round(self.seconds, 3),
            **({"detail": self.detail} if self.detail else {}),
            **({"item": self.item} if self.item else {}),
            **({"place": self.place} if self.place else {}),
            **({"rests_on": list(self.rests_on)} if self.rests_on else {}),
            **({"witness": dict(self.witness)} if self.witness else {}),
        }

    @classmethod
    def from_json(cls, read: Mapping[str, Any]) -> Result:
        return cls(
            read["id"],
            read["players"],
            Status(read["status"]),
            read["method"],
            read["cases"],
            read["prover"],
            read["seconds"],
            read.get("detail", ""),
            read["expected"] == "holds",
            read.get("item", ""),
            read.get("witness", {}),
            read.get("place", ""),
            tuple(read.get("rests_on", ())),
            GameSetting.from_json(read),
        )


@dataclass(frozen=True)
class Check:
    """Something to find out for one number of players; ``run`` is a plain function, so processes can share it.

    ``keys`` names what is found out and, for each, the key under which the result may be kept; a check about several
    items is told which of them to look at. Results found together share the time evenly. ``provers`` are those whose
    word is asked for.
    """

    id: str
    players: int
    run: Callable[..., Sequence[Result]]
    arguments: tuple[Any, ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    provers: tuple[str, ...] = ()

    def __call__(self) -> list[Result]:
        start = time.perf_counter()
        items = [tuple(self.keys)] if self.itemised else []
        results = self.run(self.id, self.players, *self.arguments, *items)
        seconds = (time.perf_counter() - start) / max(len(results), 1)
        return [result if result.seconds else replace(result, seconds=seconds) for result in results]

    @property
    def itemised(self) -> bool:
        return bool(self.keys) and "" not in self.keys

    def without(self, items: set[str]) -> Check | None:
        """What is left of the check when some items are known."""
        left = {item: key for item, key in self.keys.items() if item not in items}
        if self.keys and not left:
            return None
        return replace(self, keys=left)


@dataclass(frozen=True)
class FunctionRow:
    """One function of an engine: what it does, and how well that is known for each number of players."""

    function: str
    does: str
    known: Mapping[int, str]


class Lemmas(Protocol):
    """What is proved about single functions of an engine."""

    def table(self, results: Iterable[Result]) -> Sequence[FunctionRow]:
        """For each function of the engine, what the results say of it."""

    def fixed_fields(self) -> Mapping[str, Mapping[str, str]]:
        """For each proof, the fields that are not free although they are looked at, and why."""

    def branches(self) -> Sequence[KnownSide]:
        """Every side of every condition of the engine, and how it is known."""
