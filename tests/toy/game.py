"""Lagoon as the kit knows it: its engine behind the contract, and the mapping between clauses and engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from itertools import permutations
from typing import Any

from tests.toy import engine, spec
from tests.toy.book import PARTS, LagoonParts, drawn
from tests.toy.engine import CARDS, REEFS, WAYS, Action, Phase, Rules, Setup, State

from archipel.checks.agreement.mapping import EngineMapping, Fields, Values, coded, direct, located, named, optional
from archipel.checks.explain.fact_tables import FactTables
from archipel.checks.explain.questions import Input, RuleQuestion
from archipel.checks.games.engine import Data, GameCodec, GameEngine, GameRecord, GameResult
from archipel.checks.games.protocol import Game, Packages
from archipel.reference.formats.format import Format, ObjectFormat
from archipel.reference.formats.layout import Items, members, tagged
from archipel.reference.formats.shapes import Range
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.readings import Choice

NUMBER = Range(0, 99)
NUMBERS, LISTS = Items(NUMBER, Range(0, 9)), Items(Items(NUMBER, Range(0, 9)), Range(0, 9))
HINTS = {
    **dict.fromkeys(("first", "pearls", "hand", "rounds", "card_points", "round", "turns", "active", "die"), NUMBER),
    **dict.fromkeys(("divers", "baskets", "discard", "shown", "points"), NUMBERS),
    "hands": LISTS,
    "ranking": LISTS,
}
ACTIONS = tagged(Action, "do", "an action", {int: NUMBER})
RULES, SETUP = members(Rules, HINTS), ObjectFormat[Setup](members(Setup, HINTS))
STATE = ObjectFormat[State](members(State, {**HINTS, "pearls": NUMBERS, "rules": RULES}))
RESULT = ObjectFormat[GameResult](members(GameResult, HINTS))
ACTION, TERMS = Format[Action](ACTIONS), ObjectFormat[Rules](RULES)
Record = GameRecord[Setup, Action, Rules]


class LagoonCodec(GameCodec[Setup, State, Action, Rules]):
    """Its formats, derived from its classes."""

    header = ("game", "rules")
    action_data, read_action = staticmethod(ACTION.data), staticmethod(ACTION.read)
    setup_data, read_setup = staticmethod(SETUP.data), staticmethod(SETUP.read)
    position_data, packed = staticmethod(STATE.data), staticmethod(STATE.packed)

    @property
    def schemas(self) -> Mapping[str, Data]:
        state, record = STATE.members.body(), {"type": "object"}
        alike = {"state": state, "view": state, "record": record}
        return {"action": ACTIONS.body(), "setup": SETUP.members.body(), **alike}

    def header_data(self, terms: Rules, /) -> Data:
        return {"game": "lagoon", "rules": TERMS.data(terms)}

    def read_header(self, given: Mapping[str, Field], /) -> Rules:
        return TERMS.read(given["rules"]) if "rules" in given else Rules()

    def state_data(self, state: State, /) -> Data:
        return {"game": "lagoon", **STATE.data(state)}

    def read_state(self, field: Field, /) -> State:
        given = field.members([*self.header, *[one.name for one in fields(State) if one.name != "rules"]])
        state = STATE.read_members({name: one for name, one in given.items() if name != "game"})
        ENGINE.check_state(state)
        return state

    def view_data(self, state: State, player: int, /) -> Data:
        data: Data = STATE.data(engine.view(state, player))
        return data

    def record_data(self, record: Record, /) -> Data:
        moves = [ACTION.data(move) for move in record.moves]
        result = {} if record.result is None else {"result": RESULT.data(record.result)}
        return {**self.header_data(record.terms), "setup": SETUP.data(record.setup), "moves": moves, **result}

    def read_record(self, field: Field, /) -> Record:
        given = field.members([*self.header, "setup", "moves"], ["result"])
        moves = tuple(ACTION.read(item) for item in given["moves"].items(0, 999))
        result = RESULT.read(given["result"]) if "result" in given else None
        return GameRecord(SETUP.read(given["setup"]), moves, self.read_header(given), result)

    def unpacked(self, source: bytes, start: State, /) -> State:
        return STATE.unpacked(source)


class LagoonEngine(GameEngine[Setup, State, Action, Rules]):
    """Its engine."""

    codec = LagoonCodec()
    actions: Mapping[str, type[Action]] = ACTIONS.by_tag
    outcomes = ("roll",)
    illegal = engine.NotAllowed
    standard = Rules()
    new_game, setup_from_seed = staticmethod(engine.new_game), staticmethod(engine.setup_from_seed)
    actor, legal_actions = staticmethod(engine.actor), staticmethod(engine.legal_actions)
    chance_outcomes, apply_action = staticmethod(engine.chance_outcomes), staticmethod(engine.apply_action)
    returns, ranking, view = staticmethod(engine.returns), staticmethod(engine.ranking), staticmethod(engine.view)

    def by(self, terms: Rules, choice: Mapping[str, str], /) -> Rules:
        return replace(terms, scarce="all-or-none" if choice.get("scarce") == "all-or-none" else "what-is-left")

    def choice_of(self, terms: Rules, /) -> Mapping[str, str]:
        return {} if terms.scarce == Rules.scarce else {"scarce": terms.scarce}

    def terms_of(self, state: State, /) -> Rules:
        return state.rules

    def player_counts(self, terms: Rules, /) -> Sequence[int]:
        return (3, 4)

    def check_state(self, state: State, /) -> None:
        if sum(state.pearls) + sum(state.baskets) != REEFS * state.rules.pearls:
            raise BadInput("pearls: some are missing")

    def players(self, state: State, /) -> int:
        return state.players


ENGINE = LagoonEngine()


def parameters(rules: Rules, players: int) -> dict[str, Any]:
    numbers = {name: value for name, value in asdict(rules).items() if name != "scarce"}
    return replace(spec.NUMBERS, **numbers).values(players)


def material(*_: object) -> dict[str, Any]:
    near = tuple(tuple(other in ways for other in range(REEFS)) for ways in WAYS)
    return {"near": near, "shows": tuple(CARDS)}


def made(found: Fields, values: Values, choice: Choice) -> State:
    numbers = {one.name: values[one.name] for one in fields(Rules) if one.name in values}
    return State(rules=ENGINE.by(Rules(**numbers), choice), **found)


MAPPING: EngineMapping[Setup, State, Action, Rules] = EngineMapping(
    ENGINE,
    spec.READINGS,
    lenses=(
        direct(round="round", turn="turns", active="active", at="divers", left="pearls", basket="baskets"),
        direct(shown="shown"),
        coded("phase", "phase", named(Phase, spec)),
        optional("swell", "die", nothing=0),
        located(
            "place_of",
            lambda state: len(CARDS),
            [(-1, lambda state: range(len(CARDS))), (-2, lambda state: state.discard)],
            hands="hands",
            piles={"discard": (-2, "")},
        ),
    ),
    parameters=parameters,
    material=material,
    made=made,
)


class Lagoon(Game):
    """The game, with everything else left to the kit."""

    name = "lagoon"
    title: Mapping[str, str] = {"en": "Lagoon", "fr": "Lagon"}
    packages = Packages("tests.toy.spec", "tests.toy.engine", "tests.toy.game")
    numbers = spec.NUMBERS
    theory = spec.THEORY
    mapping = MAPPING
    questions: Mapping[str, RuleQuestion] = {
        "points": RuleQuestion(
            "how many points",
            [
                Input("pearls", "pearls in each basket", seats=("min_players", "max_players"), placed=True),
                Input("cards", "cards each has shown", "hand", seats=("0", "max_players"), default="pearls * 0"),
            ],
            players="size(pearls)",
            facts={"basket": "pearls", "shown": "cards"},
            members={"points": "points(p) for p in players", "winners": "p for p in players if wins(p)"},
        ),
    }

    def known(self, players: int) -> dict[str, Any]:
        return spec.NUMBERS.values(players) | material()

    @property
    def showing(self) -> FactTables:
        return FactTables(self, drawn)

    @property
    def book(self) -> LagoonParts:
        return PARTS

    def setups(self, players: int) -> Iterable[Setup]:
        deals = permutations(range(len(CARDS)), players)
        return [Setup(tuple((card,) for card in deal), first) for deal in deals for first in range(players)]


GAME: Game = Lagoon()
