"""Hostile mutation operators: edits that a saboteur would make, each wrong only in rare positions.

A careless mistake shows in any game. These are made to hide: a condition that fails beyond a threshold, that hangs on
a field it has nothing to do with or on a reading hardly anybody plays, a loop that stops early, a neighbouring value
handed to a call, a slip in code that only another reading runs.

Everything is made from syntax trees and annotations, and drawn with a seed: the same seed makes the same mutants.
Edits that evidently change nothing (equivalent mutants) are not made; each of them is kept with the reason.
"""

from __future__ import annotations

import ast
import difflib
import operator
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from random import Random
from typing import TypeAlias

from archipel.checks.mutation.engine import code
from archipel.checks.mutation.engine.annotations import Annotations, Scope, Type, is_number, parameters
from archipel.checks.mutation.engine.code import CodeMutant, Path

THRESHOLD, FIELD, READING = "rare threshold", "unrelated field", "unrelated reading"
ARGUMENT, LOOP, BRANCH = "wrong argument", "truncated loop", "branch of another reading"
KINDS = (THRESHOLD, FIELD, READING, ARGUMENT, LOOP, BRANCH)

BOUNDS = (3, 4, 5, 6)
SUMS = (6, 8, 10)
SELDOM = 0.1
DEPTH = 2
"""So many attributes deep a field may be: ``state.game.players``."""

SIGNS: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
NO_RULE_CALLS = {"isinstance", "len", "tuple", "list", "sorted", "set", "range", "enumerate", "zip", "type", "getattr"}


@dataclass(frozen=True)
class AnnotatedProgram:
    """What the operators know of an engine: its annotations, and which classes hold its positions and its readings.

    With some positions at hand, only conditions on fields are made up that seldom hold in them.
    """

    annotations: Annotations
    state: str
    readings: str
    positions: Sequence[object] = ()

    def seldom(self, field: str) -> bool:
        """Whether a condition on ``it``, a position, holds in some of those at hand and in few; without any, it may."""
        if not self.positions:
            return True
        if field not in self.asked:
            held = eval(f"lambda it: bool({field})")
            self.asked[field] = 0 < sum(map(held, self.positions)) <= SELDOM * len(self.positions)
        return self.asked[field]

    @cached_property
    def asked(self) -> dict[str, bool]:
        return {}

    @property
    def usual(self) -> Mapping[str, object]:
        """The reading that is taken of each point if nothing is said."""
        return self.annotations.defaults.get(self.readings, {})


@dataclass(frozen=True)
class Skipped:
    """An edit that was not made, because it is evidently an equivalent mutant, and why."""

    module: str
    place: str
    kind: str
    what: str
    reason: str


@dataclass(frozen=True)
class Made:
    mutants: list[CodeMutant]
    skipped: list[Skipped]


@dataclass(frozen=True)
class EditSite:
    """A node that may be changed, where it is, the names known there, and whether only another reading comes there."""

    place: str
    path: Path
    node: ast.AST
    scope: Scope
    hidden: bool
    result: Type | None = None


@dataclass(frozen=True)
class Edit:
    """A node instead of the one at a path, in a word; or, with a reason, an edit that is not worth making."""

    kind: str
    detail: str
    path: Path
    node: ast.AST | None
    reason: str = ""


Operator: TypeAlias = Callable[[EditSite, AnnotatedProgram, Random], Iterator[Edit]]


def hostile_mutants(module: str, source: str, program: AnnotatedProgram, seed: int) -> Made:
    """Hostile mutants of a module, the same for the same seed; named by function, so that moving one renames none."""
    tree = ast.parse(source)
    statements = [ast.unparse(statement) for statement in tree.body]
    seen: Counter[tuple[str, ...]] = Counter()
    made = Made([], [])
    for site, edit in list(_edits(tree, program, f"{seed}/{module}")):
        if edit.reason:
            made.skipped.append(Skipped(module, site.place, edit.kind, edit.detail, edit.reason))
            continue
        detail = " ".join(edit.detail.split()).replace("//", "÷")
        seen[site.place, edit.kind, detail] += 1
        index = edit.path[0][1]
        assert index is not None
        changed = code.with_node(tree, edit.path, edit.node, index)
        if changed != statements[index]:
            whole = "\n".join([*statements[:index], changed, *statements[index + 1 :]])
            where = f"{detail}#{seen[site.place, edit.kind, detail]}"
            made.mutants.append(CodeMutant(module, site.place, edit.kind, where, whole))
    return made


