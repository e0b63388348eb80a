"""Combinatorial test positions: every pattern of inhabitants on an island, every shape of a tie, every kind of effect.

Played games seldom have seven inhabitants on one island, or four players who share a place at the end. Here the pieces
of a played position are put wherever they are wanted; what is then no position of the game is left out. Rounds are
ended by a flip that leaves no card active, so that nothing else happens to what was arranged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

from archipel.checks.simulate.policies import uniform
from archipel.reference.costa_ruana import STANDARD, Kind, Laid, Phase, Setup, State, balanced_deck, new_game
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.conditions import OTHER_SIDE
from archipel.reference.strict_json import BadInput

Counts = tuple[int, ...]
SUCCESSIONS = 15
"""At most so many ways to tie for the fewest treasures are tried for each number of players."""
ABROAD: tuple[Counts, ...] = ((4, 2), (3, 3), (5, 1), (6,), (7,))
"""How many inhabitants whoever carries out an effect has on the first islands, which are his alone."""
EFFECTS = ((Kind.MOVE_TREASURE, 1), (Kind.MOVE_INHABITANT, 1), *product((Kind.REMOVE, Kind.PLACE), (1, 2, 3)))
TABLES = 2
"""For so many numbers of players each effect is tried with each number of inhabitants."""


def made_positions(players: Sequence[int], seed: int) -> Iterator[State]:
    """All of them for these numbers of players; which seats and islands are concerned depends on the seed."""
    tables = [MadeTable(seats, seed) for seats in players]
    for table in tables:
        yield from filter(_is_possible, (*table.collections(), *table.successions(), *table.rankings()))
    for number, (effect, abroad) in enumerate(product(EFFECTS, ABROAD)):
        for place in {(TABLES * number + seed + more) % len(tables) for more in range(TABLES)}:
            yield from filter(_is_possible, tables[place].effects(effect, abroad))


def _is_possible(state: State) -> bool:
    try:
        check_state(state)
    except BadInput:
        return False
    return True


class MadeTable:
    """A game for some number of players, with its pieces put elsewhere."""

    def __init__(self, players: int, seed: int) -> None:
        self.players = players
        self.chance = Random(f"{seed} {players}")
        self.played = list(_played(players, seed * 1_000_003 + players))
        flips = {state.round: state for state in self.played if state.phase is Phase.FLIP}
        self.last_round = quiet(flips.pop(STANDARD.rounds))
        self.rounds = [quiet(state) for state in flips.values()]
        self.islands = self.last_round.islands

    def _some(self, most: int) -> int:
        """A number below another."""
        return int(self.chance.random() * most)

    def _shuffled(self, things: Sequence[Counts]) -> list[Counts]:
        return self.chance.sample(things, len(things))

    # The end of a round

    def collections(self) -> Iterator[State]:
        """Every pattern of inhabitants is on some island when treasures are collected."""
        left = self._shuffled(list(patterns(STANDARD.cap, self.players)))
        while left:
            home, rows = [STANDARD.inhabitants] * self.players, list[Counts]()
            while left and len(rows) < self.islands and (row := self._settled(left[-1], home)) is not None:
                rows.append(row)
                left.pop()
            state = self.rounds[len(left) % len(self.rounds)]
            yield arranged(state, [*rows, *self._empty(self.islands - len(rows))], self._huts(state), self._some)

    def _settled(self, pattern: Counts, home: list[int]) -> Counts | None:
        """A pattern with the inhabitants that are left at home, if there are enough."""
        seats = sorted(range(self.players), key=lambda seat: (-home[seat], self.chance.random()))
        row = [0] * self.players
        for count, seat in zip(pattern, seats, strict=False):
            if home[seat] < count:
                return None
            row[seat] = count
        for seat, count in enumerate(row):
            home[seat] -= count
        return tuple(row)

    def _empty(self, islands: int) -> list[Counts]:
        return [(0,) * self.players] * islands

    def _huts(self, state: State) -> Counts:
        """Some of the treasures that the rounds before could give, so that each island can have one."""
        huts, rounds = [0] * self.players, state.round - 1
        for _ in range(self._some(self.islands * rounds - STANDARD.poor_islands + 1) if rounds else 0):
            huts[self._some(self.players)] += 1
        return tuple(huts)

    def successions(self) -> Iterator[State]:
        """Some players, the shaman among them or not, gain least: nothing, or as much as the islands allow."""
        most = self.islands // self.players
        ways = [
            tuple([least + more for more in mores])
            for least in range(most + 1)
            for mores in product((0, 1), repeat=self.players)
            if 0 in mores and least * self.players + sum(mores) <= self.islands
        ]
        often = sorted(self._shuffled(ways), key=lambda gains: -min(gains))
        for number, gains in enumerate(often[:SUCCESSIONS]):
            owners = [seat for seat, gain in enumerate(gains) for _ in range(gain)]
            rows = [tuple([int(seat == owner) for seat in range(self.players)]) for owner in owners]
            state = self.rounds[number % len(self.rounds)]
            yield arranged(state, [*rows, *self._empty(self.islands - len(rows))], self._huts(state), self._some)

    # The end of the game

    def rankings(self) -> Iterator[State]:
        """Every way to share places at the end, and somebody who has all that there is to have."""
        for shape in shapes(self.players):
            yield self._ended(list(self._scores(shape)))
        everything = self.islands * (STANDARD.rounds - 1)
        for most in (everything, everything // 2):
            yield self._ended([(most, 0), *[(0, 0)] * (self.players - 1)])

    def _scores(self, shape: Counts) -> Iterator[tuple[int, int]]:
        """Treasures and inhabitants abroad, best first: whoever has fewer treasures may have as many points."""
        treasures, abroad = self.islands * (STANDARD.rounds - 1) // self.players, 2 * self._some(4)
        for number in shape:
            yield from [(treasures, abroad)] * number
            fewer = STANDARD.points_per_treasure
            treasures, abroad = treasures - 1, min(max(0, abroad - fewer + self._some(2)), STANDARD.cap)

    def _ended(self, scores: list[tuple[int, int]]) -> State:
        """Everybody stands where there are no treasures."""
        huts, abroad = zip(*self.chance.sample(scores, len(scores)), strict=True)
        rows, room = [[0] * self.players for _ in range(self.islands)], [STANDARD.cap] * (self.islands - 1)
        for seat, number in enumerate(abroad):
            for _ in range(number):
                island = room.index(max(room))
                rows[island][seat] += 1
                room[island] -= 1
        return arranged(self.last_round, [tuple(row) for row in rows], huts, lambda most: most - 1, rest=0)

    # Effects

    def effects(self, effect: tuple[Kind, int], abroad: Counts) -> Iterator[State]:
        """A card is carried out by somebody who has so many inhabitants on the first islands."""
        found = [state for state in self.played if state.phase is Phase.EFFECT and _effect(state) == effect]
        for state in found[self._some(len(found)) :][:1]:
            rows = [[0] * self.players for _ in range(self.islands)]
            for island, number in enumerate(abroad):
                rows[island][state.actor or 0] = number
            for seat in range(self.players):
                for _ in range(self._some(STANDARD.inhabitants) if seat != state.actor else 0):
                    rows[len(abroad) + self._some(self.islands - len(abroad))][seat] += 1
            yield arranged(state, [tuple(row) for row in rows], self._huts(state), self._some)


def _played(players: int, seed: int) -> Iterator[State]:
    """The positions of a few games played by chance."""
    for number in range(3):
        chance = Random(f"{seed} {number}")
        state = new_game(Setup.from_seed(players, seed + number), STANDARD, balanced_deck())
        while actions := state.legal_actions():
            yield state
            state = state.apply_action(uniform(state, actions, chance))


def _effect(state: State) -> tuple[Kind, int]:
    card = state.resolving_card
    assert card is not None
    return card.kind, card.amount


def quiet(state: State) -> State:
    """Before a flip: nobody on a card, and only cards that are not active if the tide turns."""
    cards, exchange = state.deck.cards, dict[int, int]()
    laid = [here for here in state.table if here is not None]
    idle = [number for number in state.game.kept if cards[number].background in (state.tide, OTHER_SIDE[state.time])]
    spare = iter([number for number in idle if number not in [here.card for here in laid]])
    for here in laid:
        if here.card not in idle:
            other = next(spare)
            exchange |= {here.card: other, other: here.card}
    return state.changed(
        table=tuple([here and _with_card(here, exchange.get(here.card, here.card)) for here in state.table]),
        hands=tuple([tuple(sorted([exchange.get(card, card) for card in hand])) for hand in state.hands]),
        pile=tuple([exchange.get(card, card) for card in state.pile]),
        standing=(None,) * state.players,
    )


def _with_card(here: Laid, card: int) -> Laid:
    return Laid(card, here.before, here.face_down)


def arranged(state: State, rows: Sequence[Counts], huts: Counts, some: Callable[[int], int], rest: int = 1) -> State:
    """A position with other inhabitants on the islands and treasures in huts; ``some`` island has all other treasures.

    Each island that is left has ``rest`` of them.
    """
    rules, islands = state.rules, len(rows)
    treasures = [rest] * islands
    treasures[some(islands)] += rules.treasures_in_play(state.players) - sum(huts) - sum(treasures)
    abroad = [sum(column) for column in zip(*rows, strict=True)]
    at_home = [
        rules.inhabitants - gone - (card is not None) for gone, card in zip(abroad, state.standing, strict=True)
    ]
    return state.changed(inhabitants=tuple(rows), huts=huts, treasures=tuple(treasures), reserve=tuple(at_home))


def patterns(most: int, parts: int, largest: int | None = None) -> Iterator[Counts]:
    """All numbers, falling, of at most so many kinds and together at most so many."""
    for first in range(min(most, largest or most), 0, -1):
        yield (first,)
        for others in patterns(most - first, parts - 1, first) if parts > 1 else ():
            yield (first, *others)


def shapes(players: int) -> Iterator[Counts]:
    """All ways in which players can share places, first places first."""
    for first in range(1, players):
        yield from [(first, *others) for others in shapes(players - first)]
    yield (players,)
