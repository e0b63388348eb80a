"""Completion of counterexamples by a solver, for any game: what is not said is as in an ordinary position nearby.

A moment between two decisions is one more question to the same solver: from which position does one step lead there?
Steps are undone so until a decision is reached. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Generic

from archipel.checks.agreement.mapping import EngineMapping, NoPosition
from archipel.checks.agreement.witnesses.completion import Completed, Completion, merged
from archipel.checks.agreement.witnesses.conditions import StepCourse, Values, lasting, nothing_due, taking
from archipel.checks.agreement.witnesses.ordinary_positions import Ordinary, arguments_of, nearest, ordinary_game
from archipel.checks.agreement.witnesses.replay import Approach, Completions
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.checks.proofs.prover import term_of
from archipel.spec.clauses import Step
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.logic.terms import Prop, Role, Term
from archipel.spec.readings import Choice
from archipel.spec.theorems import Form, Theory

TRIES = 3
"""From how many ordinary positions a completion begins, if the first ones lead nowhere."""

GAMES = 8
"""So many games are played at most until every kind of step has been seen."""

ASSUMED = "assumed"
"""The name of what no clause says."""

DEEPEST = 3
"""How many consequences are undone at most, one after the other."""


class SolverCompletions(Completions, Generic[Setup, State, Action, Terms]):
    """Positions of a game by the numbers of its rulebook and by our readings.

    What holds of them is what its clauses say of every position, the invariants among its theorems, and what is
    ``assumed`` besides although no clause says so.
    """

    def __init__(
        self, mapping: EngineMapping[Setup, State, Action, Terms], theory: Theory, assumed: Sequence[Prop] = ()
    ) -> None:
        self.mapping = mapping
        self.rulebook = mapping.readings.rulebook
        self.symbols = self.rulebook.vocabulary.symbols
        claims = [(claim.theorem, term_of(claim)) for claim in theory.claims(Form.INVARIANT)]
        self.lasting = lasting(self.rulebook, [*claims, *((ASSUMED, term) for term in assumed)])
        terms = [(str(place), one.content) for place, one in enumerate(self.lasting)]
        self.holds = compile_functions([Function(name, term) for name, term in terms if isinstance(term, Term)])
        self.moments = cache(self._moments)

    def _moments(self, players: int) -> tuple[Ordinary, ...]:
        """Moments of games, until every kind of step has been seen."""
        found: list[Ordinary] = []
        for seed in range(GAMES):
            found += ordinary_game(self.mapping, players, seed)
            if {moment.due for moment in found} >= set(self.rulebook.steps.values()):
                break
        return tuple(found)

    # Positions

    def positions(
        self, given: Values, step: str | None, arguments: tuple[Any, ...], choice: Choice
    ) -> Iterator[Values]:
        for one in self.completed(given, step, arguments):
            yield {name: value for name, value in one.values.items() if self.symbols[name].role is not Role.ARGUMENT}

    def completed(self, given: Values, step: str | None = None, arguments: tuple[Any, ...] = ()) -> Iterator[Completed]:
        """Whole positions that agree with what is given, in which the step comes next if that can be."""
        if unknown := sorted(set(given) - self.symbols.keys()):
            raise NoPosition(f"no such symbol: {', '.join(unknown)}")
        if given.get("players") is None:
            raise NoPosition("players: not given")
        taken = None if step is None else self.rulebook.steps[step]
        known = {**given, **({} if taken is None else arguments_of(taken, arguments))}
        found = (self._completion(moment, known, taken).found() for moment in self._likely(given, taken))
        for one in (one for one in found if one is not None):
            yield one
            if one.dropped:
                return

    def _likely(self, given: Values, step: Step | None) -> Iterable[Ordinary]:
        """Ordinary moments at which the step comes next; if none is known, those in which the least is wrong."""
        moments = self.moments(given["players"])
        if step is not None:
            return nearest((moment for moment in moments if moment.due is step), given)[:TRIES]
        likely = nearest((one for one in moments if one.due is None or not one.due.is_consequence), given)
        return sorted(likely, key=lambda moment: self._wrong(moment, given))[:TRIES]

    def _completion(self, moment: Ordinary, known: Values, step: Step | None) -> Completion:
        course = StepCourse(self.rulebook)
        more = nothing_due(self.rulebook)
        if step is not None:
            more = taking(course, step, usual=True, firm=step.is_consequence)
        return Completion(course, moment.values, known, [*self.lasting, *more])

    def _wrong(self, moment: Ordinary, given: Values) -> int:
        """How many conditions do not hold in an ordinary position with what is given in it."""
        whole = {name: merged(value, given.get(name)) for name, value in moment.values.items()}
        changed = {name for name, value in whole.items() if value != moment.values[name]}
        holds = self.holds(whole)
        return sum(not holds[str(place)]() for place, one in enumerate(self.lasting) if changed & one.touched)

    # Moments between two decisions

    def approaches(self, moment: Values, due: str) -> Iterator[Approach]:
        return self._undone(moment, self.rulebook.steps[due], 0)

    def _undone(self, moment: Values, due: Step, depth: int) -> Iterator[Approach]:
        """Positions from which one step, or several, lead to this one."""
        wanted = {name: value for name, value in moment.items() if self.symbols[name].role is Role.STATE}
        for step, usual in self._leading_to(due, moment["players"]).items():
            course = StepCourse(self.rulebook, (step,))
            conditions = [*course.guards(), *course.outcome(wanted), *self.lasting]
            one = Completion(course, {**moment, **usual}, {}, conditions).found()
            if one is not None and not step.is_consequence:
                arguments = [symbol.name for symbol in step.arguments]
                before = {name: value for name, value in one.values.items() if name not in arguments}
                yield Approach(before, step.name, tuple(one.values[name] for name in arguments))
            elif one is not None and depth < DEEPEST:
                yield from self._undone(one.values, step, depth + 1)

    def _leading_to(self, due: Step, players: int) -> dict[Step, Values]:
        """The steps that ordinarily come before this one, decisions first, each with arguments that it may have."""
        found: dict[Step, Values] = {}
        for moment in self.moments(players):
            if moment.due is due and moment.last is not None:
                usual = {symbol.name: moment.values[symbol.name] for symbol in moment.last.arguments}
                found.setdefault(moment.last, usual)
        return dict(sorted(found.items(), key=lambda item: item[0].is_consequence))
