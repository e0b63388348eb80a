"""Cards for a position of which only a part is known: what is printed on them, and where each of them is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from archipel.checks.costa_ruana.projection import NOTHING, material
from archipel.checks.costa_ruana.witness_known import (
    BOX,
    DISCARD,
    DOWN,
    MOVES,
    OFFER,
    PILE,
    PLAY_DOWN,
    PLAY_UP,
    RESOLVE,
    SETTLE,
    TABLE,
    UP,
    Frame,
    Known,
    Slot,
)
from archipel.reference import costa_ruana as engine


@dataclass(frozen=True, eq=False)
class Cards:
    """The shipped deck, changed where something else is known, with each card where the moment demands one."""

    known: Known
    frame: Frame
    lying: Sequence[Slot]
    opened: Slot | None

    def values(self) -> dict[str, Any]:
        """All symbols about cards but those about what lies where on the table."""
        return {
            **self.printed,
            "notches": self.notches,
            "place_of": self.places,
            "position": self.positions,
            "drawn": self.drawn,
        }

    @cached_property
    def numbers(self) -> range:
        return range(int(self.known.parameters["cards"]))

    # What is printed

    @cached_property
    def _shipped(self) -> dict[str, tuple[int, ...]]:
        printed = material(engine.balanced_deck(), ())
        names = ("kind", "amount", "background", "notches")
        return {name: tuple(printed[name][c % len(printed[name])] for c in self.numbers) for name in names}

    @cached_property
    def printed(self) -> dict[str, tuple[int, ...]]:
        found = {name: self._as_given_or_shipped(name) for name in ("kind", "amount", "background")}
        given = self.known("amount")
        found["amount"] = tuple(
            1 if given[c] is None and found["kind"][c] in MOVES else found["amount"][c] for c in self.numbers
        )
        return found

    def _as_given_or_shipped(self, name: str) -> tuple[int, ...]:
        given = self.known(name)
        return tuple(self._shipped[name][c] if given[c] is None else int(given[c]) for c in self.numbers)

    @cached_property
    def notches(self) -> tuple[int, ...]:
        """As shipped, but few enough on a card that is in use and too many on one that is in the box."""
        notches = [self._notches(card) for card in self.numbers]
        needed = self.known.rules.cards_needed(self.known.players)
        if sum(count <= self.known.players for count in notches) < needed:
            notches = [n if self._fixed(c) else min(n, self.known.players) for c, n in enumerate(notches)]
        return tuple(notches)

    def _notches(self, card: int) -> int:
        given, players = self.known("notches", card), self.known.players
        if given is not None:
            return int(given)
        if self._in_box(card):
            return max(self._shipped["notches"][card], players + 1)
        used = card in self._laid_cards or any(self.known(n, card) is not None for n in ("place_of", "position"))
        return min(self._shipped["notches"][card], players) if used else self._shipped["notches"][card]

    def _fixed(self, card: int) -> bool:
        return self.known("notches", card) is not None or self._in_box(card)

    def _in_box(self, card: int) -> bool:
        return bool(self.known("place_of", card) == BOX or self.known("position", card) == NOTHING)

    @cached_property
    def _laid_cards(self) -> set[int]:
        return {card for row in self.known("laid") for card in row if card is not None and card != NOTHING}

    # Where each card is

    @cached_property
    def drawn(self) -> int:
        given = self.known("drawn")
        if given is not None:
            return int(given)
        rules = self.known.rules
        return self.known.players * (rules.hand + sum(rules.draw_after(r) for r in range(1, self._begun)))

    @property
    def _begun(self) -> int:
        """The last round for which cards have been dealt."""
        return self.frame.round + 1 if self.frame.phase == OFFER else max(self.frame.round, 1)

    @cached_property
    def laid(self) -> dict[Slot, int]:
        """The card in each slot, the one being resolved chosen first and of the earliest kind."""
        known = self.known
        found = {(p, f): known("laid", p, f) for p in known.seats for f in (UP, DOWN)}
        free = self._for_the_table()
        for slot in sorted(found, key=lambda slot: slot != self.opened):
            if found[slot] is None:
                found[slot] = next(free, NOTHING) if slot in self.lying else NOTHING
        return found

    def _for_the_table(self) -> Iterator[int]:
        """Cards that can be on the table and are not known to be in a slot, the likeliest first."""
        places = self.known("place_of")
        shows = (self.frame.tide, self.frame.time)
        able = [c for c in self.numbers if c not in self._laid_cards and self._may_be(c, TABLE)]
        if self.frame.phase == RESOLVE:
            able = [c for c in able if self.printed["background"][c] in shows]
        return iter(sorted(able, key=lambda c: (places[c] != TABLE, self.printed["kind"][c], c)))

    def _may_be(self, card: int, place: int) -> bool:
        """Whether nothing known forbids that a card is in a place."""
        given, position = self.known("place_of", card), self.known("position", card)
        if given is not None:
            return bool(given == place)
        if self.notches[card] > self.known.players:
            return False
        return position is None or (position >= self.drawn) == (place == PILE)

    @cached_property
    def places(self) -> tuple[int, ...]:
        found: list[int | None] = [self.known("place_of", card) for card in self.numbers]
        for card in self.laid.values():
            if card in self.numbers and found[card] is None:
                found[card] = TABLE
        for seat in self.known.seats:
            self._fill(found, seat, self._hand_size(seat))
        self._fill(found, PILE, self._kept - self.drawn)
        rest = [BOX if count > self.known.players else DISCARD for count in self.notches]
        return tuple(rest[card] if place is None else place for card, place in enumerate(found))

    @property
    def _kept(self) -> int:
        return sum(count <= self.known.players for count in self.notches)

    def _fill(self, places: list[int | None], place: int, size: int) -> None:
        """Put cards that could be anywhere into a place until it has its size."""
        free = [card for card in self.numbers if places[card] is None and self._may_be(card, place)]
        for card in sorted(free, key=self._is_inactive)[: max(0, size - places.count(place))]:
            places[card] = place

    def _is_inactive(self, card: int) -> bool:
        """Kept for the discard while cards are resolved: those that were not active are no mystery there."""
        return self.printed["background"][card] not in (self.frame.tide, self.frame.time)

    def _hand_size(self, seat: int) -> int:
        return self.known.rules.hand_in(self._begun) - self._played(seat)

    def _played(self, seat: int) -> int:
        """How many cards a player has laid in this round."""
        phase, behind = self.frame.phase, (seat - self.frame.shaman) % self.known.players
        if phase in (SETTLE, OFFER):
            return 0
        if phase in (PLAY_UP, PLAY_DOWN):
            return (phase == PLAY_DOWN) + (behind < self.frame.turn)
        return 2

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """Where the shuffle put each card: those still in the pile last."""
        given = self.known("position")
        taken = {position for position in given if position is not None}
        early = iter(sorted(set(range(self.drawn)) - taken))
        late = iter(sorted(set(range(self.drawn, self._kept)) - taken))
        return tuple(
            given[card] if given[card] is not None else self._next_position(card, early, late) for card in self.numbers
        )

    def _next_position(self, card: int, early: Iterator[int], late: Iterator[int]) -> int:
        if self.notches[card] > self.known.players:
            return NOTHING
        return next(late if self.places[card] == PILE else early, NOTHING)
