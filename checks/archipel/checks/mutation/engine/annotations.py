"""Static types read from annotations: what names and attributes of a program hold, as far as it is written down.

Mutation operators that need a value of a certain type ask here. Only the text of the modules is looked at, nothing
is imported; what cannot be told is None.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Type: TypeAlias = ast.expr
Scope: TypeAlias = dict[str, Type]

SEQUENCES = ("tuple", "list", "Sequence", "set", "frozenset", "range")
NUMBERS = ("len", "sum", "int")
COPIES = ("list", "tuple", "sorted", "set")
QUALIFIERS = ("Final", "ClassVar")
NUMBER = ast.Name("int", ast.Load())
TRUTH = ast.Name("bool", ast.Load())


@dataclass(frozen=True)
class Annotations:
    """What annotations say in several modules together."""

    fields: dict[str, dict[str, Type]] = field(default_factory=dict)
    defaults: dict[str, dict[str, object]] = field(default_factory=dict)
    results: dict[str, Type] = field(default_factory=dict)
    aliases: dict[str, Type] = field(default_factory=dict)

    def plain(self, kind: Type | None) -> Type | None:
        """A type without qualifiers, quotes and aliases."""
        match kind:
            case ast.Subscript(ast.Name(name), inner) if name in QUALIFIERS:
                return self.plain(inner)
            case ast.Constant(str() as text):
                return self.plain(ast.parse(text, mode="eval").body)
            case ast.Name(name) if name in self.aliases:
                return self.plain(self.aliases[name])
        return kind

    def attribute(self, kind: Type | None, name: str) -> Type | None:
        """The type of an attribute of an object of this type."""
        owner = self.plain(kind)
        return self.plain(self.fields.get(owner.id, {}).get(name)) if isinstance(owner, ast.Name) else None

    def of(self, expression: ast.expr, scope: Scope) -> Type | None:
        """The type of an expression, where names have these types."""
        match expression:
            case ast.Name(name):
                return self.plain(scope.get(name))
            case ast.Attribute(value, name):
                return self.attribute(self.of(value, scope), name)
            case ast.Subscript(value, ast.Slice()):
                return self.of(value, scope)
            case ast.Subscript(value, _):
                return self.element(self.of(value, scope))
            case ast.Call(ast.Name(name), given):
                return self._called(name, given, scope)
            case ast.Constant(value):
                return TRUTH if isinstance(value, bool) else NUMBER if isinstance(value, int) else None
            case ast.BinOp(left, _, right):
                return NUMBER if is_number(self.of(left, scope)) and is_number(self.of(right, scope)) else None
        return None

    def _called(self, name: str, given: Sequence[ast.expr], scope: Scope) -> Type | None:
        """The type of what a function returns, or a class makes."""
        if name in NUMBERS:
            return NUMBER
        if name == "range":
            return ast.parse("tuple[int, ...]", mode="eval").body
        if name in COPIES and given:
            return self.of(given[0], scope)
        return self.plain(self.results.get(name, ast.Name(name, ast.Load()) if name in self.fields else None))

    def element(self, kind: Type | None) -> Type | None:
        """The type of what a sequence holds, if all of it has the same."""
        match self.plain(kind):
            case ast.Subscript(ast.Name(name), ast.Tuple([inner, ast.Constant(value)])) if (
                name in SEQUENCES and value is ...
            ):
                return self.plain(inner)
            case ast.Subscript(ast.Name(name), inner) if name in SEQUENCES and not isinstance(inner, ast.Tuple):
                return self.plain(inner)
        return None

    def bound(self, target: ast.expr, value: ast.expr, scope: Scope) -> Scope:
        """The names that an assignment gives a value whose type is known."""
        match target, value:
            case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
                return {
                    name: kind
                    for one, other in zip(targets, values, strict=True)
                    for name, kind in self.bound(one, other, scope).items()
                }
            case ast.Name(name), _:
                kind = self.of(value, scope)
                return {} if kind is None else {name: kind}
        return {}

    def looped(self, target: ast.expr, iterated: ast.expr, scope: Scope) -> Scope:
        """The names that a loop gives values whose type is known."""
        match target, iterated:
            case ast.Tuple([ast.Name(number), inner]), ast.Call(ast.Name("enumerate"), [items]):
                return {number: NUMBER, **self.looped(inner, items, scope)}
            case ast.Name(name), _:
                kind = self.element(self.of(iterated, scope))
                return {} if kind is None else {name: kind}
        return {}


def is_number(kind: Type | None) -> bool:
    return isinstance(kind, ast.Name) and kind.id == "int"


def annotations_of(sources: Mapping[str, str]) -> Annotations:
    """Everything that the annotations of these modules say."""
    found = Annotations()
    for text in sources.values():
        for statement in ast.parse(text).body:
            match statement:
                case ast.ClassDef(name):
                    _class(found, name, statement)
                case ast.FunctionDef(name, returns=ast.expr() as kind):
                    found.results[name] = kind
                case ast.Assign([ast.Name(name)], ast.Subscript(ast.Name(kind_name)) as alias) if (
                    kind_name in SEQUENCES
                ):
                    found.aliases[name] = alias
    return found


def _class(found: Annotations, name: str, node: ast.ClassDef) -> None:
    fields = found.fields.setdefault(name, {})
    defaults = found.defaults.setdefault(name, {})
    for statement in node.body:
        match statement:
            case ast.AnnAssign(ast.Name(attribute), annotation, value):
                fields[attribute] = annotation
                if isinstance(value, ast.Constant):
                    defaults[attribute] = value.value
            case ast.FunctionDef("__init__"):
                for attribute, annotation in _set_here(statement):
                    fields.setdefault(attribute, annotation)


def _set_here(node: ast.FunctionDef) -> Iterator[tuple[str, Type]]:
    """What a constructor sets from a parameter."""
    kinds = {one.arg: one.annotation for one in node.args.args if one.annotation is not None}
    for statement in node.body:
        match statement:
            case ast.AnnAssign(ast.Attribute(ast.Name("self"), attribute), _, ast.Name(name)) | ast.Assign(
                [ast.Attribute(ast.Name("self"), attribute)], ast.Name(name)
            ) if name in kinds:
                yield attribute, kinds[name]


def parameters(node: ast.FunctionDef, owner: str = "") -> Scope:
    """The parameters of a function that have annotations; ``self`` has the class it is in."""
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    found = {one.arg: one.annotation for one in every if one.annotation is not None}
    return {"self": ast.Name(owner, ast.Load()), **found} if owner and every and every[0].arg == "self" else found
