"""All of a pile is done, once, by whoever is there; whoever helps leaves with the one he helps."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from multiprocessing import Pipe, active_children
from pathlib import Path
from typing import Any

import pytest

from archipel.checks.support import work_sharing as helping
from archipel.checks.support.parallel import Workers
from archipel.checks.support.work_sharing import LEAST, MOST, all_hands
from archipel.reference.strict_json import BadInput

MANY = 50 * LEAST
HERE = os.getpid()

IS_KILLED_WHILE_IT_IS_HELPED = """
import os
import signal
from itertools import islice
from multiprocessing import active_children

from archipel.checks.support.work_sharing import all_hands
from archipel.checks.support.parallel import Workers
from tests.checks.test_helping import MANY, Numbers, worked_on_with_much_to_say

with all_hands(Workers(3)) as hands:
    for found in islice(hands(worked_on_with_much_to_say, Numbers(MANY)), {wanted}):
        assert found
    print(*[worker.pid for worker in active_children()], flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


class Numbers:
    """A pile of numbers, which remembers how many were taken at a time."""

    def __init__(self, count: int) -> None:
        self.left = count
        self.taken: list[int] = []

    def take(self, most: int) -> list[int]:
        taken = list(range(self.left, max(0, self.left - most), -1))
        self.left -= len(taken)
        self.taken.append(len(taken))
        return taken


def worked_on(numbers: list[int]) -> tuple[int, list[int]]:
    time.sleep(0.002)
    return os.getpid(), numbers


def worked_on_with_much_to_say(numbers: list[int]) -> bytes:
    time.sleep(0.002)
    return bytes(5_000_000)


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, LEAST + 1, MANY])
def test_all_is_done_once(jobs: int, count: int) -> None:
    with all_hands(Workers(jobs)) as hands:
        found = list(hands(worked_on, Numbers(count)))
    assert sorted(number for _, numbers in found for number in numbers) == list(range(1, count + 1))
    assert len({worker for worker, _ in found}) <= jobs


def test_the_one_who_asks_works_too_and_the_same_others_help_with_every_pile() -> None:
    with all_hands(Workers(3)) as hands:
        first, second = ({worker for worker, _ in hands(worked_on, Numbers(MANY))} for _ in range(2))
    assert HERE in first and len(first) == 3
    assert first == second


def test_a_small_pile_is_not_worth_a_process() -> None:
    with all_hands(Workers(8)) as hands:
        assert {worker for worker, _ in hands(worked_on, Numbers(15 * LEAST))} == {HERE}


def test_parts_become_smaller_with_what_is_left() -> None:
    """Otherwise somebody has much to do when all others have nothing more."""
    pile = Numbers(20 * MOST)
    with all_hands(Workers(2)) as hands:
        assert sum(len(numbers) for _, numbers in hands(worked_on, pile)) == 20 * MOST
    assert pile.taken[0] == max(pile.taken) == MOST
    assert max(pile.taken[-3:]) <= 2 * LEAST


# Bad weather


def broken(numbers: list[int]) -> list[int]:
    if os.getpid() != HERE:
        raise ValueError(f"cannot do {len(numbers)}")
    return numbers


def test_an_error_of_another_is_raised_here() -> None:
    with pytest.raises(ValueError, match=r"^cannot do [0-9]+$"), all_hands(Workers(2)) as hands:
        list(hands(broken, Numbers(MANY)))


def test_more_processes_than_there_can_be_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only if there is something to do for them; those that have started leave."""

    def no_more() -> Any:
        raise OSError(errno.EMFILE, "Too many open files")

    with all_hands(Workers(5000)) as hands:
        assert len(list(hands(worked_on, Numbers(MANY)))) == MANY / LEAST
    told = r"^another process .* Too many open files; ask for fewer \(-j\)$"
    monkeypatch.setattr(helping, "Pipe", partial(_after, Pipe, no_more, [1]))
    with pytest.raises(BadInput, match=told), all_hands(Workers(3)) as hands:
        list(hands(worked_on, Numbers(MANY)))
    assert not active_children()


def _after(before: Callable[[], Any], then: Callable[[], Any], times: list[int]) -> Any:
    """One function so many times, and then another."""
    return before() if times and times.pop() else then()


def killed(left: int, numbers: list[int]) -> list[int]:
    """Done, unless it is another who does it, and no more than so many are left."""
    if os.getpid() != HERE and numbers[0] <= left:
        os.kill(os.getpid(), 9)
    time.sleep(0.001)
    return numbers


@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("left", [MANY, MANY // 2])
def test_a_killed_process_is_one_line(left: int, jobs: int) -> None:
    with pytest.raises(BadInput, match="was killed"), all_hands(Workers(jobs)) as hands:
        list(hands(partial(killed, left), Numbers(MANY)))


@pytest.mark.parametrize("wanted", [1, MANY], ids=["busy", "ready"])
def test_whoever_helps_ends_when_there_is_nobody_to_help(wanted: int) -> None:
    folder = Path(__file__).parents[2]
    command = [sys.executable, "-c", IS_KILLED_WHILE_IT_IS_HELPED.format(wanted=wanted)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, cwd=folder, check=False)
    helpers = list(map(int, done.stdout.split()))
    assert (done.returncode, len(helpers), done.stderr) == (-9, 2, "")
    until = time.monotonic() + 30
    while (left := [helper for helper in helpers if _lives(helper)]) and time.monotonic() < until:
        time.sleep(0.1)
    assert not left


def _lives(process: int) -> bool:
    """Whether it does, and is not only waiting for somebody to take note of its end."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text("ascii")
    except FileNotFoundError:
        return False


def test_those_who_help_leave_when_all_is_done_or_nobody_wants_more(capfd: pytest.CaptureFixture[str]) -> None:
    for wanted in (1, MANY):
        with all_hands(Workers(3)) as hands:
            assert list(islice(hands(worked_on, Numbers(MANY)), wanted))
            assert len(active_children()) == 2
        assert not active_children()
    assert capfd.readouterr() == ("", "")
