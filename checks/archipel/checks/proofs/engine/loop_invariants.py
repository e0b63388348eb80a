"""Loop invariants: a function with a loop, cut at the loop's head, followed in parts (assume-guarantee, cut points).

A loop over many items has too many paths to follow. Of a function of which one loop is cut

1. what comes before the loop is followed, and the invariant must hold of the local values when the loop is reached;
2. the loop's body is followed once, for each item, from any local values of which the invariant holds, and it must hold
   again at its end; what is returned there, or after a ``break``, must satisfy the claim;
3. what comes after the loop is followed from any values of which the invariant holds after all items: the claim.

The parts are compiled from the function's own source, see :mod:`.rewritten`. Local values that the loop changes are
forgotten unless the invariant speaks of them; what it changes otherwise, such as a list of which the invariant says
nothing, is an error. A loop with a condition needs a variant: a number never negative and less each time. Nothing here
knows any game.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import z3

from archipel.checks.proofs.engine.rewritten import NotRewrittenError, compiled, syntax_of
from archipel.checks.proofs.engine.symbolic import Path, term_of
from archipel.checks.proofs.engine.unknown_sequences import Maybe, Numbered, Subsequence

Values = Mapping[str, Any]
LoopClaims = Mapping[str, Any]


@dataclass(frozen=True)
class Head:
    """The loop's head is reached with these local values, and these items ahead if it goes over any."""

    values: Values
    items: Any = None


@dataclass(frozen=True)
class Returned:
    """The function has returned."""

    value: Any


@dataclass(frozen=True)
class Left:
    """The loop was left early, or its condition does not hold."""

    values: Values


@dataclass(frozen=True)
class LoopInvariant:
    """What holds of local values at the head of a loop when so many items have been dealt with.

    ``anything`` gives unknown values to the names that the loop changes and that matter; ``holds`` says what is claimed
    of such values, and assumed of the unknown ones. Where the values are known expressions, nothing need be assumed.
    """

    anything: Callable[[int], Values]
    holds: Callable[[int, Values], LoopClaims]
    variant: Callable[[Values], Any] | None = None


@dataclass(frozen=True)
class LoopObligation:
    """A part of a function to be followed along all its paths, under assumptions, with a claim at the end of each."""

    about: str
    run: Callable[[], Any]
    assumptions: Sequence[Any]
    claims: Callable[[Path[Any]], LoopClaims]


class CutLoop:
    """A function in three parts: before one of its loops, once around it, and after it."""

    def __init__(self, function: Callable[..., Any], number: int = 0) -> None:
        tree = syntax_of(function)
        places = [place for place, statement in enumerate(tree.body) if isinstance(statement, ast.For | ast.While)]
        if number >= len(places):
            raise NotRewrittenError(f"{function.__name__} has no loop {number} of its own")
        loop = tree.body[places[number]]
        assert isinstance(loop, ast.For | ast.While)
        if loop.orelse:
            raise NotRewrittenError(f"the loop of {function.__name__} has an else")
        self.over_items = isinstance(loop, ast.For)
        self.changed = _stored_in(loop)
        arguments = {argument.arg for argument in ast.walk(tree.args) if isinstance(argument, ast.arg)}
        names = _with_values(sorted(arguments | _stored_in(tree)))
        items = loop.iter if isinstance(loop, ast.For) else ast.Tuple([], ast.Load())
        earlier, later = _returning(tree.body[: places[number]]), _returning(tree.body[places[number] + 1 :])
        end = ast.Return(_called("__returned__", ast.Constant(None)))
        bodies = [*earlier, _reached("__head__", items)], [*names, *_around(loop)], [*names, *later, end]
        parts = zip((tree.args, _given(), _given()), bodies, strict=True)
        self.before, self._once, self._after = [compiled(function, _part(tree, *part), PARTS) for part in parts]

    def once(self, item: Any, values: Values) -> Head | Left | Returned:
        """The body of the loop."""
        found: Head | Left | Returned = self._once(values, item)
        return found

    def after(self, values: Values) -> Returned:
        """What comes after the loop."""
        found: Returned = self._after(values, None)
        return found

    def obligations(
        self,
        arguments: Sequence[Any],
        invariant: LoopInvariant,
        ends: Callable[[Any], LoopClaims],
        times: int,
        assumptions: Sequence[Any] = (),
    ) -> Iterator[LoopObligation]:
        """What is to be shown of every path: the invariant at the head of the loop, and in the end the claim.

        A loop over items goes over so many; one with a condition is followed once (``times`` is 1) and needs a variant.
        """
        if self.over_items == (invariant.variant is not None):
            raise NotRewrittenError("a loop with a condition needs a variant, and no other does")
        rounds = _Rounds(self, arguments, invariant, ends, times)
        yield LoopObligation("before the loop: ", rounds.entered, assumptions, rounds.claims(0))
        for done in range(times):
            there = [*assumptions, *_assumed(invariant, done)]
            around = partial(rounds.gone_around, done)
            yield LoopObligation(f"item {done}: ", around, there, rounds.claims(done + 1))
        if self.over_items:
            there = [*assumptions, *_assumed(invariant, times)]
            yield LoopObligation("after the loop: ", rounds.left, there, rounds.claims(times))


def _assumed(invariant: LoopInvariant, done: int) -> list[Any]:
    return [term_of(claim) for claim in invariant.holds(done, invariant.anything(done)).values()]


