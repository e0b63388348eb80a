"""Whoever works is ended with the one he works for; what he finds does not depend on what he did before."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time

from archipel.checks.support.parallel import Workers, one_after_another, run_all

STOPS_WHILE_RESULTS_ARE_ON_THEIR_WAY = """
from itertools import repeat

from archipel.checks.support.parallel import Workers, in_order


def main() -> None:
    found = in_order(bytes, repeat(5_000_000), Workers(2))
    for _ in range(6):
        next(found)
    found.close()
    print("ended")


if __name__ == "__main__":
    main()
"""

IS_INTERRUPTED_WHILE_SOMETHING_IS_FORGOTTEN = """
import os
import signal
from itertools import repeat

from archipel.checks.support.parallel import Workers, in_order


class Forgotten:
    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        print("forgotten", flush=True)


def main() -> None:
    found = in_order(bytes, repeat(10), Workers(2))
    try:
        next(found)
        Forgotten()
        next(found)
    except KeyboardInterrupt:
        print("interrupted")


if __name__ == "__main__":
    main()
"""


def run(program: str) -> tuple[int, str, str]:
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_result_on_its_way_does_not_hold_up_the_end() -> None:
    """Several times, as the moment at which its sender is ended is never the same."""
    for _ in range(6):
        assert run(STOPS_WHILE_RESULTS_ARE_ON_THEIR_WAY) == (0, "ended\n", "")


def test_an_interrupt_is_not_dropped_while_something_is_forgotten() -> None:
    assert run(IS_INTERRUPTED_WHILE_SOMETHING_IS_FORGOTTEN) == (0, "forgotten\ninterrupted\n", "")


def test_garbage_is_collected_between_tasks_only() -> None:
    """Otherwise it depends on the tasks before which numbers a solver gives, and so which situation it finds."""
    assert run_all([gc.isenabled] * 3, Workers(1), "asking") == [False] * 3


def worker_of(task: int) -> tuple[int, int]:
    time.sleep(0.02)
    return task, os.getpid()


def test_the_same_workers_do_round_after_round() -> None:
    with one_after_another(Workers(2)) as done:
        rounds = [list(done(worker_of, range(10))) for _ in range(2)]
    assert [[task for task, _ in found] for found in rounds] == [list(range(10))] * 2
    first, second = ({worker for _, worker in found} for found in rounds)
    assert second <= first and os.getpid() not in first
