"""Games kept as plain values, for engines that may be wrong: what the clauses said is compared with what they do.

Nothing that belongs to an engine is kept, so that records made with one engine can be held against another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.secrets import wrong_view
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.values import fields_of

Plain = tuple[str, tuple[Any, ...]]

ENUMS = {"Stand": engine.Face, "Resolve": engine.Face, "Flip": engine.Condition}


@dataclass(frozen=True)
class ReplayedMoment:
    """A position as the clauses have it: all that is allowed, some of what is not, and the action taken, if any."""

    facts: dict[str, Any]
    allowed: frozenset[Plain]
    refused: tuple[Plain, ...]
    taken: Plain | None


@dataclass(frozen=True)
class KeptGame:
    """A game from its opening, or the rest of a round from a position drawn at random, by numbers alone."""

    players: int
    seed: int
    opening: bool
    moments: tuple[ReplayedMoment, ...]
    result: tuple[Any, ...] | None


def plain(action: engine.Action) -> Plain:
    return type(action).__name__, tuple(fields_of(action).values())


def action(kept: Plain) -> engine.Action:
    """The same action for the engine at hand."""
    name, values = kept
    if name in ENUMS:
        values = (*values[:-1], ENUMS[name](str(values[-1])))
    made: engine.Action = getattr(engine, name)(*values)
    return made


def begun(players: int, seed: int, opening: bool) -> engine.State:
    if opening:
        return engine.new_game(engine.Setup.from_seed(players, seed))
    return random_position(players, Random(seed))


def differences(kept: KeptGame) -> Iterator[str]:
    """Everything that the engine at hand does otherwise."""
    state = begun(kept.players, kept.seed, kept.opening)
    chance = Random(kept.seed)
    for number, moment in enumerate(kept.moments):
        yield from _of_position(state, moment, kept.opening)
        if number % 4 == 0:
            yield wrong_view(state, number % kept.players, chance)
        for refused in moment.refused:
            yield _accepts(state, refused)
        if moment.taken is not None:
            state = state.apply_action(action(moment.taken))
    if kept.result is not None and kept.result != result(state):
        yield "another result"


def _of_position(state: engine.State, moment: ReplayedMoment, reached: bool) -> Iterator[str]:
    facts = projection.facts(state)
    yield from (f"another {name}" for name, value in moment.facts.items() if facts[name] != value)
    actions = [plain(action) for action in state.legal_actions()]
    if frozenset(actions) != moment.allowed or len(actions) != len(moment.allowed):
        yield "other actions are legal"
    if state.is_terminal() == bool(actions) or engine.is_terminal(state) == bool(actions):
        yield "it does not end when nobody can act"
    if {state.current_player(), engine.current_player(state)} != {values[0] for _, values in actions} | (
        set() if actions else {None}
    ):
        yield "somebody else decides"
    if reached:
        check_state(state)


def _accepts(state: engine.State, refused: Plain) -> str:
    try:
        state.apply_action(action(refused))
    except engine.IllegalAction:
        return ""
    return f"{refused} is accepted"


def result(state: engine.State) -> tuple[Any, ...]:
    return state.returns(), state.ranking(), state.winners()
