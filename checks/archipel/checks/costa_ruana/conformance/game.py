"""Costa Ruana as the judge of other programs needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from archipel.checks.costa_ruana.conformance.clauses import named
from archipel.checks.costa_ruana.conformance.exploring import Explorer
from archipel.checks.costa_ruana.conformance.menu_clauses import plain_link
from archipel.checks.costa_ruana.conformance.near_misses import near_misses
from archipel.checks.costa_ruana.conformance.shortening import Shortener, size_of
from archipel.checks.costa_ruana.conformance.varying import Variations
from archipel.checks.costa_ruana.diagnosing import facts, result_data
from archipel.checks.costa_ruana.drawing import scene
from archipel.checks.costa_ruana.drawing_text import draw
from archipel.checks.costa_ruana.engine import played
from archipel.checks.costa_ruana.explanations import decision_told
from archipel.checks.costa_ruana.telling import Teller
from archipel.checks.costa_ruana.why_not import everybody
from archipel.checks.explain.model import Link, Text
from archipel.checks.judge.conformance.games import Choice, Difference, Event, Given, Script
from archipel.reference.costa_ruana import STANDARD, Action, Deck, Rules, Setup, State, balanced_deck, codec, new_game
from archipel.reference.costa_ruana.readings import CHOICES, choice_of, chosen
from archipel.reference.costa_ruana.state import game_for
from archipel.reference.strict_json import Field
from archipel.spec.clauses import LANGUAGES
from archipel.spec.costa_ruana.readings import READINGS

WIDTH = 78
PLAYERS = range(STANDARD.min_players, STANDARD.max_players + 1)


@dataclass(frozen=True)
class CostaRuana:
    """The game by some readings. What the program is told is ``announced``: it may play by others than it says."""

    deck: Deck
    rules: Rules = STANDARD
    announced: Rules = STANDARD

    @cached_property
    def choice(self) -> Choice:
        return choice_of(self.rules.readings)

    def by(self, choice: Choice) -> CostaRuana:
        return replace(self, rules=replace(self.rules, readings=chosen(choice)))

    def other_readings(self) -> Sequence[tuple[str, str]]:
        mine = {point: names[0] for point, names in CHOICES.items()} | dict(self.choice)
        return [(point, name) for point, names in CHOICES.items() for name in names if name != mine[point]]

    def strangers(self) -> Sequence[CostaRuana]:
        """Who is ahead in a tie by his seat alone, or counted from the wrong player."""
        if self.rules.readings.final_tie == "shared":
            return []
        return [TiesByOrder(self.deck, self.rules, self.announced, order) for order in ORDERS]

    def explorer(self, players: Sequence[int], seed: int) -> Explorer:
        return Explorer(players, seed, self.rules, self.deck)

    # What is asked and compared

    def request(self, start: Setup | Given) -> dict[str, Any]:
        if isinstance(start, Given):
            return {"state": {**start.state, "readings": self._header["readings"]}}
        return {**codec.header_data(self.announced, self.deck), "setup": codec.setup_data(start)}

    @cached_property
    def _header(self) -> dict[str, Any]:
        return codec.header_data(self.announced, self.deck)

    def opening(self, start: Setup | Given) -> State:
        if isinstance(start, Given):
            members = Field(start.state).members([*codec.HEADER, *codec.POSITION], codec.OPTIONAL)
            rules, deck = codec.read_header(members)
            return codec.read_position(members, replace(rules, readings=self.rules.readings), deck)
        return new_game(start, self.rules, self.deck)

    def legal(self, position: State) -> Sequence[Action]:
        return position.legal_actions()

    def asides(self, position: State) -> Sequence[Event]:
        views = [Event("view", seat) for seat in range(position.players)]
        return [*views, *[Event("try", action) for _, action in near_misses(position, Random(0))]]

    def after(self, position: State, decision: Action) -> State:
        return position.apply_action(decision)

    def state(self, position: State) -> Mapping[str, Any]:
        return {**codec.state_data(position), "readings": self._header["readings"]}

    def data(self, decision: Action) -> dict[str, Any]:
        return _data(decision)

    def read(self, data: Mapping[str, Any]) -> Action:
        return codec.read_action(Field(data))

    def facts(self, position: State) -> Mapping[str, Any]:
        return facts(position, ())

    def result(self, position: State) -> Mapping[str, Any] | None:
        return result_data(codec.result_of(position))

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
        return named(difference)

    def clauses_read(self, choice: Choice) -> Sequence[Link]:
        state = self.opening(Setup.from_seed(PLAYERS[0], 0, self.rules, self.deck))
        points = [point for point, name in choice.items() if self.choice.get(point) != name]
        return [plain_link(state, READINGS.points[point].clause.id) for point in points]

    def story(self, difference: Difference) -> Sequence[Text]:
        """Each decision that was played, with what followed from it."""
        state, told = self.opening(difference.script.start), list[Text]()
        for action in difference.script.moves:
            after = state.apply_action(action)
            tellers = {lang: self._teller(lang, state, action) for lang in LANGUAGES}
            told.append({lang: " ".join(teller.step(state, action, after)) for lang, teller in tellers.items()})
            state = after
        return told

    def _teller(self, lang: str, state: State, action: Action) -> Teller:
        return Teller(lang, everybody(lang, state.players), state.deck, action.player)

    def drawing(self, difference: Difference, language: str) -> str:
        listed = set(difference.aspects) <= {"extra", "missing", "twice"}
        state = difference.position if listed or difference.before is None else difference.before
        return draw(scene(state, language), WIDTH, colour=False)

    def decision_told(self, position: State, decision: Action) -> Text:
        return decision_told(position, decision)

    def record(self, script: Script) -> dict[str, Any]:
        if isinstance(script.start, Given):
            position = self.opening(script.start)
            for move in script.moves[:-1]:
                position = position.apply_action(move)
            return dict(self.state(position))
        return codec.record_data(codec.Record(script.start, script.moves, self.announced, self.deck))


ORDERS: Mapping[str, Callable[[int, int, int], int]] = {
    "lowest seat": lambda seat, shaman, players: seat,
    "highest seat": lambda seat, shaman, players: -seat,
    "shaman, then clockwise": lambda seat, shaman, players: (seat - shaman) % players,
    "counterclockwise after the shaman": lambda seat, shaman, players: (shaman - 1 - seat) % players,
}
"""Who is ahead among equals, by rules that nobody finds in the rulebook: the smaller number."""


@dataclass(frozen=True)
class TiesByOrder(CostaRuana):
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


def announced(choice: Choice) -> CostaRuana:
    """The game by readings that the program is told; points that make no difference to play are left out."""
    rules = replace(STANDARD, readings=played(choice))
    return CostaRuana(balanced_deck(), rules, rules)


@lru_cache(maxsize=100_000)
def _data(decision: Action) -> dict[str, Any]:
    return codec.action_data(decision)
