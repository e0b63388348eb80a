"""What a game provides: one typed interface (a structural ``Protocol``), from which every command is made.

A package exports ``GAME: Game``. What a member needs is imported when the member is asked for, never before: commands
that answer at once load no solver and no engine. A member says by its type what it is for; the types stand beside the
code that uses them. Nothing here knows any game.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from archipel.reference.strict_json import BadInput

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from archipel.checks.agreement.mapping import EngineMapping
    from archipel.checks.agreement.suite import CommonSuite
    from archipel.checks.agreement.witnesses.situations import Situations
    from archipel.checks.explain.catalogue import Catalogue
    from archipel.checks.explain.explaining import Explained
    from archipel.checks.explain.fact_tables import FactTables
    from archipel.checks.explain.questions import CatalogueQuestions, RuleQuestion
    from archipel.checks.explain.recorded import GameFiles, RecordExplaining
    from archipel.checks.explain.table.recorded_game import RecordedTables
    from archipel.checks.games.configuration import Configuration, GameSetting
    from archipel.checks.games.engine import GameEngine
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


class Packages(NamedTuple):
    """Where a game is written down: its clauses, its engine and its checks, as names of packages."""

    spec: str
    reference: str
    checks: str


def lacking(game: Game, what: str) -> BadInput:
    """What a command says that needs something which a game does not provide."""
    return BadInput(f"the game {game.name} has no {what}")


class Game(Protocol):
    """A game, as far as everything that is not about one game goes.

    Members that are not abstract may be left out by a class that names ``Game`` as its base.
    """

    # What it is

    @property
    @abstractmethod
    def name(self) -> str:
        """What people type, and what files say."""

    @property
    @abstractmethod
    def title(self) -> Mapping[str, str]:
        """What it is called, in each language."""

    @property
    def players(self) -> Sequence[int]:
        """The numbers of players it is for, from the fewest on."""
        return self.engine.player_counts(self.engine.standard)

    # What it is played on, and by what people agree on before a game

    @property
    def boards(self) -> Sequence[str]:
        """The boards there are, by name, the usual one first; none if there is nothing to choose."""
        return ()

    @property
    def options(self) -> Mapping[str, Sequence[str]]:
        """What people agree on before a game: each option with its values, the usual one first."""
        return {}

    @property
    def setting(self) -> GameSetting:
        """The board and the options of this game; the usual ones of a game that was not configured."""
        from archipel.checks.games.configuration import usual_setting

        return usual_setting(self.boards, self.options)

    def configured(self, setting: GameSetting) -> Game:
        """The same game in another setting."""
        raise lacking(self, "boards or options")

    @property
    def called(self) -> str:
        """Its name, with its setting if that is not the usual one; the registry finds it by this."""
        from archipel.checks.games.configuration import MARK, usual_setting

        usual = usual_setting(self.boards, self.options)
        return self.name if self.setting == usual else f"{self.name}{MARK}{self.setting}"

    def configurations(self, thorough: bool = False) -> Sequence[Configuration]:
        """Those that are looked at, quickly or thoroughly: if it says nothing about it, every number of players in the
        usual setting and in those that differ from it in one thing, or in every setting."""
        from archipel.checks.games.configuration import every_setting, few_settings, with_players

        return with_players(self, (every_setting if thorough else few_settings)(self.boards, self.options))

    @property
    def rules_version(self) -> str:
        """The version of its rules that records name."""
        return "1"

    @property
    @abstractmethod
    def packages(self) -> Packages: ...

    @property
    def folder(self) -> Path:
        """Where what is kept about it lies: hints, handwritten mutants."""
        from importlib.util import find_spec
        from pathlib import Path

        found = find_spec(self.packages.checks)
        assert found is not None and found.origin is not None
        return Path(found.origin).parent

    @property
    def reports(self) -> Path:
        """Where what was found out about it is kept; in a setting that is not the usual one, in a folder of its own."""
        folder = self.folder / "reports"
        return folder if self.called == self.name else folder / str(self.setting)

    @property
    def samples(self) -> Mapping[str, str]:
        """Examples for the help of commands (``samples.toml``), by command; those under ``""`` are for beginners."""
        import tomllib

        file = self.folder / "samples.toml"
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}

    # Its rules, from ``archipel.spec``

    @property
    def rulebook(self) -> Rulebook:
        return self.readings.rulebook

    @property
    @abstractmethod
    def numbers(self) -> VariantNumbers:
        """The numbers that are printed in the rulebook."""

    @property
    def readings(self) -> Readings:
        return self.mapping.readings

    @property
    def sources(self) -> Mapping[str, str]:
        """What the reasons for readings cite."""
        return {}

    @property
    @abstractmethod
    def theory(self) -> Theory: ...

    def known(self, players: int) -> dict[str, Any]:
        """The numbers of the rulebook, and all material that is always the same, as the clauses name them."""
        return self.numbers.values(players)

    # Its engine, from ``archipel.reference``

    @property
    @abstractmethod
    def mapping(self) -> EngineMapping[Any, Any, Any, Any]:
        """Its clauses and its engine, told in terms of one another."""

    def setups(self, players: int) -> Iterable[Any]:
        """Every way to begin with some material."""
        raise lacking(self, "list of all setups")

    @property
    def engine(self) -> GameEngine[Any, Any, Any, Any]:
        """Its positions and decisions."""
        return self.mapping.engine

    def refusal_words(self, error: ValueError) -> Mapping[str, str]:
        """Why its engine refuses an action, in each language."""
        from archipel.spec.clauses import LANGUAGES

        return dict.fromkeys(LANGUAGES, str(error))

    # What is found out about it

    @property
    def proofs(self) -> proving.ProofGame:
        """The game as its proofs see it."""
        from archipel.checks.proofs.prover import ProofGame as ProofGame

        found = self.situations
        return ProofGame(self.theory, self.known, witness=found.witness, complete=found.complete)

    @property
    def situations(self) -> Situations[Any, Any, Any, Any]:
        """What is made of situations that provers find."""
        from archipel.checks.agreement.witnesses.situations import situations_of

        return situations_of(self)

    @property
    def round(self) -> conjecturing.Span | None:
        """What a round is, if there are rounds that somebody may speak of."""
        return None

    @property
    def proof_code(self) -> Sequence[str]:
        """The modules that proofs depend on besides those of the kit."""
        return ()

    @property
    def suite(self) -> CommonSuite:
        """What is found out; of a game that adds nothing, what can be found out about any."""
        from archipel.checks.agreement.suite import CommonSuite

        return CommonSuite(self.called)

    def quick_check(self) -> int:
        """A short form of the suite that stops at the first thing it notices; the value is an exit code."""
        from archipel.checks.agreement.suite import CommonSuite, first_noticed

        return first_noticed(CommonSuite(self.called).quick())

    @property
    def conjectures(self) -> conjecturing.Games:
        """What its games show of somebody's conjectures."""
        from archipel.checks.proofs.conjectures.in_games import ConjectureGames

        return ConjectureGames(self)

    @property
    def examples(self) -> Mapping[str, WorkedExample]:
        """The worked examples of the rulebook, by id."""
        return {}

    @cached_property
    def mutation(self) -> MutationJudges:
        """Who judges its mutants; ``mutation.toml`` says which modules of its engine carry rules."""
        from archipel.checks.mutation.corpus import BehaviourRecorder
        from archipel.checks.mutation.judges import MutationJudges

        return MutationJudges(BehaviourRecorder(self))

    @property
    def lemmas(self) -> Lemmas | None:
        """What is proved about single functions of the engine."""
        return None

    # Its readings and variants

    @property
    def comparison(self) -> comparing.ReadingTable:
        """How readings are compared; of a game that says nothing else, by games at random."""
        from archipel.checks.readings.side_by_side import SideBySide

        return SideBySide(self)

    @property
    def consultation(self) -> Consultation[Any, Any, Any, Any]:
        """The game followed under all readings at once: what other programs have written is diagnosed by it."""
        from archipel.checks.readings.diagnose.consulting import Consultation

        return Consultation(self)

    def sides(self, given: Mapping[str, int], choice: Choice) -> Sides:
        """Both sides of a variant; nonsense is refused by the name of the number."""
        from archipel.checks.variants.variant_files import Sides

        if given:
            raise lacking(self, "variants with other numbers")
        return Sides(self.numbers, self.engine.by(self.engine.standard, choice))

    def spelled_out(self, given: Mapping[str, int], players: int | None) -> tuple[Mapping[str, int], int | None]:
        """Numbers as people give them, as numbers of the rules; and the number of players they ask about, if any."""
        return given, players

    @property
    def variant_games(self) -> VariantGames:
        raise lacking(self, "variants")

    # Judging other programs

    @property
    def reasons(self) -> Reasons:
        """Why moves and results are wrong, what answers questions, and how positions look."""
        from archipel.checks.judge.reasons import ClauseReasons

        return ClauseReasons(self.mapping)

    def conformance(self, choice: Choice) -> conformance_games.ConformanceGame:
        """The game by readings that a program is told."""
        from archipel.checks.judge.conformance.engine_game import announced

        return announced(self, choice)

    def given_positions(self, players: Sequence[int], seed: int) -> Iterable[conformance_games.Given]:
        """Positions in which a program is told to begin; if it says nothing, those of played games."""
        from archipel.checks.judge.conformance.exploring import played_positions

        return played_positions(self, players, seed)

    @property
    def vectors(self) -> GameVectors:
        """Its test vectors; if it says nothing, those that every game has."""
        from archipel.checks.judge.vectors.game_vectors import GameVectors

        return GameVectors(self)

    def fuzz_targets(self) -> Mapping[str, Callable[[], Target]]:
        """Everything that reads its formats."""
        from archipel.checks.judge.fuzzing.targets import targets_of

        return targets_of(self)

    def trace(self, record: bytes) -> Trace:
        """The trace of a recorded game; refuses a record that does not hold."""
        from archipel.checks.judge.traces.recorded import RecordedTrace

        return RecordedTrace(self).of(record)

    # Playing it many times

    @property
    def simulation(self) -> Simulation:
        """What is counted of games; of those that say nothing else, how they end."""
        from archipel.checks.simulate.game import Simulation

        return Simulation(self)

    @property
    def policies(self) -> Sequence[Policy[Any, Any]]:
        """Random players, some of them with strange aims."""
        from archipel.checks.simulate.policies import uniform

        return (uniform,)

    @property
    def mind(self) -> Mind | None:
        """A value function: how good actions look to whoever decides and sees his view; greedy bots play by it."""
        return None

    @property
    def benchmarks(self) -> GameBenchmarks:
        """What is measured of it; of a game that says nothing else, what can be measured of any."""
        from archipel.checks.simulate.benchmarks.game_rows import GameBenchmarks

        return GameBenchmarks(self)

    def learning(self, players: int) -> Learning:
        """The game as learning programs need it."""
        from archipel.checks.judge.adapters.learning import Learning

        return Learning(self, players)

    # What people are told and asked

    @property
    def catalogue(self) -> Catalogue:
        """Everything that people read about it, in every language."""
        from archipel.checks.explain.catalogue import PHRASES, Catalogue

        file = self.folder / "catalogue.toml"
        if not file.is_file():
            raise lacking(self, "catalogue (catalogue.toml)")
        return Catalogue(file, PHRASES)

    def names(self, lang: str, players: int) -> tuple[str, ...]:
        """A name for each seat, beginning with the seat's letter."""
        from archipel.checks.explain.catalogue import Speaker

        return tuple(Speaker(self.catalogue, lang).say("names").split()[:players])

    @property
    def explained(self) -> Explained[Any, Any]:
        """What its explanations are made of."""
        from archipel.checks.explain.explaining import explained_by_catalogue

        return explained_by_catalogue(self)

    def add_material(self, parser: ArgumentParser) -> None:
        """Options that say with which material a position was written; none if it is always the same."""
        return

    def files(self, arguments: Namespace) -> GameFiles:
        """What reads its positions and records, as those options say."""
        from archipel.checks.explain.recorded import GameFiles

        return GameFiles(self)

    @property
    def explaining(self) -> RecordExplaining:
        """Why something is so, clause by clause."""
        from archipel.checks.explain.recorded import RecordExplaining

        return RecordExplaining(self)

    @property
    def questions(self) -> Mapping[str, RuleQuestion]:
        """What people ask about its rules (``questions.toml``): inputs, the facts they fill, and what is asked."""
        from archipel.checks.explain.questions import declared_questions

        return declared_questions(self.folder / "questions.toml")

    @property
    def asking(self) -> CatalogueQuestions:
        """What people ask at the table."""
        from archipel.checks.explain.questions import CatalogueQuestions

        if not self.questions:
            raise lacking(self, "questions (command ask)")
        return CatalogueQuestions(self)

    @property
    def dealing(self) -> RecordedTables:
        """Games for people at a terminal."""
        from archipel.checks.explain.table.recorded_game import RecordedTables

        return RecordedTables(self)

    @property
    def showing(self) -> FactTables:
        """How positions are drawn; of a game that says nothing about it, as tables of facts."""
        from archipel.checks.explain.fact_tables import FactTables

        return FactTables(self)

    # Its printed rulebook

    @property
    def book(self) -> Parts | None:
        return None
