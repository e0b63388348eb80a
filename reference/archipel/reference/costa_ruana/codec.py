"""JSON for actions, setups, states, views and game records.

``*_data`` give plain values, ``read_*`` read them from a field of a larger document, and ``dumps_*`` and
``loads_*`` go to and from canonical text. Whatever cannot be used is refused with BadInput.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from archipel.reference.costa_ruana.actions import (
    Accept,
    Action,
    Condition,
    Face,
    Flip,
    IllegalAction,
    MoveInhabitant,
    MoveTreasure,
    Name,
    Pass,
    Place,
    PlayDown,
    PlayUp,
    Reason,
    Remove,
    Resolve,
    Settle,
    Stand,
    StandFrom,
)
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.deck import MAX_CARDS, TIDES, TIMES, Deck, read_cards
from archipel.reference.costa_ruana.engine import apply_action
from archipel.reference.costa_ruana.readings import OURS, POINTS, Readings, choice_of, chosen
from archipel.reference.costa_ruana.rules import (
    GAME,
    LARGEST_OTHER,
    NUMBERS,
    RULES_VERSION,
    STANDARD,
    Rules,
)
from archipel.reference.costa_ruana.scoring import ranking, returns
from archipel.reference.costa_ruana.setup import Setup, check_setup, new_game
from archipel.reference.costa_ruana.state import (
    Game,
    Laid,
    Phase,
    State,
    game_for,
    slot_by,
    slot_face,
    slot_of,
)
from archipel.reference.costa_ruana.views import Seen, View
from archipel.reference.strict_json import BadInput, Field, canonical, parse
from archipel.reference.values import Value

Data = dict[str, object]

MAX_NUMBER = 999
MAX_NAMED = 9
MAX_MOVES = 100_000
MAX_SEATS = 8

DECISIONS: dict[str, type[Action]] = {
    "settle": Settle,
    "play_up": PlayUp,
    "play_down": PlayDown,
    "stand": Stand,
    "stand_from": StandFrom,
    "pass": Pass,
    "flip": Flip,
    "resolve": Resolve,
    "move_treasure": MoveTreasure,
    "remove": Remove,
    "place": Place,
    "move_inhabitant": MoveInhabitant,
    "accept": Accept,
    "name": Name,
}
DECISION_OF: dict[type[Action], str] = {kind: name for name, kind in DECISIONS.items()}
KEYS = {"source": "from", "target": "to"}
NOT_NUMBERS = ("face", "condition", "islands")


def plain(value: object) -> object:
    """A value with lists for tuples and strings for named values."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


# Actions


def action_data(action: Action) -> Data:
    """An action as plain data."""
    data: Data = {"do": DECISION_OF[type(action)]}
    for field in fields(action):
        data[KEYS.get(field.name, field.name)] = plain(getattr(action, field.name))
    return data


class Shape(NamedTuple):
    """How a kind of action is written: what makes it, and its arguments, each with its key."""

    make: Callable[..., Action]
    arguments: tuple[tuple[str, str], ...]


SHAPES = {
    do: Shape(kind, tuple([(argument.name, KEYS.get(argument.name, argument.name)) for argument in fields(kind)]))
    for do, kind in DECISIONS.items()
}
FACES: dict[object, Face] = {face.value: face for face in Face}
CONDITIONS: dict[object, Condition] = {condition.value: condition for condition in Condition}


def read_action(field: Field) -> Action:
    """Read an action; whether it is legal is for the engine to say."""
    action = _well_written(field.value)
    return _read_with_care(field) if action is None else action


def _well_written(value: object) -> Action | None:
    """The action, if nothing at all is wrong with how it is written; it is read in a third of the time."""
    if not isinstance(value, dict):
        return None
    do = value.get("do")
    if not isinstance(do, str) or do not in SHAPES:
        return None
    shape = SHAPES[do]
    if len(value) != 1 + len(shape.arguments):
        return None
    arguments: list[object] = []
    for name, key in shape.arguments:
        argument = _well_written_argument(name, value.get(key))
        if argument is None:
            return None
        arguments.append(argument)
    return _made(do, *arguments)


@lru_cache(maxsize=10_000)
def _made(do: str, *arguments: object) -> Action:
    """An action; games consist of few different ones, and an equal one that was made before is found sooner."""
    return SHAPES[do].make(*arguments)


def _well_written_argument(name: str, value: object) -> object | None:
    if type(value) is int:
        return value if 0 <= value <= MAX_NUMBER and name not in NOT_NUMBERS else None
    if isinstance(value, str):
        return FACES.get(value) if name == "face" else CONDITIONS.get(value) if name == "condition" else None
    if name != "islands" or not isinstance(value, list) or len(value) > MAX_NAMED:
        return None
    right = all(type(island) is int and 0 <= island <= MAX_NUMBER for island in value)
    return tuple(value) if right else None


