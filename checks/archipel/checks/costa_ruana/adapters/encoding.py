"""Decisions as numbers: the same decision always has the same number, whoever takes it.

The numbers of one player count are those from 0 up to ``count``, in blocks: one block for each kind of decision, in the
order of ``BLOCKS``, and within a block in the order of the arguments, the first argument changing slowest. Who decides
is not part of the number, since it is never open.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations_with_replacement, product

from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Action, Condition, Face, balanced_deck
from archipel.reference.costa_ruana.codec import DECISION_OF
from archipel.reference.costa_ruana.state import Game, game_for
from archipel.reference.strict_json import BadInput

BLOCKS = (
    "settle",
    "play_up",
    "play_down",
    "stand",
    "pass",
    "flip",
    "resolve",
    "move_treasure",
    "remove",
    "place",
    "move_inhabitant",
    "accept",
    "name",
)


class Encoding:
    """The numbers of all decisions in games of so many players."""

    def __init__(self, players: int) -> None:
        self.game: Game = game_for(players, STANDARD, balanced_deck())
        self._actions = tuple([tuple(_known(self.game, seat)) for seat in range(players)])
        self._numbers = tuple([{action: n for n, action in enumerate(known)} for known in self._actions])
        self.count = len(self._actions[0])

    def number(self, action: Action) -> int:
        """The number of a decision."""
        return self._numbers[action.player][action]

    def action(self, seat: int, number: int) -> Action:
        """The decision with a number, taken by a seat."""
        if not 0 <= number < self.count:
            raise BadInput(f"there is no decision {number}")
        return self._actions[seat][number]

    def legal(self, state: engine.State) -> list[int]:
        """The numbers of all legal decisions, in increasing order."""
        return sorted([self.number(action) for action in state.legal_actions()])

    def blocks(self) -> dict[str, range]:
        """The numbers of each kind of decision."""
        kinds = [DECISION_OF[type(action)] for action in self._actions[0]]
        starts = [kinds.index(kind) for kind in BLOCKS]
        return {
            kind: range(start, end)
            for kind, start, end in zip(BLOCKS, starts, [*starts[1:], self.count], strict=True)
        }


@cache
def encoding_for(players: int) -> Encoding:
    """The numbers for so many players, made once."""
    return Encoding(players)


def longest_game(players: int) -> int:
    """No game takes more decisions, as ``rules.termination`` proves; some game takes as many."""
    settling, in_turn, resolving = players * STANDARD.settled, 3 * players, 5 * players
    return settling + STANDARD.rounds * (in_turn + resolving) + STANDARD.rounds - 1


def most_points(players: int) -> int:
    """No player can have more points: every treasure, and everybody at home."""
    return engine.points(STANDARD.treasures_in_play(players), STANDARD.inhabitants)


def _known(game: Game, seat: int) -> Iterator[Action]:
    """Every decision that a seat could ever take, block by block."""
    yield from chain(_in_turn(game, seat), _effects(game, seat))
    yield engine.Accept(seat)
    yield from [engine.Name(seat, shaman) for shaman in range(game.players)]


def _in_turn(game: Game, seat: int) -> Iterator[Action]:
    seats = range(game.players)
    slots = list(product(seats, Face))
    yield from [engine.Settle(seat, island) for island in range(game.islands)]
    yield from [engine.PlayUp(seat, card, before) for card, before in product(game.kept, seats)]
    yield from [engine.PlayDown(seat, card, before) for card, before in product(game.kept, seats)]
    yield from [engine.Stand(seat, by, face) for by, face in slots]
    yield engine.Pass(seat)
    yield from [engine.Flip(seat, condition) for condition in Condition]
    yield from [engine.Resolve(seat, by, face) for by, face in slots]


def _effects(game: Game, seat: int) -> Iterator[Action]:
    ways = [(source, target) for source, target in product(range(game.islands), repeat=2) if source != target]
    sizes = range(1, game.rules.largest_amount + 1)
    lists = [chosen for size in sizes for chosen in combinations_with_replacement(range(game.islands), size)]
    yield from [engine.MoveTreasure(seat, *way) for way in ways]
    yield from [engine.Remove(seat, islands) for islands in lists]
    yield from [engine.Place(seat, islands) for islands in lists]
    yield from [engine.MoveInhabitant(seat, owner, *way) for owner, way in product(range(game.players), ways)]
