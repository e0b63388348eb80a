"""Theorems: what is claimed to follow from the clauses, each stated so that it could be false.

A theorem has an id, a statement in two languages, the clauses it is about, and one or more formal claims. What form a
claim has says how it is decided: from the invariants, by induction over every kind of step, over one step at a time,
by a situation that shows it, or by working through every case.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from archipel.spec.clauses import LANGUAGES, Nature, Part, Rulebook, Step
from archipel.spec.logic.terms import (
    Exists,
    Forall,
    Num,
    NumApply,
    NumFunction,
    Prop,
    Term,
    Variable,
    all_of,
    any_of,
    falsehood,
    implies,
    negation,
    number,
    rebuild,
    substitute,
    truth,
)


class Form(enum.Enum):
    """What a claim speaks of."""

    NUMBERS = "numbers"
    OPENING = "opening"
    POSITION = "position"
    INVARIANT = "invariant"
    STEP = "step"
    POSSIBLE = "possible"
    WORKED_OUT = "worked out"


METHODS: Mapping[Form, str] = {
    Form.NUMBERS: "validity",
    Form.OPENING: "validity",
    Form.POSITION: "validity",
    Form.INVARIANT: "induction",
    Form.STEP: "validity",
    Form.POSSIBLE: "a situation",
    Form.WORKED_OUT: "exhaustion",
}


class Outcome(enum.Enum):
    """What is expected of a theorem."""

    HOLDS = "holds"
    FAILS = "fails"


@dataclass(frozen=True, eq=False)
class Claim:
    """One formal claim of a theorem.

    ``steps`` are those a claim about a step is about. A claim without a term is worked out by a procedure of its name.
    """

    theorem: str
    form: Form
    name: str
    term: Prop | None = None
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, eq=False)
class Theorem:
    """Something that follows from the clauses, or is expected not to."""

    rulebook: Rulebook
    id: str
    statements: Mapping[str, str]
    clauses: tuple[str, ...]
    covers: tuple[str, ...]
    players: tuple[int, ...]
    outcome: Outcome
    rests_on: tuple[str, ...]
    uses: tuple[str, ...] | None
    claims: list[Claim] = field(default_factory=list)

    def statement(self, language: str, numbers: Mapping[str, int]) -> str:
        """The sentence, with the game's numbers filled in."""
        return self.statements[language].format(**numbers)

    @property
    def methods(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(METHODS[claim.form] for claim in self.claims))

    def numbers(self, body: Callable[[], Prop]) -> Callable[[], Prop]:
        """A claim about the numbers of the game alone, for all material that meets the requirements."""
        return self._claim(Form.NUMBERS, body)

    def opening(self, body: Callable[[], Prop]) -> Callable[[], Prop]:
        """A claim about every opening position."""
        return self._claim(Form.OPENING, body)

    def everywhere(self, body: Callable[[], Prop]) -> Callable[[], Prop]:
        """A claim about every position in which the invariants hold."""
        return self._claim(Form.POSITION, body)

    def kept(self, body: Callable[[], Prop]) -> Callable[[], Prop]:
        """An invariant: every opening has it, and every step keeps it."""
        return self._claim(Form.INVARIANT, body)

    def possible(self, body: Callable[[], Prop]) -> Callable[[], Prop]:
        """A claim that some position, in which the invariants hold, is like this."""
        return self._claim(Form.POSSIBLE, body)

    def over(self, *steps: Step) -> Callable[[Callable[[], Prop]], Callable[[], Prop]]:
        """A claim about taking one of these steps where it is allowed; ``after`` speaks of where it leads."""

        def decorate(body: Callable[[], Prop]) -> Callable[[], Prop]:
            return self._claim(Form.STEP, body, steps)

        return decorate

    def worked_out(self, *names: str) -> Theorem:
        """Claims that a procedure of the checks works out case by case."""
        self.claims.extend(Claim(self.id, Form.WORKED_OUT, name) for name in names)
        return self

    def _claim(self, form: Form, body: Callable[[], Prop], steps: tuple[Step, ...] = ()) -> Callable[[], Prop]:
        self.claims.append(Claim(self.id, form, body.__name__, body(), steps))
        return body


