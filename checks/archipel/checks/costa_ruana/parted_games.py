"""Games played by two engines at once, under two readings, up to where they part.

As long as every decision is legal under both and leads to the same position, they are one game; where only one of them
offers a decision they part, but the game can go on with another. Games are played by seeded players who lay cards at
random and otherwise bring the board nearer to a target; hands are dealt from decks sorted more or less by kind, so that
one game in a few has the cards that a plan needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, product
from math import inf
from random import Random
from typing import Any, NamedTuple, TypeAlias

from archipel.checks.costa_ruana.reaching import SEARCH
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import (
    Action,
    Deck,
    IllegalAction,
    Phase,
    Rules,
    Setup,
    State,
    balanced_deck,
    codec,
)
from archipel.reference.costa_ruana.collection import collect
from archipel.reference.strict_json import BadInput

AT_RANDOM = (Phase.PLAY_UP, Phase.PLAY_DOWN, Phase.STAND)
MOST_COMPARED = 16
"""How many decisions a player compares before he takes one."""

CARELESS = 0.1
"""How often the most careless player decides at random."""

GAMES, BATCHES = 300, 8
"""How many games are played before looking further ahead, and how often all that is done again."""


class PartedPair(NamedTuple):
    """One position under two readings."""

    one: State
    other: State

    def after(self, action: Action) -> PartedPair:
        return PartedPair(self.one.apply_action(action), self.other.apply_action(action))

    @property
    def looks_alike(self) -> bool:
        """Whether the table is the same under both, and the result if the game is over."""
        return seen(self.one) == seen(self.other)

    @property
    def offered(self) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
        """The decisions that both offer, and those that only one does."""
        one, other = self.one.legal_actions(), self.other.legal_actions()
        if one == other:
            return one, ()
        mine, yours = set(one), set(other)
        return tuple([a for a in one if a in yours]), tuple([a for a in (*one, *other) if (a in mine) != (a in yours)])


def seen(state: State) -> tuple[object, ...]:
    """What both readings know of a position; who waits his turn shows only when he is asked."""
    results = (state.returns(), state.ranking()) if state.phase is Phase.OVER else ()
    return (
        state.round,
        state.phase,
        state.shaman,
        state.actor,
        state.tide,
        state.time,
        state.inhabitants,
        state.treasures,
        state.reserve,
        state.huts,
        state.gains,
        state.hands,
        state.pile,
        state.table,
        state.standing,
        state.resolving,
        state.copying,
        results,
    )


Choose: TypeAlias = Callable[[State, Sequence[Action]], Action | None]
Outcome: TypeAlias = State | IllegalAction | BadInput


@dataclass(frozen=True)
class GameParting:
    """A game that two readings play alike up to some decision, and what each makes of that.

    Without a decision they part in the position itself: in how the game opens, or in how it has ended.
    """

    setup: Setup
    moves: tuple[Action, ...]
    before: PartedPair | None
    action: Action | None
    outcomes: tuple[Outcome, Outcome]


def opening(setup: Setup, rules: Sequence[Rules], deck: Deck | None = None) -> PartedPair | GameParting:
    """The first position, or how the two differ already there."""
    found = [_begun(setup, numbers, deck or balanced_deck()) for numbers in rules]
    one, other = found
    if isinstance(one, State) and isinstance(other, State) and PartedPair(one, other).looks_alike:
        return PartedPair(one, other)
    return GameParting(setup, (), None, None, (one, other))


def _begun(setup: Setup, rules: Rules, deck: Deck) -> State | BadInput:
    try:
        return engine.new_game(setup, rules, deck)
    except BadInput as error:
        return error


def _tried(state: State, action: Action) -> Outcome:
    try:
        return state.apply_action(action)
    except IllegalAction as error:
        return error


def parted_over(setup: Setup, moves: Sequence[Action], pair: PartedPair, action: Action) -> GameParting:
    """What each makes of a decision."""
    return GameParting(setup, tuple(moves), pair, action, (_tried(pair.one, action), _tried(pair.other, action)))


# Playing towards a target


@lru_cache(2**14)
def _misplaced(row: tuple[int, ...], wanted: tuple[int, ...]) -> int:
    """How many pieces on one island are too few or too many; remembered, since most islands stay as they were."""
    return sum([abs(here - there) for here, there in zip(row, wanted, strict=True)])


@dataclass(frozen=True)
class PartingTarget:
    """What to play for: inhabitants on islands, and treasures taken by each player; None where it does not matter."""

    inhabitants: tuple[tuple[int, ...], ...] | None = None
    taken: tuple[int, ...] | None = None
    only_the_end: bool = False

    def distance(self, state: State) -> int:
        """How many pieces are where they should not be, if the treasures were collected now."""
        missed = 0
        if self.inhabitants is not None:
            missed += sum(map(_misplaced, state.inhabitants, self.inhabitants))
        if self.taken is not None:
            gains = collect(state).gains
            pairs = zip(state.huts, gains, self.taken, strict=True)
            missed += sum([abs(hut + gain - wanted) for hut, gain, wanted in pairs])
        return missed

    @property
    def depths(self) -> tuple[int, ...]:
        """In which rounds to stop looking, one after the other."""
        return (5,) if self.only_the_end else (1, 2, 3)


def some_setup(players: int, rules: Rules, chance: Random, deck: Deck | None = None) -> Setup:
    """A setup whose cards are sorted more or less by what they do."""
    played = deck or balanced_deck()
    cards = played.cards
    plain = Setup.from_seed(players, chance.randrange(10**6), rules, played)
    first = {face: chance.random() for face in sorted({(card.kind, card.amount) for card in cards})}
    disorder = chance.random()
    order = sorted(plain.order, key=lambda c: first[cards[c].kind, cards[c].amount] + disorder * chance.random())
    return Setup(players, tuple(order), plain.tide, plain.time, plain.poor, plain.shaman)


@dataclass(frozen=True)
class Player:
    """A player who plays for a target, more or less carefully; he lays cards at random."""

    target: PartingTarget
    careless: float
    chance: Random

    def choose(self, state: State, actions: Sequence[Action]) -> Action:
        if state.phase in AT_RANDOM or self.chance.random() < self.careless:
            return self.chance.choice(actions)
        looked_at = actions if len(actions) <= MOST_COMPARED else self.chance.sample(actions, MOST_COMPARED)
        ranked = [
            (self.target.distance(state.apply_action(action)), self.chance.random(), action) for action in looked_at
        ]
        return min(ranked, key=lambda entry: entry[:2])[2]


def partings_in(
    setup: Setup, rules: Sequence[Rules], choose: Choose, rounds: int, deck: Deck | None = None
) -> Iterator[GameParting]:
    """Every parting on the way through one game that both play alike, up to where they cannot or some round is over."""
    pair = opening(setup, rules, deck)
    if isinstance(pair, GameParting):
        yield pair
        return
    moves: list[Action] = []
    while pair.one.phase is not Phase.OVER and pair.one.round <= rounds:
        common, apart = pair.offered
        if apart:
            yield parted_over(setup, moves, pair, apart[0])
        action = choose(pair.one, common) if common else None
        if action is None:
            return
        after = pair.after(action)
        if not after.looks_alike:
            yield parted_over(setup, moves, pair, action)
            return
        moves.append(action)
        pair = after


Size: TypeAlias = Callable[[GameParting], int]


@dataclass
class PartingSearch:
    """Games in search of the smallest parting, which cannot be smaller than ``least``.

    ``decisions`` counts those that came up in all these games: what a search costs is so much for each.
    """

    players: int
    rules: Sequence[Rules]
    target: PartingTarget
    size: Size
    least: int
    advance: Callable[[], Any]
    decisions: int = 0
    best: GameParting | None = None
    rank: tuple[float, float] = (inf, inf)

    def smallest(self) -> GameParting | None:
        """The smallest parting that games come to, and of these one come to soon.

        Looking further ahead ends as soon as a parting is found that cannot be smaller.
        """
        for batch, rounds in product(range(BATCHES), self.target.depths):
            for number in range(GAMES):
                self._play(rounds, Random(f"parting {self.players} {rounds} {batch} {number}"))
                self.advance()
            if self.rank[0] <= self.least:
                break
        return None if self.best is None else self._plainest(self.best)

    def _play(self, rounds: int, chance: Random) -> None:
        """One game, as long as what it comes to may be better than what was found."""
        player = Player(self.target, CARELESS * chance.random(), chance)
        setup, taken = some_setup(self.players, self.rules[0], chance), count()

        def choose(state: State, actions: Sequence[Action]) -> Action | None:
            return player.choose(state, actions) if self._may_be_better(next(taken)) else None

        for found in partings_in(setup, self.rules, self._counted(choose), rounds):
            if self._may_be_better(len(found.moves)):
                self._keep(found)

    def _may_be_better(self, moves: int) -> bool:
        return (self.least, moves) < self.rank

    def _keep(self, found: GameParting) -> None:
        rank = (self.size(found), len(found.moves))
        if rank < self.rank:
            self.best, self.rank = found, rank

    def _counted(self, choose: Choose) -> Choose:
        def counting(state: State, actions: Sequence[Action]) -> Action | None:
            self.decisions += 1
            return choose(state, actions)

        return counting

    # Making a game plainer

    def _plainest(self, parting: GameParting) -> GameParting:
        """A game to a parting as small, with no decision more, and fewer or plainer ones where that was found."""
        best = parting
        for index in count():
            if index >= len(best.moves):
                return best
            best = self._plainer(best, index) or best
        return best

    def _plainer(self, parting: GameParting, index: int) -> GameParting | None:
        assert parting.action is not None
        moves = (*parting.moves, parting.action)
        for action in SEARCH.plainer(_state_after(parting, index, self.rules[0]), moves[index]):
            found = self._replayed(parting.setup, (*moves[:index], action, *moves[index + 1 :]))
            fewer = found is not None and len(found.moves) < len(parting.moves) + SEARCH.is_plain(action)
            if found is not None and fewer and self.size(found) <= self.size(parting):
                return found
        return None

    def _replayed(self, setup: Setup, moves: Sequence[Action]) -> GameParting | None:
        """The last parting if these decisions are taken; those that are no longer legal are left out."""
        left = list(moves)

        def choose(_: State, actions: Sequence[Action]) -> Action | None:
            while left:
                if (action := left.pop(0)) in actions:
                    return action
            return None

        *_, last = (None, *partings_in(setup, self.rules, self._counted(choose), self.rules[0].rounds))
        return last


def _state_after(parting: GameParting, decisions: int, rules: Rules) -> State:
    *_, state = codec.replay(codec.Record(parting.setup, parting.moves[:decisions], rules, balanced_deck()))
    return state