def _read_with_care(field: Field) -> Action:
    """The action, or a complaint that says where and why it cannot be read."""
    if not isinstance(field.value, dict) or "do" not in field.value:
        field.fail('expected an action with "do"')
    do = Field(field.value["do"], f"{field.path}.do" if field.path else "do")
    if do.text() not in SHAPES:
        do.fail("expected one of " + ", ".join(SHAPES))
    shape = SHAPES[do.text()]
    members = field.members(["do", *[key for _, key in shape.arguments]])
    return shape.make(*[_argument(name, members[key]) for name, key in shape.arguments])


def _argument(name: str, field: Field) -> object:
    if name == "face":
        return field.choice(Face)
    if name == "condition":
        return field.choice(Condition)
    if name == "islands":
        return field.numbers(0, MAX_NUMBER, 0, MAX_NAMED)
    return field.whole(0, MAX_NUMBER)


def dumps_action(action: Action) -> str:
    """An action as canonical text."""
    return canonical(action_data(action))


def loads_action(text: str | bytes) -> Action:
    """An action from text."""
    return read_action(Field(parse(text)))


# Setups


def setup_data(setup: Setup) -> Data:
    """A setup as plain data."""
    return {field.name: plain(getattr(setup, field.name)) for field in fields(setup)}


def read_setup(field: Field) -> Setup:
    """Read a setup; whether it fits rules and deck is checked when a game begins."""
    members = field.members(["players", "order", "tide", "time", "poor", "shaman"])
    return Setup(
        players=members["players"].whole(1, MAX_SEATS),
        order=members["order"].numbers(0, MAX_CARDS - 1, 0, MAX_CARDS),
        tide=members["tide"].choice(TIDES),
        time=members["time"].choice(TIMES),
        poor=members["poor"].numbers(0, MAX_NUMBER, 0, MAX_NUMBER),
        shaman=members["shaman"].whole(0, MAX_SEATS - 1),
    )


def dumps_setup(setup: Setup) -> str:
    """A setup as canonical text."""
    return canonical(setup_data(setup))


def loads_setup(text: str | bytes) -> Setup:
    """A setup from text."""
    return read_setup(Field(parse(text)))


# The header that records and states share: which game, which rules, which cards

HEADER = ("game", "rules", "readings", "numbers", "deck")


def header_data(rules: Rules, deck: Deck) -> Data:
    """Which game this is: version, the numbers that differ from the rulebook, and every card."""
    names = (*NUMBERS, "islands_by_players")
    return {
        "game": GAME,
        "rules": RULES_VERSION,
        "readings": choice_of(rules.readings),
        "numbers": {n: plain(getattr(rules, n)) for n in names if getattr(rules, n) != getattr(STANDARD, n)},
        "deck": [card.text for card in deck.cards],
    }


def read_header(members: dict[str, Field]) -> tuple[Rules, Deck]:
    """Read the header's members."""
    members["game"].exactly(GAME)
    members["rules"].exactly(RULES_VERSION)
    return read_rules(members["numbers"], read_readings(members["readings"])), _read_deck(members["deck"])


def _read_deck(field: Field) -> Deck:
    """Read the cards; a deck that was read before is not read again."""
    cards = field.value
    if isinstance(cards, list) and len(cards) <= MAX_CARDS and all(isinstance(card, str) for card in cards):
        with suppress(BadInput):
            return _deck_of(tuple(cards))
    return read_cards(field)


@lru_cache(maxsize=16)
def _deck_of(cards: tuple[str, ...]) -> Deck:
    return read_cards(Field(list(cards)))


def read_readings(field: Field) -> Readings:
    """Read the readings that are not ours."""
    members = field.members([], POINTS)
    try:
        return chosen({point: member.text() for point, member in members.items()})
    except BadInput as error:
        field.fail(str(error))


def read_rules(field: Field, readings: Readings = OURS) -> Rules:
    """Read the numbers that differ from the rulebook."""
    members = field.members([], [*NUMBERS, "islands_by_players"])
    make: Callable[..., Rules] = Rules
    numbers: dict[str, object] = {}
    for name, member in members.items():
        if name == "islands_by_players":
            numbers[name] = member.numbers(0, LARGEST_OTHER, 1, MAX_SEATS)
        else:
            numbers[name] = member.whole(0, LARGEST_OTHER)
    try:
        return make(**numbers, readings=readings)
    except BadInput as error:
        field.fail(str(error))


