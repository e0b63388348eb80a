"""Play many games with bots and say what they were like: points, seats, rounds, lengths, and when clauses decide.

The same --seed gives the same result, on any number of cores and on a cluster. Every share has an interval, and a
difference that so many games cannot tell from chance is marked as such. With one name after --bots all players are of
that strength; with one for each player, everybody sits one seat further in each game, so that strength and seat are
not confused.

examples:
  archipel simulate --players 4 --games 100000          by random players
  archipel simulate --players 3 --bots greedy           by better ones
  archipel simulate --bots greedy,random,random,random  who wins?
  archipel simulate --variant my.toml --games 10000     by other numbers or readings (see archipel what-if)
  archipel simulate --out games.csv                     one row for each game; .parquet too
  archipel simulate --plot games.svg --lang fr          pictures; in French
  archipel simulate --record 7                          game 7 itself, as a file to replay
  archipel simulate --fingerprint                       what other programs can compare themselves with
  archipel simulate --compare mine.json                 compare one: exit code 0 if nothing is wrong, 1 if it differs
"""

from __future__ import annotations

import argparse
import json
from contextlib import nullcontext

from archipel.checks.games.registry import game_called
from archipel.checks.simulate.chance import MOST_SEED
from archipel.checks.simulate.fingerprints import GAMES as PUBLISHED_GAMES
from archipel.checks.simulate.fingerprints import fingerprint, parsed, published
from archipel.checks.simulate.game import RANDOM, SimulationTask, checked
from archipel.checks.simulate.likeness import compared_with
from archipel.checks.simulate.reports.plotting import plot
from archipel.checks.simulate.reports.report import SimulationReport
from archipel.checks.simulate.reports.rows import check_table, table
from archipel.checks.simulate.reports.telling import Teller
from archipel.checks.simulate.running import columns, simulated
from archipel.checks.support.arguments import add_json, add_language, add_variant, add_workers, whole, workers_of
from archipel.checks.support.files import check_writable, read_input, said_of, write_whole
from archipel.checks.variants.variant_files import variant_in
from archipel.reference.strict_json import BadInput, canonical

PLAYERS = 4
GAMES = 1000
SEED = 1
MOST_GAMES = 10**9
MEANINGLESS = {
    "record": ("games", "out", "plot"),
    "fingerprint": ("bots", "out", "plot"),
    "compare": ("players", "games", "seed", "bots", "out", "plot"),
}
"""What may not be said together with each thing that can be asked for instead of a simulation."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=whole, metavar="N", help=f"how many players (default: {PLAYERS})")
    parser.add_argument("--games", type=whole, metavar="N", help=f"how many games (default: {GAMES})")
    parser.add_argument("--seed", type=whole, metavar="S", help=f"other games (default: {SEED})")
    strengths = ", ".join(game_called(parser.get_default("game")).simulation.strengths)
    help = f"one strength for all, or one for each player: {strengths} (default: {RANDOM})"
    parser.add_argument("--bots", metavar="NAMES", help=help)
    parser.add_argument("--out", metavar="FILE", help="write one row for each game to this .csv or .parquet file")
    parser.add_argument("--plot", metavar="FILE", help="draw the result into this .svg file")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--record", type=whole, metavar="NUMBER", help="print this game of the run instead")
    instead.add_argument("--fingerprint", action="store_true", help="print a fingerprint instead (see the manual)")
    instead.add_argument("--compare", metavar="FILE", help="compare a fingerprint with ours instead")
    add_variant(parser)
    add_workers(parser)
    add_json(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    _check(arguments)
    if arguments.compare is not None:
        return _compare(arguments)
    if arguments.fingerprint:
        return _fingerprint(arguments)
    task = _task(arguments)
    if arguments.record is not None:
        print(game_called(arguments.game).simulation.record(task, arguments.record), end="")
        return 0
    return _simulate(arguments, task)


def _check(arguments: argparse.Namespace) -> None:
    """Refuse what makes no sense, before any game is played."""
    for name, low, high in (("games", 1, MOST_GAMES), ("seed", 0, MOST_SEED), ("record", 0, MOST_GAMES)):
        value = getattr(arguments, name)
        if value is not None and not low <= value <= high:
            raise BadInput(f"--{name}: expected {low} to {high}, found {value}")
    for instead, names in MEANINGLESS.items():
        given = [name for name in names if getattr(arguments, name) is not None]
        asked = getattr(arguments, instead)
        if given and asked is not None and asked is not False:
            raise BadInput(f"--{given[0]}: has no meaning with --{instead}")
    if arguments.out is not None:
        check_table(arguments.out)
    if arguments.plot is not None:
        if not arguments.plot.endswith(".svg"):
            raise BadInput(f"--plot: expected a file called .svg, found {arguments.plot!a}")
        check_writable(arguments.plot)


def _task(arguments: argparse.Namespace) -> SimulationTask:
    players = PLAYERS if arguments.players is None else arguments.players
    bots = tuple((RANDOM if arguments.bots is None else arguments.bots).split(","))
    return checked(SimulationTask(variant_in(arguments), players, _seed(arguments), bots))


def _seed(arguments: argparse.Namespace) -> int:
    return SEED if arguments.seed is None else int(arguments.seed)


def _simulate(arguments: argparse.Namespace, task: SimulationTask) -> int:
    games, workers = arguments.games or GAMES, workers_of(arguments)
    kept = nullcontext() if arguments.out is None else table(arguments.out, columns(task))
    with kept as keep:
        tally = simulated(task, games, workers, keep)
    report = SimulationReport(task, tally)
    if arguments.plot is not None:
        write_whole(arguments.plot, plot(report, arguments.lang))
    if arguments.json:
        print(json.dumps(report.as_json(), indent=1))
    else:
        print("\n".join(Teller(report, arguments.lang).lines()))
    return 0


def _fingerprint(arguments: argparse.Namespace) -> int:
    """The published one, unless another is asked for."""
    asked = (arguments.games, arguments.seed, arguments.players, arguments.variant)
    if all(value is None for value in asked):
        print(canonical(published(arguments.game)), end="")
        return 0
    variant, games = variant_in(arguments), arguments.games or PUBLISHED_GAMES
    players = list(variant.players) if arguments.players is None else [arguments.players]
    tasks = [checked(SimulationTask(variant, number, _seed(arguments), (RANDOM,))) for number in players]
    print(canonical(fingerprint(tasks, games, workers_of(arguments))), end="")
    return 0


def _compare(arguments: argparse.Namespace) -> int:
    with said_of("--compare"):
        theirs = parsed(read_input(arguments.compare), variant_in(arguments))
    found = compared_with(theirs, variant_in(arguments), workers_of(arguments))
    print(json.dumps(found.as_json(), indent=1) if arguments.json else "\n".join(found.lines(arguments.lang)))
    return 0 if found.alike else 1
