"""Rules that a program may play by instead: clauses left out, turned round, or with another number (*mutants*).

All of them are compiled together, once; which one is meant is said when a position is bound.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from archipel.checks.mutation.rulebooks import Passage, mutants_of, passages
from archipel.spec.clauses import Change, Nature, Part
from archipel.spec.logic.plain import Bound, Function, Values, compile_replaceable
from archipel.spec.logic.terms import Num, Prop, Term, definitions_in, negation, substitute
from archipel.spec.machine import Guard, Machine

PLAYED = frozenset((Nature.GUARD, Nature.BECOMES, Nature.ADDS, Nature.DEFINITION, Nature.PRECEDES, Nature.PERMITS))
"""What says how a game goes on, and not what holds anyway."""
COSTS = {"whole": 0.01, "constant": 0.02, "dropped": 0.03, "negated": 0.03}
OTHERS = 0.04
RESULTS = {"points", "ahead", "wins"}
LEFT_OUT = "left out"
HARDLY = ("=→≤", "=→≥")
"""Mistakes that hardly anybody makes: what is equal is one of several things more often than a number."""


@dataclass(frozen=True, eq=False)
class Suspect:
    """Passages that read otherwise: what kind of change, and where; each with its name among the functions.

    What a clause says of several steps is changed for all of them.
    """

    passages: tuple[Passage, ...]
    kind: str
    where: str
    names: tuple[str, ...]

    @property
    def passage(self) -> Passage:
        return self.passages[0]

    @property
    def is_notion(self) -> bool:
        return self.passage.definition is not None

    @property
    def cost(self) -> float:
        """The smaller, the likelier to be the mistake that was made, of several that explain as much."""
        return COSTS.get(self.kind, OTHERS)


class Lineup:
    """Every suspect of a rulebook, ready to be asked."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        rulebook = machine.rulebook
        self.changes = {
            (step, change.target): change for step in rulebook.steps.values() for change in rulebook.changes(step)
        }
        functions: list[Function] = []
        self.suspects: dict[tuple[Passage, ...], tuple[Suspect, ...]] = {}
        for number, group in enumerate(_grouped(machine)):
            self.suspects[group] = tuple(self._suspects(group, f"suspect {number}", functions))
        self.suspects |= self._without_clauses()
        self.bind = compile_replaceable([*machine.functions, *functions])
        asked = [guard.term for step in machine.decisions for guard in machine.guards[step.name]]
        self.deciding = {notion for term in asked for notion in definitions_in(term)} | RESULTS
        """The notions that say what can be decided, and what comes of it in the end."""

    def _suspects(self, group: tuple[Passage, ...], called: str, functions: list[Function]) -> Iterator[Suspect]:
        changed = [{(kind, where): term for kind, where, term in _readings(self.machine, one)} for one in group]
        for number, (kind, where) in enumerate(dict.fromkeys(key for some in changed for key in some)):
            pairs = zip(group, changed, strict=True)
            alike = [(one, some[kind, where]) for one, some in pairs if (kind, where) in some]
            names = tuple([f"{called} {number} {place}" for place in range(len(alike))])
            functions += [self._function(one, term, name) for (one, term), name in zip(alike, names, strict=True)]
            yield Suspect(tuple([one for one, _ in alike]), kind, where, names)

    def _without_clauses(self) -> dict[tuple[Passage, ...], tuple[Suspect, ...]]:
        """Who leaves out all that a clause changes, where it changes several facts."""
        parts = dict[str, list[Suspect]]()
        for suspect in [suspect for suspects in self.suspects.values() for suspect in suspects]:
            part = suspect.passage.part
            if suspect.where == LEFT_OUT and part is not None and part.nature in (Nature.BECOMES, Nature.ADDS):
                parts.setdefault(suspect.passage.clause, []).append(suspect)
        found = dict[tuple[Passage, ...], tuple[Suspect, ...]]()
        for some in [some for some in parts.values() if len(some) > 1]:
            passages = tuple([passage for suspect in some for passage in suspect.passages])
            names = tuple([name for suspect in some for name in suspect.names])
            found[passages] = (Suspect(passages, "whole", LEFT_OUT, names),)
        return found

    def _function(self, passage: Passage, term: Term, name: str) -> Function:
        if passage.definition is not None:
            return Function(name, term, (), passage.definition.parameters)
        part = passage.part
        assert part is not None and part.step is not None
        if part.nature is Nature.PRECEDES:
            return Function(name, term, (), part.variables)
        if part.nature in (Nature.BECOMES, Nature.ADDS):
            change = self.change(part)
            return Function(name, _changed(change, part, term), part.step.arguments, change.variables, True)
        return Function(name, term, part.step.arguments)

    def change(self, part: Part) -> Change:
        """What the step of a part makes of its fact, by all clauses together."""
        assert part.step is not None and part.target is not None
        return self.changes[part.step, part.target]

    def function_of(self, passage: Passage) -> str:
        """What says by the rules what the suspects say otherwise; nothing for what is expressly allowed."""
        part = passage.part
        if passage.definition is not None:
            return f"definition {passage.name}"
        assert part is not None and part.step is not None
        if part.nature in (Nature.BECOMES, Nature.ADDS):
            return f"{part.step.name} {self.change(part).target.name}"
        if part.nature is Nature.PRECEDES:
            assert part.later is not None
            orders = self.machine.order[part.step.name, part.later.name]
            return next(name for one, name in orders if one is part)
        return next((one.name for one in self.machine.guards[part.step.name] if one.part is part), "")

    def machine_of(self, suspect: Suspect) -> Machine:
        """The rules by which this suspect plays."""
        replaced = {suspect.passage.name: suspect.names[0]} if suspect.is_notion else {}
        called, machine = dict[str, str](), self.machine

        def bind(values: Values) -> Bound:
            return Renamed(self.bind(values, replaced), called)

        for passage, name in zip(suspect.passages, suspect.names, strict=True):
            part = passage.part
            if passage.definition is None and part is not None and part.nature in (Nature.GUARD, Nature.PERMITS):
                assert part.step is not None
                others = [one for one in machine.guards[part.step.name] if one.part is not part]
                machine = machine.with_guards(part.step, [*others, _guard(part, name)])
            else:
                called[self.function_of(passage)] = name
        return machine.binding(bind)


