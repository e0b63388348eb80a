"""Proofs: of theorems, of equivalence, and games in which clauses and engine are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

from archipel.checks.costa_ruana.agreement import game_number
from archipel.checks.costa_ruana.benchmarks.games import FOR_THREE, PLAYERS, variant_numbers
from archipel.checks.costa_ruana.comparing import ShownParting
from archipel.checks.costa_ruana.suite import SUITE
from archipel.checks.proofs.prover import TIMEOUT_MS
from archipel.checks.proofs.results import Check
from archipel.checks.readings.compare import compare
from archipel.checks.simulate.benchmarks.growth import GrowthRow, Load
from archipel.checks.support.parallel import afresh
from archipel.checks.variants.variant_files import Variant
from archipel.checks.variants.variant_proofs import about
from archipel.checks.variants.variant_proofs import checks as variant_checks
from archipel.reference.costa_ruana.rules import GAME, STANDARD
from archipel.spec.readings import Choice

ONLY = "play."
FEW = (2, 3, 4)
EQUIVALENT = {"priority": "lone-first"}
DIFFERENT = ({"shaman-tie": "self-last"}, {"shaman-tie": "self-first"})
SEARCHED = {"majority": "together"}
INTERFACES = ("z3", "cvc5.pythonic")


@contextmanager
def _questions() -> Iterator[list[int]]:
    """How long what provers are asked meanwhile is, question by question."""
    lengths: list[int] = []

    def counting(check: Callable[..., Any]) -> Callable[..., Any]:
        def checked(solver: Any, *assumptions: Any) -> Any:
            lengths.append(len(solver.sexpr()) + sum(len(assumed.sexpr()) for assumed in assumptions))
            return check(solver, *assumptions)

        return checked

    with ExitStack() as stack:
        for interface in INTERFACES:
            solver = import_module(interface).Solver
            stack.callback(setattr, solver, "check", solver.check)
            solver.check = counting(solver.check)
        yield lengths


def _proved(run: Callable[[], object]) -> Load:
    with _questions() as lengths:
        run()
    return Load(run, _squares(lengths))


def _squares(lengths: Sequence[int]) -> dict[str, float]:
    return {"questions' length²": sum(length**2 for length in lengths)}


PROVING = (
    "a proof without search goes over what a prover is told at most once for each thing it can conclude there, so it "
    "takes the square of its length at most; that provers need no search is no law, but what is measured"
)


def _run_all(found: Sequence[Check]) -> None:
    for check in found:
        check()


def _theorems(players: int) -> Load:
    found = SUITE.checks(1, [players], TIMEOUT_MS, ONLY)
    return _proved(partial(_run_all, [check for check in found if check.id.startswith("theory.")]))


def _theorems_of_variant(**numbers: int) -> Load:
    variant = Variant(GAME, given=tuple(numbers.items()))
    found = [about(variant, check, ONLY) for check in variant_checks(variant, [FOR_THREE], TIMEOUT_MS)]
    return _proved(partial(_run_all, [check for check in found if check is not None]))


def _with_islands(islands: int) -> Load:
    return _theorems_of_variant(**variant_numbers(islands))


def _compared_games(games: int) -> Load:
    def run() -> int:
        return sum(len(game_number(FOR_THREE, number).moves) for number in range(games))

    return Load(run, {"decisions": run()})


AGREEING = "every decision is asked of the clauses and of the engine once, and nothing is kept of games before"


SEARCHING = (
    f"{PROVING}. Then the smallest situation is played for in games at random: each decision takes comparing a few at "
    "most and measuring one situation at most, which has islands and seats, whatever was played before. How many "
    "decisions it takes until the situation comes up is chance, and bounded by the number of games only"
)


def _searched(players: int) -> Load:
    """Provers start afresh, so that the same situation is played for in each run: the one that was counted."""
    run = partial(afresh, partial(compare, GAME, SEARCHED, {}, [players]))
    with _questions() as lengths:
        witness = run().witness
    assert witness is not None and isinstance(witness.shown, ShownParting)
    searched = witness.shown.searched * (STANDARD.islands(players) + players)
    return Load(run, {**_squares(lengths), "decisions in search × (islands + players)": searched})


def _comparison(what: str, one: Choice, other: Choice, sizes: tuple[int, ...], because: str) -> GrowthRow:
    def load(players: int) -> Load:
        return _proved(lambda: compare(GAME, one, other, [players]))

    return GrowthRow(what, "players", sizes, load, because)


def rows() -> list[GrowthRow]:
    return [
        GrowthRow("prove", "players", FEW, _theorems, PROVING, more=tuple(PLAYERS)),
        GrowthRow("prove", "islands", (4, 6), _with_islands, PROVING, more=(8, 12)),
        GrowthRow("prove", "games", (2, 4, 8), _compared_games, AGREEING, more=(16, 32)),
        replace(_comparison("compare (equivalent)", EQUIVALENT, {}, FEW, PROVING), more=tuple(PLAYERS)),
        replace(_comparison("compare (different)", *DIFFERENT, (2, 3), PROVING), more=tuple(PLAYERS)),
        GrowthRow("compare (searched)", "players", (), _searched, SEARCHING, more=(3, 4, 5)),
    ]
