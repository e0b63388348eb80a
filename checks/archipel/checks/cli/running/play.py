"""Play a whole game in the terminal: alone against bots, or several people at one keyboard.

Seats count from 0 and have letters (A is seat 0). While you play, `help` lists the commands: undo, save FILE, quit and
so on. The same --seed deals the same game.

examples:
  archipel play                              you against two bots
  archipel play --players 4 --humans 0,2     two people and two bots at one keyboard
  archipel play --humans Zoe,Max --lang fr   two people by name, in French
  archipel play --players 2 --all-seats      no bots
  archipel play --humans none --seed 7       watch the bots
  archipel play --variant my.toml            by other numbers or readings (see archipel what-if)
  archipel play --save game.json             keep the game in a file as it goes on
  archipel play --load game.json             go on with it
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import SystemRandom

from archipel.checks.explain.table.terminal import Console, TableSession, TerminalTable
from archipel.checks.games.registry import game_called
from archipel.checks.support.arguments import add_language, add_variant
from archipel.checks.support.files import check_writable
from archipel.reference.strict_json import BadInput, shown

LONGEST_NAME = 14


def add_arguments(parser: argparse.ArgumentParser) -> None:
    game = game_called(parser.get_default("game"))
    dealing, low, high = game.dealing, game.players[0], game.players[-1]
    how_many = f"{low} to {high} players (default: {dealing.players})"
    parser.add_argument("--players", type=int, metavar="N", help=how_many)
    parser.add_argument(
        "--humans",
        metavar="LIST",
        help="who is played by people: seats (0,2), names (Zoe,Max), both (2=Zoe), all or none (default: 0)",
    )
    parser.add_argument("--all-seats", action="store_true", help="people play every seat; the same as --humans all")
    others = "the other seats (default: %(default)s)"
    parser.add_argument("--bot", choices=dealing.bots, default=dealing.bots[-1], help=others)
    parser.add_argument("--seed", type=int, metavar="S", help="deal this game (default: a new one)")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--save", metavar="FILE", help="keep the game in this file")
    dealing.add_arguments(parser)
    add_variant(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    dealing, seed = game_called(arguments.game).dealing, arguments.seed
    if arguments.save is not None:
        check_writable(arguments.save)
    if arguments.load is not None:
        game, fresh = dealing.loaded(arguments), False
        seed = seed or 0
    else:
        seed, fresh = SystemRandom().randrange(1_000_000) if seed is None else seed, True
        game = dealing.dealt(arguments, seed)
    states = game.states
    players = game.engine.players(states[0])
    humans, names = _people(arguments, dealing.names(arguments.lang, players))
    if humans:
        game.check_askable()
    bots = {seat: game.bot(arguments.bot, seed, seat) for seat in range(players) if seat not in humans}
    session = TableSession(game.engine, states, game.moves, bots, game.chance(seed))
    table = TerminalTable(game, session, Console(game.speaker(arguments.lang)), names, arguments.save)
    table.welcome(seed if fresh else None, arguments.bot)
    return table.run()


# Who sits where


def _people(arguments: argparse.Namespace, called: Sequence[str]) -> tuple[frozenset[int], tuple[str, ...]]:
    """The seats that people play, and everybody's name."""
    names, players = list(called), len(called)
    wanted = "all" if arguments.all_seats else "0" if arguments.humans is None else arguments.humans
    if arguments.all_seats and arguments.humans is not None:
        raise BadInput("--all-seats and --humans: expected only one of them")
    if wanted in ("none", "all"):
        return frozenset(range(players) if wanted == "all" else ()), tuple(names)
    seats: dict[int, str | None] = {}
    nameless = [_seated(item, players, seats) for item in wanted.split(",")]
    for name in nameless:
        if name is not None:
            free = [seat for seat in range(players) if seat not in seats]
            if not free:
                raise BadInput(f"--humans: more people than the {players} seats")
            seats[free[0]] = name
    for seat, given in seats.items():
        names[seat] = given or names[seat]
    if len({name.casefold() for name in names}) < players:
        raise BadInput("--humans: two players with the same name")
    return frozenset(seats), tuple(names)


def _seated(item: str, players: int, seats: dict[int, str | None]) -> str | None:
    """Give a seat to an item that names one; a name without a seat comes back."""
    number, sign, name = item.strip().partition("=")
    if not sign and not number.isdecimal():
        return _checked_name(number)
    if not (number.isascii() and number.isdecimal() and int(number) < players):
        raise BadInput(f"--humans: {shown(number)} is not one of the seats 0 to {players - 1}")
    if int(number) in seats:
        raise BadInput(f"--humans: seat {int(number)} stands there twice")
    seats[int(number)] = _checked_name(name) if sign else None
    return None


def _checked_name(name: str) -> str:
    name = name.strip()
    if not name[:1].isalpha() or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInput(f"--humans: expected a name of 1 to {LONGEST_NAME} letters, found {shown(name)}")
    return name
