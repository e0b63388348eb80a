"""Symbolic execution: a plain Python function run over unknown numbers, along every path it can take.

An unknown behaves like a number until the function asks a question about it. If both answers are possible, the
function is run again from its beginning for the other one, so every path is followed exactly once and none is guessed.
At the end of a path a claim about what the function returned is decided by the solver under everything that was
answered on the way: if it holds on every path, it holds for all values. Nothing here knows any game.

Functions are run as they are written. Names of builtins that would ask needless questions (``max`` of unknowns asks for
their order) can be lifted for a while: :func:`lifted` gives modules versions that answer with an expression instead.
"""

from __future__ import annotations

import importlib
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

import z3

from archipel.checks.proofs.engine.stand_ins import instead

Found = TypeVar("Found")

TIMEOUT_MS = 20_000
MOST_PATHS = 100_000
TOLD = 5


class TooManyPathsError(Exception):
    """The function has more paths than were allowed; nothing is known about the rest."""


class ContradictionError(Exception):
    """No values at all satisfy the assumptions, so that anything would follow from them."""


class WrongCallError(Exception):
    """A function was not called as the lemma that stands for it assumes (assume-guarantee reasoning)."""


def assume(what: str, holds: bool) -> None:
    """For a lemma that stands for a function: it is about these arguments and no others."""
    if not holds:
        raise WrongCallError(f"not called as what was proved of it assumes: {what}")


class Undecided(Exception):  # noqa: N818
    """The solver ran out of time over a question whose answer is needed to go on."""


# Unknowns


class SymbolicBool:
    """A truth value that may not be known; asking for it takes one path for each possible answer."""

    def __init__(self, term: Any) -> None:
        self.term = term

    def __bool__(self) -> bool:
        return _running().answer(self.term)

    def __index__(self) -> int:
        return int(bool(self))

    __int__ = __index__

    def __eq__(self, other: object) -> Any:
        return SymbolicBool(self.term == term_of(other)) if isinstance(other, bool | SymbolicBool) else False

    def __hash__(self) -> int:
        return hash(bool(self))

    def __repr__(self) -> str:
        return f"<{self.term}>"


class SymbolicInt:
    """A whole number that may not be known; used as a position, it takes one path for each possible value.

    What was made of it is kept and made once only (hash consing): a function is run again for every path.
    """

    def __init__(self, term: Any) -> None:
        self.term = term
        self._made: dict[Any, tuple[Any, Any]] = {}

    def _with(self, how: Callable[[Any, Any], Any], other: Any, made: Callable[[Any], Any]) -> Any:
        """This and another one, put together to something."""
        key = (how, id(other), "unknown") if isinstance(other, SymbolicInt) else (how, other)
        if key not in self._made:
            self._made[key] = (other, made(how(self.term, term_of(other))))
        return self._made[key][1]

    def __bool__(self) -> bool:
        return bool(self._with(operator.ne, 0, SymbolicBool))

    def __index__(self) -> int:
        return _running().value(self.term)

    __int__ = __index__

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __repr__(self) -> str:
        return f"<{self.term}>"

    def __eq__(self, other: object) -> Any:
        return self._with(operator.eq, other, SymbolicBool) if isinstance(other, int | SymbolicInt) else False

    def __ne__(self, other: object) -> Any:
        return self._with(operator.ne, other, SymbolicBool) if isinstance(other, int | SymbolicInt) else True

    def __lt__(self, other: Any) -> Any:
        return self._with(operator.lt, other, SymbolicBool)

    def __le__(self, other: Any) -> Any:
        return self._with(operator.le, other, SymbolicBool)

    def __gt__(self, other: Any) -> Any:
        return self._with(operator.gt, other, SymbolicBool)

    def __ge__(self, other: Any) -> Any:
        return self._with(operator.ge, other, SymbolicBool)

    def __add__(self, other: Any) -> Any:
        return self._with(operator.add, other, SymbolicInt)

    def __sub__(self, other: Any) -> Any:
        return self._with(operator.sub, other, SymbolicInt)

    def __mul__(self, other: Any) -> Any:
        return self._with(operator.mul, other, SymbolicInt)

    def __mod__(self, other: int) -> Any:
        _positive(other)
        return self._with(operator.mod, other, SymbolicInt)

    def __floordiv__(self, other: int) -> Any:
        _positive(other)
        return self._with(operator.truediv, other, SymbolicInt)

    def __divmod__(self, other: int) -> tuple[Any, Any]:
        return self // other, self % other

    def __radd__(self, other: Any) -> Any:
        return self._with(_added_to, other, SymbolicInt)

    def __rsub__(self, other: Any) -> Any:
        return self._with(_taken_from, other, SymbolicInt)

    def __rmul__(self, other: Any) -> Any:
        return self._with(_times, other, SymbolicInt)

    def __neg__(self) -> Any:
        return 0 - self

    def being(self, number: int) -> list[tuple[Any, Any]]:
        """What is known where it is this number: terms, each with its value."""
        return [(self.term, z3.IntVal(number))]


