"""Where the command starts: small, so that an interrupt is met with one line even while the rest is being loaded."""

from __future__ import annotations

import contextlib
import os
import sys

FOLLOW_THE_SOURCE = {"prove", "diagnose"}
"""Commands that follow the engine through its source; where it is compiled they take longer."""


STOPPED = 130


def main() -> int:
    """Run the command line; the value is the exit code."""
    code = _run()
    if code == STOPPED:
        _leave_now()
    return code


def _leave_now() -> None:
    """After an interrupt Python may end by the signal instead, if it was just then making code from text."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(STOPPED)


def _run() -> int:
    try:
        if set(sys.argv[1:4]) & FOLLOW_THE_SOURCE:
            os.environ.setdefault("ARCHIPEL_ENGINE", "pure")
        if (problem := _problem_with_the_engine()) is not None:
            print(f"archipel: {problem}", file=sys.stderr)
            return 2
        from archipel.checks.cli.command_line import main as run

        return run()
    except KeyboardInterrupt:
        print("archipel: stopped", file=sys.stderr)
        return STOPPED


def _problem_with_the_engine() -> str | None:
    """Why the engine that was asked for cannot run, if it cannot."""
    try:
        import archipel.reference  # noqa: F401
    except ImportError as error:
        return str(error)
    return None


if __name__ == "__main__":
    raise SystemExit(main())
