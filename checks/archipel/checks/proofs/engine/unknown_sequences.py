"""Sequences of which something is not known, values that may be missing, and values that may only be handed on.

A position of a table may be empty or not (:class:`MaybeTuple`, forked only when somebody looks at it: lazy
initialisation), and a list may hold some of several candidates (:class:`Subsequence`). A :class:`Token` is a value
about which a function may find out nothing but what it is the key of (parametricity). Nothing here knows any game.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from archipel.checks.proofs.engine.symbolic import (
    SymbolicList,
    SymbolicTuple,
    Undecided,
    either,
    every,
    some,
    suppose,
    unknown,
    with_item,
)


class Token:
    """A value that a function can hand on, and look up, and do nothing else with."""

    def __init__(self, name: str) -> None:
        self.name = name

    def _looked_at(self, *_: object) -> NoReturn:
        raise Undecided(f"the function looks at {self.name}, which could be anything")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = _looked_at
    __index__ = __int__ = __len__ = __iter__ = __contains__ = __getitem__ = _looked_at
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __floordiv__ = _looked_at

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Lookup:
    """What there is for each token."""

    def __init__(self, values: Iterable[tuple[Token, Any]]) -> None:
        self.values = [*values]

    def __getitem__(self, token: object) -> Any:
        for own, value in self.values:
            if own is token:
                return value
        raise Undecided("looked up by something else than a token")


def lookup(tokens: Iterable[Token], values: Iterable[Any]) -> Any:
    """What there is for each token, in the place of a sequence."""
    return Lookup(zip(tokens, values, strict=True))


@dataclass(frozen=True)
class Maybe:
    """Something that may be there or not."""

    there: Any
    value: Any

    def forced(self) -> Any:
        """The value, or None; takes one path for each."""
        return self.value if self.there else None


class MaybeTuple(tuple[Any, ...]):
    """A tuple of things that may be missing; whether one is, is asked when somebody looks at it."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return MaybeTuple(super().__getitem__(place))
        return super().__getitem__(place).forced()

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))

    def parts(self) -> list[Maybe]:
        """What may be there, without asking."""
        return list(super().__iter__())

    def exchanged(self, place: int, item: Any) -> MaybeTuple:
        """The same with something else, or None, in one place."""
        parts = self.parts()
        parts[place] = as_maybe(item)
        return MaybeTuple(parts)


class MaybeList(list[Any]):
    """A list of things that may be missing, likewise."""

    def __getitem__(self, place: Any) -> Any:
        return super().__getitem__(place).forced()

    def __setitem__(self, place: Any, item: Any) -> None:
        super().__setitem__(place, as_maybe(item))

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self)))

    def append(self, item: Any) -> None:
        super().append(as_maybe(item))

    def parts(self) -> list[Maybe]:
        """What may be there, without asking."""
        return list(super().__iter__())


def as_maybe(item: Any) -> Maybe:
    """A value or None."""
    return item if isinstance(item, Maybe) else Maybe(item is not None, item)


def maybes(items: Any) -> list[Maybe]:
    """The items of a sequence, each of which may be missing."""
    return items.parts() if isinstance(items, MaybeTuple | MaybeList) else [as_maybe(item) for item in items]


def exchanged(items: Any, place: Any, item: Any) -> Any:
    """The same items with another one in some place, as far as is known."""
    return items.exchanged(place, item) if isinstance(items, MaybeTuple) else with_item(items, place, item)


class Subsequence:
    """A sequence of candidates in a known order, each of which may be left out."""

    def __init__(self, candidates: Iterable[tuple[Any, Any]] = ()) -> None:
        self.candidates = [*candidates]

    def __iter__(self) -> Iterator[Any]:
        return (item for there, item in self.candidates if there)

    def __bool__(self) -> bool:
        return bool(some([there for there, _ in self.candidates]))

    def __contains__(self, item: Any) -> bool:
        return bool(self.holds(item))

    def holds(self, item: Any) -> Any:
        """Whether an item is in it, as one expression."""
        return some([either(there, own == item, False) for there, own in self.candidates])

    def count_before(self, place: int) -> Any:
        """How many there are of the candidates before one."""
        return sum([either(there, 1, 0) for there, _ in self.candidates[:place]])

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return self._from(place)
        for number, (there, item) in enumerate(self.candidates):
            if place == 0 and (there is True or there):
                return item
            if place != 0 and every([there, self.count_before(number) == place]):
                return item
        raise IndexError("not so many items")

    def _from(self, part: slice) -> Subsequence:
        if part.stop is not None or part.step is not None:
            raise Undecided("only the end of a sequence of unknown length can be taken")
        start = 0 if part.start is None else part.start
        if isinstance(start, int) and start < 0:
            raise Undecided("a sequence of unknown length cannot be counted from its end")
        return Subsequence(
            [(every([there, self.count_before(n) >= start]), item) for n, (there, item) in enumerate(self.candidates)]
        )

    def append(self, item: Any) -> None:
        self.candidates.append((True, item))

    def __add__(self, other: Any) -> Subsequence:
        return Subsequence([*self.candidates, *candidates_of(other)])

    def __eq__(self, other: object) -> bool:
        raise Undecided("a sequence of unknown length is compared")

    __hash__ = None  # type: ignore[assignment]