def _edits(tree: ast.Module, program: AnnotatedProgram, seed: str) -> Iterator[tuple[EditSite, Edit]]:
    visits: Counter[str] = Counter()
    for site in sites(tree, program):
        visits[site.place] += 1
        chance = Random(f"{seed}/{site.place}/{visits[site.place]}")
        for made in OPERATORS:
            for edit in made(site, program, chance):
                yield site, replace(edit, kind=BRANCH) if site.hidden else edit


def diff(before: str, mutant: CodeMutant) -> str:
    """What a mutant changes, as a unified diff of the module as it is printed from its syntax tree."""
    old = [line for statement in ast.parse(before).body for line in ast.unparse(statement).splitlines()]
    lines = difflib.unified_diff(old, mutant.source.splitlines(), lineterm="", n=2)
    return "\n".join(list(lines)[2:])


# Places


def sites(tree: ast.Module, program: AnnotatedProgram) -> list[EditSite]:
    """Every node that may be changed, in order; what only other readings come to is marked."""
    inner: frozenset[str] = frozenset()
    while True:
        found = list(_Walk(program, inner).module(tree))
        only = inner | _only_called_hidden(tree, found)
        if only == inner:
            return found
        inner = only


def _only_called_hidden(tree: ast.Module, found: Sequence[EditSite]) -> frozenset[str]:
    """Private functions of the module that are only named where another reading is taken."""
    named: dict[str, list[bool]] = {}
    for site in found:
        if isinstance(site.node, ast.Name) and site.place != site.node.id:
            named.setdefault(site.node.id, []).append(site.hidden)
    private = [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("_")]
    return frozenset(name for name in private if all(named.get(name, [False])))


