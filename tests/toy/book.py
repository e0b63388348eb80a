"""Lagoon as pictures: its reefs and the channels between them, in its rulebook and for positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.toy import spec
from tests.toy.engine import BOARD, REEFS, Rules, State, new_game, setup_from_seed

from archipel.checks.explain.catalogue import PHRASES, Catalogue, Speaker
from archipel.checks.explain.text_rows import LETTERS
from archipel.checks.rulebook.figures.round_diagram import RoundDiagram
from archipel.checks.rulebook.parts import Gallery, Parts, Picture
from archipel.checks.rulebook.svg.boards import board, on_circle
from archipel.checks.rulebook.svg.document import of_block
from archipel.checks.rulebook.svg.elements import figure
from archipel.checks.rulebook.svg.layout import Block, in_column, in_row, on_paper, padded, words
from archipel.checks.rulebook.svg.style import artwork

HERE = Path(__file__).parent
CATALOGUE = Catalogue(HERE / "catalogue.toml", PHRASES)
ART = artwork("lagoon", HERE)
TURN = RoundDiagram(spec.rules, spec.phase, spec.ROLL)


def reef(state: State, place: int) -> Block:
    """A reef with its pearls and its divers."""
    divers = [seat for seat, at in enumerate(state.divers) if at == place]
    drawn = [Block(26, 28, (figure(LETTERS[seat], seat, 13, 14),)) for seat in divers]
    pearls = words(f"{place}: {'●' * state.pearls[place] or '–'}", 15, "b")
    return padded(in_column([pearls, *([in_row(drawn, 2)] if drawn else [])], 4, 0.5), "panel", 10, 90)


def lagoon(state: State, lang: str) -> Picture:
    drawn = board([reef(state, place) for place in range(REEFS)], on_circle(REEFS, 150), BOARD["channels"])
    told = [Speaker(CATALOGUE, lang).say("picture.reef", reef=n, pearls=p) for n, p in enumerate(state.pearls)]
    return of_block(ART, lang, on_paper(drawn), Speaker(CATALOGUE, lang).say("picture.lagoon"), told)


def drawn(state: Any, seat: int | None, lang: str) -> str:
    return lagoon(state, lang).svg


class LagoonParts(Parts):
    """Its pages lie beside this file."""

    @property
    def pictures(self) -> Gallery:
        first = new_game(setup_from_seed(3, 0, Rules()), Rules())
        return Gallery(
            {
                "lagoon": lambda lang: lagoon(first, lang),
                "turn": lambda lang: TURN.drawn(ART, Speaker(CATALOGUE, lang)),
            }
        )


PARTS = LagoonParts(HERE)
