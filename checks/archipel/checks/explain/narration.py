"""Natural-language generation: a decision, what follows from it, and why it is refused, told from a catalogue.

What is told is what the clauses make of a position. A reader is a seat, or nobody in particular (``PUBLIC``), or, as
None, a judge who may be told everything. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from archipel.checks.agreement.mapping import EngineMapping
from archipel.checks.explain.catalogue import Said, Speaker, capitalized
from archipel.checks.explain.expressions import Element, Meaning, domains
from archipel.checks.explain.forbidding_sets import Attempt, Refusal
from archipel.spec.clauses import Step
from archipel.spec.logic import notation
from archipel.spec.machine import Position, evaluate_number

State = TypeVar("State")
Action = TypeVar("Action")

PUBLIC = -1


@dataclass(frozen=True)
class Happened:
    """A step that was taken: the positions before and after it."""

    step: Step
    given: tuple[Any, ...]
    before: Position
    after: Position


@dataclass(frozen=True)
class Narration:
    """Tells a game in one language to one reader. ``known`` is what holes may name besides what the clauses do."""

    speaker: Speaker
    names: Sequence[str]
    reader: int | None = PUBLIC
    known: Mapping[str, Any] = field(default_factory=dict)

    def meaning(
        self, position: Position, later: Position | None = None, step: Step | None = None, given: Sequence[Any] = ()
    ) -> Meaning:
        """What holes mean in a position, for a step taken there."""
        bound = {"names": self.names, "reader": self.reader, **self.known}
        return Meaning(position, {**bound, **({} if step is None else arguments(step, given))}, later)

    def say(self, key: str, position: Position, **values: Any) -> str:
        """A phrase about a position."""
        return self.speaker.say(key, self.meaning(position), **values)

    def decision(self, position: Position, step: Step, given: Sequence[Any]) -> Said:
        """A decision taken in this position, as a sentence."""
        return self.speaker.say(f"decision.{step.name}", self.meaning(position, step=step, given=given))

    def announced(self, position: Position, step: Step, given: Sequence[Any]) -> Said:
        """The same, with what the catalogue adds to decisions in some positions."""
        sentence = self.decision(position, step, given)
        if not self.speaker.knows("decision"):
            return sentence
        return self.speaker.say("decision", self.meaning(position, step=step, given=given), sentence=sentence)

    def consequence(self, happened: Happened, section: str) -> list[Said]:
        """What is told of a consequence."""
        return self.speaker.lines(
            section, happened.step.name, self.meaning(happened.before, happened.after, happened.step, happened.given)
        )

    def news(self, position: Position, step: Step, given: Sequence[Any]) -> list[Said]:
        """A decision and all that follows from it, for somebody who sees no clauses beside it."""
        decided, lines = position.machine.at(position.after(step, *given)), [self.announced(position, step, given)]
        end = decided
        for happened in course(decided):
            lines += self.consequence(happened, "news")
            end = happened.after
        return lines + self.speaker.lines("news", "finally", self.meaning(position, end, step, given))

    def refusal(self, attempt: Attempt, refusal: Refusal) -> str:
        """What in the position makes a clause refuse a step."""
        meaning = self.meaning(attempt.position, step=attempt.step, given=attempt.given)
        if refusal.missing:
            domain = domains(attempt.rulebook)[refusal.name]
            last = evaluate_number(domain.first + domain.size, attempt.position.values) - 1
            missing = sorted(set(refusal.missing))
            return self.speaker.say(f"missing.{refusal.name}", meaning, last=last, missing=missing)
        chosen = {name: value for name, value in meaning.bound.items() if name in attempt.astray}
        in_all = {f"{name}_in_all": sum(value) + len(attempt.astray[name]) for name, value in chosen.items()}
        for key in (f"refusal.{attempt.step.name}.{refusal.name}", f"refusal.{refusal.name}"):
            if self.speaker.knows(key):
                return capitalized(self.speaker.say(key, meaning, **in_all))
        return self.speaker.say("formula", meaning, formula=_formula(attempt, refusal))


@dataclass(frozen=True)
class EngineNarration(Generic[State, Action]):
    """Tells what an engine does to one reader. ``seats`` is the domain of those who play, as the clauses call it."""

    mapping: EngineMapping[Any, State, Action, Any]
    speaker: Speaker
    names: Sequence[str]
    reader: int | None = PUBLIC
    seats: str = "players"
    known: Mapping[str, Any] = field(default_factory=dict)

    def narration(self, state: State) -> Narration:
        """Tells of one position."""
        engine = self.mapping.engine
        actor = engine.actor(state)
        points = self.mapping.readings.points.values()
        readings = {point.id: next(iter(point.readings)) for point in points}
        readings |= engine.choice_of(engine.terms_of(state))
        known = {"reading": readings, "actor": None if actor is None else Element(actor, self.seats), **self.known}
        return Narration(self.speaker, self.names, self.reader, known)

    def decision(self, state: State, action: Action) -> Said:
        """A decision taken in this position, as a sentence."""
        return self.narration(state).decision(self.mapping.position(state), *self.mapping.step_of(state, action))

    def step(self, state: State, action: Action) -> list[Said]:
        """A decision and all that follows from it."""
        return self.narration(state).news(self.mapping.position(state), *self.mapping.step_of(state, action))

    def consequences(self, state: State, action: Action, *steps: str) -> list[Said]:
        """What is told of some of the consequences of a decision."""
        position, (step, given) = self.mapping.position(state), self.mapping.step_of(state, action)
        told = self.narration(state)
        return [
            line
            for happened in course(position.machine.at(position.after(step, *given)))
            if happened.step.name in steps
            for line in told.consequence(happened, "news")
        ]


def arguments(step: Step, given: Sequence[Any]) -> dict[str, Any]:
    """The arguments of a step by name, each knowing what it is one of."""
    pairs = zip(step.arguments, given, strict=True)
    return {
        symbol.name: value if symbol.values is None else Element(value, symbol.values.name) for symbol, value in pairs
    }


def course(position: Position) -> Iterator[Happened]:
    """The consequences that follow by themselves."""
    for step, given, after in position.unfolding():
        yield Happened(step, given, position, after)
        position = after


def _formula(attempt: Attempt, refusal: Refusal) -> str:
    """The guard itself, for one that has no sentence."""
    parts = attempt.rulebook.clauses[refusal.clause].parts
    return next(notation.text(part.term) for part in parts if part.name == refusal.name)