class _Walk:
    def __init__(self, program: AnnotatedProgram, hidden: frozenset[str]) -> None:
        self.program, self.hidden = program, hidden
        self.types = program.annotations

    def module(self, tree: ast.Module) -> Iterator[EditSite]:
        for index, statement in enumerate(tree.body):
            if isinstance(statement, ast.FunctionDef | ast.ClassDef):
                yield from self.within(EditSite("module", (("body", index),), statement, {}, False))

    def within(self, site: EditSite) -> Iterator[EditSite]:
        node = site.node
        if isinstance(node, code.UNTOUCHED) or code.is_text(node) or code.carries_no_rule(node):
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            site = self._entered(site, node)
        yield site
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            yield from self._comprehension(site, node)
            return
        for name, value in ast.iter_fields(node):
            if name in code.UNTOUCHED_FIELDS or (name == "args" and isinstance(node, ast.FunctionDef)):
                continue
            here = replace(site, hidden=site.hidden or self._decided(node, name))
            if isinstance(value, ast.AST):
                yield from self.within(replace(here, path=(*site.path, (name, None)), node=value))
            elif isinstance(value, list):
                yield from self._list(here, node, name, value)

    def _entered(self, site: EditSite, node: ast.FunctionDef | ast.ClassDef) -> EditSite:
        place = node.name if site.place == "module" else f"{site.place}.{node.name}"
        if isinstance(node, ast.ClassDef):
            return replace(site, place=place)
        owner = site.place if site.place != "module" else ""
        scope = parameters(node, owner) if owner else {**site.scope, **parameters(node)}
        return replace(site, place=place, scope=scope, hidden=site.hidden or place in self.hidden, result=node.returns)

    def _list(self, site: EditSite, node: ast.AST, name: str, items: Sequence[object]) -> Iterator[EditSite]:
        """Statements one after the other, operands as far as they are looked at; names become known on the way."""
        scope, hidden = dict(site.scope), site.hidden
        if isinstance(node, ast.For) and name == "body":
            scope |= self.types.looped(node.target, node.iter, scope)
        for index, item in enumerate(items):
            if not isinstance(item, ast.AST):
                continue
            here = replace(site, path=(*site.path, (name, index)), node=item, scope=dict(scope), hidden=hidden)
            yield from self.within(here)
            match item:
                case ast.Assign([target], value):
                    scope |= self.types.bound(target, value, scope)
                case ast.AnnAssign(ast.Name(known), annotation):
                    scope[known] = annotation
                case ast.If(test, body, []) if isinstance(body[-1], LEAVING):
                    hidden = hidden or self.other(test)[1]
            if isinstance(node, ast.BoolOp) and isinstance(item, ast.expr):
                hidden = hidden or self.other(item)[0 if isinstance(node.op, ast.And) else 1]

    def _comprehension(
        self, site: EditSite, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    ) -> Iterator[EditSite]:
        scope = dict(site.scope)
        hidden = site.hidden
        for index, generator in enumerate(node.generators):
            path = (*site.path, ("generators", index))
            yield replace(site, path=path, node=generator, scope=dict(scope))
            yield from self.within(replace(site, path=(*path, ("iter", None)), node=generator.iter, scope=dict(scope)))
            scope |= self.types.looped(generator.target, generator.iter, scope)
            for number, test in enumerate(generator.ifs):
                here = (*path, ("ifs", number))
                yield replace(site, path=here, node=_Condition(test), scope=dict(scope))
                yield from self.within(replace(site, path=here, node=test, scope=dict(scope)))
                hidden = hidden or self.other(test)[0]
        for name in ("elt", "key", "value"):
            value = getattr(node, name, None)
            if value is not None:
                here = (*site.path, (name, None))
                yield from self.within(replace(site, path=here, node=value, scope=scope, hidden=hidden))

    def _decided(self, node: ast.AST, name: str) -> bool:
        """Whether this part of a node is only come to under another reading."""
        if isinstance(node, ast.If | ast.IfExp) and name in ("body", "orelse"):
            return self.other(node.test)[0 if name == "body" else 1]
        return False

    def other(self, test: ast.expr) -> tuple[bool, bool]:
        """Whether a condition holds only, and whether it fails only, under another reading than the usual one."""
        match test:
            case ast.Compare(ast.Attribute(_, point), [ast.Eq() | ast.NotEq() as sign], [ast.Constant(str() as name)]):
                if point not in self.program.usual:
                    return False, False
                usual = (self.program.usual[point] == name) == isinstance(sign, ast.Eq)
                return not usual, usual
            case ast.UnaryOp(ast.Not(), operand):
                held, failed = self.other(operand)
                return failed, held
            case ast.BoolOp(sign, values):
                held_in, failed_in = zip(*map(self.other, values), strict=True)
                if isinstance(sign, ast.And):
                    return any(held_in), all(failed_in)
                return all(held_in), any(failed_in)
        return False, False


class _Condition(ast.AST):
    """A condition of a comprehension, told from the expression that it is."""

    def __init__(self, test: ast.expr) -> None:
        super().__init__()
        self.test = test


# Rare circumstances


@dataclass(frozen=True)
class Rare:
    """A condition that seldom holds, and the expression it is about; or the reason why it never does or always."""

    text: str
    about: str
    never: str = ""


