"""Completion of positions of which only a part is known: constraint solving with soft constraints, in declared order.

What is not known is left as it is in an ordinary position, as far as all conditions allow. Where they do not, the
symbols that decide them are opened, and the solver may give these other values. Of all ways to do so it is the one that
keeps to the ordinary position entry by entry, earlier symbols first (a lexicographic optimum), so there is only one
answer, whatever a solver did before. Conditions that nothing satisfies together (a minimal unsatisfiable core, found by
QuickXplain) lose the last of them that is not firm, and that is said. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from archipel.checks.agreement.witnesses.conditions import SolverCondition, StepCourse, Values
from archipel.checks.proofs.necessity.stages import entries, nested
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role, Symbol

EFFORT = 3_000_000
"""How much z3 may do for one position, in its own units: unlike time, they do not depend on what else is running."""

FARTHEST = 100
NOTHING_MORE: Values = {}
NEVER = -1

Place: TypeAlias = tuple[int, ...]
Wish: TypeAlias = tuple[Any, int | bool]
Stated: TypeAlias = "tuple[SolverCondition, Any]"


@dataclass(frozen=True)
class Completed:
    """A whole position, the arguments of the first step of a course among its values, and what does not hold of it."""

    values: Values
    dropped: tuple[str, ...] = ()


class EffortError(Exception):
    """A position takes too long to find."""


class Completion:
    """One position to complete: an ordinary one, what is known to be otherwise, and what is to hold.

    Values that are only ``wished`` for count instead of the ordinary ones.
    """

    def __init__(
        self,
        course: StepCourse,
        ordinary: Values,
        known: Values,
        conditions: Iterable[SolverCondition],
        wished: Values = NOTHING_MORE,
    ) -> None:
        self.course, self.symbols = course, course.symbols
        self.known = {name: dict(entries(value)) for name, value in known.items()}
        self.usual = {name: merged(merged(v, wished.get(name)), known.get(name)) for name, v in ordinary.items()}
        self.conditions = list(conditions)
        self.changed = {name for name, value in self.usual.items() if value != ordinary[name]}
        self.opened: set[str] = set()
        self.dropped: list[str] = []
        self.obstacle = ""

    def found(self) -> Completed | None:
        """The position; None if what is firm cannot all be true, or if that takes too long to find out.

        Why there is none is said by the ``obstacle``.
        """
        try:
            return self._found()
        except EffortError:
            self.obstacle = "it takes too long to find out"
            return None

    def _found(self) -> Completed | None:
        while (session := self._session()) is not None:
            if session.conflict is None:
                return Completed(session.granted(), tuple(self.dropped))
            if not self._open(session.conflict) and not self._drop(session.conflict):
                return None
        return None

    def _session(self) -> CompletionSession | None:
        """A solver that knows the conditions; symbols are opened and conditions dropped until none is plainly false."""
        while True:
            views = self.course.views(self._view())
            stated = self._stated(views)
            wrong = [condition for condition, fact in stated if fact is False]
            if not wrong:
                return CompletionSession(self, views[0], stated)
            if not self._open(wrong) and not self._drop(wrong[-1:]):
                return None

    def _stated(self, views: Sequence[Interpretation]) -> list[Stated]:
        """The conditions that may not hold as in the ordinary position, for a solver."""
        moved = self.changed | self.opened
        asked = [one for one in self.conditions if not one.usual or moved & one.touched]
        return [(condition, condition.stated(views)) for condition in asked]

    def _view(self) -> Interpretation:
        closed = {name: value for name, value in self.usual.items() if name not in self.opened}
        view = Interpretation("z3", closed)
        for name in self.opened:
            fixed = {place: value for place, value in self.known.get(name, {}).items() if value is not None}
            view.unknowns[name] = view.table(self.symbols[name]) | fixed
        return view

    def _open(self, conditions: Sequence[SolverCondition]) -> bool:
        """Open what decides these conditions, what tells the moment of the game last; whether anything was left."""
        touched = set().union(*(condition.touched for condition in conditions)) - self.opened
        closed = [self.symbols[name] for name in touched if name in self.usual and self._is_known_in_part(name)]
        for rank in sorted({_rank(symbol) for symbol in closed} - {NEVER}):
            self.opened |= {symbol.name for symbol in closed if _rank(symbol) == rank}
            return True
        return False

    def _is_known_in_part(self, name: str) -> bool:
        known = self.known.get(name, {})
        return any(known.get(place) is None for place, _ in entries(self.usual[name]))

    def _drop(self, conditions: Sequence[SolverCondition]) -> bool:
        loose = [condition for condition in conditions if not condition.firm]
        if loose:
            last = max(loose, key=self.conditions.index)
            self.conditions.remove(last)
            self.dropped.append(last.name)
        else:
            self.obstacle = ", ".join(dict.fromkeys(condition.name for condition in conditions))
        return bool(loose)


def _rank(symbol: Symbol) -> int:
    """When a symbol is opened: tables of facts and arguments first, then single facts, then material, never numbers."""
    match symbol.role:
        case Role.PARAMETER:
            return NEVER
        case Role.MATERIAL:
            return 2
        case _:
            return 1 if symbol.role is Role.STATE and not symbol.domains else 0


class CompletionSession:
    """A solver that knows what is to hold where some symbols are open; ``conflict`` is why that cannot be."""

    def __init__(self, completion: Completion, view: Interpretation, stated: Sequence[Stated]) -> None:
        self.completion, self.view = completion, view
        self.solver = view.api.SimpleSolver()
        self.solver.set("rlimit", EFFORT)
        self.model: Any = None
        ranges = [fact for name in completion.opened for fact in self._in_range(completion.symbols[name])]
        self.solver.add(*ranges)
        facts = [(condition, fact) for condition, fact in stated if fact is not True]
        self.conflict = None if self._possible([fact for _, fact in facts]) else self._core(facts)
        if self.conflict is None:
            self.solver.add(*[view.expression(fact) for _, fact in facts])

    def _in_range(self, symbol: Symbol) -> Iterator[Any]:
        """Arguments are elements of their domain; that everything else is what it can be is for conditions to say."""
        if symbol.role is Role.ARGUMENT:
            for unknown in self._unknowns(symbol):
                elements = None if symbol.values is None else self.view.elements(symbol.values)
                yield unknown >= (0 if elements is None else elements.start)
                if elements is not None:
                    yield unknown < elements.stop

    def _unknowns(self, symbol: Symbol) -> list[Any]:
        return [entry for entry in self.view.table(symbol).values() if not isinstance(entry, int)]

    def _possible(self, facts: Iterable[Any]) -> bool:
        """Whether these facts can be true too; the last situation in which they are is remembered."""
        self.solver.push()
        self.solver.add(*[self.view.expression(fact) for fact in facts])
        answer = self.solver.check()
        if answer == self.view.api.unknown:
            raise EffortError
        if answer == self.view.api.sat:
            self.model = self.solver.model()
        self.solver.pop()
        return bool(answer == self.view.api.sat)

    def _core(self, facts: Sequence[Stated]) -> list[SolverCondition]:
        """QuickXplain: few of the conditions that cannot be true together, earlier ones rather than later ones."""

        def needed(base: list[Stated], added: bool, rest: Sequence[Stated]) -> list[Stated]:
            if added and not self._possible(fact for _, fact in base):
                return []
            if len(rest) == 1:
                return list(rest)
            half = len(rest) // 2
            second = needed([*base, *rest[:half]], True, rest[half:])
            first = needed([*base, *second], bool(second), rest[:half])
            return [*first, *second]

        return [condition for condition, _ in needed([], False, facts)]

    # Wishes

    def granted(self) -> dict[str, Any]:
        """The values nearest to the ordinary ones: entry by entry, in the order of the vocabulary."""
        completion = self.completion
        opened = [completion.symbols[name] for name in completion.usual if name in completion.opened]
        self._grant([wish for symbol in opened for wish in self._wishes(symbol)])
        found = {symbol.name: nested(self._read(symbol)) for symbol in opened}
        return {**completion.usual, **found}

    def _wishes(self, symbol: Symbol) -> Iterator[Wish]:
        usual = dict(entries(self.completion.usual[symbol.name]))
        for place, entry in self.view.table(symbol).items():
            if not isinstance(entry, int):
                yield entry, usual[place]

    def _grant(self, wishes: Sequence[Wish]) -> None:
        """Fix every entry, as near to what is wished as earlier ones allow."""
        if not wishes:
            return
        facts = [entry == value for entry, value in wishes]
        if self._is_so(facts) or self._possible(facts):
            self.solver.add(*facts)
        elif len(wishes) > 1:
            half = len(wishes) // 2
            self._grant(wishes[:half])
            self._grant(wishes[half:])
        else:
            self.solver.add(self._nearest(*wishes[0]))

    def _is_so(self, facts: Sequence[Any]) -> bool:
        """Whether the situation found last is like this."""
        return all(self.view.api.is_true(self.model.eval(fact, model_completion=True)) for fact in facts)

    def _nearest(self, entry: Any, value: int | bool) -> Any:
        """That an entry that cannot be as wished is what comes next: of two numbers as near, the smaller one."""
        others = [not value] if isinstance(value, bool) else _outwards(value)
        return next(fact for fact in (entry == other for other in others) if self._possible([fact]))

    def _read(self, symbol: Symbol) -> dict[Place, int | bool]:
        api, found = self.view.api, {}
        for place, entry in self.view.table(symbol).items():
            if isinstance(entry, int):
                found[place] = entry
            else:
                value = self.model.eval(entry, model_completion=True)
                found[place] = bool(api.is_true(value)) if symbol.is_prop else int(value.as_long())
        return found


def _outwards(value: int) -> Iterator[int]:
    """Numbers ever farther away; of two as near, the smaller one first."""
    for distance in range(1, FARTHEST):
        yield from (value - distance, value + distance)


def merged(usual: Any, known: Any) -> Any:
    """The usual value, with every entry that is known."""
    if isinstance(usual, tuple):
        rest = known if isinstance(known, tuple | list) else ()
        given = (*rest, *[None] * (len(usual) - len(rest)))
        return tuple(merged(one, other) for one, other in zip(usual, given, strict=False))
    return usual if known is None else known
