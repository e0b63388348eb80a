"""How many ways there are to decide so many times from a position, and a digest of where they lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from archipel.checks.costa_ruana.agreement import Lockstep
from archipel.checks.costa_ruana.theory import PLAYERS
from archipel.checks.costa_ruana.vectors import answers, played
from archipel.checks.costa_ruana.vectors.answers import WrongVectorError
from archipel.checks.costa_ruana.vectors.played import Moment
from archipel.checks.judge.vectors import Data, Suite
from archipel.checks.support.digests import digest
from archipel.reference.costa_ruana import State, codec

ABOUT = "how many sequences of decisions there are from a position, and a digest of the positions they lead to"
FOUND = "the first position of each phase in a round, in seeded games"
DEPTH, MOST = 4, 1500
"""No deeper than this, and no deeper once there are so many positions."""


def suite(players: Iterable[int] = PLAYERS) -> Suite:
    return Suite("perft", "perft", ABOUT, {"counts": [found for number in players for found in counts(number)]})


def counts(players: int) -> Iterator[Data]:
    for moment in openings_and_phases(players):
        yield {
            "players": players,
            "phase": moment.state.phase.value,
            "round": moment.state.round,
            "found": FOUND,
            "begin": answers.beginning(moment.state, moment.record),
            "depths": depths(moment.state),
        }


def openings_and_phases(players: int) -> Iterator[Moment]:
    """The opening, and in the first, the third and the last round the first position of each phase."""
    seen: set[tuple[int, str]] = set()
    for number in range(played.GAMES):
        for moment in played.game(players, number):
            where = (moment.state.round, moment.state.phase.value)
            if moment.state.round in (0, 1, 3, 5) and where not in seen:
                seen.add(where)
                yield moment


def depths(state: State) -> list[Data]:
    """For each depth the number of sequences and the digest of the positions they end in."""
    found: list[Data] = []
    positions = [state]
    while positions and len(found) < DEPTH and sum(len(each.legal_actions()) for each in positions) <= MOST:
        positions = [each.apply_action(action) for each in positions for action in each.legal_actions()]
        texts = [codec.position_data(each) for each in positions]
        found.append({"count": len(positions), "sha256": digest(texts)})
    return found


def check_count(entry: Data) -> None:
    """Refuse a count that the engine does not confirm, or whose first decisions the clauses do not."""
    state = answers.position_at(entry["begin"])
    if depths(state) != entry["depths"]:
        raise WrongVectorError(f"{entry['id']}: counted otherwise")
    for action in Lockstep(state).legal():
        Lockstep(state).play(action)
