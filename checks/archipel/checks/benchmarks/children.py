"""A child process that measures: it is asked one JSON line at a time, in an environment of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from archipel.checks.benchmarks.timing import end
from archipel.reference.strict_json import BadInput

WORKER = "archipel.checks.benchmarks.worker"


class Child:
    """A worker under way. Use it in a ``with`` statement: afterwards it has ended, whatever happened."""

    def __init__(self, game: str, what: str, environment: Mapping[str, str]) -> None:
        self.what = what
        self._process = subprocess.Popen(
            [sys.executable, "-m", WORKER, game],
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def ask(self, **question: Any) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        except (BrokenPipeError, ValueError):
            raise BadInput(f"{self.what}: cannot be measured: {self._last_words()}") from None
        return answer

    def _last_words(self) -> str:
        assert self._process.stderr is not None
        end(self._process)
        lines = self._process.stderr.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "the process that measured it has ended"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        end(self._process)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                _close(pipe)


def _close(pipe: Any) -> None:
    try:
        pipe.close()
    except BrokenPipeError:
        return
