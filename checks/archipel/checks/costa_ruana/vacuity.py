"""When a decision of Costa Ruana uses what a clause expressly allows, told from the engine's positions and decisions.

A second wording of the same permissions in the engine's terms, with which the clauses are compared. Whoever wrote it
had read the clauses, so it guards against later changes of them rather than against a shared misreading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from archipel.checks.agreement import vacuity
from archipel.checks.agreement.vacuity import Decision, Uses
from archipel.checks.costa_ruana import necessity, necessity_scenes, projection
from archipel.checks.costa_ruana.positions import random_position
from archipel.checks.costa_ruana.projection import machine
from archipel.checks.simulate.policies import uniform
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Laid, State
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.machine import Values

# So many rounds from scattered positions are looked at, and so many of the decisions somebody has in each.
ROUNDS = 120
DECISIONS = 6

Judge = Callable[[State, Any], bool]


def _card(state: State, action: engine.Stand) -> Laid:
    laid = state.table[engine.slot_of(state.players, action.by, action.face)]
    assert laid is not None
    return laid


def hidden_and_not_before_oneself(state: State, action: engine.Stand) -> bool:
    card = _card(state, action)
    return card.face_down and card.before != action.player


def visible_and_not_ones_own(state: State, action: engine.Stand) -> bool:
    return not _card(state, action).face_down and action.by != action.player


def onto_as_many_as_islands_get_at_first(state: State, action: engine.MoveTreasure) -> bool:
    return state.treasures[action.target] >= state.rules.treasures


def last_treasure_of_an_island(state: State, action: engine.MoveTreasure) -> bool:
    return state.treasures[action.source] == 1


def shared_out(_: State, action: engine.Place) -> bool:
    return len(set(action.islands)) > 1


def reserve_used_up_while_one_is_on_a_card(state: State, action: engine.Place) -> bool:
    card, placed = state.resolving_card, len(action.islands)
    assert card is not None
    short = placed < card.amount and placed == state.reserve[action.player]
    return short and state.standing[action.player] is not None


JUDGES: Mapping[type, Mapping[str, Judge]] = {
    engine.Stand: {
        "on_a_hidden_card_before_somebody_else": hidden_and_not_before_oneself,
        "on_an_open_card_of_somebody_else": visible_and_not_ones_own,
    },
    engine.MoveTreasure: {
        "to_an_island_as_rich_as_any_at_first": onto_as_many_as_islands_get_at_first,
        "the_last_one_away": last_treasure_of_an_island,
    },
    engine.Place: {
        "on_different_islands": shared_out,
        "fewer_than_shown_while_one_stands_on_a_card": reserve_used_up_while_one_is_on_a_card,
    },
}

# Permissions that every legal decision uses, or none, and why.
TRIVIAL: Mapping[str, str] = {}

_EFFECT = "whatever card is under way is so while cards are resolved"
_POSSIBLE = "if there is nothing to move, there is no way to move it"

# Guards for which no situation was found, in the scenes of one game for two players, that they alone forbid; the
# reasons are why that is thought to be so everywhere, and are not proved.
SPARE: Mapping[str, str] = {
    "play.any-card a_card_is_there (stand)": "everybody has laid two cards before anybody stands on one",
    **{
        f"round.steps time_to_resolve ({step})": _EFFECT
        for step in ("resolve", "move_treasure", "remove", "place", "move_inhabitant", "take_up", "skip", "finish_card")
    },
    **{
        f"resolution.as-possible something_is_possible ({step})": _POSSIBLE
        for step in ("move_treasure", "move_inhabitant")
    },
}


def decisions(players: int, rounds: int = ROUNDS) -> Iterator[Decision]:
    """Legal decisions in rounds that begin anywhere; of those somebody has at once, a few."""
    for number in range(rounds):
        chance = Random(f"permissions {number}")
        state, start = random_position(players, chance), None
        while (actions := state.legal_actions()) and start in (None, state.round):
            start = state.round
            asked = [action for action in actions if type(action) in JUDGES]
            values = projection.values(state) if asked else {}
            for action in chance.sample(asked, min(DECISIONS, len(asked))):
                step, given = projection.step_of(state, action)
                judges = JUDGES[type(action)]
                yield Decision(values, step, given, {name: judge(state, action) for name, judge in judges.items()})
            state = state.apply_action(uniform(state, actions, chance))


def uses(players: int) -> Uses:
    """What is wrong with permissions: used always, never, or otherwise than the game tells."""
    found = vacuity.uses_of(RULEBOOK, decisions(players))
    vacuity.settle_the_rest(necessity.search(), found, players, necessity.objection, TRIVIAL)
    return found


def guards() -> tuple[int, list[str]]:
    """How many guards there are, and which of them are idle; few players are enough to show what they forbid."""
    few = necessity.PLAYERS[:2]
    seen = vacuity.forbidding(machine(), moments(few[0]))
    return vacuity.idle_guards(necessity.search(), seen, few, SPARE, necessity.objection)


def moments(players: int, rounds: int = ROUNDS) -> Iterator[Values]:
    """The moments of one game, and positions in rounds that begin anywhere."""
    yield from (values for _, values in necessity_scenes.game(players))
    for number in range(rounds):
        chance = Random(f"guards {number}")
        state = random_position(players, chance)
        start = state.round
        while (actions := state.legal_actions()) and state.round == start:
            yield projection.values(state)
            state = state.apply_action(uniform(state, actions, chance))
