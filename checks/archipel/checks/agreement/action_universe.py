"""Everything that can be tried (*near-miss testing*): from the domains of a step's arguments, and what is almost legal.

A near miss is forbidden by one guard alone: whoever leaves that guard out accepts it. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from archipel.checks.agreement.lockstep import LockstepGame
from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.spec.clauses import Step
from archipel.spec.machine import Position

LOOKED_AT, TRIED = 400, 2
"""So many near misses of each step are looked at, and so many for each guard are tried."""


def near_misses(position: Position, step: Step) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every way to take a step that a single guard forbids, and the name of that guard."""
    guards = position.machine.guards[step.name]
    ready = [[g for g in guards if max(g.places, default=-1) + 1 == fixed] for fixed in range(len(step.arguments) + 1)]

    def extended(given: tuple[Any, ...], missed: str) -> Iterator[tuple[tuple[Any, ...], str]]:
        for guard in ready[len(given)]:
            if not position.bound[guard.name](*[given[place] for place in guard.places]):
                if missed:
                    return
                missed = guard.part.name
        if len(given) < len(step.arguments):
            for value in position.choices(step.arguments[len(given)]):
                yield from extended((*given, value), missed)
        elif missed:
            yield given, missed

    return extended((), "")


def some_near_misses(
    mapping: EngineMapping[Setup, State, Action, Terms], position: Position, chance: Random
) -> Iterator[Action]:
    """Some actions that a single guard forbids, for each guard of each decision."""
    for step in position.machine.decisions:
        by_guard: dict[str, list[tuple[Any, ...]]] = {}
        for given, guard in islice(near_misses(position, step), LOOKED_AT):
            by_guard.setdefault(guard, []).append(given)
        for misses in by_guard.values():
            for given in chance.sample(misses, min(TRIED, len(misses))):
                yield mapping.action_of(step, given)


def refuse_near_misses(game: LockstepGame[Setup, State, Action, Terms], chance: Random) -> int:
    """Check that what is almost legal is refused; how many actions were tried."""
    tried = 0
    for action in some_near_misses(game.mapping, game.position, chance):
        game.refuse(action)
        tried += 1
    return tried
