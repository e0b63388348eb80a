"""Completeness: of all actions there are, the engine lists those it accepts, which are those the clauses allow."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.engine_decisions import full_table
from archipel.checks.costa_ruana.engine_effects import carrying_out, shown_amount
from archipel.checks.costa_ruana.engine_states import (
    Claims,
    PathsOutcome,
    allowed,
    clauses_at,
    invariants,
    notion,
    on_every_path,
    same,
    with_unknown_board,
)
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.proofs.engine.stand_ins import Given, by_claims, defined, shown
from archipel.checks.proofs.engine.symbolic import Path, lifted, term_of, unknown
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Action, IllegalAction, Kind, Phase, State, effects
from archipel.reference.costa_ruana import engine as stepping
from archipel.reference.costa_ruana.menus import SeatMenus, spreads
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK


def universe(state: State) -> Iterator[Action]:
    """Every action that the player who decides could try."""
    assert state.actor is not None
    menus: SeatMenus = state.game.menus[state.actor]
    yield from itertools.chain(menus.settle, menus.stand, menus.flip, menus.offer, menus.resolve)
    yield from itertools.chain.from_iterable(itertools.chain(menus.play_up, menus.play_down, menus.move_treasure))
    yield from itertools.chain(menus.remove.values(), menus.place.values())
    yield from itertools.chain.from_iterable(itertools.chain.from_iterable(menus.move_inhabitant))


def accepted(state: State, action: Action) -> bool:
    """Whether the engine takes an action."""
    try:
        state.apply_action(action)
    except IllegalAction:
        return False
    return True


def listed(players: int, count: int) -> PathsOutcome:
    """In positions drawn at random, every action of the universe is listed exactly if it is accepted."""
    actions = 0
    for number in range(count):
        chance = Random(f"{players} {number}")
        state = _some_position(players, number, chance)
        menu = state.legal_actions()
        offered = set(menu)
        if len(offered) != len(menu):
            return PathsOutcome(actions, f"position {number}: an action is listed twice")
        for action in universe(state):
            actions += 1
            if (action in offered) != accepted(state, action):
                found = "listed but refused" if action in offered else "accepted but not listed"
                return PathsOutcome(actions, f"{action} is {found} in position {number} of {players} players")
    return PathsOutcome(actions)


def listed_effects(players: int, kind: Kind) -> PathsOutcome:
    """For every board, the ways listed to carry out a card of one kind are those the clauses allow."""
    found = PathsOutcome(0)
    for actor in range(players):
        state, printed = carrying_out(players, kind, actor)
        possible = term_of(notion(clauses_at(state, printed), "required")) >= 1
        assumed = [*defined(*shown_amount(state)), *shown("engine.resolution.first-able", possible)]
        with lifted(effects, spreads=by_claims("engine.menus.spreads")(known_spreads)):
            found += _listed(state, printed, partial(effects.effect_menu, state, actor), assumed)
    return found


def listed_stands(players: int) -> PathsOutcome:
    """For every reserve, the places listed to stand on are those the clauses allow."""
    found = PathsOutcome(0)
    for actor in range(players):
        state = with_unknown_board(full_table(players)).changed(
            phase=Phase.STAND, shaman=unknown("shaman"), actor=actor
        )
        found += _listed(state, {}, partial(stepping.legal_actions, state), [])
    return found


def _listed(
    state: State, shown: Mapping[str, Any], menu: Callable[[], tuple[Action, ...]], assumed: Sequence[Given]
) -> PathsOutcome:
    """Whether each action of the universe is listed exactly where the clauses allow it."""
    permitted = {action: _permitted(state, shown, action) for action in dict.fromkeys(universe(state))}

    def claims(path: Path[tuple[Action, ...]]) -> Claims:
        listed_now = set(path.value)
        once = {"an action is listed twice": len(listed_now) == len(path.value)}
        return once | {str(action): same(legal, action in listed_now) for action, legal in permitted.items()}

    return on_every_path(menu, [*invariants(clauses_at(state, shown)), *assumed], claims)


def _permitted(state: State, shown: Mapping[str, Any], action: Action) -> Any:
    step, given = projection.step_of(state, action)
    if step.name not in RULEBOOK.steps:  # what only another reading knows
        return term_of(False)
    arguments = {symbol.name: value for symbol, value in zip(step.arguments, given, strict=True)}
    return allowed(clauses_at(state, {**shown, **arguments}), step)


def known_spreads(limits: Sequence[Any], size: Any) -> tuple[tuple[int, ...], ...]:
    """The engine's function of this name, asking for its arguments and keeping none of them."""
    found: tuple[tuple[int, ...], ...] = spreads.__wrapped__(tuple(map(int, limits)), int(size))
    return found


def _some_position(players: int, number: int, chance: Random) -> State:
    """A position of the settling for one number out of four, else any other, a few decisions on."""
    opening = engine.new_game(engine.Setup.from_seed(players, number))
    state = random_position(players, chance) if number % 4 else opening
    for _ in range(chance.randrange(3 * players)):
        if not (actions := state.legal_actions()):
            break
        after = state.apply_action(chance.choice(actions))
        if after.phase is Phase.OVER:
            break
        state = after
    return state


def all_spreads(players: int) -> PathsOutcome:
    """For every number of pieces and every limit on every island, all ways to share them out, each once."""
    islands = NUMBERS.islands_for_players[players]
    return _spreads(itertools.product(range(NUMBERS.greatest_amount + 1), repeat=islands))


def some_spreads(players: int, count: int) -> PathsOutcome:
    """The same for limits drawn at random."""
    chance, islands = Random(players), NUMBERS.islands_for_players[players]
    limits = range(NUMBERS.greatest_amount + 1)
    return _spreads(iter([tuple(chance.choice(limits) for _ in range(islands)) for _ in range(count)]))


def _spreads(vectors: Iterator[tuple[int, ...]]) -> PathsOutcome:
    cases = 0
    for limits in vectors:
        for size in range(1, NUMBERS.greatest_amount + 1):
            cases += 1
            expected = list(_shared_out(limits, 0, size))
            found = spreads.__wrapped__(limits, size)
            if sorted(found) != expected:
                return PathsOutcome(
                    cases, f"{size} pieces, limits {limits}: {len(found)} ways, expected {len(expected)}"
                )
    return PathsOutcome(cases)


def _shared_out(limits: tuple[int, ...], first: int, size: int) -> Iterator[tuple[int, ...]]:
    """Islands in increasing order, each at most as often as its limit, so many in all."""
    if size == 0:
        yield ()
        return
    for island in range(first, len(limits)):
        for times in range(min(limits[island], size), 0, -1):
            for rest in _shared_out(limits, island + 1, size - times):
                yield (*(island,) * times, *rest)
