"""Formats derived from the classes of a made-up game: boats on islands, hidden hands, a roll that chance decides."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from archipel.reference.formats.format import DOUBTS, Format, ObjectFormat, schema
from archipel.reference.formats.functions import Limit
from archipel.reference.formats.layout import Items, members, tagged
from archipel.reference.formats.lines import Lines
from archipel.reference.formats.shapes import Coded, Range, Sparse, Whole, Written
from archipel.reference.strict_json import BadInput, Field, canonical, parse


class Weather(StrEnum):
    CALM = "calm"
    STORM = "storm"


@dataclass(frozen=True)
class Board:
    """What all positions of a game share."""

    players: int
    islands: int


@dataclass(frozen=True)
class Roll:
    """What chance decides, and nobody else."""

    eyes: int


@dataclass(frozen=True)
class Sail:
    """One boat goes somewhere."""

    player: int
    start: int
    route: tuple[int, ...]
    speed: Literal["slow", "fast"]


@dataclass(frozen=True)
class Wait:
    """Nothing at all."""


Choice = Roll | Sail | Wait


class Boat(NamedTuple):
    """A boat on an island."""

    owner: int | None
    load: int
    anchored: bool


class Corner(NamedTuple):
    """One of the two sides of an island."""

    island: int
    side: Weather


@dataclass(frozen=True)
class Position:
    """Who decides is nobody while chance does."""

    board: Board
    weather: Weather
    boats: tuple[Boat | None, ...]
    """The boat on each side of each island."""
    last: Choice
    actor: int | None
    lighthouse: int | None
    depth: int
    hands: tuple[tuple[int, ...], ...]
    """The secret cards of each player."""
    wreck: Boat | None
    winds: tuple[Weather | None, ...]
    note: tuple[int, int] | None
    cargo: tuple[int, ...] | None
    seen: tuple[tuple[int, bool], ...]
    bonus: int | None = None


PLAYERS = Limit(lambda board: board.players, 1, 4)
SEAT = Range(0, Limit(lambda board: board.players - 1, 0, 3))
CARD = Range(1, 300)
ROLL = Range(1, 6)
SIDES = tuple(Weather)
PLACE = Coded(
    members(Corner, {"island": Range(0, Limit(lambda board: board.islands - 1, 0, 4))}),
    lambda board, place: Corner(place // 2, SIDES[place % 2]),
    lambda board, corner: 2 * corner.island + SIDES.index(corner.side),
)
BOAT = members(Boat, {"owner": SEAT, "load": Range(0, 700)})
ARGUMENTS = {int: Range(0, 9), tuple[int, ...]: Items(Range(-3, 9), Range(0, 4))}
CHOICE = tagged(Choice, "do", "a choice", ARGUMENTS, {"start": "from"})
HINTS = {
    "actor": SEAT,
    "boats": Sparse(PLACE, BOAT, Limit(lambda board: 2 * board.islands, 2, 10), "islands in their order"),
    "last": CHOICE,
    "lighthouse": PLACE,
    "depth": Range(-20, 20),
    "hands": Items(Items(CARD, Range(0, 5), distinct=True), PLAYERS),
    "wreck": BOAT,
    "winds": Items(None, Range(0, 3)),
    "note": [Range(-5, 5), CARD],
    "cargo": Items(Range(0, 9), Range(0, 3)),
    "seen": Items([CARD, None], Range(0, 4)),
    "bonus": ROLL,
}
POSITION = ObjectFormat[Position](
    members(Position, HINTS, given={"board": ""}, optional=("bonus",)), lambda position: position.board
)
CHOICES = Format[Choice](CHOICE)
BOARD = Board(3, 4)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-30, 1000) | st.sampled_from(["", "calm", "storm", "sail", "fast"]),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["do", "eyes", "by"]), inner, max_size=2)
    ),
    max_leaves=4,
)

boats = st.builds(Boat, st.none() | st.integers(0, 2), st.integers(0, 700), st.booleans())
choices: st.SearchStrategy[Choice] = (
    st.builds(Roll, st.integers(0, 9))
    | st.builds(Wait)
    | st.builds(
        Sail,
        st.integers(0, 9),
        st.integers(0, 9),
        st.lists(st.integers(-3, 9), max_size=4).map(tuple),
        st.sampled_from(["slow", "fast"]),
    )
)


def tuples(items: st.SearchStrategy[Any], least: int, most: int) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(items, min_size=least, max_size=most).map(tuple)


cards = st.integers(1, 300)
positions = st.builds(
    Position,
    board=st.just(BOARD),
    weather=st.sampled_from(Weather),
    boats=tuples(st.none() | boats, 8, 8),
    last=choices,
    actor=st.none() | st.integers(0, 2),
    lighthouse=st.none() | st.integers(0, 7),
    depth=st.integers(-20, 20),
    hands=tuples(st.sets(cards, max_size=5).map(sorted).map(tuple), 3, 3),
    wreck=st.none() | boats,
    winds=tuples(st.none() | st.sampled_from(Weather), 0, 3),
    note=st.none() | st.tuples(st.integers(-5, 5), cards),
    cargo=st.none() | tuples(st.integers(0, 9), 0, 3),
    seen=tuples(st.tuples(cards, st.booleans()), 0, 4),
    bonus=st.none() | st.integers(1, 6),
)


def validator(form: Format[Any]) -> Draft202012Validator:
    body: Any = form.shape.schema()
    whole = schema("https://archipel.invalid/made_up.schema.json", "made up", body)
    Draft202012Validator.check_schema(whole)
    return Draft202012Validator(whole)


CHECK = {POSITION: validator(POSITION), CHOICES: validator(CHOICES)}


@given(positions)
@settings(max_examples=200, deadline=None)
def test_positions_are_read_back_from_json_bytes_and_lines(position: Position) -> None:
    text = POSITION.dumps(position)
    assert text == canonical(parse(text))
    assert POSITION.read(Field(parse(text)), BOARD) == position
    assert POSITION.quickly(parse(text), BOARD) == position == POSITION.read_with_care(Field(parse(text)), BOARD)
    assert CHECK[POSITION].is_valid(parse(text))
    packed = POSITION.packed(position)
    assert POSITION.unpacked(packed, BOARD) == position
    assert (packed[0] == 2) == (max(_numbers(position)) > 255)
    for lines in (Lines(POSITION.members), SHORT):
        line = lines.write(POSITION.data(position), "isles")
        assert "\n" not in line
        assert POSITION.read(Field(lines.read(line, "isles")), BOARD) == position


SHORT = Lines(
    POSITION.members,
    "{weather}/{actor} {boats} {last} {lighthouse} {depth} [{hands}] {wreck} {winds} {note} {cargo} {seen}",
    inner={"boats": "{island}{side}={load}{anchored}>{owner}"},
    letters={"side": {"c": "calm", "s": "storm"}, "anchored": {"": False, "!": True}},
)


def _numbers(position: Position) -> list[int]:
    """Everything that may not fit into one byte, as it is packed."""
    there = [*[boat for boat in position.boats if boat], *([position.wreck] if position.wreck else [])]
    hidden = [card - 1 for hand in position.hands for card in hand]
    noted = [] if position.note is None else [position.note[1] - 1]
    return [0, *[boat.load for boat in there], *hidden, *noted, *[card - 1 for card, _ in position.seen]]


@given(positions, positions)
@settings(max_examples=100, deadline=None)
def test_different_positions_have_different_bytes_and_lines(one: Position, other: Position) -> None:
    assert (POSITION.packed(one) == POSITION.packed(other)) == (one == other)
    changed = replace(one, actor=None if one.actor == 0 else 0)
    assert POSITION.packed(one) != POSITION.packed(changed)
    assert SHORT.write(POSITION.data(one)) != SHORT.write(POSITION.data(changed))


def places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *[place for key, item in children for place in places(item, (*path, key))]]


def spoilt(document: Any, data: st.DataObject) -> object:
    """A document with something else in one place, with a key less or with a key more."""
    place = data.draw(st.sampled_from(places(document)[1:]))
    parent = document
    for key in place[:-1]:
        parent = parent[key]
    if isinstance(parent, dict) and data.draw(st.integers(0, 3)) == 0:
        parent.pop(place[-1])
        parent.update(data.draw(st.dictionaries(st.sampled_from(["bonus", "more"]), ANYTHING, max_size=1)))
    else:
        parent[place[-1]] = data.draw(ANYTHING)
    return document


@given(positions, st.data())
@settings(max_examples=500, deadline=None)
def test_quick_and_careful_reading_and_the_schema_agree_about_spoilt_positions(
    position: Position, data: st.DataObject
) -> None:
    agreed_about(POSITION, spoilt(parse(POSITION.dumps(position)), data), exactly=False)


@given(choices, st.data())
@settings(max_examples=300, deadline=None)
def test_quick_and_careful_reading_and_the_schema_agree_about_spoilt_choices(
    choice: Choice, data: st.DataObject
) -> None:
    assert CHOICES.loads(CHOICES.dumps(choice)) == choice
    agreed_about(CHOICES, spoilt(parse(CHOICES.dumps(choice)), data), exactly=True)


def agreed_about(form: Format[Any], document: Any, exactly: bool) -> None:
    """A schema says of all games together what readers say of one; ``exactly`` if nothing depends on the game."""
    try:
        found = form.read_with_care(Field(document), BOARD)
    except BadInput as error:
        assert "\n" not in str(error)
        with pytest.raises((BadInput, *DOUBTS)):
            form.quickly(document, BOARD)
        assert not (exactly and CHECK[form].is_valid(document))
    else:
        assert form.read(Field(document), BOARD) == found == form.quickly(document, BOARD)
        twice = any(len(set(hand)) < len(hand) for hand in getattr(found, "hands", ()))
        assert CHECK[form].is_valid(document) != twice, "that items are distinct is only said in schemas"


SOME = Position(
    BOARD,
    Weather.STORM,
    (None, Boat(None, 5, True), *[None] * 6),
    Roll(4),
    None,
    3,
    -7,
    ((1, 2), (), (300,)),
    None,
    (None, Weather.CALM),
    (0, 9),
    (),
    ((7, True),),
)


def test_how_a_position_is_written() -> None:
    data = POSITION.data(SOME)
    assert data["boats"] == [{"island": 0, "side": "storm", "owner": None, "load": 5, "anchored": True}]
    assert data["last"] == {"do": "roll", "eyes": 4} and data["lighthouse"] == {"island": 1, "side": "storm"}
    assert "bonus" not in data and POSITION.data(replace(SOME, bonus=2))["bonus"] == 2
    assert SHORT.write(data, "isles") == ("isles storm/- 0s=5!>- {roll:4} {1:s} -7 1.2,-,300 - -,calm 0.9 - 7.yes")
    assert SHORT.write(POSITION.data(replace(SOME, bonus=2))).endswith(" bonus=2")
    assert list(POSITION.packed(replace(SOME, hands=((), (), ()))))[:6] == [1, 1, 0, 4, 13, 0]


def test_what_the_classes_say_of_themselves_is_in_the_schema() -> None:
    properties = POSITION.members.body()["properties"]
    assert properties["hands"]["description"] == "The secret cards of each player."
    assert properties["boats"]["maxItems"] == 10 and properties["depth"]["minimum"] == -20
    kinds = CHOICE.body()["oneOf"]
    assert [kind["description"] for kind in kinds] == [
        "What chance decides, and nobody else.",
        "One boat goes somewhere.",
        "Nothing at all.",
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"depth": 21}, "depth: expected -20 to 20, found 21"),
        ({"actor": 3}, "actor: expected 0 to 2, found 3"),
        ({"actor": True}, "actor: expected a whole number, found true"),
        ({"weather": "fog"}, "weather: expected one of calm, storm, found 'fog'"),
        ({"hands": [[1], [2]]}, "hands: expected 3 items, found 2"),
        ({"hands": [[1], [2], [0]]}, "hands[2][0]: expected 1 to 300, found 0"),
        ({"last": {"do": "swim"}}, "last.do: expected one of roll, sail, wait"),
        ({"last": {"eyes": 1}}, 'last: expected a choice with "do"'),
        ({"last": {"do": "roll"}}, 'last: "eyes" is missing'),
        ({"lighthouse": {"island": 4, "side": "calm"}}, "lighthouse.island: expected 0 to 3, found 4"),
        ({"note": [1]}, "note: expected 2 items, found 1"),
        ({"more": 1}, "document: unknown key 'more'"),
    ],
)
def test_what_is_said_of_a_position_that_cannot_be_read(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as caught:
        POSITION.read(Field({**POSITION.data(SOME), **change}), BOARD)
    assert str(caught.value) == said


def test_places_out_of_order_are_refused() -> None:
    position = replace(SOME, boats=(Boat(1, 1, False), Boat(2, 2, True), *[None] * 6))
    data = POSITION.data(position)
    data["boats"].reverse()
    with pytest.raises(BadInput, match=r"boats\[1\]: expected islands in their order"):
        POSITION.read(Field(data), BOARD)


@given(positions, st.integers(0, 120), st.text(max_size=2))
@settings(max_examples=300, deadline=None)
def test_a_spoilt_line_is_refused_or_read(position: Position, at: int, junk: str) -> None:
    line = SHORT.write(POSITION.data(position), "isles", "1a")
    try:
        data = SHORT.read(line[:at] + junk + line[at + 1 :], "isles", "1a")
        POSITION.read(Field(data), BOARD)
    except BadInput as error:
        assert "\n" not in str(error) and str(error).isascii()


def test_a_line_for_others_is_refused() -> None:
    line = SHORT.write(POSITION.data(SOME), "isles", "1a")
    with pytest.raises(BadInput, match="written for other rules"):
        SHORT.read(line, "isles", "1b")
    with pytest.raises(BadInput, match="cannot read"):
        SHORT.read(line, "seas", "1a")


def test_an_equal_choice_that_was_read_before_is_the_same_one() -> None:
    text = CHOICES.dumps(Sail(1, 2, (3, -3), "fast"))
    assert text == '{"do":"sail","from":2,"player":1,"route":[3,-3],"speed":"fast"}\n'
    assert CHOICES.loads(text) is CHOICES.loads(text)
    assert pickle.loads(pickle.dumps(CHOICES.loads(text))) == CHOICES.loads(text)


def test_a_hint_that_is_missing_or_wrong_is_noticed_when_the_shape_is_made() -> None:
    wrong: list[Callable[[], object]] = [
        lambda: members(Boat, {}).quick("value", None),  # type: ignore[arg-type]
        lambda: members(Position, HINTS | {"note": [CARD]}),
        lambda: tagged(complex, "do", "a number", {}),
    ]
    for make in wrong:
        with pytest.raises((TypeError, ValueError, KeyError, AttributeError)):
            make()


def test_a_value_that_its_game_writes_itself() -> None:
    text = Written({"type": "string"}, lambda number: f"number {number}", lambda field: int(field.text()[7:]))
    form = Format[int](text)
    assert form.dumps(3) == '"number 3"\n' and form.loads('"number 3"') == 3
    assert Format[int](Whole(Range(0, 5))).loads("5") == 5
