"""How sure a count makes us: Wilson's interval for a share, and the chi-square test for two histograms."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log, sqrt
from typing import NamedTuple

from archipel.checks.simulate.tallies import Histogram, mean, size, variance

SURE = 99
"""Intervals hold the true value 99 times in 100."""
Z = 2.5758293035489004
LEAST_EXPECTED = 5
"""Values are joined with their neighbours until at least so many are expected in each sample; the usual rule."""
TINY = 1e-300
PRECISE = 1e-15


class Interval(NamedTuple):
    """Where the true value probably is."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


def wilson(times: int, trials: int, z: float = Z) -> Interval:
    """Wilson's score interval for a share that was seen so many times in so many independent trials."""
    if not trials:
        return Interval(0.0, 1.0)
    share, spread = times / trials, z * z / trials
    middle = share + spread / 2
    reach = z * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    low = 0.0 if times == 0 else (middle - reach) / (1 + spread)
    high = 1.0 if times == trials else (middle + reach) / (1 + spread)
    return Interval(low, high)


def of_mean(histogram: Histogram, z: float = Z) -> Interval:
    """Where the true mean probably is, if each value was seen in another game."""
    middle, reach = mean(histogram), z * sqrt(variance(histogram) / size(histogram))
    return Interval(middle - reach, middle + reach)


@dataclass(frozen=True)
class ChiSquare:
    """The outcome of a chi-square test; with no freedom there was nothing to test."""

    statistic: float
    freedom: int

    @property
    def chance(self) -> float:
        """How probable a statistic of at least this size is if both samples come from the same game."""
        return chi_square_tail(self.statistic, self.freedom)


def compared(ours: Histogram, theirs: Histogram) -> ChiSquare:
    """Whether two samples can come from one distribution: the chi-square test of homogeneity."""
    groups = _joined(ours, theirs)
    here, there = size(ours), size(theirs)
    statistic = 0.0
    for one, other in groups:
        both = one + other
        for found, total in ((one, here), (other, there)):
            expected = both * total / (here + there)
            statistic += (found - expected) ** 2 / expected
    return ChiSquare(statistic, max(len(groups) - 1, 0))


def _joined(ours: Histogram, theirs: Histogram) -> list[tuple[int, int]]:
    """Counts of neighbouring values taken together until each group is large enough; the rest joins the last group."""
    here, there = size(ours), size(theirs)
    needed = LEAST_EXPECTED * (here + there) / min(here, there)
    groups: list[tuple[int, int]] = []
    one = other = 0
    for value in sorted({*ours, *theirs}):
        one, other = one + ours.get(value, 0), other + theirs.get(value, 0)
        if one + other >= needed:
            groups.append((one, other))
            one = other = 0
    if (one or other) and groups:
        last = groups.pop()
        groups.append((last[0] + one, last[1] + other))
    return groups


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The probability of at least this value under a chi-square distribution."""
    if freedom <= 0 or statistic <= 0:
        return 1.0
    half, x = freedom / 2, statistic / 2
    return 1 - _lower(half, x) if x < half + 1 else _upper(half, x)


def _lower(half: float, x: float) -> float:
    """The regularized incomplete gamma function P, by its series."""
    term = total = 1 / half
    below = half
    while abs(term) > PRECISE * abs(total):
        below += 1
        term *= x / below
        total += term
    return total * exp(half * log(x) - x - lgamma(half))


def _upper(half: float, x: float) -> float:
    """The regularized incomplete gamma function Q, by its continued fraction (Lentz)."""
    b = x + 1 - half
    c, d = 1 / TINY, 1 / b
    total, number, change = d, 0, 0.0
    while abs(change - 1) > PRECISE:
        number += 1
        a = number * (half - number)
        b += 2
        d = 1 / (a * d + b or TINY)
        c = b + a / c or TINY
        change = c * d
        total *= change
    return total * exp(half * log(x) - x - lgamma(half))
