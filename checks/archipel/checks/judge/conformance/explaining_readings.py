"""Hypothesis discrimination: whether a program's difference is no mistake but another reading of the rules.

A reading is only named if it is the only one that fits, after games that tell it from all others: from ours, from every
other reading that explains what was found, and from whatever else the program may have in mind. That last one nobody
knows, so the reading must be right in all games and given positions that were asked for, in several games that all tell
it from ours, and in games that tell it from simple rules which agree with it now and then (:meth:`Game.strangers`). If
there are too few of those, it fits, and no more is said. If one of them differs, the program only resembles it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from archipel.checks.judge.conformance.games import Choice, ConformanceGame, Difference, Event, Position, Script
from archipel.checks.judge.conformance.match import MatchJudge, StoppedError, same_list
from archipel.checks.judge.conformance.searching import ConformanceCampaign, lots_of_positions, search, search_positions
from archipel.reference.strict_json import BadInput

MOST_READINGS = 3
"""At most so many readings are taken together."""
WITNESSES = 8
"""In so many games that tell a reading from ours a program must follow it before it is named."""
SOUGHT = 400
"""So many games are played without the program, at most, to find those."""
NEAREST = 6
"""So many that explain a part of what was found, and of these the ones that do so longest, get one more reading."""
OTHER_GAMES = 500_000
"""Added to the seed: they are not the games of the campaign."""


@dataclass(frozen=True)
class ReadingTrial:
    """How far a program follows other readings: all games and positions, or where it does not."""

    game: ConformanceGame
    games: int = 0
    """In so many games nothing differs."""
    positions: int = 0
    difference: Difference | None = None
    certain: bool = False
    """Whether enough games tell these readings from everything else."""


@dataclass(frozen=True)
class ReadingExplanation:
    """The readings that fit all that a program answered, or else those that it resembles most."""

    fitting: tuple[ReadingTrial, ...] = ()
    resembled: ReadingTrial | None = None

    @property
    def played(self) -> ReadingTrial | None:
        """The readings that the program plays by, if they are told from everything else."""
        return self.fitting[0] if len(self.fitting) == 1 and self.fitting[0].certain else None


@dataclass(frozen=True)
class _Candidate:
    game: ConformanceGame
    scripts: list[Script]
    """What it must explain."""


def readings_played(judge: MatchJudge, script: Script, campaign: ConformanceCampaign) -> ReadingExplanation:
    """The readings by which the program explains its answers in a script and plays all games of a campaign.

    One reading at a time: each that explains the script is played by; where none fits all games, one more reading may
    explain what they showed. A program that does not show every time what was found plays by none.
    """
    ours = judge.game
    try:
        if shows_nothing(judge, script):
            return ReadingExplanation()
        return _explained(judge, script, campaign)
    finally:
        judge.game = ours


def _explained(judge: MatchJudge, script: Script, campaign: ConformanceCampaign) -> ReadingExplanation:
    """Beam search: of readings that explain the script but not all games, only the nearest are looked into further."""
    ours, refuted, seen = judge.game, [_Candidate(judge.game, [script])], [judge.game.choice]
    nearest: ReadingTrial | None = None
    for _ in range(MOST_READINGS):
        fitting, deeper = list[ReadingTrial](), list[tuple[int, _Candidate]]()
        for one in _with_one_more(refuted, seen):
            judge.game = one.game
            if not all(shows_nothing(judge, script) for script in one.scripts):
                continue
            try:
                trial = _tried_out(judge, ours, campaign)
            except (StoppedError, BadInput):
                judge.renew()
                continue
            if trial.difference is None:
                fitting.append(trial)
            else:
                deeper.append((trial.games, _Candidate(one.game, [*one.scripts, trial.difference.script])))
                nearest = trial if nearest is None or trial.games > nearest.games else nearest
        if fitting:
            return ReadingExplanation(_told_apart(judge, fitting, campaign))
        refuted = [one for _, one in sorted(deeper, key=lambda each: -each[0])[:NEAREST]]
    return ReadingExplanation(resembled=nearest)


def _with_one_more(refuted: Sequence[_Candidate], seen: list[Choice]) -> Iterator[_Candidate]:
    for one in refuted:
        for point, name in one.game.other_readings():
            other = one.game.by({**one.game.choice, point: name})
            if other.choice not in seen:
                seen.append(other.choice)
                yield _Candidate(other, one.scripts)


def _tried_out(judge: MatchJudge, ours: ConformanceGame, campaign: ConformanceCampaign) -> ReadingTrial:
    """How far the program follows the judge's readings: in games, given positions and games that tell them apart."""
    found, games = search(judge, campaign)
    trial = ReadingTrial(judge.game, games - (found is not None), difference=found)
    for given in lots_of_positions(campaign.positions or ()) if "position" in judge.can else ():
        if trial.difference is None:
            judge.renew()
            tried = search_positions(judge, campaign, given)
            trial = replace(trial, positions=trial.positions + tried.tried - tried.refused, difference=tried.difference)
    certain = True
    for rival, wanted in _rivals(judge.game, ours) if trial.difference is None else ():
        scripts = list(islice(witnesses(judge.game, rival, campaign, judge.told), wanted))
        for script in scripts:
            if (shown := _shown(judge, script)) is not None:
                return replace(trial, difference=shown)
        certain = certain and len(scripts) == wanted
    return replace(trial, certain=certain)


