"""Theorems: what is claimed to follow from the clauses, each stated so that it could be false.

A theorem has an id, a statement in two languages, the clauses it is about, and one or more formal claims. What form a
claim has says how it is decided: from the invariants, by induction over every kind of step, over one step at a time,
by a situation that shows it, or by working through every case.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from archipel.spec.clauses import LANGUAGES, Nature, Part, Rulebook, Step
from archipel.spec.logic.terms import (
    Num,
    NumApply,
    Prop,
    Term,
    all_of,
    number,
    rebuild,
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


def allowed(rulebook: Rulebook, step: Step, **arguments: Num | int | Callable[[Num], Num]) -> Prop:
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
