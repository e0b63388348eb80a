"""Prove what follows from the rules, check clauses and engine against each other, and say what was shown and how well.

Statuses: proved (a prover found no exception, in all positions), exhausted (every case was tried), sampled (so many
random cases were tried), refuted (a counterexample follows), undecided (time ran out, or a proof rests on what is not
proved). Never better than earned: what a proof rests on is proved too, also where it was not asked for.
A theorem that is stated because it is false must be refuted. Of a game with boards and options, the usual setting is
looked at and those that differ from it in one thing (with --deep, every combination), or only the one asked for. What
was found out before and has not changed since is taken from the cache.

examples:
  archipel prove                          everything, all numbers of players, both provers
  archipel prove --players 3              one number of players
  archipel prove --explain ID             a theorem: statement, notation, the clauses it really depends on
  archipel prove --bounds                 for which numbers theorems hold, and the first that breaks them
  archipel prove my_theorems.py           your own conjectures
  archipel prove --fresh --games 1000     nothing from the cache, and so many random games for each number of players
  archipel prove --variant my.toml        the theorems of a variant (see archipel what-if)
  archipel prove --on tcp://host:8786     on the workers of a Dask scheduler
  archipel prove --json                   for programs; exit code 1 if any outcome is not the expected one
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from archipel.checks.games.configuration import Configuration, GameSetting, by_setting, named_setting
from archipel.checks.games.protocol import Game
from archipel.checks.games.registry import game_called
from archipel.checks.proofs.kept.cache import Cache, default_folder
from archipel.checks.proofs.kept.foundations import Foundations
from archipel.checks.proofs.results import Result
from archipel.checks.proofs.run_checks import GAMES, SECONDS, find_out, report
from archipel.checks.support.arguments import add_json, add_language, add_variant, add_workers, whole, workers_of
from archipel.reference.strict_json import BadInput


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="files of your own conjectures (Python)")
    parser.add_argument("--only", metavar="ID", help="only what has an id, or a label, that begins with this")
    parser.add_argument("--players", type=whole, help="only this number of players")
    parser.add_argument("--explain", metavar="ID", help="explain one theorem instead")
    parser.add_argument("--bounds", action="store_true", help="find the range of each number a theorem rests on")
    parser.add_argument("--as-test", metavar="FILE", help="write the counterexamples found as a pytest file")
    parser.add_argument("--games", type=whole, default=GAMES, help="random games each (default: %(default)s)")
    parser.add_argument("--timeout", type=whole, default=SECONDS, help="seconds for one question to a prover")
    parser.add_argument("--deep", action="store_true", help="follow code and look for situations as far as that goes")
    parser.add_argument("--fresh", action="store_true", help="find everything out again, whatever was found out before")
    add_workers(parser)
    add_variant(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    game = game_called(arguments.game)
    if min(arguments.games, arguments.timeout) < 1:
        raise BadInput("--games and --timeout: expected at least 1")
    if arguments.variant is not None:
        return _of_a_variant(arguments)
    asked = _asked(game, arguments)
    for wanted, handler in _other_ways(arguments):
        if wanted:
            return handler(arguments)
    settings = [(named_setting(game, setting), players) for setting, players in asked.items()]
    results = [result for here, players in settings for result in found_out(here, players, arguments)]
    only = arguments.only or ""
    shown = [result for result in results if game.suite.matches(result.id, only)]
    if not shown:
        raise BadInput(f"--only: nothing for these players has an id that begins with {only!r}")
    return report(shown, arguments)


def _asked(game: Game, arguments: argparse.Namespace) -> Mapping[GameSetting, Sequence[int]]:
    """The settings to look at, each with numbers of players; only the game's own, if somebody asked for that."""
    own = [Configuration(count, game.setting) for count in game.players]
    every = own if arguments.configured else game.configurations(arguments.deep)
    counts = sorted({one.players for one in every})
    if arguments.players is not None and arguments.players not in counts:
        raise BadInput(f"--players: expected {counts[0]} to {counts[-1]}, found {arguments.players}")
    return by_setting(one for one in every if arguments.players in (None, one.players))


def found_out(game: Game, players: Sequence[int], arguments: argparse.Namespace) -> list[Result]:
    """What is found out about a game in its setting, which the results name."""
    cache = Cache(default_folder(), renew=arguments.fresh)
    only, milliseconds = arguments.only or "", 1000 * arguments.timeout
    foundations = Foundations.of(game.called, players, milliseconds, arguments.deep)
    checks = game.suite.checks(arguments.games, players, milliseconds, only, arguments.deep)
    results = find_out(checks, workers_of(arguments), cache, foundations)
    return [replace(result, setting=game.setting) for result in results]


def _other_ways(arguments: argparse.Namespace) -> list[tuple[bool, Callable[[argparse.Namespace], int]]]:
    """What else the command can be asked for; each is imported only when it is."""

    return [
        (bool(arguments.files), _conjectures),
        (arguments.explain is not None, _explanation),
        (arguments.bounds, _bounds),
    ]


def _conjectures(arguments: argparse.Namespace) -> int:
    from archipel.checks.proofs.conjectures import decide as conjecturing

    return conjecturing.run(arguments)


def _explanation(arguments: argparse.Namespace) -> int:
    from archipel.checks.proofs import explanation as explaining_theorems

    return explaining_theorems.run(arguments)


def _bounds(arguments: argparse.Namespace) -> int:
    from archipel.checks.proofs.numbers import bounds

    return bounds.run(arguments)


def _of_a_variant(arguments: argparse.Namespace) -> int:
    for wanted, _ in _other_ways(arguments):
        if wanted:
            raise BadInput("--variant: only theorems are proved of a variant, not files, --explain or --bounds")
    from archipel.checks.variants import variant_proofs

    return variant_proofs.run(arguments)
