"""Bad input put to one reader after the other, with an eye on the clock and on the memory."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.judge.fuzzing.mutating import hostile
from archipel.reference.strict_json import BadInput

MOST_FAILURES = 5


@dataclass(frozen=True)
class Target:
    """Something that reads: good input for it, and what puts input to it.

    ``feed`` raises BadInput for what it refuses; whatever else it raises is a fault. ``close`` puts away what it needs.
    """

    seeds: Sequence[bytes]
    feed: Callable[[bytes], object]
    close: Callable[[], object] = lambda: None


class TooSlow(Exception):  # noqa: N818
    """An input that takes longer than it may."""


@dataclass
class FuzzingReport:
    """What became of the inputs of one target."""

    target: str
    inputs: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    peak: int = 0
    """The most memory the process held, in megabytes."""
    failures: list[dict[str, Any]] = field(default_factory=list)

    def add(self, other: FuzzingReport) -> None:
        self.inputs += other.inputs
        self.refused += other.refused
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.peak = max(self.peak, other.peak)
        self.failures += other.failures


def fuzzed(game: str, target: str, inputs: int, seed: int, seconds: float) -> FuzzingReport:
    """So many inputs for one target; the same for the same seed."""
    found = game_called(game).fuzz_targets()[target]()
    chance, report = Random(f"{target} {seed}"), FuzzingReport(target)
    for _ in range(inputs):
        source = hostile(found.seeds, chance)
        start = time.monotonic()
        try:
            with _alarm(seconds):
                found.feed(source)
        except BadInput:
            report.refused += 1
        except (Exception, TooSlow) as error:
            if len(report.failures) < MOST_FAILURES:
                report.failures.append(_failure(target, source, error))
        taken = time.monotonic() - start
        report.inputs += 1
        report.seconds += taken
        report.slowest = max(report.slowest, taken)
    found.close()
    report.peak = peak_megabytes()
    return report


def _failure(target: str, source: bytes, error: BaseException) -> dict[str, Any]:
    where = traceback.extract_tb(error.__traceback__)[-1]
    told = f"{type(error).__name__}: {str(error)[:200]} ({Path(where.filename).name}:{where.lineno})"
    return {"target": target, "error": told, "input": source.hex()}


def peak_megabytes() -> int:
    """The most memory that this process has held."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """An input that hangs is given up."""

    def too_slow(number: int, frame: object) -> None:
        raise TooSlow(f"more than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, too_slow)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