def rare_of(about: str, kind: Type | None, types: Annotations) -> Iterator[Rare]:
    """Conditions on a value of this type that seldom hold."""
    plain, element = types.plain(kind), types.element(kind)
    match plain:
        case ast.Name("int"):
            for bound in BOUNDS:
                yield Rare(f"{about} > {bound}", about)
                yield Rare(f"{about} == {bound}", about)
        case ast.Name("bool"):
            yield Rare(about, about)
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(parts)) if element is None:
            never = f"the type fixes the length at {len(parts)}"
            yield from (Rare(f"len({about}) > {bound}", about, never) for bound in BOUNDS if bound >= len(parts))
        case ast.Subscript() if element is not None:
            yield from (Rare(f"len({about}) > {bound}", about) for bound in BOUNDS)
            yield Rare(f"len({about}) == 0", about)
            if is_number(element):
                yield from (Rare(f"sum({about}) >= {bound}", about) for bound in SUMS)
                yield from (Rare(f"any((it > {bound} for it in {about}))", about) for bound in BOUNDS[:2])
            elif "None" in ast.unparse(element):
                yield from (Rare(f"sum((it is not None for it in {about})) >= {bound}", about) for bound in BOUNDS)


def _local(site: EditSite, program: AnnotatedProgram, near: ast.AST) -> list[Rare]:
    """Rare conditions on names that are known, those first of which the changed code speaks itself."""
    types = program.annotations
    spoken = {ast.unparse(node): node for node in ast.walk(near) if isinstance(node, ast.Name | ast.Attribute)}
    typed = {text: types.of(node, site.scope) for text, node in spoken.items()}
    kinds = {text: kind for text, kind in typed.items() if kind is not None}
    kinds |= {name: kind for name, kind in site.scope.items() if not _holds_state(kind, program)}
    return [rare for text, kind in kinds.items() for rare in rare_of(text, kind, types)]


def _holds_state(kind: Type, program: AnnotatedProgram) -> bool:
    plain = program.annotations.plain(kind)
    return isinstance(plain, ast.Name) and plain.id in program.annotations.fields


def _unrelated(site: EditSite, program: AnnotatedProgram, near: ast.AST) -> list[Rare]:
    """Rare conditions on fields of the position of which the changed code does not speak."""
    named = {node.attr for node in ast.walk(near) if isinstance(node, ast.Attribute)}
    return [
        rare
        for text, kind in _fields(site, program)
        if text.rpartition(".")[2] not in named
        for rare in rare_of(text, kind, program.annotations)
        if program.seldom(rare.text.replace(text, f"it.{text.partition('.')[2]}"))
    ]


def _fields(site: EditSite, program: AnnotatedProgram) -> Iterator[tuple[str, Type]]:
    for name, kind in site.scope.items():
        plain = program.annotations.plain(kind)
        if isinstance(plain, ast.Name) and plain.id == program.state:
            yield from _below(name, plain.id, program, DEPTH)


def _below(about: str, kind: str, program: AnnotatedProgram, depth: int) -> Iterator[tuple[str, Type]]:
    for name, annotation in program.annotations.fields.get(kind, {}).items():
        plain = program.annotations.plain(annotation)
        if isinstance(plain, ast.Name) and plain.id in program.annotations.fields and depth > 1:
            yield from _below(f"{about}.{name}", plain.id, program, depth - 1)
        elif plain is not None:
            yield f"{about}.{name}", plain


def _other_readings(site: EditSite, program: AnnotatedProgram, near: ast.AST) -> list[Rare]:
    """That some other point is not read as usual, wherever the readings can be got at."""
    named = {node.attr for node in ast.walk(near) if isinstance(node, ast.Attribute)}
    found = []
    for where in _holders(site, program):
        for point, kind in program.annotations.fields.get(program.readings, {}).items():
            for name in _literals(kind):
                if point not in named and name != program.usual.get(point):
                    about = f"{where}.{point}"
                    found.append(Rare(f"{about} == {name!r}", about))
    return found


def _holders(site: EditSite, program: AnnotatedProgram) -> list[str]:
    """Expressions for the readings: a name, or attributes of a name, the shortest ones."""
    level = [(name, program.annotations.plain(kind)) for name, kind in site.scope.items()]
    for _ in range(DEPTH + 2):
        found = [text for text, kind in level if isinstance(kind, ast.Name) and kind.id == program.readings]
        if found:
            return found
        level = [
            (f"{text}.{name}", program.annotations.plain(inner))
            for text, kind in level
            if isinstance(kind, ast.Name)
            for name, inner in program.annotations.fields.get(kind.id, {}).items()
        ]
    return []