def _added_to(term: Any, other: Any) -> Any:
    return other + term


def _taken_from(term: Any, other: Any) -> Any:
    return other - term


def _times(term: Any, other: Any) -> Any:
    return other * term


def _positive(divisor: int) -> None:
    if divisor <= 0:
        raise TypeError("only positive known numbers can divide an unknown")


class SymbolicChoice(SymbolicInt):
    """An unknown number below a small bound, known to the solver by one truth value for each number it can be.

    Which of several it is, solvers decide faster of truth values than of numbers.
    """

    def __init__(self, name: str, bound: int) -> None:
        self.options = [z3.Bool(f"{name}_is_{option}") for option in range(bound)]
        super().__init__(z3.Sum([z3.If(chosen, option, 0) for option, chosen in enumerate(self.options)]))

    def is_one(self) -> Any:
        """That it is exactly one of these numbers, which must be assumed."""
        pairs = itertools.combinations(self.options, 2)
        return z3.And(z3.Or(*self.options), *[z3.Not(z3.And(one, other)) for one, other in pairs])

    def being(self, number: int) -> list[tuple[Any, Any]]:
        return [(chosen, z3.BoolVal(option == number)) for option, chosen in enumerate(self.options)]

    def __eq__(self, other: object) -> Any:
        if isinstance(other, int):
            return SymbolicBool(self.options[other]) if 0 <= other < len(self.options) else False
        return super().__eq__(other)

    __hash__ = SymbolicInt.__hash__


class SymbolicTuple(tuple[Any, ...]):
    """A tuple that answers with one expression where a tuple would need one path for each position."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        return item_at(tuple(self), place) if isinstance(place, SymbolicInt) else super().__getitem__(place)

    def __contains__(self, item: object) -> bool:
        return bool(some([own == item for own in self]))

    def count(self, item: Any) -> Any:
        return sum([either(own == item, 1, 0) for own in self])

    def index(self, item: Any, *_: Any) -> Any:
        if item not in self:
            raise ValueError("not in the tuple")
        found: Any = len(self) - 1
        for place in reversed(range(len(self) - 1)):
            found = either(self[place] == item, place, found)
        return found


class SymbolicList(list[Any]):
    """A list of numbers that can be read and written at an unknown position without a path for each position."""

    def __getitem__(self, place: Any) -> Any:
        return item_at(tuple(self), place) if isinstance(place, SymbolicInt) else super().__getitem__(place)

    def __setitem__(self, place: Any, item: Any) -> None:
        if not isinstance(place, SymbolicInt):
            return super().__setitem__(place, item)
        for number, new in enumerate(with_item(tuple(self), place, item)):
            super().__setitem__(number, new)
        return None


def _one_of(items: Sequence[Any], place: SymbolicInt) -> Any:
    found = items[-1]
    for number in reversed(range(len(items) - 1)):
        found = either(place == number, items[number], found)
    return found


def item_at(items: Sequence[Any], place: SymbolicInt) -> Any:
    """The item at an unknown position, as one expression."""
    return _one_of(items, _inside(place, len(items)))


def with_item(items: Sequence[Any], place: Any, item: Any) -> SymbolicTuple:
    """The same items with another one at a position that may be unknown."""
    if not isinstance(place, SymbolicInt):
        return SymbolicTuple([*items[:place], item, *items[place + 1 :]])
    inside = _inside(place, len(items))
    return SymbolicTuple([_exchanged(old, item, inside, number) for number, old in enumerate(items)])


def _exchanged(old: Any, new: Any, place: SymbolicInt, number: int) -> Any:
    """One item where the place is this number, and another one elsewhere.

    What the new one says of items at the place is then said of the item with this number, and a number is told by what
    is added to the old one: solvers need not find out which item was read and written back.
    """
    if isinstance(new, tuple) and isinstance(old, tuple) and len(new) == len(old):
        return SymbolicTuple([_exchanged(*pair, place, number) for pair in zip(old, new, strict=True)])
    if not (isinstance(new, SymbolicInt) and isinstance(old, int | SymbolicInt)):
        return either(place == number, new, old)
    there = z3.substitute(new.term, *place.being(number))
    return old + either(place == number, SymbolicInt(z3.simplify(there - term_of(old))), 0)


def _inside(place: SymbolicInt, length: int) -> SymbolicInt:
    if isinstance(place, SymbolicChoice) and len(place.options) <= length:
        return place
    if not SymbolicBool(z3.And(place.term >= -length, place.term < length)):
        raise IndexError("position out of range")
    return place + length if place < 0 else place


def either(condition: Any, then: Any, otherwise: Any) -> Any:
    """One value or the other: numbers and truth values as one expression, tuples item by item."""
    if then is otherwise or condition is True:
        return then
    if condition is False:
        return otherwise
    if isinstance(then, tuple) and isinstance(otherwise, tuple) and len(then) == len(otherwise):
        return SymbolicTuple(either(condition, a, b) for a, b in zip(then, otherwise, strict=True))
    if isinstance(then, bool | SymbolicBool) and isinstance(otherwise, bool | SymbolicBool):
        return SymbolicBool(z3.If(term_of(condition), term_of(then), term_of(otherwise)))
    if isinstance(then, int | SymbolicInt) and isinstance(otherwise, int | SymbolicInt):
        return SymbolicInt(z3.If(term_of(condition), term_of(then), term_of(otherwise)))
    return then if condition else otherwise


def unknown(name: str) -> Any:
    """A number about which nothing is known yet; it may stand wherever a number is expected, hence the type."""
    return SymbolicInt(z3.Int(name))


def unknown_truth(name: str) -> Any:
    """A truth value about which nothing is known yet."""
    return SymbolicBool(z3.Bool(name))


def term_of(value: Any) -> Any:
    """A number or truth value, known or not, as the solver's expression."""
    if isinstance(value, SymbolicInt | SymbolicBool):
        return value.term
    if isinstance(value, bool):
        return z3.BoolVal(value)
    return z3.IntVal(value) if isinstance(value, int) else value


