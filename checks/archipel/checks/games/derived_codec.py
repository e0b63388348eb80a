"""Serialization derived from an engine's classes: JSON, JSON Schema and packed bytes, with nothing written by hand.

What annotations do not say, such as how large a number can be, is taken to be generous; ``hints`` say it more closely,
by the name of the field. Positions and records name the game, and the terms that it is played by. Nothing here knows
any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, is_dataclass, replace
from enum import Enum
from functools import cached_property
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin

from archipel.checks.games.engine import Action, Data, GameCodec, GameRecord, GameResult, Setup, State, Terms
from archipel.reference.formats.annotations import annotated_fields
from archipel.reference.formats.format import Format, ObjectFormat, schema
from archipel.reference.formats.layout import Hint, Items, members, tagged
from archipel.reference.formats.shapes import Members, Range, Tagged
from archipel.reference.strict_json import Field

NUMBER = Range(0, 9_999)
POINTS = Range(-9_999, 9_999)
SIZE = Range(0, 999)
MOVES = 99_999
Hints = Mapping[str, Hint]
Value = TypeVar("Value")


def _hint(type_: Any, hints: Hints) -> Hint:
    """What is taken for granted of a type of which nothing more is said."""
    if get_origin(type_) in (Union, UnionType):
        (type_,) = [part for part in get_args(type_) if part is not NoneType]
    if type_ is int:
        return NUMBER
    if get_origin(type_) is tuple:
        inner = get_args(type_)
        if inner[-1] is Ellipsis:
            return Items(_hint(inner[0], hints), SIZE)
        return [_hint(item, hints) for item in inner]
    if get_origin(type_) is Literal or (isinstance(type_, type) and issubclass(type_, Enum | bool)):
        return None
    if is_dataclass(type_) or hasattr(type_, "_fields"):
        return _shape(type_, hints)
    return None


def with_field(value: Value, name: str, part: object) -> Value:
    """A dataclass or a named tuple with one field changed."""
    old: Any = value
    new: Value = replace(old, **{name: part}) if is_dataclass(value) else old._replace(**{name: part})
    return new


def _shape(kind: type, hints: Hints) -> Members:
    """The shape of a class."""
    found = {each.name: hints.get(each.name) or _hint(each.type, hints) for each in annotated_fields(kind)}
    return members(kind, found)


@dataclass(frozen=True)
class DerivedCodec(GameCodec[Setup, State, Action, Terms], Generic[Setup, State, Action, Terms]):
    """How a game's values are written, told by its classes; ``actions`` is one class of actions or a union of them.

    ``terms_field`` is the field of a position that holds the terms, and their name in files. ``view`` is what a seat
    sees of a position, as a position; ``check`` refuses positions that make no sense.
    """

    game: str
    setup: type[Setup]
    state: type[State]
    actions: Any
    standard: Terms
    terms_field: str
    view: Callable[[State, int], State]
    check: Callable[[State], None]
    hints: Hints = field(default_factory=dict)

    @cached_property
    def header(self) -> tuple[str, ...]:
        return ("game", self.terms_field)

    @cached_property
    def action_shape(self) -> Tagged:
        types = {each.type for kind in get_args(self.actions) or (self.actions,) for each in annotated_fields(kind)}
        return tagged(self.actions, "do", "an action", {type_: _hint(type_, self.hints) for type_ in types})

    @property
    def action_classes(self) -> Mapping[str, type[Action]]:
        """The classes of actions by the names that records give them."""
        return self.action_shape.by_tag

    @cached_property
    def _action(self) -> Format[Action]:
        return Format(self.action_shape)

    @cached_property
    def _setup(self) -> ObjectFormat[Setup]:
        return ObjectFormat(_shape(self.setup, self.hints))

    @cached_property
    def _state(self) -> ObjectFormat[State]:
        return ObjectFormat(_shape(self.state, self.hints))

    @cached_property
    def _terms(self) -> ObjectFormat[Terms]:
        return ObjectFormat(_shape(type(self.standard), self.hints))

    @cached_property
    def _result(self) -> ObjectFormat[GameResult]:
        return ObjectFormat(_shape(GameResult, {"points": Items(POINTS, SIZE)}))

    # Schemas

    @cached_property
    def schemas(self) -> Mapping[str, Data]:
        name, state = {"game": {"const": self.game}}, self._state.members.body()
        position = {**state, "properties": {**name, **state["properties"]}, "required": ["game", *state["required"]]}
        moves = {"type": "array", "items": {"$ref": "#/$defs/action"}}
        record = {
            "type": "object",
            "properties": {
                **name,
                self.terms_field: self._terms.members.body(),
                "setup": self._setup.members.body(),
                "moves": moves,
                "result": self._result.members.body(),
            },
            "required": ["game", self.terms_field, "setup", "moves"],
            "additionalProperties": False,
            "$defs": {"action": self.action_shape.body()},
        }
        bodies = {"action": self.action_shape.body(), "setup": self._setup.members.body()}
        bodies |= {"state": position, "view": state, "record": record}
        place = f"https://archipel.invalid/{self.game}"
        titles = {what: (f"{place}/{what}.schema.json", f"{self.game}: {what}") for what in bodies}
        return {what: schema(*titles[what], body) for what, body in bodies.items()}

    # The header

    def header_data(self, terms: Terms, /) -> Data:
        return {"game": self.game, self.terms_field: self._terms.data(terms)}

    def read_header(self, members: Mapping[str, Field], /) -> Terms:
        if "game" in members:
            members["game"].exactly(self.game)
        return self._terms.read(members[self.terms_field]) if self.terms_field in members else self.standard

    # Actions, setups, positions

    def action_data(self, action: Action, /) -> Data:
        data: Data = self._action.data(action)
        return data

    def read_action(self, field: Field, /) -> Action:
        return self._action.read(field)

    def setup_data(self, setup: Setup, /) -> Data:
        data: Data = self._setup.data(setup)
        return data

    def read_setup(self, field: Field, /) -> Setup:
        return self._setup.read(field)

    def state_data(self, state: State, /) -> Data:
        return {"game": self.game, **self.position_data(state)}

    def position_data(self, state: State, /) -> Data:
        data: Data = self._state.data(state)
        return data

    def read_state(self, field: Field, /) -> State:
        fields = [part.key for part in self._state.members.parts]
        given = field.members(dict.fromkeys((*self.header, *fields)))
        given["game"].exactly(self.game)
        state = self._state.read_members({name: one for name, one in given.items() if name != "game"})
        self.check(state)
        return state

    def view_data(self, state: State, player: int, /) -> Data:
        return self.position_data(self.view(state, player))

    # Records

    def record_data(self, record: GameRecord[Setup, Action, Terms], /) -> Data:
        moves = [self.action_data(move) for move in record.moves]
        result = {} if record.result is None else {"result": self._result.data(record.result)}
        return {**self.header_data(record.terms), "setup": self.setup_data(record.setup), "moves": moves, **result}

    def read_record(self, field: Field, /) -> GameRecord[Setup, Action, Terms]:
        given = field.members([*self.header, "setup", "moves"], ["result"])
        terms, moves = self.read_header(given), given["moves"].items(0, MOVES)
        result = self._result.read(given["result"]) if "result" in given else None
        return GameRecord(self.read_setup(given["setup"]), tuple(map(self.read_action, moves)), terms, result)

    # Bytes

    def packed(self, state: State, /) -> bytes:
        """Without the terms: they are those of the game."""
        return self._state.packed(with_field(state, self.terms_field, self.standard))

    def unpacked(self, source: bytes, start: State, /) -> State:
        return with_field(self._state.unpacked(source), self.terms_field, getattr(start, self.terms_field))
