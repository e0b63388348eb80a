"""What came of judging a program, for programs: JSON, a record, a vector and JUnit XML. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from archipel.checks.explain.model import Link
from archipel.checks.judge.conformance.explaining_readings import ReadingTrial
from archipel.checks.judge.conformance.games import Choice, ConformanceGame, Difference, Event, Script
from archipel.checks.judge.conformance.match import StoppedError, first_request
from archipel.checks.judge.conformance.programs.answers import Answer
from archipel.checks.judge.conformance.programs.program import UnjudgedError
from archipel.checks.judge.conformance.telling.texts import visible
from archipel.checks.judge.conformance.telling.wording import farewell_told, problem_told, say
from archipel.checks.readings.choices import told as ruling

CONFORMS, DIFFERS, UNJUDGED = "conforms", "differs", "unjudged"
EXIT_CODES = {CONFORMS: 0, DIFFERS: 1, UNJUDGED: 2}


@dataclass(frozen=True)
class Verdict:
    """What was found: nothing, a difference, or that the program cannot be judged."""

    game: ConformanceGame
    command: Sequence[str]
    games: int = 0
    """How many games were played before the difference was known, that one included."""
    positions: int = 0
    """How many given positions were tried."""
    refused: int = 0
    """How many of them the program refused to begin in."""
    asked: int = 0
    seconds: float = 0.0
    views: bool = True
    difference: Difference | None = None
    links: Sequence[Link] = ()
    """The clauses that the difference is about."""
    shortest: bool = False
    """Whether all shorter games from the same set-up were played and show nothing."""
    again: bool = True
    """Whether a program that was just started shows the difference too."""
    played: ReadingTrial | None = None
    """Readings by which the program is right after all."""
    resembled: ReadingTrial | None = None
    """Readings by which it is right in the game that shows the difference, but not in all."""
    fits: Sequence[Choice] = ()
    """Readings that fit all answers but are not told from everything else, so that none of them can be named."""
    stopped: StoppedError | None = None
    farewell: UnjudgedError | None = None
    """What was wrong when the program was told to end, if anything was."""
    time_up: bool = False
    """Whether the time limit for all games was reached."""
    wanted: int = 0
    """How many games were asked for."""
    missed: str | None = None
    """What the time limit left no time for after a difference was found, by its key among the words."""

    @property
    def kind(self) -> str:
        if self.stopped is not None or (self.time_up and self.difference is None):
            return UNJUDGED
        return CONFORMS if self.difference is None else DIFFERS

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.kind]

    @property
    def script(self) -> Script | None:
        """The game that shows what is wrong."""
        if self.stopped is not None:
            return self.stopped.script
        return None if self.difference is None else self.difference.script


# JSON


def data(verdict: Verdict, language: str) -> dict[str, Any]:
    """A verdict as plain values."""
    found = verdict.difference
    return {
        "verdict": verdict.kind,
        "command": list(verdict.command),
        "games": verdict.games,
        "positions": verdict.positions,
        "positions_refused": verdict.refused,
        "asked": verdict.asked,
        "seconds": round(verdict.seconds, 2),
        "views": verdict.views,
        "ended": verdict.farewell is None,
        **({} if verdict.farewell is None else {"ending": farewell_told(language, verdict.farewell)}),
        **_time_data(verdict, language),
        **({} if verdict.stopped is None else _stopped_data(verdict, verdict.stopped, language)),
        **({} if found is None else _difference_data(verdict, found, language)),
    }


def _time_data(verdict: Verdict, language: str) -> dict[str, Any]:
    if not verdict.time_up:
        return {}
    if verdict.kind != UNJUDGED:
        return {"time_up": True}
    return {"time_up": True, "problem": "time-limit", "told": headline(verdict, language)}


def _stopped_data(verdict: Verdict, stopped: StoppedError, language: str) -> dict[str, Any]:
    values = {name: str(value) for name, value in stopped.cause.values.items()}
    told, record = problem_told(language, stopped.cause), verdict.game.record(stopped.script)
    return {"problem": stopped.cause.problem, "told": told, **values, "record": record}


def _difference_data(verdict: Verdict, found: Difference, language: str) -> dict[str, Any]:
    return {
        "differs_in": list(found.aspects),
        "clauses": [link.as_json(language) for link in verdict.links],
        "readings": None if verdict.played is None else dict(verdict.played.game.choice),
        "agreed": None if verdict.played is None else _agreed_data(verdict.played),
        "fits": [dict(choice) for choice in verdict.fits],
        "resembles": None if verdict.resembled is None else _resembled_data(verdict, verdict.resembled, language),
        "again": verdict.again,
        "shortest": verdict.shortest,
        "moves": len(found.script.moves),
        "told": [text[language] for text in verdict.game.story(found)],
        "asked_last": None if found.last is None else event_data(verdict.game, found.last),
        "found": found.answer.data,
        "expected": found.expected.data,
        "record": verdict.game.record(found.script),
    }


def _agreed_data(trial: ReadingTrial) -> dict[str, Any]:
    return {"games": trial.games, "positions": trial.positions}


def _resembled_data(verdict: Verdict, trial: ReadingTrial, language: str) -> dict[str, Any]:
    assert trial.difference is not None
    return {
        "readings": dict(trial.game.choice),
        "agreed": _agreed_data(trial),
        "differs_in": list(trial.difference.aspects),
        "clauses": [link.as_json(language) for link in trial.game.clauses(trial.difference)],
        "record": verdict.game.record(trial.difference.script),
    }


def event_data(game: ConformanceGame, event: Event) -> dict[str, Any]:
    """What was asked, as the protocol writes it."""
    if event.do == "view":
        return {"do": "view", "player": event.what}
    if event.do == "state":
        return {"do": "state"}
    return game.asked(event.what)


# A vector: one case, for other programs to be tried with


def vector(verdict: Verdict, found: Difference) -> dict[str, Any]:
    """A setup or a position, everything that is asked in order, and the answer to the last request."""
    game = verdict.game
    first = first_request(game, found.script.start)
    return {
        "requests": [first, *[event_data(game, event) for event in found.script.events]],
        "expected": _kept(found.expected),
        "clauses": [link.clause for link in verdict.links],
    }


def _kept(answer: Answer) -> dict[str, Any]:
    return {name: value for name, value in answer.data.items() if name != "reason"}


# JUnit


def junit(verdict: Verdict, report: str, language: str) -> str:
    """The verdict as one test case of JUnit XML."""
    kind = verdict.kind
    counts = {"tests": "1", "failures": str(int(kind == DIFFERS)), "errors": str(int(kind == UNJUDGED))}
    seconds = f"{verdict.seconds:.3f}"
    suite = ElementTree.Element("testsuite", {"name": "archipel conform", **counts, "time": seconds})
    name = _clean(" ".join(verdict.command))
    case = ElementTree.SubElement(suite, "testcase", {"classname": "conformance", "name": name, "time": seconds})
    if kind != CONFORMS:
        message = {"message": _clean(headline(verdict, language))}
        problem = ElementTree.SubElement(case, "failure" if kind == DIFFERS else "error", message)
        problem.text = _clean(report)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=False) + "\n"


def _clean(text: str) -> str:
    """The text with signs that XML does not allow escaped."""
    return visible(text, keep="\n")


def headline(verdict: Verdict, language: str) -> str:
    """The verdict in one line."""
    if verdict.stopped is not None:
        return say(language, "unjudged", problem=problem_told(language, verdict.stopped.cause))
    if verdict.difference is None:
        key = "time-limit" if verdict.time_up else "conforms"
        return say(language, key, games=verdict.games, wanted=verdict.wanted)
    if verdict.played is not None:
        return say(language, "reading", readings=ruling(verdict.played.game.choice))
    clauses = ", ".join([link.clause for link in verdict.links])
    return say(language, "differs" if clauses else "differs.unnamed", clauses=clauses)
