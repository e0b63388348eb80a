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
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from archipel.checks.cli import add_json, add_language, add_variant
from archipel.checks.costa_ruana.decks import ORIGINAL, deck_from
from archipel.checks.costa_ruana.drawing import as_svg, as_text
from archipel.checks.costa_ruana.drawing_text import for_encoding
from archipel.checks.costa_ruana.wording import say
from archipel.checks.files import write_whole
from archipel.checks.variants import Variant, variant_in
from archipel.reference.costa_ruana.codec import dumps_state, dumps_view, read_record, read_state, replay
from archipel.reference.costa_ruana.deck import Deck
from archipel.reference.costa_ruana.notation import TAG, read_position_line
from archipel.reference.costa_ruana.state import State
from archipel.reference.costa_ruana.views import View
from archipel.reference.strict_json import MAX_BYTES, BadInput, Field, parse, shown

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
    lines = LineReader(variant, None if deck_file is None else deck_from(deck_file, variant))
    if is_line(argument):
        return lines.read(argument, move)
    name = "standard input" if argument == "-" else shown(argument)
    source = read_input(argument)
    try:
        return _from_text(source, move, lines)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None


def is_line(text: str) -> bool:
    """Whether this is meant to be a position in one line."""
    return text.strip().split(" ")[0] == TAG


@dataclass(frozen=True)
class LineReader:
    """What a position in one line leaves out: the rules and the cards it was written with."""

    variant: Variant
    deck: Deck | None

    def read(self, line: str, move: int | None) -> State:
        if move is not None:
            raise BadInput("--move: only a game record has moves")
        return read_position_line(line.strip(), self.variant.sides.rules, self.deck)


def _from_text(source: bytes, move: int | None, lines: LineReader) -> State:
    with suppress(UnicodeDecodeError):
        text = source.decode("utf-8")
        if is_line(text):
            return lines.read(text, move)
    if not lines.variant.is_original:
        raise BadInput("--variant: a file says by which rules its position is played; only a line does not")
    field = Field(parse(source))
    if not isinstance(field.value, dict) or "moves" not in field.value:
        if move is not None:
            raise BadInput("--move: only a game record has moves")
        return read_state(field)
    record = read_record(field)
    if move is None:
        return list(replay(record))[-1]
    if not 0 <= move <= len(record.moves):
        raise BadInput(f"--move {move}: the game has 0 to {len(record.moves)} moves")
    return next(islice(replay(record), move, None))


def read_input(name: str) -> bytes:
    """All of a file, or of standard input for ``-``; refuses what cannot be read or is far too large."""
    try:
        if name == "-":
            source = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                source = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{shown(name)}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{shown(name)}: not the name of a file") from None
    if len(source) > MAX_BYTES:
        raise BadInput(f"{shown(name)}: too large: more than {MAX_BYTES} bytes")
    return source
