"""Which cards are active: the engine's answer for each pair of sides, by every reading; and what may be turned."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from archipel.checks.costa_ruana.rulebook.trying.packing import Answer, all_readings
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.reference.costa_ruana import (
    Action,
    Background,
    Flip,
    Kind,
    Phase,
    Rules,
    Setup,
    State,
    balanced_deck,
    is_active,
    new_game,
)
from archipel.reference.costa_ruana.deck import TIDES, TIMES
from archipel.reference.costa_ruana.readings import Readings

POINTS = ("flip", "background")
"""The points that the engine looks at when a Condition card is turned and the cards are revealed."""

SIDES = tuple(product(TIDES, TIMES))


@cache
def table() -> Answer:
    """The cards, which of them are active when, and what can be turned."""
    deck, ways = balanced_deck(), all_readings(POINTS)
    return {
        "points": POINTS,
        "sides": [[tide.value, time.value] for tide, time in SIDES],
        "backgrounds": [background.value for background in Background],
        "kinds": [kind.value for kind in Kind],
        "cards": [[card.kind.value, card.amount, card.background.value] for card in deck.cards],
        "kept": {str(players): deck.kept(players) for players in PLAYERS},
        "active": [[active(*sides, way) for sides in SIDES] for way in ways],
        "turns": [[turns(*sides, way) for sides in SIDES] for way in ways],
        "why": ["conditions.flip", "conditions.active", "reveal.keep", "reveal.discard"],
    }


def active(tide: Background, time: Background, readings: Readings) -> str:
    """For each card of the deck whether it is active."""
    return "".join([str(int(is_active(card.background, tide, time, readings))) for card in balanced_deck().cards])


def turns(tide: Background, time: Background, readings: Readings) -> list[list[Any]]:
    """What the shaman may do, and the sides that then show."""
    before = _before_turning(tide, time, readings)
    return [[_turned(action), _place(before.apply_action(action))] for action in before.legal_actions()]


def _turned(action: Action) -> str:
    return action.condition.value if isinstance(action, Flip) else "neither"


def _place(state: State) -> int:
    return SIDES.index((state.tide, state.time))


def _before_turning(tide: Background, time: Background, readings: Readings) -> State:
    first = new_game(Setup.from_seed(PLAYERS[0], 0))
    game = replace(first.game, rules=Rules(readings=readings))
    return first.changed(game=game, phase=Phase.FLIP, round=1, tide=tide, time=time)
