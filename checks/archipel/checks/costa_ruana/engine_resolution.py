"""Conditions and resolution: which cards stay, which is next, whose turn it is on a card, what follows by itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from types import ModuleType
from typing import Any

import z3

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine_decisions import full_table
from archipel.checks.costa_ruana.engine_states import (
    Claims,
    PathsOutcome,
    allowed,
    clauses_at,
    equalities,
    facts,
    following,
    invariants,
    notion,
    on_every_path,
    opening,
    same,
    unchanged,
    with_unknown_board,
)
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.proofs.engine.stand_ins import StandIn, by_claims, instead, shown
from archipel.checks.proofs.engine.symbolic import (
    Path,
    assume,
    lifted,
    unknown,
)
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import (
    Condition,
    IllegalAction,
    Phase,
    State,
    conditions,
    effects,
    resolution,
)
from archipel.reference.costa_ruana import engine as stepping
from archipel.reference.costa_ruana.deck import TIDES, TIMES
from archipel.spec.clauses import Step
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.logic.solver import Interpretation

AT_ONCE = tuple([RULEBOOK.steps[name] for name in ("reveal", "take_up", "skip", "finish_card")])


# The shaman's choice


def active(players: int) -> PathsOutcome:
    """Every background under every pair of sides."""
    found = PathsOutcome(0)
    for tide, time in itertools.product(TIDES, TIMES):
        state = opening(players).changed(tide=tide, time=time)
        view, told = clauses_at(state), partial(conditions.active_backgrounds, tide, time, state.rules.readings)

        def claims(path: Path[tuple[engine.Background, ...]], view: Interpretation = view) -> Claims:
            shown = {b: notion(view, "shows", projection.code(projection.BACKGROUNDS[b])) for b in engine.Background}
            listed = {f"{b.value} is active": same(by_clauses, b in path.value) for b, by_clauses in shown.items()}
            return {**listed, "each once": len(set(path.value)) == len(path.value)}

        found += on_every_path(told, [], claims, f"{tide.value}, {time.value}: ")
    return found


def flip(players: int) -> PathsOutcome:
    """Either card turned, under any sides, by anybody; what is revealed then is left out here."""
    found = PathsOutcome(0)
    for tide, time, condition in itertools.product(TIDES, TIMES, Condition):
        found += _flip(players, tide, time, condition)
    return found


def _flip(players: int, tide: engine.Background, time: engine.Background, condition: Condition) -> PathsOutcome:
    player, shaman = unknown("player"), unknown("shaman")
    state = with_unknown_board(full_table(players)).changed(
        phase=Phase.FLIP, shaman=shaman, actor=shaman, tide=tide, time=time
    )
    action = engine.Flip(0, condition)
    object.__setattr__(action, "player", player)
    view = clauses_at(state, {"player": player, "condition": projection.code(projection.CONDITIONS[condition])})
    permitted, later = allowed(view, RULEBOOK.steps["flip"]), following(view, RULEBOOK.steps["flip"])
    compared = set(projection.facts(opening(players))) - {"phase"}

    def claims(path: Path[State]) -> Claims:
        if isinstance(path.error, IllegalAction):
            return {f"the clauses allow it, the engine says {path.error.reason.value}": z3.Not(permitted)}
        same_facts = equalities(later, facts(path.value), compared)
        only = unchanged(state, path.value, "tide", "time")
        return {"the clauses forbid it, the engine does it": permitted} | same_facts | {**only}

    def run() -> State:
        with one_after_another(conditions, reveal=revealed, proceed=resolved) as calls:
            after = stepping.apply_action(state, action)
        assume("cards are revealed, then resolved", calls.chained(after, all_of_them=True))
        return after

    with lifted(conditions):
        return on_every_path(run, invariants(view), claims)


@by_claims("engine.conditions.reveal")
def revealed(state: State) -> State:
    """Here, only that it is called."""
    return state


@by_claims("engine.resolution.proceed")
def resolved(state: State) -> State:
    """Likewise."""
    return state


@by_claims("engine.collection.collect")
def collected(state: State) -> State:
    """Likewise."""
    return state


class Calls:
    """Functions that follow one another on what the one before returned."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.made: list[tuple[str, State, State]] = []

    def chained(self, after: State, all_of_them: bool) -> bool:
        """Each was called once, in this order, on what the one before it made, and nothing was done afterwards."""
        if not self.made and not all_of_them:
            return True
        answers = [answer for _, _, answer in self.made]
        return (
            [name for name, _, _ in self.made] == self.names
            and all(given is answer for (_, given, _), answer in zip(self.made[1:], answers, strict=False))
            and answers[-1] is after
        )


@contextmanager
def one_after_another(module: ModuleType, **stand_ins: StandIn) -> Iterator[Calls]:
    """For a while, let functions be what was proved of them, and write down how they are called."""
    calls = Calls(tuple(stand_ins))

    def noted(name: str) -> StandIn:
        def called(state: State) -> State:
            answer: State = stand_ins[name](state)
            calls.made.append((name, state, answer))
            return answer

        return StandIn(stand_ins[name].shown_by, called)

    with instead(module, {name: noted(name) for name in stand_ins}):
        yield calls


