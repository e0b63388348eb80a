"""Whether a program's difference is no mistake but another reading of the rules, known and kept throughout."""

from __future__ import annotations

from collections.abc import Iterator

from archipel.checks.conformance.games import Choice, Event, Game, Position, Script
from archipel.checks.conformance.searching import Campaign, search
from archipel.checks.conformance.trials import Judge, StoppedError
from archipel.reference.strict_json import BadInput

MOST_READINGS = 3
"""At most so many readings are taken together."""


def readings_played(judge: Judge, script: Script, campaign: Campaign) -> Choice | None:
    """The readings by which the program explains its answers in a script and plays all games of a campaign, if any.

    One reading at a time: each that explains the script is played by; where that shows another difference, one more
    reading may explain that too.
    """
    ours = judge.game
    try:
        return next(_explaining(judge, ours, [script], campaign, MOST_READINGS), None)
    finally:
        judge.game = ours


def _explaining(
    judge: Judge, game: Game, scripts: list[Script], campaign: Campaign, deeper: int
) -> Iterator[Choice]:
    for point, name in game.other_readings():
        other = game.by({**game.choice, point: name})
        judge.game = other
        if not all(shows_nothing(judge, script) for script in scripts):
            continue
        try:
            found = search(judge, campaign)
        except (StoppedError, BadInput):
            judge.renew()
            continue
        if found is None:
            yield other.choice
        elif deeper > 1:
            yield from _explaining(judge, other, [*scripts, found.script], campaign, deeper - 1)


def shows_nothing(judge: Judge, script: Script) -> bool:
    """Whether the program's answers are right by the judge's readings; what is legal by them is not only tried."""
    events = iter(script.events)
    game = judge.game

    def next_event(position: Position) -> Event | None:
        event = next(events, None)
        if event is None or event.do == "view":
            return event
        return Event("play" if event.what in game.legal(position) else "try", event.what)

    try:
        return judge.follow(script.start, next_event) is None
    except BadInput:
        return False
    except StoppedError:
        judge.renew()
        return False
