"""What a prover says of a situation, in its full shape, and the moments of the game at which that can be."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any, NamedTuple

from archipel.checks.agreement.mapping import NoPosition
from archipel.checks.costa_ruana.projection import NOTHING, code, rules_of
from archipel.reference.costa_ruana import Rules
from archipel.reference.costa_ruana.deck import MAX_NOTCHES
from archipel.spec.costa_ruana import NUMBERS, RULEBOOK, Numbers
from archipel.spec.costa_ruana import vocabulary as words
from archipel.spec.logic.terms import Num, Role, Symbol
from archipel.spec.machine import evaluate_number

SETTLE, PLAY_UP, PLAY_DOWN, STAND = map(code, (words.SETTLE, words.PLAY_UP, words.PLAY_DOWN, words.STAND))
FLIP, REVEAL, RESOLVE, PREPARE = map(code, (words.FLIP, words.REVEAL, words.RESOLVE, words.PREPARE))
OFFER, OVER = code(words.OFFER), code(words.OVER)
UP, DOWN = code(words.UP), code(words.DOWN)
PILE, TABLE, DISCARD, BOX = map(code, (words.PILE, words.TABLE, words.DISCARD, words.BOX))
FACES = (UP, DOWN)
TIDES = (code(words.HIGH_TIDE), code(words.LOW_TIDE))
TIMES = (code(words.DAY), code(words.NIGHT))

TAKERS = (code(words.REMOVE), code(words.MOVE_INHABITANT))
MOVES = (code(words.MOVE_TREASURE), code(words.MOVE_INHABITANT))

TURNS = (SETTLE, PLAY_UP, PLAY_DOWN, STAND)
LIKELY_PHASES = (PLAY_UP, FLIP, STAND, PLAY_DOWN, RESOLVE, OFFER, SETTLE, OVER)

SYMBOLS = {s.name: s for s in RULEBOOK.vocabulary.symbols.values() if s.role is not Role.ARGUMENT}

Slot = tuple[int, int]


class Frame(NamedTuple):
    """The moment of the game: what everything else depends on."""

    phase: int
    round: int
    shaman: int
    turn: int
    tide: int
    time: int


class Known:
    """What is given, in its full shape; None stands for whatever was left open."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        if unknown := sorted(set(values) - set(RULEBOOK.vocabulary.symbols)):
            raise NoPosition(f"no such symbol: {', '.join(unknown)}")
        self.players = _players(values)
        self.numbers = _numbers(values, self.players)
        cards = max(values.get("cards") or 0, self.numbers.deck_size)
        self.parameters = self.numbers.values(self.players) | {"cards": cards}
        self.tables = {name: self._table(symbol, values.get(name)) for name, symbol in SYMBOLS.items()}
        for name, range_ in self._ranges().items():
            _check_range(name, self.tables[name], range_)

    def _table(self, symbol: Symbol, given: Any) -> Any:
        if symbol.role is Role.PARAMETER:
            return self.parameters[symbol.name]
        return _shaped(symbol.name, given, [self.size(domain.size) for domain in symbol.domains])

    def _ranges(self) -> dict[str, range]:
        """What can be said at all, so that nothing below speaks of a card or a seat that does not exist."""
        cards = range(NOTHING, self.parameters["cards"])
        return {
            "laid": cards,
            "position": cards,
            "lies_before": range(NOTHING, self.players),
            "place_of": range(BOX, self.players),
            "shaman": self.seats,
            "turn": self.seats,
            "phase": range(OVER + 1),
            "round": range(self.numbers.rounds + 1),
            "kind": range(4),
            "background": range(4),
            "tide": range(4),
            "time": range(4),
            "amount": range(1, self.numbers.greatest_amount + 1),
            "notches": range(1, MAX_NOTCHES + 1),
        }

    def size(self, number: Num) -> int:
        return evaluate_number(number, self.parameters)

    @property
    def islands(self) -> int:
        return int(self.parameters["islands"])

    @cached_property
    def rules(self) -> Rules:
        """The engine's rules with the same numbers."""
        return rules_of(self.parameters)

    @property
    def seats(self) -> range:
        return range(self.players)

    def __call__(self, name: str, *places: int) -> Any:
        found = self.tables[name]
        for place in places:
            found = found[place]
        return found


def _check_range(name: str, table: Any, allowed: range) -> None:
    if isinstance(table, tuple):
        for item in table:
            _check_range(name, item, allowed)
    elif table is not None and table not in allowed:
        raise NoPosition(f"{name}: {table} is not from {allowed.start} to {allowed.stop - 1}")


