"""Cases that tell readings apart: games that both play alike, and a decision of which they make different things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, product
from random import Random

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.comparing import rules_under
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.engine import Terms
from archipel.checks.costa_ruana.parted_games import GameParting, partings_in, some_setup
from archipel.checks.costa_ruana.policies import POLICIES, Policy
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors.answers import ANSWERS
from archipel.checks.games.engine import GameRecord
from archipel.checks.judge.vectors import Data, VectorSuite
from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    Rules,
    Setup,
    State,
    balanced_deck,
    codec,
    new_game,
)
from archipel.spec.costa_ruana.readings import READINGS
from archipel.spec.machine import Machine, Values, vectors
from archipel.spec.readings import Point, Reading

ABOUT = "games that two readings of the rules play alike up to a decision, and what each makes of that"
FOUND = "the shortest of a few seeded games that both readings play alike, for the fewest players"
GAMES = 24
TOLD = 2
"""For so many numbers of players a reading is told apart, if it can be."""


def suite(points: Iterable[Point] = tuple(READINGS.points.values())) -> VectorSuite:
    found: list[Data] = []
    untold: dict[str, str] = {}
    for point, reading in others(points):
        cases = [] if reading.changes_nothing else list(telling(point, reading))
        found += cases
        if not cases:
            untold[name(point, reading)] = reason(reading)
    return VectorSuite("readings", "cases", ABOUT, {"cases": found}, untold=untold)


def others(points: Iterable[Point] = tuple(READINGS.points.values())) -> list[tuple[Point, Reading]]:
    """Every reading that is not ours."""
    return [(point, reading) for point in points for reading in point.others]


def name(point: Point, reading: Reading) -> str:
    return f"{point.id}={reading.name}"


def telling(point: Point, reading: Reading) -> Iterator[Data]:
    """Cases for the fewest players that tell a reading from ours."""
    choice = {point.id: reading.name}
    rules = (STANDARD, rules_under(choice))
    shortest = (parted(players, rules) for players in PLAYERS)
    for parting in islice((found for found in shortest if found is not None), TOLD):
        begin, ask = _begin(parting), _ask(parting)
        other = {"readings": choice, "expect": ANSWERS.expected_under(choice, begin, ask)}
        yield {
            "players": parting.setup.players,
            "clauses": [point.clause.id],
            "just_not": [],
            "tells": [name(point, reading)],
            "found": FOUND,
            **({"begin": begin} if begin else {}),
            "ask": ask,
            "expect": ANSWERS.expected(begin, ask),
            "otherwise": [other],
        }


def parted(players: int, rules: Sequence[Rules]) -> GameParting | None:
    """The shortest of a few games in which two readings part."""
    found = [parting for number in range(GAMES) for parting in _first(players, number, rules)]
    return min(found, key=lambda parting: len(parting.moves), default=None)


def _first(players: int, number: int, rules: Sequence[Rules]) -> Iterator[GameParting]:
    chance, policy = Random(f"readings {players} {number}"), POLICIES[number % len(POLICIES)]
    setup = some_setup(players, STANDARD, chance) if number % 2 else Setup.from_seed(players, number)
    games = partings_in(setup, rules, partial(_chosen, policy, chance), STANDARD.rounds)
    if (first := next(games, None)) is not None:
        yield first


def _chosen(policy: Policy, chance: Random, state: State, actions: Sequence[Action]) -> Action:
    return policy(state, actions, chance)


def _begin(parting: GameParting) -> Data:
    """The position that our reading comes to; where games open differently there is none."""
    if parting.before is None:
        return {}
    record = GameRecord(parting.setup, parting.moves, Terms())
    return ANSWERS.beginning(parting.before.one, record)


def _ask(parting: GameParting) -> Data:
    if parting.action is not None:
        return {"do": "play", "action": codec.action_data(parting.action)}
    return {"do": "new", **codec.header_data(STANDARD, balanced_deck()), "setup": codec.setup_data(parting.setup)}


# Why no case tells a reading


def reason(reading: Reading) -> str:
    """Why a reading cannot be told from ours in play."""
    if not reading.changes_nothing:
        return _islands_settled_alike(reading)
    if reading.beyond:
        return "it is about what players know or say, which no decision and no position shows"
    if reading.demands:
        return f"it takes for granted what is not always so: {reading.demands[0].statements['en']}"
    if reading.makes_no_difference_by:
        return f"it makes no difference, by {', '.join(reading.makes_no_difference_by)}"
    return "no clause would say anything else"


SETTLED_BY = {"takes", "takes_by_rule", "majority", "in_conflict", "single_outside_conflict", "returns_one"}
"""The notions by which an island is settled, of which play sees who takes and who returns."""


class NotAlikeError(AssertionError):
    """A reading that no game told apart does not settle every island as ours does."""


def _islands_settled_alike(reading: Reading) -> str:
    """Work out every island there can be: the same players must take and return under both readings."""
    if not set(reading.notions) <= SETTLED_BY or reading.parts or reading.steps or reading.clause.parts:
        raise NotAlikeError(f"{reading.name}: nothing tells it apart, and nothing shows that nothing can")
    choice = next({point.id: reading.name} for point, other in others() if other is reading)
    ours, theirs = machine(), machine(rules_under(choice).readings)
    for players in PLAYERS:
        for values in _every_island(players):
            if _settled(ours, values) != _settled(theirs, values):
                raise NotAlikeError(f"{reading.name}: islands are settled otherwise: {values['on']}")
    number = sum(len(_islands(players)) for players in PLAYERS)
    return f"the same players take and return on every island there can be: all {number} were worked out"


def _settled(clauses: Machine, values: Values) -> list[bool]:
    position = clauses.at(values)
    places = list(product(range(values["islands"]), range(values["players"])))
    return [position.evaluate(notion, *place) for notion in ("takes", "returns_one") for place in places]


def _every_island(players: int) -> Iterator[Values]:
    """All islands there can be, with and without a treasure, as many at a time as lie on the table."""
    state = new_game(Setup.from_seed(players, 0))
    known = projection.values(state)
    islands, empty = _islands(players), ((0,) * players, 0)
    for first in range(0, len(islands), state.islands):
        some = islands[first : first + state.islands]
        some += [empty] * (state.islands - len(some))
        yield {**known, "on": tuple(row for row, _ in some), "treasures": tuple(number for _, number in some)}


def _islands(players: int) -> list[tuple[tuple[int, ...], int]]:
    """All crowds that fit on an island, with no treasure and with one."""
    return [(row, treasures) for row in vectors(players, STANDARD.cap) for treasures in (0, 1)]
