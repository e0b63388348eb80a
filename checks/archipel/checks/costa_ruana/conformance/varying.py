"""Delta debugging over the set-up: games for fewer players, with other hands, sides, islands or first players.

Each is followed as closely as it allows (see shortening.py), so a changed set-up changes as few decisions as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from archipel.checks.costa_ruana.conformance.shortening import Shortener, exchanged, lays
from archipel.checks.judge.conformance.games import Event, Script
from archipel.reference.costa_ruana import Action, Setup
from archipel.reference.costa_ruana.conditions import OTHER_SIDE

Edit = Callable[[Setup, list[Event], Random], tuple[Setup, list[Event]]]
SEATS = ("player", "before", "by", "owner", "shaman")
"""The arguments of decisions that name a seat."""
MOST_EDITS = 3


class Variations:
    """Games like one game, but with another set-up or other decisions."""

    def __init__(self, shortener: Shortener) -> None:
        self.shortener = shortener
        self.setup: Setup = shortener.script.start
        self.events = shortener.script.events

    # Fewer players

    def fewer_players(self) -> Iterator[Script]:
        """Without one of the players, if there can be fewer."""
        rules = self.shortener.rules
        if self.setup.players > rules.min_players:
            for seat in range(self.setup.players):
                yield self._without(seat)

    def _without(self, gone: int) -> Script:
        players, rules = self.setup.players - 1, self.shortener.rules
        events = [self._reseated(event, gone) for event in self.events if getattr(event.what, "player", None) != gone]
        islands = rules.islands(players)
        poor = [island for island in self.setup.poor if island < islands]
        poor += [island for island in range(islands) if island not in poor]
        kept = set(self.shortener.deck.kept(players))
        order = [card for card in self.setup.order if card in kept]
        setup = replace(
            self.setup,
            players=players,
            order=self.shortener.dealt(events, players, order),
            poor=tuple(sorted(poor[: rules.poor_islands])),
            shaman=_moved_up(self.setup.shaman, gone) % players,
        )
        return self.shortener.followed(setup, events)

    def _reseated(self, event: Event, gone: int) -> Event:
        if event.do == "view":
            return Event("view", 0 if event.what == gone else _moved_up(event.what, gone))
        if event.do == "state":
            return event
        return Event(event.do, _reseated(event.what, gone))

    # Other set-ups

    def other_setups(self) -> Iterator[Script]:
        """The same decisions, as far as possible, with one thing of the set-up changed."""
        setup = self.setup
        for seat in range(setup.players):
            if seat != setup.shaman:
                yield self._with(shaman=seat)
        yield self._with(tide=OTHER_SIDE[setup.tide])
        yield self._with(time=OTHER_SIDE[setup.time])
        for place, event in enumerate(self.events):
            if lays(event):
                for card in self._alike(event.what.card):
                    yield self.shortener.followed(*_with_card(setup, list(self.events), place, card))

    def _with(self, **changed: object) -> Script:
        return self.shortener.followed(replace(self.setup, **changed), self.events)  # type: ignore[arg-type]

    def _alike(self, card: int) -> list[int]:
        """One card of each other background with the same effect."""
        cards = self.shortener.deck.cards
        mine, found = cards[card], dict[object, int]()
        for other in self.setup.order:
            its = cards[other]
            if its.kind is mine.kind and its.background is not mine.background:
                found.setdefault((its.background, its.amount), other)
        return list(found.values())

    # Anything else

    def varied(self, chance: Random) -> Script:
        """With up to three things changed by chance: in the set-up, in the decisions, or in both."""
        setup, events = self.setup, list(self.events)
        edits: Sequence[Edit] = (
            self._other_card, self._other_card, self._other_decision, self._other_decision, self._gap, _other_layout
        )  # fmt: skip
        for _ in range(1 + int(chance.random() * MOST_EDITS)):
            setup, events = edits[int(chance.random() * len(edits))](setup, events, chance)
        return self.shortener.followed(setup, events)

    def _other_card(self, setup: Setup, events: list[Event], chance: Random) -> tuple[Setup, list[Event]]:
        places = [place for place, event in enumerate(events) if lays(event)]
        if not places:
            return setup, events
        return _with_card(setup, events, chance.choice(places), chance.choice(setup.order))

    def _other_decision(self, setup: Setup, events: list[Event], chance: Random) -> tuple[Setup, list[Event]]:
        place = int(chance.random() * len(events))
        unchanged = place < min(len(events), len(self.events)) and events[place] == self.events[place]
        if unchanged and events[place].do == "play":
            legal = self.shortener.states[place].legal_actions()
            events[place] = Event("play", chance.choice(legal) if legal else events[place].what)
        return setup, events

    def _gap(self, setup: Setup, events: list[Event], chance: Random) -> tuple[Setup, list[Event]]:
        first = int(chance.random() * len(events))
        return setup, [*events[:first], *events[first + 1 + int(chance.random() * 4) :]]


def _other_layout(setup: Setup, events: list[Event], chance: Random) -> tuple[Setup, list[Event]]:
    tide = chance.choice([setup.tide, OTHER_SIDE[setup.tide]])
    time = chance.choice([setup.time, OTHER_SIDE[setup.time]])
    return replace(setup, tide=tide, time=time, shaman=int(chance.random() * setup.players)), events


def _with_card(setup: Setup, events: list[Event], place: int, card: int) -> tuple[Setup, list[Event]]:
    """Another card in the place of one that is laid; the two change places wherever they are."""
    mine = events[place].what.card
    swap = {mine: card, card: mine}
    laid = [
        Event(event.do, replace(event.what, card=swap.get(event.what.card, event.what.card))) if lays(event) else event
        for event in events
    ]
    return replace(setup, order=exchanged(setup.order, mine, card)), laid


def _moved_up(seat: int, gone: int) -> int:
    return seat - (seat > gone)


def _reseated(action: Action, gone: int) -> Action:
    """A decision by the seats without one player; what concerned him now concerns who decides."""
    mine = _moved_up(action.player, gone)
    seats = [(field.name, getattr(action, field.name)) for field in fields(action) if field.name in SEATS]
    changed: dict[str, Any] = {name: mine if seat == gone else _moved_up(seat, gone) for name, seat in seats}
    return replace(action, **changed)
