"""Positions as tables of facts: how a game is shown that says nothing about it. Nothing here knows any game.

Facts without places stand in the head, the others in a table for what their first place is: a row for each seat, for
each island. A value that the clauses have a name for is written by its name.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from archipel.checks.explain.catalogue import LETTERS
from archipel.checks.explain.text_rows import Painter, columns, cut, sections
from archipel.checks.variants.variant_files import variant_in
from archipel.reference.strict_json import BadInput, canonical
from archipel.spec.clauses import Rulebook
from archipel.spec.logic.terms import Compare, NumApply, Number, Role, Symbol, walk

if TYPE_CHECKING:
    from archipel.checks.games.protocol import Game

SEATS = "players"
"""The domain of those who play."""

Drawn = Callable[[Any, int | None, str], str]
"""A picture of a position, as a seat (or somebody who sees everything) sees it, in a language."""
Written = Callable[[Any, int | None, str, int, bool], str]
"""The same as text, so wide, with colours or without."""


class FactTables:
    """Positions of a game, shown; a game that draws pictures, or text of its own, gives functions that do."""

    def __init__(self, game: Game, drawn: Drawn | None = None, written: Written | None = None) -> None:
        self.game, self.drawn, self.written = game, drawn, written

    # Reading

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        self.game.add_material(parser)

    def position(self, arguments: argparse.Namespace) -> Any:
        """A position, or one of those of a recorded game."""
        return self.game.files(arguments).position(arguments.position, arguments.move, variant_in(arguments))

    def players(self, position: Any) -> int:
        return self.game.engine.players(position)

    # Showing

    def data(self, position: Any, seat: int | None) -> str:
        codec = self.game.engine.codec
        return canonical(codec.state_data(position) if seat is None else codec.view_data(position, seat))

    def picture(self, position: Any, seat: int | None, lang: str) -> str:
        if self.drawn is None:
            raise BadInput(f"the game {self.game.name} has no pictures (option --svg)")
        return self.drawn(position, seat, lang)

    def text(self, position: Any, seat: int | None, lang: str, width: int, colour: bool) -> str:
        if self.written is not None:
            return self.written(position, seat, lang, width, colour)
        paint = Painter(colour)
        here = self.game.mapping.position(position)
        values = here.values if seat is None else here.view(seat)
        alone, tables = _by_first_place(self.game.rulebook, values)
        names = _names_of_values(self.game.rulebook)
        actor = self.game.engine.actor(position)
        told = [f"{symbol.name} {_written(symbol, value, names)}" for symbol, value in alone]
        who = [] if actor is None or actor < 0 else [paint(actor, f"▸ {LETTERS[actor]}")]
        head = [paint("strong", self.game.title[lang]), *who, *_wrapped(told, width)]
        parts = {title: columns(list(_table(title, facts, names, paint)), width) for title, facts in tables.items()}
        return sections(head, parts, width, paint)


Facts = Sequence[tuple[Symbol, Any]]
Names = Mapping[Symbol, Mapping[int, str]]


def _by_first_place(rulebook: Rulebook, values: Mapping[str, Any]) -> tuple[Facts, Mapping[str, Facts]]:
    """The facts without places, and the others by what their first place is."""
    alone: list[tuple[Symbol, Any]] = []
    tables: dict[str, list[tuple[Symbol, Any]]] = defaultdict(list)
    for symbol in rulebook.vocabulary.with_role(Role.STATE):
        value = values.get(symbol.name)
        if symbol.domains:
            tables[symbol.domains[0].name].append((symbol, value))
        else:
            alone.append((symbol, value))
    return alone, tables


def _names_of_values(rulebook: Rulebook) -> Names:
    """What the clauses call the values of facts: the constants that they compare them with."""
    found: dict[Symbol, dict[int, str]] = defaultdict(dict)
    parts = [part.term for clause in rulebook.clauses.values() for part in clause.parts]
    compared = [term for part in parts for term in walk(part) if isinstance(term, Compare)]
    for left, right in [(term.left, term.right) for term in compared]:
        if isinstance(left, NumApply) and isinstance(right, Number) and right.name:
            found[left.symbol][right.value] = right.name
    return found


def _table(domain: str, facts: Facts, names: Names, paint: Painter) -> Iterator[list[str]]:
    """A row for the names of facts, and one for each element."""
    yield ["", *[paint("dim", symbol.name) for symbol, _ in facts]]
    for place in range(max((len(value) for _, value in facts if value is not None), default=0)):
        name = paint(place, LETTERS[place]) if domain == SEATS else str(place)
        yield [name, *[_written(symbol, None if value is None else value[place], names) for symbol, value in facts]]


def _written(symbol: Symbol, value: Any, names: Names) -> str:
    """A value, or a row of them; nothing is known of None."""
    if isinstance(value, tuple):
        return " ".join([_written(symbol, each, names) for each in value])
    if value is None:
        return "?"
    if isinstance(value, bool):
        return "×" if value else "·"
    if value in names.get(symbol, {}):
        return names[symbol][value]
    return LETTERS[value] if symbol.values is not None and symbol.values.name == SEATS else str(value)


def _wrapped(items: Sequence[str], width: int) -> list[str]:
    """Items beside each other, on as many lines as they need."""
    lines = [""]
    for item in items:
        longer = f"{lines[-1]} · {item}" if lines[-1] else item
        lines = [*lines[:-1], longer] if len(longer) <= width else [*lines, cut(item, width)]
    return lines
