"""Who notices mutants of an engine: games as the clauses know them, then the engine's own tests, answers and proofs.

``mutation.toml`` of a game says which modules carry rules, and which tests are about which of them.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from archipel.checks.games.protocol import lacking
from archipel.checks.games.registry import LOADED
from archipel.checks.mutation.corpus import BehaviourRecorder
from archipel.checks.mutation.engine.annotations import annotations_of
from archipel.checks.mutation.engine.code import CodeMutant, code_mutants
from archipel.checks.mutation.engine.hostile import AnnotatedProgram, Made, hostile_mutants
from archipel.checks.mutation.engine.replay import GameReplay, KeptGame
from archipel.checks.mutation.engine.sandbox import Instead, forget, in_a_fork
from archipel.checks.proofs.results import Check

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

OPTIONS = (
    "-x",
    "-q",
    *("-p", "no:cacheprovider", "-p", "no:xdist"),
    "--hypothesis-profile=mutants",
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
FILE = "mutation.toml"
SECONDS, ANSWERING_SECONDS, PROVING_SECONDS, TESTING_SECONDS = 90, 300, 900, 900
GAMES = 10
"""So many random games for each number of players tell what is rare."""


class EngineJudges:
    """The judges of one game's engine, by what its file says."""

    def __init__(self, recorder: BehaviourRecorder) -> None:
        self.recorder, self.game = recorder, recorder.game
        self.replay = GameReplay(recorder)
        file = self.game.folder / FILE
        if not file.is_file():
            raise lacking(self.game, f"list of the modules of its engine that carry rules ({FILE})")
        told = tomllib.loads(file.read_text(encoding="utf-8"))
        self.modules: Sequence[str] = told["modules"]
        self.state, self.readings = told["classes"]
        self.about: Mapping[str, Mapping[str, str]] = told.get("about", {})
        self.course: Mapping[str, str] = told.get("course", {})
        self.thorough: Sequence[str] = told.get("thorough", ())
        self.answering: Sequence[str] = told.get("answering", ())

    def claims(self, module: str) -> Sequence[Check]:
        """What is claimed of the engine and may follow the code of a module: the last thing a mutant is put to."""
        return self.game.suite.checks(1)

    # The modules

    @cached_property
    def package(self) -> str:
        """The package whose modules are changed."""
        reference = self.game.packages.reference
        spec = find_spec(reference)
        return reference if spec is not None and spec.submodule_search_locations else reference.rpartition(".")[0]

    def file(self, module: str) -> Path:
        spec = find_spec(f"{self.package}.{module}")
        assert spec is not None and spec.origin is not None
        return Path(spec.origin)

    def source(self, module: str) -> str:
        """A module as it is."""
        return self.file(module).read_text(encoding="utf-8")

    def mutants(self) -> list[CodeMutant]:
        """Every mutant of the modules that carry rules."""
        return [mutant for name in self.modules for mutant in code_mutants(name, self.source(name))]

    @cached_property
    def hostile(self) -> Callable[[int], Made]:
        """Every hostile mutant of these modules, drawn with a seed, and what was left out."""
        return cache(self._hostile)

    def _hostile(self, seed: int) -> Made:
        is_whole = self.package == self.game.packages.reference
        files = sorted(self.file(self.modules[0]).parent.glob("*.py")) if is_whole else map(self.file, self.modules)
        annotations = annotations_of({file.stem: file.read_text(encoding="utf-8") for file in files})
        program = AnnotatedProgram(annotations, self.state, self.readings, tuple(self._positions()))
        parts = [hostile_mutants(name, self.source(name), program, seed) for name in self.modules]
        return Made([m for part in parts for m in part.mutants], [s for part in parts for s in part.skipped])

    def _positions(self) -> Iterator[Any]:
        """Positions of random games, to tell what is rare."""
        engine, terms = self.game.engine, self.game.engine.standard
        for players, seed in product(self.game.players, range(GAMES)):
            state, chance = engine.new_game(engine.setup_from_seed(players, seed, terms), terms), Random(seed).random
            while menu := engine.legal_actions(state):
                state = engine.apply_action(state, menu[int(chance() * len(menu))])
                yield state

    # Who notices

    @cached_property
    def games(self) -> tuple[KeptGame, ...]:
        return self.replay.games(len(self.game.policies))

    def noticed(self, mutant: CodeMutant) -> str:
        """Which check notices the mutant, and how; empty if none does."""
        kept = self.games
        return in_a_fork(lambda: self._judged(mutant, kept), SECONDS)

    def answered_otherwise(self, mutant: CodeMutant) -> str:
        """Which of the kept answers, all of which `make test` asks for, are others; asked first, as it is quick."""
        return in_a_fork(lambda: self._answers(mutant), ANSWERING_SECONDS) if self.answering else ""

    def hostile_noticed(self, mutant: CodeMutant) -> str:
        """Which check of `make prove` or `make test` notices the mutant, after the kept answers have not."""
        if said := self.tested_thoroughly(mutant):
            return said
        said = in_a_fork(lambda: self._with_engine(mutant)._proved(mutant.module), PROVING_SECONDS)
        return said if said.startswith("proof: ") else ""

    def tested_thoroughly(self, mutant: CodeMutant) -> str:
        files = {name: "" for name in self.thorough if (folder_of_tests() / name).exists()}
        return in_a_fork(lambda: self._with_engine(mutant)._tested(files), TESTING_SECONDS)

    def _with_engine(self, mutant: CodeMutant, *names: str) -> EngineJudges:
        """In a process of its own: the judges of the game that has the changed engine, with all or some modules new."""
        packages, where = self.game.packages, type(self.game).__module__
        changed = Instead(f"{self.package}.{mutant.module}", str(self.file(mutant.module)), mutant.source)
        forget(packages.reference, *(names or (packages.checks, where)))
        sys.meta_path.insert(0, changed)
        if names:
            return self
        game: Game = import_module(where).GAME
        LOADED[game.name] = game
        judges = game.mutation
        assert isinstance(judges.engine, EngineJudges)
        return judges.engine

    def _judged(self, mutant: CodeMutant, kept: Sequence[KeptGame]) -> str:
        """In a process of its own: import the changed engine and everything that rests on it, then look."""
        judges = self
        try:
            judges = self._with_engine(mutant)
            said = next((said for game in kept for said in judges.replay.differences(game) if said), "")
        except Exception as error:
            said = f"{type(error).__name__} {' '.join(str(error).split())[:80]}"
        return f"games: {said}" if said else judges._tested(self.about.get(mutant.module, self.course))

    def _answers(self, mutant: CodeMutant) -> str:
        """In a process of its own: only what reads positions and plays is imported again."""
        names = [f"{self.game.packages.checks}.{name}" for name in self.answering]
        try:
            self._with_engine(mutant, *names)
            answers: Any = import_module(names[0])
            said = next(answers.other_answers(), "")
        except Exception as error:
            said = f"{type(error).__name__} {' '.join(str(error).split())[:80]}"
        return f"answers: {said}" if said else ""

    def _proved(self, module: str) -> str:
        """The first claim about engine and clauses that does not hold: by solver, by all cases, or by a sample."""
        for check in sorted(self.claims(module), key=lambda check: (f".{module}." not in check.id, check.players)):
            try:
                wrong = [result for result in check() if not result.holds]
            except Exception as error:
                return f"proof: {check.id} with {check.players} players: {type(error).__name__}"
            if wrong:
                return f"proof: {check.id} with {check.players} players"
        return ""

    def _tested(self, about: Mapping[str, str]) -> str:
        """The first test that fails."""
        return first_failing(about) if about else ""

    # The judges themselves

    def healthy(self) -> str:
        """What the same judges say of the engine as it is: nothing. Modules with the same tests are asked of once."""
        one_of_each = {str(self.about.get(name, self.course)): name for name in self.modules}.values()
        return next(filter(None, map(self.noticed, map(self._unchanged, one_of_each))), "")

    def hostile_healthy(self, quick: bool = False) -> str:
        """What the kept answers and the tests that hostile mutants are put to say of the engine as it is: nothing."""
        unchanged = self._unchanged(self.modules[0])
        return self.answered_otherwise(unchanged) or ("" if quick else self.tested_thoroughly(unchanged))

    def _unchanged(self, module: str) -> CodeMutant:
        return CodeMutant(module, "", "", "", self.source(module))


