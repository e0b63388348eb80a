"""Branch coverage: every side of every condition is told, a forbidden one fails, and none is left unexplained."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.engines import needs_the_source
from tests.toy import engine as lagoon

from archipel.checks.costa_ruana import engine_branches, engine_proofs
from archipel.checks.costa_ruana.kept_positions import kept
from archipel.checks.proofs.engine import branch_coverage
from archipel.checks.proofs.engine.branch_coverage import (
    BranchSide,
    SideCounts,
    TakenSideError,
    TakenSides,
    conditions_of,
    forbidden,
    read,
    watched,
    written,
)
from archipel.checks.proofs.engine.symbolic import explore, unknown

CODE = '''
def sorts(number, other):
    if number < 3 and not other:
        return "small"
    found = [n for n in range(number) if n != other]
    while found and 0 <= (last := found[-1]) and 0 <= last < other:
        found.pop()
    assert number > 1
    return "many" if found else "few"


class Box:
    @property
    def full(self):
        return self.size >= 4 or self.broken
'''


@pytest.fixture
def little(tmp_path: Path) -> Iterator[Any]:
    (tmp_path / "little_code.py").write_text(CODE)
    spec = importlib.util.spec_from_file_location("little_code", tmp_path / "little_code.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules["little_code"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["little_code"]


def taken_by(module: Any, *arguments: int) -> set[str]:
    watcher = TakenSides()
    with watched([module], watcher):
        module.sorts(*arguments)
    return {str(side).removeprefix("little_code.sorts: ") for side in watcher.taken}


def test_all_conditions_are_found(little: ModuleType) -> None:
    assert list(map(str, conditions_of([little]))) == [
        "little_code.sorts: number < 3",
        "little_code.sorts: other",
        "little_code.sorts: n != other",
        "little_code.sorts: found",
        "little_code.sorts: 0 <= (last := found[-1])",
        "little_code.sorts: 0 <= last",
        "little_code.sorts: last < other",
        "little_code.sorts: number > 1",
        "little_code.sorts: found #2",
        "little_code.Box.full: self.size >= 4",
    ]


def test_sides_and_boundaries_are_told(little: ModuleType) -> None:
    assert taken_by(little, 2, 0) == {"number < 3 -> yes", "number < 3 -> -1", "other -> no"}
    assert {"number < 3 -> no", "number < 3 -> 0", "n != other -> yes", "n != other -> +1"} <= taken_by(little, 3, 1)
    assert taken_by(little, 3, 9) >= {"0 <= last -> yes", "last < other -> yes", "found #2 -> no"}
    assert not any("number < 3 -> +1" in taken_by(little, n, 1) for n in (2, 3, 5))


def test_functions_are_as_before_afterwards(little: ModuleType) -> None:
    code = little.sorts.__code__
    taken_by(little, 3, 1)
    assert little.sorts.__code__ is code
    assert not hasattr(little, "__compared__")


def test_a_chain_with_a_call_in_it_is_refused(little: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branch_coverage, "_source", lambda module: "def f(x):\n    return 0 < len(x) < 3\n")
    with pytest.raises(ValueError, match="worked out twice"):
        conditions_of([little])


def side(little: ModuleType, text: str) -> BranchSide:
    condition, answer = text.split(" -> ")
    (found,) = [one for one in conditions_of([little]) if one.text == condition and one.number == 1]
    return BranchSide(found, answer)


def test_code_fails_where_it_would_take_a_forbidden_side(little: ModuleType) -> None:
    with forbidden([little], [side(little, "number < 3 -> yes")]) as watcher:
        assert little.sorts(5, 1) == "many"
        with pytest.raises(TakenSideError, match="number < 3 -> yes"):
            little.sorts(1, 0)
    assert [str(one) for one in watcher.taken] == ["little_code.sorts: number < 3 -> yes"]


@pytest.mark.parametrize(("answer", "dead"), [("yes", False), ("-1", False), ("0", True), ("+1", True)])
def test_a_side_that_no_values_take_is_dead(little: ModuleType, answer: str, dead: bool) -> None:
    number = unknown("number")
    with forbidden([little], [side(little, f"number < 3 -> {answer}")]) as watcher:
        paths = list(explore(lambda: little.sorts(number, 0), [number.term < 3]))
    assert any(isinstance(path.error, TakenSideError) for path in paths) is not dead
    assert watcher.reached


def test_a_list_is_read_as_it_was_written_and_what_was_reworded_is_unknown(little: ModuleType) -> None:
    counts = SideCounts([little])
    watcher = TakenSides()
    with watched([little], watcher):
        little.sorts(2, 0)
    counts.note(watcher, usual=True)
    dead = side(little, "found -> no")
    known = counts.known({dead: ["a.proof"]}, {"little_code.sorts: found -> yes": "why"})
    assert read(map(written, known), [little]) == known
    statuses = {str(one.side).partition(": ")[2]: one.status for one in known}
    assert statuses["number < 3 -> yes"] == "taken"
    assert statuses["found -> no"] == "proved dead"
    assert statuses["found -> yes"] == "dead for a reason"
    assert statuses["number < 3 -> +1"] == statuses["found #2 -> no"] == "unknown"
    old = [written(one).replace("number < 3", "number <= 2") for one in known]
    assert {one.status for one in read(old, [little]) if one.side.condition.text == "number < 3"} == {"unknown"}


def test_sides_of_the_toy_are_taken_by_its_games() -> None:
    counts, watcher = SideCounts([lagoon]), TakenSides()
    with watched([lagoon], watcher):
        for seed in range(30):
            rules = lagoon.Rules(scarce="all-or-none" if seed % 2 else "what-is-left")
            state = lagoon.new_game(lagoon.setup_from_seed(3 + seed % 2, seed, rules), rules)
            while actions := lagoon.legal_actions(state):
                state = lagoon.apply_action(state, actions[seed % len(actions)])
            counts.note(watcher, not seed % 2)
    never = {str(one) for one in counts.never() if not str(one).startswith("engine.new_game")}
    assert "engine.apply_action: action not in legal_actions(state) -> yes" in never
    assert not any("state.phase is Phase.OVER" in name for name in never)
    other = {one.side for one in counts.known({}, {}) if one.status == "taken by other readings only"}
    assert "engine._catch: state.rules.scarce == 'all-or-none' -> yes" in map(str, other)


# The engine of Costa Ruana

# Nothing was found that takes these, and nothing is known that says why.
OPEN = {
    "setup.check_setup: island < game.islands -> +1",
    "setup.check_setup: setup.shaman < game.players -> +1",
    "checking._check_round: state.round == last -> +1",
    "checking._check_round: state.round < last -> +1",
    "checking._check_sizes: len(state.pile) != pile -> +1",
    "checking._check_old_shaman: state.round > 0 -> -1",
    "checking._check_no_effect: state.moved -> yes",
    "checking._check_settle: rounds >= rules.settled -> +1",
    "checking._check_effect: may_copy(state, actor) -> no",
    "checking._check_moved: state.rules.readings.moved_twice == 'allowed' -> yes",
    "checking._check_between: min(state.reserve) < state.rules.inhabitants -> yes",
    "checking._check_between: min(state.reserve) < state.rules.inhabitants -> -1",
    "checking._check_between: min(state.reserve) < state.rules.inhabitants -> +1",
}


# In a process of its own: what other tests have made the engine remember takes no side again.
COUNTED = """
from archipel.checks.costa_ruana import engine_branches
from archipel.checks.costa_ruana.kept_positions import kept
counts = engine_branches.counted(kept())
print(*counts.sides(), "---", *counts.never(), sep="\\n")
"""


@needs_the_source
def test_the_list_is_what_kept_positions_take_and_leaves_nothing_unexplained() -> None:
    counted = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, text=True, timeout=300, check=True)
    (sides, never), listed = counted.stdout.split("---\n"), engine_proofs.branches()
    assert [str(one.side) for one in listed] == sides.splitlines()
    assert [str(one.side) for one in listed if not one.usual and not one.others] == never.splitlines()
    assert {str(one.side) for one in listed if one.status == "unknown"} == OPEN


@needs_the_source
def test_dead_sides_are_dead_and_proofs_come_near_them() -> None:
    found = engine_branches.dead(engine_proofs.dead_sides(), 2)
    wrong = [str(one.side) for one in engine_proofs.branches() if not found.get(one.side, set()) >= {*one.shown_by}]
    assert wrong == []


@contextmanager
def with_edit(monkeypatch: pytest.MonkeyPatch, module: str, right: str, wrong: str) -> Iterator[None]:
    """The engine with other words in one of its modules, where its conditions are watched."""
    source = branch_coverage._source

    def edited(one: ModuleType) -> str:
        text = source(one)
        if not one.__name__.endswith(f".{module}"):
            return text
        assert right in text
        return text.replace(right, wrong, 1)

    with monkeypatch.context() as patches:
        patches.setattr(branch_coverage, "_source", edited)
        yield


@needs_the_source
def test_an_edit_that_makes_a_dead_side_live_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    id = "engine.succession.next-shaman"
    with with_edit(monkeypatch, "succession", "least = min(gains)", "least = max(gains)"):
        (result,) = engine_proofs.run(id, 3, False)
    assert "gains[seat] == least -> -1" in result.detail
    assert engine_proofs.run(id, 3, False)[0].holds


@needs_the_source
def test_an_edit_that_makes_a_live_side_dead_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = kept()[::40]
    right = engine_branches.counted(trials).never()
    early = "if state.phase is Phase.OVER:\n        return ()\n    if player is None:\n        return ()\n    if"
    with with_edit(monkeypatch, "engine", "if player is None:\n        return ()\n    if", early):
        wrong = engine_branches.counted(trials).never()
    assert "engine.legal_actions: player is None -> yes" in {*map(str, wrong)} - {*map(str, right)}
