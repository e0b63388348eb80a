"""Which clauses have to do with what differs, without trying what follows from a mistake (*slicing*).

Who forbids what is listed or accepted, who says something of what is not, who changed the facts that differ, and who
speaks of them at all.

Nothing here knows any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from archipel.checks.judge.conformance.blame.answers import NO_PREDICTION, AnyMapping
from archipel.checks.judge.conformance.blame.step_trace import Course, Place, differing_places
from archipel.checks.judge.conformance.games import Difference, Given
from archipel.reference.strict_json import Field
from archipel.spec.clauses import Nature, Rulebook, Step
from archipel.spec.logic.terms import definitions_in, symbols_in

Forbidding = Callable[[Any, Sequence[Any]], Iterable[str]]
"""The clauses that forbid decisions in a position."""

FORBIDS, CHANGED, RESTED_ON, SAYS, GIVES, SHOWS, SPEAKS, ONCE = 1.0, 0.6, 0.5, 0.5, 0.5, 0.5, 0.3, 0.2
LISTED_BLINDLY, LISTED_ELSEWHERE, SINGLED_OUT = 0.6, 0.4, 0.9
CHANGES = (Nature.BECOMES, Nature.ADDS)
HOLDS = (Nature.INITIAL, Nature.REQUIREMENT, Nature.INVARIANT)
LEAST = 4
"""So many letters, at least, two names of one thing have in common."""


class Evidence:
    """What the clauses have to do with a difference, each with how much that weighs, from 0 to 1."""

    def __init__(self, mapping: AnyMapping, difference: Difference, forbidding: Forbidding) -> None:
        self.mapping, self.difference, self.forbidding = mapping, difference, forbidding
        self.position = mapping.position(difference.position)
        self.rulebook = self.position.machine.rulebook

    def weights(self) -> dict[str, float]:
        """Every clause that anything speaks against, the strongest first."""
        found: dict[str, float] = {}
        for source in (self._about_the_last, self._after_a_try, self._listed, self._singled_out, self._about_facts):
            with suppress(*NO_PREDICTION):
                for clause, weight in source():
                    found[clause] = max(weight, found.get(clause, 0.0))
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def _about_the_last(self) -> Iterator[tuple[str, float]]:
        """What forbids a decision that was accepted, or gives one that was refused."""
        difference, last = self.difference, self.difference.last
        if last is not None and "accepted" in difference.aspects:
            forbidding = list(self._most(difference.position, [last.what]))
            yield from forbidding or self._giving([last.what])
        if last is not None and "refused" in difference.aspects:
            yield from self._giving([last.what])

    def _listed(self) -> Iterator[tuple[str, float]]:
        """What has to do with decisions that are listed, and should not be, or the other way round."""
        extra, missing = self.difference.extra, self.difference.missing
        found = [*self._most(self.difference.position, extra), *self._resting_on(extra)]
        found += [*self._giving(missing), *self._resting_on(missing)]
        yield from ((clause, weight * self._directly) for clause, weight in found)

    @property
    def _directly(self) -> float:
        """How much it counts what is listed: less if the program takes the position for another one, or may do so."""
        if self.difference.members("state"):
            return LISTED_ELSEWHERE
        return 1.0 if self.difference.answer.state else LISTED_BLINDLY

    # Decisions

    def _resting_on(self, actions: Sequence[Any]) -> Iterator[tuple[str, float]]:
        """The clauses that define what the guards of decisions rest on."""
        stated = {part.name: part.clause for part in self.rulebook.parts(Nature.DEFINITION)}
        steps = {self.mapping.step_of(self.difference.position, action)[0] for action in actions}
        for part in [part for step in steps for part in self.rulebook.guards(step)]:
            yield from ((stated[notion], SPEAKS) for notion in definitions_in(part.term) if notion in stated)

    def _most(self, position: Any, actions: Sequence[Any]) -> Iterator[tuple[str, float]]:
        found = Counter(self.forbidding(position, actions))
        most = max(found.values(), default=1)
        yield from ((clause, FORBIDS * number / most) for clause, number in found.items())

    def _after_a_try(self) -> Iterator[tuple[str, float]]:
        """What forbids a decision that was tried just before."""
        difference = self.difference
        if len(difference.script.events) < 2 or (tried := difference.script.events[-2]).do != "try":
            return
        yield from self._most(difference.position, [tried.what])
        step, _ = self.mapping.step_of(difference.position, tried.what)
        if step.name not in self.rulebook.steps:
            return
        facts = set(self.facts())
        for part in self.rulebook.parts(*CHANGES, step=step):
            if part.target is not None and part.target.name in facts:
                yield part.clause, CHANGED

    def _giving(self, missing: Sequence[Any]) -> Iterator[tuple[str, float]]:
        """What says something of decisions, above all of what is special about these."""
        if not missing:
            return
        state, legal = self.difference.position, self.mapping.engine.legal_actions(self.difference.position)
        if "refused" in self.difference.aspects:
            state = self.difference.before
            legal = self.mapping.engine.legal_actions(state)
        step, absent, kept = self._apart(state, missing, legal)
        special = {step.arguments[place].name for place in _special(absent, kept)}
        for part in self.rulebook.parts(Nature.GUARD, Nature.PERMITS, *CHANGES, step=step):
            weight = GIVES / _breadth(self.rulebook, part.clause)
            mentioned = special & symbols_in(part.term).keys()
            yield part.clause, min(1.0, weight + SAYS * bool(mentioned))

    def _apart(
        self, state: Any, missing: Sequence[Any], legal: Sequence[Any]
    ) -> tuple[Step, list[tuple[Any, ...]], list[tuple[Any, ...]]]:
        """The step that most of the missing decisions take, with their arguments, and those of all that are listed."""
        taken = Counter(self.mapping.step_of(state, action)[0] for action in missing)
        step = max(taken, key=lambda one: taken[one])
        absent = [given for other, given in (self.mapping.step_of(state, one) for one in missing) if other is step]
        present = [given for other, given in (self.mapping.step_of(state, one) for one in legal) if other is step]
        return step, absent, [given for given in present if given not in set(absent)]

    def _singled_out(self) -> Iterator[tuple[str, float]]:
        """What gives just those decisions that name twice who takes them, if no others are missing."""
        state, missing = self.difference.position, self.difference.missing
        if not missing or self.difference.extra:
            return
        step, absent, kept = self._apart(state, missing, self.mapping.engine.legal_actions(state))
        twice = {step.arguments[place].name for place in range(1, len(absent[0])) if _names_twice(place, absent, kept)}
        for natures in ((Nature.GUARD, Nature.PERMITS), CHANGES):
            parts = [part for part in self.rulebook.parts(*natures, step=step) if twice & symbols_in(part.term).keys()]
            if parts:
                yield from ((part.clause, SINGLED_OUT) for part in parts)
                return

    # Facts

    def facts(self) -> dict[str, list[Place]]:
        """The facts that differ, and where, as far as the state that a program tells makes sense."""
        difference, codec = self.difference, self.mapping.engine.codec
        told = {**codec.state_data(difference.position), **difference.answer.state}
        try:
            ours, theirs = self.mapping.facts(difference.position), self.mapping.facts(codec.read_state(Field(told)))
            found = {name: list(differing_places(ours[name], theirs.get(name, ours[name]))) for name in ours}
        except NO_PREDICTION:
            found = {}
        found = {name: places for name, places in found.items() if places}
        for member in (*difference.members("state"), *difference.members("view")):
            for fact in self._told_by(member):
                found.setdefault(fact, [])
        return found

    def _told_by(self, member: str) -> list[str]:
        """The facts from which a member follows, by the name of an engine's field that its own begins like."""
        found = [(_alike(field, member), fact) for field, fact in _fields(self.mapping, self.difference.position)]
        most = max((alike for alike, _ in found), default=0)
        return list(dict.fromkeys([fact for alike, fact in found if alike == most])) if most >= LEAST else []

    def _about_facts(self) -> Iterator[tuple[str, float]]:
        facts = self.facts()
        before, last = self.difference.before, self.difference.last
        if facts and not self.difference.script.moves and not isinstance(self.difference.script.start, Given):
            yield from self._about_opening(facts)
        if before is not None and last is not None and last.do == "play":
            course = Course(self.mapping, before, last.what)
            changed = course.clauses_behind({name: places for name, places in facts.items() if places})
            yield from ((clause, CHANGED - 0.02 * place) for place, clause in enumerate(changed))
            yield from self._resting(course, facts)
            for name, places in facts.items():
                if not places:
                    yield from ((part.clause, SPEAKS) for stage in course.stages for part in stage.parts(name))
        yield from self._speaking(facts)

    def _resting(self, course: Course, facts: Mapping[str, Sequence[Place]]) -> Iterator[tuple[str, float]]:
        """The clauses that define what the changes of these facts rest on."""
        stated = {part.name: part.clause for part in self.rulebook.parts(Nature.DEFINITION)}
        for stage in course.stages:
            for name, places in facts.items():
                for part in stage.parts(name) if places else ():
                    if stage.changes(part, places):
                        notions = definitions_in(part.term).keys() & stated.keys()
                        yield from ((stated[notion], RESTED_ON) for notion in notions)

    def _about_opening(self, facts: Mapping[str, Sequence[Place]]) -> Iterator[tuple[str, float]]:
        """What the first position breaks, and what speaks of what differs in it."""
        for clause in self._broken():
            yield clause, FORBIDS
        for part in self.rulebook.parts(*HOLDS):
            shared = facts.keys() & symbols_in(part.term).keys()
            if shared:
                weight = len(shared) / len(facts) if part.nature is Nature.INITIAL else ONCE
                yield part.clause, CHANGED * weight

    def _broken(self) -> list[str]:
        codec = self.mapping.engine.codec
        told = {**codec.state_data(self.difference.position), **self.difference.answer.state}
        try:
            theirs = self.mapping.facts(codec.read_state(Field(told)))
        except NO_PREDICTION:
            return []
        broken = self.position.machine.at({**self.position.values, **theirs}).broken(Nature.INITIAL)
        ours = set(self.position.broken(Nature.INITIAL))
        return [clause for clause in broken if clause not in ours]

    def _speaking(self, facts: Mapping[str, object]) -> Iterator[tuple[str, float]]:
        """The clauses that change these facts in any step: the more of them, and the less else, the likelier."""
        counted: dict[str, set[str]] = {}
        for part in [part for clause in self.rulebook.clauses.values() for part in clause.parts]:
            if part.target is None or part.target.name not in facts:
                continue
            if part.nature in CHANGES:
                counted.setdefault(part.clause, set()).add(part.target.name)
            elif self.difference.members("view"):
                yield part.clause, SHOWS
        yield from ((clause, SPEAKS * len(named) / len(facts)) for clause, named in counted.items())
        yield from ((clause, SPEAKS) for clause in self._speaking_otherwise())

    def _speaking_otherwise(self) -> Iterator[str]:
        """The clauses that change something told which no clause speaks of, if they are read otherwise."""
        members = (*self.difference.members("state"), *self.difference.members("view"))
        unknown, known = [member for member in members if not self._told_by(member)], _changed(self.rulebook)
        for id, point in self.mapping.readings.played.items() if unknown else ():
            others = [self.mapping.readings.under({id: name}) for name in point.readings if name != point.default.name]
            facts = {fact for other in others for fact in _changed(other) - known}
            if any(_alike(fact, member) >= LEAST for fact in facts for member in unknown):
                yield point.clause.id


