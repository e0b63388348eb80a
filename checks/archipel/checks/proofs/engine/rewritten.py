"""Program transformation: a function compiled again from its own source, changed where paths would be too many.

Nothing is copied by hand: what runs is the function's own syntax tree. A condition in a comprehension is worked out
along all its paths at once and becomes one expression (path merging), so that ``[x for x in items if asks(x)]`` asks
nothing; which items it keeps is then unknown, see :class:`~.unknown_sequences.Subsequence`. A token cannot be told
apart by ``is`` either. Nothing here knows any game.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import FunctionType
from typing import Any

import z3

from archipel.checks.proofs.engine.stand_ins import REWRITTEN
from archipel.checks.proofs.engine.symbolic import SymbolicBool, SymbolicInt, Undecided, either, explore
from archipel.checks.proofs.engine.unknown_sequences import Maybe, MaybeTuple, Subsequence, Token, candidates_of


class NotRewrittenError(Exception):
    """The source of a function is not of a kind that can be changed in this way."""


def syntax_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """The syntax tree of a function, its comprehensions merged, without decorators and annotations."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError, TypeError) as error:
        raise NotRewrittenError(f"no source of {function!r}: {error}") from None
    if not isinstance(tree, ast.FunctionDef) or not isinstance(function, FunctionType) or function.__closure__:
        raise NotRewrittenError(f"{function!r} is no plain function of a module")
    tree.decorator_list, tree.returns = [], None
    for argument in ast.walk(tree.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    merged_tree: ast.FunctionDef = _Merging().visit(tree)
    return merged_tree


def compiled(function: Callable[..., Any], tree: ast.FunctionDef, helpers: Mapping[str, Any]) -> Callable[..., Any]:
    """A syntax tree as a function that sees the names of another one's module, and helpers."""
    given = {**HELPERS, **helpers}
    factory = ast.parse(f"def factory({', '.join(given)}):\n    pass\n").body[0]
    assert isinstance(factory, ast.FunctionDef)
    factory.body = [tree, ast.Return(ast.Name(tree.name, ast.Load()))]
    module = ast.fix_missing_locations(ast.Module([factory], []))
    names: dict[str, Any] = {}
    exec(compile(module, inspect.getfile(function), "exec"), function.__globals__, names)
    made: Callable[..., Any] = names["factory"](**given)
    setattr(made, REWRITTEN, function)
    return made


def merging(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, asking nothing where its comprehensions do."""
    return compiled(function, syntax_of(function), {})


def merged(function: Callable[[], Any]) -> Any:
    """What a function returns, along all its paths, as one expression."""
    paths = [(path.condition, path.value) for path in explore(function)]
    found = paths[-1][1]
    for condition, value in reversed(paths[:-1]):
        found = either(SymbolicBool(z3.And(*condition)), value, found)
    return found


def _chosen(items: Any, condition: Callable[[Any], Any], element: Callable[[Any], Any]) -> Any:
    """A comprehension: a list, or what is known of one."""
    parts = [(True, part) for part in items.parts()] if isinstance(items, MaybeTuple) else candidates_of(items)
    found: list[tuple[Any, Any]] = []
    for present, part in parts:
        kept = merged(partial(_held, condition, part))
        if kept is not False:
            found.append((either(present, kept, False), merged(partial(_of, element, part))))
    return _listed(found)


def _of(function: Callable[[Any], Any], item: Any) -> Any:
    """What a function says of an item, which may be missing."""
    return function(item.forced() if isinstance(item, Maybe) else item)


def _held(condition: Callable[[Any], Any], item: Any) -> bool | SymbolicBool:
    """Whether a condition holds of an item; a number holds if it is not 0."""
    value = _of(condition, item)
    if isinstance(value, bool | SymbolicBool):
        return value
    if isinstance(value, int | SymbolicInt):
        truth: bool | SymbolicBool = value != 0
        return truth
    raise Undecided("a condition in a comprehension that is no truth value")


def _joined(*parts: Any) -> Any:
    """A display of items, some of them from sequences."""
    return _listed([candidate for part in parts for candidate in candidates_of(part)])


def _listed(candidates: Iterable[tuple[Any, Any]]) -> Any:
    found = [candidate for candidate in candidates if candidate[0] is not False]
    return [item for _, item in found] if all(there is True for there, _ in found) else Subsequence(found)


def _identical(one: object, other: object) -> bool:
    """``is``, which a token cannot answer where it is compared with a value that it may stand for."""
    if isinstance(one, Token) != isinstance(other, Token) and one is not None and other is not None:
        raise Undecided(f"the function looks at {one} and {other}")
    return one is other


HELPERS: Mapping[str, Any] = {"__chosen__": _chosen, "__joined__": _joined, "__identical__": _identical}


class _Merging(ast.NodeTransformer):
    """Comprehensions over one iterable, displays with stars, and questions of identity, as calls."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Is | ast.IsNot):
            return node
        same = _call("__identical__", node.left, *node.comparators)
        return same if isinstance(node.ops[0], ast.Is) else ast.UnaryOp(ast.Not(), same)

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> ast.expr:
        self.generic_visit(node)
        if len(node.generators) != 1 or node.generators[0].is_async:
            return node
        source = node.generators[0]
        conditions = source.ifs or [ast.Constant(True)]
        condition = ast.BoolOp(ast.And(), conditions) if len(conditions) > 1 else conditions[0]
        return _call("__chosen__", source.iter, _of_item(source.target, condition), _of_item(source.target, node.elt))

    visit_ListComp = visit_GeneratorExp = _comprehension  # noqa: N815

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(item, ast.Starred) for item in node.elts):
            return node
        parts = [item.value if isinstance(item, ast.Starred) else ast.Tuple([item], ast.Load()) for item in node.elts]
        return _call("__joined__", *parts)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _of_item(target: ast.expr, body: ast.expr) -> ast.Lambda:
    """A function of one item that takes it apart as the comprehension does."""
    item = ast.arg("__item__")
    items = ast.Tuple([ast.Name("__item__", ast.Load())], ast.Load())
    found = ast.ListComp(body, [ast.comprehension(target, items, [], 0)])
    nothing = ast.arguments(posonlyargs=[], args=[item], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(nothing, ast.Subscript(found, ast.Constant(0), ast.Load()))
