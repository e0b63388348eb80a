"""Concolic testing (generational search): inputs found by a solver for every side of every branch of plain Python code.

A function is run on real values while each of them also carries the term it stands for, so that every question the code
asks on its way (a comparison, a number used as a place) is written down. Turning one question round, under everything
that was answered before it, is a question for the solver; its answer is an input that takes the other side. Beside both
sides of a comparison its boundary is asked for, and one on either side of it. Nothing here knows any game.

What is covered is counted by goals: a place in the code, and a side of the question asked there.
"""

from __future__ import annotations

import dataclasses
import enum
import re
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import z3

from archipel.checks.proofs.engine.symbolic import running, term_of, unknown

TIMEOUT_MS = 3_000
TRIES = 3
MOST_IN_A_ROW = 5

# Files whose frames only pass a question on.
PASSED_ON = (str(Path(__file__).with_name("symbolic.py")), __file__)

# The place of a part among others of its kind: fields are fixed in all of them at once.
PLACE = re.compile(r"\.\d+")

Numbers = Mapping[str, int]


@dataclass(frozen=True, order=True)
class Site:
    """A place in the code where something is asked."""

    module: str
    function: str
    line: int
    instruction: int
    time: int = 0
    """How many questions were asked there just before: ``any`` and ``all`` ask one after another."""

    def __str__(self) -> str:
        return f"{self.module}.{self.function}, line {self.line}"


@dataclass(frozen=True)
class Goal:
    """One side of a question, the distance from its boundary, or one value of a number used as a place."""

    site: Site
    side: bool | int | str

    def __str__(self) -> str:
        return f"{self.site}: {self.side}"


class AskedBranch:
    """A question on the way: who asked it, of what, and the answer that was given."""

    def __init__(self, site: Site, term: Any, given: bool | int, distance: int | None = None) -> None:
        self.site, self.term, self.given, self.distance = site, term, given, distance

    @property
    def holds(self) -> Any:
        """The answer as a term."""
        if isinstance(self.given, bool):
            return self.term if self.given else z3.Not(self.term)
        return self.term == self.given

    @property
    def reached(self) -> list[Goal]:
        near = self.distance is not None and abs(self.distance) <= 1
        return [Goal(self.site, self.given), *([Goal(self.site, f"{self.distance:+}")] if near else [])]

    def others(self) -> list[Goal]:
        """What other answers would reach: the other side, the boundary and one on either side of it, other places."""
        if not isinstance(self.given, bool):
            return [Goal(self.site, place) for place in (*range(self.given), self.given + 1)]
        near = [] if self.distance is None else [n for n in (-1, 0, 1) if n != self.distance]
        return [Goal(self.site, not self.given), *[Goal(self.site, f"{n:+}") for n in near]]

    def reaching(self, goal: Goal) -> Any:
        """What has to hold for one of the others."""
        if isinstance(goal.side, str):
            return self.term.arg(0) - self.term.arg(1) == int(goal.side)
        if isinstance(goal.side, bool):
            return self.term if goal.side else z3.Not(self.term)
        return self.term == goal.side


def _site() -> Site:
    """Who asks: the nearest frame that does not only pass the question on."""
    frame = sys._getframe(2)
    while frame.f_code.co_filename in PASSED_ON and frame.f_back is not None:
        frame = frame.f_back
    code = frame.f_code
    return Site(frame.f_globals["__name__"].rpartition(".")[2], code.co_name, frame.f_lineno, frame.f_lasti)


COMPARING = (z3.Z3_OP_LE, z3.Z3_OP_LT, z3.Z3_OP_GE, z3.Z3_OP_GT, z3.Z3_OP_EQ, z3.Z3_OP_DISTINCT)


class BranchQuestion:
    """A term that is asked for, and what is known of it without any values."""

    def __init__(self, term: Any) -> None:
        simple = z3.simplify(term)
        comparing = term.decl().kind() in COMPARING and z3.is_int(term.arg(0))
        self.term = term
        self.open = not (z3.is_true(simple) or z3.is_false(simple) or z3.is_int_value(simple))
        self.sides = (term.arg(0), term.arg(1)) if comparing else None


