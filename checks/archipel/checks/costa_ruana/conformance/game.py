"""Costa Ruana as the judge of other programs needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from archipel.checks.costa_ruana.conformance.exploring import SeekingRareSituations
from archipel.checks.costa_ruana.conformance.shortening import Shortener, size_of
from archipel.checks.costa_ruana.conformance.varying import Variations
from archipel.checks.costa_ruana.engine import ENGINE
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.judge.conformance.engine_game import EngineGame
from archipel.checks.judge.conformance.exploring import Explorer
from archipel.checks.judge.conformance.games import Choice, Difference, Given, Script
from archipel.reference.costa_ruana import STANDARD, Deck, Rules, State, codec
from archipel.reference.costa_ruana.state import game_for

PLAYERS = range(STANDARD.min_players, STANDARD.max_players + 1)


@dataclass(frozen=True)
class CardContest(EngineGame):
    """What is told of it and shrunk in ways of its own."""

    @property
    def rules(self) -> Rules:
        rules: Rules = self.terms.rules
        return rules

    @property
    def deck(self) -> Deck:
        deck: Deck = self.terms.deck
        return deck

    def strangers(self) -> Sequence[EngineGame]:
        """Who is ahead in a tie by his seat alone, or counted from the wrong player."""
        if self.rules.readings.final_tie == "shared":
            return []
        return [TiesByOrder(self.game, self.terms, self.announced, order) for order in ORDERS]

    def explorer(self, players: Sequence[int], seed: int) -> Explorer:
        return SeekingRareSituations(self.game, players, seed, self.terms)

    # What is asked and compared

    def facts(self, position: State) -> Mapping[str, Any]:
        return {**_optional(position), **super().facts(position)}

    def view(self, position: State, seat: int) -> Mapping[str, Any]:
        return {**_optional(position.view(seat)), **super().view(position, seat)}

    # Shrinking

    def shorter(self, difference: Difference) -> Iterator[Script]:
        if isinstance(difference.script.start, Given):
            return
        shortener = Shortener(difference.script, self.rules, self.deck)
        variations = Variations(shortener)
        yield from shortener.proposals()
        yield from variations.fewer_players()
        yield from variations.other_setups()

    def varied(self, script: Script, chance: Random) -> Script:
        if isinstance(script.start, Given):
            return script
        return Variations(Shortener(script, self.rules, self.deck)).varied(chance)

    def size(self, script: Script) -> tuple[int, ...]:
        return size_of(script)


def _optional(told: object) -> dict[str, Any]:
    """What is told by some readings only: nothing, by all others."""
    return {name: codec.plain(getattr(told, name)) for name in codec.OPTIONAL}


ORDERS: Mapping[str, Callable[[int, int, int], int]] = {
    "lowest seat": lambda seat, shaman, players: seat,
    "highest seat": lambda seat, shaman, players: -seat,
    "shaman, then clockwise": lambda seat, shaman, players: (seat - shaman) % players,
    "counterclockwise after the shaman": lambda seat, shaman, players: (shaman - 1 - seat) % players,
}
"""Who is ahead among equals, by rules that nobody finds in the rulebook: the smaller number."""


@dataclass(frozen=True)
class TiesByOrder(CardContest):
    """The game with another order of seats in which ties at the end are broken."""

    order: str = ""

    def result(self, position: State) -> Mapping[str, Any] | None:
        found = super().result(position)
        if found is None:
            return None
        key = ORDERS[self.order]
        shared = position.changed(game=game_for(position.players, self._sharing(), position.deck)).ranking()
        ranked = [sorted(group, key=lambda seat: key(seat, position.shaman, position.players)) for group in shared]
        return {**found, "ranking": [[seat] for group in ranked for seat in group]}

    def _sharing(self) -> Rules:
        return replace(self.rules, readings=replace(self.rules.readings, final_tie="shared"))


def announced(choice: Choice) -> CardContest:
    """The game by readings that the program is told; points that make no difference to play are left out."""
    terms = ENGINE.by(ENGINE.standard, choice)
    return CardContest(GAME, terms, terms)