def _literals(kind: Type) -> list[str]:
    match kind:
        case ast.Subscript(ast.Name("Literal"), ast.Tuple(values)):
            return [str(value.value) for value in values if isinstance(value, ast.Constant)]
    return []


# Operators


def _conditions(site: EditSite, program: AnnotatedProgram) -> Iterator[tuple[Path, ast.expr]]:
    match site.node:
        case ast.If(test) | ast.IfExp(test) | ast.While(test):
            if not isinstance(test, ast.Constant):
                yield (*site.path, ("test", None)), test
        case _Condition():
            yield site.path, site.node.test
        case ast.Return(ast.expr() as value) if _is_truth(site.result):
            if not isinstance(value, ast.Constant):
                yield (*site.path, ("value", None)), value


def _is_truth(kind: Type | None) -> bool:
    return isinstance(kind, ast.Name) and kind.id == "bool"


def _joined(test: ast.expr, rare: Rare, conjunct: bool) -> ast.expr:
    it = ast.parse(rare.text, mode="eval").body
    if conjunct:
        return ast.BoolOp(ast.And(), [test, ast.UnaryOp(ast.Not(), it)])
    return ast.BoolOp(ast.Or(), [test, it])


def _guards(kind: str, choose: Callable[[EditSite, AnnotatedProgram, ast.AST], list[Rare]], both: bool) -> Operator:
    """An operator that joins a rare condition to a condition: it fails there, or it also holds there."""

    def joined(site: EditSite, program: AnnotatedProgram, chance: Random) -> Iterator[Edit]:
        for path, test in _conditions(site, program):
            rares = choose(site, program, test)
            ways = (True, False) if both else (chance.random() < 0.5,)
            for conjunct in ways if rares else ():
                rare = chance.choice(rares)
                detail = f"{ast.unparse(test)} {'and not' if conjunct else 'or'} {rare.text}"
                yield Edit(kind, detail, path, _joined(test, rare, conjunct), rare.never or same(test, rare, conjunct))

    return joined


def same(test: ast.expr, rare: Rare, conjunct: bool) -> str:
    """Why a joined condition changes nothing, if what it is joined to settles the matter; tried on small numbers."""
    sign = ast.And if conjunct else ast.Or
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, sign) else [test]
    wanted = _compared(_expression(rare.text))
    for part in parts:
        told = _compared(part)
        if told and wanted and told[0] == wanted[0] and _settled(told[1], wanted[1], conjunct):
            return f"{ast.unparse(part)} settles it"
    return ""


def _compared(test: ast.expr) -> tuple[str, Callable[[int], bool]] | None:
    """What is compared with a number, and how."""
    match test:
        case ast.Compare(left, [sign], [ast.Constant(int() as number)]) if type(sign) in SIGNS:
            holds = SIGNS[type(sign)]
            return ast.unparse(left), lambda it: bool(holds(it, number))
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return ast.unparse(test), bool
    return None


def _settled(told: Callable[[int], bool], wanted: Callable[[int], bool], conjunct: bool) -> bool:
    numbers = range(-20, 100)
    if conjunct:
        return not any(told(number) and wanted(number) for number in numbers)
    return all(told(number) for number in numbers if wanted(number))


def _truncated(site: EditSite, program: AnnotatedProgram, chance: Random) -> Iterator[Edit]:
    """Truncated loop: the last things are left out if there are many."""
    if not isinstance(site.node, ast.For | ast.comprehension):
        return
    iterated, path = site.node.iter, (*site.path, ("iter", None))
    match iterated:
        case ast.Call(ast.Name("enumerate"), [inner, *_]):
            iterated, path = inner, (*path, ("args", 0))
    text = ast.unparse(iterated)
    first, second = chance.sample(BOUNDS, 2)
    match iterated:
        case ast.Call(ast.Name("range"), [limit]):
            made = f"range(min({ast.unparse(limit)}, {first}))"
            yield Edit(LOOP, f"{text} → {made}", path, _expression(made), _short(limit, first))
        case ast.Tuple(items) | ast.List(items) if len(items) <= first:
            reason = f"there are only {len(items)}"
            yield Edit(LOOP, f"{text}[:{first}]", path, None, reason)
        case _:
            yield Edit(LOOP, f"{text}[:{first}]", path, _expression(f"list({text})[:{first}]"))
            if program.annotations.element(program.annotations.of(iterated, site.scope)) is not None:
                made = f"{text}[:-1] if len({text}) > {second} else {text}"
                yield Edit(LOOP, made, path, _expression(made))


