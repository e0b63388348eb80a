"""Bots: players that see only their view and the legal actions, never what is hidden from them.

A bot has no memory. The same seed, view and actions always give the same answer, so a game that is undone, saved or
replayed goes on as it would have gone.

``greedy`` looks one decision ahead. It values a board as if the treasures were collected at once: points for itself,
minus a share of what the others get. A card is worth what its best use would change for the bot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from random import Random
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
from archipel.reference.costa_ruana.codec import dumps_view
from archipel.reference.costa_ruana.collection import island_winner
from archipel.reference.costa_ruana.conditions import OTHER_SIDE, is_active
from archipel.reference.costa_ruana.deck import Background, Card, Kind
from archipel.reference.costa_ruana.state import Game, clockwise, replaced, slot_of
from archipel.reference.costa_ruana.views import Seen, View

Bot = Callable[[View, Sequence[Action]], Action]
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


def make_bot(name: str, game: Game, seed: int) -> Bot:
    """A bot by its name, for games with these rules and cards."""
    return BOTS[name](game, seed)


def _chance(seed: int, view: View) -> Random:
    """Chance that depends on nothing but the seed and what is seen."""
    return Random(sha256(f"{seed}:{dumps_view(view)}".encode("ascii")).digest())


def random_bot(game: Game, seed: int) -> Bot:
    """Any legal action, each as likely as the others."""

    def choose(view: View, actions: Sequence[Action]) -> Action:
        return actions[int(_chance(seed, view).random() * len(actions))]

    return choose


def greedy_bot(game: Game, seed: int) -> Bot:
    """The action with the best value one step ahead; chance decides between equals."""
    mind = Greedy(game)

    def choose(view: View, actions: Sequence[Action]) -> Action:
        chance = _chance(seed, view).random
        values = [(mind.value(view, action), chance(), -place) for place, action in enumerate(actions)]
        return actions[-max(values)[2]]

    return choose


BOTS: dict[str, Callable[[Game, int], Bot]] = {"random": random_bot, "greedy": greedy_bot}


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


class Greedy:
    """What the greedy bot thinks of an action."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.values: dict[type[Action], Value] = {
            Settle: self._settle,
            PlayUp: self._play,
            PlayDown: self._play,
            Stand: self._stand,
            Pass: self._nothing,
            Flip: self._flip,
            Resolve: self._resolve,
            MoveTreasure: self._effect,
            Remove: self._effect,
            Place: self._effect,
            MoveInhabitant: self._effect,
            Accept: self._accept,
        }

    def value(self, view: View, action: Action) -> float:
        """How good an action looks; only differences matter."""
        return self.values.get(type(action), self._nothing)(view, action)

    def worth(self, view: View, board: Board, me: int) -> float:
        """What a board is worth to a player."""
        last = view.round == self.game.rules.rounds
        pairs = zip(board.inhabitants, board.treasures, strict=True)
        return AT_HOME * board.reserve[me] + sum([island_worth(row, gems, me, last) for row, gems in pairs])

    def _nothing(self, view: View, action: Action) -> float:
        return 0.0

    def _accept(self, view: View, action: Action) -> float:
        return 1.0

    def _settle(self, view: View, action: Action) -> float:
        assert isinstance(action, Settle)
        return self.worth(view, moved(board_of(view), view.viewer, [action.island], 1), view.viewer)

    def _effect(self, view: View, action: Action) -> float:
        return self.worth(view, applied(board_of(view), action), view.viewer)

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
        start = board_of(view)
        end = self.best_use(view, start, card, actor)
        return self.worth(view, end, view.viewer) - self.worth(view, start, view.viewer)

    def best_use(self, view: View, board: Board, card: Card, actor: int) -> Board:
        """The board after a player has used a card; several inhabitants one after the other."""
        repeats = card.amount if card.kind in (Kind.PLACE, Kind.REMOVE) else 1
        for _ in range(repeats):
            options = list(self._steps(board, card.kind, actor))
            if options:
                board = max(options, key=lambda option: self.worth(view, option, actor))
        return board

    def _steps(self, board: Board, kind: Kind, actor: int) -> Iterator[Board]:
        islands = range(len(board.treasures))
        room = [sum(row) < self.game.rules.cap for row in board.inhabitants]
        if kind is Kind.PLACE and board.reserve[actor]:
            yield from [moved(board, actor, [island], 1) for island in islands if room[island]]
        elif kind is Kind.REMOVE:
            yield from [moved(board, actor, [i], -1) for i in islands if board.inhabitants[i][actor]]
        elif kind is Kind.MOVE_TREASURE:
            sources = [island for island in islands if board.treasures[island]]
            yield from [shifted(board, source, target) for source in sources for target in islands if source != target]
        elif kind is Kind.MOVE_INHABITANT:
            for source in islands:
                owners = [seat for seat, count in enumerate(board.inhabitants[source]) if count]
                targets = [target for target in islands if room[target] and target != source]
                yield from [carried(board, owner, source, target) for owner in owners for target in targets]


def applied(board: Board, action: Action) -> Board:
    """The board after an effect."""
    match action:
        case Place(player=player, islands=islands):
            return moved(board, player, islands, 1)
        case Remove(player=player, islands=islands):
            return moved(board, player, islands, -1)
        case MoveTreasure(source=source, target=target):
            return shifted(board, source, target)
        case MoveInhabitant(owner=owner, source=source, target=target):
            return carried(board, owner, source, target)
    return board