def prepare() -> None:
    """What every judge needs, loaded once; processes forked later share it."""
    for name in ("pytest", "hypothesis", "jsonschema"):
        import_module(name)


def folder_of_tests() -> Path:
    """Where the tests are, in a checkout of the project."""
    return Path(str(import_module("archipel.checks").__file__)).parents[3] / "tests"


def first_failing(about: Mapping[str, str]) -> str:
    """The first test that fails, of these files and of the tests in them that are called so."""
    import pytest
    from hypothesis import settings

    class First:
        failed = ""

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed and not self.failed:
                self.failed = report.nodeid.rpartition("/")[2]

        def pytest_collectreport(self, report: pytest.CollectReport) -> None:
            if report.failed and not self.failed:
                self.failed = f"{report.nodeid} cannot be loaded"

    settings.register_profile("mutants", derandomize=True, database=None, deadline=None)
    settings.load_profile("mutants")
    os.chdir(folder_of_tests().parent)
    first = First()
    with tempfile.TemporaryDirectory() as scratch:
        for file, words in about.items():
            chosen = [*(["-k", words] if words else []), f"--basetemp={scratch}/tests", str(folder_of_tests() / file)]
            code = pytest.main([*OPTIONS, *chosen], plugins=[first])
            if first.failed:
                return f"test: {first.failed}"
            if code != pytest.ExitCode.OK:
                raise RuntimeError(f"{file} ended with {code!r}")
    return ""