def plain(value: Any) -> Any:
    """Nested tuples with the solver's expressions in place of unknowns; what is known stays as it is."""
    if isinstance(value, tuple | list):
        return tuple(map(plain, value))
    return value.term if isinstance(value, SymbolicInt | SymbolicBool) else value


# Builtins that ask no needless question


def greatest(*arguments: Any) -> Any:
    """``max``, without asking for the order of unknowns."""
    return _extreme(arguments, lambda a, b: a > b)


def smallest(*arguments: Any) -> Any:
    """``min``, without asking for the order of unknowns."""
    return _extreme(arguments, lambda a, b: a < b)


def _extreme(arguments: tuple[Any, ...], better: Callable[[Any, Any], Any]) -> Any:
    items = list(arguments[0]) if len(arguments) == 1 else list(arguments)
    best = items[0]
    for item in items[1:]:
        best = either(better(item, best), item, best)
    return best


def some(items: Iterable[Any]) -> Any:
    """``any``, as one expression."""
    return _joined(list(items), z3.Or, any)


def every(items: Iterable[Any]) -> Any:
    """``all``, as one expression."""
    return _joined(list(items), z3.And, all)


def _joined(items: list[Any], join: Callable[..., Any], known: Callable[[Iterable[Any]], bool]) -> Any:
    if not any(isinstance(item, SymbolicInt | SymbolicBool) for item in items):
        return known(items)
    return SymbolicBool(join(*map(_truth_of, items)))


def _truth_of(item: Any) -> Any:
    if isinstance(item, SymbolicInt):
        return item.term != 0
    return item.term if isinstance(item, SymbolicBool) else z3.BoolVal(bool(item))


LIFTED: Mapping[str, Any] = {"max": greatest, "min": smallest, "any": some, "all": every}
LIFTED_CONTAINERS: Mapping[str, Any] = {"list": SymbolicList, "tuple": SymbolicTuple}


@contextmanager
def lifted(*modules: ModuleType, containers: bool = False, **names: Any) -> Iterator[None]:
    """For a while, let modules see builtins that work on unknowns, and other meanings of some of their names."""
    given = {**LIFTED, **(LIFTED_CONTAINERS if containers else {}), **names}
    with ExitStack() as stack:
        for module in modules:
            stack.enter_context(instead(module, given))
        yield


