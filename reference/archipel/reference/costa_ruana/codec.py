"""The file formats of Costa Ruana: what its classes do not say of actions, setups, states, views and game records.

``*_data`` give plain values, ``read_*`` read them from a field of a larger document, and ``dumps_*`` and
``loads_*`` go to and from canonical text. Whatever cannot be used is refused with BadInput.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from archipel.reference.costa_ruana import packing
from archipel.reference.costa_ruana.actions import Action, IllegalAction, Reason
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.deck import CARD_TEXT, MAX_CARDS, TIDES, TIMES, Deck, read_card, read_cards
from archipel.reference.costa_ruana.engine import apply_action
from archipel.reference.costa_ruana.readings import OURS, Readings
from archipel.reference.costa_ruana.rules import GAME, LARGEST, LARGEST_OTHER, RULES_VERSION, STANDARD, Rules
from archipel.reference.costa_ruana.scoring import ranking, returns
from archipel.reference.costa_ruana.setup import Setup, check_setup, new_game
from archipel.reference.costa_ruana.state import Laid, Phase, Slot, State, game_for, slot_of
from archipel.reference.costa_ruana.views import Seen, View
from archipel.reference.formats.format import Format, ObjectFormat, schema
from archipel.reference.formats.functions import Limit
from archipel.reference.formats.layout import Items, members, tagged
from archipel.reference.formats.shapes import Coded, Keyed, Many, Members, OneOf, Range, Sparse, Tagged, Whole, Written
from archipel.reference.strict_json import BadInput, Field, canonical, parse

Data = dict[str, Any]

MAX_MOVES = 100_000
MAX_SEATS = LARGEST["max_players"]

# Numbers of the game, and what files of all games hold

PLAYERS = Limit(lambda game: game.players, 2, MAX_SEATS)
ISLANDS = Limit(lambda game: game.islands, 2, LARGEST["island_cards"])
INHABITANTS = Range(0, Limit(lambda game: game.rules.inhabitants, 0, LARGEST_OTHER))
GEMS = Range(0, Limit(lambda game: game.rules.gems, 0, LARGEST_OTHER))
SEAT = Range(0, Limit(lambda game: game.players - 1, 0, MAX_SEATS - 1))
ISLAND = Range(0, Limit(lambda game: game.islands - 1))
CARD = Range(0, Limit(lambda game: len(game.deck.cards) - 1, 0, MAX_CARDS - 1))
CARDS = Range(0, Limit(lambda game: len(game.deck.cards), 0, MAX_CARDS))
POINTS = Range(0, Limit(lambda game: 2 * LARGEST_OTHER * LARGEST_OTHER))
NUMBER = Range(0, 999)

SLOT = Coded(
    members(Slot, {"by": SEAT}),
    lambda game, slot: Slot.of(game.players, slot),
    lambda game, slot: slot_of(game.players, slot.by, slot.face),
)
UP_THEN_DOWN = "first the cards laid up, then those laid down, each by increasing seat"
TABLE = Sparse(
    SLOT,
    members(Laid, {"card": CARD, "before": SEAT}),
    Limit(lambda game: 2 * game.players, 0, 2 * MAX_SEATS),
    UP_THEN_DOWN,
)
REMEMBERED = ("moved", "offered", "old_shaman")
OPEN = {
    "round": Range(0, Limit(lambda game: game.rules.rounds, 0, LARGEST["rounds"])),
    "shaman": SEAT,
    "actor": SEAT,
    "tide": TIDES,
    "time": TIMES,
    "inhabitants": Items(Items(INHABITANTS, PLAYERS), ISLANDS),
    "treasures": Items(GEMS, ISLANDS),
    "reserve": Items(INHABITANTS, PLAYERS),
    "standing": Items(SLOT, PLAYERS),
    "resolving": SLOT,
    "waiting": Items(SEAT, Range(0, PLAYERS)),
    "moved": Items([ISLAND, SEAT], Range(0, Limit(lambda game: game.players + 1))),
    "offered": SEAT,
    "old_shaman": SEAT,
}
HIDDEN = {
    "huts": Items(GEMS, PLAYERS),
    "gains": Items(GEMS, PLAYERS),
    "hands": Items(Items(CARD, CARDS, distinct=True), PLAYERS),
    "pile": Items(CARD, CARDS, distinct=True),
    "table": TABLE,
}
SEEN = {
    "viewer": SEAT,
    "players": Range(2, PLAYERS),
    "gains": Items(Range(0, 0), PLAYERS),
    "huts": Items(GEMS, PLAYERS),
    "hand": Items(CARD, CARDS, distinct=True),
    "hand_sizes": Items(CARDS, PLAYERS),
    "pile_size": CARDS,
    "table": Items(members(Seen, {"by": SEAT, "before": SEAT, "card": CARD}), Range(0, TABLE.size), gaps=True),
    "discards": Items(CARD, CARDS, distinct=True),
}

# Until the game is over, somebody decides and only the viewer's hut is seen.
OVER_OR_NOT = {
    "if": {"properties": {"phase": {"const": Phase.OVER.value}}},
    "then": {"properties": {"actor": {"type": "null"}, "huts": {"items": {"type": "integer"}}}},
    "else": {
        "properties": {
            "actor": {"type": "integer"},
            "huts": {"contains": {"type": "integer"}, "minContains": 1, "maxContains": 1},
        }
    },
}


class Result(NamedTuple):
    """How a finished game ended: each seat's points, and groups of seats, best first."""

    points: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]


