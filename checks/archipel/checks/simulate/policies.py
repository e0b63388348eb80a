"""Random players: the uniform one sees ordinary games, perverse ones drive games into the corners of the rules.

A perverse policy has a strange aim: :func:`best_of` all actions for it, and now and then any other. Nothing here knows
any game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

State = TypeVar("State")
Action = TypeVar("Action")

Policy = Callable[[State, Sequence[Action], Random], Action]

STRAYING = 0.2
"""So often somebody with an aim does anything else."""


def any_of(actions: Sequence[Action], chance: Random) -> Action:
    return actions[int(chance.random() * len(actions))]


def uniform(_: State, actions: Sequence[Action], chance: Random) -> Action:
    """Any action, each as likely as the others."""
    return any_of(actions, chance)


def best_of(
    actions: Sequence[Action], chance: Random, worth: Callable[[Action], float], straying: float = STRAYING
) -> Action:
    """The action worth most, and now and then any other."""
    if chance.random() < straying:
        return any_of(actions, chance)
    top = max(map(worth, actions))
    return any_of([action for action in actions if worth(action) == top], chance)