# Paths


@dataclass
class _Answer:
    """One question on the way: what was answered, and whether the other answer is still to be followed."""

    term: Any
    given: bool
    other_open: bool
    assumed: bool
    value: int | None = None
    supposed: bool = False


@dataclass(frozen=True)
class Failure:
    """Values for which a claim does not hold, and the names of the claims that fail for them."""

    claims: tuple[str, ...]
    situation: Mapping[str, str]

    def __str__(self) -> str:
        values = ", ".join(f"{name} = {value}" for name, value in self.situation.items())
        return f"{', '.join(self.claims)} if {values or 'all unknowns are 0'}"


class _Run:
    """All runs of one function: the answers of the present one, and the solver that knows them."""

    def __init__(self, assumptions: Iterable[Any]) -> None:
        self.solver = z3.SolverFor("QF_LIA")
        self.solver.set("timeout", TIMEOUT_MS)
        self.solver.add(*map(term_of, assumptions))
        if self.solver.check() == z3.unsat:
            raise ContradictionError("the assumptions exclude one another")
        self.answers: list[_Answer] = []
        self.position = 0

    def answer(self, term: Any, value: int | None = None) -> bool:
        if value is None:
            term = z3.simplify(term)
            if z3.is_true(term) or z3.is_false(term):
                return bool(z3.is_true(term))
        if self.position == len(self.answers):
            self._ask(term, value)
        self.position += 1
        return self.answers[self.position - 1].given

    def _ask(self, term: Any, value: int | None) -> None:
        possible = self.solver.check(term) != z3.unsat
        other = self.solver.check(z3.Not(term)) != z3.unsat
        if possible and other:
            self.solver.push()
            self.solver.add(term)
        self.answers.append(_Answer(term, possible, possible and other, possible and other, value))

    def suppose(self, term: Any) -> None:
        """Go on under one more assumption; it is none of the answers by which paths are told apart."""
        if self.position == len(self.answers):
            self.solver.push()
            self.solver.add(term)
            self.answers.append(_Answer(term, True, False, True, supposed=True))
        self.position += 1

    def value(self, term: Any) -> int:
        term = z3.simplify(term)
        if z3.is_int_value(term):
            return int(term.as_long())
        while True:
            value = self._candidate(term)
            if self.answer(term == value, value):
                return value

    def _candidate(self, term: Any) -> int:
        if self.position < len(self.answers):
            value = self.answers[self.position].value
            assert value is not None, "the function does not do the same twice"
            return value
        if self.solver.check() != z3.sat:
            raise Undecided(f"no value found for {term}")
        return int(self.solver.model().eval(term, model_completion=True).as_long())

    def next_path(self) -> bool:
        """Go back to the last question with an answer still to be followed, and give that answer."""
        self.position = 0
        while self.answers and not self.answers[-1].other_open:
            if self.answers.pop().assumed:
                self.solver.pop()
        if not self.answers:
            return False
        last = self.answers[-1]
        self.solver.pop()
        self.solver.push()
        self.solver.add(z3.Not(last.term))
        last.given, last.other_open = False, False
        return True

    def no_path_is_missing(self, conditions: Sequence[Sequence[Any]]) -> None:
        """Write down, for another solver, that the paths followed are all there are."""
        if _transcripts:
            self.solver.push()
            self.solver.add(z3.Not(z3.Or(*[z3.And(*condition) for condition in conditions])))
            self._write_down()
            self.solver.pop()

    def _write_down(self) -> None:
        if _transcripts:
            script = z3.Solver()
            script.add(*[z3.simplify(fact) for fact in self.solver.assertions()])
            _transcripts[-1].append(script.to_smt2())

    def condition(self) -> list[Any]:
        return [a.term if a.given else z3.Not(a.term) for a in self.answers if a.assumed and not a.supposed]

    def _fixed(self) -> list[tuple[Any, Any]]:
        """The terms whose value this path has settled, with that value."""
        values = [tuple(a.term.children()) for a in self.answers if a.given and a.value is not None]
        truths = [(a.term, z3.BoolVal(a.given)) for a in self.answers if z3.is_const(a.term)]
        return [*values, *truths]

    def failure(self, claims: Mapping[str, Any]) -> Failure | None:
        terms = {name: term_of(claim) for name, claim in claims.items()}
        together = z3.simplify(z3.substitute(z3.And(*terms.values()), *self._fixed()))
        if z3.is_true(together):
            return None
        self.solver.push()
        self.solver.add(z3.Not(together))
        try:
            found = self.solver.check()
            if found == z3.unknown:
                raise Undecided(f"no answer about {', '.join([*claims][:TOLD])}{', …' if len(claims) > TOLD else ''}")
            self._write_down()
            return _failure(self.solver.model(), terms) if found == z3.sat else None
        finally:
            self.solver.pop()