KEYS = {"source": "from", "target": "to"}
ARGUMENTS = {int: NUMBER, tuple[int, ...]: Items(NUMBER, Range(0, 9))}
ANY_ACTION = tagged(Action, "do", "an action", ARGUMENTS, KEYS, "action.schema.json")
DECISIONS: dict[str, type[Action]] = ANY_ACTION.by_tag
DECISION_OF: dict[type[Action], str] = ANY_ACTION.tags
ACTION = Format[Action](ANY_ACTION)
SETUP = ObjectFormat[Setup](
    members(
        Setup,
        {
            "players": Range(1, MAX_SEATS),
            "order": Items(Range(0, MAX_CARDS - 1), Range(0, MAX_CARDS), distinct=True),
            "tide": TIDES,
            "time": TIMES,
            "poor": Items(NUMBER, Range(0, NUMBER.high), distinct=True),
            "shaman": Range(0, MAX_SEATS - 1),
        },
        ref="setup.schema.json",
    )
)
STATE = ObjectFormat[State](
    members(State, OPEN | HIDDEN, given={"game": ""}, optional=REMEMBERED), lambda state: state.game
)
VIEW = ObjectFormat[View](
    members(View, OPEN | SEEN, optional=REMEMBERED, nulls=True, also=OVER_OR_NOT), lambda view: view
)
READINGS = ObjectFormat[Readings](
    members(Readings, {}, defaults=OURS, renamed={each.name: each.name.replace("_", "-") for each in fields(Readings)})
)
NUMBERS = ObjectFormat[Rules](
    members(
        Rules,
        {each.name: Range(0, LARGEST_OTHER) for each in fields(Rules)}
        | {"islands_by_players": Items(Range(0, LARGEST_OTHER), Range(1, MAX_SEATS))},
        defaults=STANDARD,
        given={"readings": ""},
    )
)
MOVES = Format[tuple[Action, ...]](Many(ANY_ACTION, Range(0, MAX_MOVES)))
RESULT = ObjectFormat[Result](
    members(
        Result, {"points": Items(POINTS, PLAYERS), "ranking": Items(Items(SEAT, Range(1, PLAYERS)), Range(1, PLAYERS))}
    )
)

# Which rules and which cards, as records and states begin

CARDS_OF_DECK = Many(
    Written({"type": "string", "pattern": f"^{CARD_TEXT}$"}, lambda card: card.text, read_card), Range(0, MAX_CARDS)
)
_HEADER = (
    Keyed("game", "game", OneOf((GAME,), (GAME,))),
    Keyed("rules", "rules", OneOf((RULES_VERSION,), (RULES_VERSION,))),
    Keyed("readings", "readings", READINGS.shape),
    Keyed("numbers", "numbers", NUMBERS.shape),
    Keyed("deck", "deck", CARDS_OF_DECK),
)
_PLAYERS = Keyed("players", "players", Whole(Range(2, PLAYERS)))
_RECORD = (
    Keyed("setup", "setup", SETUP.shape),
    Keyed("moves", "moves", MOVES.shape),
    Keyed("result", "result", RESULT.shape, "", True),
)
HEADER = tuple([part.key for part in _HEADER])
PLACED = Members(dict, (_PLAYERS, *STATE.members.parts))
POSITION, OPTIONAL = tuple(PLACED.required), tuple(PLACED.optional)
WHOLE: dict[str, tuple[str, Members | Tagged]] = {
    "action": ("A decision in Costa Ruana", ANY_ACTION),
    "setup": ("The chance of one game of Costa Ruana", SETUP.members),
    "state": ("A complete position of Costa Ruana, hidden parts included", Members(dict, (*_HEADER, *PLACED.parts))),
    "view": ("A position of Costa Ruana as one seat may see it", VIEW.members),
    "record": ("A game of Costa Ruana from its setup on", Members(dict, (*_HEADER, *_RECORD))),
}


