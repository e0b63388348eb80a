"""Decisions that are not legal, but almost: one argument off, too many, too few, or at the wrong moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from archipel.checks.judge.conformance.exploring import ALTERED, NearMiss, sample
from archipel.reference.costa_ruana import (
    Accept,
    Action,
    Condition,
    Face,
    Flip,
    IllegalAction,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Phase,
    Place,
    PlayDown,
    PlayUp,
    Remove,
    Resolve,
    Settle,
    Stand,
    StandFrom,
    State,
)

MOST_ISLANDS = 4


def near_misses(state: State, chance: Random) -> list[NearMiss]:
    """Illegal decisions, each with what it is an example of."""
    legal = state.legal_actions()
    altered = [other for action in sample(legal, chance, ALTERED) for other in _altered(state, action, chance)]
    return [
        ((state.phase, type(action).__name__, reason), action)
        for action in [*altered, *_out_of_turn(state, chance)]
        if (reason := refusal(state, action)) is not None
    ]


def refusal(state: State, action: Action) -> str | None:
    """Why an action is illegal; None if it is legal."""
    try:
        state.apply_action(action)
    except IllegalAction as error:
        return error.reason.name
    return None


def _altered(state: State, action: Action, chance: Random) -> Iterator[Action]:
    """The action with each of its arguments changed in turn."""
    for field in fields(action):
        for value in _others(state, field.name, getattr(action, field.name), chance):
            yield replace(action, **{field.name: value})


def _others(state: State, name: str, value: Any, chance: Random) -> Sequence[Any]:
    """Other values of an argument; among them one that there is not."""
    sizes = {"card": len(state.deck.cards), "island": state.islands, "source": state.islands, "target": state.islands}
    match value:
        case Face():
            return [face for face in Face if face is not value]
        case Condition():
            return ()
        case int():
            size = sizes.get(name, state.players)
            return [(value + 1) % size, int(chance.random() * size), size]
        case _:
            return _other_lists(state, value, chance)


def _other_lists(state: State, islands: tuple[int, ...], chance: Random) -> Sequence[tuple[int, ...]]:
    """One island fewer, one more, and as many from or to one island; lists stay in order."""
    anywhere = int(chance.random() * state.islands)
    crowds = [sum(row) for row in state.inhabitants]
    fullest = crowds.index(max(crowds))
    found = [islands[1:], (*islands, anywhere), (*islands[1:], anywhere), (*islands[1:], fullest)]
    found += [(anywhere,) * len(islands), (fullest,) * len(islands)]
    return [tuple(sorted(one)) for one in found if len(one) <= MOST_ISLANDS]


def _out_of_turn(state: State, chance: Random) -> Iterator[Action]:
    """Decisions of every kind, most of which are not asked now."""
    player = state.shaman if state.actor is None else state.actor
    some, other = int(chance.random() * state.islands), int(chance.random() * state.players)
    yield Pass(player)
    yield Accept(player)
    yield Name(player, other)
    yield Flip(player, Condition.TIDE)
    yield Settle(player, some)
    yield from (kind(player, other, face) for kind in (Stand, Resolve) for face in Face)
    yield StandFrom(player, other, Face.UP, some)
    yield from _effects(state, player, some)
    for card in state.hands[player][:1]:
        yield PlayUp(player, card, other)
        yield PlayDown(player, card, other)


def _effects(state: State, player: int, island: int) -> Iterator[Action]:
    to = (island + 1) % state.islands
    yield MoveTreasure(player, island, to)
    yield MoveTreasure(player, island, island)
    yield from (MoveInhabitant(player, owner, island, to) for owner in range(state.players))
    yield Remove(player, (island,))
    yield Place(player, (island,))
    if state.phase is Phase.EFFECT:
        yield from (kind(player, (island,) * number) for kind in (Remove, Place) for number in (0, 2, 3))
