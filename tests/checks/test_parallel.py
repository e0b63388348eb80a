"""Whoever works is ended with the one he works for; what he finds does not depend on what he did before."""

from __future__ import annotations

import gc
import subprocess
import sys

from archipel.checks.parallel import Workers, run_all

STOPS_WHILE_RESULTS_ARE_ON_THEIR_WAY = """
from itertools import repeat

from archipel.checks.parallel import Workers, in_order


def main() -> None:
    found = in_order(bytes, repeat(5_000_000), Workers(2))
    for _ in range(6):
        next(found)
    found.close()
    print("ended")


if __name__ == "__main__":
    main()
"""


def test_a_result_on_its_way_does_not_hold_up_the_end() -> None:
    """Several times, as the moment at which its sender is ended is never the same."""
    for _ in range(6):
        done = subprocess.run(
            [sys.executable, "-c", STOPS_WHILE_RESULTS_ARE_ON_THEIR_WAY],
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, "ended\n"), done.stderr


def test_garbage_is_collected_between_tasks_only() -> None:
    """Otherwise it depends on the tasks before which numbers a solver gives, and so which situation it finds."""
    assert run_all([gc.isenabled] * 3, Workers(1), "asking") == [False] * 3
