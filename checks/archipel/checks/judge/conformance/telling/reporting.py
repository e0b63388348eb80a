"""A verdict as a report that a person can act on."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from archipel.checks.explain.model import Link
from archipel.checks.judge.conformance.explaining_readings import ReadingTrial
from archipel.checks.judge.conformance.games import Decision, Difference, Given
from archipel.checks.judge.conformance.telling.texts import cut, visible
from archipel.checks.judge.conformance.telling.verdicts import Verdict, headline
from archipel.checks.judge.conformance.telling.wording import farewell_told, say
from archipel.checks.readings.choices import told as ruling
from archipel.reference.strict_json import canonical

WIDTH = 78
LISTED = 5
"""So many decisions are listed; the others are counted."""
MOST = 2_000
"""So many characters of a value that a program wrote are shown."""


class Report:
    """A verdict in one language."""

    def __init__(self, verdict: Verdict, language: str) -> None:
        self.verdict = verdict
        self.language = language

    def __str__(self) -> str:
        return "\n".join([visible(line.rstrip()) for line in self._lines()]) + "\n"

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)

    def _lines(self) -> Iterator[str]:
        found = self.verdict.difference
        yield from _wrapped(headline(self.verdict, self.language))
        if self.verdict.stopped is not None:
            yield from self._stopped()
        elif found is None:
            yield from self._effort()
        else:
            yield from self._difference(found)

    def _effort(self) -> Iterator[str]:
        verdict = self.verdict
        views = self.say("views" if verdict.views else "views.none")
        yield self.say("asked", asked=verdict.asked, seconds=verdict.seconds, views=views)
        if verdict.positions:
            yield self.say("positions", positions=verdict.positions, refused=verdict.refused)
        if verdict.farewell is not None:
            yield from _wrapped(farewell_told(self.language, verdict.farewell))

    def _stopped(self) -> Iterator[str]:
        stopped = self.verdict.stopped
        assert stopped is not None
        yield self.say("played", moves=len(stopped.script.moves))
        if log := str(stopped.cause.values.get("log", "")).strip():
            yield self.say("known")
            yield from [f"  {line}" for line in log.replace("\r\n", "\n").split("\n")]

    def _difference(self, found: Difference) -> Iterator[str]:
        verdict = self.verdict
        if verdict.played is not None:
            yield from _wrapped(self.say("explained", agreed=self._agreed(verdict.played)))
        yield from self._clauses(verdict.links)
        if verdict.fits:
            yield from _wrapped(self.say("fits", readings=" / ".join(map(ruling, verdict.fits))))
        if verdict.resembled is not None:
            yield from _wrapped(self._resembled(verdict.resembled))
        yield ""
        yield from _wrapped(self._where_found(found))
        if not verdict.again:
            yield from _wrapped(self.say("once"))
        if verdict.missed is not None:
            yield from _wrapped(self.say("time-limit.differs", missed=self.say(verdict.missed)))
        yield from self._titled("story", self._story(found))
        yield from self._titled("position", verdict.game.drawing(found, self.language).rstrip("\n").split("\n"))
        yield from self._titled("question", self._question(found))
        yield from self._titled("said", self._answer(found, theirs=True))
        yield from self._titled("should", self._answer(found, theirs=False))

    def _agreed(self, trial: ReadingTrial) -> str:
        return self.say("agreed.positions" if trial.positions else "agreed", **vars(trial))

    def _resembled(self, trial: ReadingTrial) -> str:
        """That the program is right by other readings for a while, and what differs then."""
        assert trial.difference is not None
        about = [link.clause for link in trial.game.clauses(trial.difference)] or trial.difference.aspects
        values = {"readings": ruling(trial.game.choice), "agreed": self._agreed(trial), "about": ", ".join(about)}
        return self.say("resembles", **values)

    def _where_found(self, found: Difference) -> str:
        if isinstance(found.script.start, Given):
            return self.say("found.position", games=self.verdict.games, moves=len(found.script.moves))
        key = "found.shortest" if self.verdict.shortest else "found.at"
        return self.say(key, games=self.verdict.games, moves=len(found.script.moves))

    def _titled(self, key: str, lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
        yield from ["", self.say(key), "-" * len(self.say(key)), *lines]

    def _clauses(self, links: Sequence[Link]) -> Iterator[str]:
        for link in links:
            yield from _wrapped(f"{link.clause}: {link.sentence[self.language]}", "  ")
            if link.fact is not None:
                yield from _wrapped(link.fact[self.language], "    ")

    def _story(self, found: Difference) -> Iterator[str]:
        told = self.verdict.game.story(found)
        for number, text in enumerate(told, start=1):
            yield from _wrapped(self.say("move", number=number, told=text[self.language]), hanging="    ")
        if not told:
            yield self.say("opening")

    def _question(self, found: Difference) -> Iterator[str]:
        events = found.script.events
        if len(events) > 1 and events[-2].do == "try":
            yield from _wrapped(self.say("tried", data=self._text(events[-2].what)))
        if found.last is None:
            yield self.say("ask.position" if isinstance(found.script.start, Given) else "ask.new")
        elif found.last.do == "state":
            yield self.say("ask.state")
        elif found.last.do == "view":
            yield self.say("ask.view", seat=found.last.what)
        elif found.last.do == "play":
            data = self._text(found.last.what)
            yield from _wrapped(self.say("ask.play", number=len(found.script.moves), data=data))
        else:
            told = self._told(found.before, found.last.what)
            yield from _wrapped(self.say("ask.try", told=told, data=self._text(found.last.what)))

    def _text(self, decision: Decision) -> str:
        return canonical(self.verdict.game.data(decision), newline=False)

    def _told(self, position: Any, decision: Decision) -> str:
        """A decision in words; one that names what there is not, only as it is written."""
        try:
            return self.verdict.game.decision_told(position, decision)[self.language]
        except (IndexError, AssertionError, KeyError):
            return self._text(decision)

    def _answer(self, found: Difference, theirs: bool) -> Iterator[str]:
        answer = found.answer if theirs else found.expected
        if "accepted" in found.aspects or "refused" in found.aspects:
            reason = f" ({visible(cut(answer.reason, MOST))})" if answer.reason else ""
            yield from _wrapped(self.say("refused" if answer.refused else "accepted") + reason)
            return
        yield from self._listed("extra" if theirs else "as.illegal", found, found.extra)
        yield from self._listed("not" if theirs else "as.legal", found, found.missing)
        if "twice" in found.aspects:
            yield self.say("twice" if theirs else "once.only")
        yield from self._members("state", found, answer.state)
        yield from self._members("view", found, answer.view or {})
        if any(aspect.startswith("result") for aspect in found.aspects):
            yield from self._member("result", answer.result)

    def _listed(self, key: str, found: Difference, decisions: Sequence[Decision]) -> Iterator[str]:
        for decision in decisions[:LISTED]:
            yield from _wrapped(self.say(key, told=self._told(found.position, decision)), hanging="  ")
        if len(decisions) > LISTED:
            yield self.say("more", number=len(decisions) - LISTED)

    def _members(self, of: str, found: Difference, values: Any) -> Iterator[str]:
        for name in found.members(of):
            yield from self._member(name, values.get(name))

    def _member(self, name: str, value: Any) -> Iterator[str]:
        text = cut(canonical(value, newline=False), MOST)
        yield from _wrapped(self.say("member", name=name, value=text), hanging="  ")


def _wrapped(text: str, indent: str = "", hanging: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + hanging, break_on_hyphens=False
    )
