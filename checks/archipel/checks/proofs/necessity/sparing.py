"""Proofs that a clause can be spared: that it follows from others, and from which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.proofs.necessity.parting import pairs, parting, unlike
from archipel.checks.proofs.necessity.variants import rests_on, with_parts
from archipel.checks.proofs.prover import after, arguments_in_range
from archipel.spec.clauses import Clause, Nature, Part, Rulebook, Step
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Role, Term, symbols_in
from archipel.spec.machine import Values

TIMEOUT_MS = 20_000


class UndecidedError(Exception):
    """The solver ran out of time."""


class NeededError(Exception):
    """Something does not follow from the other clauses."""


@dataclass(frozen=True)
class Proof:
    """That a clause can be spared: the clauses it follows from, and how that was shown."""

    clauses: tuple[str, ...]
    method: str


def spared(rulebook: Rulebook, clause: Clause, known: Values, sizes: Iterable[str]) -> Proof | None:
    """That every part of a clause follows from other clauses; None if one does not, or if it has no such part.

    ``known`` are the numbers of the game; ``sizes`` names those of them without which nothing can be counted.
    """
    sparing = Sparing(rulebook, clause, known, frozenset(sizes))
    try:
        used = {reason for part in clause.parts for reason in sparing.reasons(part)} - {clause.id}
    except NeededError:
        return None
    if not clause.parts:
        return None
    clauses = tuple(id for id in rulebook.clauses if id in used)
    return Proof(clauses, "induction" if sparing.inductive else "validity")


class Sparing:
    """One clause against all others."""

    def __init__(self, rulebook: Rulebook, clause: Clause, known: Values, sizes: frozenset[str]) -> None:
        self.rulebook, self.known, self.sizes = rulebook, known, sizes
        self.others = with_parts(rulebook, dict.fromkeys(clause.parts))
        self.inductive = False

    def reasons(self, part: Part) -> set[str]:
        """The clauses a part follows from; a notion or a permission follows from nothing."""
        match part.nature:
            case Nature.INVARIANT:
                return self._defining(part) | self._invariant(part)
            case Nature.REQUIREMENT:
                known = {name: value for name, value in self.known.items() if name in self.sizes}
                return self._opening_has(part, known, Nature.REQUIREMENT)
            case Nature.INITIAL:
                return self._opening_has(part, self.known, Nature.REQUIREMENT, Nature.INITIAL)
            case Nature.GUARD | Nature.BECOMES | Nature.ADDS:
                assert part.step is not None
                return self._makes_no_difference(part, part.step)
        raise NeededError

    def _defining(self, part: Part) -> set[str]:
        return {other.clause for other in self.rulebook.parts(Nature.DEFINITION) if other.name in rests_on(part)}

    def _opening_has(self, part: Part, known: Values, *natures: Nature) -> set[str]:
        view = Interpretation("z3", known)
        return from_ever_more(view, self.others.parts(*natures), part.term, view.conjuncts(part.term))

    def _invariant(self, part: Part) -> set[str]:
        """What holds in every position by what else holds there, or else by induction."""
        view = Interpretation("z3", self.known)
        try:
            elsewhere = [p for p in self.others.parts(Nature.INVARIANT) if _about(p.term) <= _about(part.term)]
            return from_ever_more(view, elsewhere, part.term, view.conjuncts(part.term))
        except NeededError:
            self.inductive = True
            opening = self._opening_has(part, self.known, Nature.REQUIREMENT, Nature.INITIAL)
            return opening.union(*(self._kept(part, step) for step in self.rulebook.steps.values()))

    def _kept(self, part: Part, step: Step) -> set[str]:
        """A step that the other clauses allow, taken where all invariants hold, leads to where this one does."""
        changes = [c for c in self.others.changes(step) if c.target.name in symbols_in(part.term)]
        if not changes:
            return set()
        view = Interpretation("z3", self.known)
        given = (*self.rulebook.parts(Nature.INVARIANT), *self.others.guards(step))
        pieces = after(view, changes).conjuncts(part.term)
        reasons = from_ever_more(view, given, part.term, pieces, arguments_in_range(view, step))
        return reasons.union(*(change.clauses for change in changes))

    def _makes_no_difference(self, part: Part, step: Step) -> set[str]:
        view = Interpretation("z3", self.known)
        given = (*self.others.parts(Nature.REQUIREMENT, Nature.INVARIANT), *self.others.guards(step))
        if part.nature is Nature.GUARD:
            pieces = [view(part.term)]
        else:
            facts = parting(self.rulebook, with_parts(self.rulebook, {part: None}), step).changes
            pieces = [view.negation(unlike(view, *pair)) for fact in facts for pair in pairs(view, view, fact)]
        return from_ever_more(view, given, part.term, pieces, arguments_in_range(view, step))


def from_ever_more(
    view: Interpretation, given: Sequence[Part], claim: Term, pieces: Iterable[Any], always: Sequence[Any] = ()
) -> set[str]:
    """The clauses from which all the pieces follow, each first tried from little."""
    tiers = [[part for part in given if near(part)] for near in _nearness(claim)]
    wanted = [piece for piece in pieces if piece is not True]
    return {reason for piece in wanted for reason in _first_core(view, tiers, piece, always)}


def _nearness(claim: Term) -> Iterator[Callable[[Part], bool]]:
    """Ever more of what may be assumed: what speaks of nothing else, what speaks of the same, everything."""
    about = _about(claim)
    yield lambda part: _about(part.term) <= about
    yield lambda part: bool(_about(part.term) & about)
    yield lambda part: True


def _about(term: Term) -> set[str]:
    return {name for name, symbol in symbols_in(term).items() if symbol.role in (Role.STATE, Role.MATERIAL)}


def _first_core(view: Interpretation, tiers: Sequence[Sequence[Part]], claim: Any, always: Sequence[Any]) -> set[str]:
    for tier in tiers:
        facts: dict[str, list[Any]] = {}
        for part in tier:
            facts.setdefault(part.clause, []).append(view(part.term))
        core = _core(view, facts, claim, always)
        if core is not None:
            return core
    raise NeededError


def _core(view: Interpretation, given: dict[str, list[Any]], claim: Any, always: Sequence[Any]) -> set[str] | None:
    """Clauses from which the claim follows and none of which can be left out; None if it does not follow."""
    solver = view.api.Solver()
    solver.set("timeout", TIMEOUT_MS)
    solver.add(*(view.expression(fact) for fact in always), view.expression(view.negation(claim)))
    switches = {id: view.api.Bool(f"use {number}") for number, id in enumerate(given)}
    for id, facts in given.items():
        solver.add(view.api.Implies(switches[id], view.expression(view.conjunction(facts))))
    if not _refuted(view, solver, switches.values()):
        return None
    used = {str(switch) for switch in solver.unsat_core()}
    core = {id for id, switch in switches.items() if str(switch) in used}
    for id in sorted(core):
        if _refuted(view, solver, [switches[other] for other in core - {id}]):
            core = core - {id}
    return core


def _refuted(view: Interpretation, solver: Any, switches: Iterable[Any]) -> bool:
    answer = solver.check(*switches)
    if answer == view.api.unknown:
        raise UndecidedError
    return bool(answer == view.api.unsat)