def schema_of(name: str) -> Data:
    """The JSON Schema of a format."""
    title, shape = WHOLE[name]
    return schema(f"https://archipel.invalid/{GAME}/{name}.schema.json", title, shape.body())


# Actions and setups

action_data: Callable[[Action], Data] = ACTION.data
setup_data: Callable[[Setup], Data] = SETUP.data
view_data: Callable[[View], Data] = VIEW.data
read_action, dumps_action, loads_action = ACTION.read, ACTION.dumps, ACTION.loads
read_setup, dumps_setup, loads_setup = SETUP.read, SETUP.dumps, SETUP.loads
dumps_view = VIEW.dumps
packed, unpacked = packing.packed, STATE.unpacked


def plain(value: object) -> object:
    """A value with lists for tuples and strings for named values."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def header_data(rules: Rules, deck: Deck) -> Data:
    """Which game this is: version, the readings and numbers that differ from ours and the rulebook's, every card."""
    return {
        "game": GAME,
        "rules": RULES_VERSION,
        "readings": READINGS.data(rules.readings),
        "numbers": NUMBERS.data(rules),
        "deck": [card.text for card in deck.cards],
    }


def read_header(members: Mapping[str, Field]) -> tuple[Rules, Deck]:
    """Read the header's members."""
    members["game"].exactly(GAME)
    members["rules"].exactly(RULES_VERSION)
    return read_rules(members["numbers"], read_readings(members["readings"])), _read_deck(members["deck"])


def read_readings(field: Field) -> Readings:
    """Read the readings that are not ours."""
    return READINGS.read(field)


def read_rules(field: Field, readings: Readings = OURS) -> Rules:
    """Read the numbers that differ from the rulebook."""
    return NUMBERS.read(field, readings)


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


# States


def position_data(state: State) -> Data:
    """A state as plain data, without the header."""
    return {"players": state.players, **STATE.data(state)}


def state_data(state: State) -> Data:
    """A state as plain data, header included."""
    return {**header_data(state.rules, state.deck), **position_data(state)}


def read_position(members: Mapping[str, Field], rules: Rules, deck: Deck) -> State:
    """Read the members of a position played with these rules and cards, and check that it makes sense."""
    players = members["players"].whole(rules.min_players, rules.max_players)
    state = STATE.read_members(members, game_for(players, rules, deck))
    check_state(state)
    return state


def read_state(field: Field) -> State:
    """Read a complete state and check that it makes sense."""
    members = field.members([*HEADER, *POSITION], OPTIONAL)
    return read_position(members, *read_header(members))


def dumps_state(state: State) -> str:
    """A state as canonical text, complete with everything hidden."""
    return canonical(state_data(state))


def loads_state(text: str | bytes) -> State:
    """A state from text, checked."""
    return read_state(Field(parse(text)))


# Records


@dataclass(frozen=True)
class Record:
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
    result = {} if record.result is None else {"result": RESULT.data(record.result)}
    own = {"setup": setup_data(record.setup), "moves": MOVES.data(record.moves), **result}
    return {**header_data(record.rules, record.deck), **own}


def read_record(field: Field) -> Record:
    """Read a record; its setup must be playable, its moves are judged by :func:`replay`."""
    members = field.members([*HEADER, "setup", "moves"], ["result"])
    rules, deck = read_header(members)
    setup = read_setup(members["setup"])
    game = game_for(setup.players, rules, deck)
    check_setup(setup, game)
    moves = MOVES.read(members["moves"])
    result = RESULT.read(members["result"], game) if "result" in members else None
    return Record(setup, moves, rules, deck, result)


def dumps_record(record: Record) -> str:
    """A record as canonical text."""
    return canonical(record_data(record))


def loads_record(text: str | bytes) -> Record:
    """A record from text."""
    return read_record(Field(parse(text)))