def _rivals(game: ConformanceGame, ours: ConformanceGame) -> Iterator[tuple[ConformanceGame, int]]:
    """What readings must be told from, and in how many games: themselves without one of them, and simple rules."""
    for point in game.choice:
        if game.choice[point] != ours.choice.get(point):
            kept = {other: name for other, name in game.choice.items() if other != point}
            yield game.by({**kept, **{other: name for other, name in ours.choice.items() if other == point}}), WITNESSES
    for stranger in game.strangers():
        yield stranger, 1


def _told_apart(
    judge: MatchJudge, fitting: list[ReadingTrial], campaign: ConformanceCampaign
) -> tuple[ReadingTrial, ...]:
    """Of several that fit, those that still do after games that tell each two of them apart."""
    wrong = set[int]()
    for one, two in combinations(range(len(fitting)), 2):
        for here, there in ((one, two), (two, one)):
            for script in islice(witnesses(fitting[here].game, fitting[there].game, campaign, judge.told), 1):
                for number in (one, two):
                    judge.game = fitting[number].game
                    if not shows_nothing(judge, script):
                        wrong.add(number)
    return tuple([one for number, one in enumerate(fitting) if number not in wrong])


def witnesses(
    game: ConformanceGame, rival: ConformanceGame, campaign: ConformanceCampaign, told: Container[str]
) -> Iterator[Script]:
    """Discriminating games: each ends with the first answer that two rules give differently.

    They are played by the rules of the first, without the program. Only what the program tells can tell rules apart:
    ``told`` names the members of its states, and ``result``.
    """
    explorer = game.explorer(campaign.players, campaign.seed + OTHER_GAMES)
    for number in range(SOUGHT):
        start, events = explorer.begin(number), list[Event]()
        here, there = game.opening(start), rival.opening(start)
        while _answers_alike(game, here, rival, there, told):
            decision = explorer.decision(here)
            if decision is None:
                break
            events.append(Event("play", decision))
            here, there = game.after(here, decision), rival.after(there, decision)
        else:
            yield Script(start, tuple(events))


def _answers_alike(
    game: ConformanceGame, here: Position, rival: ConformanceGame, there: Position, told: Container[str]
) -> bool:
    if not same_list(game.legal(here), rival.legal(there)):
        return False
    if "result" in told and game.result(here) != rival.result(there):
        return False
    one, two = game.facts(here), rival.facts(there)
    return all(one[name] == two.get(name) for name in one if name in told)


def shows_nothing(judge: MatchJudge, script: Script) -> bool:
    """Whether the program's answers are right by the judge's readings; what is legal by them is not only tried."""
    try:
        return _shown(judge, script) is None
    except BadInput:
        return False
    except StoppedError:
        judge.renew()
        return False


def _shown(judge: MatchJudge, script: Script) -> Difference | None:
    """The first difference by the judge's readings."""
    events = iter(script.events)
    game = judge.game

    def next_event(position: Position) -> Event | None:
        event = next(events, None)
        if event is None or event.do in ("view", "state"):
            return event
        return Event("play" if event.what in game.legal(position) else "try", event.what)

    return judge.follow(script.start, next_event)
