"""Draw a position, as text or as a picture.

POSITION is a file that holds a position or a game record (JSON) or a position in one line; - reads that from standard
input, and the line itself may also be given, in quotes.

examples:
  archipel show game.json                      the last position of a game
  archipel show game.json --move 12            the position after 12 decisions
  archipel show game.json --seat 1             only what seat 1 may see
  archipel show position.json --svg out.svg    a picture, light or dark as the reader likes
  archipel show game.json --move 12 --json     the position as JSON, for programs
"""

from __future__ import annotations

import argparse
import sys

from archipel.checks.explain.model import say
from archipel.checks.games.registry import game_called
from archipel.checks.support.arguments import add_json, add_language, add_variant
from archipel.checks.support.files import write_whole
from archipel.checks.support.terminal import for_encoding, is_unicode, terminal_width, wants_colour
from archipel.reference.strict_json import BadInput


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="a file, - for standard input, or a position in one line")
    parser.add_argument("--move", type=int, metavar="K", help="of a game record: the position after K decisions")
    parser.add_argument("--seat", type=int, metavar="N", help="only what this seat may see (seats count from 0)")
    parser.add_argument("--svg", metavar="FILE", help="write a picture to this file (- for standard output)")
    game_called(parser.get_default("game")).showing.add_arguments(parser)
    add_variant(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    showing, seat = game_called(arguments.game).showing, arguments.seat
    position = showing.position(arguments)
    if seat is not None and not 0 <= seat < showing.players(position):
        raise BadInput(f"--seat {seat}: there are seats 0 to {showing.players(position) - 1}")
    if arguments.svg is not None:
        _write(showing.picture(position, seat, arguments.lang), arguments)
    if arguments.json:
        sys.stdout.write(showing.data(position, seat))
    elif arguments.svg is None:
        drawn = showing.text(position, seat, arguments.lang, terminal_width(), wants_colour())
        sys.stdout.write(for_encoding(drawn, sys.stdout.encoding))
    return 0


def _write(picture: str, arguments: argparse.Namespace) -> None:
    if arguments.svg == "-":
        if arguments.json:
            raise BadInput("--svg -: standard output cannot hold both the picture and the JSON")
        sys.stdout.write(picture if is_unicode() else picture.encode("ascii", "xmlcharrefreplace").decode("ascii"))
        return
    write_whole(arguments.svg, picture)
    if not arguments.json:
        print(for_encoding(say(arguments.lang, "show.written", file=arguments.svg), sys.stdout.encoding))
