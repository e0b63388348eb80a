"""Games and positions in files and lines: what ``archipel explain`` and ``archipel show`` read and say of them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from archipel.checks.costa_ruana.decks import ORIGINAL, deck_from
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.explanations import Reached, next_shaman, who_takes, who_wins
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.svg.table import as_svg
from archipel.checks.explain.explaining import GameSoFar, OutcomeAsked
from archipel.checks.explain.recorded import GameFiles, RecordExplaining
from archipel.checks.variants.variant_files import Variant, variant_in
from archipel.reference.costa_ruana.codec import dumps_state, dumps_view
from archipel.reference.costa_ruana.notation import TAG, read_position_line
from archipel.reference.costa_ruana.state import State
from archipel.reference.costa_ruana.views import View

DECK = "the deck file that a one-line position was written with"


class DeckExplaining(RecordExplaining):
    """What explanations can be asked about besides moves; a line may be written with another deck."""

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
        parser.add_argument("--deck", metavar="FILE", help=DECK)

    def files(self, arguments: argparse.Namespace) -> GameFiles:
        return card_files(arguments.deck)


class PositionsShown:
    """Positions, drawn."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--deck", metavar="FILE", help=DECK)

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


def reached(game: GameSoFar, place: int) -> Reached:
    """The position after so many moves, and how it was reached."""
    if place == 0:
        return Reached(game.states[0])
    return Reached(game.states[place], game.states[place - 1], game.moves[place - 1], place - 1)


def card_files(deck_file: str | None, variant: Variant = ORIGINAL) -> GameFiles:
    """Files of this game, and lines written with a deck."""
    deck = None if deck_file is None else deck_from(deck_file, variant)
    return GameFiles(GAME, TAG, lambda line: read_position_line(line, variant.sides.rules, deck))


def find_position(
    argument: str, move: int | None = None, deck_file: str | None = None, variant: Variant = ORIGINAL
) -> State:
    """The position that an argument means: a line, a file, or standard input."""
    found: State = card_files(deck_file, variant).position(argument, move, variant)
    return found
