"""All games of a campaign against a program, lot by lot, with several instances of it at once if one likes.

What is found does not depend on how many there are: each lot is played against a program that was just started, and of
several lots that show something the first counts. Nothing here knows any game.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from types import FrameType

from archipel.checks.games.registry import game_called
from archipel.checks.judge.conformance.games import ConformanceGame, Difference, Given
from archipel.checks.judge.conformance.match import MatchJudge, StoppedError
from archipel.checks.judge.conformance.programs.keeper import DEATH_SIGNAL, process_control
from archipel.checks.judge.conformance.programs.program import Program, ProgramLimits, TimeUpError, UnjudgedError
from archipel.checks.judge.conformance.searching import (
    ConformanceCampaign,
    lots,
    lots_of_positions,
    search_lot,
    search_positions,
)
from archipel.checks.judge.conformance.telling.texts import visible
from archipel.checks.support.parallel import Workers, in_order
from archipel.checks.support.progress import progress
from archipel.reference.strict_json import BadInput


@dataclass(frozen=True)
class Match:
    """A program, and the rules by which it is judged: all that another process needs to know."""

    game: str
    choice: Mapping[str, str]
    command: Sequence[str]
    limits: ProgramLimits

    def rules(self) -> ConformanceGame:
        return game_called(self.game).conformance(self.choice)

    def positions(self, campaign: ConformanceCampaign) -> Sequence[Given]:
        """The given positions of a campaign."""
        if campaign.positions is not None:
            return campaign.positions
        return tuple(game_called(self.game).given_positions(campaign.players, campaign.seed))

    def begun(self) -> Program:
        """The program, just started."""
        try:
            return Program(self.command, self.limits)
        except UnjudgedError as error:
            reason = f"{self.command[0]}: cannot be started: {error.values['reason']}"
            raise BadInput(visible(reason)) from None


@dataclass(frozen=True)
class Tried:
    """What came of some games: how many were played and what was asked, and what ended them early, if anything did."""

    games: int = 0
    asked: int = 0
    views: bool = True
    farewell: UnjudgedError | None = None
    difference: Difference | None = None
    stopped: StoppedError | None = None
    time_up: bool = False
    number: int | None = None
    """The number of the game that shows the difference, from 1 on."""
    can: frozenset[str] = frozenset()
    positions: int = 0
    refused: int = 0

    @property
    def is_last(self) -> bool:
        return self.difference is not None or self.stopped is not None

    def joined(self, later: Tried) -> Tried:
        """Together with games that were played later."""
        return Tried(
            self.games + later.games,
            self.asked + later.asked,
            self.views and later.views,
            self.farewell or later.farewell,
            later.difference,
            later.stopped,
            self.time_up or later.time_up,
            later.number,
            self.can | later.can,
            self.positions + later.positions,
            self.refused + later.refused,
        )


def all_tried(match: Match, campaign: ConformanceCampaign, workers: Workers) -> Tried:
    """The games of a campaign up to the first that shows something, by their numbers, then given positions."""
    found = _games_tried(match, campaign, workers)
    if found.is_last or found.time_up or "position" not in found.can:
        return found
    parts = lots_of_positions(match.positions(campaign))
    with closing(in_order(partial(positions_tried, match, campaign, found.can), parts, workers)) as outcomes:
        for outcome in outcomes:
            found = found.joined(outcome)
            if outcome.is_last:
                break
    return found


def _games_tried(match: Match, campaign: ConformanceCampaign, workers: Workers) -> Tried:
    found = Tried()
    with (
        progress(campaign.games, "games") as advance,
        closing(in_order(partial(lot_tried, match, campaign), lots_in_time(match, campaign), workers)) as outcomes,
    ):
        for outcome in outcomes:
            advance(by=outcome.games)
            found = found.joined(outcome)
            if outcome.is_last:
                break
    return found


def lots_in_time(match: Match, campaign: ConformanceCampaign) -> Iterator[range]:
    """The lots until the time limit is reached, and one more, which tells that it is."""
    for lot in lots(campaign):
        is_last = match.limits.is_over
        yield lot
        if is_last:
            return


def lot_tried(match: Match, campaign: ConformanceCampaign, lot: range) -> Tried:
    """One lot against a program that is started for it, and has ended when this returns or its process is told to."""
    return _with_a_new_one(match, lambda judge: _tried(judge, campaign, lot))


def positions_tried(match: Match, campaign: ConformanceCampaign, can: frozenset[str], given: Sequence[Given]) -> Tried:
    """A lot of given positions, in the same way."""

    def tried(judge: MatchJudge) -> Tried:
        judge.can = set(can)
        return _positions_tried(judge, campaign, given)

    return _with_a_new_one(match, tried)


def _with_a_new_one(match: Match, tried: Callable[[MatchJudge], Tried]) -> Tried:
    told = Told()
    try:
        match.limits.check_time()
        with match.begun() as program, told.at_once():
            return tried(MatchJudge(program, match.rules()))
    except TimeUpError:
        return Tried(time_up=True)
    except ToldToEndError:
        return Tried()
    finally:
        told.in_the_end()


def _tried(judge: MatchJudge, campaign: ConformanceCampaign, lot: range) -> Tried:
    games = 0
    try:
        difference, games = search_lot(judge, campaign, lot)
        asked, number = judge.asked.total(), lot.start + games
        can = frozenset(judge.can)
        if difference is not None:
            return Tried(games, asked, judge.views, difference=difference, number=number, can=can)
        return Tried(games, asked, judge.views, judge.program.farewell(), can=can)
    except StoppedError as error:
        return Tried(0, judge.asked.total(), judge.views, stopped=error)
    except TimeUpError:
        whole = games or max(0, judge.asked["new"] - 1)
        return Tried(whole, judge.asked.total(), judge.views, time_up=True)


def _positions_tried(judge: MatchJudge, campaign: ConformanceCampaign, given: Sequence[Given]) -> Tried:
    try:
        found = search_positions(judge, campaign, given)
        farewell = judge.program.farewell() if found.difference is None else None
    except StoppedError as error:
        return Tried(0, judge.asked.total(), judge.views, stopped=error)
    except TimeUpError:
        return Tried(0, judge.asked.total(), judge.views, time_up=True)
    return Tried(
        0,
        judge.asked.total(),
        judge.views,
        farewell,
        found.difference,
        positions=found.tried,
        refused=found.refused,
    )


# Processes that are told to end


class ToldToEndError(BaseException):
    """Somebody told this process to end."""


class Told:
    """Hears when a process that works for another one is told to end, so that its program does not stay behind.

    It ends :meth:`in_the_end`, not while the program is started or ended; what is done :meth:`at_once` is broken off.
    Should the other one be killed, so is this one, and the keeper of its program does the rest.
    """

    def __init__(self) -> None:
        self._was_told = self._breaks_off = False
        self._hears = multiprocessing.parent_process() is not None
        if self._hears:
            signal.signal(signal.SIGTERM, self._hear)
            process_control()(DEATH_SIGNAL, signal.SIGKILL)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        self._was_told = True
        if self._breaks_off:
            raise ToldToEndError

    @contextmanager
    def at_once(self) -> Iterator[None]:
        try:
            self._breaks_off = True
            if self._was_told:
                raise ToldToEndError
            yield
        finally:
            self._breaks_off = False

    def in_the_end(self) -> None:
        if self._hears:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if self._was_told:
            os._exit(128 + signal.SIGTERM)
