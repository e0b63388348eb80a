"""What a decision leads to by the clauses, step by step (*execution trace*), and which clauses changed which fact.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from archipel.checks.agreement.mapping import EngineMapping
from archipel.spec.clauses import Nature, Part, Step
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.machine import Position

Place = tuple[int, ...]
AnyMapping = EngineMapping[Any, Any, Any, Any]


@dataclass(frozen=True)
class TracedStep:
    """A decision, or a consequence of it: what is done, and the positions before and after."""

    step: Step
    given: tuple[Any, ...]
    here: Position
    after: Position

    def parts(self, fact: str) -> list[Part]:
        """The parts of clauses that change a fact in this step."""
        found = self.here.machine.rulebook.parts(Nature.BECOMES, Nature.ADDS, step=self.step)
        return [part for part in found if part.target is not None and part.target.name == fact]

    def changes(self, part: Part, places: Sequence[Place]) -> bool:
        """Whether a part really changes a fact in one of these places."""
        values = _compiled(part, self.step)(self.here.values)["part"](*self.given)
        before = self.here.values[part.target.name] if part.target is not None else None
        if part.nature is Nature.ADDS:
            return any(_entry(values, place) for place in places)
        return any(_entry(values, place) != _entry(before, place) for place in places)


@cache
def _compiled(part: Part, step: Step) -> Any:
    return compile_functions([Function("part", part.term, step.arguments, part.variables, True)])


def _entry(table: Any, place: Place) -> Any:
    for index in place:
        table = table[index]
    return table


@dataclass(frozen=True)
class Course:
    """A legal decision and all that follows from it."""

    mapping: AnyMapping
    before: Any
    action: Any

    @cached_property
    def stages(self) -> tuple[TracedStep, ...]:
        return tuple(self._stages())

    def _stages(self) -> Iterator[TracedStep]:
        here = self.mapping.position(self.before)
        step, given = self.mapping.step_of(self.before, self.action)
        after = here.machine.at(here.after(step, *given))
        yield TracedStep(step, given, here, after)
        here = after
        for consequence, arguments, after in here.unfolding():
            yield TracedStep(consequence, arguments, here, after)
            here = after

    def clauses_behind(self, differing: Mapping[str, Sequence[Place]]) -> list[str]:
        """The clauses that changed what differs, those of the earliest step first: there courses may part."""
        found: dict[str, None] = {}
        for stage in self.stages:
            for fact, places in differing.items():
                found |= dict.fromkeys([part.clause for part in stage.parts(fact) if stage.changes(part, places)])
        return list(found)


def differing_places(one: Any, other: Any, path: Place = ()) -> Iterator[Place]:
    """Where two tables of the same shape differ."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differing_places(left, right, (*path, index))
    elif one != other:
        yield path