@dataclass(frozen=True)
class _Rounds:
    """The parts of a function, each from its arguments on."""

    cut: CutLoop
    arguments: Sequence[Any]
    invariant: LoopInvariant
    ends: Callable[[Any], LoopClaims]
    times: int

    def entered(self) -> Head | Returned:
        found: Head | Returned = self.cut.before(*self.arguments)
        return found

    def _at_the_head(self, done: int) -> Head | Returned:
        found = self.entered()
        if isinstance(found, Returned):
            return found
        kept = {name: value for name, value in found.values.items() if name not in self.cut.changed}
        return Head({**kept, **self.invariant.anything(done)}, found.items)

    def gone_around(self, done: int) -> Head | Returned:
        head = self._at_the_head(done)
        if isinstance(head, Returned):
            return head
        item = _item(head.items, done) if self.cut.over_items else None
        if isinstance(item, Maybe):
            if not item.there:
                return head
            item = item.value
        kept = _contents(head.values, self.invariant.anything(done))
        found = self.cut.once(item, head.values)
        for name, (value, contents) in kept.items():
            if len(value) != len(contents) or any(a is not b for a, b in zip(value, contents, strict=True)):
                raise NotRewrittenError(f"the loop changes {name}, of which the invariant says nothing")
        return self.cut.after(found.values) if isinstance(found, Left) else found

    def left(self) -> Returned:
        head = self._at_the_head(self.times)
        return head if isinstance(head, Returned) else self.cut.after(head.values)

    def claims(self, done: int) -> Callable[[Path[Any]], LoopClaims]:
        def of(path: Path[Any]) -> LoopClaims:
            if path.error is not None:
                return {f"the function fails with {path.error!r}": False}
            if isinstance(path.value, Returned):
                return self.ends(path.value.value)
            head = path.value
            return {**self._as_many(head), **self.invariant.holds(done, head.values), **self._less(head)}

        return of

    def _as_many(self, head: Head) -> LoopClaims:
        if not self.cut.over_items or head.items is None:
            return {}
        return {f"the loop goes over {self.times} items": _number_of(head.items) == self.times}

    def _less(self, head: Head) -> LoopClaims:
        """The variant, where the loop has been gone around from the unknown values."""
        if self.invariant.variant is None or head.items is not None:
            return {}
        earlier, now = self.invariant.variant(self.invariant.anything(0)), self.invariant.variant(head.values)
        return {"the variant gets less": z3.And(term_of(now) >= 0, term_of(now) < term_of(earlier))}


def _item(items: Any, done: int) -> Any:
    if isinstance(items, Subsequence):
        return Maybe(*items.candidates[done])
    return items[done] if isinstance(items, Numbered | tuple | list | range) else list(items)[done]


def _number_of(items: Any) -> int:
    return len(items.candidates if isinstance(items, Subsequence) else items)


def _contents(values: Values, spoken_of: Values) -> dict[str, tuple[Any, list[Any]]]:
    """What is in the lists of which an invariant says nothing."""
    return {
        name: (value, list(value))
        for name, value in values.items()
        if isinstance(value, list | dict | set) and name not in spoken_of
    }


# Parts of a function's syntax tree


def _here(names: Values) -> Values:
    """The local values of a function, without what was put there to cut it."""
    return {name: value for name, value in names.items() if not name.startswith("__")}


PARTS: Mapping[str, Any] = {"__head__": Head, "__left__": Left, "__returned__": Returned, "__here__": _here}


class _Returning(ast.NodeTransformer):
    """``return`` tells that the function has returned."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        return ast.Return(_called("__returned__", node.value or ast.Constant(None)))


def _part(tree: ast.FunctionDef, arguments: ast.arguments, body: Sequence[ast.stmt]) -> ast.FunctionDef:
    part = copy.copy(tree)
    part.args, part.body = arguments, list(body)
    return part


def _returning(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    return [_Returning().visit(copy.deepcopy(statement)) for statement in statements]


def _called(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _reached(how: str, *more: ast.expr) -> ast.Return:
    """A statement that tells where the function has come to, with its local values."""
    return ast.Return(_called(how, _called("__here__", _called("locals")), *more))


def _around(loop: ast.For | ast.While) -> list[ast.stmt]:
    """Once around a loop."""
    item = ast.Tuple([ast.Name("__next__", ast.Load())], ast.Load())
    body = _returning(loop.body)
    if isinstance(loop, ast.For):
        target: ast.expr = loop.target
    else:
        target = ast.Name("__around__", ast.Store())
        body = [ast.If(ast.UnaryOp(ast.Not(), loop.test), [_reached("__left__")], []), *body]
    return [ast.For(target, item, body, [_reached("__head__")]), _reached("__left__")]


def _with_values(names: Sequence[str]) -> list[ast.stmt]:
    """Local values that are given; the others have none."""
    text = [f"if {name!r} in __values__: {name} = __values__[{name!r}]" for name in names]
    return ast.parse("\n".join(text)).body


def _given() -> ast.arguments:
    (part,) = ast.parse("def part(__values__, __next__): pass").body
    assert isinstance(part, ast.FunctionDef)
    return part.args


def _stored_in(tree: ast.AST) -> set[str]:
    """The names that get a value somewhere, but for those of lambdas, which have their own."""
    if isinstance(tree, ast.Lambda):
        return set()
    own = {tree.id} if isinstance(tree, ast.Name) and not isinstance(tree.ctx, ast.Load) else set()
    return own.union(*map(_stored_in, ast.iter_child_nodes(tree)))
