"""Mutants of the engine, and who notices them: games as the clauses know them, then the engine's own tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from archipel.checks.agreement.action_universe import some_near_misses
from archipel.checks.costa_ruana import mutation_replay, projection
from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.mutation_replay import KeptGame, ReplayedMoment
from archipel.checks.costa_ruana.policies import POLICIES
from archipel.checks.costa_ruana.questions import ranking
from archipel.checks.mutation.annotations import annotations_of
from archipel.checks.mutation.code import CodeMutant, code_mutants
from archipel.checks.mutation.hostile import AnnotatedProgram, Made, hostile_mutants
from archipel.checks.mutation.sandbox import Instead, forget, in_a_fork
from archipel.checks.simulate.policies import uniform
from archipel.reference import costa_ruana as engine
from archipel.spec.costa_ruana import NUMBERS
from archipel.spec.machine import Position

ENGINE = "archipel.reference.costa_ruana"
CHECKS = "archipel.checks.costa_ruana"

# The modules that carry rules; reading and writing files, and playing at random, are left out.
MODULES = (
    "actions",
    "checking",
    "collection",
    "conditions",
    "deck",
    "effects",
    "engine",
    "menus",
    "playing",
    "resolution",
    "rules",
    "scoring",
    "settling",
    "setup",
    "state",
    "succession",
    "views",
)

# The tests that are about a module, as file and words of their names; all others are about the course of the game.
ABOUT = {
    "actions": {
        "checks/test_mutation_edges.py": "action",
        "reference/test_engine_universe.py": "wrong_type or equality",
    },
    "checking": {
        "checks/test_mutation_edges.py": "position",
        "reference/test_engine_checking.py": "",
        "reference/test_engine_codec.py": "no_sense or overfull",
        "reference/test_engine_readings.py": "sense or told or waits or asked or first_offer or first_shaman",
        "checks/test_readings.py": "moved",
    },
    "deck": {
        "checks/test_mutation_edges.py": "deck or card",
        "checks/test_decks.py": "",
        "reference/test_engine_codec.py": "deck or cannot_be_read",
    },
    "rules": {
        "checks/test_mutation_edges.py": "rules",
        "checks/test_readings.py": "do_not_exist or at_once or by_reading or share_equally",
        "reference/test_engine_codec.py": "nonsense or cannot_be_dealt",
    },
    "setup": {
        "checks/test_mutation_edges.py": "setup or deck",
        "checks/test_readings.py": "at_once",
        "reference/test_engine_codec.py": "setups",
        "reference/test_engine_readings.py": "by_chance or first_shaman",
    },
    "state": {
        "checks/test_mutation_edges.py": "game or deck or setup",
        "reference/test_engine_codec.py": "cannot_be_dealt",
        "reference/test_engine_readings.py": "stay",
        "reference/test_engine_universe.py": "not listed",
    },
    "views": {"reference/test_engine_readings.py": "told", "reference/test_engine_view.py": ""},
}
COURSE = {
    "reference/test_engine_examples.py": "",
    "checks/test_mutation_edges.py": "game",
    "checks/test_readings.py": "at_once or alike or conflict or was_moved or nowhere",
    "reference/test_engine_readings.py": "not games_end and not accepted and not written and not schemas",
    "reference/test_engine_universe.py": "",
}

# What is left of `make test` for an engine that is wrong in rare positions: whole files, in this order, after the
# tests above. Another judge is another line here; a file that does not exist is left out.
THOROUGH = {
    "checks/test_round_trips.py": "",
    "checks/test_lockstep_variants.py": "",
    "checks/test_readings.py": "",
    "checks/test_engine_positions.py": "",
    "reference/test_engine_readings.py": "",
    "reference/test_engine_examples.py": "",
    "reference/test_engine_universe.py": "",
    "reference/test_engine_view.py": "",
    "reference/test_engine_checking.py": "",
    "reference/test_engine_codec.py": "",
    "checks/test_mutation_edges.py": "",
    "checks/test_decks.py": "",
    "checks/test_secrets.py": "",
    "checks/test_perft.py": "",
    "checks/test_lockstep.py": "",
}

# Modules no proof follows: they refuse nonsense, or show what somebody may see.
NOT_PROVED = ("actions", "checking", "deck", "rules", "setup", "views")

OPTIONS = (
    "-x",
    "-q",
    *("-p", "no:cacheprovider", "-p", "no:xdist"),
    "--hypothesis-profile=mutants",
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)

SECONDS = 90
PROVING_SECONDS = 900
TESTING_SECONDS = 900

# The modules that ask for the kept answers and know the engine.
ANSWERING = ("kept_answers", "kept_positions", "variant_rules")

# What the games that are kept stand for, and what the prover has done already.
PLAYED = ("agreement.games", "agreement.positions", "setup.unique")

PLAYERS = range(NUMBERS.min_players, NUMBERS.max_players + 1)


def engine_mutants() -> list[CodeMutant]:
    """Every mutant of the modules that carry rules."""
    return [mutant for name in MODULES for mutant in code_mutants(name, _file(name).read_text(encoding="utf-8"))]


@cache
def hostile(seed: int) -> Made:
    """Every hostile mutant of the modules that carry rules, drawn with a seed, and what was left out."""
    folder = _file("state").parent
    annotations = annotations_of({file.stem: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.py"))})
    program = AnnotatedProgram(annotations, "State", "Readings", tuple(_positions()))
    parts = [hostile_mutants(name, _file(name).read_text(encoding="utf-8"), program, seed) for name in MODULES]
    return Made([m for part in parts for m in part.mutants], [s for part in parts for s in part.skipped])


def _positions(games: int = 10) -> Iterator[engine.State]:
    """Positions of random games, to tell what is rare."""
    for players in PLAYERS:
        for seed in range(games):
            setup = engine.Setup.from_seed(players, seed)
            state = engine.new_game(setup)
            for action in engine.random_moves(setup, seed):
                state = state.apply_action(action)
                yield state


def hostile_noticed(mutant: CodeMutant) -> str:
    """Which check of `make prove` or `make test` notices the mutant, and how, after the kept answers have not."""
    if said := _tested_thoroughly(mutant):
        return said
    said = in_a_fork(lambda: _with_engine(mutant, lambda: _proved(mutant.module)), PROVING_SECONDS)
    return said if said.startswith("proof: ") else ""


def answered_otherwise(mutant: CodeMutant) -> str:
    """Which of the kept answers, all of which `make test` asks for, are others; asked first, as they take a second."""
    return in_a_fork(lambda: _answers(mutant), SECONDS)


def _answers(mutant: CodeMutant) -> str:
    """In a process of its own: only what reads positions and plays is imported again."""
    import sys

    forget(ENGINE, *[f"{CHECKS}.{name}" for name in ANSWERING])
    sys.meta_path.insert(0, Instead(f"{ENGINE}.{mutant.module}", str(_file(mutant.module)), mutant.source))
    try:
        answers: Any = import_module(f"{CHECKS}.kept_answers")
        said = next(answers.other_answers(), "")
    except Exception as error:
        said = f"{type(error).__name__} {' '.join(str(error).split())[:80]}"
    return f"answers: {said}" if said else ""


def _tested_thoroughly(mutant: CodeMutant) -> str:
    files = {name: words for name, words in THOROUGH.items() if (tests_folder() / name).exists()}
    return in_a_fork(lambda: _with_engine(mutant, lambda: _tested(files)), TESTING_SECONDS)


def _with_engine(mutant: CodeMutant, work: Callable[[], str]) -> str:
    """In a process of its own: what is found out with the changed engine."""
    import sys

    forget(ENGINE, CHECKS)
    sys.meta_path.insert(0, Instead(f"{ENGINE}.{mutant.module}", str(_file(mutant.module)), mutant.source))
    return work()


def _proved(module: str) -> str:
    """The first claim about engine and clauses that does not hold: by solver, by all cases, or by a sample."""
    suite: Any = import_module(f"{CHECKS}.suite")
    proofs: Any = import_module(f"{CHECKS}.engine_proofs")
    others = [check for check in suite.whole_checks(0, PLAYERS) if not check.id.startswith(PLAYED)]
    proved = [check for check in proofs.checks(PLAYERS) if check.arguments and _is_about(check.id, module)]
    checks = [*proved, *others]
    for check in sorted(checks, key=lambda check: (f".{module}." not in check.id, check.players)):
        try:
            wrong = [result for result in check() if not result.holds]
        except Exception as error:
            return f"proof: {check.id} with {check.players} players: {type(error).__name__}"
        if wrong:
            return f"proof: {check.id} with {check.players} players"
    return ""


def _is_about(proof: str, module: str) -> bool:
    """Whether a proof may follow the code of a module; solver-made positions follow all of it."""
    return module not in NOT_PROVED or proof.startswith("engine.positions")


def source_of(module: str) -> str:
    """A module as it is."""
    return _file(module).read_text(encoding="utf-8")


def _file(module: str) -> Path:
    return Path(str(engine.__file__)).parent / f"{module}.py"


def engine_noticed(mutant: CodeMutant) -> str:
    """Which check notices the mutant, and how; empty if none does."""
    kept = games()
    return in_a_fork(lambda: _judged(mutant, kept), SECONDS)


def prepare() -> None:
    """What every judge needs, loaded once; processes forked later share it."""
    for name in ("pytest", "hypothesis", "jsonschema"):
        import_module(name)


def healthy() -> str:
    """What the same judges say of the engine as it is: nothing. Modules with the same tests are asked of once."""
    one_of_each = {str(ABOUT.get(name, COURSE)): name for name in MODULES}.values()
    return next(filter(None, map(engine_noticed, map(_unchanged, one_of_each))), "")


def hostile_healthy() -> str:
    """What the kept answers and the tests that hostile mutants are put to say of the engine as it is: nothing."""
    unchanged = _unchanged(MODULES[0])
    return answered_otherwise(unchanged) or _tested_thoroughly(unchanged)


def _unchanged(module: str) -> CodeMutant:
    return CodeMutant(module, "", "", "", source_of(module))


def _judged(mutant: CodeMutant, kept: Sequence[KeptGame]) -> str:
    """In a process of its own: import the changed engine and everything that rests on it, then look."""
    import sys

    forget(ENGINE, CHECKS)
    name = f"{ENGINE}.{mutant.module}"
    sys.meta_path.insert(0, Instead(name, str(_file(mutant.module)), mutant.source))
    try:
        replay: Any = import_module(f"{CHECKS}.mutation_replay")
        said = next((said for game in kept for said in replay.differences(game) if said), "")
    except Exception as error:
        said = f"{type(error).__name__} {' '.join(str(error).split())[:80]}"
    return f"games: {said}" if said else _tested(ABOUT.get(mutant.module, COURSE))


def _tested(about: Mapping[str, str]) -> str:
    """The first test that fails."""
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
    os.chdir(tests_folder().parent)
    first = First()
    with tempfile.TemporaryDirectory() as scratch:
        for file, words in about.items():
            chosen = [*(["-k", words] if words else []), f"--basetemp={scratch}/tests", str(tests_folder() / file)]
            code = pytest.main([*OPTIONS, *chosen], plugins=[first])
            if first.failed:
                return f"test: {first.failed}"
            if code != pytest.ExitCode.OK:
                raise RuntimeError(f"{file} ended with {code!r}")
    return ""


def tests_folder() -> Path:
    """Where the tests are, in a checkout of the project."""
    return Path(str(import_module("archipel.checks").__file__)).parents[3] / "tests"


# The games


@cache
def games(number: int = len(POLICIES), positions: int = 12) -> tuple[KeptGame, ...]:
    """Games and rests of rounds as the clauses have them, short ones first."""
    kept = [_kept(players, seed, opening=False) for players in PLAYERS for seed in range(positions)]
    kept += [_kept(players, seed, opening=True) for players in PLAYERS for seed in range(number)]
    return tuple(kept)


def _kept(players: int, seed: int, opening: bool) -> KeptGame:
    chance = Random(seed)
    game = Lockstep(engine.Setup.from_seed(players, seed) if opening else mutation_replay.begun(players, seed, False))
    policy = POLICIES[seed % len(POLICIES)] if opening else uniform
    moments: list[ReplayedMoment] = []
    start = game.state.round
    while True:
        actions = game.legal()
        going_on = bool(actions) and (opening or (game.state.round == start and _resolved_later(game.state)))
        action = policy(game.state, actions, chance) if going_on else None
        moments.append(_moment(game, action, len(moments) % 3 == 0 or not actions, chance))
        if action is None:
            break
        game.play(action)
    return KeptGame(players, seed, opening, tuple(moments), _result(game.position, players) if opening else None)


def _resolved_later(state: engine.State) -> bool:
    return state.phase is not engine.Phase.OFFER


def _moment(game: Lockstep, action: engine.Action | None, with_refused: bool, chance: Random) -> ReplayedMoment:
    facts = {name: game.position.values[name] for name in projection.facts(game.state)}
    allowed = frozenset(mutation_replay.plain(legal) for legal in game.state.legal_actions())
    misses = some_near_misses(projection.MAPPING, game.position, chance) if with_refused else ()
    refused = tuple(mutation_replay.plain(action) for action in misses)
    return ReplayedMoment(facts, allowed, refused, None if action is None else mutation_replay.plain(action))


def _result(position: Position, players: int) -> tuple[Any, ...]:
    seats = range(players)
    points = tuple(position.evaluate("points", seat) for seat in seats)
    winners = tuple(seat for seat in seats if position.evaluate("wins", seat))
    return points, tuple(map(tuple, ranking(position, seats))), winners
