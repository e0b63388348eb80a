"""Every single small change of a rulebook's formal parts and notions, and the rulebook after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from archipel.checks.mutation.terms import TermScope, kept_as_it_was, mutations
from archipel.spec.amendments import Amendment, amended
from archipel.spec.clauses import Change, Nature, Part, Rulebook, Step
from archipel.spec.logic.terms import Definition, Number, Prop, Term, Truth

NOTIONS = "notion"


@dataclass(frozen=True, eq=False)
class Passage:
    """What can be changed: a part of a clause, or a notion that no clause defines."""

    clause: str
    name: str
    term: Term
    part: Part | None = None
    definition: Definition | None = None

    @property
    def id(self) -> str:
        step = self.part.step if self.part else None
        return "/".join([self.clause, self.name, *([step.name] if step else [])])

    @property
    def scope(self) -> TermScope:
        if self.definition is not None:
            return TermScope(self.definition.parameters)
        assert self.part is not None
        return TermScope(self.part.variables, self.part.step.arguments if self.part.step else ())


@dataclass(frozen=True, eq=False)
class ClauseMutant:
    """One passage of a rulebook, changed in one place."""

    rulebook: Rulebook
    passage: Passage
    kind: str
    where: str
    term: Term

    @property
    def id(self) -> str:
        return f"{self.passage.id}//{self.kind}//{self.where}"

    @property
    def group(self) -> str:
        """What the mutant is counted under."""
        return self.passage.clause

    @cached_property
    def changed(self) -> Rulebook:
        """The rulebook with this one passage changed; parts that do not rest on it are the same objects."""
        return _with(self.rulebook, self.passage, self.term)

    @cached_property
    def touched(self) -> list[tuple[Part, Part]]:
        """Every part that reads differently now, before and after, by the change itself or by what it rests on."""
        pairs = zip(_parts(self.rulebook), _parts(self.changed), strict=True)
        return [(before, after) for before, after in pairs if before.term is not after.term]

    @cached_property
    def notions(self) -> set[str]:
        """The notions that mean something else now."""
        changed = self.changed.definitions
        return {name for name, old in self.rulebook.definitions.items() if changed[name] is not old}


def passages(rulebook: Rulebook) -> Iterator[Passage]:
    """Everything formal in a rulebook."""
    defined = {part.name for part in rulebook.parts(Nature.DEFINITION)}
    for name, definition in rulebook.definitions.items():
        if name not in defined:
            yield Passage(NOTIONS, name, definition.body, definition=definition)
    for part in _parts(rulebook):
        yield Passage(part.clause, part.name, part.term, part, _defined(rulebook, part))


def _defined(rulebook: Rulebook, part: Part) -> Definition | None:
    return rulebook.definitions[part.name] if part.nature is Nature.DEFINITION else None


def clause_mutants(rulebook: Rulebook) -> list[ClauseMutant]:
    """Every mutant of the rulebook, in rulebook order."""
    return [mutant for passage in passages(rulebook) for mutant in mutants_of(rulebook, passage)]


def mutants_of(rulebook: Rulebook, passage: Passage) -> list[ClauseMutant]:
    """Every mutant in which this passage is changed."""
    changed = (*_whole(passage), *_inside(passage))
    return [ClauseMutant(rulebook, passage, kind, where, term) for kind, where, term in changed]


def _inside(passage: Passage) -> Iterator[tuple[str, str, Term]]:
    for mutation in mutations(passage.term, passage.scope):
        path = ".".join(map(str, mutation.path)) or "root"
        yield mutation.kind, f"{mutation.detail}@{path}", mutation.term


def _whole(passage: Passage) -> Iterator[tuple[str, str, Term]]:
    """The passage left out altogether; a notion cannot be, but it can hold always or never, or count nothing."""
    part = passage.part
    if passage.definition is not None:
        yield from _emptied(passage.term)
        return
    assert part is not None
    if part.nature is Nature.ADDS:
        yield "whole", "left out", Number(0)
    elif part.nature is Nature.BECOMES:
        assert part.target is not None
        yield "whole", "left out", kept_as_it_was(part.target, part.variables)
    else:
        yield "whole", "left out", Truth(True)


def _emptied(term: Term) -> Iterator[tuple[str, str, Term]]:
    if isinstance(term, Prop):
        yield "whole", "always", Truth(True)
        yield "whole", "never", Truth(False)
    else:
        yield "whole", "nothing", Number(0)


def _parts(rulebook: Rulebook) -> Iterator[Part]:
    return (part for clause in rulebook.clauses.values() for part in clause.parts)


def _with(rulebook: Rulebook, passage: Passage, term: Term) -> Rulebook:
    if passage.definition is not None:
        return amended(rulebook, Amendment(notions={passage.name: term}))
    assert passage.part is not None
    return amended(rulebook, Amendment(parts={passage.part: replace(passage.part, term=term)}))


def change_of(rulebook: Rulebook, step: Step, target: str) -> Change:
    """What a step makes of one fact."""
    return next(change for change in rulebook.changes(step) if change.target.name == target)
