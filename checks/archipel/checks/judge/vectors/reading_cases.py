"""Cases that tell readings apart (*differential testing*): games that two readings play alike up to a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from archipel.checks.games.engine import GameRecord
from archipel.checks.judge.vectors.answers import Answers
from archipel.checks.judge.vectors.suites import Data, VectorSuite
from archipel.checks.readings.compare import proved_equivalent
from archipel.reference.strict_json import BadInput
from archipel.spec.readings import Point, Reading

ABOUT = "games that two readings of the rules play alike up to a decision, and what each makes of that"
FOUND = "the shortest of a few seeded games that both readings play alike, for the fewest players"
GAMES = 24
TOLD = 2
"""For so many numbers of players a reading is told apart, if it can be."""


class NotAlikeError(AssertionError):
    """A reading that no game told apart, and that is not proved to be the same."""


@dataclass(frozen=True)
class ReadingParting:
    """A game that two readings play alike up to an action; without one they part in how it opens."""

    setup: Any
    moves: tuple[Any, ...] = ()
    before: tuple[Any, Any] | None = None
    action: Any = None


def others(points: Iterable[Point]) -> list[tuple[Point, Reading]]:
    """Every reading that is not ours."""
    return [(point, reading) for point in points for reading in point.others]


def name(point: Point, reading: Reading) -> str:
    return f"{point.id}={reading.name}"


class ReadingCases:
    """The readings of one game, told apart by cases or proved to be alike.

    ``forgotten`` are members of positions that show only later, or that only some readings keep.
    """

    def __init__(self, answers: Answers, forgotten: Sequence[str] = ()) -> None:
        self.answers, self.game, self.engine, self.codec = answers, answers.games.game, answers.engine, answers.codec
        self._left_out = (*self.codec.header, *forgotten)

    def suite(self, points: Iterable[Point]) -> VectorSuite:
        found: list[Data] = []
        untold: dict[str, str] = {}
        for point, reading in others(points):
            cases = [] if reading.changes_nothing else list(self.telling(point, reading))
            found += cases
            if not cases:
                untold[name(point, reading)] = self.reason(reading)
        return VectorSuite("readings", "cases", ABOUT, {"cases": found}, untold=untold)

    def telling(self, point: Point, reading: Reading) -> Iterator[Data]:
        """Cases for the fewest players that tell a reading from ours."""
        choice = {point.id: reading.name}
        terms = (self.engine.standard, self.engine.by(self.engine.standard, choice))
        shortest = ((players, self.parted(players, terms)) for players in self.game.players)
        for players, parting in islice(((n, found) for n, found in shortest if found is not None), TOLD):
            begin, ask = self._begin(parting), self._ask(parting)
            other = {"readings": choice, "expect": self.answers.expected_under(choice, begin, ask)}
            yield {
                "players": players,
                "clauses": [point.clause.id],
                "just_not": [],
                "tells": [name(point, reading)],
                "found": FOUND,
                **({"begin": begin} if begin else {}),
                "ask": ask,
                "expect": self.answers.expected(begin, ask),
                "otherwise": [other],
            }

    def _begin(self, parting: ReadingParting) -> Data:
        """The position that our reading comes to; where games open differently there is none."""
        if parting.before is None:
            return {}
        record = GameRecord(parting.setup, parting.moves, self.engine.standard)
        return self.answers.beginning(parting.before[0], record)

    def _ask(self, parting: ReadingParting) -> Data:
        if parting.action is not None:
            return self.answers.play(parting.action)
        return self.answers.new(parting.setup)

    # Games

    def parted(self, players: int, terms: Sequence[Any]) -> ReadingParting | None:
        """The shortest of a few games in which two readings part."""
        found = [self._parting(players, number, terms) for number in range(GAMES)]
        return min(filter(None, found), key=lambda parting: len(parting.moves), default=None)

    def _parting(self, players: int, number: int, terms: Sequence[Any]) -> ReadingParting | None:
        chance, policies = Random(f"readings {players} {number}"), self.game.policies
        setup, moves = self.engine.setup_from_seed(players, number, terms[0]), list[Any]()
        try:
            one, other = (self.engine.new_game(setup, each) for each in terms)
        except BadInput:
            return ReadingParting(setup)
        if self._seen(one) != self._seen(other):
            return ReadingParting(setup)
        while menu := self.engine.legal_actions(one):
            alike = set(menu) & set(yours := self.engine.legal_actions(other))
            apart = [action for action in (*menu, *yours) if action not in alike]
            if apart:
                return ReadingParting(setup, tuple(moves), (one, other), apart[0])
            action = policies[number % len(policies)](one, menu, chance)
            later = [self.engine.apply_action(state, action) for state in (one, other)]
            if self._seen(later[0]) != self._seen(later[1]):
                return ReadingParting(setup, tuple(moves), (one, other), action)
            moves.append(action)
            one, other = later
        return None

    def _seen(self, state: Any) -> tuple[Data, Any]:
        """What both readings know of a position."""
        position = self.codec.position_data(state)
        return {member: value for member, value in position.items() if member not in self._left_out}, (
            self.engine.result(state)
        )

    # Why no case tells a reading

    def reason(self, reading: Reading) -> str:
        """Why a reading cannot be told from ours in play."""
        if not reading.changes_nothing:
            points = others(self.game.readings.points.values())
            choice = {point.id: other.name for point, other in points if other is reading}
            if proved_equivalent(self.game.called, {}, choice):
                return "two provers show that every game goes alike, for every number of players"
            raise NotAlikeError(f"{reading.name}: nothing tells it apart, and nothing shows that nothing can")
        if reading.beyond:
            return "it is about what players know or say, which no decision and no position shows"
        if reading.demands:
            return f"it takes for granted what is not always so: {reading.demands[0].statements['en']}"
        if reading.makes_no_difference_by:
            return f"it makes no difference, by {', '.join(reading.makes_no_difference_by)}"
        return "no clause would say anything else"
