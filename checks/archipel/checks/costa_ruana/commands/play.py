"""Play a whole game in the terminal: alone against bots, or several people at one keyboard.

Seats count from 0 and have letters (A is seat 0); islands count from 0. While you play, `help` lists the commands:
undo, save FILE, quit and so on. The same --seed deals the same game.

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
from random import SystemRandom

from archipel.checks.cli.command_line import add_language, add_variant
from archipel.checks.costa_ruana.decks import deck_from
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.table import Console, Session, Table
from archipel.checks.costa_ruana.wording import default_names
from archipel.checks.simulate.bots import bots
from archipel.checks.support.files import check_writable, read_input, said_of
from archipel.checks.variants.variant_files import variant_in
from archipel.reference.costa_ruana.codec import Record, loads_record
from archipel.reference.costa_ruana.readings import choice_of
from archipel.reference.costa_ruana.rules import STANDARD
from archipel.reference.costa_ruana.setup import Setup
from archipel.reference.strict_json import BadInput, shown

PLAYERS = 3
LONGEST_NAME = 14


def add_arguments(parser: argparse.ArgumentParser) -> None:
    low, high = STANDARD.min_players, STANDARD.max_players
    parser.add_argument("--players", type=int, metavar="N", help=f"{low} to {high} players (default: {PLAYERS})")
    parser.add_argument(
        "--humans",
        metavar="LIST",
        help="who is played by people: seats (0,2), names (Zoe,Max), both (2=Zoe), all or none (default: 0)",
    )
    parser.add_argument("--all-seats", action="store_true", help="people play every seat; the same as --humans all")
    parser.add_argument("--bot", choices=bots(GAME), default="greedy", help="the other seats (default: %(default)s)")
    parser.add_argument("--seed", type=int, metavar="S", help="deal this game (default: a new one)")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--save", metavar="FILE", help="keep the game in this file")
    parser.add_argument("--deck", metavar="FILE", help="play with the cards of this deck file")
    add_variant(parser)
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.save is not None:
        check_writable(arguments.save)
    record = _loaded(arguments) if arguments.load is not None else None
    seed = arguments.seed if arguments.seed is not None else 0 if record else SystemRandom().randrange(1_000_000)
    fresh = record is None
    if record is None:
        record = _dealt(arguments, seed)
    humans, names = _people(arguments, record.setup.players)
    if humans:
        _check_askable(record)
    session = Session(record, arguments.bot, seed, humans)
    table = Table(session, Console(arguments.lang), names, arguments.save)
    table.welcome(seed if fresh else None, arguments.bot)
    return table.run()


def _loaded(arguments: argparse.Namespace) -> Record:
    for option in ("players", "deck", "variant"):
        if getattr(arguments, option) is not None:
            raise BadInput(f"--{option}: the saved game already says that")
    with said_of("--load"):
        return loads_record(read_input(arguments.load))


# Readings with decisions for which the table has no question yet; bots take them.
NOT_ASKED = ("card-inhabitant", "flip", "copies")


def _check_askable(record: Record) -> None:
    choice = choice_of(record.rules.readings)
    if others := [f"{point}={choice[point]}" for point in NOT_ASKED if point in choice]:
        raise BadInput(f"people cannot be asked what {', '.join(others)} lets them do (--humans none)")


def _dealt(arguments: argparse.Namespace, seed: int) -> Record:
    variant = variant_in(arguments)
    rules, deck = variant.sides.rules, deck_from(arguments.deck, variant)
    players = arguments.players
    setup = Setup.from_seed(max(PLAYERS, rules.min_players) if players is None else players, seed, rules, deck)
    return Record(setup, (), rules, deck)


# Who sits where


def _people(arguments: argparse.Namespace, players: int) -> tuple[frozenset[int], tuple[str, ...]]:
    """The seats that people play, and everybody's name."""
    names = list(default_names(arguments.lang, players))
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
