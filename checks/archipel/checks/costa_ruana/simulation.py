"""What is counted of Costa Ruana besides results, what chance decides before the first decision, what is measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from archipel.checks.costa_ruana.clause_moments import ClauseMoments
from archipel.checks.costa_ruana.decks import fitting_deck
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.wording import CATALOGUE
from archipel.checks.simulate.benchmarks.game_rows import ALL, GameBenchmarks, GrowthAxis
from archipel.checks.simulate.benchmarks.proof_rows import ComparedReadings
from archipel.checks.simulate.chance import Chance
from archipel.checks.simulate.counted import counted_in
from archipel.checks.simulate.game import SEATS, Cell, Playout, Simulation, SimulationTask
from archipel.checks.variants.variant_files import Variant
from archipel.reference.costa_ruana import STANDARD, Setup, random_playout
from archipel.reference.costa_ruana.deck import TIDES, TIMES
from archipel.reference.strict_json import BadInput


@lru_cache(maxsize=16)
def terms_of(variant: Variant) -> Terms:
    """The rules of a variant, with a deck that fits."""
    deck = fitting_deck(variant)
    if deck is None:
        raise BadInput("no deck is known that fits this variant, so no game can be simulated")
    return Terms(variant.sides.rules, deck)


class Treasures(Simulation):
    """Treasures, effects and the moments of clauses."""

    counted, uncounted = counted_in(Path(__file__).with_name("counted.toml"))
    words: Mapping[str, Mapping[str, str]] = CATALOGUE.group("figure")
    distributions = ("points", "points_of_winners", "lead", "hut", "treasures_left", "abroad", "decisions")
    compared_values = ("decisions", "effects", "refusals", "full_islands", *SEATS, "treasures")

    def terms(self, variant: Variant) -> Terms:
        return terms_of(variant)

    def drawn_setup(self, players: int, terms: Terms, chance: Chance) -> Setup:
        """What chance decides, in the documented order."""
        rules, deck = terms
        order = chance.shuffled(list(deck.kept(players)))
        tide, time = TIDES[chance.below(len(TIDES))], TIMES[chance.below(len(TIMES))]
        poor = sorted(chance.shuffled(list(range(rules.islands(players))))[: rules.poor_islands])
        return Setup(players, tuple(order), tide, time, tuple(poor), chance.below(players))

    def first(self, setup: Setup) -> int:
        return setup.shaman

    def watcher(self, terms: Terms) -> ClauseMoments:
        return ClauseMoments(terms.rules.readings)

    def rounds(self, task: SimulationTask) -> list[str]:
        return [f"treasures_in_round_{number}" for number in range(1, task.variant.sides.rules.rounds + 1)]

    def columns(self, task: SimulationTask) -> Sequence[tuple[str, type[Cell]]]:
        seats = [f"treasures_{seat}" for seat in range(task.players)]
        names = [*seats, *self.rounds(task), "decisions", "effects", "refusals", "full_islands"]
        return [(name, int) for name in names]

    def cells(self, game: Playout, values: Mapping[str, int], task: SimulationTask) -> tuple[Cell, ...]:
        return (*game.end.huts, *[values[name] for name, _ in self.columns(task)[task.players :]])

    def values(self, game: Playout) -> dict[str, int]:
        watcher = game.watcher
        assert isinstance(watcher, ClauseMoments)
        return {
            **super().values(game),
            "effects": watcher.effects,
            "refusals": watcher.moments["succession.refuse"],
            "full_islands": watcher.full,
            "treasures": sum(watcher.taken),
            "treasures_left": sum(game.end.treasures),
            **{f"treasures_in_round_{number}": taken for number, taken in enumerate(watcher.taken, 1)},
        }


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
