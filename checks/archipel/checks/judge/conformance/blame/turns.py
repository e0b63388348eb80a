"""The decisions of a game, what follows from each by the rules, and who would say something else on the way.

Nothing here knows any game.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from archipel.checks.judge.conformance.blame.answers import NO_PREDICTION, AnyMapping
from archipel.checks.judge.conformance.blame.step_trace import Course, TracedStep
from archipel.checks.judge.conformance.blame.suspects import Lineup, Suspect
from archipel.checks.mutation.rulebooks import Passage
from archipel.spec.clauses import Nature, Part, Step
from archipel.spec.logic.plain import Bound
from archipel.spec.machine import Position

Listed = Mapping[Step, Sequence[tuple[Any, ...]]]
"""Ways to take steps."""
Asked = tuple[int, str, tuple[Any, ...], tuple[Any, ...]]
"""In which position what is asked by the rules, with which arguments; and with which the suspects are asked."""

WAYS = 50
"""So many ways to take a step are looked at from either end."""
MOST = 100
"""With so many arguments, at most, a guard is asked."""


class TracedTurn:
    """A decision in a game, and what follows from it; or the opening, which follows from nothing."""

    def __init__(self, mapping: AnyMapping, lineup: Lineup, before: Any, action: Any, after: Any) -> None:
        self.mapping, self.lineup = mapping, lineup
        self.before, self.action, self.after = before, action, after

    @cached_property
    def stages(self) -> tuple[TracedStep, ...]:
        return () if self.action is None else Course(self.mapping, self.before, self.action).stages

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position before the decision, after it, and after each of its consequences."""
        if not self.stages:
            return (self.mapping.position(self.after),)
        return (*[stage.here for stage in self.stages], self.stages[-1].after)

    @cached_property
    def legal(self) -> frozenset[Any]:
        return frozenset(self.mapping.engine.legal_actions(self.after))

    @property
    def end(self) -> Position:
        return self.positions[-1]

    @cached_property
    def bounds(self) -> tuple[Bound, ...]:
        """The functions of everybody, bound to each position."""
        return tuple([self.lineup.bind(position.values, {}) for position in self.positions])

    @cached_property
    def listed(self) -> Listed:
        """The decisions that are legal at its end."""
        return listed(self.mapping, self.after, self.legal)

    def suspects(self, listed: Listed, but: Container[Suspect] = ()) -> Iterator[tuple[Suspect, int]]:
        """Whoever says something else on the way, and where first; at its end, of the decisions that are ``listed``."""
        for everybody in self.lineup.suspects.values():
            suspects = [suspect for suspect in everybody if suspect not in but]
            if not suspects:
                continue
            asked = self._asked_of(suspects, listed)
            for suspect in suspects if any(some for some, _ in asked.values()) else ():
                if (place := self._first_otherwise(suspect, asked)) < len(self.positions):
                    yield suspect, place

    def first_otherwise(self, suspect: Suspect) -> int | None:
        """The first position in which a suspect says something else, if any."""
        place = self._first_otherwise(suspect, self._asked_of([suspect], self.listed))
        return place if place < len(self.positions) else None

    def _asked_of(self, suspects: Sequence[Suspect], listed: Listed) -> Mapping[Passage, tuple[list[Asked], list[Any]]]:
        """What the passages of suspects are asked on the way, and what they answer by the rules."""
        found = {}
        for passage in dict.fromkeys([passage for suspect in suspects for passage in suspect.passages]):
            asked = list(self._asked(passage, listed))
            found[passage] = asked, [self.bounds[at][name](*given) if name else True for at, name, given, _ in asked]
        return found

    def _first_otherwise(self, suspect: Suspect, asked: Mapping[Passage, tuple[list[Asked], list[Any]]]) -> int:
        """The first position in which a suspect says something else; as many as there are if it does nowhere."""
        first = len(self.positions)
        for passage, name in zip(suspect.passages, suspect.names, strict=True):
            for (at, _, _, given), ours in zip(*asked[passage], strict=True):
                if at < first and self.bounds[at][name](*given) != ours:
                    first = at
        return first

    def _asked(self, passage: Passage, listed: Listed) -> Iterator[Asked]:
        part, definition, name = passage.part, passage.definition, self.lineup.function_of(passage)
        places = range(len(self.positions))
        if definition is not None:
            here = self.positions[0]
            ways = list(itertools.product(*[here.elements(one.domain) for one in definition.parameters]))
            yield from ((at, name, given, given) for at in places for given in ways)
            return
        assert part is not None and part.step is not None
        if part.nature in (Nature.BECOMES, Nature.ADDS):
            for at, stage in enumerate(self.stages):
                if stage.step is part.step:
                    yield at, name, stage.given, stage.given
        elif part.nature is Nature.PRECEDES:
            for at, position in enumerate(self.positions):
                ways = list(itertools.product(*[position.elements(one.domain) for one in part.variables]))
                yield from ((at, name, given, given) for given in ways)
        else:
            yield from self._guarding(part, part.step, name, listed)

    def _guarding(self, part: Part, step: Step, name: str, listed: Listed) -> Iterator[Asked]:
        guards = [one for one in self.lineup.machine.guards[step.name] if one.part is part]
        places, last = guards[0].places if guards else (), len(self.positions) - 1

        def asked(at: int, ways: Iterable[tuple[Any, ...]]) -> Iterator[Asked]:
            for given in itertools.islice(ways, MOST):
                yield at, name, tuple([given[place] for place in places]), given

        if step.is_consequence:
            for at in range(min(1, last), last + 1):
                yield from asked(at, itertools.product(*map(self.positions[at].choices, step.arguments)))
        else:
            if self.stages and self.stages[0].step is step:
                yield from asked(0, [self.stages[0].given])
            yield from asked(last, listed.get(step, ()))


def listed(mapping: AnyMapping, state: Any, actions: Iterable[Any]) -> Listed:
    """The ways to take steps that decisions are, some from either end."""
    found: dict[Step, list[tuple[Any, ...]]] = {}
    for action in actions:
        with suppress(*NO_PREDICTION):
            step, given = mapping.step_of(state, action)
            found.setdefault(step, []).append(given)
    return {step: [*ways[:WAYS], *ways[WAYS:][-WAYS:]] for step, ways in found.items()}
