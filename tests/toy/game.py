"""Lagoon as the kit knows it: its engine behind the contract, and the mapping between clauses and engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass, replace
from enum import Enum
from itertools import permutations
from typing import Any, get_args, get_origin, get_type_hints

from tests.toy import engine, spec
from tests.toy.engine import CARDS, REEFS, WAYS, Action, Dive, Phase, Roll, Rules, Setup, Show, State, Swim

from archipel.checks.agreement.mapping import EngineMapping, Fields, Values, coded, direct, located, named, optional
from archipel.checks.games.engine import Data, GameCodec, GameEngine, GameRecord, GameResult
from archipel.checks.games.protocol import Game, Packages
from archipel.reference.strict_json import BadInput, Field, canonical, parse
from archipel.spec.readings import Choice

KINDS: Mapping[str, type[Action]] = {"roll": Roll, "swim": Swim, "dive": Dive, "show": Show}
Record = GameRecord[Setup, Action, Rules]


def plain(value: Any) -> Any:
    """A value of the engine as plain data."""
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    return [plain(item) for item in value] if isinstance(value, tuple) else getattr(value, "value", value)


def read(kind: Any, field: Field) -> Any:
    """A value of a class, from plain data."""
    if kind is GameResult or (is_dataclass(kind) and isinstance(kind, type)):
        hints = get_type_hints(kind)
        members = field.members(list(hints))
        return kind(**{name: read(hint, members[name]) for name, hint in hints.items()})
    if get_origin(kind) is tuple:
        return tuple(read(get_args(kind)[0], item) for item in field.items(0, 99))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return field.choice(Phase)
    if kind is str:
        return field.text()
    return None if field.value is None else field.whole(0, 99)


class LagoonCodec(GameCodec[Setup, State, Action, Rules]):
    """Its formats: the fields of its classes."""

    schemas: Mapping[str, Data] = {name: {"type": "object"} for name in ("action", "setup", "state", "view", "record")}
    header = ("game", "rules")
    setup_data = position_data = staticmethod(plain)

    def header_data(self, terms: Rules, /) -> Data:
        return {"game": "lagoon", "rules": plain(terms)}

    def read_header(self, members: Mapping[str, Field], /) -> Rules:
        found: Rules = read(Rules, members["rules"]) if "rules" in members else Rules()
        return found

    def action_data(self, action: Action, /) -> Data:
        return {"do": type(action).__name__.lower(), **plain(action)}

    def read_action(self, field: Field, /) -> Action:
        do = field.value.get("do") if isinstance(field.value, dict) else None
        if not isinstance(do, str) or do not in KINDS or not isinstance(field.value, dict):
            field.fail("expected an action")
        found: Action = read(KINDS[do], Field({k: v for k, v in field.value.items() if k != "do"}, field.path))
        return found

    def state_data(self, state: State, /) -> Data:
        return {"game": "lagoon", **plain(state)}

    def read_state(self, field: Field, /) -> State:
        members = field.members(["game", *get_type_hints(State)])
        state: State = read(State, Field({name: member.value for name, member in members.items() if name != "game"}))
        ENGINE.check_state(state)
        return state

    def view_data(self, state: State, player: int, /) -> Data:
        data: Data = plain(engine.view(state, player))
        return data

    def record_data(self, record: Record, /) -> Data:
        moves = [self.action_data(move) for move in record.moves]
        result = {} if record.result is None else {"result": record.result._asdict()}
        return {**self.header_data(record.terms), "setup": plain(record.setup), "moves": moves, **result}

    def read_record(self, field: Field, /) -> Record:
        members = field.members([*self.header, "setup", "moves"], ["result"])
        moves = tuple(self.read_action(item) for item in members["moves"].items(0, 999))
        result = read(GameResult, members["result"]) if "result" in members else None
        return GameRecord(self.read_setup(members["setup"]), moves, self.read_header(members), result)

    def read_setup(self, field: Field, /) -> Setup:
        found: Setup = read(Setup, field)
        return found

    def packed(self, state: State, /) -> bytes:
        return canonical(plain(state)).encode()

    def unpacked(self, source: bytes, start: State, /) -> State:
        found: State = read(State, Field(parse(source)))
        return found


class LagoonEngine(GameEngine[Setup, State, Action, Rules]):
    """Its engine."""

    codec = LagoonCodec()
    actions = KINDS
    outcomes = ("roll",)
    illegal = engine.NotAllowed
    standard = Rules()
    new_game, setup_from_seed = staticmethod(engine.new_game), staticmethod(engine.setup_from_seed)
    actor, legal_actions = staticmethod(engine.actor), staticmethod(engine.legal_actions)
    chance_outcomes, apply_action = staticmethod(engine.chance_outcomes), staticmethod(engine.apply_action)
    returns, ranking, view = staticmethod(engine.returns), staticmethod(engine.ranking), staticmethod(engine.view)

    def by(self, terms: Rules, choice: Mapping[str, str], /) -> Rules:
        return replace(terms, scarce=choice.get("scarce", Rules.scarce))

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

    def known(self, players: int) -> dict[str, Any]:
        return spec.NUMBERS.values(players) | material()

    def setups(self, players: int) -> Iterable[Setup]:
        deals = permutations(range(len(CARDS)), players)
        return [Setup(tuple((card,) for card in deal), first) for deal in deals for first in range(players)]


GAME: Game = Lagoon()
