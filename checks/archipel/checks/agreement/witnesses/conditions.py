"""What is to hold of a position, or of what some steps make of it, and which symbols decide whether it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any as Value
from typing import TypeAlias

from archipel.checks.proofs.necessity.stages import entries
from archipel.checks.proofs.prover import after
from archipel.spec.clauses import Nature, Rulebook, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import (
    All,
    Any,
    Arithmetic,
    Compare,
    Exists,
    Forall,
    Not,
    NumApply,
    Number,
    Prop,
    Role,
    Symbol,
    Term,
    Variable,
    all_of,
    children,
    negation,
    symbols_in,
    walk,
)

Values: TypeAlias = Mapping[str, Value]


UNDECIDED = ""
"""Instead of the name of a clause: that nothing follows by itself."""


@dataclass(frozen=True, eq=False)
class SolverCondition:
    """A proposition, or the values that a symbol is to have, after so many steps.

    ``touched`` are the symbols whose values where the steps begin decide whether it holds. A ``firm`` one is never
    dropped. What is ``usual`` holds of ordinary positions.
    """

    name: str
    content: Term | tuple[Symbol, Value]
    touched: frozenset[str]
    depth: int = 0
    firm: bool = False
    usual: bool = False

    def stated(self, views: Sequence[Interpretation]) -> Value:
        """The condition for a solver; ``views`` are the position and what each step makes of it."""
        view = views[self.depth]
        if isinstance(self.content, Term):
            return view(self.content)
        symbol, wanted = self.content
        table = view.table(symbol)
        given = [(place, value) for place, value in entries(wanted) if value is not None]
        return view.conjunction(_has(view, table[place], value) for place, value in given if place in table)


def _has(view: Interpretation, entry: Value, value: int | bool) -> Value:
    return entry == value if isinstance(entry, int) else view.expression(entry) == view.expression(value)


@dataclass(frozen=True, eq=False)
class StepCourse:
    """Steps taken one after the other: a decision and what follows from it, or nothing at all."""

    rulebook: Rulebook
    steps: tuple[Step, ...] = ()

    @property
    def symbols(self) -> Mapping[str, Symbol]:
        """Every symbol there is, those that only a reading knows among them."""
        changes = [change for step in self.rulebook.steps.values() for change in self.rulebook.changes(step)]
        return {**self.rulebook.vocabulary.symbols, **{change.target.name: change.target for change in changes}}

    def views(self, first: Interpretation) -> list[Interpretation]:
        """The position before the steps, and what each of them makes of it."""
        views = [first]
        for step in self.steps:
            views.append(after(views[-1], self.rulebook.changes(step)))
        return views

    def deciding(self, names: Iterable[str], depth: int) -> frozenset[str]:
        """The symbols whose values where the steps begin decide those of these symbols after so many steps."""
        found = set(names)
        for step in reversed(self.steps[:depth]):
            changes = [change for change in self.rulebook.changes(step) if change.target.name in found]
            found = found.union(*(symbols_in(change.term) for change in changes))
        return frozenset(found)

    def guards(self) -> Iterator[SolverCondition]:
        """That each step may be taken where it is."""
        for depth, step in enumerate(self.steps):
            for part in self.rulebook.guards(step):
                touched = self.deciding(symbols_in(part.term), depth)
                yield SolverCondition(part.clause, part.term, touched, depth, firm=True)

    def outcome(self, given: Values) -> Iterator[SolverCondition]:
        """That the steps lead to what is given of a position."""
        for name, value in given.items():
            symbol, depth = self.rulebook.vocabulary.symbols[name], len(self.steps)
            yield SolverCondition(name, (symbol, value), self.deciding([name], depth), depth, firm=True)


def lasting(rulebook: Rulebook, assumed: Iterable[tuple[str, Term]]) -> list[SolverCondition]:
    """What holds of the material and of every position: requirements, invariants, and what is assumed.

    What only says which values there are at all is firm: without it nobody could put a position together.
    """
    parts = rulebook.parts(Nature.REQUIREMENT, Nature.INVARIANT)
    named = [*((part.clause, part.term) for part in parts), *assumed]
    return [
        SolverCondition(name, one, frozenset(symbols_in(one)), firm=is_range(one), usual=True)
        for name, term in named
        for one in _said_together(term)
    ]


def _said_together(term: Term) -> Iterator[Term]:
    if isinstance(term, All):
        for part in term.parts:
            yield from _said_together(part)
    else:
        yield term


def is_range(term: Term) -> bool:
    """Whether a proposition only says which values single entries of facts can have."""
    match term:
        case Forall(body=body):
            return is_range(body)
        case All(parts=parts):
            return all(map(is_range, parts))
        case _:
            return len(_facts_in(term)) == 1 and _says_single_values(term)


def _says_single_values(term: Term) -> bool:
    match term:
        case Any() | All() | Not() | Exists():
            return all(map(_says_single_values, children(term)))
        case Compare(left=left, right=right):
            parts = (*walk(left), *walk(right))
            plain = all(isinstance(part, Arithmetic | Number | NumApply | Variable) for part in parts)
            return plain and not (_facts_in(left) and _facts_in(right))
        case _:
            return False


def _facts_in(term: Term) -> list[Symbol]:
    return [symbol for symbol in symbols_in(term).values() if symbol.role in (Role.STATE, Role.MATERIAL)]


def taking(course: StepCourse, step: Step, usual: bool = False, firm: bool = True) -> list[SolverCondition]:
    """That a step may be taken after the course."""
    depth, guards = len(course.steps), course.rulebook.guards(step)
    touched = [course.deciding(symbols_in(part.term), depth) for part in guards]
    return [
        SolverCondition(g.clause, g.term, names, depth, firm, usual) for g, names in zip(guards, touched, strict=True)
    ]


def nothing_due(rulebook: Rulebook) -> list[SolverCondition]:
    """That no consequence is due, so that somebody decides or the game is over."""
    waiting = [
        negation(all_of(*(_prop(part.term) for part in rulebook.guards(step)))) for step in rulebook.consequences
    ]
    return [SolverCondition(UNDECIDED, term, frozenset(symbols_in(term)), usual=True) for term in waiting]


def _prop(term: Term) -> Prop:
    assert isinstance(term, Prop)
    return term
