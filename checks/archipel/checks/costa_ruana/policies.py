"""Random players with strange aims, who drive games into the corners of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random

from archipel.checks.simulate.policies import best_of, uniform
from archipel.reference import costa_ruana as engine

Policy = Callable[[engine.State, Sequence[engine.Action], Random], engine.Action]


def crowding(_: engine.State, actions: Sequence[engine.Action], chance: Random) -> engine.Action:
    """Fill one island to the brim."""
    return best_of(actions, chance, lambda action: sum(-island for island in _goals(action)))


def emptying(state: engine.State, actions: Sequence[engine.Action], chance: Random) -> engine.Action:
    """Put everybody on islands or take everybody off, and pile up the treasures on the last island."""
    homeward = chance.random() < 0.5
    return best_of(actions, chance, lambda action: _kind_rank(state, action, homeward) + sum(_goals(action)))


def copying(_: engine.State, actions: Sequence[engine.Action], chance: Random) -> engine.Action:
    """Lay every card in front of one player and stand on it whenever possible."""
    return best_of(actions, chance, lambda action: -getattr(action, "before", 0) - isinstance(action, engine.Pass))


POLICIES: tuple[Policy, ...] = (uniform, crowding, emptying, copying)


def _goals(action: engine.Action) -> Iterable[int]:
    """The islands an action brings something to."""
    match action:
        case engine.Settle():
            return (action.island,)
        case engine.Place():
            return action.islands
        case engine.MoveTreasure() | engine.MoveInhabitant():
            return (action.target,)
        case _:
            return ()


def _kind_rank(state: engine.State, action: engine.Action, homeward: bool) -> int:
    """How welcome a card is to somebody who wants everybody at home, or on islands."""
    if not isinstance(action, engine.PlayUp | engine.PlayDown):
        return 0
    welcome = engine.Kind.REMOVE if homeward else engine.Kind.PLACE
    return 100 * (state.deck.cards[action.card].kind is welcome)
