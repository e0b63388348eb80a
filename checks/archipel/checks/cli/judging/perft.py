"""Count sequences of decisions to a depth, and the different positions they reach: numbers to test an engine with.

A sequence has exactly so many decisions; games that end earlier are not counted. Two engines that count alike offer the
same decisions; where they do not, --divide says behind which first decision to look further. Counting begins in the
opening that a seed deals, or in a recorded game or position.

examples:
  archipel perft --players 4 --depth 5             from the opening that seed 0 deals
  archipel perft --players 4 --seed 7 --depth 5    from another
  archipel perft --record game.json --after 30     after 30 decisions of a recorded game (or in a position, as JSON)
  archipel perft --depth 4 --divide                apart for each first decision
  archipel perft --depth 4 --digest                with a digest of the positions at each depth (as in vectors)
  archipel perft --depth 7 -j 8 --json             on eight cores, for programs

Both numbers are exact, and the same on any number of cores: positions are told apart by all that they consist of. They
are held in memory while they are counted, some 300 bytes for each position of a depth; --positions is the limit.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

from archipel.checks.judge.game import Data, Judge, Refused, State, judge_of, positions
from archipel.checks.judge.perft.parallel_count import Counted, PerftCount
from archipel.checks.judge.wording import say
from archipel.checks.support.arguments import add_json, add_language, add_workers, whole, workers_of
from archipel.checks.support.files import read_input, said_of
from archipel.reference.strict_json import BadInput, Field, canonical, parse

DEEPEST = 100
POSITIONS, MOST_POSITIONS = 5_000_000, 1_000_000_000
WIDTH = 14


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--depth", type=whole, default=3, metavar="N", help="so many decisions (default: %(default)s)")
    parser.add_argument("--players", type=whole, metavar="N", help="how many play (default: as few as can)")
    parser.add_argument("--seed", type=whole, metavar="N", help="deals the opening (default: 0)")
    parser.add_argument("--record", metavar="FILE", help="begin in a recorded game or position; - for standard input")
    help = "of a recorded game: after so many of its decisions (default: all)"
    parser.add_argument("--after", type=whole, metavar="K", help=help)
    parser.add_argument("--divide", action="store_true", help="count apart for each first decision")
    parser.add_argument("--digest", action="store_true", help="with a digest of the positions at each depth")
    help = "hold at most so many positions of one depth (default: %(default)s)"
    parser.add_argument("--positions", type=whole, default=POSITIONS, metavar="N", help=help)
    add_workers(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    _check(arguments)
    judge = judge_of(arguments.game)
    start = canonical(judge.state_data(_start(judge, arguments)))
    count = PerftCount(arguments.game, start, arguments.positions, workers_of(arguments))
    if arguments.divide:
        _divided(count, arguments)
    else:
        _counted(count, arguments)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    least = 1 if arguments.divide else 0
    if not least <= arguments.depth <= DEEPEST:
        raise BadInput(f"--depth: expected {least} to {DEEPEST}")
    if not 1 <= arguments.positions <= MOST_POSITIONS:
        raise BadInput(f"--positions: expected 1 to {MOST_POSITIONS}")
    if arguments.divide and arguments.digest:
        raise BadInput("--digest: not with --divide")
    if arguments.record is None and arguments.after is not None:
        raise BadInput("--after: only with --record")
    if arguments.record is not None and (arguments.seed, arguments.players) != (None, None):
        raise BadInput("--record: a recorded game says by itself who plays and what was dealt")


# Where counting begins


def _start(judge: Judge, arguments: argparse.Namespace) -> State:
    if arguments.record is None:
        players = judge.players[0] if arguments.players is None else arguments.players
        given = {"players": players, "seed": arguments.seed or 0}
        return judge.opened({name: Field(value, f"--{name}") for name, value in given.items()}).state
    with said_of("--record"):
        reached = _recorded(judge, parse(read_input(arguments.record)))
    after = len(reached) - 1 if arguments.after is None else arguments.after
    if not 0 <= after < len(reached):
        raise BadInput(f"--after: expected 0 to {len(reached) - 1}")
    return reached[after]


def _recorded(judge: Judge, document: object) -> list[State]:
    """The positions of a recorded game, or the one that is given."""
    kind = "record" if isinstance(document, dict) and "setup" in document else "state"
    try:
        return list(positions(judge, judge.opened({kind: Field(document)})))
    except Refused as refused:
        raise BadInput(refused.reason) from None


# What was counted


def _counted(count: PerftCount, arguments: argparse.Namespace) -> None:
    """A line for each depth as soon as it is known, or all together for programs."""
    found = count.depths(arguments.depth, arguments.digest)
    if arguments.json:
        _print_json(count, arguments.depth, list(found))
        return
    _row(*[say(arguments.lang, f"perft.{name}") for name in ("depth", "sequences", "positions")])
    for counted in found:
        _row(counted.depth, counted.sequences, counted.positions, counted.digest or "")


def _print_json(count: PerftCount, depth: int, found: Iterable[Counted]) -> None:
    sequences, positions, digests = zip(*[(each.sequences, each.positions, each.digest) for each in found], strict=True)
    more = {"digests": digests} if any(digests) else {}
    _say({"depth": depth, "sequences": sequences, "positions": positions, **more, "state": json.loads(count.start)})


def _divided(count: PerftCount, arguments: argparse.Namespace) -> None:
    moves = list(count.divided(arguments.depth))
    total = sum(counted.sequences for _, counted in moves)
    if arguments.json:
        told = [
            {"action": action, "sequences": counted.sequences, "positions": counted.positions}
            for action, counted in moves
        ]
        state = json.loads(count.start)
        _say({"depth": arguments.depth, "sequences": total, "moves": told, "state": state})
        return
    _row("", *[say(arguments.lang, f"perft.{name}") for name in ("sequences", "positions", "decision")])
    for action, counted in moves:
        _row("", counted.sequences, counted.positions, canonical(action, newline=False))
    _row(say(arguments.lang, "perft.total"), total)


def _say(document: Data) -> None:
    sys.stdout.write(f"{json.dumps(document)}\n")


def _row(first: object, sequences: object, positions: object = "", last: object = "") -> None:
    line = f"{first:>10} {sequences:>{WIDTH}} {positions:>{WIDTH}}  {last}"
    sys.stdout.write(f"{line.rstrip()}\n")
    sys.stdout.flush()
