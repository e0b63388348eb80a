"""Shorter games that may show what a longer one showed: a later round dealt as the first, idle cards for busy ones.

A changed game is followed as closely as it allows: what is legal is played as it was, otherwise what is nearest to it;
what is no longer asked is left out, and what is asked besides gets the simplest answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from archipel.checks.explain.explaining import distance
from archipel.checks.judge.conformance.games import Event, Given, Script
from archipel.reference.costa_ruana import (
    Accept,
    Action,
    Condition,
    Flip,
    Name,
    Pass,
    Phase,
    PlayDown,
    PlayUp,
    Rules,
    Settle,
    Setup,
    Stand,
    State,
    new_game,
)
from archipel.reference.costa_ruana.codec import action_data
from archipel.reference.costa_ruana.conditions import OTHER_SIDE
from archipel.reference.costa_ruana.deck import Background, Deck

SETTLINGS = 4
"""So many ways to settle are tried for a round that becomes the first."""
AHEAD = 12
"""So far is looked ahead for a decision that is asked now."""


def size_of(script: Script) -> tuple[int, ...]:
    """How long a game is, for how many players, and how complicated its decisions are."""
    moves = script.moves
    numbers = sum([sum(_numbers(action)) for action in moves])
    start = script.start
    players = start.state["players"] if isinstance(start, Given) else start.players
    return len(script.events), players, sum(map(_effort, moves)), numbers


def _effort(action: Action) -> int:
    return int(isinstance(action, Stand | Name))


def _numbers(action: Action) -> Iterator[int]:
    for name, value in action_data(action).items():
        if name not in ("do", "card", "player"):
            yield from value if isinstance(value, list) else [value] if isinstance(value, int) else []


class Shortener:
    """Proposes shorter scripts in place of one."""

    def __init__(self, script: Script, rules: Rules, deck: Deck) -> None:
        self.script = script
        self.rules = rules
        self.deck = deck
        self.states = list(self._replayed())

    def _replayed(self) -> Iterator[State]:
        """The position before each event, and the one after all."""
        state = self._opening(self.script.start)
        yield state
        for event in self.script.events:
            state = state.apply_action(event.what) if event.do == "play" and _is_legal(state, event.what) else state
            yield state

    def _opening(self, setup: Setup) -> State:
        return new_game(setup, self.rules, self.deck)

    def proposals(self) -> Iterator[Script]:
        """The boldest first."""
        yield from self._later_rounds()
        yield from self._idle_rounds()
        yield from self._idle_cards()
        yield from self._simpler_decisions()
        yield from self._fewer_events()

    # A later round as the first

    def _later_rounds(self) -> Iterator[Script]:
        last = self.states[-1].round
        for first in range(last, 1, -1):
            place = self._beginning_of(first)
            if place is None:
                continue
            for number in range(SETTLINGS):
                yield self._from_round(place, Random(number))

    def _beginning_of(self, round_number: int) -> int | None:
        begins = [place for place, state in enumerate(self.states) if state.round == round_number]
        return begins[0] if begins and begins[0] < len(self.script.events) else None

    def _from_round(self, place: int, chance: Random) -> Script:
        start, events = self.states[place], self.script.events[place:]
        by_treasures = sorted(range(start.islands), key=lambda island: start.treasures[island])
        setup = replace(
            self.script.start,
            order=self.dealt(events, self.script.start.players, self.script.start.order),
            tide=start.tide,
            time=start.time,
            poor=tuple(sorted(by_treasures[: self.rules.poor_islands])),
            shaman=start.shaman,
        )
        return self.followed(setup, (*self._settled(start, chance), *events))

    def dealt(self, events: Sequence[Event], players: int, order: Sequence[int]) -> tuple[int, ...]:
        """The cards in an order in which each player is dealt first what he plays."""
        hand = self.rules.hand
        wanted: list[list[int]] = [[] for _ in range(players)]
        for event in events:
            if lays(event) and event.what.card in order:
                wanted[event.what.player].append(event.what.card)
        hands = [cards[:hand] for cards in wanted]
        used = {card for cards in hands for card in cards}
        rest = iter([card for card in order if card not in used])
        full = [[*cards, *(next(rest) for _ in range(hand - len(cards)))] for cards in hands]
        return (*[card for cards in full for card in cards], *rest)

    def _settled(self, start: State, chance: Random) -> list[Event]:
        """Settling that comes close to the islands as they are at the start of a round."""
        homes = [self._homes(start, seat, chance) for seat in range(start.players)]
        turns = range(self.rules.settled)
        seats = [(start.shaman + step) % start.players for step in range(start.players)]
        return [Event("play", Settle(seat, homes[seat][turn])) for turn in turns for seat in seats]

    def _homes(self, start: State, seat: int, chance: Random) -> list[int]:
        there = [island for island, row in enumerate(start.inhabitants) for _ in range(row[seat])]
        settled = self.rules.settled
        return chance.sample(there, settled) if len(there) >= settled else [*there, *[0] * (settled - len(there))]

    # Cards that do nothing

    def _idle_rounds(self) -> Iterator[Script]:
        """A round in which no card is active."""
        for round_number in range(1, self.states[-1].round + 1):
            laid = [place for place, event in enumerate(self.script.events) if lays(event)]
            yield self._with_idle({place for place in laid if self.states[place].round == round_number})

    def _idle_cards(self) -> Iterator[Script]:
        for place, event in enumerate(self.script.events):
            if lays(event):
                yield self._with_idle({place})

    def _with_idle(self, places: set[int]) -> Script:
        """With other cards, inactive ones if the player has any, in some places; the cards change hands if need be."""
        setup, events = self.script.start, list(self.script.events)
        for place in sorted(places):
            action = events[place].what
            spare = self._idle_card(place, action, {event.what.card for event in events if lays(event)})
            if spare is not None:
                setup = replace(setup, order=exchanged(setup.order, action.card, spare))
                events[place] = Event("play", replace(action, card=spare, before=action.player))
        return self.followed(setup, events)

    def _idle_card(self, place: int, action: PlayUp | PlayDown, used: set[int]) -> int | None:
        """A card that will not be active in the round under way and is not played in this game."""
        active = self._shown_after(place)
        idle = [card for card in self.script.start.order if self.deck.cards[card].background not in active]
        return next((card for card in idle if card not in used), None)

    def _shown_after(self, place: int) -> tuple[Background, ...]:
        """The backgrounds that are active in a round, as far as it goes."""
        state = self.states[place]
        for later, event in zip(self.states[place:], self.script.events[place:], strict=False):
            if later.round == state.round and isinstance(event.what, Flip) and event.do == "play":
                turned = event.what.condition
                tide = OTHER_SIDE[later.tide] if turned is Condition.TIDE else later.tide
                return tide, OTHER_SIDE[later.time] if turned is Condition.TIME else later.time
        return ()

    # Simpler decisions, and fewer of them

    def _simpler_decisions(self) -> Iterator[Script]:
        for place, event in enumerate(self.script.events[:-1]):
            if event.do == "play" and (simpler := simplest(self.states[place].legal_actions())) != event.what:
                yield self._changed(place, [Event("play", simpler)])

    def _fewer_events(self) -> Iterator[Script]:
        """Without half of the events, a quarter, and so on down to a single one; the last one stays."""
        old = self.script.events
        size = (len(old) - 1) // 2
        while size > 0:
            for place in range(len(old) - 1 - size, -size, -size):
                yield self.followed(self.script.start, (*old[: max(place, 0)], *old[place + size :]))
            size //= 2

    def _changed(self, place: int, events: Sequence[Event]) -> Script:
        old = self.script.events
        return self.followed(self.script.start, (*old[:place], *events, *old[place + 1 :]))

    # Following a changed game

    def followed(self, setup: Setup, wanted: Sequence[Event]) -> Script:
        state, events, place = self._opening(setup), list[Event](), 0
        while place < len(wanted) and len(events) <= len(self.script.events):
            event = wanted[place]
            if event.do != "play":
                events += [event] if event.do != "try" or not _is_legal(state, event.what) else []
                place += 1
                continue
            chosen = self._nearest(state, event.what)
            if chosen is None and _asked_later(state, wanted[place + 1 : place + AHEAD]):
                place += 1
                continue
            place += chosen is not None
            if not (legal := state.legal_actions()):
                break
            chosen = chosen or simplest(legal)
            events.append(Event("play", chosen))
            state = state.apply_action(chosen)
        return Script(setup, tuple(events))

    def _nearest(self, state: State, action: Action) -> Action | None:
        """The legal action nearest to an action, if one of its kind is asked of its player now."""
        if _is_legal(state, action):
            return action
        alike = [other for other in state.legal_actions() if _asks_the_same(other, action)]
        return min(alike, key=lambda other: (self._other_card(action, other), distance(action, other)), default=None)

    def _other_card(self, action: Action, other: Action) -> tuple[bool, ...]:
        """How much a card differs from the one that was laid."""
        if not isinstance(action, PlayUp | PlayDown) or not isinstance(other, PlayUp | PlayDown):
            return ()
        one, two = self.deck.cards[action.card], self.deck.cards[other.card]
        return one.kind is not two.kind, one.background is not two.background, one.amount != two.amount


def lays(event: Event) -> bool:
    return event.do == "play" and isinstance(event.what, PlayUp | PlayDown)


def _is_legal(state: State, action: Action) -> bool:
    return action in state.legal_actions()


def _asks_the_same(one: Action, other: Action) -> bool:
    return _question(one) == _question(other)


def _question(action: Action) -> tuple[int, object]:
    """To whom and at what occasion a decision belongs."""
    together: Mapping[type, object] = {Stand: Phase.STAND, Pass: Phase.STAND, Accept: Phase.OFFER, Name: Phase.OFFER}
    return action.player, together.get(type(action), type(action))


def _asked_later(state: State, events: Sequence[Event]) -> bool:
    legal = state.legal_actions()
    return bool(legal) and any(event.do == "play" and _asks_the_same(legal[0], event.what) for event in events)


def simplest(legal: Sequence[Action]) -> Action:
    """The least that can be decided: no inhabitant on a card, the role kept, the first of everything else."""
    return next((action for action in legal if isinstance(action, Pass | Accept)), legal[0])


def exchanged(order: Sequence[int], one: int, other: int) -> tuple[int, ...]:
    exchange = {one: other, other: one}
    return tuple([exchange.get(card, card) for card in order])
