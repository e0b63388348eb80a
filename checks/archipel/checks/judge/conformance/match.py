"""A game played against a program: every answer is checked against the rules, up to the first difference."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from archipel.checks.judge.conformance.games import (
    ConformanceGame,
    Decision,
    Difference,
    Event,
    Given,
    Position,
    Script,
    Start,
)
from archipel.checks.judge.conformance.programs.answers import UNKNOWN, Answer, read_answer, read_state, read_view
from archipel.checks.judge.conformance.programs.program import Program, UnjudgedError
from archipel.reference.strict_json import BadInput

NextEvent = Callable[[Position], Event | None]


class StoppedError(Exception):
    """The program could not be judged any further; ``script`` is what had been asked, ``cause`` what happened."""

    def __init__(self, script: Script, cause: UnjudgedError) -> None:
        super().__init__(cause.problem)
        self.script = script
        self.cause = cause

    def __reduce__(self) -> tuple[type[StoppedError], tuple[Script, UnjudgedError]]:
        return StoppedError, (self.script, self.cause)


@dataclass
class MatchJudge:
    """Plays games against a program and compares."""

    program: Program
    game: ConformanceGame
    views: bool = True
    """Whether the program has views, as far as is known."""
    asked: Counter[str] = field(default_factory=Counter)
    told: set[str] = field(default_factory=set)
    """The members of a state that the program tells, and ``result`` if it tells that."""
    can: set[str] = field(default_factory=set)
    """The optional requests that the program has announced."""

    def renew(self) -> None:
        """Start the program anew."""
        self.program.end()
        self.program = self.program.again()

    def run(self, script: Script) -> Difference | None:
        """The first difference that a script shows, if any."""
        events = iter(script.events)
        return self.follow(script.start, lambda position: next(events, None))

    def follow(self, start: Start, next_event: NextEvent) -> Difference | None:
        """The same, with events that are chosen as the game goes on; stops at the first difference."""
        script = Script(start)
        try:
            position = self.game.opening(start)
            answer = self._asked(**first_request(self.game, start))
            found = compared(self.game, script, None, position, answer)
            while found is None and (event := next_event(position)) is not None:
                script = Script(start, (*script.events, event))
                found, position = self._step(script, position, event)
            return found
        except UnjudgedError as error:
            raise StoppedError(script, error) from None

    def _step(self, script: Script, before: Position, event: Event) -> tuple[Difference | None, Position]:
        if event.do == "view":
            return self._viewed(script, before, event.what), before
        if event.do == "state":
            return self._state_told(script, before), before
        answer = self._asked(**self.game.asked(event.what))
        if event.do == "try":
            found = Difference(script, before, before, answer, Answer(refused=True), ("accepted",))
            return (None if answer.refused else found), before
        after = self.game.after(before, event.what)
        return compared(self.game, script, before, after, answer), after

    def _viewed(self, script: Script, position: Position, seat: int) -> Difference | None:
        if not self.views:
            return None
        self.asked["view"] += 1
        answer = read_view(self.program.ask({"do": "view", "player": seat}))
        if answer is None:
            self.views = False
            return None
        expected = self.game.view(position, seat)
        assert answer.view is not None
        aspects = _members_differing("view", answer.view, expected)
        if not aspects:
            return None
        return Difference(script, position, position, answer, Answer(view=expected), tuple(aspects))

    def _state_told(self, script: Script, position: Position) -> Difference | None:
        """How the state that the program tells differs; all of it must be told, so that it could be given again."""
        self.asked["state"] += 1
        answer = read_state(self.program.ask({"do": "state"}))
        facts, whole = self.game.facts(position), self.game.state(position)
        given = {name: value for name, value in answer.state.items() if name in facts or name not in whole}
        missing = [f"state.{name}" for name in whole if name in facts and name not in given]
        aspects = [*_members_differing("state", given, facts), *missing]
        if not aspects:
            return None
        return Difference(script, position, position, answer, Answer(state=whole, is_state=True), tuple(aspects))

    def _asked(self, do: str, **members: Any) -> Answer:
        self.asked[do] += 1
        answer = read_answer(self.program.ask({"do": do, **members}))
        self.told |= {*answer.state, *([] if answer.refused or answer.result is UNKNOWN else ["result"])}
        self.can |= answer.can
        return answer


def first_request(game: ConformanceGame, start: Start) -> dict[str, Any]:
    """How a program is asked to begin."""
    if isinstance(start, Given):
        return {"do": "position", **game.request(start)}
    return {"do": "new", **game.request(start), "protocol": game.protocol}


def compared(
    game: ConformanceGame, script: Script, before: Position | None, after: Position, answer: Answer
) -> Difference | None:
    """How an answer to ``new`` or to a legal decision differs from what the rules say, if it does."""
    legal = game.legal(after)
    wanted = {_text(game.data(decision)): decision for decision in legal}
    if answer.refused:
        expected = _expected(game, after, wanted.values(), game.facts(after))
        return Difference(script, before, after, answer, expected, ("refused",))
    aspects, extra, missing = _lists_differing(game, answer.legal, wanted)
    facts = game.facts(after) if answer.state else {}
    aspects += _members_differing("state", answer.state, facts)
    aspects += _results_differing(answer.result, game.result(after))
    if not aspects:
        return None
    expected = _expected(game, after, legal, {name: facts[name] for name in answer.state})
    return Difference(script, before, after, answer, expected, tuple(aspects), extra, missing)


def same_list(one: Sequence[Decision], other: Sequence[Decision]) -> bool:
    """Whether two lists have the same decisions, in any order."""
    return one == other or (len(one) == len(other) and set(one) == set(other))


def _expected(game: ConformanceGame, after: Position, legal: Iterable[Decision], facts: Mapping[str, Any]) -> Answer:
    return Answer(legal=tuple(map(game.data, legal)), state=facts, result=game.result(after))


def _lists_differing(
    game: ConformanceGame, listed: Sequence[Mapping[str, Any]], wanted: Mapping[str, Decision]
) -> tuple[list[str], tuple[Decision, ...], tuple[Decision, ...]]:
    """What is wrong with a list of legal decisions, and which decisions are extra or missing."""
    found = {_text(item): item for item in listed}
    extra = tuple([_read(game, item) for text, item in found.items() if text not in wanted])
    missing = tuple([decision for text, decision in wanted.items() if text not in found])
    twice = len(found) < len(listed)
    return ["extra"] * bool(extra) + ["missing"] * bool(missing) + ["twice"] * twice, extra, missing


def _read(game: ConformanceGame, item: Mapping[str, Any]) -> Decision:
    try:
        return game.read(item)
    except BadInput as error:
        raise UnjudgedError("shape", reason=f"legal: {error}") from None


def _members_differing(
    what: str, given: Mapping[str, Any], expected: Mapping[str, Any], every: bool = False
) -> list[str]:
    """The members that differ; a member that there is not cannot be judged."""
    for name in given:
        if name not in expected:
            raise UnjudgedError("shape", reason=f"{what}: there is no member {name[:40]!a}")
    names = expected if every else given
    return [f"{what}.{name}" for name in names if name not in given or _text(given[name]) != _text(expected[name])]


def _results_differing(given: Any, expected: Mapping[str, Any] | None) -> list[str]:
    if given is UNKNOWN or _text(given) == _text(expected):
        return []
    if given is None or expected is None:
        return ["result"]
    return _members_differing("result", given, expected, every=True)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
