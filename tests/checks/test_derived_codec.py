"""Formats derived from classes: what is written is read again, has the schema that is told; nothing else is read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.toy.game import CODEC, ENGINE, MAPPING

from archipel.checks.agreement.lockstep import Campaign
from archipel.checks.games.derived_codec import DerivedCodec
from archipel.checks.games.engine import GameRecord, GameResult
from archipel.reference.formats.layout import Items
from archipel.reference.formats.shapes import Range
from archipel.reference.strict_json import BadInput, Field, canonical, parse


class Weather(StrEnum):
    SUN = "sun"
    RAIN = "rain"


class Place(NamedTuple):
    """A place on a map."""

    row: int
    column: int


@dataclass(frozen=True)
class Terms:
    size: int = 3
    wind: Literal["no", "yes"] = "no"


@dataclass(frozen=True)
class Begin:
    first: int


@dataclass(frozen=True)
class Go:
    player: int
    way: tuple[int, ...]
    fast: bool


@dataclass(frozen=True)
class Rest:
    player: int


@dataclass(frozen=True)
class Position:
    """Every kind of field that a position can have."""

    rules: Terms
    weather: Weather
    at: Place
    guest: int | None
    open: bool
    hands: tuple[tuple[int, ...], ...]
    pair: tuple[int, bool]
    map: tuple[Place, ...]


def check(state: Position) -> None:
    if state.at.row > 99:
        raise BadInput("at.row: off the map")


CODED: DerivedCodec[Begin, Position, Go | Rest, Terms] = DerivedCodec(
    "map", Begin, Position, Go | Rest, Terms(), "rules", lambda state, seat: replace(state, guest=None), check,
    {"hands": Items(Items(Range(0, 9), Range(0, 4)), Range(0, 3))},
)
numbers, booleans = st.integers(0, 99), st.booleans()
places = st.builds(Place, numbers, numbers)
positions = st.builds(
    Position,
    st.builds(Terms, numbers, st.sampled_from(["no", "yes"])),
    st.sampled_from(Weather),
    places,
    st.none() | numbers,
    booleans,
    st.lists(st.lists(st.integers(0, 9), max_size=4).map(tuple), max_size=3).map(tuple),
    st.tuples(numbers, booleans),
    st.lists(places, max_size=4).map(tuple),
)
actions = st.builds(Go, numbers, st.lists(numbers, max_size=4).map(tuple), booleans) | st.builds(Rest, numbers)


def written(data: object) -> Field:
    return Field(parse(canonical(data)))


def valid(codec: DerivedCodec[Any, Any, Any, Any], what: str, data: object) -> bool:
    Draft202012Validator.check_schema(codec.schemas[what])
    return Draft202012Validator(codec.schemas[what]).is_valid(data)


@given(positions)
def test_positions_come_back_and_fit_their_schema(state: Position) -> None:
    data = CODED.state_data(state)
    assert data["game"] == "map" and CODED.read_state(written(data)) == state
    assert CODED.unpacked(CODED.packed(state), state) == state
    assert valid(CODED, "state", data) and valid(CODED, "view", CODED.view_data(state, 0))
    assert CODED.view_data(state, 0)["guest"] is None


@given(st.lists(actions, max_size=3), st.none() | st.just(GameResult((-3, 5), ((1,), (0,)))))
def test_records_come_back_and_fit_their_schema(moves: list[Go | Rest], result: GameResult | None) -> None:
    record: GameRecord[Begin, Go | Rest, Terms] = GameRecord(Begin(1), tuple(moves), Terms(7, "yes"), result)
    data = CODED.record_data(record)
    assert CODED.read_record(written(data)) == record and valid(CODED, "record", data)
    for move in moves:
        assert CODED.read_action(written(CODED.action_data(move))) == move
        assert valid(CODED, "action", CODED.action_data(move))


PLAIN = Position(Terms(), Weather.SUN, Place(1, 2), None, False, ((1,),), (1, True), ())
WRONG = [
    ({"game": "chess"}, 'game: expected "map"'),
    ({"weather": "snow"}, "weather"),
    ({"at": {"row": 100, "column": 1}}, "off the map"),
    ({"at": {"row": 1}}, "column"),
    ({"hands": [[10]]}, "hands"),
    ({"hands": [[1]] * 4}, "hands"),
    ({"guest": -1}, "guest"),
    ({"more": 1}, "more"),
    ({"pair": [1]}, "pair"),
    ({"rules": {"size": 3, "wind": "some"}}, "wind"),
]


@pytest.mark.parametrize(("change", "complaint"), WRONG, ids=[str(change) for change, _ in WRONG])
def test_what_is_no_position_is_refused(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        CODED.read_state(written({**CODED.state_data(PLAIN), **change}))


def test_names_of_actions_and_terms_left_out() -> None:
    assert CODED.action_classes == {"go": Go, "rest": Rest}
    assert CODED.read_header({}) == Terms()
    assert CODED.header_data(Terms()) == {"game": "map", "rules": {"size": 3, "wind": "no"}}


@pytest.mark.parametrize("players", [3, 4])
def test_what_the_toy_writes_fits_its_schemas(players: int) -> None:
    game = Campaign(MAPPING).number(players, 2)
    assert game.setup is not None
    record = GameRecord(game.setup, tuple(game.moves), ENGINE.standard, ENGINE.result(game.state))
    assert valid(CODEC, "record", CODEC.record_data(record)) and valid(CODEC, "setup", CODEC.setup_data(record.setup))
    assert valid(CODEC, "state", CODEC.state_data(game.state)) and valid(CODEC, "view", CODEC.view_data(game.state, 1))
    assert not valid(CODEC, "state", CODEC.view_data(game.state, 1)), "a view says not which game it is"
