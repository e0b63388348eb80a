"""Schema derivation: the shape of a class from its annotations, and what these do not say as data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from archipel.reference.formats.annotations import AnnotatedField, annotated_fields, docstring
from archipel.reference.formats.functions import Limit
from archipel.reference.formats.shapes import (
    Flag,
    Keyed,
    Many,
    Members,
    Nullable,
    OneOf,
    Range,
    Shape,
    Tagged,
    Together,
    Whole,
)

Hint = Any
"""What an annotation does not say: a shape; for numbers a range; for tuples their size and a hint for the items; for
named values those that are meant; for tuples of several kinds a list of hints."""

Renamed = Mapping[str, str]


class Items:
    """A hint for tuples: their size, and a hint for their items."""

    def __init__(self, item: Hint, size: Range | Limit, distinct: bool = False, gaps: bool = False) -> None:
        self.item = item
        self.size = size
        self.distinct = distinct
        self.gaps = gaps


def shape_of(type_: Any, hint: Hint = None) -> Shape:
    """The shape of an annotation."""
    if isinstance(hint, Shape):
        return Nullable(hint) if _is_optional(type_) else hint
    if _is_optional(type_):
        (inner,) = [part for part in get_args(type_) if part is not NoneType]
        return Nullable(shape_of(inner, hint))
    if type_ is bool:
        return Flag()
    if type_ is int:
        return Whole(hint)
    if get_origin(type_) is tuple:
        return _tuple(get_args(type_), hint)
    if get_origin(type_) is Literal:
        return OneOf(get_args(type_), get_args(type_))
    if isinstance(type_, type) and issubclass(type_, Enum):
        return OneOf(tuple(hint or type_), tuple(type_))
    raise TypeError(f"no shape is known for {type_}; a hint can name one")


def _is_optional(type_: Any) -> bool:
    return get_origin(type_) in (Union, UnionType) and NoneType in get_args(type_)


def _tuple(items: tuple[Any, ...], hint: Hint) -> Shape:
    if items[-1] is not Ellipsis:
        return Together(tuple([shape_of(item, own) for item, own in zip(items, hint, strict=True)]))
    item = items[0]
    if hint.gaps:
        (item,) = [part for part in get_args(item) if part is not NoneType]
    return Many(shape_of(item, hint.item), hint.size, hint.distinct, hint.gaps)


def members(
    kind: type,
    hints: Mapping[str, Hint],
    *,
    renamed: Renamed | None = None,
    optional: Iterable[str] = (),
    defaults: object = None,
    given: Mapping[str, str] | None = None,
    nulls: bool = False,
    also: Mapping[str, Any] | None = None,
    ref: str = "",
) -> Members:
    """The shape of a class.

    ``optional`` fields are left out where there is nothing, and with ``defaults`` all fields that are as there.
    ``given`` are the fields that the game tells; ``nulls`` may be written where a key may be left out; ``also`` is
    added to the schema.
    """
    every = annotated_fields(kind)
    fields = [each for each in every if each.name not in (given or {})]
    parts = [
        _part(each, hints.get(each.name), renamed or {}, each.name in optional, nulls, defaults) for each in fields
    ]
    order = tuple([each.name for each in every])
    return Members(kind, tuple(parts), given or {}, docstring(kind), ref, also or {}, order)


def _part(each: AnnotatedField, hint: Hint, renamed: Renamed, optional: bool, nulls: bool, defaults: object) -> Keyed:
    shape = shape_of(each.type, hint)
    key = renamed.get(each.name, each.name)
    if defaults is not None:
        return Keyed(each.name, key, shape, each.told, True, getattr(defaults, each.name))
    if optional and not nulls and isinstance(shape, Nullable):
        return Keyed(each.name, key, shape.item, each.told, True)
    return Keyed(each.name, key, shape, each.told, optional, shape.nothing)


def tagged(
    union: Any, tag: str, what: str, hint: Mapping[Any, Hint], renamed: Renamed | None = None, ref: str = ""
) -> Tagged:
    """The shape of a union of classes, each named by its words with underscores; hints are for types, not for names."""
    kinds = {}
    for kind in get_args(union) or (union,):
        hints = {each.name: hint.get(each.type) for each in annotated_fields(kind)}
        kinds[re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()] = members(kind, hints, renamed=renamed)
    return Tagged(tag, what, kinds, ref)