def candidates_of(items: Any) -> list[tuple[Any, Any]]:
    """The items of a sequence, each with whether it is there."""
    return list(items.candidates) if isinstance(items, Subsequence | Distinct) else [(True, item) for item in items]


class Distinct:
    """``set``: of equal items one, in no order; all that can be done with it is to sort and to count it."""

    def __init__(self, items: Any = ()) -> None:
        self.candidates: list[tuple[Any, Any]] = []
        for there, item in candidates_of(items):
            before = some([every([earlier, alike(own, item)]) for earlier, own in self.candidates])
            self.candidates.append((every([there, either(before, False, True)]), item))

    def __len__(self) -> int:
        return int(length(self))


def alike(one: Any, other: Any) -> Any:
    """Whether two numbers, or tuples of numbers, are the same, as one expression."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and every([alike(*pair) for pair in zip(one, other, strict=True)])
    return one == other


def not_after(one: Any, other: Any) -> Any:
    """Whether one of two comes before the other, or is the same; tuples are compared like words."""
    if not isinstance(one, tuple):
        return one <= other
    if not one:
        return True
    rest = every([alike(one[0], other[0]), not_after(one[1:], other[1:])])
    return some([one[0] < other[0], rest])


def ordered(items: Any, *, reverse: bool = False) -> Any:
    """``sorted``, of which only is known what sorting promises: the same items, each as often, in order."""
    candidates = candidates_of(items)
    if not candidates:
        return SymbolicList()
    return suppose(lambda name: _sorted(name, candidates, reverse))


def _sorted(name: str, candidates: list[tuple[Any, Any]], reverse: bool) -> tuple[Subsequence, list[Any]]:
    number = sum([either(there, 1, 0) for there, _ in candidates])
    found = [(number > place, _unknown_like(item, f"{name}_{place}")) for place, (_, item) in enumerate(candidates)]
    promises = [
        either(there, not_after(other, one) if reverse else not_after(one, other), True)
        for (_, one), (there, other) in itertools.pairwise(found)
    ]
    taken: list[tuple[Any, Any]] = []
    for n, (there, item) in enumerate(candidates):
        place = unknown(f"{name}_place_{n}")
        promises += [either(every([there, place == m]), alike(own, item), True) for m, (_, own) in enumerate(found)]
        promises.append(either(there, every([place >= 0, place < number]), True))
        promises += [either(every([there, earlier]), place != other, True) for earlier, other in taken]
        taken.append((there, place))
    return Subsequence(found), promises


def _unknown_like(item: Any, name: str) -> Any:
    if isinstance(item, tuple):
        return SymbolicTuple([_unknown_like(part, f"{name}_{n}") for n, part in enumerate(item)])
    return unknown(name)


class Numbered:
    """``enumerate``, whose items can be looked at one by one; each with its place, if some before may be missing."""

    def __init__(self, items: Any) -> None:
        self.items = items

    @property
    def candidates(self) -> list[tuple[Any, Any]]:
        """Each item with its number, and whether it is there."""
        if isinstance(self.items, Subsequence):
            own = self.items.candidates
            return [(there, (self.items.count_before(n), item)) for n, (there, item) in enumerate(own)]
        return [(True, pair) for pair in self]

    def __len__(self) -> int:
        return len(self.items.candidates if isinstance(self.items, Subsequence) else self.items)

    def __getitem__(self, number: int) -> Any:
        """One item with its number; :class:`Maybe` where it may be missing."""
        if isinstance(self.items, Subsequence):
            there, item = self.items.candidates[number]
            return Maybe(there, (self.items.count_before(number), item))
        return number, self.items[number]

    def __iter__(self) -> Iterator[Any]:
        if isinstance(self.items, Subsequence):
            return (pair for there, pair in self.candidates if there)
        return enumerate(self.items)


def length(items: Any) -> Any:
    """``len``, also where it is not known."""
    if isinstance(items, Subsequence | Distinct):
        return sum([either(there, 1, 0) for there, _ in items.candidates])
    return len(items)


def fixed(items: Any = ()) -> Any:
    """``tuple``, also where it is not known what is in it."""
    if isinstance(items, Subsequence):
        return Subsequence(items.candidates)
    return MaybeTuple(maybes(items)) if isinstance(items, MaybeTuple | MaybeList) else SymbolicTuple(items)


def changeable(items: Any = ()) -> Any:
    """``list``, also where it is not known what is in it."""
    if isinstance(items, Subsequence):
        return Subsequence(items.candidates)
    return MaybeList(maybes(items)) if isinstance(items, MaybeTuple | MaybeList) else SymbolicList(items)


UNKNOWN_SEQUENCES: Mapping[str, Callable[..., Any]] = {
    "enumerate": Numbered,
    "len": length,
    "tuple": fixed,
    "list": changeable,
    "set": Distinct,
    "sorted": ordered,
}
