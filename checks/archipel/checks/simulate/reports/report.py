"""What a simulation found, as one document: shares with their intervals, and which differences are noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.simulate.chance import NAME
from archipel.checks.simulate.game import CountedGames, Simulation, SimulationTask, Uncounted
from archipel.checks.simulate.odds import SURE, Interval, of_mean, wilson
from archipel.checks.simulate.tallies import Histogram, Tally, mean, plain, quantile, size

DIGITS = 6


@dataclass(frozen=True)
class SimulationReport:
    """The counts, and what they were counted of."""

    task: SimulationTask
    tally: Tally

    @property
    def simulation(self) -> Simulation:
        return game_called(self.task.variant.game).simulation

    def as_json(self) -> dict[str, Any]:
        task, tally, simulation = self.task, self.tally, self.simulation
        return {
            "game": task.variant.game,
            "variant": {"numbers": dict(task.variant.given), "readings": dict(task.variant.chosen)},
            "players": task.players,
            "games": tally.games,
            "seed": task.seed,
            "generator": NAME,
            "bots": list(task.bots),
            "sure": SURE,
            "distributions": {name: self._described(name) for name in simulation.distributions},
            "seats": [self._side(f"seat.{seat}", tally.games) for seat in range(task.players)],
            **({"strengths": self._strengths()} if task.is_mixed else {}),
            "rounds": [self._described(name) for name in simulation.rounds(task)],
            "decisions": self._decisions(),
            "clauses": [self._clause(counted) for counted in self.counted()],
            "not_counted": {
                id: {"reason": found.reason, "instead": list(found.instead)} for id, found in self.uncounted().items()
            },
            "histograms": {name: plain(found) for name, found in sorted(tally.histograms.items())},
        }

    def _described(self, name: str) -> dict[str, Any]:
        return described(self.tally.histograms[name], self.tally.games)

    def _side(self, name: str, played: int) -> dict[str, Any]:
        """How often a seat or a strength won, and whether that is more or less than its share.

        The share is what each would have if it did not matter; a shared victory counts for all who share it. Where a
        strength has several seats, of which seldom more than one wins, the interval is rather too wide than too narrow.
        """
        counts = self.tally.counts
        prefix = name.split(".")[0]
        won = counts[f"won.{name}"]
        wins = sum(number for key, number in counts.items() if key.startswith(f"won.{prefix}."))
        share = wins / (self.tally.games * self.task.players)
        return {
            "won": won,
            "played": played,
            **rate(won, played),
            "share": round(share, DIGITS),
            "verdict": verdict(wilson(won, played), share),
            "points": self._described(f"points.{name}"),
        }

    def _strengths(self) -> dict[str, Any]:
        names = [name for name in self.simulation.strengths if name in self.task.bots]
        played = self.tally.counts
        return {name: self._side(f"bot.{name}", played[f"played.bot.{name}"]) for name in names}

    def _decisions(self) -> dict[str, Any]:
        """How often each decision was taken in a game, and among how many actions."""
        counts = self.tally.counts
        names = [key.removeprefix("decision.") for key in counts if key.startswith("decision.")]
        found = sorted(names, key=lambda name: (-counts[f"decision.{name}"], name))
        return {name: self._decision(counts[f"decision.{name}"], counts[f"choices.{name}"]) for name in found}

    def _decision(self, times: int, choices: int) -> dict[str, Any]:
        return {
            "times": times,
            "per_game": round(times / self.tally.games, DIGITS),
            "choices": round(choices / times, DIGITS),
        }

    def counted(self) -> list[CountedGames]:
        """The clauses that are counted under the readings of this variant."""
        return [counted for counted in self.simulation.counted if not self._read_otherwise(counted)]

    def uncounted(self) -> dict[str, Uncounted]:
        """The clauses that are not, and why; in the order of the rulebook."""
        otherwise = [counted.clause for counted in self.simulation.counted if self._read_otherwise(counted)]
        found = {**self.simulation.uncounted, **{id: Uncounted("read") for id in otherwise}}
        return {id: found[id] for id in self.task.variant.rulebook.clauses if id in found}

    def _read_otherwise(self, counted: CountedGames) -> bool:
        points = game_called(self.task.variant.game).readings.points
        chosen = {point for point, _ in self.task.variant.chosen}
        return any(point in counted.points or points[point].clause.id == counted.clause for point in chosen)

    def _clause(self, counted: CountedGames) -> dict[str, Any]:
        """How often a clause decided something, and in how many games it ever did."""
        counts = self.tally.counts
        games = counts[f"games.{counted.clause}"]
        return {
            "id": counted.clause,
            "when": dict(counted.when),
            "times": counts[f"clause.{counted.clause}"],
            "of": counts[f"of.{counted.of}"],
            "of_what": counted.of,
            "games": {"with": games, **rate(games, self.tally.games)},
        }


def rate(times: int, trials: int) -> dict[str, Any]:
    """A share of independent trials, with its interval."""
    low, high = wilson(times, trials)
    return {"rate": round(times / trials, DIGITS), "interval": [round(low, DIGITS), round(high, DIGITS)]}


def described(histogram: Histogram, games: int) -> dict[str, Any]:
    """A histogram in a few numbers; its mean has an interval if each value comes from another game."""
    number = size(histogram)
    interval = {"interval": [round(bound, DIGITS) for bound in of_mean(histogram)]} if number == games else {}
    return {
        "number": number,
        "mean": round(mean(histogram), DIGITS),
        **interval,
        "least": min(histogram),
        "low": quantile(histogram, 5),
        "median": quantile(histogram, 50),
        "high": quantile(histogram, 95),
        "most": max(histogram),
    }


def verdict(interval: Interval, share: float) -> str:
    """Whether a share is more or less than what was expected, or within noise."""
    if interval.holds(share):
        return "noise"
    return "more" if interval.low > share else "less"
