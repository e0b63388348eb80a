"""A simulation as a picture: rows of bars, with a line where the true value of a bar probably is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from archipel.checks.simulate.reports.charts import chart
from archipel.checks.simulate.reports.report import SimulationReport
from archipel.checks.simulate.reports.telling import Teller
from archipel.checks.simulate.tallies import Histogram, size

WIDTH, PANEL, BARS, MARGIN, HEAD = 640, 250, 150, 48, 44
LABELS = 16
"""So many labels fit under a row of bars."""


@dataclass(frozen=True)
class Bar:
    """One bar: what it stands for, its height, and where the true height probably is."""

    label: str
    height: float
    told: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Panel:
    """A row of bars; each bar has its number if there are few, and the tallest always has."""

    title: str
    bars: Sequence[Bar]

    @property
    def top(self) -> float:
        return max([bar.high if bar.high is not None else bar.height for bar in self.bars] + [1e-9])

    @property
    def tallest(self) -> Bar:
        return max(self.bars, key=lambda bar: bar.height)

    def described(self) -> str:
        return f"{self.title}: {'; '.join(f'{bar.label}: {bar.told}' for bar in self.bars)}"

    def drawn(self, above: int) -> Iterator[str]:
        floor, step = above + HEAD + BARS, (WIDTH - 2 * MARGIN) / len(self.bars)
        every = -(-len(self.bars) // LABELS)
        yield f'<text class="head" x="{MARGIN}" y="{above + 20}">{escape(self.title)}</text>'
        for place, bar in enumerate(self.bars):
            left = MARGIN + place * step
            yield from self._bar(bar, left, step, floor, place % every == 0)
        yield f'<path class="axis" d="M{MARGIN - 8} {floor}H{WIDTH - MARGIN + 8}"/>'

    def _bar(self, bar: Bar, left: float, step: float, floor: int, labelled: bool) -> Iterator[str]:
        tall, middle = BARS * bar.height / self.top, left + step / 2
        width = max(step * 0.8, 1)
        yield (
            f'<rect class="holds" x="{middle - width / 2:.1f}" y="{floor - tall:.1f}" width="{width:.1f}" '
            f'height="{tall:.1f}"/>'
        )
        summit = tall
        if bar.low is not None and bar.high is not None:
            summit = BARS * bar.high / self.top
            low = floor - BARS * bar.low / self.top
            yield f'<path class="reach" d="M{middle:.1f} {low:.1f}V{floor - summit:.1f}"/>'
        if len(self.bars) <= LABELS // 2 or bar is self.tallest:
            yield f'<text x="{middle:.1f}" y="{floor - summit - 6:.1f}">{escape(bar.told)}</text>'
        if labelled:
            yield f'<text x="{middle:.1f}" y="{floor + 18}">{escape(bar.label)}</text>'


def plot(report: SimulationReport, lang: str) -> str:
    """The picture of a report."""
    teller = Teller(report, lang)
    panels = list(_panels(teller))
    title, height = next(teller.lines()), HEAD + PANEL * len(panels)
    drawn = [
        f'<text class="left" x="{MARGIN}" y="26">{escape(title)}</text>',
        *[line for place, panel in enumerate(panels) for line in panel.drawn(HEAD + place * PANEL)],
    ]
    return chart(WIDTH, height, title, " ".join(f"{panel.described()}." for panel in panels), drawn)


def _panels(teller: Teller) -> Iterator[Panel]:
    data, histograms = teller.data, teller.report.tally.histograms
    yield _spread(teller, "points", histograms["points"])
    seats = [_won(teller, str(number), side) for number, side in enumerate(data["seats"])]
    yield Panel(f"{teller.say('seats')}: {teller.say('won')}", seats)
    if "strengths" in data:
        strengths = [_won(teller, name, side) for name, side in data["strengths"].items()]
        yield Panel(f"{teller.say('strengths')}: {teller.say('won')}", strengths)
    means = [(str(number), found) for number, found in enumerate(data["rounds"], 1)]
    if means:
        yield Panel(teller.say("rounds"), [_mean(teller, label, found) for label, found in means])
    yield _spread(teller, "decisions", histograms["decisions"])


def _spread(teller: Teller, name: str, histogram: Histogram) -> Panel:
    """A histogram: the share of each value between the least and the most."""
    number = size(histogram)
    shares = [(value, histogram.get(value, 0) / number) for value in range(min(histogram), max(histogram) + 1)]
    return Panel(teller.say(name), [Bar(str(value), share, teller.percent(share)) for value, share in shares])


def _won(teller: Teller, label: str, side: dict[str, object]) -> Bar:
    rate, interval = side["rate"], side["interval"]
    assert isinstance(rate, float) and isinstance(interval, list)
    return Bar(label, rate, teller.percent(rate), *interval)


def _mean(teller: Teller, label: str, found: dict[str, object]) -> Bar:
    mean, interval = found["mean"], found["interval"]
    assert isinstance(mean, float) and isinstance(interval, list)
    return Bar(label, mean, teller.decimal(mean), *interval)
