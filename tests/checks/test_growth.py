"""How costs grow: verdicts follow from figures, batches end, and what a judged program is asked stays its own."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from archipel.checks.simulate.benchmarks import growth, reporting, scaling
from archipel.checks.simulate.benchmarks.growth import Cell, GrowthRow, Load, as_json, verdict
from archipel.checks.simulate.benchmarks.playouts import Batch, batch
from archipel.checks.simulate.benchmarks.timing import Spent, timed
from archipel.reference.strict_json import BadInput


def cells(sizes: Mapping[int, float], units: Mapping[int, float] | None = None) -> list[Cell]:
    return [Cell(size, cost, {"units": float((units or {}).get(size, size))}) for size, cost in sizes.items()]


@pytest.mark.parametrize(
    ("costs", "expected"),
    [
        ({1: 1.0, 2: 2.0, 4: 4.0, 8: 8.0}, "within"),
        ({1: 1.0, 2: 4.0, 4: 16.0, 8: 64.0}, "worse"),
        ({1: 5.0, 2: 6.0, 4: 8.0, 8: 12.0}, "within"),
        ({1: 1.0, 2: 2.2, 4: 4.6, 8: 9.0}, "within"),
        ({1: 100.0, 2: 101.0, 4: 103.0, 8: 250.0}, "within"),
        ({1: 100.0, 2: 101.0, 4: 103.0, 8: 900.0}, "worse"),
        ({1: 1.0, 2: 1.0, 4: 1.0, 8: 3.0}, "worse"),
    ],
    ids=["linear", "quadratic", "fixed cost", "noise", "late", "explodes late", "grows late and too fast"],
)
def test_a_cost_that_grows_faster_than_the_work_is_worse(costs: dict[int, float], expected: str) -> None:
    assert verdict(cells(costs)) == expected


def test_what_is_allowed_follows_from_what_is_counted() -> None:
    squares = {size: float(size**2) for size in (1, 2, 4)}
    assert verdict(cells(squares, squares)) == "within"
    assert verdict(cells(squares, dict.fromkeys(squares, 1.0))) == "worse"
    one, other = Cell(1, 1.0, {"slow": 1, "fast": 10}), Cell(2, 3.0, {"slow": 2, "fast": 30})
    assert growth.allowed(one, other) == 3
    assert growth.allowed(other, Cell(3, 1.0, {"slow": 1, "fast": 1})) == 1


def test_a_row_is_told_in_ratios() -> None:
    row = GrowthRow("work", "size", (2, 4), lambda size: Load(lambda: None, {"units": size}), "why not")
    told = as_json(row, [Cell(2, 0.5, {"units": 2}), Cell(4, 2.0, {"units": 4})])
    assert [cell["growth"] for cell in told["cells"]] == [1, 4]
    assert [cell["allowed"] for cell in told["cells"]] == [1, 2]
    assert told["verdict"] == "worse" and told["because"] == "why not"
    assert reporting.growth_cells(told) == ["2: 1 (1)", "4: 4 (2)"]


def test_a_command_that_fails_is_not_measured() -> None:
    with pytest.raises(BadInput, match="ended with 3"):
        timed(["-c", "raise SystemExit(3)"], os.environ)


def test_a_batch_ends() -> None:
    assert batch(lambda players, number: players, 3, 0.0, 0)[:2] == (1, 3)
    assert Batch(2, 10, 2.0).speed == 5


def test_the_number_of_processes_is_no_argument_of_a_judged_program(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def noted(arguments: Sequence[str], environment: Mapping[str, str]) -> Spent:
        begun.append(list(arguments)[2:])
        return Spent(1.0, 1.0)

    monkeypatch.setattr(scaling, "timed", noted)
    monkeypatch.setattr(scaling, "ADDING", ("-c", "pass"))
    table = SimpleNamespace(corpora=lambda: {"conform": lambda folder, thorough: ("conform", "--", "program")})
    scaling.measured("lagoon", cast(Any, table), thorough=False, advance=lambda *_: None)
    assert begun == [["--game", "lagoon", "conform", "-j", jobs, "--", "program"] for _ in range(3) for jobs in "12"]
