"""The command line. A command's module is imported only when that command runs, so ``--help`` answers at once.

Exit codes: 0 the answer is yes, 1 the answer is no, 2 the input was bad (one line on standard error).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, Protocol

from archipel.checks.games.configuration import MARK, named_setting, setting_of
from archipel.checks.games.registry import DEFAULT, game_called, is_known, names, nearest
from archipel.checks.support.arguments import OneLineParser, guarded, said_last

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

COMMANDS = {
    "ask": "answer a rules question, with the clause that answers it",
    "explain": "say why a move is legal or not, or how something came out, clause by clause",
    "play": "play a game in the terminal, alone, together or against bots",
    "show": "draw a position as text or as a picture",
    "clauses": "print the rules as clauses, with their notation",
    "rulebook": "print the rulebook: a site in English or French, of the game or of your variant",
    "readings": "print the points on which readers of the rules differ",
    "compare": "say whether two readings of the rules are equivalent, or where they part",
    "diagnose": "say which readings another program plays by, and what to ask it next",
    "conform": "judge another program that plays the game, and show a short game in which it is wrong",
    "referee": "judge recorded games, move by move, with the clauses that a wrong move breaks",
    "oracle": "judge another program while it plays, over a pipe (JSON-RPC)",
    "serve": "judge another program over HTTP",
    "what-if": "change numbers or readings: which theorems still hold, and which readings now differ",
    "simulate": "play many games with bots: points, seats, lengths, and when clauses decide",
    "prove": "check clauses and engine against each other and say what was shown",
    "export": "write proof obligations as SMT-LIB 2 and let solvers check them, or a game as a trace (ITF)",
    "perft": "count sequences of decisions to a depth, to test an engine with",
    "vectors": "write test vectors that a program in any language can run against itself",
    "bench": "measure the engine, how costs grow and how soon commands answer",
    "games": "list the games there are",
    "new-game": "write a package with a small game of your own that runs, to go on from",
    "info": "say what is installed and which engine runs",
    "schema": "print the JSON Schema of a file format",
}
PACKAGES = {
    "rules": ("ask", "explain", "clauses", "rulebook", "readings", "compare", "what-if"),
    "judging": ("diagnose", "conform", "referee", "oracle", "serve", "perft", "vectors"),
    "running": ("play", "show", "simulate", "prove", "export", "bench"),
    "about": ("games", "new-game", "info", "schema"),
}
"""Where the commands stand, a module each."""
EXAMPLES = "examples:\n"


class Command(Protocol):
    """What a command's module offers."""

    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


class Version(argparse.Action):
    """Say which version is installed; what finds that out is loaded only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib import metadata

        print(f"archipel {metadata.version('archipel')}")
        parser.exit()


def command_called(name: str, game: Game) -> Command:
    package = next(package for package, names in PACKAGES.items() if name in names)
    module: Command = import_module(f"archipel.checks.cli.{package}.{name.replace('-', '_')}")
    return module


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the value is the exit code."""
    return guarded(_main, argv)


def _main(argv: list[str]) -> int:
    parser = _top_parser()
    known, rest = parser.parse_known_args(argv)
    words = [word for word in (known.command, *known.arguments) if word is not None]
    game = game_called(_game_named(words) or known.game or DEFAULT)
    if known.game is not None and game_called(known.game).called != game.called:
        parser.error(f"--game {known.game} contradicts {game.name}")
    if known.help or not words or words[0] in ("-h", "--help"):
        if rest:
            parser.error(f"unknown option {rest[0]}")
        print(_help(parser, game), end="")
        return 0
    command, *arguments = words
    if command not in COMMANDS:
        told = f"no command or game called {command!r}"
        parser.error(told + nearest(command, COMMANDS if command.startswith("-") else [*COMMANDS, *names()]))
    return _run(command, game, [*arguments, *rest])


def _game_named(words: list[str]) -> str | None:
    """The game that stands before the command, if one does; it is taken away from the words."""
    if words and words[0] not in COMMANDS and not words[0].startswith("-") and is_known(words[0]):
        return words.pop(0)
    return None


def _run(name: str, game: Game, argv: Sequence[str]) -> int:
    module = command_called(name, game)
    game, configured, argv = _configured(name, game, argv)
    parser = OneLineParser(
        prog=about(game, f"archipel {name}"),
        description=_description(name, game, module.__doc__ or ""),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(game=game.called)
    if name not in PACKAGES["about"]:
        _add_setting(parser, game)
    module.add_arguments(parser)
    parser.set_defaults(configured=configured)
    code = module.run(parser.parse_args(argv))
    with said_last():
        sys.stdout.flush()
    return code


def _configured(name: str, game: Game, argv: Sequence[str]) -> tuple[Game, bool, Sequence[str]]:
    """The game in the setting that is asked for, whether one is, and what else stands on the command line."""
    if name in PACKAGES["about"] or not (game.boards or game.options):
        return game, False, argv
    parser = OneLineParser(prog=f"archipel {name}", add_help=False, allow_abbrev=False)
    _add_setting(parser, game)
    found, rest = parser.parse_known_args(argv)
    board, options = getattr(found, "board", None), getattr(found, "option", [])
    if board is None and not options:
        return game, MARK in game.called, argv
    return named_setting(game, setting_of(game, board, options)), True, rest


def _add_setting(parser: argparse.ArgumentParser, game: Game) -> None:
    """Options that choose the board and the options, as far as the game has any."""
    if game.boards:
        known = f"the board: {' or '.join(game.boards)} (default: {game.boards[0]})"
        parser.add_argument("--board", metavar="BOARD", help=known)
    if game.options:
        values = "; ".join(f"{name}: {' or '.join(known)}" for name, known in game.options.items())
        help = f"how to play: {values} (default: the first of each; can be given more than once)"
        parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help=help)


def about(game: Game, text: str) -> str:
    """A text in which commands are those of a game: where it is not the one that is meant anyway, they name it."""
    if game.name == DEFAULT:
        return text
    return re.sub(rf"\barchipel (?=(?:{'|'.join(COMMANDS)})\b)", f"archipel {game.name} ", text)


def _description(name: str, game: Game, text: str) -> str:
    """What a command says of itself; examples of the game stand behind its own."""
    before, heading, after = text.partition(EXAMPLES)
    own, gap, rest = after.partition("\n\n")
    lines = [*own.splitlines(), *game.samples.get(name, "").splitlines()] if heading else []
    return about(game, before + heading + "\n".join(lines) + gap + rest)


def _help(parser: argparse.ArgumentParser, game: Game) -> str:
    """What there is to say about all commands, with examples of the game."""
    listed = "".join(f"  {name:10} {summary}\n" for name, summary in COMMANDS.items())
    start = f"start here ({game.title['en']}):\n{about(game, game.samples.get('', ''))}"
    parser.epilog = f"commands:\n{listed}\n{start}\nexit codes: 0 yes, 1 no, 2 bad input\n"
    return parser.format_help()


def _top_parser() -> OneLineParser:
    parser = OneLineParser(
        prog="archipel",
        description="Rulebooks you can prove: ask, play, print and prove the rules of a board game.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="archipel [GAME | --game GAME] COMMAND [ARGUMENTS]   (archipel COMMAND --help explains one command)",
        add_help=False,
    )
    parser.add_argument("-h", "--help", action="store_true", help="show this and end; archipel GAME does it for a game")
    parser.add_argument("--version", action=Version, nargs=0, help="say which version this is and end")
    parser.add_argument("--game", metavar="GAME", help=f"which game's rules (default: {DEFAULT}; see archipel games)")
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
