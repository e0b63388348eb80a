"""What a decision leads to by the clauses, step by step, and which clauses changed which fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from archipel.checks.costa_ruana import projection
from archipel.checks.costa_ruana.compiled import machine
from archipel.checks.costa_ruana.projection import MAPPING
from archipel.reference.costa_ruana import Action, State
from archipel.spec.clauses import Nature, Part, Step
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.machine import Position

Place = tuple[int, ...]


@dataclass(frozen=True)
class Stage:
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


def changing(state: State, action: Action, fact: str) -> list[str]:
    """The clauses by which a decision like this one changes a fact, if it is legal."""
    rulebook = machine(state.rules.readings).rulebook
    step, _ = projection.step_of(state, action)
    if step.name not in rulebook.steps:
        return []
    parts = rulebook.parts(Nature.BECOMES, Nature.ADDS, step=step)
    return [part.clause for part in parts if part.target is not None and part.target.name == fact]


@dataclass(frozen=True)
class Course:
    """A legal decision and all that follows from it."""

    before: State
    action: Action

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        return tuple(self._stages())

    def _stages(self) -> Iterator[Stage]:
        here = MAPPING.position(self.before)
        step, given = projection.step_of(self.before, self.action)
        after = here.machine.at(here.after(step, *given))
        yield Stage(step, given, here, after)
        here = after
        for consequence, arguments, after in here.unfolding():
            yield Stage(consequence, arguments, here, after)
            here = after

    def stage(self, name: str) -> Stage | None:
        """The first step of this name, if there is one."""
        return next((stage for stage in self.stages if stage.step.name == name), None)

    def clauses_changing(self, fact: str, places: Sequence[Place]) -> list[str]:
        """The clauses that changed a fact in these places; if none did, those that could have."""
        could = [part.clause for stage in self.stages for part in stage.parts(fact)]
        return self.clauses_that_changed(fact, places) or list(dict.fromkeys(could))

    def clauses_that_changed(self, fact: str, places: Sequence[Place]) -> list[str]:
        """The clauses that changed a fact in these places."""
        parts = [(stage, part) for stage in self.stages for part in stage.parts(fact)]
        return list(dict.fromkeys([part.clause for stage, part in parts if stage.changes(part, places)]))
