"""The test vectors that every game has: single rules, refusals, whole games and counts, for each number of players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from archipel.checks.games.formats import ENDING, formats_of
from archipel.checks.judge.vectors.answers import Answers
from archipel.checks.judge.vectors.coverage import Universe
from archipel.checks.judge.vectors.moments import SeededGames
from archipel.checks.judge.vectors.played_games import PlayedGames
from archipel.checks.judge.vectors.suites import Data, VectorSuite

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game


class GameVectors:
    """What a game offers for test vectors that says nothing about them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.RULES_VERSION = game.rules_version

    @cached_property
    def played(self) -> PlayedGames:
        return PlayedGames(Answers(SeededGames(self.game)))

    @property
    def SUITES(self) -> Mapping[str, Callable[[], VectorSuite]]:  # noqa: N802
        players = self.game.players
        return {
            "rules": lambda: self.played.rules(players),
            "refused": lambda: self.played.refused(players),
            "games": lambda: self.played.whole(players),
            "perft": lambda: self.played.perft(players),
        }

    def universe(self) -> Universe:
        """All that entries can exercise."""
        return Universe(list(self.game.rulebook.clauses), list(self.game.engine.actions), [])

    def check(self, kind: str, entry: Data) -> None:
        """Refuse an entry that engine and clauses do not answer as it says."""
        checks = {
            "cases": self.played.answers.check_case,
            "games": self.played.check_game,
            "perft": self.played.check_count,
        }
        checks[kind](entry)

    def schemas(self) -> Mapping[str, str]:
        """The schemas of what the engine writes, by file name."""
        return {f"{name}{ENDING}": text for name, text in formats_of(self.game).items()}