class Renamed(dict[str, Any]):
    """Functions, some of which go by the names of others."""

    def __init__(self, bound: Bound, called: Mapping[str, str]) -> None:
        self.bound, self.called = bound, called

    def __missing__(self, name: str) -> Any:
        found = self[name] = self.bound[self.called.get(name, name)]
        return found


def _grouped(machine: Machine) -> list[tuple[Passage, ...]]:
    """The passages that say how a game goes on; what a clause says of several steps, together."""
    found: dict[tuple[object, ...], list[Passage]] = {}
    for one in passages(machine.rulebook):
        if one.part is None or one.part.nature in PLAYED:
            about = None if one.part is None else (one.part.nature, one.part.target, one.part.later)
            found.setdefault((one.clause, one.name, about), []).append(one)
    return [tuple(group) for group in found.values()]


def _readings(machine: Machine, passage: Passage) -> Iterator[tuple[str, str, Term]]:
    """Everything that a passage may be mistaken for."""
    part = passage.part
    if part is not None and part.nature is Nature.PERMITS:
        assert isinstance(part.term, Prop)
        yield "whole", "forbidden", negation(part.term)
        yield "whole", "nothing else", part.term
        return
    for mutant in mutants_of(machine.rulebook, passage):
        if not mutant.where.startswith(HARDLY):
            yield mutant.kind, mutant.where, mutant.term


def _guard(part: Part, name: str) -> Guard:
    """A guard of a part's step that says something else; it may look at any argument."""
    assert part.step is not None
    arguments = part.step.arguments
    return Guard(part, part.term, name, arguments, tuple(range(len(arguments))))


def _changed(change: Change, part: Part, term: Term) -> Term:
    """What a step makes of a fact if one part says something else."""
    own = dict(zip(part.variables, change.variables, strict=True))
    if part.nature is Nature.BECOMES:
        return substitute(term, own)
    old, new = substitute(part.term, own), substitute(term, own)
    assert isinstance(change.term, Num) and isinstance(old, Num) and isinstance(new, Num)
    return change.term + new - old


@lru_cache(maxsize=16)
def lineup(machine: Machine) -> Lineup:
    """The suspects of a rulebook, compiled once."""
    return Lineup(machine)
