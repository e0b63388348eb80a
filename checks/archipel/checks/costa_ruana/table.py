"""Costa Ruana at a table: a game that people sit down to, dealt or loaded."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace

from archipel.checks.costa_ruana.asking import TableQuestion
from archipel.checks.costa_ruana.decks import deck_from
from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.costa_ruana.engine import ENGINE
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.telling import Told, told_to
from archipel.checks.costa_ruana.wording import counted, default_names, listed, say, speaker
from archipel.checks.explain.catalogue import Speaker
from archipel.checks.explain.terminal_table import Player
from archipel.checks.simulate.bots import bots, make_bot
from archipel.checks.support.files import read_input, said_of
from archipel.checks.variants.variant_files import variant_in
from archipel.reference.costa_ruana.actions import Action
from archipel.reference.costa_ruana.codec import Record, dumps_record, loads_record, replay, result_of
from archipel.reference.costa_ruana.readings import choice_of
from archipel.reference.costa_ruana.setup import Setup
from archipel.reference.costa_ruana.state import State
from archipel.reference.strict_json import BadInput

PLAYERS = 3
NOT_ASKED = ("card-inhabitant", "flip", "copies")
"""Readings with decisions for which the table has no question yet; bots take them."""


@dataclass(frozen=True)
class Tabled:
    """A game under way, as it was recorded so far."""

    record: Record
    engine = ENGINE

    @property
    def states(self) -> Sequence[State]:
        return list(replay(self.record))

    @property
    def moves(self) -> Sequence[Action]:
        return self.record.moves

    def bot(self, name: str, seed: int, seat: int) -> Player:
        return make_bot(GAME, name, seed * self.record.setup.players + seat)

    def check_askable(self) -> None:
        choice = choice_of(self.record.rules.readings)
        if others := [f"{point}={choice[point]}" for point in NOT_ASKED if point in choice]:
            raise BadInput(f"people cannot be asked what {', '.join(others)} lets them do (--humans none)")

    def speaker(self, lang: str) -> Speaker:
        return speaker(lang)

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

    def written(self, moves: Sequence[Action], state: State) -> str:
        return dumps_record(replace(self.record, moves=tuple(moves), result=result_of(state)))

    def ranked(self, state: State, lang: str, names: Sequence[str]) -> list[str]:
        lines, points, rank = [], state.returns(), 1
        for seats in state.ranking():
            for seat in seats:
                values = {"treasures": counted(lang, "treasures", state.huts[seat]), "reserve": state.reserve[seat]}
                lines.append(say(lang, "rank.line", rank=rank, player=names[seat], points=points[seat], **values))
            rank += len(seats)
        winners = [names[seat] for seat in state.winners()]
        if len(winners) == 1:
            return [*lines, say(lang, "rank.winner", player=winners[0])]
        return [*lines, say(lang, "rank.shared", players=listed(lang, winners))]


class TableGames:
    """Games for a table, as the command line asks for them."""

    bots = bots(GAME)
    players = PLAYERS

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--deck", metavar="FILE", help="play with the cards of this deck file")

    def names(self, lang: str, players: int) -> Sequence[str]:
        return default_names(lang, players)

    def loaded(self, arguments: argparse.Namespace) -> Tabled:
        for option in ("players", "deck", "variant"):
            if getattr(arguments, option) is not None:
                raise BadInput(f"--{option}: the saved game already says that")
        with said_of("--load"):
            return Tabled(loads_record(read_input(arguments.load)))

    def dealt(self, arguments: argparse.Namespace, seed: int) -> Tabled:
        variant = variant_in(arguments)
        rules, deck = variant.sides.rules, deck_from(arguments.deck, variant)
        players = max(PLAYERS, rules.min_players) if arguments.players is None else arguments.players
        return Tabled(Record(Setup.from_seed(players, seed, rules, deck), (), rules, deck))
