"""Many games against a program, until one shows a difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.conformance.games import Difference, Event, Explorer, Position
from archipel.checks.conformance.trials import Judge, NextEvent


@dataclass(frozen=True)
class Campaign:
    """Which games are played: how many, for which numbers of players, and from which seed on."""

    games: int
    players: Sequence[int]
    seed: int

    def cut(self, games: int) -> Campaign:
        """The same, with at most so many games."""
        return Campaign(min(games, self.games), self.players, self.seed)


def search(judge: Judge, campaign: Campaign, advance: Callable[..., Any] = lambda: None) -> tuple[Difference | None, int]:
    """The first difference, and how many games it took."""
    explorer = judge.game.explorer(campaign.players, campaign.seed)
    for number in range(campaign.games):
        found = judge.follow(explorer.begin(number), asking(explorer))
        advance()
        if found is not None:
            return found, number + 1
    return None, campaign.games


def asking(explorer: Explorer, most: int | None = None) -> NextEvent:
    """Everything to ask in one game: in each position perhaps something illegal and a view, then the next decision.

    With ``most``, the game is broken off after so many decisions.
    """
    waiting: list[Event] = []
    played = 0

    def next_event(position: Position) -> Event | None:
        nonlocal played
        if not waiting:
            waiting.extend(_asked_here(explorer, position))
        if not waiting or played == most:
            return None
        event = waiting.pop(0)
        played += event.do == "play"
        return event

    return next_event


def _asked_here(explorer: Explorer, position: Position) -> list[Event]:
    near_miss, viewer, decision = explorer.near_miss(position), explorer.viewer(position), explorer.decision(position)
    tried = [] if near_miss is None else [Event("try", near_miss)]
    viewed = [] if viewer is None else [Event("view", viewer)]
    return [*tried, *viewed, *([] if decision is None else [Event("play", decision)])]
