"""Games and positions in files and lines: what ``archipel explain`` and ``archipel show`` read and say of them."""

from __future__ import annotations

import argparse

from archipel.checks.costa_ruana.decks import ORIGINAL, deck_from
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.explanations import Reached, next_shaman, who_takes, who_wins
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.svg.table import as_svg
from archipel.checks.explain.explaining import GameSoFar, OutcomeAsked
from archipel.checks.explain.fact_tables import FactTables
from archipel.checks.explain.recorded import GameFiles, RecordExplaining
from archipel.checks.variants.variant_files import variant_in
from archipel.reference.costa_ruana.notation import TAG, read_position_line
from archipel.reference.costa_ruana.state import State
from archipel.reference.costa_ruana.views import View


def reached(game: GameSoFar, place: int) -> Reached:
    """The position after so many moves, and how it was reached."""
    if place == 0:
        return Reached(game.states[0])
    return Reached(game.states[place], game.states[place - 1], game.moves[place - 1], place - 1)


EXPLAINING = RecordExplaining(
    GAME,
    {
        "island": OutcomeAsked(
            "who takes the treasure of this island",
            lambda game, place, island, viewer: who_takes(reached(game, place), island),
            "I",
        ),
        "shaman": OutcomeAsked(
            "who is the next shaman", lambda game, place, _, viewer: next_shaman(reached(game, place), viewer)
        ),
        "winner": OutcomeAsked("who has won", lambda game, place, _, viewer: who_wins(reached(game, place), viewer)),
    },
)


def _seen(position: State, seat: int | None) -> State | View:
    return position if seat is None else position.view(seat)


SHOWING = FactTables(
    GAME,
    lambda state, seat, lang: as_svg(_seen(state, seat), lang, game=state.game),
    lambda state, seat, lang, width, colour: as_text(_seen(state, seat), lang, width, colour, game=state.game),
)


def card_files(arguments: argparse.Namespace) -> GameFiles:
    """Files of this game, and lines written with a deck."""
    variant = variant_in(arguments) if "variant" in arguments else ORIGINAL
    deck = None if arguments.deck is None else deck_from(arguments.deck, variant)
    return GameFiles(GAME, TAG, lambda line: read_position_line(line, variant.sides.rules, deck))
