"""Players who play against a program to find it out: by chance, greedily, or in search of rare situations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random

from archipel.checks.costa_ruana.conformance.situations import steps, tags
from archipel.checks.costa_ruana.drawing import after_flip
from archipel.checks.costa_ruana.game import GAME
from archipel.checks.costa_ruana.policies import Policy, copying, crowding, emptying
from archipel.checks.judge.conformance.engine_game import Altering
from archipel.checks.judge.conformance.exploring import SAMPLED, Tag, sample
from archipel.checks.simulate.bots import make_bot
from archipel.checks.simulate.policies import any_of, uniform
from archipel.reference.costa_ruana import (
    Action,
    Flip,
    Kind,
    Laid,
    Pass,
    Phase,
    PlayDown,
    PlayUp,
    Settle,
    Stand,
    State,
    is_active,
    island_winner,
)


class SeekingRareSituations(Altering):
    """Players who flood, starve, contest and drain, and one who seeks what is rare."""

    def kinds(self) -> Sequence[Policy]:
        return (
            self.novel,
            partial(flooding, Kind.PLACE),
            uniform,
            starving,
            partial(_valued, contested),
            partial(flooding, Kind.REMOVE),
            crowding,
            partial(_valued, drained),
            copying,
            partial(flooding, Kind.MOVE_TREASURE),
            self._greedy,
            emptying,
            partial(flooding, Kind.MOVE_INHABITANT),
        )

    def tags(self, before: State, action: Action, after: State) -> Iterable[Tag]:
        return tags(before, action, after)

    def numbers(self, before: State, action: Action, after: State) -> Iterable[Tag]:
        return steps(before, action, after)

    def _greedy(self, state: State, actions: Sequence[Action], chance: Random) -> Action:
        action: Action = make_bot(GAME, "greedy", self.seed)(state, actions)
        return action


def _valued(value: Callable[[State], float], state: State, actions: Sequence[Action], chance: Random) -> Action:
    """The action after which the board is worth most, and now and then any other."""
    if chance.random() < 0.2:
        return any_of(actions, chance)
    return max(sample(actions, chance), key=lambda action: value(state.apply_action(action)))


def flooding(kind: Kind, state: State, actions: Sequence[Action], chance: Random) -> Action:
    """Cards of one kind, all of them before one player, with inhabitants on them, and active if possible."""

    def worth(action: Action) -> float:
        cards = state.deck.cards
        match action:
            case PlayUp(card=card, before=seat) | PlayDown(card=card, before=seat):
                return (cards[card].kind is kind) * (1 + cards[card].amount) - (seat != state.round % state.players)
            case Stand(by=by, face=face):
                laid = state.laid(by, face)
                return float(laid is not None and cards[laid.card].kind is kind)
            case Flip():
                return float(sum([cards[laid.card].kind is kind for laid in _active(state, action)]))
        return 0.0

    if chance.random() < 0.1:
        return any_of(actions, chance)
    top = max(map(worth, actions))
    return any_of([action for action in actions if worth(action) == top], chance)


def starving(state: State, actions: Sequence[Action], chance: Random) -> Action:
    """Everybody makes one player place all his inhabitants where he wins nothing, so that none come home."""
    settled = [action for action in actions if isinstance(action, Settle) and action.island == action.player != 0]
    if settled:
        return settled[0]
    if state.phase in (Phase.EFFECT, Phase.SETTLE):
        some = sample(actions, chance, 5 * SAMPLED)
        return min(some, key=lambda action: _at_home(state.apply_action(action), 0))
    passing = [action for action in actions if isinstance(action, Pass)]
    return passing[0] if passing else flooding(Kind.PLACE, state.changed(round=0), actions, chance)


def _at_home(state: State, seat: int) -> int:
    """How many inhabitants a player has in reserve, or will have once the treasures are collected."""
    islands = zip(state.inhabitants, state.treasures, strict=True)
    return state.reserve[seat] + sum([island_winner(row, treasures) == seat for row, treasures in islands])


def _active(state: State, action: Flip) -> list[Laid]:
    """The cards that are active once a Condition card has been turned."""
    tide, time = after_flip(state.tide, state.time, action.condition)
    readings = state.rules.readings
    laid = [laid for laid in state.table if laid is not None]
    return [card for card in laid if is_active(state.deck.cards[card.card].background, tide, time, readings)]


def contested(state: State) -> float:
    """How many islands are fought for, most of all those where a single inhabitant stands outside a conflict."""
    return sum(map(_contest, state.inhabitants))


def _contest(row: Iterable[int]) -> float:
    counts = [count for count in row if count]
    tied = len(counts) - len(set(counts))
    single = counts.count(1) == 1 and max(counts) > 1
    return tied + 2.0 * (tied > 0 and single) + (0.5 if tied and counts.count(max(counts)) == 1 else 0.0)


def drained(state: State) -> float:
    """How many inhabitants stand where few treasures are left."""
    islands = zip(state.inhabitants, state.treasures, strict=True)
    return sum([sum(row) / (1 + treasures) + 2.0 * (treasures == 0) for row, treasures in islands])
