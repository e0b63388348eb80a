"""Costa Ruana as learning programs need it: bounds, chance card by card, and views and memories as numbers.

Only views and the log of decisions are looked at here, and the log keeps a card secret as long as it lies face down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from archipel.checks.costa_ruana.drawing import as_text
from archipel.checks.judge.adapters.learning import Learning
from archipel.checks.judge.adapters.observing import Piece, filled, flag, marked, one_hot, rows, shares
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    Background,
    Flip,
    MoveInhabitant,
    MoveTreasure,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Seen,
    Setup,
    State,
    View,
    points,
)
from archipel.reference.costa_ruana.codec import action_data, view_data
from archipel.reference.costa_ruana.deck import TIDES, TIMES
from archipel.reference.costa_ruana.state import Game
from archipel.reference.strict_json import canonical


class CardByCard:
    """The kept cards as they lie in the shuffled pack, then the Condition cards, the poor islands, the first shaman."""

    def __init__(self, game: Game) -> None:
        self.players = game.players
        self.kept = game.kept
        self.sides = list(product(TIDES, TIMES))
        self.poor = list(combinations(range(game.islands), game.rules.poor_islands))
        self.others = [len(self.sides), len(self.poor), self.players]
        self.nodes = len(self.kept) + len(self.others)
        self.most = max(len(self.kept), *self.others)

    def outcomes(self, before: Sequence[int], /) -> list[int]:
        """A card not yet dealt, by its place among the kept, or a number."""
        if len(before) < len(self.kept):
            return [place for place in range(len(self.kept)) if place not in before]
        return list(range(self.others[len(before) - len(self.kept)]))

    def setup(self, outcomes: Sequence[int], /) -> Setup:
        *dealt, sides, poor, shaman = outcomes
        order = tuple([self.kept[place] for place in dealt])
        return Setup(self.players, order, *self.sides[sides], self.poor[poor], shaman)

    def words(self, before: int, outcome: int, /) -> str:
        if before < len(self.kept):
            return f"card {self.kept[outcome]}"
        names = (
            lambda: "{} and {}".format(*self.sides[outcome]),
            lambda: "poor islands {} and {}".format(*self.poor[outcome]),
            lambda: f"seat {outcome} begins",
        )
        return names[before - len(self.kept)]()


class CardGame(Learning):
    """What is known of it besides the contract."""

    remembers_numbers = True

    @cached_property
    def game_played(self) -> Game:
        opening: State = self.opening
        return opening.game

    @property
    def longest(self) -> int:
        """As ``rules.termination`` proves; some game takes as many."""
        settling, in_turn, resolving = self.players * STANDARD.settled, 3 * self.players, 5 * self.players
        return settling + STANDARD.rounds * (in_turn + resolving) + STANDARD.rounds - 1

    @property
    def most_points(self) -> int:
        """Every treasure, and everybody at home."""
        return points(STANDARD.treasures_in_play(self.players), STANDARD.inhabitants)

    @cached_property
    def dealing(self) -> CardByCard:
        return CardByCard(self.game_played)

    def can_be(self, action: Action) -> bool:
        match action:
            case PlayUp(card=card) | PlayDown(card=card):
                return card in self.game_played.kept
            case Remove(islands=islands) | Place(islands=islands):
                return 1 <= len(islands) <= STANDARD.largest_amount
            case MoveTreasure(source=source, target=target) | MoveInhabitant(source=source, target=target):
                return source != target
            case _:
                return True

    def observation(self, state: State, seat: int) -> list[Piece]:
        seen = state.view(seat)
        return [*_moment(seen), *_board(state.game, seen), *_cards(state.game, seen)]

    def begun(self, state: State) -> LearningLog:
        return LearningLog(self, (), tuple([tuple([(card, 1) for card in hand]) for hand in state.hands]))

    def drawn(self, state: State, seat: int | None) -> str:
        return as_text(state) if seat is None else as_text(state.view(seat), game=state.game)


# Views


def _moment(seen: View) -> Iterator[Piece]:
    players, phases = seen.players, list(Phase)
    yield marked("viewer", players, seen.viewer)
    yield marked("actor", players, seen.actor)
    yield marked("shaman", players, seen.shaman)
    yield marked("round", STANDARD.rounds + 1, seen.round)
    yield marked("phase", len(phases), phases.index(seen.phase))
    yield flag("high_tide", seen.tide is Background.HIGH_TIDE)
    yield flag("day", seen.time is Background.DAY)
    yield flag("copying", seen.copying)
    yield rows("waiting", (players, players), [one_hot(players, seat) for seat in seen.waiting])


def _board(game: Game, seen: View) -> Iterator[Piece]:
    people, gems = game.rules.inhabitants, game.rules.treasures_in_play(seen.players)
    islands = [[n / people for n in row] for row in seen.inhabitants]
    yield rows("inhabitants", (game.islands, seen.players), islands)
    yield shares("treasures", gems, seen.treasures)
    yield shares("reserve", people, seen.reserve)
    yield shares("gains", gems, seen.gains)
    yield shares("huts", gems, [n or 0 for n in seen.huts])
    yield shares("huts_known", 1, [n is not None for n in seen.huts])


def _cards(game: Game, seen: View) -> Iterator[Piece]:
    kept, players, slots = len(game.kept), seen.players, 2 * seen.players
    number = {card: place for place, card in enumerate(game.kept)}
    yield marked("hand", kept, *[number[card] for card in seen.hand])
    yield shares("hand_sizes", game.rules.hand, seen.hand_sizes)
    yield shares("pile_size", kept, [seen.pile_size])
    yield marked("discards", kept, *[number[card] for card in seen.discards])
    yield rows("table", (slots, 2 + players + kept), [_slot(laid, number, players) for laid in seen.table])
    yield rows("standing", (players, slots), [one_hot(slots, slot) for slot in seen.standing])
    yield marked("resolving", slots, seen.resolving)


def _slot(laid: Seen | None, number: dict[int, int], players: int) -> list[float]:
    """Whether a card lies there, whether face down, in front of whom, and which one if that can be seen."""
    if laid is None:
        return [0.0] * (2 + players + len(number))
    card = None if laid.card is None else number[laid.card]
    return [1.0, float(laid.face_down), *one_hot(players, laid.before), *one_hot(len(number), card)]


# What a seat remembers


class LearningLog(NamedTuple):
    """Every decision, and for each seat the round for which each card came to it."""

    learning: CardGame
    decisions: tuple[Action, ...]
    drawn: tuple[tuple[tuple[int, int], ...], ...]

    def after(self, before: State, action: Action, state: State, /) -> LearningLog:
        pairs = zip(self.drawn, before.hands, state.hands, strict=True)
        coming = before.round + 1
        new = [(*had, *[(card, coming) for card in now if card not in held]) for had, held, now in pairs]
        return LearningLog(self.learning, (*self.decisions, action), tuple(new))

    def remembered(self, seat: int) -> list[dict[str, object]]:
        """The decisions as a seat knows them: a card that another laid face down is secret until cards are revealed."""
        flips = [index for index, action in enumerate(self.decisions) if isinstance(action, Flip)]
        revealed = flips[-1] if flips else -1
        known = [action_data(action) for action in self.decisions]
        for index, action in enumerate(self.decisions):
            if index > revealed and isinstance(action, PlayDown) and action.player != seat:
                known[index]["card"] = None
        return known

    def text(self, state: State, seat: int, /) -> str:
        drawn = [list(pair) for pair in self.drawn[seat]]
        found = {"view": view_data(state.view(seat)), "decisions": self.remembered(seat), "drawn": drawn}
        return canonical(found, newline=False)

    def pieces(self, seat: int, /) -> list[Piece]:
        """For each decision so far who took it and its number, each plus 1; for each card the round it came for.

        Of a decision with a secret card, it is told in front of whom that was laid, plus 1, instead of the number.
        """
        size, kept = self.learning.longest, self.learning.game_played.kept
        rounds = dict(self.drawn[seat])
        log = [self._told(*pair) for pair in zip(self.decisions, self.remembered(seat), strict=True)]
        return [
            Piece("decisions", (size, 3), filled(log, 3 * size)),
            Piece("drawn", (len(kept),), [float(rounds.get(card, 0)) for card in kept]),
        ]

    def _told(self, action: Action, known: dict[str, object]) -> list[float]:
        if isinstance(action, PlayDown) and known["card"] is None:
            return [action.player + 1.0, 0.0, action.before + 1.0]
        return [action.player + 1.0, self.learning.encoding.number(action.player, action) + 1.0, 0.0]

