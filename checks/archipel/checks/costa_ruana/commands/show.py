"""Draw a position, as text or as a picture.

POSITION is a file that holds a position or a game record (JSON) or a position in one line (it begins with cr1);
- reads that from standard input, and the line itself may also be given, in quotes.

examples:
  archipel show game.json                      the last position of a game
  archipel show game.json --move 12            the position after 12 decisions
  archipel show game.json --seat 1             only what seat 1 may see
  archipel show position.json --svg out.svg    a picture, light or dark as the reader likes
  archipel show 'cr1 7fb0a191 3 0:settle ...'  a position in one line
  archipel show game.json --move 12 --json     the position as JSON, for programs
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice

from archipel.checks.cli.command_line import add_json, add_language, add_variant
from archipel.checks.costa_ruana.decks import ORIGINAL, deck_from
from archipel.checks.costa_ruana.drawing import as_svg, as_text
from archipel.checks.costa_ruana.drawing_text import for_encoding
from archipel.checks.costa_ruana.wording import say
from archipel.checks.support.files import read_input, write_whole
from archipel.checks.variants.variant_files import Variant, variant_in
from archipel.reference.costa_ruana.codec import Record, dumps_state, dumps_view, read_record, read_state, replay
from archipel.reference.costa_ruana.deck import Deck
from archipel.reference.costa_ruana.notation import TAG, read_position_line
from archipel.reference.costa_ruana.state import State
from archipel.reference.costa_ruana.views import View
from archipel.reference.strict_json import BadInput, Field, parse, shown

WIDEST = 110


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="a file, - for standard input, or a position in one line")
    parser.add_argument("--move", type=int, metavar="K", help="of a game record: the position after K decisions")
    parser.add_argument("--seat", type=int, metavar="N", help="only what this seat may see (seats count from 0)")
    parser.add_argument("--svg", metavar="FILE", help="write a picture to this file (- for standard output)")
    parser.add_argument("--deck", metavar="FILE", help="the deck file that a one-line position was written with")
    add_variant(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    state = find_position(arguments.position, arguments.move, arguments.deck, variant_in(arguments))
    if arguments.seat is not None and not 0 <= arguments.seat < state.players:
        raise BadInput(f"--seat {arguments.seat}: there are seats 0 to {state.players - 1}")
    position = state if arguments.seat is None else state.view(arguments.seat)
    if arguments.svg is not None:
        _picture(position, state, arguments)
    if arguments.json:
        sys.stdout.write(dumps_state(position) if isinstance(position, State) else dumps_view(position))
    elif arguments.svg is None:
        drawn = as_text(position, arguments.lang, terminal_width(), wants_colour(), game=state.game)
        sys.stdout.write(for_encoding(drawn, sys.stdout.encoding))
    return 0


def _picture(position: State | View, state: State, arguments: argparse.Namespace) -> None:
    picture = as_svg(position, arguments.lang, game=state.game)
    if arguments.svg == "-":
        if arguments.json:
            raise BadInput("--svg -: standard output cannot hold both the picture and the JSON")
        sys.stdout.write(picture if _is_unicode() else picture.encode("ascii", "xmlcharrefreplace").decode("ascii"))
        return
    write_whole(arguments.svg, picture)
    if not arguments.json:
        print(for_encoding(say(arguments.lang, "show.written", file=arguments.svg), sys.stdout.encoding))


def _is_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def terminal_width() -> int:
    """How wide a drawing may be."""
    return min(WIDEST, shutil.get_terminal_size((80, 24)).columns) if sys.stdout.isatty() else 80


def wants_colour() -> bool:
    """Colours are for terminals, unless somebody asks for none."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


# Reading


def find_position(
    argument: str, move: int | None = None, deck_file: str | None = None, variant: Variant = ORIGINAL
) -> State:
    """The position that an argument means: a line, a file, or standard input."""
    deck = None if deck_file is None else deck_from(deck_file, variant)
    with complaints_about(argument):
        found = find_game(argument, deck, variant)
        if isinstance(found, Record):
            return _after(found, move)
        if move is not None:
            raise BadInput("--move: only a game record has moves")
        return found


def _after(record: Record, move: int | None) -> State:
    if move is None:
        return list(replay(record))[-1]
    if not 0 <= move <= len(record.moves):
        raise BadInput(f"--move {move}: the game has 0 to {len(record.moves)} moves")
    return next(islice(replay(record), move, None))


@contextmanager
def complaints_about(argument: str) -> Iterator[None]:
    """Whatever is wrong with a file, or with standard input, is said with its name."""
    name = "standard input" if argument == "-" else shown(argument)
    try:
        yield
    except BadInput as error:
        if is_line(argument) or str(error).startswith(name):
            raise
        raise BadInput(f"{name}: {error}") from None


def find_game(argument: str, deck: Deck | None = None, variant: Variant = ORIGINAL) -> Record | State:
    """The game record or the position that an argument means; a line leaves out by which rules it was written."""
    if is_line(argument):
        return read_position_line(argument.strip(), variant.sides.rules, deck)
    source = read_input(argument)
    with suppress(UnicodeDecodeError):
        text = source.decode("utf-8")
        if is_line(text):
            return read_position_line(text.strip(), variant.sides.rules, deck)
    if not variant.is_original:
        raise BadInput("--variant: a file says by which rules its position is played; only a line does not")
    field = Field(parse(source))
    is_record = isinstance(field.value, dict) and "moves" in field.value
    return read_record(field) if is_record else read_state(field)


def is_line(text: str) -> bool:
    """Whether this is meant to be a position in one line."""
    return text.strip().split(" ")[0] == TAG
