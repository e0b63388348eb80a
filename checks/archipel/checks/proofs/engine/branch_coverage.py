"""Branch and condition coverage: which sides of plain Python code some work takes, and which no work can ever take.

Whatever ``if``, ``while``, ``assert``, a conditional expression or a comprehension asks, each operand of ``and`` and
``or``, and each comparison is a condition with two sides; where numbers are compared, their difference can also be -1,
0 or 1: the boundary, and one on either side of it. Conditions are found in the syntax tree, and the functions are given
code that tells what is answered. That nothing takes a side is shown with code that fails where it would be taken: what
is proved of all positions still holds then, or the side is not dead. Nothing here knows any game.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import linecache
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib.abc import InspectLoader
from types import CodeType, FunctionType, ModuleType
from typing import Any, Protocol
from unittest.mock import patch

from archipel.checks.proofs.engine.symbolic import SymbolicInt, Undecided, is_running

NO, YES = "no", "yes"
BOUNDARY = ("-1", "0", "+1")

ASKED, COMPARED = "__asked__", "__compared__"
SIGNS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
FLAGS = __future__.annotations.compiler_flag


@dataclass(frozen=True, order=True)
class Condition:
    """Something that a function asks; ``number`` tells apart what it asks in the same words."""

    function: str
    text: str
    number: int = 1
    compares: bool = False
    """Whether it compares what may be numbers."""

    def __str__(self) -> str:
        return f"{self.function}: {self.text}{f' #{self.number}' if self.number > 1 else ''}"


@dataclass(frozen=True, order=True)
class BranchSide:
    """One side of a condition, or how much more the first number of a comparison is than the second."""

    condition: Condition
    answer: str

    def __str__(self) -> str:
        return f"{self.condition} -> {self.answer}"


class TakenSideError(Exception):
    """A side was taken of which it is claimed that nothing takes it."""


class ConditionWatcher(Protocol):
    """Whoever is told what is asked."""

    def asked(self, condition: Condition, value: Any) -> None:
        """A condition was asked for this value."""

    def compared(self, condition: Condition, one: Any, other: Any, found: Any) -> None:
        """Two values were compared, and this was found."""


class TakenSides:
    """Watches real values: which sides were taken since this was last cleared, and which conditions compare numbers."""

    def __init__(self) -> None:
        self.taken: set[BranchSide] = set()
        self.numbers: set[Condition] = set()

    def asked(self, condition: Condition, value: Any) -> None:
        self.taken.add(BranchSide(condition, YES if value else NO))

    def compared(self, condition: Condition, one: Any, other: Any, found: Any) -> None:
        self.asked(condition, found)
        if condition.compares and type(one) is int and type(other) is int:
            self.numbers.add(condition)
            if abs(one - other) <= 1:
                self.taken.add(BranchSide(condition, BOUNDARY[one - other + 1]))


class ForbiddenSides:
    """Watches unknowns too: an error where one of some sides would be taken, and which conditions unknowns came to."""

    def __init__(self, sides: Collection[BranchSide]) -> None:
        self.reached: set[Condition] = set()
        self.taken: set[BranchSide] = set()
        self._answers: dict[Condition, set[str]] = {}
        for side in sides:
            self._answers.setdefault(side.condition, set()).add(side.answer)

    @property
    def conditions(self) -> frozenset[Condition]:
        return frozenset(self._answers)

    def asked(self, condition: Condition, value: Any) -> None:
        if is_running():
            self.reached.add(condition)
        if not self._answers[condition].isdisjoint((NO, YES)):
            self._refuse(condition, YES if value else NO)

    def compared(self, condition: Condition, one: Any, other: Any, found: Any) -> None:
        self.asked(condition, found)
        near = [answer for answer in BOUNDARY if answer in self._answers[condition]]
        if near and one is not None and other is not None:
            if not isinstance(one, int | SymbolicInt) or not isinstance(other, int | SymbolicInt):
                raise Undecided(f"{condition}: not about numbers")
            for answer in near:
                if one - other == int(answer):
                    self._refuse(condition, answer)

    def _refuse(self, condition: Condition, answer: str) -> None:
        if answer in self._answers[condition]:
            side = BranchSide(condition, answer)
            self.taken.add(side)
            raise TakenSideError(str(side))


class _Telling(ast.NodeTransformer):
    """The same code, telling what is asked in it and how that is answered."""

    def __init__(self, module: str, wanted: frozenset[Condition] | None) -> None:
        self.place, self.wanted = [module.rpartition(".")[2]], wanted
        self.found: list[Condition] = []
        self._times: Counter[tuple[str, str]] = Counter()

    def _condition(self, text: str, compares: bool = False) -> int | None:
        """The place of a new condition, if something is to be told of it."""
        function = ".".join(self.place)
        self._times[function, text] += 1
        condition = Condition(function, text, self._times[function, text], compares)
        self.found.append(condition)
        return len(self.found) - 1 if self.wanted is None or condition in self.wanted else None

    def _named(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        self.place.append(node.name)
        node.body = [self.visit(statement) for statement in node.body]
        self.place.pop()
        return node

    visit_FunctionDef = visit_ClassDef = _named  # noqa: N815

    def _asked(self, node: ast.expr) -> ast.expr:
        """An expression whose truth is asked for."""
        if isinstance(node, ast.BoolOp):
            node.values = [self._asked(value) for value in node.values]
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._asked(node.operand)
            return node
        if isinstance(node, ast.Compare):
            return self.visit_Compare(node)
        place = self._condition(ast.unparse(node))
        inner: ast.expr = self.visit(node)
        return inner if place is None else _call(ASKED, ast.Constant(place), inner)

    def _statement(self, node: ast.If | ast.While) -> ast.AST:
        node.test = self._asked(node.test) if not isinstance(node.test, ast.Constant) else node.test
        node.body = [self.visit(statement) for statement in node.body]
        node.orelse = [self.visit(statement) for statement in node.orelse]
        return node

    visit_If = visit_While = _statement  # noqa: N815

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test, node.body, node.orelse = self._asked(node.test), self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        node.test = self._asked(node.test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter, node.ifs = self.visit(node.iter), [self._asked(condition) for condition in node.ifs]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        node.values = [*map(self._asked, node.values[:-1]), self.visit(node.values[-1])]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        return self._asked(node) if isinstance(node.op, ast.Not) else self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        terms = [node.left, *node.comparators]
        if not all(isinstance(term, ast.Name | ast.Attribute | ast.Constant) for term in terms[1:-1]):
            raise ValueError(f"a term of a chain that would be worked out twice: {ast.unparse(node)}")
        found = [self._pair(*pair) for pair in zip(terms, node.ops, terms[1:], strict=False)]
        return found[0] if len(found) == 1 else ast.BoolOp(ast.And(), found)

    def _pair(self, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> ast.expr:
        place = self._condition(ast.unparse(ast.Compare(left, [sign], [right])), isinstance(sign, SIGNS))
        one, other = self.visit(left), self.visit(right)
        if place is None:
            return ast.Compare(one, [sign], [other])
        names = [ast.arg("one"), ast.arg("other")]
        given = ast.arguments(posonlyargs=[], args=names, kwonlyargs=[], kw_defaults=[], defaults=[])
        compare = ast.Compare(ast.Name("one", ast.Load()), [sign], [ast.Name("other", ast.Load())])
        return _call(COMPARED, ast.Constant(place), one, other, ast.Lambda(given, compare))


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


@lru_cache(maxsize=256)
def _rewritten(module: str, source: str, wanted: frozenset[Condition] | None) -> tuple[list[Condition], str]:
    """All conditions in the functions of a module, and its text telling of those wanted."""
    tree = ast.parse(source)
    telling = _Telling(module, wanted)
    tree.body = [telling.visit(part) for part in tree.body if isinstance(part, ast.FunctionDef | ast.ClassDef)]
    return telling.found, ast.unparse(ast.fix_missing_locations(tree))


def _source(module: ModuleType) -> str:
    """The text that a module was loaded from, wherever it came from."""
    loader = module.__spec__.loader if module.__spec__ is not None else None
    source = loader.get_source(module.__name__) if isinstance(loader, InspectLoader) else None
    assert source is not None
    return source


def conditions_of(modules: Sequence[ModuleType]) -> list[Condition]:
    """Everything that is asked in the functions of some modules."""
    return [found for module in modules for found in _rewritten(module.__name__, _source(module), None)[0]]


@contextmanager
def watched(
    modules: Sequence[ModuleType], watcher: ConditionWatcher, wanted: frozenset[Condition] | None = None
) -> Iterator[None]:
    """For a while, tell somebody what all or some conditions in modules are asked.

    The source of their functions is then the one that tells, so that whoever rewrites functions keeps it.
    """
    with ExitStack() as stack:
        for module in modules:
            conditions, text = _rewritten(module.__name__, _source(module), wanted)
            if wanted is None or not wanted.isdisjoint(conditions):
                for change in _changes(module, conditions, text, watcher):
                    stack.enter_context(change)
        yield


@contextmanager
def forbidden(modules: Sequence[ModuleType], sides: Collection[BranchSide]) -> Iterator[ForbiddenSides]:
    """For a while, code of some modules fails where it would take one of these sides."""
    watcher = ForbiddenSides(sides)
    with watched(modules, watcher, watcher.conditions):
        yield watcher


def _changes(
    module: ModuleType, conditions: Sequence[Condition], text: str, watcher: ConditionWatcher
) -> Iterator[AbstractContextManager[object]]:
    def asked(place: int, value: Any) -> Any:
        watcher.asked(conditions[place], value)
        return value

    def compared(place: int, one: Any, other: Any, compare: Callable[[Any, Any], Any]) -> Any:
        found = compare(one, other)
        watcher.compared(conditions[place], one, other, found)
        return found

    name = f"<conditions of {module.__name__}>"
    codes = dict(_codes(compile(text, name, "exec", FLAGS, dont_inherit=True)))
    yield patch.dict(linecache.cache, {name: (len(text), None, text.splitlines(keepends=True), name)})
    yield from [patch.object(module, *helper, create=True) for helper in ((ASKED, asked), (COMPARED, compared))]
    for function in list(_functions(module)):
        yield _with_code(function, codes[function.__qualname__])


@contextmanager
def _with_code(function: FunctionType, code: CodeType) -> Iterator[None]:
    before, function.__code__ = function.__code__, code
    try:
        yield
    finally:
        function.__code__ = before


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant.co_qualname, constant
            yield from _codes(constant)


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """The functions that are written in a module, those of its classes too."""
    classes = [value for value in vars(module).values() if inspect.isclass(value)]
    own = [value for kind in classes if kind.__module__ == module.__name__ for value in vars(kind).values()]
    for value in [*vars(module).values(), *own]:
        inner = getattr(value, "fget", None) or getattr(value, "__func__", value)
        function = inspect.unwrap(inner) if callable(inner) else None
        if isinstance(function, FunctionType) and function.__code__.co_filename == module.__file__:
            yield function


SIDE_STATUSES = ("taken", "taken by other readings only", "proved dead", "dead for a reason", "unknown")


@dataclass(frozen=True)
class KnownSide:
    """How a side is known: in how many positions it is taken, by the usual readings and by others, or why in none."""

    side: BranchSide
    usual: int = 0
    others: int = 0
    shown_by: tuple[str, ...] = ()
    """The proofs that run over all positions without taking it."""
    reason: str = ""
    """Why nothing takes it, as far as that is not proved."""

    @property
    def status(self) -> str:
        """One of :data:`SIDE_STATUSES`."""
        found = (self.usual, self.others, self.shown_by, self.reason, True)
        return next(status for status, holds in zip(SIDE_STATUSES, found, strict=True) if holds)

    @property
    def module(self) -> str:
        return self.side.condition.function.partition(".")[0]


class SideCounts:
    """In how many positions each side is taken."""

    def __init__(self, modules: Sequence[ModuleType]) -> None:
        self.conditions = conditions_of(modules)
        self.numbers: set[Condition] = set()
        self.usual: Counter[BranchSide] = Counter()
        self.others: Counter[BranchSide] = Counter()

    def note(self, watcher: TakenSides, usual: bool) -> None:
        """What was taken in one position."""
        (self.usual if usual else self.others).update(watcher.taken)
        self.numbers |= watcher.numbers
        watcher.taken.clear()

    def sides(self) -> list[BranchSide]:
        """Both sides of every condition, and the boundary of those that compare numbers, in the order of the code."""
        answers = {one: (NO, YES, *(BOUNDARY if one in self.numbers else ())) for one in self.conditions}
        return [BranchSide(condition, answer) for condition, mine in answers.items() for answer in mine]

    def never(self) -> list[BranchSide]:
        """The sides that are taken nowhere."""
        return [side for side in self.sides() if not self.usual[side] and not self.others[side]]

    def known(self, shown_by: Mapping[BranchSide, Collection[str]], reasons: Mapping[str, str]) -> list[KnownSide]:
        """Every side with how it is known."""
        return [
            KnownSide(
                side,
                self.usual[side],
                self.others[side],
                tuple(sorted(shown_by.get(side, ()))),
                "" if side in shown_by else reasons.get(str(side), ""),
            )
            for side in self.sides()
        ]


def written(known: KnownSide) -> str:
    """One line about a side."""
    counts = f"{known.usual} {known.others}"
    return "\t".join([str(known.side), counts, " ".join(known.shown_by), known.reason])


def read(lines: Iterable[str], modules: Sequence[ModuleType]) -> list[KnownSide]:
    """What lines say of the sides there are; a condition that is new, or was reworded, is not known."""
    told = {side: rest for side, *rest in (line.rstrip("\n").split("\t") for line in lines)}
    found = []
    for condition in conditions_of(modules):
        for answer in (NO, YES, *BOUNDARY):
            side = BranchSide(condition, answer)
            if str(side) in told:
                counts, claims, reason = told[str(side)]
                usual, others = map(int, counts.split())
                found.append(KnownSide(side, usual, others, tuple(claims.split()), reason))
            elif answer in (NO, YES):
                found.append(KnownSide(side))
    return found
