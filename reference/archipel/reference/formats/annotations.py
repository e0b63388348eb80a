"""Introspection of annotated classes, from their source: compiled classes do not keep what their fields are."""

from __future__ import annotations

import ast
import sys
from functools import lru_cache
from inspect import cleandoc
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, get_args, get_origin

from archipel.reference import build


class AnnotatedField(NamedTuple):
    """A field of a class: its name, its type, and what is said of it below."""

    name: str
    type: Any
    told: str


def docstring(kind: type) -> str:
    """What a class says of itself, on one line."""
    return " ".join(cleandoc(ast.get_docstring(_class(kind)) or "").split())


def annotated_fields(kind: type) -> list[AnnotatedField]:
    """The annotated fields of a class in their order."""
    names = vars(sys.modules[kind.__module__])
    body = _class(kind).body
    found = []
    for statement, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            type_ = eval(ast.unparse(statement.annotation), names)
            if get_origin(type_) is not ClassVar:
                found.append(AnnotatedField(statement.target.id, _without_final(type_), _told(after)))
    return found


def _without_final(type_: Any) -> Any:
    return get_args(type_)[0] if get_origin(type_) is Final else type_


def _told(statement: ast.stmt | None) -> str:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return " ".join(str(statement.value.value).split())
    return ""


def _class(kind: type) -> ast.ClassDef:
    return _classes(kind.__module__)[kind.__qualname__]


@lru_cache(maxsize=64)
def _classes(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(_file(module).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _file(module: str) -> Path:
    file = Path(str(sys.modules[module].__file__))
    return file if file.suffix == ".py" else build.source_of(module)
