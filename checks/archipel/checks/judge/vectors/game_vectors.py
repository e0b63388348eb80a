"""The test vectors of a game: rules, boundaries, refusals, whole games, counts and readings, for every player count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from archipel.checks.games.formats import ENDING, formats_of
from archipel.checks.judge.vectors.answers import Answers
from archipel.checks.judge.vectors.boundary_cases import ABOUT, BoundaryCases
from archipel.checks.judge.vectors.by_hand import FILE, changed_by_hand
from archipel.checks.judge.vectors.coverage import Universe
from archipel.checks.judge.vectors.formats import vector_formats
from archipel.checks.judge.vectors.moments import SeededGames
from archipel.checks.judge.vectors.played_games import PlayedGames
from archipel.checks.judge.vectors.reading_cases import ReadingCases, name, others
from archipel.checks.judge.vectors.suites import Data, VectorSuite

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game


class GameVectors:
    """What a game offers for test vectors; ``forgotten`` are members of positions by which no readings are compared."""

    forgotten: Sequence[str] = ()

    def __init__(self, game: Game) -> None:
        self.game = game
        self.RULES_VERSION = game.rules_version

    @cached_property
    def played(self) -> PlayedGames:
        return PlayedGames(Answers(SeededGames(self.game)))

    @property
    def boundaries(self) -> BoundaryCases | None:
        """Who finds both sides of clauses, if the game has somebody who looks for situations."""
        return None

    @cached_property
    def readings(self) -> ReadingCases:
        return ReadingCases(self.played.answers, self.forgotten)

    def boundary_suite(self) -> VectorSuite:
        """What a solver finds about every clause, and the cases by hand."""
        by_hand = list(changed_by_hand(self.played.answers, self.game.folder / FILE))
        if self.boundaries is None:
            return VectorSuite("boundaries", "cases", ABOUT, {"cases": by_hand})
        return self.boundaries.suite(self.game.rulebook.clauses, by_hand)

    @property
    def SUITES(self) -> Mapping[str, Callable[[], VectorSuite]]:  # noqa: N802
        players, points = self.game.players, self.game.readings.points.values()
        told = self.boundaries is not None or (self.game.folder / FILE).is_file()
        return {
            "rules": lambda: self.played.rules(players),
            **({"boundaries": self.boundary_suite} if told else {}),
            "refused": lambda: self.played.refused(players),
            "games": lambda: self.played.whole(players),
            "perft": lambda: self.played.perft(players),
            **({"readings": lambda: self.readings.suite(points)} if others(points) else {}),
        }

    def universe(self) -> Universe:
        """All that entries can exercise."""
        told = [name(point, reading) for point, reading in others(self.game.readings.points.values())]
        return Universe(list(self.game.rulebook.clauses), list(self.game.engine.actions), told)

    def check(self, kind: str, entry: Data) -> None:
        """Refuse an entry that engine and clauses do not answer as it says."""
        checks = {
            "cases": self.played.answers.check_case,
            "games": self.played.check_game,
            "perft": self.played.check_count,
        }
        checks[kind](entry)

    def schemas(self) -> Mapping[str, str]:
        """The schemas of everything written, and of what they refer to, by file name."""
        found = formats_of(self.game) | vector_formats(self.game)
        return {f"{name}{ENDING}": text for name, text in found.items() if name != "fingerprint"}