# States


def state_data(state: State) -> Data:
    """A state as plain data, header included."""
    return {**header_data(state.rules, state.deck), **position_data(state)}


def position_data(state: State) -> Data:
    """A state as plain data, without the header."""
    players = state.players
    same = ("round", "shaman", "actor", "waiting", "copying", "phase", "tide", "time", "treasures")
    pieces = ("inhabitants", "reserve", "huts", "gains", "hands", "pile")
    return {
        "players": players,
        **{name: plain(getattr(state, name)) for name in (*same, *pieces)},
        "table": [_laid_data(players, slot, laid) for slot, laid in enumerate(state.table) if laid is not None],
        "standing": [_slot_data(players, slot) for slot in state.standing],
        "resolving": _slot_data(players, state.resolving),
        **_remembered(state),
    }


def _remembered(position: State | View) -> Data:
    """What a position remembers only where the readings make it matter, if there is anything."""
    found = {name: plain(getattr(position, name)) for name in OPTIONAL}
    return {name: value for name, value in found.items() if value not in (None, [])}


def _slot_data(players: int, slot: int | None) -> Data | None:
    if slot is None:
        return None
    return {"by": slot_by(players, slot), "face": slot_face(players, slot).value}


def _laid_data(players: int, slot: int, laid: Laid) -> Data:
    return {**(_slot_data(players, slot) or {}), "card": laid.card, "before": laid.before, "face_down": laid.face_down}


POSITION = (
    "players",
    "round",
    "phase",
    "shaman",
    "actor",
    "tide",
    "time",
    "inhabitants",
    "treasures",
    "reserve",
    "huts",
    "gains",
    "hands",
    "pile",
    "table",
    "standing",
    "resolving",
    "waiting",
    "copying",
)

# Members that a position has only where the readings make them matter.
OPTIONAL = ("moved", "offered", "old_shaman")


def read_state(field: Field) -> State:
    """Read a complete state and check that it makes sense."""
    members = field.members([*HEADER, *POSITION], OPTIONAL)
    rules, deck = read_header(members)
    return read_position(members, rules, deck)


def read_position(members: dict[str, Field], rules: Rules, deck: Deck) -> State:
    """Read the members of a position played with these rules and cards, and check that it makes sense."""
    players = members["players"].whole(rules.min_players, rules.max_players)
    game = game_for(players, rules, deck)
    actor = members["actor"]
    islands, gems = game.islands, rules.gems
    state = State(
        game=game,
        round=members["round"].whole(0, rules.rounds),
        phase=members["phase"].choice(Phase),
        shaman=members["shaman"].index(players),
        actor=None if actor.is_null() else actor.index(players),
        tide=members["tide"].choice(TIDES),
        time=members["time"].choice(TIMES),
        inhabitants=_rows(members["inhabitants"], game),
        treasures=members["treasures"].wholes(islands, 0, gems),
        reserve=members["reserve"].wholes(players, 0, rules.inhabitants),
        huts=members["huts"].wholes(players, 0, gems),
        gains=members["gains"].wholes(players, 0, gems),
        hands=tuple([_cards(hand, game) for hand in members["hands"].items(players, players)]),
        pile=_cards(members["pile"], game),
        table=_table(members["table"], game),
        standing=tuple([_slot(item, players) for item in members["standing"].items(players, players)]),
        resolving=_slot(members["resolving"], players),
        waiting=members["waiting"].numbers(0, players - 1, 0, players),
        copying=members["copying"].flag(),
        moved=_moved(members.get("moved"), game),
        offered=_seat(members.get("offered"), players),
        old_shaman=_seat(members.get("old_shaman"), players),
    )
    check_state(state)
    return state


def _seat(field: Field | None, players: int) -> int | None:
    return None if field is None else field.index(players)


def _moved(field: Field | None, game: Game) -> tuple[tuple[int, int], ...]:
    if field is None:
        return ()
    pairs = [item.items(2, 2) for item in field.items(0, game.players + 1)]
    return tuple(sorted([(island.index(game.islands), owner.index(game.players)) for island, owner in pairs]))


def _rows(field: Field, game: Game) -> tuple[tuple[int, ...], ...]:
    rows = field.items(game.islands, game.islands)
    return tuple([row.wholes(game.players, 0, game.rules.inhabitants) for row in rows])


def _cards(field: Field, game: Game) -> tuple[int, ...]:
    cards = len(game.deck.cards)
    return field.numbers(0, cards - 1, 0, cards)


def _slot(field: Field, players: int) -> int | None:
    if field.is_null():
        return None
    members = field.members(["by", "face"])
    return slot_of(players, members["by"].index(players), members["face"].choice(Face))


