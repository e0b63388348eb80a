"""Work that follows the engine's own Python code and therefore cannot be done where that code is compiled.

``Check(id, players, PureEngine(prove), …)``: where the engine is pure Python the work is simply done, elsewhere in a
process of its own that is told to load the pure one. Which engine a process has is decided when it is loaded, and a
worker of a cluster lives long. Nothing here knows any game.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from archipel.reference import build
from archipel.reference.strict_json import BadInput

Found = TypeVar("Found")

PURE = {build.VARIABLE: "pure"}


@dataclass(frozen=True)
class PureEngine(Generic[Found]):
    """A plain function, done with the pure engine wherever it is called."""

    work: Callable[..., Found]

    def __call__(self, *arguments: Any) -> Found:
        if build.running() == "pure":
            return self.work(*arguments)
        succeeded, outcome = _asked(pickle.dumps((self.work, arguments)))
        if not succeeded:
            raise outcome
        found: Found = outcome
        return found


def _asked(packed: bytes) -> tuple[bool, Any]:
    """What a process of its own makes of some work; it ends with this one, because its input then does."""
    command = [sys.executable, "-m", __name__]
    environment = {**os.environ, **PURE}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdin is not None and process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write(packed)
            process.stdin.flush()
        answer = process.stdout.read()
    if not answer:
        raise BadInput("a process that worked for this one was killed")
    outcome: tuple[bool, Any] = pickle.loads(answer)
    return outcome


def main() -> None:
    """Do what stands on the input and write what came of it; end at once when whoever asked is gone."""
    answer = sys.stdout.buffer
    with redirect_stdout(sys.stderr):
        work, arguments = pickle.load(sys.stdin.buffer)
        threading.Thread(target=_end_with_the_input, daemon=True).start()
        try:
            outcome = (True, work(*arguments))
        except Exception as error:
            outcome = (False, error)
    answer.write(pickle.dumps(outcome))
    answer.flush()
    os._exit(0)


def _end_with_the_input() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    main()
