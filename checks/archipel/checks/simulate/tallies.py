"""What was counted in many games: whole numbers only, so that it is the same in whatever order they are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

Histogram = Mapping[int, int]


@dataclass(eq=True)
class Tally:
    """Counts by name, and histograms by name: how often each value was seen."""

    games: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    histograms: dict[str, Counter[int]] = field(default_factory=dict)

    def note(self, name: str, value: int) -> None:
        """One more time this value."""
        found = self.histograms.get(name)
        if found is None:
            found = self.histograms[name] = Counter()
        found[value] += 1

    def add(self, other: Tally) -> None:
        """What somebody else counted in other games."""
        self.games += other.games
        self.counts.update(other.counts)
        for name, histogram in other.histograms.items():
            self.histograms.setdefault(name, Counter()).update(histogram)


def size(histogram: Histogram) -> int:
    return sum(histogram.values())


def mean(histogram: Histogram) -> float:
    """The sum is exact; only the last division is not."""
    return sum(value * count for value, count in histogram.items()) / size(histogram)


def variance(histogram: Histogram) -> float:
    """How far the values are spread, from exact sums."""
    number = size(histogram)
    first = sum(value * count for value, count in histogram.items())
    second = sum(value * value * count for value, count in histogram.items())
    return (number * second - first * first) / (number * number)


def quantile(histogram: Histogram, hundredths: int) -> int:
    """The least value that at least so many in a hundred do not exceed."""
    wanted, seen = hundredths * size(histogram), 0
    for value in sorted(histogram):
        seen += histogram[value]
        if 100 * seen >= wanted:
            return value
    raise ValueError("an empty histogram")


def plain(histogram: Histogram) -> dict[str, int]:
    """A histogram for a file, by increasing value."""
    return {str(value): histogram[value] for value in sorted(histogram) if histogram[value]}
