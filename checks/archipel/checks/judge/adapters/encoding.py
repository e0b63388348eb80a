"""Action encoding: decisions as numbers; the same decision always has the same number, whoever takes it.

The numbers of one player count are those from 0 up to ``count``, in blocks: one block for each kind of decision, in the
order in which the engine has them, and within a block in the order of the arguments, the first argument changing
slowest. An argument with places counts as the list of what is chosen: shorter lists come first. Who decides is not part
of the number, since it is never open, and neither is what chance brings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from archipel.checks.agreement.mapping import EngineMapping
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Step
from archipel.spec.logic.terms import Symbol
from archipel.spec.machine import Position

Action = Any
AnyMapping = EngineMapping[Any, Any, Any, Any]
DECIDER = "player"
"""The argument of every step that says who takes it."""


class Encoding:
    """The numbers of all decisions in games like that of a position; some ``can_be`` taken, others never."""

    def __init__(self, mapping: AnyMapping, state: Any, can_be: Callable[[Action], bool]) -> None:
        self.mapping = mapping
        self.engine = mapping.engine
        self._here = mapping.position(state)
        seats = range(self.engine.players(state))
        self._actions = tuple([tuple(filter(can_be, self._known(seat))) for seat in seats])
        self._numbers = tuple([{action: n for n, action in enumerate(known)} for known in self._actions])
        self.count = len(self._actions[0])

    def number(self, seat: int, action: Action) -> int:
        """The number of a decision that a seat takes."""
        return self._numbers[seat][action]

    def action(self, seat: int, number: int) -> Action:
        """The decision with a number, taken by a seat."""
        if not 0 <= number < self.count:
            raise BadInput(f"there is no decision {number}")
        return self._actions[seat][number]

    def legal(self, state: Any) -> list[int]:
        """The numbers of all legal decisions, in increasing order."""
        seat = self.engine.actor(state)
        return [] if seat is None else sorted([self.number(seat, one) for one in self.engine.legal_actions(state)])

    def blocks(self) -> dict[str, range]:
        """The numbers of each kind of decision."""
        names = {kind: name for name, kind in self.engine.actions.items()}
        kinds = [names[type(action)] for action in self._actions[0]]
        found = list(dict.fromkeys(kinds))
        starts = [kinds.index(kind) for kind in found]
        ends = [*starts[1:], self.count]
        return {kind: range(start, end) for kind, start, end in zip(found, starts, ends, strict=True)}

    def _known(self, seat: int) -> Iterator[Action]:
        """Every decision that a seat could ever take, block by block."""
        steps = self._here.machine.rulebook.decisions
        order = list(self.engine.actions)
        names = {step: self.mapping.actions_of.get(step.name, step.name) for step in steps}
        for step in sorted(steps, key=lambda step: order.index(names[step])):
            yield from dict.fromkeys(self._taken(step, seat))

    def _taken(self, step: Step, seat: int) -> Iterator[Action]:
        values = [[seat] if symbol.name == DECIDER else listed(self._here, symbol) for symbol in step.arguments]
        return (self.mapping.action_of(step, given) for given in product(*values))


def listed(here: Position, argument: Symbol) -> list[Any]:
    """The values of an argument in the order of their numbers."""
    values: Iterable[Any] = here.choices(argument)
    return list(values) if argument.values is not None else sorted(values, key=chosen)


def chosen(counts: Any) -> tuple[int, list[int]]:
    """How many are chosen of each, as how many in all and which, one by one."""
    found = [place for place, count in enumerate(flattened(counts)) for _ in range(count)]
    return len(found), found


def flattened(counts: Any) -> Iterator[int]:
    """The entries of a table, place by place."""
    if isinstance(counts, tuple):
        for inner in counts:
            yield from flattened(inner)
    else:
        yield counts
