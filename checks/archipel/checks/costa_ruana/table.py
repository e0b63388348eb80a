"""Costa Ruana at a table: a game that people sit down to, dealt or loaded."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from archipel.checks.costa_ruana.asking import TableQuestion
from archipel.checks.costa_ruana.decks import deck_from
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.telling import Told, told_to
from archipel.checks.costa_ruana.wording import counted, say
from archipel.checks.explain.table.recorded_game import RecordedTable, RecordedTables
from archipel.checks.variants.variant_files import variant_in
from archipel.reference.costa_ruana.readings import choice_of
from archipel.reference.costa_ruana.state import State
from archipel.reference.strict_json import BadInput

NOT_ASKED = ("card-inhabitant", "flip", "copies")
"""Readings with decisions for which the table has no question yet; bots take them."""


class CardTable(RecordedTable):
    """A game under way, with questions and pictures of its own."""

    def check_askable(self) -> None:
        choice = choice_of(self.record.terms.rules.readings)
        if others := [f"{point}={choice[point]}" for point in NOT_ASKED if point in choice]:
            raise BadInput(f"people cannot be asked what {', '.join(others)} lets them do (--humans none)")

    def told_to(self, lang: str, names: Sequence[str], reader: int | None) -> Told:
        return told_to(lang, names, reader)

    def drawn(
        self, state: State, seat: int | None, names: Sequence[str], lang: str, width: int, colour: bool
    ) -> str:
        seen = state if seat is None else state.view(seat)
        return as_text(seen, lang, width, colour, game=state.game, names=names)

    def asked(self, state: State, names: tuple[str, ...], lang: str) -> TableQuestion:
        assert state.actor is not None
        return TableQuestion(state.view(state.actor), state.game, names, lang, state.legal_actions())

    def round(self, state: State) -> int:
        return state.round

    def rank_line(self, state: State, lang: str, rank: int, player: str, points: int, seat: int) -> str:
        values = {"treasures": counted(lang, "treasures", state.huts[seat]), "reserve": state.reserve[seat]}
        return say(lang, "rank.line", rank=rank, player=player, points=points, **values)


class CardTables(RecordedTables):
    """Games for a table, with a deck of one's own."""

    table = CardTable
    material = ("deck",)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--deck", metavar="FILE", help="play with the cards of this deck file")

    def terms(self, arguments: argparse.Namespace) -> Terms:
        variant = variant_in(arguments)
        return Terms(variant.sides.rules, deck_from(arguments.deck, variant))