def _players(values: Mapping[str, Any]) -> int:
    if values.get("players") is not None:
        return int(values["players"])
    for name in ("reserve", "hut", "gained", "laid", "lies_before", "hidden", "stands", "due", "opened"):
        if values.get(name) is not None:
            return len(values[name])
    if values.get("on"):
        return len(values["on"][0])
    raise NoPosition("players: not given, and nothing given tells how many there are")


def _numbers(values: Mapping[str, Any], players: int) -> Numbers:
    """The numbers of the game, with those that are given instead of the rulebook's."""
    names = [f.name for f in fields(Numbers) if f.name != "islands_for_players"]
    scalars = {name: int(values[name]) for name in names if values.get(name) is not None}
    table = dict(NUMBERS.islands_for_players)
    first = scalars.get("min_players", NUMBERS.min_players)
    if values.get("islands_for") is not None:
        table = {first + place: count for place, count in enumerate(values["islands_for"])}
    if values.get("islands") is not None:
        table[players] = int(values["islands"])
    if players not in table:
        raise NoPosition(f"players: {players} is not a number of players of this game")
    return Numbers(**scalars, islands_for_players=table)


def _shaped(name: str, given: Any, sizes: Sequence[int]) -> Any:
    """Nested tuples of these sizes; what is missing is None."""
    if not sizes:
        return given
    if given is None:
        given = ()
    if isinstance(given, str | int) or len(given) > sizes[0]:
        raise NoPosition(f"{name}: expected {' by '.join(map(str, sizes))} values")
    filled = (*given, *[None] * (sizes[0] - len(given)))
    return tuple(_shaped(name, item, sizes[1:]) for item in filled)


def moments(known: Known) -> Iterator[Frame]:
    """The moments that fit what is known, the likeliest first."""
    for phase in _given_or(known("phase"), _phases(known)):
        turns = known.seats if phase in TURNS else range(1)
        resolving = phase == RESOLVE
        for shaman, turn, tide, time, number in itertools.product(
            _given_or(known("shaman"), known.seats),
            _given_or(known("turn"), turns),
            _given_or(known("tide"), TIDES if resolving else TIDES[:1]),
            _given_or(known("time"), TIMES if resolving else TIMES[:1]),
            _given_or(known("round"), _rounds(known, phase)),
        ):
            yield Frame(phase, number, shaman, turn, tide, time)


def _given_or(given: int | None, choices: Sequence[int]) -> Sequence[int]:
    return choices if given is None else (given,)


def _phases(known: Known) -> Sequence[int]:
    if holds_anywhere(known("opened")) or holds_anywhere(known("due")):
        return (RESOLVE,)
    if holds_anywhere(known("gained")):
        return (PREPARE,)
    return LIKELY_PHASES


def holds_anywhere(table: Any) -> bool:
    """Whether a table has a number that is not zero or a fact that is true."""
    return any(map(holds_anywhere, table)) if isinstance(table, tuple) else bool(table)


def _rounds(known: Known, phase: int) -> Sequence[int]:
    last = known.numbers.rounds
    if phase == SETTLE:
        return (0,)
    if phase == OVER:
        return (last,)
    return range(1, last if phase == OFFER else last + 1)


def cards_by_faces(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same values with a card for each slot of its own, on which the same is printed.

    A prover that was not told that every card is in one place may lay one card twice; what it says of the cards on the
    table is then still worth looking at, where all the others are is not.
    """
    found = {name: value for name, value in values.items() if name not in ("place_of", "position", "drawn", "notches")}
    laid = values.get("laid")
    if laid is None:
        return found
    slots = [(seat, face) for seat, row in enumerate(laid) for face, card in enumerate(row or ()) if _lies(card)]
    own = {slot: number for number, slot in enumerate(slots)}
    found["laid"] = tuple(
        tuple(own.get((seat, face), card) for face, card in enumerate(row or ())) for seat, row in enumerate(laid)
    )
    for name in ("kind", "amount", "background"):
        if values.get(name) is not None:
            found[name] = tuple(_printed(values[name], laid[seat][face]) for seat, face in slots)
    return found


def _lies(card: int | None) -> bool:
    return card is not None and card != NOTHING


def _printed(table: Sequence[Any], card: int) -> Any:
    return table[card] if card < len(table) else None
