"""What a game provides: one typed interface (a structural ``Protocol``), from which every command is made.

A package exports ``GAME: Game``. What a member needs is imported when the member is asked for, never before: commands
that answer at once load no solver and no engine. A member says by its type what it is for; the types stand beside the
code that uses them. Nothing here knows any game.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from archipel.checks.agreement.mapping import EngineMapping
    from archipel.checks.cli.command_line import Command
    from archipel.checks.games.engine import GameEngine
    from archipel.checks.judge.adapters.learning import Learning
    from archipel.checks.judge.conformance import games as conformance_games
    from archipel.checks.judge.fuzzing.running import Target
    from archipel.checks.judge.game import Reasons
    from archipel.checks.judge.traces.itf import Trace
    from archipel.checks.judge.vectors.writing import Source
    from archipel.checks.mutation.report import Judges
    from archipel.checks.proofs import prover as proving
    from archipel.checks.proofs.conjectures import decide as conjecturing
    from archipel.checks.proofs.results import Lemmas, Suite
    from archipel.checks.readings import compare as comparing
    from archipel.checks.readings.diagnose.questioning import Questioner
    from archipel.checks.readings.diagnose.replaying import Recollection
    from archipel.checks.readings.settlement import Settling
    from archipel.checks.rulebook.parts import Parts, WorkedExample
    from archipel.checks.simulate.benchmarks.growth import Measured
    from archipel.checks.simulate.bots import Mind
    from archipel.checks.simulate.game import Simulation
    from archipel.checks.simulate.policies import Policy
    from archipel.checks.variants.theorem_impact import VariantGames
    from archipel.checks.variants.variant_files import Numbers, Sides
    from archipel.spec.clauses import Rulebook
    from archipel.spec.readings import Choice, Readings
    from archipel.spec.theorems import Theory


class Packages(NamedTuple):
    """Where a game is written down: its clauses, its engine and its checks, as names of packages."""

    spec: str
    reference: str
    checks: str


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
    @abstractmethod
    def players(self) -> Sequence[int]:
        """The numbers of players it is for, from the fewest on."""

    @property
    @abstractmethod
    def rules_version(self) -> str:
        """The version of its rules that records name."""

    @property
    @abstractmethod
    def packages(self) -> Packages: ...

    @property
    @abstractmethod
    def folder(self) -> Path:
        """Where what is kept about it lies: hints, reports, handwritten mutants."""

    @property
    @abstractmethod
    def samples(self) -> Mapping[str, str]:
        """Examples for the help of commands, a line each, by command; those under ``""`` are for beginners."""

    # Its rules, from ``archipel.spec``

    @property
    @abstractmethod
    def rulebook(self) -> Rulebook: ...

    @property
    @abstractmethod
    def numbers(self) -> Numbers:
        """The numbers that are printed in the rulebook."""

    @property
    @abstractmethod
    def readings(self) -> Readings: ...

    @property
    @abstractmethod
    def sources(self) -> Mapping[str, str]:
        """What the reasons for readings cite."""

    @property
    @abstractmethod
    def theory(self) -> Theory: ...

    # Its engine, from ``archipel.reference``

    @property
    @abstractmethod
    def engine(self) -> GameEngine[Any, Any, Any, Any]: ...

    @property
    @abstractmethod
    def mapping(self) -> EngineMapping[Any, Any, Any, Any]:
        """Its clauses and its engine, told in terms of one another."""

    # What is found out about it

    @property
    @abstractmethod
    def proofs(self) -> proving.Game:
        """The game as its proofs see it."""

    @property
    @abstractmethod
    def proof_code(self) -> Sequence[str]:
        """The modules that proofs depend on besides those of the kit."""

    @property
    @abstractmethod
    def suite(self) -> Suite: ...

    @abstractmethod
    def quick_check(self) -> int:
        """A short form of the suite that stops at the first thing it notices; the value is an exit code."""

    @property
    @abstractmethod
    def conjectures(self) -> conjecturing.Games: ...

    @property
    @abstractmethod
    def examples(self) -> Mapping[str, WorkedExample]:
        """The worked examples of the rulebook, by id."""

    @property
    @abstractmethod
    def mutation(self) -> Judges: ...

    @property
    def lemmas(self) -> Lemmas | None:
        """What is proved about single functions of the engine."""
        return None

    # Its readings and variants

    @property
    @abstractmethod
    def comparison(self) -> comparing.Table: ...

    @property
    @abstractmethod
    def settling(self) -> Settling: ...

    @property
    @abstractmethod
    def recollection(self) -> Recollection:
        """What other programs have written about it, ready to be diagnosed."""

    @property
    @abstractmethod
    def questioner(self) -> Questioner:
        """What to ask another program next."""

    @abstractmethod
    def sides(self, given: Mapping[str, int], choice: Choice) -> Sides:
        """Both sides of a variant; nonsense is refused by the name of the number."""

    @abstractmethod
    def spelled_out(self, given: Mapping[str, int], players: int | None) -> tuple[Mapping[str, int], int | None]:
        """Numbers as people give them, as numbers of the rules; and the number of players they ask about, if any."""

    @property
    @abstractmethod
    def variant_games(self) -> VariantGames: ...

    # Judging other programs

    @property
    @abstractmethod
    def reasons(self) -> Reasons:
        """Why moves and results are wrong, what answers questions, and how positions look."""

    def conformance(self, choice: Choice) -> conformance_games.Game:
        """The game by readings that a program is told."""
        from archipel.checks.judge.conformance.engine_game import announced

        return announced(self, choice)

    def given_positions(self, players: Sequence[int], seed: int) -> Iterable[conformance_games.Given]:
        """Positions in which a program is told to begin."""
        return ()

    @property
    def vectors(self) -> Source:
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
    @abstractmethod
    def benchmarks(self) -> Measured: ...

    def learning(self, players: int) -> Learning:
        """The game as learning programs need it."""
        from archipel.checks.judge.adapters.learning import Learning

        return Learning(self, players)

    # Its own commands

    @property
    @abstractmethod
    def ask(self) -> Command: ...

    @property
    @abstractmethod
    def explain(self) -> Command: ...

    @property
    @abstractmethod
    def play(self) -> Command: ...

    @property
    @abstractmethod
    def show(self) -> Command: ...

    @property
    @abstractmethod
    def schema(self) -> Command: ...

    # Its printed rulebook

    @property
    def book(self) -> Parts | None:
        return None