class Questions:
    """Every question that was asked in any run so far: the same ones are asked again and again."""

    def __init__(self) -> None:
        self._questions: dict[int, BranchQuestion] = {}
        self._equal: dict[tuple[str, int], tuple[Any, Any]] = {}

    def of(self, term: Any) -> BranchQuestion:
        key = term.get_id()
        if key not in self._questions:
            self._questions[key] = BranchQuestion(term)
        return self._questions[key]

    def being(self, name: str, value: int) -> tuple[Any, Any]:
        """An unknown and what it is to be, as terms."""
        if (name, value) not in self._equal:
            self._equal[name, value] = z3.Int(name), z3.IntVal(value)
        return self._equal[name, value]


class Trace:
    """One run on real values, and the questions that were asked on its way."""

    def __init__(self, numbers: Numbers, questions: Questions) -> None:
        self.model = z3.Model()
        for name, value in numbers.items():
            self.model.update_value(*questions.being(name, value))
        self.asked: list[AskedBranch] = []
        self.error: Exception | None = None
        self.questions = questions
        self._values: dict[int, int] = {}

    def _known(self, term: Any) -> int:
        """What a term is worth for the values given."""
        key = term.get_id()
        if key not in self._values:
            found = self.model.eval(term, model_completion=True)
            self._values[key] = found.as_long() if z3.is_int(term) else z3.is_true(found)
        return self._values[key]

    def answer(self, term: Any, value: int | None = None) -> bool:
        """The truth of a term for the values given."""
        question = self.questions.of(term)
        given = bool(self._known(question.term))
        if question.open:
            distance = self._known(question.sides[0]) - self._known(question.sides[1]) if question.sides else None
            self.asked.append(AskedBranch(self._in_a_row(_site()), question.term, given, distance))
        return given

    def _in_a_row(self, site: Site) -> Site:
        """The same place, told apart by how often it has just asked."""
        last = self.asked[-1].site if self.asked else None
        again = last is not None and replace(last, time=0) == site
        return replace(site, time=min(last.time + 1, MOST_IN_A_ROW)) if last is not None and again else site

    def value(self, term: Any) -> int:
        """The number that a term is for the values given."""
        question = self.questions.of(term)
        found = self._known(question.term)
        if question.open:
            self.asked.append(AskedBranch(_site(), question.term, found))
        return found


def traced(function: Callable[[], object], numbers: Numbers, questions: Questions | None = None) -> Trace:
    """Run a function of unknowns on real values; what it raises ends the run like anything else."""
    trace = Trace(numbers, Questions() if questions is None else questions)
    with running(trace):
        try:
            function()
        except Exception as error:
            trace.error = error
    return trace


@dataclass
class BranchCoverage:
    """Which goals were reached, and how often others were looked for along some way without there being an input."""

    reached: set[Goal] = field(default_factory=set)
    missed: dict[Goal, int] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    """Modules whose branches nobody looks for."""

    def wanted(self, goal: Goal) -> bool:
        ignored = goal.site.module in self.ignored
        return not ignored and goal not in self.reached and self.missed.get(goal, 0) < TRIES

    def open(self) -> list[Goal]:
        """Sides of questions that no input was found for."""
        return sorted((goal for goal in self.missed if goal not in self.reached), key=str)


