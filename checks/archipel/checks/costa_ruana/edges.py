"""Positions of Costa Ruana and what the engine says a unit beyond their edges."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from archipel.checks.agreement.boundary_values import Survey
from archipel.checks.agreement.edges import EdgeExplorer, EdgeGround
from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.costa_ruana.projection import MAPPING, machine
from archipel.checks.costa_ruana.vacuity import moments
from archipel.reference.costa_ruana import codec
from archipel.reference.strict_json import BadInput
from archipel.spec.machine import Values

TRIES = 12
POSITIONS = 150

# With how many players, and from how many positions, each invariant is to be seen broken alone.
ALL_ALONE = 3
MANY = 240

_IN_TURN = "what has been done so far tells whose turn it is; the theorems about turns say so"
_CARDS = "which cards lie open, act and wait in which part of a round follows from the steps, not from one clause"
STRICTER: Mapping[str, str] = {
    r"table: (a card lies the wrong way up|all cards have been revealed)": _CARDS,
    r"table: card \d+ is not active": _CARDS,
    r"table\[\d+\]\.before: expected": _CARDS,
    r"resolving: (that card is not the next|no effect is carried out)": _CARDS,
    r"waiting: not those who come after": _CARDS,
    r"actor: this player has no part in the card": _CARDS,
    r"actor: (another player settles next|the shaman flips)": _IN_TURN,
    r"reserve\[\d+\]: the players settle in turn": _IN_TURN,
    r"phase: (everybody has settled|this player has no choice)": _IN_TURN,
    r"actor: (the effect can do nothing|no card lies before)": _CARDS,
    r"pile: expected": "how many cards are drawn when follows from the steps",
    r"gains: ": "treasures are put into huts as soon as they are taken",
    r"huts: more treasures than the rounds": "no more than one treasure for each island and round, which is a theorem",
    r"treasures: not as laid out": "treasures lie still while players settle",
    r"round: 0 does not go with": "no round is 0 but while players settle",
    r"round: \d+ does not go with the phase settle": "no round is 0 but while players settle",
}
ACCOMPANIED: Mapping[str, str] = {
    "end.after-last-round over_only_after_the_last_round": "hands and pile tell the round too",
    "play.inhabitant inhabitants_stand_on_cards_that_are_there": "while cards are missing, nobody may stand anyway",
    "setup.keep-cards box_stays_closed": "no single step puts a card into the box",
    "components.deck only_cards_are_laid": "no single step lays what is no card",
    "collection.one-per-island one_taker_at_most": "true of any numbers at all",
    "goal.respect no_winner_has_fewer_points": "true of any numbers at all",
}


def refusal(values: Values) -> str | None:
    """Why the engine does not read such a position; None if it cannot be told the position, or does not show it."""
    try:
        state = MAPPING.state_of(values)
    except (NoPosition, KeyError, IndexError, AssertionError):
        return None
    try:
        codec.loads_state(codec.dumps_state(state))
    except BadInput as error:
        return str(error)
    return ""


def explorer() -> EdgeExplorer:
    return EdgeExplorer(machine(), EdgeGround(refusal, ("phase",), STRICTER, ACCOMPANIED))


def survey(players: int) -> Survey:
    """Small steps from positions of games and rounds, many of them at the edge of something."""
    chance, every = Random(f"edges {players}"), players == ALL_ALONE
    positions = chance.sample(list(moments(players, MANY // 4)), MANY)
    found = explorer().survey(positions[:POSITIONS], TRIES, chance)
    if every:
        explorer().look_closer(found, positions, TRIES, chance)
        found.wrong += explorer().never_alone(found.alone)
    return found
