"""Costa Ruana as the judge of other programs needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from archipel.checks.costa_ruana.conformance.clauses import named
from archipel.checks.costa_ruana.conformance.exploring import SeekingRareSituations
from archipel.checks.costa_ruana.conformance.menu_clauses import refusing
from archipel.checks.costa_ruana.conformance.near_misses import near_misses
from archipel.checks.costa_ruana.conformance.shortening import Shortener, size_of
from archipel.checks.costa_ruana.conformance.varying import Variations
from archipel.checks.costa_ruana.engine import ENGINE
from archipel.checks.costa_ruana.explanations import EXPLAINER, Told, everybody, told_to
from archipel.checks.costa_ruana.formats import facts
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.explain.model import Link, Text
from archipel.checks.judge.conformance.engine_game import MOST, EngineGame
from archipel.checks.judge.conformance.exploring import Explorer
from archipel.checks.judge.conformance.games import Choice, Difference, Given, Script
from archipel.reference.costa_ruana import STANDARD, Action, Deck, Rules, Setup, State, codec, new_game
from archipel.reference.costa_ruana.state import game_for
from archipel.reference.strict_json import Field
from archipel.spec.clauses import LANGUAGES

WIDTH = 78
OWN = 2
"""Where a program hides its state, so many clauses at most are named by cases written for this game alone."""
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
        return SeekingRareSituations(self.engine, players, seed, self.terms)

    # What is asked and compared

    def request(self, start: Setup | Given) -> dict[str, Any]:
        if isinstance(start, Given):
            return {"state": {**start.state, **self._read_so}}
        return super().request(start)

    @cached_property
    def _read_so(self) -> dict[str, Any]:
        return {"readings": ENGINE.codec.header_data(self.announced)["readings"]}

    def opening(self, start: Setup | Given) -> State:
        if isinstance(start, Given):
            members = Field(start.state).members([*codec.HEADER, *codec.POSITION], codec.OPTIONAL)
            rules, deck = codec.read_header(members)
            return codec.read_position(members, replace(rules, readings=self.rules.readings), deck)
        return new_game(start, self.rules, self.deck)

    def almost_legal(self, position: State) -> Sequence[Action]:
        return [action for _, action in near_misses(position, Random(0))]

    def state(self, position: State) -> Mapping[str, Any]:
        return {**codec.state_data(position), **self._read_so}

    def data(self, decision: Action) -> dict[str, Any]:
        return _data(decision)

    def facts(self, position: State) -> Mapping[str, Any]:
        return facts(position)

    def view(self, position: State, seat: int) -> Mapping[str, Any]:
        seen = position.view(seat)
        return {name: codec.plain(getattr(seen, name)) for name in codec.OPTIONAL} | codec.view_data(seen)

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

    # Telling

    def clauses(self, difference: Difference) -> Sequence[Link]:
        """What cases written for this game name; where a program hides its state, those with what any game can find."""
        own = named(difference)
        if own and (difference.answer.state or not _is_asked_to_play(difference)):
            return own
        first = own[:OWN]
        return [*first, *[link for link in super().clauses(difference) if link.clause not in _ids(first)]][:MOST]

    def about(self, difference: Difference) -> Sequence[str]:
        return _ids(named(difference))

    def refusing(self, position: State, action: Action) -> Sequence[Link]:
        return refusing(position, action)

    def story(self, difference: Difference) -> Sequence[Text]:
        """Each decision that was played, with what followed from it."""
        state, told = self.opening(difference.script.start), list[Text]()
        for action in difference.script.moves:
            after = state.apply_action(action)
            tellers = {lang: self._teller(lang, state, action) for lang in LANGUAGES}
            told.append({lang: " ".join(teller.step(state, action)) for lang, teller in tellers.items()})
            state = after
        return told

    def _teller(self, lang: str, state: State, action: Action) -> Told:
        return told_to(lang, everybody(lang, state.players), action.player)

    def decision_told(self, position: State, decision: Action) -> Text:
        return EXPLAINER.decision_told(position, decision)


def _is_asked_to_play(difference: Difference) -> bool:
    """Whether it is the answer to a decision, or to the set-up, that differs."""
    return difference.last is None or difference.last.do == "play"


def _ids(links: Sequence[Link]) -> list[str]:
    return [link.clause for link in links]


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


@lru_cache(maxsize=100_000)
def _data(decision: Action) -> dict[str, Any]:
    return codec.action_data(decision)