class ConcolicSearch:
    """Generational search from one input: others that reach what is not covered yet."""

    def __init__(self, function: Callable[[], object], assumptions: Sequence[Any], coverage: BranchCoverage) -> None:
        self.function = function
        self.coverage = coverage
        self.under_way: set[Goal] = set()
        self.questions = Questions()
        self.solver = z3.SolverFor("QF_LIA")
        self.solver.set("timeout", TIMEOUT_MS)
        self.solver.add(*[term for term in map(term_of, assumptions) if not z3.is_true(term)])

    def inputs(self, start: Numbers, most: int) -> Iterator[Numbers]:
        """The input to start from and then new ones, each of which reaches something new."""
        queue, found = [start], 0
        while queue and found < most:
            numbers = queue.pop(0)
            trace = traced(self.function, numbers, self.questions)
            self.under_way -= {goal for asked in trace.asked for goal in asked.reached}
            goals = {goal for asked in trace.asked for goal in asked.reached}
            reached = {goal for goal in goals if goal.site.module not in self.coverage.ignored}
            if reached <= self.coverage.reached and found:
                continue
            self.coverage.reached |= reached
            found += 1
            yield numbers
            queue += self._turned_round(trace, numbers)

    def _turned_round(self, trace: Trace, numbers: Numbers) -> Iterator[Numbers]:
        self.solver.push()
        told: set[int] = set()
        try:
            for asked in trace.asked:
                for goal in asked.others():
                    if goal in self.under_way or not self.coverage.wanted(goal):
                        continue
                    other = self._solved(asked.reaching(goal), numbers)
                    if other is None:
                        self.coverage.missed[goal] = self.coverage.missed.get(goal, 0) + 1
                    else:
                        self.under_way.add(goal)
                        yield other
                if asked.term.get_id() not in told:
                    told.add(asked.term.get_id())
                    self.solver.add(asked.holds)
        finally:
            self.solver.pop()

    def _solved(self, term: Any, numbers: Numbers) -> dict[str, int] | None:
        """Values under which a term holds too; what they leave open stays as it was."""
        self.solver.push()
        try:
            self.solver.add(term)
            if self.solver.check() != z3.sat:
                return None
            model = self.solver.model()
            said = {str(name): model[name] for name in model.decls()}
            return {name: said[name].as_long() if name in said else value for name, value in numbers.items()}
        finally:
            self.solver.pop()


# Values with unknowns in the place of their numbers, and back


def with_numbers(value: Any, name: str, fixed: Container[str], number: Callable[[str, int], Any]) -> Any:
    """The same value with other numbers in it, but for the fields that stay fixed.

    An object is taken apart by its fields, a tuple by its items; their names tell the way to a number.
    """
    if PLACE.sub("", name) in fixed or value is None or isinstance(value, bool | str | enum.Enum):
        return value
    if isinstance(value, int):
        return number(name, value)
    if isinstance(value, tuple):
        return tuple([with_numbers(item, f"{name}.{place}", fixed, number) for place, item in enumerate(value)])
    return _rebuilt(value, lambda part, item: with_numbers(item, f"{name}.{part}".strip("."), fixed, number))


def numbers_in(value: Any, name: str, fixed: Container[str]) -> dict[str, int]:
    """The numbers of a value that are not fixed, by name."""
    found: dict[str, int] = {}

    def told(place: str, number: int) -> int:
        found[place] = number
        return number

    with_numbers(value, name, fixed, told)
    return found


def freed(value: Any, name: str, fixed: Container[str]) -> Any:
    """The same value with an unknown in the place of every number that is not fixed."""
    return with_numbers(value, name, fixed, lambda place, _: unknown(place))


def settled(value: Any, name: str, fixed: Container[str], numbers: Numbers) -> Any:
    """The same value with the numbers that were found in their places."""
    return with_numbers(value, name, fixed, lambda place, _: numbers[place])


def _rebuilt(value: Any, part: Callable[[str, Any], Any]) -> Any:
    """An object of the same class made of other parts, whatever its class would say of them."""
    made = object.__new__(type(value))
    for name in field_names(value):
        object.__setattr__(made, name, part(name, getattr(value, name)))
    return made


def field_names(value: Any) -> tuple[str, ...]:
    """The names of an object's fields, in their order."""
    if dataclasses.is_dataclass(value):
        return tuple([each.name for each in dataclasses.fields(value)])
    return tuple(type(value).__slots__)
