"""Costa Ruana, as everything that is not about one game knows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from archipel.checks.games.protocol import Game, Packages

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

    from archipel.checks.agreement.mapping import EngineMapping
    from archipel.checks.agreement.suite import CommonSuite
    from archipel.checks.agreement.witnesses.situations import Situations
    from archipel.checks.costa_ruana.engine import CostaRuanaEngine
    from archipel.checks.explain.catalogue import Catalogue
    from archipel.checks.explain.explaining import Explained
    from archipel.checks.explain.fact_tables import FactTables
    from archipel.checks.explain.questions import CatalogueQuestions
    from archipel.checks.explain.recorded import GameFiles, RecordExplaining
    from archipel.checks.explain.table.recorded_game import RecordedTables
    from archipel.checks.judge.adapters.learning import Learning
    from archipel.checks.judge.conformance import games as conformance_games
    from archipel.checks.judge.fuzzing.running import Target
    from archipel.checks.judge.game import Reasons
    from archipel.checks.judge.traces.itf import Trace
    from archipel.checks.judge.vectors.game_vectors import GameVectors
    from archipel.checks.mutation.judges import MutationJudges
    from archipel.checks.proofs import prover as proving
    from archipel.checks.proofs.conjectures import decide as conjecturing
    from archipel.checks.proofs.results import Lemmas
    from archipel.checks.readings import compare as comparing
    from archipel.checks.readings.diagnose.consulting import Consultation
    from archipel.checks.rulebook.parts import Parts, WorkedExample
    from archipel.checks.simulate.benchmarks.game_rows import GameBenchmarks
    from archipel.checks.simulate.bots import Mind
    from archipel.checks.simulate.game import Simulation
    from archipel.checks.simulate.policies import Policy
    from archipel.checks.variants.theorem_impact import VariantGames
    from archipel.checks.variants.variant_files import Sides, VariantNumbers
    from archipel.spec.clauses import Rulebook
    from archipel.spec.readings import Choice, Readings
    from archipel.spec.theorems import Theory

PACKAGES = Packages("archipel.spec.costa_ruana", "archipel.reference.costa_ruana", "archipel.checks.costa_ruana")


class CostaRuana(Game):
    """The game of Yuri Zhuravlev."""

    name = "costa_ruana"
    title: Mapping[str, str] = {"en": "Costa Ruana", "fr": "Costa Ruana"}
    packages = PACKAGES
    proof_code: Sequence[str] = (f"{PACKAGES.checks}.theory", f"{PACKAGES.checks}.witness")

    @property
    def players(self) -> Sequence[int]:
        return range(self.numbers.min_players, self.numbers.max_players + 1)

    @property
    def rules_version(self) -> str:
        from archipel.reference.costa_ruana.rules import RULES_VERSION

        return RULES_VERSION

    @property
    def folder(self) -> Path:
        from pathlib import Path

        return Path(__file__).parent

    # Rules

    @property
    def rulebook(self) -> Rulebook:
        from archipel.spec.costa_ruana import RULEBOOK

        return RULEBOOK

    @property
    def numbers(self) -> VariantNumbers:
        from archipel.spec.costa_ruana import NUMBERS

        return NUMBERS

    @property
    def readings(self) -> Readings:
        from archipel.spec.costa_ruana.readings import READINGS

        return READINGS

    @property
    def sources(self) -> Mapping[str, str]:
        from archipel.spec.costa_ruana.readings import SOURCES

        return SOURCES

    @property
    def theory(self) -> Theory:
        from archipel.spec.costa_ruana.theorems import THEORY

        return THEORY

    @property
    def mapping(self) -> EngineMapping[Any, Any, Any, Any]:
        from archipel.checks.costa_ruana.projection import MAPPING

        return MAPPING

    def setups(self, players: int) -> Iterable[Any]:
        from archipel.checks.costa_ruana import openings

        return openings.setups(players)

    @property
    def engine(self) -> CostaRuanaEngine:
        from archipel.checks.costa_ruana.engine import ENGINE

        return ENGINE

    # What is found out

    @property
    def proofs(self) -> proving.ProofGame:
        from archipel.checks.costa_ruana import theory

        return theory.game()

    @property
    def suite(self) -> CommonSuite:
        from archipel.checks.costa_ruana.suite import SUITE

        return SUITE

    def quick_check(self) -> int:
        from archipel.checks.costa_ruana import suite

        return suite.quick_check()

    @property
    def situations(self) -> Situations[Any, Any, Any, Any]:
        from archipel.checks.costa_ruana.witness import SITUATIONS

        return SITUATIONS

    @property
    def round(self) -> conjecturing.Span:
        from archipel.checks.costa_ruana.conjectures import SPAN

        return SPAN

    def refusal_words(self, error: ValueError) -> Mapping[str, str]:
        from archipel.checks.costa_ruana.wording import refusal_words

        return refusal_words(error)

    @property
    def examples(self) -> Mapping[str, WorkedExample]:
        from archipel.checks.costa_ruana.examples import EXAMPLES

        return EXAMPLES

    @property
    def mutation(self) -> MutationJudges:
        from archipel.checks.costa_ruana.mutation import JUDGES

        return JUDGES

    @property
    def lemmas(self) -> Lemmas:
        from archipel.checks.costa_ruana import engine_proofs

        return engine_proofs

    # Readings and variants

    @property
    def comparison(self) -> comparing.ReadingTable:
        from archipel.checks.costa_ruana import comparing

        return comparing

    @property
    def consultation(self) -> Consultation[Any, Any, Any, Any]:
        from archipel.checks.costa_ruana.consulting import consultation

        return consultation()

    def sides(self, given: Mapping[str, int], choice: Choice) -> Sides:
        from archipel.checks.costa_ruana import variants

        return variants.sides(given, choice)

    def spelled_out(self, given: Mapping[str, int], players: int | None) -> tuple[Mapping[str, int], int | None]:
        from archipel.checks.costa_ruana import variants

        return variants.spelled_out(given, players)

    @property
    def variant_games(self) -> VariantGames:
        from archipel.checks.costa_ruana import variant_games

        return variant_games

    # Judging

    @property
    def reasons(self) -> Reasons:
        from archipel.checks.costa_ruana.explanations import Reasons

        return Reasons()

    def conformance(self, choice: Choice) -> conformance_games.ConformanceGame:
        from archipel.checks.costa_ruana import conformance

        return conformance.announced(choice)

    def given_positions(self, players: Sequence[int], seed: int) -> Iterable[conformance_games.Given]:
        from archipel.checks.costa_ruana import conformance

        return conformance.own_positions(players, seed)

    @property
    def vectors(self) -> GameVectors:
        from archipel.checks.costa_ruana.vectors import VECTORS

        return VECTORS

    def fuzz_targets(self) -> Mapping[str, Callable[[], Target]]:
        from archipel.checks.costa_ruana import fuzzing

        return fuzzing.targets()

    def trace(self, record: bytes) -> Trace:
        from archipel.checks.costa_ruana.records import TableTrace

        return TableTrace(self).of(record)

    # Playing

    @property
    def simulation(self) -> Simulation:
        from archipel.checks.costa_ruana.simulation import Treasures

        return Treasures(self)

    @property
    def policies(self) -> Sequence[Policy[Any, Any]]:
        from archipel.checks.costa_ruana.policies import POLICIES

        return POLICIES

    @property
    def mind(self) -> Mind:
        from archipel.checks.costa_ruana.value import mind

        return mind

    @property
    def benchmarks(self) -> GameBenchmarks:
        from archipel.checks.costa_ruana.simulation import CardBenchmarks

        return CardBenchmarks(self)

    def learning(self, players: int) -> Learning:
        from archipel.checks.costa_ruana.learning import CardGame

        return CardGame(self, players)

    # Commands

    @property
    def catalogue(self) -> Catalogue:
        from archipel.checks.costa_ruana.wording import CATALOGUE

        return CATALOGUE

    @property
    def explained(self) -> Explained[Any, Any]:
        from archipel.checks.costa_ruana import explanations

        return explanations.GAME

    @property
    def asking(self) -> CatalogueQuestions:
        from archipel.checks.costa_ruana.questions import ASKED

        return ASKED

    def add_material(self, parser: ArgumentParser) -> None:
        parser.add_argument("--deck", metavar="FILE", help="the deck file that a one-line position was written with")

    def files(self, arguments: Namespace) -> GameFiles:
        from archipel.checks.costa_ruana.records import card_files

        return card_files(arguments)

    @property
    def explaining(self) -> RecordExplaining:
        from archipel.checks.costa_ruana.records import EXPLAINING

        return EXPLAINING

    @property
    def dealing(self) -> RecordedTables:
        from archipel.checks.costa_ruana.table import CardTables

        return CardTables(self)

    @property
    def showing(self) -> FactTables:
        from archipel.checks.costa_ruana.records import SHOWING

        return SHOWING

    @property
    def book(self) -> Parts:
        from archipel.checks.costa_ruana.rulebook.parts import PARTS

        return PARTS


GAME: Game = CostaRuana()
