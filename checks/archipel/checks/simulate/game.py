"""What a game offers so that it can be simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from archipel.checks.games.registry import game_called
from archipel.checks.simulate.tallies import Tally
from archipel.checks.variants.variant_files import Variant
from archipel.reference.strict_json import BadInput, shown

Words = Mapping[str, str]
"""The same in each language."""
Cell = int | str
RANDOM = "random"
"""The bot that every game has, and the only one of a fingerprint: any legal action, each as likely as the others."""


@dataclass(frozen=True)
class Task:
    """Which games are played: by which rules, by whom and with which chance."""

    variant: Variant
    players: int
    seed: int
    bots: tuple[str, ...]
    """One strength for all, or one for each player."""

    @property
    def is_mixed(self) -> bool:
        return len(set(self.bots)) > 1

    def lineup(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game: one seat further in each game, so that nobody gains by his seat."""
        if len(self.bots) == 1:
            return self.bots * self.players
        turn = number % self.players
        return (*self.bots[-turn:], *self.bots[:-turn]) if turn else self.bots


@dataclass(frozen=True)
class Outcome:
    """How a game ended, and what else stands in its row of a table."""

    first: int
    """The seat from which the others are counted."""
    points: tuple[int, ...]
    winners: tuple[int, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Counted:
    """A clause, when it decides something, and of how many moments that is told."""

    clause: str
    when: Words
    of: str
    points: tuple[str, ...] = ()
    """The points of the readings that give this another meaning."""


@dataclass(frozen=True)
class Uncounted:
    """Why it is not counted how often a clause decides something."""

    reason: str
    instead: tuple[str, ...] = ()
    """The clauses at which the same moments are counted."""


class Simulation(Protocol):
    """A game, to be played many times."""

    @property
    def strengths(self) -> Mapping[str, Words]:
        """The bots there are, the weakest first, and what they do."""

    @property
    def counted(self) -> Sequence[Counted]:
        """The clauses of which is counted how often they decide something."""

    @property
    def uncounted(self) -> Mapping[str, Uncounted]:
        """All the other clauses."""

    @property
    def words(self) -> Mapping[str, Words]:
        """Names of histograms, of moments, of seats, and the reasons why something is not counted."""

    @property
    def distributions(self) -> Sequence[str]:
        """The histograms that are told."""

    def rounds(self, task: Task) -> Sequence[str]:
        """The histograms with one value for each game that are told round by round."""

    def compared(self, task: Task) -> Sequence[str]:
        """The histograms of a fingerprint: each has exactly one value for each game."""

    def columns(self, task: Task) -> Sequence[tuple[str, type[Cell]]]:
        """The columns of the cells of an outcome."""

    def check(self, task: Task) -> None:
        """Refuse what cannot be played."""

    def play(self, task: Task, number: int, tally: Tally) -> Outcome:
        """Play one game of the run, and count what was seen."""

    def record(self, task: Task, number: int) -> str:
        """One game of the run, as a file that others can replay."""


def checked(task: Task) -> Task:
    """The same task, if it can be played."""
    known = game_called(task.variant.game).simulation.strengths
    for name in task.bots:
        if name not in known:
            raise BadInput(f"--bots: no bot called {shown(name)}; there are {', '.join(known)}")
    numbers = task.variant.players
    if task.players not in numbers:
        raise BadInput(f"--players: expected {numbers[0]} to {numbers[-1]}, found {task.players}")
    if len(task.bots) not in (1, task.players):
        raise BadInput(f"--bots: expected 1 or {task.players} names, found {len(task.bots)}")
    game_called(task.variant.game).simulation.check(task)
    return task