# Whole decisions of the resolution, from tables drawn at random, for every board


def whole_decisions(players: int, count: int) -> PathsOutcome:
    """Positions drawn at random, of which only the skeleton is kept: each decision is followed for every board.

    The collection and what comes after it are left out: they have proofs of their own.
    """
    found, number = PathsOutcome(0), 0
    while number < count and not found.wrong:
        chance = Random(f"{players} {number}")
        number += 1
        state = _resolving_position(players, chance)
        if state is not None:
            found += _whole_decision(state, chance.choice(state.legal_actions()))
    return found


def _up_to_the_collection(run: Callable[[], State]) -> tuple[State, dict[str, Any]]:
    """Collection and the end of the round have proofs of their own: here, only that they are called in this order."""
    with one_after_another(resolution, collect=collected, end_round=_ended) as calls:
        after = run()
    assume("treasures are collected, then the round ends", calls.chained(after, all_of_them=False))
    return after, facts(after)


def _resolving_position(players: int, chance: Random) -> State | None:
    """A position in which somebody is about to flip, to choose a card or to carry one out."""
    state = random_position(players, chance)
    steps = chance.randrange(4)
    while state.phase is not Phase.OVER:
        resolving = state.phase in (Phase.FLIP, Phase.RESOLVE, Phase.EFFECT)
        if resolving and not steps:
            return state
        steps -= resolving and bool(steps)
        state = state.apply_action(chance.choice(state.legal_actions()))
    return None


def _whole_decision(known: State, action: engine.Action) -> PathsOutcome:
    state = with_unknown_board(known)
    step, given = projection.step_of(state, action)
    arguments = {symbol.name: value for symbol, value in zip(step.arguments, given, strict=True)}
    view = clauses_at(state, arguments)
    permitted, later = allowed(view, step), following(view, step)
    assumed = invariants(view)
    if state.phase is Phase.EFFECT:
        assumed += shown("engine.resolution.first-able", view.expression(notion(view, "required")) >= 1)

    def claims(path: Path[tuple[State, dict[str, Any]]]) -> Claims:
        if isinstance(path.error, IllegalAction):
            return {f"the clauses allow it, the engine says {path.error.reason.value}": view.negation(permitted)}
        final = _unfolded(later, path)
        if isinstance(final, str):
            return {final: False}
        return {"the clauses forbid it, the engine does it": permitted} | _same_question(final, path.value)

    def run() -> tuple[State, dict[str, Any]]:
        return _up_to_the_collection(lambda: stepping.apply_action(state, action))

    with lifted(effects), lifted(resolution):
        return on_every_path(run, assumed, claims, f"{action}: ")


@by_claims("engine.succession.end-round")
def _ended(state: State) -> State:
    return state.changed(phase=Phase.RESOLVE, actor=None)


def _unfolded(view: Interpretation, path: Path[Any]) -> Interpretation | str:
    """The clauses' position when nothing more follows by itself; which does, this path must have settled."""
    while True:
        due = [step for step in AT_ONCE if _settled(view, step, path)]
        if len(due) > 1:
            return f"due at once: {', '.join(step.name for step in due)}"
        if not due:
            return view
        view = following(view, due[0])


def _settled(view: Interpretation, step: Step, path: Path[Any]) -> bool:
    guard = view.conjunction(view(part.term) for part in RULEBOOK.guards(step))
    if isinstance(guard, bool):
        return guard
    return path.failure({step.name: view.negation(guard)}) is not None


def _same_question(view: Interpretation, found: tuple[State, dict[str, Any]]) -> dict[str, Any]:
    """The same facts, and the same question to the same player; nothing that happens by itself is still to come."""
    state, told = found
    collect = RULEBOOK.steps["collect"]
    waiting = view.conjunction(view(part.term) for part in RULEBOOK.guards(collect))
    claims = {"the treasures are collected now": same(waiting, state.actor is None), **equalities(view, told)}
    for step in AT_ONCE:
        guard = view.conjunction(view(part.term) for part in RULEBOOK.guards(step))
        claims[f"{step.name} is still to come"] = z3.Not(view.expression(guard))
    if state.phase is Phase.EFFECT:
        for seat in range(state.players):
            claims[f"seat {seat} carries out the effect"] = same(notion(view, "acts", seat), seat == state.actor)
        claims["those who repeat it wait in the order of their turns"] = _in_turn(state)
    return claims


def _in_turn(state: State) -> bool:
    """The facts say who has a turn on the card and the clauses in which order; the engine keeps them in a line."""
    laid = state.table[state.resolving] if state.resolving is not None else None
    assert laid is not None
    turns = [(seat - laid.before) % state.players for seat in state.waiting]
    return turns == sorted(turns)