def _table(field: Field, game: Game) -> tuple[Laid | None, ...]:
    players = game.players
    table: list[Laid | None] = [None] * (2 * players)
    last = -1
    for item in field.items(0, 2 * players):
        members = item.members(["by", "face", "card", "before", "face_down"])
        slot = slot_of(players, members["by"].index(players), members["face"].choice(Face))
        if slot <= last:
            item.fail("expected first the cards laid up, then those laid down, each by increasing seat")
        last = slot
        card = members["card"].index(len(game.deck.cards))
        table[slot] = Laid(card, members["before"].index(players), members["face_down"].flag())
    return tuple(table)


def dumps_state(state: State) -> str:
    """A state as canonical text, complete with everything hidden."""
    return canonical(state_data(state))


def loads_state(text: str | bytes) -> State:
    """A state from text, checked."""
    return read_state(Field(parse(text)))


# Views


def view_data(view: View) -> Data:
    """A view as plain data."""
    names = [field.name for field in fields(view) if field.name not in OPTIONAL]
    data: Data = {**{name: plain(getattr(view, name)) for name in names}, **_remembered(view)}
    data["table"] = [_seen_data(seen) for seen in view.table if seen is not None]
    data["standing"] = [_slot_data(view.players, slot) for slot in view.standing]
    data["resolving"] = _slot_data(view.players, view.resolving)
    return data


def _seen_data(seen: Seen) -> Data:
    return {name: plain(value) for name, value in seen._asdict().items()}


def dumps_view(view: View) -> str:
    """A view as canonical text."""
    return canonical(view_data(view))


# Records


class Result(NamedTuple):
    """How a finished game ended: each seat's points, and groups of seats, best first."""

    points: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Record(Value):
    """A game from its setup on; it replays without any random number."""

    setup: Setup
    moves: tuple[Action, ...]
    rules: Rules
    deck: Deck
    result: Result | None = None


class IllegalMove(BadInput):
    """A record's move that the rules do not allow; ``index`` counts from 0."""

    def __init__(self, index: int, reason: Reason) -> None:
        super().__init__(f"moves[{index}]: {reason.value}")
        self.index = index
        self.reason = reason


def result_of(state: State) -> Result | None:
    """The result of a finished game, None before the end."""
    return Result(returns(state), ranking(state)) if state.phase is Phase.OVER else None


def replay(record: Record) -> Iterator[State]:
    """The states of a recorded game from the first on; refuses an illegal move or a wrong result."""
    state = new_game(record.setup, record.rules, record.deck)
    yield state
    for index, action in enumerate(record.moves):
        try:
            state = apply_action(state, action)
        except IllegalAction as error:
            raise IllegalMove(index, error.reason) from None
        yield state
    if record.result is not None and record.result != result_of(state):
        raise BadInput("result: not what the moves lead to")


def record_data(record: Record) -> Data:
    """A record as plain data."""
    data: Data = {
        **header_data(record.rules, record.deck),
        "setup": setup_data(record.setup),
        "moves": [action_data(action) for action in record.moves],
    }
    if record.result is not None:
        data["result"] = {name: plain(value) for name, value in record.result._asdict().items()}
    return data


def read_record(field: Field) -> Record:
    """Read a record; its setup must be playable, its moves are judged by :func:`replay`."""
    members = field.members([*HEADER, "setup", "moves"], ["result"])
    rules, deck = read_header(members)
    setup = read_setup(members["setup"])
    check_setup(setup, game_for(setup.players, rules, deck))
    moves = _read_moves(members["moves"])
    result = _result(members["result"], setup.players) if "result" in members else None
    return Record(setup, moves, rules, deck, result)


def _read_moves(field: Field) -> tuple[Action, ...]:
    found: list[Action] = []
    for number, value in enumerate(field.values(0, MAX_MOVES)):
        action = _well_written(value)
        found.append(read_action(field.item(number, value)) if action is None else action)
    return tuple(found)


def _result(field: Field, players: int) -> Result:
    members = field.members(["points", "ranking"])
    groups = [group.items(1, players) for group in members["ranking"].items(1, players)]
    return Result(
        members["points"].wholes(players, 0, 2 * LARGEST_OTHER * LARGEST_OTHER),
        tuple([tuple([seat.index(players) for seat in group]) for group in groups]),
    )


def dumps_record(record: Record) -> str:
    """A record as canonical text."""
    return canonical(record_data(record))


def loads_record(text: str | bytes) -> Record:
    """A record from text."""
    return read_record(Field(parse(text)))
