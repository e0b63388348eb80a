"""What ``archipel explain`` reads, and what it can be asked about besides moves."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from itertools import islice

from archipel.checks.costa_ruana.commands.show import complaints_about, find_game
from archipel.checks.costa_ruana.decks import deck_from
from archipel.checks.costa_ruana.explanations import EXPLAINER
from archipel.checks.costa_ruana.outcomes import Reached, next_shaman, who_takes, who_wins
from archipel.checks.explain.explaining import GameSoFar, OutcomeAsked
from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.codec import IllegalMove, Record, read_action, replay
from archipel.reference.costa_ruana.state import State
from archipel.reference.strict_json import BadInput, Field, parse


class Records:
    """Games and positions of Costa Ruana, in files and lines."""

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
