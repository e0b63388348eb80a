"""A recorded game that people sit down to, for any game that has a catalogue (*hot seat*).

Nothing here knows any game.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from archipel.checks.explain.catalogue import Speaker
from archipel.checks.explain.narration import PUBLIC, EngineNarration
from archipel.checks.explain.recorded import GameFiles, Record
from archipel.checks.explain.table.decision_menu import DecisionMenu, StepMenu
from archipel.checks.explain.table.terminal import Player, TableSession
from archipel.checks.games.engine import GameEngine, GameRecord
from archipel.checks.simulate.bots import bots, make_bot
from archipel.checks.support.files import said_of
from archipel.checks.variants.variant_files import variant_in
from archipel.reference.strict_json import BadInput, canonical

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game


@dataclass(frozen=True)
class RecordedTable:
    """A game under way, as it was recorded so far."""

    game: Game
    record: Record

    @property
    def engine(self) -> GameEngine[Any, Any, Any, Any]:
        return self.game.engine

    @cached_property
    def states(self) -> Sequence[Any]:
        return GameFiles(self.game).replayed(self.record).states

    @property
    def moves(self) -> Sequence[Any]:
        return self.record.moves

    def bot(self, name: str, seed: int, seat: int) -> Player:
        return make_bot(self.game, name, seed * self.engine.players(self.states[0]) + seat)

    def chance(self, seed: int) -> Callable[[TableSession], Any]:
        """What decides where nobody does: the same outcomes for the same seed and number of moves."""

        def drawn(session: TableSession) -> Any:
            outcomes, weights = zip(*self.engine.chance_outcomes(session.state), strict=True)
            return Random(f"{seed}/{len(session.moves)}").choices(outcomes, weights)[0]

        return drawn

    def check_askable(self) -> None:
        """People can be asked everything."""

    def title(self, lang: str) -> str:
        return self.game.title[lang]

    def speaker(self, lang: str) -> Speaker:
        return Speaker(self.game.catalogue, lang)

    def told_to(self, lang: str, names: Sequence[str], reader: int | None) -> EngineNarration[Any, Any]:
        return EngineNarration(
            self.game.mapping, self.speaker(lang), names, PUBLIC if reader is None else reader
        )

    def drawn(
        self, state: Any, seat: int | None, names: Sequence[str], lang: str, width: int, colour: bool
    ) -> str:
        return self.game.showing.text(state, seat, lang, width, colour)

    def asked(self, state: Any, names: tuple[str, ...], lang: str) -> DecisionMenu:
        teller = self.told_to(lang, names, self.engine.actor(state))
        return StepMenu(teller, state, self.engine.legal_actions(state), names)

    def round(self, state: Any) -> int:
        return 0

    def written(self, moves: Sequence[Any], state: Any) -> str:
        record = self.record._replace(moves=tuple(moves), result=self.engine.result(state))
        return canonical(self.engine.codec.record_data(record))

    def ranked(self, state: Any, lang: str, names: Sequence[str]) -> list[str]:
        lines, points, rank, groups = [], self.engine.returns(state), 1, self.engine.ranking(state)
        for seats in groups:
            lines += [self.rank_line(state, lang, rank, names[seat], points[seat], seat) for seat in seats]
            rank += len(seats)
        winners, say = [names[seat] for seat in groups[0]], self.speaker(lang).say
        if len(winners) == 1:
            return [*lines, say("rank.winner", player=winners[0])]
        return [*lines, say("rank.shared", players=self.speaker(lang).listed(winners))]

    def rank_line(self, state: Any, lang: str, rank: int, player: str, points: int, seat: int) -> str:
        """Somebody's place at the end."""
        return self.speaker(lang).say("rank.line", rank=rank, player=player, points=points)


class RecordedTables:
    """Games for a table, as the command line asks for them."""

    table: type[RecordedTable] = RecordedTable

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def bots(self) -> Sequence[str]:
        return bots(self.game)

    @property
    def players(self) -> int:
        """How many play, unless something else is said: three, or as many as can."""
        return min(max(3, self.game.players[0]), self.game.players[-1])

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Options that say with which material."""

    def names(self, lang: str, players: int) -> Sequence[str]:
        return self.game.names(lang, players)

    def loaded(self, arguments: argparse.Namespace) -> RecordedTable:
        for option in ("players", *self.material, "variant"):
            if getattr(arguments, option) is not None:
                raise BadInput(f"--{option}: the saved game already says that")
        with said_of("--load"):
            found = GameFiles(self.game).find(arguments.load)
            if not isinstance(found, GameRecord):
                raise BadInput("expected a game record, found a position")
            return self.table(self.game, found)

    material: Sequence[str] = ()
    """The options that say with which material."""

    def terms(self, arguments: argparse.Namespace) -> Any:
        """What is played with."""
        return self.game.simulation.terms(variant_in(arguments))

    def dealt(self, arguments: argparse.Namespace, seed: int) -> RecordedTable:
        terms, engine = self.terms(arguments), self.game.engine
        counts = engine.player_counts(terms)
        players = max(self.players, counts[0]) if arguments.players is None else arguments.players
        if players not in counts:
            raise BadInput(f"--players: expected {counts[0]} to {counts[-1]}, found {players}")
        return self.table(self.game, GameRecord(engine.setup_from_seed(players, seed, terms), (), terms))