class Theory:
    """The theorems of one rulebook, in its order."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.theorems: dict[str, Theorem] = {}

    def theorem(
        self,
        id: str,
        *clauses: str,
        en: str,
        fr: str,
        covers: Sequence[str] = (),
        players: Sequence[int] = (),
        outcome: Outcome = Outcome.HOLDS,
        rests_on: Sequence[Num] = (),
        uses: Sequence[str] | None = None,
    ) -> Theorem:
        """State a theorem about some clauses.

        ``players`` are the player counts it is about (none given: all). ``rests_on`` are the numbers of the game whose
        exact range is to be found. ``uses`` names the invariants a proof may use (none given: all that bear on it).
        """
        if id in self.theorems:
            raise ValueError(f"{id} is stated twice")
        if unknown := [clause for clause in clauses if clause not in self.rulebook.clauses]:
            raise ValueError(f"{id} is about clauses that do not exist: {', '.join(unknown)}")
        names = tuple(_parameter(term) for term in rests_on)
        found = Theorem(
            self.rulebook,
            id,
            dict(zip(LANGUAGES, (en, fr), strict=True)),
            clauses,
            tuple(covers),
            tuple(players),
            outcome,
            names,
            None if uses is None else tuple(uses),
        )
        self.theorems[id] = found
        return found

    def claims(self, *forms: Form) -> tuple[Claim, ...]:
        return tuple(claim for theorem in self.theorems.values() for claim in theorem.claims if claim.form in forms)

    @property
    def invariants(self) -> tuple[Claim, ...]:
        """What clauses say of every position, and what theorems add to it; all are proved together."""
        stated = tuple(
            Claim(part.clause, Form.INVARIANT, part.name, _prop(part))
            for part in self.rulebook.parts(Nature.INVARIANT)
        )
        return stated + self.claims(Form.INVARIANT)


def _prop(part: Part) -> Prop:
    assert isinstance(part.term, Prop)
    return part.term


def _parameter(term: Num) -> str:
    if not isinstance(term, NumApply):
        raise TypeError(f"{term!r} is not a number of the game")
    return term.symbol.name


def besides_guards(rulebook: Rulebook, step: Step) -> list[Prop]:
    """What else is true whenever a step happens: an outcome weighs something, nothing that precedes it is due."""
    if step.is_chance:
        return [rulebook.weight(step) > 0]
    earlier = dict.fromkeys(part.step for part in rulebook.order() if part.later is step and part.step is not None)
    return [negation(_due_before(rulebook, first, step)) for first in earlier]


def _due_before(rulebook: Rulebook, first: Step, step: Step) -> Prop:
    """That a consequence is due which happens before this one."""
    if any(symbol.values is None for symbol in first.arguments):
        return falsehood
    others, own = _variables(first), [NumApply(symbol) for symbol in step.arguments]
    said = any_of(*_said(rulebook, (first, others), (step, own)))
    another = any_of(*(one != this for one, this in zip(others, own, strict=True))) if first is step else truth
    found = all_of(said, another, _possible(rulebook, first, others))
    for variable in reversed(others):
        found = Exists(variable, found)
    return found


def one_at_a_time(rulebook: Rulebook) -> Prop:
    """That what happens next is never left open: of two consequences that are due one precedes the other; and where a
    consequence is due or chance decides, nothing else is possible."""
    found = [_apart(rulebook, *pair) for pair in combinations(rulebook.steps.values(), 2)]
    found += [_ordered(rulebook, step, step) for step in rulebook.consequences if step.arguments]
    return all_of(*found)


def _apart(rulebook: Rulebook, one: Step, other: Step) -> Prop:
    if one.is_decision and other.is_decision:
        return truth
    return _ordered(rulebook, one, other)


def _ordered(rulebook: Rulebook, one: Step, other: Step) -> Prop:
    """That two steps are not both possible, unless they are consequences one of which precedes the other."""
    first, later = _variables(one), _variables(other)
    possible = (_possible(rulebook, one, first), _possible(rulebook, other, later))
    same = all_of(*(a == b for a, b in zip(first, later, strict=True))) if one is other else falsehood
    said = [same, *_said(rulebook, (one, first), (other, later)), *_said(rulebook, (other, later), (one, first))]
    found: Prop = implies(all_of(*possible), any_of(*said))
    for variable in reversed((*first, *later)):
        found = Forall(variable, found)
    return found


def _variables(step: Step) -> list[Variable]:
    return [Variable(symbol.name, symbol.values) for symbol in step.arguments if symbol.values is not None]


def _possible(rulebook: Rulebook, step: Step, variables: Sequence[Variable]) -> Prop:
    """All guards of a step over these variables; an argument with places stays what it is."""
    places = {symbol.name: NumFunction(symbol) for symbol in step.arguments if symbol.values is None}
    return allowed(rulebook, step, **{variable.name: variable for variable in variables}, **places)


def _said(
    rulebook: Rulebook, one: tuple[Step, Sequence[Num]], other: tuple[Step, Sequence[Num]]
) -> Iterator[Prop]:
    """What puts one of two consequences before the other."""
    for part in rulebook.order():
        if part.step is one[0] and part.later is other[0]:
            said = substitute(part.term, dict(zip(part.variables, (*one[1], *other[1]), strict=False)))
            assert isinstance(said, Prop)
            yield said


def allowed(rulebook: Rulebook, step: Step, /, **arguments: Num | int | Callable[[Num], Num]) -> Prop:
    """All guards of a step, with its arguments given; an argument with places is given as a function."""
    names = {symbol.name for symbol in step.arguments}
    if set(arguments) != names:
        raise TypeError(f"{step.name} takes {', '.join(sorted(names))}, got {', '.join(sorted(arguments))}")
    guards = []
    for part in rulebook.guards(step):
        guard = _with_arguments(part.term, arguments)
        assert isinstance(guard, Prop)
        guards.append(guard)
    return all_of(*guards)


def _with_arguments(term: Term, arguments: Mapping[str, Num | int | Callable[[Num], Num]]) -> Term:
    if isinstance(term, NumApply) and term.symbol.name in arguments:
        given = arguments[term.symbol.name]
        if isinstance(given, Num | int):
            return number(given)
        return given(*(_number(_with_arguments(place, arguments)) for place in term.places))
    return rebuild(term, lambda child: _with_arguments(child, arguments))


def _number(term: Term) -> Num:
    assert isinstance(term, Num)
    return term
