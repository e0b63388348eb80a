"""Completion of counterexamples by a solver, for any game: what is not said is as in an ordinary position nearby.

A moment between two decisions is one more question to the same solver: from which position does one step lead there?
Steps are undone so until a decision is reached. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Generic

from archipel.checks.agreement.mapping import OURS, EngineMapping, NoPosition
from archipel.checks.agreement.witnesses.completion import Completed, Completion, merged
from archipel.checks.agreement.witnesses.conditions import StepCourse, Values, lasting, nothing_due, taking
from archipel.checks.agreement.witnesses.ordinary_positions import Ordinary, arguments_of, nearest, ordinary_game
from archipel.checks.agreement.witnesses.replay import Approach, Completions
from archipel.checks.games.engine import Action, Setup, State, Terms
from archipel.checks.proofs.necessity.stages import entries
from archipel.checks.proofs.prover import term_of
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import Rulebook, Step
from archipel.spec.logic.plain import Function, compile_functions
from archipel.spec.logic.terms import Prop, Role, Term
from archipel.spec.readings import Choice
from archipel.spec.theorems import Form, Theory

TRIES = 3
"""From how many ordinary positions a completion begins, if the first ones lead nowhere."""

GAMES = 3
MOST_GAMES = 8
"""So many games are played, and at most so many until every kind of step has been seen."""

ASSUMED = "assumed"
"""The name of what no clause says."""

DEEPEST = 5
"""How many consequences are undone at most, one after the other."""


class PositionLaws:
    """What holds of every position by some readings."""

    def __init__(self, rulebook: Rulebook, claims: Iterable[tuple[str, Term]]) -> None:
        self.rulebook, self.symbols = rulebook, StepCourse(rulebook).symbols
        self.lasting = lasting(rulebook, claims)
        terms = [(str(place), one.content) for place, one in enumerate(self.lasting)]
        self.holds = compile_functions([Function(name, term) for name, term in terms if isinstance(term, Term)])

    def broken(self, values: Values, touched: set[str]) -> int:
        """How many of those that these symbols decide do not hold."""
        holds = self.holds(values)
        return sum(not holds[str(place)]() for place, one in enumerate(self.lasting) if touched & one.touched)


class SolverCompletions(Completions, Generic[Setup, State, Action, Terms]):
    """Positions of a game, by the rulebook or by other numbers and readings.

    What holds of them is what its clauses say of the material and of every position, the invariants among its theorems,
    and what is ``assumed`` besides although no clause says so. Facts ``as_at_first`` are, where nothing is known of
    them, as at the beginning of a game rather than as at an ordinary moment of one.
    """

    def __init__(
        self,
        mapping: EngineMapping[Setup, State, Action, Terms],
        theory: Theory,
        assumed: Sequence[Prop] = (),
        as_at_first: Sequence[str] = (),
    ) -> None:
        self.mapping, self.engine, self.as_at_first = mapping, mapping.engine, as_at_first
        claims = [(claim.theorem, term_of(claim)) for claim in theory.claims(Form.INVARIANT)]
        self.claims = [*((ASSUMED, term) for term in assumed), *claims]
        self.moments = cache(self._moments)
        self.laws_by = cache(self._laws_by)

    def _moments(self, players: int, terms: Terms) -> tuple[Ordinary, ...]:
        """Moments of games, until every kind of step has been seen."""
        found: list[Ordinary] = []
        steps = set(self.laws(self.engine.choice_of(terms)).rulebook.steps.values())
        for seed in range(MOST_GAMES):
            if seed >= GAMES and {moment.due for moment in found} >= steps:
                break
            try:
                found += ordinary_game(self.mapping, players, seed, terms)
            except BadInput as error:
                raise NoPosition(str(error)) from None
        return tuple(found)

    def laws(self, choice: Choice) -> PositionLaws:
        return self.laws_by(frozenset(choice.items()))

    def _laws_by(self, choice: frozenset[tuple[str, str]]) -> PositionLaws:
        return PositionLaws(self.mapping.machine(dict(choice)).rulebook, self.claims)

    # Positions

    def positions(
        self, given: Values, step: str | None, arguments: tuple[Any, ...], choice: Choice
    ) -> Iterator[Values]:
        symbols = self.laws(choice).symbols
        if all(_is_whole(given.get(name)) for name, symbol in symbols.items() if symbol.role is not Role.ARGUMENT):
            yield given
            return
        for one in self.completed(given, step, arguments, choice):
            yield {name: value for name, value in one.values.items() if symbols[name].role is not Role.ARGUMENT}

    def completed(
        self, given: Values, step: str | None = None, arguments: tuple[Any, ...] = (), choice: Choice = OURS
    ) -> Iterator[Completed]:
        """Whole positions that agree with what is given, in which the step comes next if that can be."""
        laws = self.laws(choice)
        if unknown := sorted(set(given) - laws.symbols.keys()):
            raise NoPosition(f"no such symbol: {', '.join(unknown)}")
        if given.get("players") is None:
            raise NoPosition("players: not given")
        taken = None if step is None else laws.rulebook.steps[step]
        known = {**given, **({} if taken is None else arguments_of(taken, arguments))}
        moments = self.moments(given["players"], self.terms(given, laws, choice))
        _check_shapes(known, moments[0].values)
        found, obstacles, plain = False, [], self._plain(moments)
        for moment in _likely(moments, known, laws, taken):
            one = _completion(moment, known, laws, taken, plain)
            if (whole := one.found()) is not None:
                yield whole
                found = True
                if whole.dropped:
                    return
            obstacles.append(one.obstacle)
        if not found:
            raise NoPosition(f"no position is so: {obstacles[0]}")

    def terms(self, given: Values, laws: PositionLaws, choice: Choice) -> Terms:
        """The terms of a game with the numbers that are given."""
        standard = self.engine.standard
        counts = self.engine.player_counts(standard)
        usual = self.mapping.parameters(standard, given["players"] if given["players"] in counts else counts[0])
        numbers = [symbol.name for symbol in laws.symbols.values() if symbol.role is Role.PARAMETER]
        wanted = {name: given[name] for name in numbers if given.get(name) is not None}
        if not choice and all(usual.get(name, value) == value for name, value in wanted.items()):
            return standard
        return self.mapping.terms({**usual, **wanted}, choice)

    def _plain(self, moments: Sequence[Ordinary]) -> Values:
        return {name: moments[0].values[name] for name in self.as_at_first}

    # Moments between two decisions

    def approaches(self, given: Values, due: str, choice: Choice) -> Iterator[Approach]:
        laws = self.laws(choice)
        moments = self.moments(given["players"], self.terms(given, laws, choice))
        _check_shapes(given, moments[0].values)
        for plain in (self._plain(moments), {}):
            yield from _undone(given, laws.rulebook.steps[due], laws, moments, plain)


def _is_whole(value: Any) -> bool:
    return value is not None and all(entry is not None for _, entry in entries(value))


def _check_shapes(given: Values, like: Values) -> None:
    """Refuse a table with more entries than there are places."""
    for name, value in given.items():
        places = dict(entries(like.get(name)))
        if any(entry is not None and place not in places for place, entry in entries(value)) and name in like:
            raise NoPosition(f"{name}: there are not so many places")


def _likely(moments: Sequence[Ordinary], given: Values, laws: PositionLaws, step: Step | None) -> Iterable[Ordinary]:
    """Ordinary moments at which the step comes next; if none is known, those in which the least is wrong."""
    if step is not None and (due := nearest((moment for moment in moments if moment.due is step), given)):
        return due[:TRIES]
    likely = nearest((one for one in moments if one.due is None or not one.due.is_consequence), given)
    return sorted(likely, key=lambda moment: _wrong(moment, given, laws))[:TRIES]


def _wrong(moment: Ordinary, given: Values, laws: PositionLaws) -> int:
    """How many conditions do not hold in an ordinary position with what is given in it."""
    whole = {name: merged(value, given.get(name)) for name, value in moment.values.items()}
    return laws.broken(whole, {name for name, value in whole.items() if value != moment.values[name]})


def _completion(
    moment: Ordinary, known: Values, laws: PositionLaws, step: Step | None, plain: Values
) -> Completion:
    course, ordinary = StepCourse(laws.rulebook), moment.values
    more = nothing_due(laws.rulebook)
    if step is not None:
        more = taking(course, step, usual=moment.due is step, firm=step.is_consequence)
        ordinary = {**{symbol.name: known[symbol.name] for symbol in step.arguments}, **ordinary}
    return Completion(course, ordinary, known, [*laws.lasting, *more], plain)


def _undone(
    given: Values, due: Step, laws: PositionLaws, moments: Sequence[Ordinary], plain: Values, depth: int = 0
) -> Iterator[Approach]:
    """Positions from which one step, or several, lead to one that agrees with what is given."""
    wanted = {name: value for name, value in given.items() if laws.symbols[name].role is Role.STATE}
    fixed = {name: value for name, value in given.items() if name not in wanted}
    for before in _leading_to(due, moments, wanted):
        assert before.due is not None
        step, course = before.due, StepCourse(laws.rulebook, (before.due,))
        conditions = [*course.guards(), *taking(course, due), *course.outcome(wanted), *laws.lasting]
        wished = {**plain, **{name: merged(plain.get(name), value) for name, value in wanted.items()}}
        one = Completion(course, before.values, fixed, conditions, wished).found()
        if one is not None:
            arguments = [symbol.name for symbol in step.arguments]
            values = {name: v for name, v in one.values.items() if laws.symbols[name].role is not Role.ARGUMENT}
            if not step.is_consequence:
                yield Approach(values, step.name, tuple(one.values[name] for name in arguments))
            elif depth < DEEPEST:
                yield from _undone(values, step, laws, moments, {}, depth + 1)


def _leading_to(due: Step, moments: Sequence[Ordinary], wanted: Values) -> list[Ordinary]:
    """For each step that ordinarily comes before this one, decisions first, the nearest moment at which it is taken."""
    found = [one for one, later in pairwise(moments) if later.due is due and later.last is one.due]
    return sorted(nearest(found, wanted), key=lambda moment: moment.due is None or moment.due.is_consequence)
