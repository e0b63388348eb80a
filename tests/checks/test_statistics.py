"""What simulations count with: the generator, intervals, the test of two samples, histograms in a few numbers."""

from __future__ import annotations

import pytest

from archipel.checks.simulate.chance import MASK, Chance
from archipel.checks.simulate.odds import chi_square_tail, compared, wilson
from archipel.checks.simulate.reports.report import verdict
from archipel.checks.simulate.tallies import mean, quantile, variance


def test_the_generator_is_splitmix64() -> None:
    chance = Chance(1234567)
    first = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert [chance.bits() for _ in range(5)] == first


def test_a_game_begins_where_the_generator_of_the_run_says() -> None:
    run = Chance(99)
    assert [Chance.of_game(99, number).state for number in range(4)] == [run.bits() for _ in range(4)]


def test_draws_are_in_range_and_even() -> None:
    chance = Chance(5)
    drawn = [chance.below(7) for _ in range(7000)]
    assert set(drawn) == set(range(7))
    assert all(850 < drawn.count(value) < 1150 for value in range(7))
    assert Chance(MASK).below(1) == 0


def test_wilsons_interval() -> None:
    low, high = wilson(10, 100, 1.959964)
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert wilson(0, 50).low == 0 and wilson(50, 50).high == 1
    assert wilson(0, 0) == (0, 1)
    assert verdict(wilson(50, 100), 0.5) == "noise" and verdict(wilson(90, 100), 0.5) == "more"


@pytest.mark.parametrize(
    ("statistic", "freedom", "chance"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (149.449, 100, 0.001), (2.0, 2, 0.36787944), (0.0, 5, 1.0)],
)
def test_the_tail_of_chi_square(statistic: float, freedom: int, chance: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(chance, rel=2e-3)


def test_chi_square_of_two_samples() -> None:
    test = compared({0: 30, 1: 70}, {0: 50, 1: 50})
    assert test.freedom == 1 and test.statistic == pytest.approx(8.3333, abs=1e-3)
    assert compared({0: 100}, {0: 100}).freedom == 0
    rare = compared({0: 500, 1: 500, 2: 1}, {0: 500, 1: 500, 3: 1})
    assert rare.freedom == 1 and rare.statistic == pytest.approx(0, abs=0.01)


def test_histograms_in_a_few_numbers() -> None:
    histogram = {1: 1, 2: 2, 5: 1}
    assert (mean(histogram), variance(histogram)) == (2.5, 2.25)
    assert [quantile(histogram, hundredths) for hundredths in (0, 25, 50, 75, 76, 100)] == [1, 1, 2, 2, 5, 5]
