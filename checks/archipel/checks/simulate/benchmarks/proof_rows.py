"""How proofs grow: of theorems, of readings that are compared, and games in which clauses and engine are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from archipel.checks.agreement.lockstep import Campaign
from archipel.checks.proofs.prover import TIMEOUT_MS
from archipel.checks.readings.compare import compare
from archipel.checks.simulate.benchmarks.growth import GrowthRow, Load
from archipel.checks.support.parallel import afresh
from archipel.checks.variants.variant_files import Variant
from archipel.checks.variants.variant_proofs import about
from archipel.checks.variants.variant_proofs import checks as variant_checks
from archipel.spec.readings import Choice

if TYPE_CHECKING:
    from archipel.checks.simulate.benchmarks.game_rows import GameBenchmarks

INTERFACES = ("z3", "cvc5.pythonic")

PROVING = (
    "a proof without search goes over what a prover is told at most once for each thing it can conclude there, so it "
    "takes the square of its length at most; that provers need no search is no law, but what is measured"
)
AGREEING = "every decision is asked of the clauses and of the engine once, and nothing is kept of games before"
SEARCHING = (
    f"{PROVING}. Then the smallest situation is played for in games at random: each decision takes comparing a few at "
    "most and measuring one situation at most, whatever was played before. How many decisions it takes until the "
    "situation comes up is chance, and bounded by the number of games only"
)


@dataclass(frozen=True)
class ComparedReadings:
    """Readings whose comparison is measured: one that is equivalent to ours, two that differ, and one that only a
    search for a game tells from ours; ``size`` is how large a situation is with so many players."""

    equivalent: Choice
    different: tuple[Choice, Choice]
    searched: Choice
    size: Callable[[int], int]
    unit: str


@contextmanager
def asked_questions() -> Iterator[list[int]]:
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
    with asked_questions() as lengths:
        run()
    return Load(run, _squares(lengths))


def _squares(lengths: Sequence[int]) -> dict[str, float]:
    return {"questions' length²": sum(length**2 for length in lengths)}


def proof_rows(table: GameBenchmarks) -> Iterator[GrowthRow]:
    """The rows of a game."""
    game, share = table.game, table.proof_share
    players = tuple(game.players)

    def theorems(count: int) -> Load:
        found = [check for check in game.suite.checks(1, [count], TIMEOUT_MS, share) if check.id.startswith("theory.")]
        return _proved(lambda: [check() for check in found])

    def of_variant(variant: Variant, count: int) -> Load:
        checks = [about(variant, check, share) for check in variant_checks(variant, [count], TIMEOUT_MS)]
        return _proved(lambda: [check() for check in checks if check is not None])

    def agreeing(games: int) -> Load:
        campaign = Campaign(game.mapping, game.policies)

        def run() -> int:
            return sum(len(campaign.number(table.few, number).moves) for number in range(games))

        return Load(run, {"decisions": run()})

    yield GrowthRow("prove", "players", players[:3], theorems, PROVING, more=players)
    for axis in table.axes:
        if axis.proved:

            def load(size: int, axis: Any = axis) -> Load:
                return of_variant(table.variant(axis, size), axis.players)

            yield GrowthRow("prove", axis.name, axis.proved, load, PROVING, more=axis.more)
    yield GrowthRow("prove", "games", (2, 4, 8), agreeing, AGREEING, more=(16, 32))
    if table.compared is not None:
        yield from _compared_rows(game.called, table.compared, players)


def _compared_rows(game: str, readings: ComparedReadings, players: tuple[int, ...]) -> Iterator[GrowthRow]:
    def comparison(one: Choice, other: Choice, count: int) -> Load:
        return _proved(lambda: compare(game, one, other, [count]))

    def searched(count: int) -> Load:
        """Provers start afresh, so that the same situation is played for in each run: the one that was counted."""
        run = partial(afresh, partial(compare, game, readings.searched, {}, [count]))
        with asked_questions() as lengths:
            witness = run().witness
        assert witness is not None
        looked_at = witness.shown.searched * readings.size(count)
        return Load(run, {**_squares(lengths), f"decisions in search × {readings.unit}": looked_at})

    equivalent, different = partial(comparison, readings.equivalent, {}), partial(comparison, *readings.different)
    yield GrowthRow("compare (equivalent)", "players", players[:3], equivalent, PROVING, more=players)
    yield GrowthRow("compare (different)", "players", players[:2], different, PROVING, more=players)
    yield GrowthRow("compare (searched)", "players", (), searched, SEARCHING, more=players[1:4])
