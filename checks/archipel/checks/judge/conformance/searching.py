"""Many games against a program, until one shows a difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archipel.checks.judge.conformance.games import (
    ConformanceGame,
    Difference,
    Event,
    GameExplorer,
    Given,
    Position,
    Script,
)
from archipel.checks.judge.conformance.match import MatchJudge, NextEvent
from archipel.reference.strict_json import BadInput


@dataclass(frozen=True)
class ConformanceCampaign:
    """Which games are played: how many, for which numbers of players, and from which seed on."""

    games: int
    players: Sequence[int]
    seed: int
    positions: tuple[Given, ...] | None = None
    """The given positions for programs that can begin in one; None for those that the game has."""


LOT = 13
"""So many games are a lot: a program is started anew for each, and whoever plays against it remembers no other."""


def lots(campaign: ConformanceCampaign) -> list[range]:
    """The numbers of the games, lot by lot. Lots know nothing of each other, so they can be played in any order."""
    return [range(first, min(first + LOT, campaign.games)) for first in range(0, campaign.games, LOT)]


def search(judge: MatchJudge, campaign: ConformanceCampaign) -> tuple[Difference | None, int]:
    """The first difference, and how many games it took."""
    for lot in lots(campaign):
        if lot.start:
            judge.renew()
        found, games = search_lot(judge, campaign, lot)
        if found is not None:
            return found, lot.start + games
    return None, campaign.games


def search_lot(judge: MatchJudge, campaign: ConformanceCampaign, lot: range) -> tuple[Difference | None, int]:
    """The first difference of a lot, and how many games it took."""
    explorer = judge.game.explorer(campaign.players, campaign.seed)
    for number in lot:
        found = judge.follow(explorer.begin(number), asking(explorer))
        if found is not None:
            return found, number + 1 - lot.start
    return None, len(lot)


def asking(explorer: GameExplorer, most: int | None = None) -> NextEvent:
    """Everything to ask in one game: in each position perhaps something illegal and a view, then the next decision.

    With ``most``, the game is broken off after so many decisions.
    """
    events = Events(explorer, most)
    return events.next


class Events:
    """What to ask in one game, one event after the other."""

    def __init__(self, explorer: GameExplorer, most: int | None) -> None:
        self.explorer = explorer
        self.left = most
        self.waiting: list[Event] = []
        self.over = False

    def next(self, position: Position) -> Event | None:
        if not self.waiting and not self.over:
            self.waiting = _asked_here(self.explorer, position)
            self.over = not any(event.do == "play" for event in self.waiting)
        if not self.waiting or self.left == 0:
            return None
        event = self.waiting.pop(0)
        if self.left is not None and event.do == "play":
            self.left -= 1
        return event


def _asked_here(explorer: GameExplorer, position: Position) -> list[Event]:
    near_miss, viewer, decision = explorer.near_miss(position), explorer.viewer(position), explorer.decision(position)
    tried = [] if near_miss is None else [Event("try", near_miss)]
    viewed = [] if viewer is None else [Event("view", viewer)]
    return [*tried, *viewed, *([] if decision is None else [Event("play", decision)])]


# Given positions

LOT_OF_POSITIONS = 100


@dataclass(frozen=True)
class SearchedPositions:
    """What came of some given positions: how many were tried, how many of them refused, and the first difference."""

    tried: int = 0
    refused: int = 0
    difference: Difference | None = None


def lots_of_positions(given: Sequence[Given]) -> list[tuple[Given, ...]]:
    """Given positions, lot by lot."""
    return [tuple(given[first : first + LOT_OF_POSITIONS]) for first in range(0, len(given), LOT_OF_POSITIONS)]


def search_positions(judge: MatchJudge, campaign: ConformanceCampaign, given: Sequence[Given]) -> SearchedPositions:
    """The first difference in given positions; those that are for other numbers of players or readings are left out.

    A program may refuse to begin in a position.
    """
    explorer, tried, refused = judge.game.explorer(campaign.players, campaign.seed), 0, 0
    explorer.begin(0)
    for start in given:
        try:
            position = judge.game.opening(start)
        except BadInput:
            continue
        tried += 1
        for events in asked_of(judge.game, explorer, start, position, "state" in judge.can):
            found = judge.run(Script(start, events))
            if found is not None and found.last is None and "refused" in found.aspects:
                refused += 1
                break
            if found is not None:
                return SearchedPositions(tried, refused, found)
    return SearchedPositions(tried, refused)


def asked_of(
    game: ConformanceGame, explorer: GameExplorer, start: Given, position: Position, states: bool
) -> Iterator[tuple[Event, ...]]:
    """Everything to ask in a given position: state, view and something illegal first, then decisions, one at a time.

    The state is asked for once more after the first decision.
    """
    near_miss, viewer = explorer.near_miss(position), explorer.viewer(position)
    state = [Event("state", None)] if states else []
    viewed = [] if viewer is None else [Event("view", viewer)]
    tried = [] if near_miss is None else [Event("try", near_miss)]
    legal = set(game.legal(position))
    decisions = dict.fromkeys([*start.decisions, *explorer.choices(position)])
    asked = [Event("play" if decision in legal else "try", decision) for decision in decisions]
    yield (*state, *viewed, *tried, *asked[:1], *state)
    for event in asked[1:]:
        yield (event,)