def _short(limit: ast.expr, bound: int) -> str:
    match limit:
        case ast.Constant(int() as value) if value <= bound:
            return f"there are only {value}"
    return ""


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _arguments(site: EditSite, program: AnnotatedProgram, chance: Random) -> Iterator[Edit]:
    """Wrong argument: two exchanged, one too many or too few, or something else of the same type, perhaps seldom."""
    if not isinstance(site.node, ast.Call) or _no_rule(site.node):
        return
    call, types = site.node, program.annotations
    kinds = [types.of(argument, site.scope) for argument in call.args]
    for first, second in combinations(range(len(call.args)), 2):
        if kinds[first] is not None and _alike(kinds[first], kinds[second]):
            yield from _exchanged(site, call, first, second)
    slots = [(("args", index), argument) for index, argument in enumerate(call.args)]
    for index, keyword in enumerate(call.keywords):
        slots.append((("keywords", index), keyword.value))
    for slot, argument in slots:
        path = (*site.path, slot) if slot[0] == "args" else (*site.path, slot, ("value", None))
        yield from _replaced(site, program, chance, path, argument)


def _no_rule(call: ast.Call) -> bool:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    return name in NO_RULE_CALLS or name.endswith(("Error", "Action", "Input"))


def _alike(first: Type | None, second: Type | None) -> bool:
    return first is not None and second is not None and ast.dump(first) == ast.dump(second)


def _exchanged(site: EditSite, call: ast.Call, first: int, second: int) -> Iterator[Edit]:
    arguments = list(call.args)
    arguments[first], arguments[second] = arguments[second], arguments[first]
    made = ast.Call(call.func, arguments, call.keywords)
    yield Edit(ARGUMENT, f"{ast.unparse(call)} → {ast.unparse(made)}", site.path, made)


def _replaced(
    site: EditSite, program: AnnotatedProgram, chance: Random, path: Path, argument: ast.expr
) -> Iterator[Edit]:
    kind, text = program.annotations.of(argument, site.scope), ast.unparse(argument)
    if kind is None or isinstance(argument, ast.Constant):
        return
    called = ast.unparse(site.node.func) if isinstance(site.node, ast.Call) else ""
    others = [name for name, other in site.scope.items() if name != text and _alike(other, kind)]
    if is_number(kind):
        others.append(f"{text} {chance.choice('+-')} 1")
    for other in others[:1] + others[-1:] if len(others) > 1 else others:
        yield Edit(ARGUMENT, f"{called}: {text} → {other}", path, _expression(other))
    every = (*_local(site, program, argument), *_unrelated(site, program, argument))
    rares = [rare for rare in every if not rare.never]
    if others and rares:
        made = f"{chance.choice(others)} if {chance.choice(rares).text} else {text}"
        yield Edit(ARGUMENT, f"{called}: {made}", path, _expression(made))


def _slips(site: EditSite, program: AnnotatedProgram, chance: Random) -> Iterator[Edit]:
    """Branch of another reading: the ordinary small changes, where only another reading comes."""
    if site.hidden and not isinstance(site.node, _Condition | ast.comprehension):
        for kind, detail, node in code.changes(site.node):
            yield Edit(BRANCH, f"{kind} {detail}", site.path, node)


OPERATORS: Sequence[Operator] = (
    _guards(THRESHOLD, _local, True),
    _guards(FIELD, _unrelated, True),
    _guards(READING, _other_readings, False),
    _arguments,
    _truncated,
    _slips,
)
