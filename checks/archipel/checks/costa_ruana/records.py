"""Games and positions in files and lines: what ``archipel explain`` and ``archipel show`` read and say of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice

from archipel.checks.costa_ruana.decks import ORIGINAL, deck_from
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.explanations import EXPLAINER
from archipel.checks.costa_ruana.outcomes import Reached, next_shaman, who_takes, who_wins
from archipel.checks.costa_ruana.svg.table import as_svg
from archipel.checks.explain.explaining import GameSoFar, OutcomeAsked
from archipel.checks.support.files import read_input
from archipel.checks.variants.variant_files import Variant, variant_in
from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.codec import (
    IllegalMove,
    Record,
    dumps_state,
    dumps_view,
    read_action,
    read_record,
    read_state,
    replay,
)
from archipel.reference.costa_ruana.deck import Deck
from archipel.reference.costa_ruana.notation import TAG, read_position_line
from archipel.reference.costa_ruana.state import State
from archipel.reference.costa_ruana.views import View
from archipel.reference.strict_json import BadInput, Field, parse, shown


class RecordsExplained:
    """What explanations read, and what they can be asked about besides moves."""

    explainer = EXPLAINER
    outcomes: Mapping[str, OutcomeAsked] = {
        "island": OutcomeAsked(
            "who takes the treasure of this island",
            lambda game, place, island, viewer: who_takes(reached(game, place), island),
            "I",
        ),
        "shaman": OutcomeAsked(
            "who is the next shaman", lambda game, place, _, viewer: next_shaman(reached(game, place), viewer)
        ),
        "winner": OutcomeAsked("who has won", lambda game, place, _, viewer: who_wins(reached(game, place), viewer)),
    }

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--deck", metavar="FILE", help="the deck file that a one-line position was written with")

    def game(self, arguments: argparse.Namespace) -> GameSoFar:
        deck = None if arguments.deck is None else deck_from(arguments.deck)
        with complaints_about(arguments.record):
            return so_far(find_game(arguments.record, deck))

    def read_move(self, text: str) -> Action:
        return read_move(text)


class PositionsShown:
    """Positions, drawn."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--deck", metavar="FILE", help="the deck file that a one-line position was written with")

    def position(self, arguments: argparse.Namespace) -> State:
        return find_position(arguments.position, arguments.move, arguments.deck, variant_in(arguments))

    def players(self, position: State) -> int:
        return position.players

    def data(self, position: State, seat: int | None) -> str:
        return dumps_state(position) if seat is None else dumps_view(position.view(seat))

    def text(self, position: State, seat: int | None, lang: str, width: int, colour: bool) -> str:
        return as_text(_seen(position, seat), lang, width, colour, game=position.game)

    def picture(self, position: State, seat: int | None, lang: str) -> str:
        return as_svg(_seen(position, seat), lang, game=position.game)


def _seen(position: State, seat: int | None) -> State | View:
    return position if seat is None else position.view(seat)


def read_move(text: str) -> Action:
    """A move as it is written on the command line."""
    try:
        return read_action(Field(parse(text), "move"))
    except BadInput as error:
        message = str(error)
        raise BadInput(message if message.startswith("move") else f"move: {message}") from None


def so_far(found: Record | State) -> GameSoFar:
    """A game as far as it is legal, or a single position."""
    if isinstance(found, State):
        return GameSoFar([found])
    states: list[State] = []
    try:
        states.extend(replay(found))
    except IllegalMove as error:
        return GameSoFar(list(islice(replay(found), error.index + 1)), found.moves, error.index, True)
    return GameSoFar(states, found.moves, is_record=True)


def reached(game: GameSoFar, place: int) -> Reached:
    """The position after so many moves, and how it was reached."""
    if place == 0:
        return Reached(game.states[0])
    return Reached(game.states[place], game.states[place - 1], game.moves[place - 1], place - 1)


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