def _special(absent: Sequence[tuple[Any, ...]], kept: Sequence[tuple[Any, ...]]) -> list[int]:
    """The arguments by which decisions are told from others: by value, or by being the same as the first."""
    if not absent or not kept:
        return []
    found = []
    for place in range(len(absent[0])):
        values = {given[place] for given in absent}
        same = {given[place] == given[0] for given in absent}
        if values.isdisjoint({given[place] for given in kept}) or (
            place and len(same) == 1 and same.isdisjoint({given[place] == given[0] for given in kept})
        ):
            found.append(place)
    return found


def _names_twice(place: int, absent: Sequence[tuple[Any, ...]], kept: Sequence[tuple[Any, ...]]) -> bool:
    """Whether an argument is the same as the first in all these, and in no others."""
    return all(given[place] == given[0] for given in absent) and not any(given[place] == given[0] for given in kept)


@lru_cache(maxsize=64)
def _changed(rulebook: Rulebook) -> set[str]:
    """The facts that some step changes."""
    parts = [part for clause in rulebook.clauses.values() for part in clause.parts]
    return {part.target.name for part in parts if part.nature in CHANGES and part.target is not None}


@lru_cache(maxsize=1024)
def _breadth(rulebook: Rulebook, clause: str) -> int:
    """Of how many decisions a clause speaks."""
    steps = {part.step for part in rulebook.clauses[clause].parts if part.step is not None}
    return max(1, len(steps))


def _fields(mapping: AnyMapping, state: Any) -> Iterator[tuple[str, str]]:
    """The engine's fields, each with every fact that says something of it."""
    values, other = mapping.values(state), object()
    for lens in mapping.lenses:
        for fact in lens.get(state):
            try:
                fields = lens.put(values)
                changed = lens.put({**values, fact: other})
                told = [name for name in fields if changed[name] is not fields[name] and changed[name] != fields[name]]
            except NO_PREDICTION:
                told = list(fields)
            yield from ((name, fact) for name in told)


def _alike(one: str, other: str) -> int:
    """How many letters two names begin with in common; more than any if they are the same."""
    if one == other:
        return len(one) + LEAST
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