def _failure(model: Any, claims: Mapping[str, Any]) -> Failure:
    failing = [name for name, term in claims.items() if not z3.is_true(model.eval(term, model_completion=True))]
    values = {str(name): str(model[name]) for name in sorted(model.decls(), key=str) if name.arity() == 0}
    return Failure(tuple(failing), {name: value for name, value in values.items() if value not in ("0", "False")})


class Answering(Protocol):
    """Whoever answers what a function asks about unknowns while it runs."""

    def answer(self, term: Any, value: int | None = None) -> bool: ...

    def value(self, term: Any) -> int: ...


_runs: list[Answering] = []
_transcripts: list[list[str]] = []


@contextmanager
def transcribed() -> Iterator[list[str]]:
    """Collect, in SMT-LIB, what the solver was asked to refute at the end of paths, and that no path is missing.

    Each script must be unsatisfiable; another solver can say whether it thinks so too.
    """
    _transcripts.append([])
    try:
        yield _transcripts[-1]
    finally:
        _transcripts.pop()


def second_opinion(script: str, timeout: int = TIMEOUT_MS) -> str:
    """What cvc5 says of a script: sat, unsat or unknown."""
    cvc5 = importlib.import_module("cvc5")
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(timeout))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, "(set-logic ALL)" + script, "path")
    said = []
    while not (command := parser.nextCommand()).isNull():
        said.append(str(command.invoke(solver, parser.getSymbolManager())).strip())
    return next((word for word in reversed(said) if word), "unknown")


@contextmanager
def running(answering: Answering) -> Iterator[None]:
    """Let somebody answer what is asked about unknowns meanwhile."""
    _runs.append(answering)
    try:
        yield
    finally:
        _runs.pop()


def _running() -> Answering:
    if not _runs:
        raise Undecided("an unknown has no value outside a symbolic run")
    return _runs[-1]


def is_running() -> bool:
    """Whether somebody answers what is asked about unknowns."""
    return bool(_runs)


def suppose(made: Callable[[str], tuple[Found, Sequence[Any]]]) -> Found:
    """Something of which only is known what was promised of it: given a name of its own, and the promises as terms.

    There must be values that keep the promises whatever else is known, or anything could be shown.
    """
    run = _running()
    if not isinstance(run, _Run) or len(_runs) > 1:
        raise Undecided("nothing can be supposed within a condition")
    found, promises = made(f"supposed_{run.position}")
    run.suppose(z3.And(*map(term_of, promises)))
    return found


@dataclass(frozen=True)
class Path(Generic[Found]):
    """One way through the function: what had to be answered, and what it returned or raised.

    Claims can be decided until the next path is asked for.
    """

    run: _Run
    returned: Found | None
    error: Exception | None
    condition: tuple[Any, ...]

    @property
    def value(self) -> Found:
        """What the function returned on this path."""
        if self.error is not None:
            raise self.error
        return self.returned  # type: ignore[return-value]

    def failure(self, claims: Mapping[str, Any]) -> Failure | None:
        """Values that lead along this path and for which some claim does not hold, if there are any."""
        return self.run.failure(claims)


def explore(
    function: Callable[[], Found], assumptions: Iterable[Any] = (), most: int = MOST_PATHS
) -> Iterator[Path[Found]]:
    """Every path of a function of unknowns that satisfy the assumptions; more than ``most`` is an error.

    What the function raises is an outcome of its path like any other.
    """
    run = _Run(assumptions)
    conditions = []
    for _ in range(most):
        path = _followed(run, function)
        conditions.append(path.condition)
        yield path
        if not run.next_path():
            run.no_path_is_missing(conditions)
            return
    raise TooManyPathsError(f"more than {most} paths")


def _followed(run: _Run, function: Callable[[], Found]) -> Path[Found]:
    returned: Found | None = None
    error: Exception | None = None
    try:
        with running(run):
            returned = function()
    except (Undecided, TypeError):
        raise
    except Exception as raised:
        error = raised
    return Path(run, returned, error, tuple(run.condition()))
