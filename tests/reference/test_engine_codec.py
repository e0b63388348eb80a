"""Texts for actions, setups, states, positions and records: round trips, and refusals in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from archipel.reference.costa_ruana import (
    STANDARD,
    Action,
    Background,
    Phase,
    Reason,
    Rules,
    Setup,
    State,
    apply_action,
    balanced_deck,
    legal_actions,
    load_deck,
    new_game,
    random_moves,
)
from archipel.reference.costa_ruana.codec import (
    IllegalMove,
    Record,
    action_data,
    dumps_action,
    dumps_record,
    dumps_setup,
    dumps_state,
    loads_action,
    loads_record,
    loads_setup,
    loads_state,
    record_data,
    replay,
    result_of,
    schema_of,
    setup_data,
    state_data,
)
from archipel.reference.costa_ruana.deck import read_deck
from archipel.reference.costa_ruana.notation import read_position_line, write_position
from archipel.reference.strict_json import BadInput, canonical

VARIANT = Rules(cap=5, rounds=3, hand=6)


def positions(players: int, seed: int, rules: Rules = STANDARD) -> list[State]:
    """All positions of one random game."""
    setup = Setup.from_seed(players, seed, rules)
    found = [new_game(setup, rules)]
    for action in random_moves(setup, seed, rules):
        found.append(apply_action(found[-1], action))
    return found


def record_of(players: int, seed: int, rules: Rules = STANDARD) -> Record:
    """One random game as a record with its result."""
    setup = Setup.from_seed(players, seed, rules)
    moves = tuple(random_moves(setup, seed, rules))
    last = list(replay(Record(setup, moves, rules, balanced_deck())))[-1]
    return Record(setup, moves, rules, balanced_deck(), result_of(last))


GAMES = {players: positions(players, players) for players in range(2, 7)}
ONE_OF_EACH = list({state.phase: state for state in GAMES[4]}.values())


@st.composite
def some_state(draw: st.DrawFn) -> State:
    """Any position of some random games."""
    players = draw(st.integers(2, 6))
    return draw(st.sampled_from(GAMES[players]))


def one_line_refusal(call: Callable[[], object]) -> str:
    """The single line with which something is refused."""
    with pytest.raises(BadInput) as caught:
        call()
    message = str(caught.value)
    assert message and message.isascii() and "\n" not in message and len(message) < 400
    return message


@given(some_state())
@settings(max_examples=150, deadline=None)
def test_state_round_trip(state: State) -> None:
    text = dumps_state(state)
    assert loads_state(text) == state
    assert dumps_state(loads_state(text.encode())) == text


@given(some_state())
@settings(max_examples=150, deadline=None)
def test_position_line_round_trip(state: State) -> None:
    line = write_position(state)
    assert "\n" not in line
    assert read_position_line(line) == state


def test_variant_states_keep_their_numbers() -> None:
    for state in positions(3, 1, VARIANT):
        assert loads_state(dumps_state(state)) == state
        assert read_position_line(write_position(state), VARIANT) == state
    assert "other rules" in one_line_refusal(lambda: read_position_line(write_position(state)))


def test_the_largest_numbers_are_read_back_however_they_are_written() -> None:
    largest = ("inhabitants", "points_per_inhabitant", "points_per_treasure", "gems")
    numbers: dict[str, Any] = dict.fromkeys(largest, 1000)
    rules = Rules(**numbers, treasures=400, max_players=2, islands_by_players=(4,))
    setup = Setup.from_seed(2, 1, rules)
    moves = random_moves(setup, 1, rules)
    state = new_game(setup, rules)
    for move in moves:
        assert read_position_line(write_position(state), rules) == loads_state(dumps_state(state)) == state
        state = apply_action(state, move)
    record = Record(setup, tuple(moves), rules, balanced_deck(), result_of(state))
    assert max(state.returns()) > 1_000_000
    assert loads_record(dumps_record(record)) == record


def test_action_round_trip() -> None:
    actions: set[Action] = {action for game in GAMES.values() for s in game for action in legal_actions(s)}
    assert len({type(action) for action in actions}) == 13
    for action in actions:
        text = dumps_action(action)
        assert loads_action(text) == action and dumps_action(loads_action(text)) == text


def test_action_names_are_those_of_the_manual() -> None:
    found = {dumps_action(action) for s in GAMES[2] for action in legal_actions(s)}
    assert '{"do":"pass","player":0}\n' in found
    assert '{"do":"move_treasure","from":0,"player":1,"to":2}\n' in found
    assert '{"by":1,"do":"stand","face":"down","player":0}\n' in found
    assert '{"condition":"tide","do":"flip","player":1}\n' in found


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_record_round_trip_and_replay(players: int) -> None:
    record = record_of(players, 3)
    text = dumps_record(record)
    assert loads_record(text) == record and dumps_record(loads_record(text)) == text
    assert list(replay(loads_record(text)))[-1].phase is Phase.OVER
    assert loads_setup(dumps_setup(record.setup)) == record.setup


def test_replay_names_the_first_illegal_move() -> None:
    record = record_of(3, 3)
    wrong = Record(record.setup, (*record.moves[:7], record.moves[3], *record.moves[8:]), STANDARD, balanced_deck())
    with pytest.raises(IllegalMove) as caught:
        list(replay(wrong))
    assert caught.value.index == 7 and isinstance(caught.value.reason, Reason)
    assert "moves[7]" in str(caught.value)


def test_replay_refuses_moves_after_the_end_and_wrong_results() -> None:
    record = record_of(2, 3)
    assert record.result is not None
    more = Record(record.setup, (*record.moves, record.moves[-1]), STANDARD, balanced_deck())
    with pytest.raises(IllegalMove) as caught:
        list(replay(more))
    assert caught.value.index == len(record.moves) and caught.value.reason is Reason.GAME_OVER
    richer = record.result._replace(points=(99, 0))
    lie = Record(record.setup, record.moves, STANDARD, balanced_deck(), richer)
    assert "result" in one_line_refusal(lambda: list(replay(lie)))
    early = Record(record.setup, record.moves[:-1], STANDARD, balanced_deck(), record.result)
    assert "result" in one_line_refusal(lambda: list(replay(early)))


# Schemas


def validator(name: str) -> Draft202012Validator:
    """The validator of one of the schemas."""
    schemas = {n: schema_of(n) for n in ("action", "setup", "state", "view", "record")}
    resources: list[tuple[str, Resource[Any]]] = [
        (schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()
    ]
    registry: Registry[Any] = Registry().with_resources(resources)
    Draft202012Validator.check_schema(schemas[name])
    return Draft202012Validator(schemas[name], registry=registry)


STATES, RECORDS = validator("state"), validator("record")


def test_everything_written_fits_its_schema() -> None:
    check = validator("state")
    for game in GAMES.values():
        for state in game[::7]:
            check.validate(state_data(state))
    check.validate(state_data(positions(2, 1, VARIANT)[9]))
    for players in (2, 6):
        record = record_of(players, 1)
        validator("record").validate(record_data(record))
        validator("setup").validate(setup_data(record.setup))
        for action in record.moves:
            validator("action").validate(action_data(action))


def test_schemas_refuse_strangers() -> None:
    state = state_data(GAMES[2][20])
    assert not validator("state").is_valid({**state, "more": 1})
    assert not validator("state").is_valid({k: v for k, v in state.items() if k != "pile"})
    assert not validator("action").is_valid({"do": "settle", "player": 0})
    assert not validator("action").is_valid({"do": "settle", "player": 0, "island": -1})
    assert not validator("record").is_valid({**record_data(record_of(2, 1)), "rules": "0.9"})


@pytest.mark.parametrize(
    "change",
    [
        {"players": 9},
        {"round": 21},
        {"phase": "night"},
        {"actor": 8},
        {"tide": "day"},
        {"inhabitants": [[0, 0]]},
        {"inhabitants": [[0], [0]]},
        {"treasures": [1001, 0]},
        {"hands": [[1, 1], [2]]},
        {"hands": [[200], [2]]},
        {"pile": [3, 3]},
        {"table": [{"by": 0, "face": "up", "card": 1, "before": 0}]},
        {"table": [None]},
        {"standing": [0, None]},
        {"resolving": {"by": 0, "face": "left"}},
        {"moved": [[0]]},
        {"moved": [[0, 1, 2]]},
        {"offered": None},
        {"readings": {"majority": "all"}},
        {"readings": {"weather": "bad"}},
        {"numbers": {"cap": -1}},
        {"numbers": {"islands_by_players": []}},
        {"deck": ["place-0 night 3"]},
        {"deck": ["move_treasure-1 night 3"]},
        {"deck": ["place-2 night 21"]},
    ],
)
def test_schemas_refuse_what_no_state_holds(change: dict[str, Any]) -> None:
    state = state_data(GAMES[2][20])
    assert STATES.is_valid(state) and not STATES.is_valid({**state, **change})


# Refusals


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def _places(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *[place for key, item in children for place in _places(item, (*path, key))]]


def _spoilt(document: Any, data: st.DataObject) -> object:
    places = [place for place in _places(document) if place and place[0] != "deck"]
    place = data.draw(st.sampled_from(places))
    parent = document
    for key in place[:-1]:
        parent = parent[key]
    parent[place[-1]] = data.draw(JUNK)
    return document


@given(some_state(), st.data())
@settings(max_examples=400, deadline=None)
def test_a_spoilt_state_is_refused_or_still_sound(state: State, data: st.DataObject) -> None:
    text = canonical(_spoilt(json.loads(dumps_state(state)), data))
    try:
        read = loads_state(text)
    except BadInput as error:
        assert "\n" not in str(error)
    else:
        assert dumps_state(read) == text and STATES.is_valid(json.loads(text))
        for action in legal_actions(read)[:50]:
            apply_action(read, action)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_spoilt_record_is_refused_or_still_sound(data: st.DataObject) -> None:
    text = canonical(_spoilt(json.loads(RECORD), data))
    try:
        record = loads_record(text)
        list(replay(record))
    except BadInput as error:
        assert "\n" not in str(error)
    else:
        assert dumps_record(record) == text and RECORDS.is_valid(json.loads(text))


RECORD = dumps_record(record_of(2, 4))


@given(some_state(), st.integers(0, 400), st.text(max_size=3))
@settings(max_examples=200, deadline=None)
def test_a_spoilt_position_line_is_refused_or_still_sound(state: State, at: int, junk: str) -> None:
    line = write_position(state)
    spoilt = line[:at] + junk + line[at + 1 :]
    try:
        read = read_position_line(spoilt)
    except BadInput as error:
        assert "\n" not in str(error)
    else:
        assert write_position(read) == spoilt


@given(st.binary(max_size=60) | st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_noise_is_refused(noise: bytes | str) -> None:
    for loads in (loads_state, loads_record, loads_action, loads_setup):
        one_line_refusal(lambda loads=loads: loads(noise))  # type: ignore[misc]


@pytest.mark.parametrize("cut", [0, 1, 10, 500, -2])
def test_truncated_texts_are_refused(cut: int) -> None:
    text = dumps_state(GAMES[3][30])
    one_line_refusal(lambda: loads_state(text[:cut]))
    one_line_refusal(lambda: loads_record(RECORD[:cut]))


def _with(state: State, **changes: object) -> str:
    return canonical({**state_data(state), **changes})


SETTLING = GAMES[2][3]
FLIPPING = next(s for s in GAMES[2] if s.phase is Phase.FLIP)
ACTING = next(s for s in GAMES[4] if s.phase is Phase.EFFECT and s.copying)
OFFERED = next(s for s in GAMES[2] if s.phase is Phase.OFFER)
ONE_LESS = [OFFERED.reserve[0] - 1, OFFERED.reserve[1]]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (_with(FLIPPING, players=7), "players"),
        (_with(FLIPPING, round=0), "round"),
        (_with(FLIPPING, round=5), "huts|pile|round"),
        (_with(FLIPPING, actor=None), "actor"),
        (_with(FLIPPING, actor=1 - FLIPPING.shaman), "actor|table|standing"),
        (_with(FLIPPING, phase="play_up"), "table"),
        (_with(FLIPPING, phase="over"), "round"),
        (_with(FLIPPING, phase="effect"), "table"),
        (_with(FLIPPING, tide="day"), "tide"),
        (_with(FLIPPING, reserve=[0, 0]), "reserve"),
        (_with(FLIPPING, treasures=[5, 5, 5, 5]), "treasures"),
        (_with(FLIPPING, gains=[1, 0]), "gains"),
        (_with(FLIPPING, hands=[FLIPPING.hands[0], FLIPPING.hands[0]]), "two places"),
        (_with(FLIPPING, hands=[FLIPPING.hands[0], [*FLIPPING.hands[1][:-1], 71]]), "not used"),
        (_with(FLIPPING, hands=[FLIPPING.hands[0], FLIPPING.hands[1][:-1]]), "expected 3 cards"),
        (_with(FLIPPING, hands=[FLIPPING.hands[0], FLIPPING.hands[1][::-1]]), "increasing"),
        (_with(FLIPPING, pile=FLIPPING.pile[1:]), "pile"),
        (_with(FLIPPING, waiting=[0]), "resolving"),
        (_with(FLIPPING, copying=True), "resolving"),
        (_with(FLIPPING, readings={"majority": "b"}), "readings"),
        (_with(FLIPPING, rules="2.0.0"), "rules"),
        (_with(FLIPPING, game="tobago"), "game"),
        (_with(FLIPPING, numbers={"cap": 0}), "numbers"),
        (_with(FLIPPING, numbers={"islands_by_players": [1, 1, 1, 1, 1]}), "numbers"),
        (_with(FLIPPING, deck=["place-2 night 3"]), "deck"),
        (_with(FLIPPING, deck=["place night 3"]), "deck"),
        (_with(SETTLING, reserve=[10, 7]), "reserve"),
        (_with(SETTLING, actor=1 - (SETTLING.actor or 0)), "actor"),
        (_with(ACTING, copying=False), "actor"),
        (_with(ACTING, waiting=[ACTING.actor]), "waiting"),
        (_with(ACTING, resolving=None), "resolving"),
        (_with(OFFERED, actor=1 - OFFERED.shaman), "actor"),
        (_with(OFFERED, standing=[{"by": 0, "face": "up"}, None]), "reserve"),
        (_with(OFFERED, standing=[{"by": 0, "face": "up"}, None], reserve=ONE_LESS), "standing"),
    ],
)
def test_states_that_make_no_sense_are_refused(text: str, part: str) -> None:
    message = one_line_refusal(lambda: loads_state(text))
    assert any(word in message for word in part.split("|")), message


def test_an_overfull_island_is_refused() -> None:
    rows = [[8, 0], [0, 0], [0, 0], [0, 0]]
    text = _with(SETTLING, inhabitants=rows, reserve=[2, 10])
    assert "more than 7" in one_line_refusal(lambda: loads_state(text))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('{"do":"settle","player":0}', '"island" is missing'),
        ('{"do":"settle","player":0,"island":"2"}', "island: expected a whole number"),
        ('{"do":"settle","player":0,"island":true}', "island: expected a whole number"),
        ('{"do":"settle","player":-1,"island":0}', "player"),
        ('{"do":"settle","player":0,"island":0,"x":1}', "unknown key"),
        ('{"do":"dance","player":0}', "do"),
        ('{"do":["settle"],"player":0}', "do"),
        ('{"do":"stand","player":0,"by":0,"face":"left"}', "face"),
        ('{"do":"place","player":0,"islands":[0,1.0]}', "whole numbers"),
        ('{"do":"place","player":0,"islands":{"0":1}}', "islands: expected a list"),
        ("[]", "expected an action"),
    ],
)
def test_actions_that_cannot_be_read(text: str, part: str) -> None:
    assert part in one_line_refusal(lambda: loads_action(text))


def test_a_complaint_says_where() -> None:
    document = json.loads(RECORD)
    document["moves"][3]["island"] = "x"
    assert one_line_refusal(lambda: loads_record(canonical(document))).startswith("moves[3].island: expected")


# Decks, rules, setups


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cards = 3",
        "cards = [[",
        'cards = [["place", 2, "night"]]',
        'cards = [["place", 0, "night", 2]]',
        'cards = [["move_treasure", 2, "night", 2]]',
        'cards = [["place", 2, "dusk", 2]]',
        'cards = [["place", 2, "night", 0]]',
        'cards = [["place", 2, "night", 2, 0]]',
        'cards = [["place", 2, "night", 2, 999]]',
        'cards = [["place", 2, "night", 2.5]]',
        'cards = []\nextra = "x"',
        "cards = " + "[" * 5000,
        "cards = é\nü",
        "cards = " + "9" * 9000,
        "cards = [2020-01-01]",
    ],
)
def test_bad_deck_files(text: str) -> None:
    one_line_refusal(lambda: read_deck(text))


def test_deck_files_are_read_in_order(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text('name = "mine"\ncards = [["place", 2, "night", 3, 2], ["move_treasure", 1, "day", 2]]')
    assert [card.text for card in load_deck(file).cards] == ["place-2 night 3"] * 2 + ["move_treasure day 2"]
    one_line_refusal(lambda: load_deck(tmp_path / "none.toml"))
    one_line_refusal(lambda: load_deck(tmp_path))
    one_line_refusal(lambda: load_deck("nul\0.toml"))
    (tmp_path / "large.toml").write_text("#" * 300_000)
    assert "larger" in one_line_refusal(lambda: load_deck(tmp_path / "large.toml"))
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    one_line_refusal(lambda: load_deck(tmp_path / "latin.toml"))


def test_a_deck_that_cannot_be_dealt_is_refused() -> None:
    deck = read_deck('cards = [["place", 2, "night", 2, 23]]')
    setup = Setup.from_seed(2, 1, STANDARD, deck)
    assert "need 24 cards, found 23" in one_line_refusal(lambda: new_game(setup, deck=deck))
    many = read_deck('cards = [["place", 4, "night", 2, 24]]')
    assert "amount" in one_line_refusal(lambda: new_game(Setup.from_seed(2, 1, STANDARD, many), deck=many))


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 7},
        {"players": 3},
        {"order": (0, 0)},
        {"tide": Background.DAY},
        {"time": Background.HIGH_TIDE},
        {"poor": (1,)},
        {"poor": (1, 1)},
        {"poor": (2, 1)},
        {"poor": (1, 4)},
        {"poor": (-1, 1)},
        {"shaman": 2},
        {"shaman": -1},
    ],
)
def test_setups_that_cannot_be_played(changes: dict[str, Any]) -> None:
    setup = Setup.from_seed(2, 1)
    numbers: dict[str, Any] = {name: getattr(setup, name) for name in setup_data(setup)}
    wrong = Setup(**{**numbers, **changes})
    one_line_refusal(lambda: new_game(wrong))


@pytest.mark.parametrize(
    "changes",
    [
        {"cap": -1},
        {"cap": 0},
        {"cap": True},
        {"cap": 10**9},
        {"settled": 0},
        {"settled": 11},
        {"rounds": 0},
        {"hand": 1},
        {"cards_drawn": 0},
        {"last_draw": 0, "hand": 3, "cards_drawn": 1},
        {"gems": 47},
        {"poor_islands": 5},
        {"min_players": 1},
        {"max_players": 1},
        {"max_players": 7},
        {"islands_by_players": (4, 6, 7, 9)},
        {"islands_by_players": (4, 6, 7, 9, 11)},
        {"islands_by_players": (1, 6, 7, 9, 10)},
        {"largest_amount": 0},
    ],
)
def test_nonsense_rules_are_refused(changes: dict[str, Any]) -> None:
    one_line_refusal(lambda: Rules(**changes))
