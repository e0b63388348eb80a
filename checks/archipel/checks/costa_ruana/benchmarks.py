"""What ``archipel bench`` measures of Costa Ruana: how costs grow with islands and rounds, and in which units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.simulate.benchmarks.game_rows import ALL, GameBenchmarks, GrowthAxis
from archipel.checks.simulate.benchmarks.proof_rows import ComparedReadings
from archipel.reference.costa_ruana import STANDARD, Setup, random_playout

FOR_THREE = 3
MANY_CARDS = 2 * STANDARD.total_cards


def with_islands(islands: int) -> Mapping[str, int]:
    """So many islands for three, with enough of everything for the largest that are measured."""
    return {"islands_for_3": islands, "island_cards": 16, "gems": 16 * STANDARD.treasures}


class CardBenchmarks(GameBenchmarks):
    """Rows of its own beside those of any game."""

    QUESTION: Sequence[str] = ("ask", "island", "3", "3", "1")
    axes = (
        GrowthAxis("islands", (4, 8, 16), with_islands, FOR_THREE, ALL, (4, 6), (8, 12)),
        GrowthAxis(
            "rounds",
            (2, 5, 10),
            lambda rounds: {"rounds": rounds, "deck_size": MANY_CARDS},
            FOR_THREE,
            frozenset({"playouts", "referee"}),
        ),
    )
    proof_share = "play."
    compared = ComparedReadings(
        {"priority": "lone-first"},
        ({"shaman-tie": "self-last"}, {"shaman-tie": "self-first"}),
        {"majority": "together"},
        lambda players: STANDARD.islands(players) + players,
        "(islands + players)",
    )

    def units(self, terms: Terms, players: int, games: float, decisions: float) -> Mapping[str, float]:
        islands = terms.rules.islands(players)
        return {
            "decisions × (islands + players)": decisions * (islands + players),
            "rounds × islands × players": games * terms.rules.rounds * islands * players,
        }

    def playout(self, setup: Setup, seed: int, terms: Terms) -> int:
        return random_playout(setup, seed, terms.rules, terms.deck)[1]
