"""A child process that measures: it is asked one JSON line at a time, in an environment of its own."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from archipel.checks.simulate.benchmarks.timing import end, running
from archipel.reference.strict_json import BadInput

WORKER = "archipel.checks.simulate.benchmarks.worker"


@contextmanager
def working(game: str, what: str, environment: Mapping[str, str]) -> Iterator[Child]:
    """A child that can be asked; afterwards it has ended, whatever happened."""
    with running(["-m", WORKER, game], {**os.environ, **environment}, subprocess.PIPE) as process:
        try:
            yield Child(what, process)
        finally:
            end(process)
            for pipe in (process.stdin, process.stdout, process.stderr):
                assert pipe is not None
                with suppress(BrokenPipeError):
                    pipe.close()


@dataclass(frozen=True)
class Child:
    """A worker under way, and what it is to measure."""

    what: str
    process: subprocess.Popen[bytes]

    def ask(self, **question: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.flush()
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        except (BrokenPipeError, ValueError):
            raise BadInput(f"{self.what}: cannot be measured: {self._last_words()}") from None
        return answer

    def _last_words(self) -> str:
        assert self.process.stderr is not None
        end(self.process)
        lines = self.process.stderr.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "the process that measured it has ended"
