"""From what a prover says of a situation to a whole position, told in the vocabulary of the clauses.

A prover fixes only what its question mentions. Everything else is completed here in the plainest way that fits: pieces
at home, treasures on islands, cards in hands and in the pile as round and phase demand. What a value contradicts is not
repaired: it stays as given, and whoever reads the position says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from archipel.checks.costa_ruana.projection import NOTHING
from archipel.checks.costa_ruana.witness_cards import Cards
from archipel.checks.costa_ruana.witness_known import (
    DOWN,
    FACES,
    PLAY_DOWN,
    PLAY_UP,
    RESOLVE,
    REVEAL,
    SETTLE,
    TAKERS,
    UP,
    Frame,
    Known,
    Slot,
    holds_anywhere,
    moments,
)
from archipel.spec.readings import Choice


def completions(values: Mapping[str, Any], choice: Choice) -> Iterator[dict[str, Any]]:
    """Whole positions that agree with what is given, the likeliest moments of the game first."""
    known = Known(values, choice)
    for frame in moments(known):
        yield HandCompletion(known, frame).values()


@dataclass(frozen=True, eq=False)
class HandCompletion:
    """One way to complete what is known, at one moment of the game."""

    known: Known
    frame: Frame

    def values(self) -> dict[str, Any]:
        """Every symbol of the clauses."""
        seats = self.known.seats
        return {
            **self.known.parameters,
            **self.cards.values(),
            **self.frame._asdict(),
            "laid": self._by_slot(self.cards.laid),
            "lies_before": self._by_slot(self.before),
            "hidden": self._by_slot({slot: self._is_hidden(slot) for slot in self.slots}),
            "stands": tuple(self._by_slot({slot: self.stands[q] == slot for slot in self.slots}) for q in seats),
            "opened": self._by_slot({slot: slot == self.opened for slot in self.slots}),
            "due": self._by_slot({slot: self._due(slot) for slot in self.slots}),
            "on": tuple(map(tuple, self.board)),
            "reserve": tuple(self._reserve(seat) for seat in seats),
            **self.wealth,
        }

    # The table

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        return tuple((seat, face) for seat in self.known.seats for face in FACES)

    def _by_slot(self, table: Mapping[Slot, Any]) -> tuple[tuple[Any, ...], ...]:
        return tuple(tuple(table[seat, face] for face in FACES) for seat in self.known.seats)

    def _behind(self, seat: int) -> int:
        """How many seats after the shaman."""
        return (seat - self.frame.shaman) % self.known.players

    @cached_property
    def lying(self) -> tuple[Slot, ...]:
        """The slots in which a card lies."""
        given = {slot: self.known("laid", *slot) for slot in self.slots}
        return tuple(s for s in self.slots if (self._is_played(s) if given[s] is None else given[s] != NOTHING))

    def _is_played(self, slot: Slot) -> bool:
        """Whether the moment demands a card there; during resolution only what is known does."""
        phase, (seat, face) = self.frame.phase, slot
        if phase == RESOLVE:
            return self._is_mentioned(slot)
        laying = PLAY_UP if face == UP else PLAY_DOWN
        return laying < phase <= REVEAL or (phase == laying and self._behind(seat) < self.frame.turn)

    def _is_mentioned(self, slot: Slot) -> bool:
        known = self.known
        about = [known("due", *slot), known("opened", *slot), *[known("stands", seat, *slot) for seat in known.seats]]
        return any(map(holds_anywhere, about)) or known("lies_before", *slot) not in (None, NOTHING)

    @cached_property
    def before(self) -> dict[Slot, int]:
        """Before whom each card lies: before who laid it, unless somebody's turn on it tells otherwise."""
        given = {slot: self.known("lies_before", *slot) for slot in self.slots}
        return {slot: self._guessed_before(slot) if given[slot] is None else given[slot] for slot in self.slots}

    def _guessed_before(self, slot: Slot) -> int:
        if slot not in self.lying:
            return NOTHING
        choices = self._likely_before(slot)
        return next((seat for seat in choices if self._may_lie_before(slot, seat)), choices[0])

    def _likely_before(self, slot: Slot) -> list[int]:
        """Outside resolution who laid it; else the card under way comes first, so it is nearest to the shaman."""
        players = self.known.players
        if self.frame.phase != RESOLVE:
            return [slot[0]]
        seats = [(self.frame.shaman + place) % players for place in range(players)]
        return seats if self._known_opened in (None, slot) else seats[::-1]

    def _may_lie_before(self, slot: Slot, before: int) -> bool:
        """Whether the turns that are due on a card and those who stand on it fit."""
        known, players = self.known, self.known.players
        for turn in range(1, players + 1):
            stands, due = known("stands", (before + turn - 1) % players, *slot), known("due", *slot, turn)
            waits = stands and slot != self._known_opened
            if (due and stands is False) or (waits and due is False):
                return False
        return True

    @cached_property
    def _known_opened(self) -> Slot | None:
        """The card that is known to be under way, or must be since it has acted already."""
        if self.frame.phase != RESOLVE:
            return None
        for slot in self.slots:
            if self.known("opened", *slot) or (slot in self.lying and self.known("due", *slot, 0) is False):
                return slot
        return None

    @cached_property
    def cards(self) -> Cards:
        return Cards(self.known, self.frame, self.lying, self._known_opened)

    @cached_property
    def opened(self) -> Slot | None:
        """The card under way: the one known to be, or the only one that can be next."""
        if self._known_opened is not None or self.frame.phase != RESOLVE:
            return self._known_opened
        ranks = {slot: self._rank(slot) for slot in self.lying}
        first = [slot for slot in self.lying if ranks[slot] == min(ranks.values())]
        alone = len(first) == 1 and self.known("opened", *first[0]) is None
        return first[0] if alone else None

    def _rank(self, slot: Slot) -> tuple[int, int]:
        return self._behind(self.before[slot]), self.cards.printed["kind"][self.cards.laid[slot]]

    def _is_hidden(self, slot: Slot) -> bool:
        given = self.known("hidden", *slot)
        usual = slot in self.lying and slot[1] == DOWN and self.frame.phase <= REVEAL
        return usual if given is None else bool(given)

    @cached_property
    def stands(self) -> dict[int, Slot | None]:
        """The card on which each player's inhabitant stands."""
        return {seat: self._stands_on(seat) for seat in self.known.seats}

    def _stands_on(self, seat: int) -> Slot | None:
        known = self.known
        possible = [slot for slot in self.lying if known("stands", seat, *slot) is None]
        for slot in self.slots:
            turn = 1 + (seat - self.before[slot]) % known.players
            if known("stands", seat, *slot) or (slot in possible and known("due", *slot, turn)):
                return slot
        if not possible or self._missing(seat) != 1:
            return None
        return self._known_opened if self._known_opened in possible else possible[0]

    def _missing(self, seat: int) -> int | None:
        """How many inhabitants of a player are neither on islands nor in reserve, if that is known."""
        counts = [self.known("reserve", seat), *[row[seat] for row in self.known("on")]]
        return None if None in counts else self.known.numbers.inhabitants - sum(counts)

    def _due(self, slot: Slot) -> tuple[bool, ...]:
        waiting = slot in self.lying and self.frame.phase == RESOLVE
        seats = [(self.before[slot] + distance) % self.known.players for distance in self.known.seats]
        usual = (waiting, *[waiting and self.stands[seat] == slot for seat in seats])
        given = self.known("due", *slot)
        return tuple(bool(usual[turn] if flag is None else flag) for turn, flag in enumerate(given))

    # Inhabitants

    @cached_property
    def board(self) -> list[list[int]]:
        """Inhabitants on islands as given; who is known to be abroad, but not where, goes where there is room."""
        known = self.known
        rows = [[count or 0 for count in row] for row in known("on")]
        for seat in known.seats:
            for _ in range(self._abroad(seat) - sum(row[seat] for row in rows)):
                free = [i for i, row in enumerate(rows) if known("on", i, seat) is None and self._has_room(row)]
                if free:
                    rows[min(free, key=lambda island: sum(rows[island]))][seat] += 1
        return rows

    def _has_room(self, row: Sequence[int]) -> bool:
        return sum(row) < self.known.numbers.island_cap

    def _abroad(self, seat: int) -> int:
        """How many inhabitants of a player must be on islands."""
        reserve = self.known("reserve", seat)
        if reserve is not None:
            return int(self.known.numbers.inhabitants - reserve - (self.stands[seat] is not None))
        if self.frame.phase == SETTLE:
            return self._rounds_settled + (self._behind(seat) < self.frame.turn)
        return self._needed_abroad if seat == self._actor else 0

    @cached_property
    def _needed_abroad(self) -> int:
        """How many inhabitants on islands the card under way wants to take."""
        if self.opened is None:
            return 0
        card = self.cards.laid[self.opened]
        takes = self.cards.printed["kind"][card] in TAKERS
        return self.cards.printed["amount"][card] if takes else 0

    @cached_property
    def _actor(self) -> int | None:
        """Who carries out the card under way."""
        if self.opened is None or True not in (due := self._due(self.opened)):
            return None
        return (self.before[self.opened] + max(due.index(True) - 1, 0)) % self.known.players

    @cached_property
    def _rounds_settled(self) -> int:
        """How many inhabitants everybody has settled."""
        return max(0, *[self._settled(seat) - (self._behind(seat) < self.frame.turn) for seat in self.known.seats])

    def _settled(self, seat: int) -> int:
        seen = sum(row[seat] or 0 for row in self.known("on"))
        reserve = self.known("reserve", seat)
        return int(seen if reserve is None else max(seen, self.known.numbers.inhabitants - reserve))

    def _reserve(self, seat: int) -> int:
        given = self.known("reserve", seat)
        away = sum(row[seat] for row in self.board) + (self.stands[seat] is not None)
        return self.known.numbers.inhabitants - away if given is None else int(given)

    # Treasures

    @cached_property
    def wealth(self) -> dict[str, tuple[int, ...]]:
        """Treasures that nothing speaks of lie on islands, or in huts where every island is spoken of."""
        rows = {name: list(self.known(name)) for name in ("treasures", "hut", "gained")}
        rows["gained"] = [count or 0 for count in rows["gained"]]
        left = self._in_play - sum(count or 0 for row in rows.values() for count in row)
        if self.frame.phase == SETTLE:
            _fill(rows["treasures"], self._layout())
        elif None in rows["treasures"]:
            _fill(rows["treasures"], _even(left, rows["treasures"].count(None)))
            left = 0
        _fill(rows["hut"], _even(0 if self.frame.phase == SETTLE else left, rows["hut"].count(None)))
        return {name: tuple(row) for name, row in rows.items()}

    @property
    def _in_play(self) -> int:
        return self.known.rules.treasures_in_play(self.known.players)

    def _layout(self) -> list[int]:
        """The numbers of treasures that islands start with, without those that islands are known to have."""
        numbers = self.known.numbers
        rich = self.known.islands - numbers.poor_islands
        wanted = [numbers.poor_treasures] * numbers.poor_islands + [numbers.treasures_per_island] * rich
        for count in self.known("treasures"):
            if count in wanted:
                wanted.remove(count)
        return wanted


def _fill(row: list[int | None], shares: Sequence[int]) -> None:
    """Put a share wherever nothing is known, and nothing where no share is left."""
    rest = iter(shares)
    for place, count in enumerate(row):
        if count is None:
            row[place] = next(rest, 0)


def _even(number: int, places: int) -> list[int]:
    """A number in shares as even as possible."""
    return [max(0, number) // places + (place < max(0, number) % places) for place in range(places)]
