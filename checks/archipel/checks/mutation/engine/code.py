"""Every single small change of Python code that carries rules.

Tools that do this (mutmut, cosmic-ray) write each mutant to disk and start a test run for it, some seconds apiece.
Here a mutant is a syntax tree, loaded in a forked process in place of the module, and judged by recorded behaviour
before any test is run: most take a few hundredths of a second.

Types, decorators, texts, assertions and what only concerns printing carry no rules and are left alone.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Path: TypeAlias = tuple[tuple[str, int | None], ...]
Change: TypeAlias = tuple[str, str, ast.AST | None]

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.Add,
    ast.FloorDiv: ast.Mult,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNTOUCHED = (ast.Import, ast.ImportFrom, ast.Assert, ast.JoinedStr, ast.arg)
UNTOUCHED_FIELDS = {"annotation", "returns", "decorator_list", "bases", "type_params", "ctx"}
PRINTING = {"__repr__", "__str__", "text", "field"}


@dataclass(frozen=True)
class CodeMutant:
    """A module with one thing changed; ``source`` is the whole module after it."""

    module: str
    place: str
    kind: str
    where: str
    source: str

    @property
    def id(self) -> str:
        return f"{self.module}/{self.place}//{self.kind}//{self.where}"

    @property
    def group(self) -> str:
        return self.module


def code_mutants(module: str, source: str) -> list[CodeMutant]:
    """Every mutant of a module; each is named by the function it is in, so that moving functions renames none."""
    tree = ast.parse(source)
    statements = [ast.unparse(statement) for statement in tree.body]
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for place, path, (kind, detail, node) in list(_sites(tree)):
        seen[place, kind, detail] += 1
        index = path[0][1]
        assert index is not None
        changed = with_node(tree, path, node, index)
        if changed != statements[index]:
            whole = "\n".join([*statements[:index], changed, *statements[index + 1 :]])
            found.append(CodeMutant(module, place, kind, f"{detail}#{seen[place, kind, detail]}", whole))
    return found


def with_node(tree: ast.Module, path: Path, node: ast.AST | None, statement: int) -> str:
    """The text of one statement with another node at the place, or none; the tree is left as it was."""
    parent: ast.AST = tree
    for name, index in path[:-1]:
        parent = getattr(parent, name) if index is None else getattr(parent, name)[index]
    name, index = path[-1]
    before = getattr(parent, name)
    after: object = node
    if index is not None:
        after = [*before[:index], *([] if node is None else [node]), *before[index + 1 :]]
    setattr(parent, name, after)
    try:
        return ast.unparse(ast.fix_missing_locations(tree.body[statement]))
    finally:
        setattr(parent, name, before)


def _sites(tree: ast.Module) -> Iterator[tuple[str, Path, Change]]:
    for index, statement in enumerate(tree.body):
        if not for_type_checkers(statement):
            yield from _within(statement, (("body", index),), "module")


def for_type_checkers(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


def _within(node: ast.AST, path: Path, place: str) -> Iterator[tuple[str, Path, Change]]:
    if isinstance(node, UNTOUCHED) or is_text(node) or carries_no_rule(node):
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        place = node.name if place == "module" else f"{place}.{node.name}"
    for change in changes(node):
        yield place, path, change
    for name, value in ast.iter_fields(node):
        if name in UNTOUCHED_FIELDS or (isinstance(node, ast.ClassDef) and name == "keywords"):
            continue
        if isinstance(value, ast.AST):
            yield from _within(value, (*path, (name, None)), place)
        elif isinstance(value, list):
            yield from _within_list(node, name, value, path, place)


def _within_list(
    node: ast.AST, name: str, items: Sequence[object], path: Path, place: str
) -> Iterator[tuple[str, Path, Change]]:
    for index, item in enumerate(items):
        if isinstance(item, ast.AST):
            here = (*path, (name, index))
            for change in _dropped_from(node, name, item, len(items)):
                yield place, here, change
            yield from _within(item, here, place)


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def carries_no_rule(node: ast.AST) -> bool:
    """What concerns printing, and the safeguard that only lists of one length are paired."""
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    if isinstance(node, ast.FunctionDef):
        return node.name in PRINTING
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PRINTING


def _dropped_from(parent: ast.AST, name: str, item: ast.AST, size: int) -> Iterator[Change]:
    """An operand, a condition of a comprehension, or a changed field, left out."""
    if isinstance(parent, ast.BoolOp) and size > 1:
        yield "dropped", "operand", None
    if isinstance(parent, ast.comprehension) and name == "ifs":
        yield "dropped", "condition", None
    if isinstance(item, ast.keyword) and isinstance(parent, ast.Call) and ast.unparse(parent.func).endswith(".changed"):
        yield "dropped", f"{item.arg}=", None


def changes(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Slice(lower, upper, step):
            if lower is not None:
                yield "slice", "lower", ast.Slice(None, upper, step)
            if upper is not None:
                yield "slice", "upper", ast.Slice(lower, None, step)
        case ast.stmt():
            yield from _statements(node)
        case ast.expr():
            yield from _expressions(node)


def _statements(node: ast.stmt) -> Iterator[Change]:
    match node:
        case ast.Raise():
            yield "dropped", "raise", ast.Pass()
        case ast.Continue() | ast.Break():
            yield "dropped", type(node).__name__.lower(), ast.Pass()
        case ast.Expr(ast.Call(function)):
            yield "dropped", f"call of {ast.unparse(function)}", ast.Pass()
        case ast.AugAssign(target, operator, value):
            yield "dropped", f"{ast.unparse(target)} op=", ast.Pass()
            if other := ARITHMETIC.get(type(operator)):
                yield "arithmetic", _word(operator), ast.AugAssign(target, other(), value)
        case ast.Assign([ast.Subscript() as target]):
            yield "dropped", f"{ast.unparse(target)} =", ast.Pass()
        case ast.Return(value) if value is not None and ast.unparse(value) != "None":
            yield "returned", "None", ast.Return(ast.Constant(None))
        case ast.If(test, body, orelse):
            for truth in (True, False):
                yield "condition", f"if {ast.unparse(test)}: {truth}", ast.If(ast.Constant(truth), body, orelse)


def _expressions(node: ast.expr) -> Iterator[Change]:
    match node:
        case ast.Compare(left, operators, comparators):
            for index, operator in enumerate(operators):
                for other in COMPARISONS[type(operator)]:
                    changed = [*operators[:index], other(), *operators[index + 1 :]]
                    detail = f"{_word(operator)}→{other.__name__}"
                    yield "comparison", detail, ast.Compare(left, changed, comparators)
        case ast.BoolOp(operator, values):
            yield "boolean", _word(operator), ast.BoolOp(_other_boolean(operator), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield "boolean", "not", operand
        case ast.BinOp(left, operation, right) if type(operation) in ARITHMETIC:
            yield "arithmetic", _word(operation), ast.BinOp(left, ARITHMETIC[type(operation)](), right)
        case ast.IfExp(_, body, orelse):
            yield "condition", "then", body
            yield "condition", "else", orelse
        case _:
            yield from _values(node)


def _values(node: ast.expr) -> Iterator[Change]:
    match node:
        case ast.Constant(bool() as value):
            yield "constant", str(value), ast.Constant(not value)
        case ast.Constant(int() as value):
            for step in (1, -1):
                yield "constant", f"{value}{step:+d}", ast.Constant(value + step)
        case ast.Call(ast.Name(name) as function, arguments, keywords) if name in OPPOSITES:
            opposite = ast.Name(OPPOSITES[name], function.ctx)
            yield "function", name, ast.Call(opposite, arguments, keywords)


def _other_boolean(operator: ast.boolop) -> ast.boolop:
    return ast.Or() if isinstance(operator, ast.And) else ast.And()


def _word(node: ast.AST) -> str:
    return type(node).__name__
