"""A value function (*static evaluation*): how good decisions look to a player who sees only his view.

It values a board as if the treasures were collected at once: points for himself, minus a share of what the others get.
A card is worth what its best use would change for him.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from archipel.reference.costa_ruana.actions import (
    Accept,
    Action,
    Condition,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Pass,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Stand,
)
from archipel.reference.costa_ruana.collection import island_winner
from archipel.reference.costa_ruana.conditions import OTHER_SIDE, is_active
from archipel.reference.costa_ruana.deck import Background, Card, Kind
from archipel.reference.costa_ruana.state import Game, State, clockwise, replaced, slot_of
from archipel.reference.costa_ruana.views import Seen, View

Judged = Callable[[View, Sequence[Action]], Sequence[float]]
Counts = tuple[int, ...]
Value = Callable[[View, Action], float]

TREASURE = 2.0
AT_HOME = 1.0
ON_ISLAND = 0.75
"""What an inhabitant on an island is worth while rounds are left; in the last round only those at home count."""
LEAD = 0.15
"""A little for every inhabitant of lead, or taken off for every one that is missing."""
LIKELY = 0.5
"""How likely it is that a card will be active."""


class Board(NamedTuple):
    """What effects change."""

    inhabitants: tuple[Counts, ...]
    treasures: Counts
    reserve: Counts


def board_of(view: View) -> Board:
    """The board as it is seen."""
    return Board(view.inhabitants, view.treasures, view.reserve)


def moved(board: Board, player: int, islands: Sequence[int], step: int) -> Board:
    """Inhabitants of a player go from reserve to islands (step 1) or back (step -1)."""
    rows = board.inhabitants
    for island in islands:
        rows = replaced(rows, island, replaced(rows[island], player, rows[island][player] + step))
    home = board.reserve[player] - step * len(islands)
    return board._replace(inhabitants=rows, reserve=replaced(board.reserve, player, home))


def shifted(board: Board, source: int, target: int) -> Board:
    """A treasure goes to another island."""
    treasures = list(board.treasures)
    treasures[source] -= 1
    treasures[target] += 1
    return board._replace(treasures=tuple(treasures))


def carried(board: Board, owner: int, source: int, target: int) -> Board:
    """An inhabitant goes to another island."""
    return moved(moved(board, owner, [source], -1), owner, [target], 1)


@lru_cache(maxsize=100_000)
def island_worth(row: Counts, treasures: int, me: int, last: bool) -> float:
    """What an island is worth to a player if it were collected now."""
    stay = 0.0 if last else ON_ISLAND
    worth = stay * row[me]
    winner = island_winner(row, treasures)
    others = [count for seat, count in enumerate(row) if seat != me]
    if winner == me:
        worth += TREASURE + AT_HOME - stay
    elif winner is not None:
        worth -= (TREASURE + AT_HOME - stay) / len(others)
    if treasures and row[me] and not last:
        worth += LEAD * max(-2, min(2, row[me] - max(others)))
    return worth


class Outlook:
    """What a board is worth to a player as it is, and with a few islands otherwise."""

    def __init__(self, board: Board, me: int, last: bool) -> None:
        self.board = board
        self.me = me
        self.last = last
        pairs = zip(board.inhabitants, board.treasures, strict=True)
        self.worths = [island_worth(row, gems, me, last) for row, gems in pairs]
        self.now = self.after(0)

    def after(self, home: int, *changes: tuple[int, float]) -> float:
        """The worth with so many more at home, and some islands worth something else."""
        worths = self.worths.copy()
        for island, worth in changes:
            worths[island] = worth
        return AT_HOME * (self.board.reserve[self.me] + home) + sum(worths)

    def people(self, island: int, owner: int, more: int) -> float:
        """What an island is worth with so many more inhabitants of a player."""
        row = self.board.inhabitants[island]
        changed = replaced(row, owner, row[owner] + more)
        return island_worth(changed, self.board.treasures[island], self.me, self.last)

    def gems(self, island: int, more: int) -> float:
        """What an island is worth with so many more treasures."""
        return island_worth(self.board.inhabitants[island], self.board.treasures[island] + more, self.me, self.last)


def mind(state: State) -> Judged:
    """How good decisions look in games with the rules and cards of a position."""
    return _greedy(state.game).judged


@lru_cache(maxsize=64)
def _greedy(game: Game) -> Greedy:
    return Greedy(game)


class Greedy:
    """What the greedy bot thinks of an action.

    What it found out about a board it keeps until it sees another: while cards are laid, the board stays as it is.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._board: Board | None = None
        self._last = False
        self._outlooks: dict[int, Outlook] = {}
        self._ends: dict[tuple[Kind, int, int], Board] = {}
        self._gains: dict[tuple[Kind, int, int, int], float] = {}
        self.values: dict[type[Action], Value] = {
            Settle: self._settle,
            PlayUp: self._play,
            PlayDown: self._play,
            Stand: self._stand,
            Pass: self._nothing,
            Flip: self._flip,
            Resolve: self._resolve,
            MoveTreasure: self._move_treasure,
            Remove: self._remove_or_place,
            Place: self._remove_or_place,
            MoveInhabitant: self._move_inhabitant,
            Accept: self._accept,
        }

    def judged(self, view: View, actions: Sequence[Action]) -> list[float]:
        """How good each action looks; only differences matter."""
        self._look(view)
        return [self._value(view, action) for action in actions]

    def _value(self, view: View, action: Action) -> float:
        return self.values.get(type(action), self._nothing)(view, action)

    def _look(self, view: View) -> None:
        """Forget what was found out if this is another board."""
        board, last = board_of(view), view.round == self.game.rules.rounds
        if board != self._board or last != self._last:
            self._board, self._last = board, last
            self._outlooks, self._ends, self._gains = {}, {}, {}

    def outlook(self, me: int) -> Outlook:
        """What the board that is looked at is worth to a player."""
        if me not in self._outlooks:
            assert self._board is not None
            self._outlooks[me] = Outlook(self._board, me, self._last)
        return self._outlooks[me]

    def _nothing(self, view: View, action: Action) -> float:
        return 0.0

    def _accept(self, view: View, action: Action) -> float:
        return 1.0

    def _settle(self, view: View, action: Action) -> float:
        assert isinstance(action, Settle)
        outlook = self.outlook(view.viewer)
        return outlook.after(-1, (action.island, outlook.people(action.island, view.viewer, 1)))

    def _remove_or_place(self, view: View, action: Action) -> float:
        assert isinstance(action, Place | Remove)
        outlook, step = self.outlook(view.viewer), 1 if isinstance(action, Place) else -1
        there = [(i, outlook.people(i, view.viewer, step * action.islands.count(i))) for i in action.islands]
        return outlook.after(-step * len(action.islands), *there)

    def _move_treasure(self, view: View, action: Action) -> float:
        assert isinstance(action, MoveTreasure)
        outlook, source, target = self.outlook(view.viewer), action.source, action.target
        if source == target:
            return outlook.now
        return outlook.after(0, (source, outlook.gems(source, -1)), (target, outlook.gems(target, 1)))

    def _move_inhabitant(self, view: View, action: Action) -> float:
        assert isinstance(action, MoveInhabitant)
        outlook, owner, source, target = self.outlook(view.viewer), action.owner, action.source, action.target
        if source == target:
            return outlook.now
        left, reached = outlook.people(source, owner, -1), outlook.people(target, owner, 1)
        return outlook.after(0, (source, left), (target, reached))

    def _play(self, view: View, action: Action) -> float:
        assert isinstance(action, PlayUp | PlayDown)
        card = self.game.deck.cards[action.card]
        return LIKELY * self.gain(view, card, action.before) - (0.01 if card.kind is Kind.PLACE else 0.0)

    def _stand(self, view: View, action: Action) -> float:
        assert isinstance(action, Stand)
        seen = view.table[slot_of(view.players, action.by, action.face)]
        if seen is None or seen.card is None:
            return -0.1
        return LIKELY * self.gain(view, self.game.deck.cards[seen.card], view.viewer) - 0.05

    def _resolve(self, view: View, action: Action) -> float:
        assert isinstance(action, Resolve)
        seen = view.table[slot_of(view.players, action.by, action.face)]
        assert seen is not None and seen.card is not None
        return self.gain(view, self.game.deck.cards[seen.card], view.viewer)

    def _flip(self, view: View, action: Action) -> float:
        assert isinstance(action, Flip)
        tide, time = view.tide, view.time
        if action.condition is Condition.TIDE:
            tide = OTHER_SIDE[tide]
        else:
            time = OTHER_SIDE[time]
        return sum([self._card_gain(view, slot, seen, tide, time) for slot, seen in enumerate(view.table)])

    def _card_gain(self, view: View, slot: int, seen: Seen | None, tide: Background, time: Background) -> float:
        """What a card on the table does for the bot under these conditions; nothing if it is hidden or inactive."""
        if seen is None or seen.card is None:
            return 0.0
        card = self.game.deck.cards[seen.card]
        if not is_active(card.background, tide, time):
            return 0.0
        owners = [seat for seat in clockwise(seen.before, view.players) if view.standing[seat] == slot]
        return sum([self.gain(view, card, seat) for seat in (seen.before, *owners)])

    def gain(self, view: View, card: Card, actor: int) -> float:
        """What changes for the bot when a player carries out a card as well as he can for himself."""
        key = (card.kind, card.amount, actor, view.viewer)
        if key not in self._gains:
            end = Outlook(self.best_use(card, actor), view.viewer, self._last)
            self._gains[key] = end.now - self.outlook(view.viewer).now
        return self._gains[key]

    def best_use(self, card: Card, actor: int) -> Board:
        """The board after a player has used a card; several inhabitants one after the other."""
        key = (card.kind, card.amount, actor)
        if key not in self._ends:
            outlook = self.outlook(actor)
            for _ in range(card.amount if card.kind in (Kind.PLACE, Kind.REMOVE) else 1):
                board = self._best_step(outlook, card.kind)
                outlook = outlook if board is outlook.board else Outlook(board, actor, self._last)
            self._ends[key] = outlook.board
        return self._ends[key]

    def _best_step(self, outlook: Outlook, kind: Kind) -> Board:
        """The best board for a player after one piece was moved; the same board if none can be."""
        if kind is Kind.PLACE:
            return self._best_place(outlook)
        if kind is Kind.REMOVE:
            return self._best_removal(outlook)
        return self._best_treasure(outlook) if kind is Kind.MOVE_TREASURE else self._best_journey(outlook)

    def _room(self, board: Board) -> list[int]:
        return [island for island, row in enumerate(board.inhabitants) if sum(row) < self.game.rules.cap]

    def _best_place(self, outlook: Outlook) -> Board:
        board, me = outlook.board, outlook.me
        islands = self._room(board) if board.reserve[me] else []
        values = [outlook.after(-1, (island, outlook.people(island, me, 1))) for island in islands]
        return moved(board, me, [islands[values.index(max(values))]], 1) if values else board

    def _best_removal(self, outlook: Outlook) -> Board:
        board, me = outlook.board, outlook.me
        islands = [island for island, row in enumerate(board.inhabitants) if row[me]]
        values = [outlook.after(1, (island, outlook.people(island, me, -1))) for island in islands]
        return moved(board, me, [islands[values.index(max(values))]], -1) if values else board

    def _best_treasure(self, outlook: Outlook) -> Board:
        board, islands = outlook.board, range(len(outlook.worths))
        less = {island: outlook.gems(island, -1) for island in islands if board.treasures[island]}
        more = [outlook.gems(island, 1) for island in islands]
        ways = [(source, target) for source in less for target in islands if source != target]
        values = [outlook.after(0, (source, less[source]), (target, more[target])) for source, target in ways]
        return shifted(board, *ways[values.index(max(values))]) if values else board

    def _best_journey(self, outlook: Outlook) -> Board:
        board, room = outlook.board, self._room(outlook.board)
        standing = [(i, owner) for i, row in enumerate(board.inhabitants) for owner, count in enumerate(row) if count]
        less = {(source, owner): outlook.people(source, owner, -1) for source, owner in standing}
        more = {(i, owner): outlook.people(i, owner, 1) for owner in {owner for _, owner in standing} for i in room}
        ways = [(owner, source, target) for source, owner in standing for target in room if target != source]
        values = [outlook.after(0, (s, less[s, owner]), (t, more[t, owner])) for owner, s, t in ways]
        return carried(board, *ways[values.index(max(values))]) if values else board
