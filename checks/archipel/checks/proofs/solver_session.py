"""Questions put to a prover about one view of a position, and what it answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from archipel.checks.proofs.results import Status
from archipel.spec.logic.solver import Interpretation
from archipel.spec.logic.terms import Domain, Term

Used = Mapping[Domain, int]


@dataclass(frozen=True)
class SolverVerdict:
    """What a prover says of a claim, and a situation in which it fails, if it does.

    ``values`` are those of the situation; ``elsewhere`` those of another position, where a claim is about two.
    ``tiers`` are those of several sets of assumptions, counted from 0, from which a part of the proof follows;
    ``rests_on`` are the names of the claims among them, ``clauses`` those that state the rest.
    """

    status: Status
    instances: int = 0
    where: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    tiers: frozenset[int] = frozenset()
    rests_on: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()
    elsewhere: Mapping[str, Any] = field(default_factory=dict)


PROVED = SolverVerdict(Status.PROVED)


def worse(before: SolverVerdict, now: SolverVerdict, where: str) -> SolverVerdict:
    """Two verdicts as one: the first that is not a proof stands; two proofs rest on what each of them does."""
    count, seconds = before.instances + now.instances, before.seconds + now.seconds
    if before.status is not Status.PROVED:
        return replace(before, instances=count, seconds=seconds)
    if now.status is not Status.PROVED:
        return replace(now, instances=count, where=where, seconds=seconds)
    tiers, rests_on = before.tiers | now.tiers, before.rests_on | now.rests_on
    return SolverVerdict(Status.PROVED, count, "", now.values, seconds, tiers, rests_on, before.clauses | now.clauses)


class Scene:
    """One view of a position, with the facts that were written for the prover so far."""

    def __init__(self, view: Interpretation, timeout: int, options: Mapping[str, str] | None = None) -> None:
        self.view = view
        self.timeout = timeout
        self.options = options or {}
        self.facts: dict[Term, Any] = {}
        self.solvers: dict[frozenset[int], tuple[Any, Sequence[Any]]] = {}

    def fact(self, term: Term) -> Any:
        """The term here, as an expression; made once."""
        if term not in self.facts:
            self.facts[term] = self.view(term)
        return self.facts[term]

    def decide(
        self, tiers: Iterable[Sequence[Any]], pieces: Sequence[Any], before: Sequence[Any] | None = None
    ) -> SolverVerdict:
        """Whether all the pieces follow, each from the first tier of assumptions that suffices for it.

        ``before`` has for each piece what it said before the step. If it is given, a piece may use its own, and no
        other, together with the first tier.
        """
        own = [True] * len(pieces) if before is None else before
        left = [(piece, fact) for piece, fact in zip(pieces, own, strict=True) if not self._says_the_same(piece, fact)]
        verdict, enough = PROVED, set[int]()
        for number, assumptions in enumerate(tiers if left else ()):
            solver = self._told(assumptions)
            answers = [(piece, self._ask(solver, piece, fact)) for piece, fact in left]
            enough |= {number for _, answer in answers if answer.status is Status.PROVED}
            left = [(piece, True) for piece, answer in answers if answer.status is not Status.PROVED]
            verdict = next((answer for _, answer in answers if answer.status is not Status.PROVED), PROVED)
            if not left:
                break
        return SolverVerdict(verdict.status, len(pieces), values=verdict.values, tiers=frozenset(enough))

    def _says_the_same(self, piece: Any, fact: Any) -> bool:
        """Whether a piece is nothing but what it may use, or is true as it stands: then there is nothing to ask."""
        if isinstance(piece, bool) or isinstance(fact, bool):
            return piece is True
        return self.view.build.same(piece, fact)

    def find(self, facts: Sequence[Any], other: Interpretation | None = None) -> SolverVerdict:
        """Whether there is a situation in which all of this is true, and which; perhaps of two positions."""
        solver = self._solver(facts)
        answer = False if False in facts else solver.check()
        if answer == self.view.api.sat:
            model = solver.model()
            elsewhere = {} if other is None else model_values(other, model)
            return SolverVerdict(Status.PROVED, 1, values=model_values(self.view, model), elsewhere=elsewhere)
        impossible = answer is False or answer == self.view.api.unsat
        return SolverVerdict(Status.REFUTED if impossible else Status.UNDECIDED, 1)

    def core(self, unlabelled: Iterable[Any], labelled: Mapping[str, Any], piece: Any) -> set[str] | None:
        """The labels of assumptions that, with the unlabelled ones, suffice for a piece, if any do (z3 only)."""
        if piece is True:
            return set()
        solver = self._solver(unlabelled)
        solver.set("core.minimize", True)
        solver.add(self.view.expression(self.view.negation(piece)))
        for name, fact in labelled.items():
            solver.assert_and_track(self.view.expression(fact), name)
        if solver.check() != self.view.api.unsat:
            return None
        return {str(label) for label in solver.unsat_core()}

    def _solver(self, assumptions: Iterable[Any]) -> Any:
        solver = self.view.api.Solver()
        solver.set("timeout" if self.view.prover == "z3" else "tlimit-per", self.timeout)
        for option, value in self.options.items():
            solver.set(option, value)
        solver.add(*(self.view.expression(fact) for fact in assumptions if fact is not True))
        return solver

    def _ask(self, solver: Any, piece: Any, fact: Any) -> SolverVerdict:
        asked = [self.view.expression(one) for one in (fact, self.view.negation(piece))]
        answer, values = self._answer(solver, asked)
        if answer == self.view.api.unsat:
            return PROVED
        return SolverVerdict(Status.REFUTED if answer == self.view.api.sat else Status.UNDECIDED, values=values)

    def _told(self, assumptions: Sequence[Any]) -> Any:
        """A solver that knows these assumptions: where only a proof counts, the one that claims before were shown by.

        A situation to be shown must not depend on what else was asked.
        """
        if not self.view.as_functions:
            return self._solver(assumptions)
        key = frozenset(map(id, assumptions))
        if key not in self.solvers:
            self.solvers[key] = self._solver(assumptions), assumptions
        return self.solvers[key][0]

    def _answer(self, solver: Any, asked: Sequence[Any]) -> tuple[Any, Mapping[str, Any]]:
        """What the prover says of this together with what the solver was told, and a situation if there is one.

        cvc5 is told it for this answer only, which spares it going over everything else again. z3 takes no more than
        single literals that way.
        """
        if self.view.prover != "z3":
            return self._checked(solver, *asked)
        solver.push()
        solver.add(*asked)
        found = self._checked(solver)
        solver.pop()
        return found

    def _checked(self, solver: Any, *asked: Any) -> tuple[Any, Mapping[str, Any]]:
        answer = solver.check(*asked)
        return answer, model_values(self.view, solver.model()) if answer == self.view.api.sat else {}


def model_values(view: Interpretation, model: Any) -> dict[str, Any]:
    """A value for every symbol that the view has used, nested by its places."""
    found: dict[str, Any] = {}
    for name, table in view.unknowns.items():
        entries = {place: _plain(view, model, entry) for place, entry in table.items()}
        found[name] = _nested(entries)
    return found


def _plain(view: Interpretation, model: Any, entry: Any) -> int | bool:
    if isinstance(entry, int):
        return entry
    value = model.eval(entry, model_completion=True)
    return bool(view.api.is_true(value)) if view.api.is_bool(value) else int(value.as_long())


def _nested(entries: Mapping[tuple[int, ...], Any]) -> Any:
    if () in entries:
        return entries[()]
    heads: dict[int, dict[tuple[int, ...], Any]] = {}
    for (head, *rest), value in entries.items():
        heads.setdefault(head, {})[tuple(rest)] = value
    return tuple(_nested(inner) for _, inner in sorted(heads.items()))
