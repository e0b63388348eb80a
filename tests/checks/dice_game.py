"""A game of dice, so small that everything about it is known: what judges and plays is tried on it, chance included.

Whoever's turn it is rolls, or stops and keeps what lies in the pot. A one empties the pot and ends the turn. Each has
a lucky number, which nobody else sees and which is worth double. Who has enough wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any, NamedTuple

import pytest
from tests.toy.game import Lagoon

from archipel.checks.games.engine import Data, GameCodec, GameEngine, GameRecord, GameResult
from archipel.checks.games.protocol import Game
from archipel.checks.games.registry import LOADED
from archipel.checks.judge.game import Complaint
from archipel.checks.simulate.bots import Mind
from archipel.checks.simulate.game import Simulation
from archipel.checks.simulate.policies import uniform
from archipel.checks.variants.variant_files import Sides
from archipel.reference.chance import CHANCE
from archipel.reference.strict_json import BadInput, Field
from archipel.spec.clauses import Rulebook, Vocabulary
from archipel.spec.readings import Choice, Readings

NAME = "dice_game"
SIDES = (1, 2, 3)


class IllegalThrow(ValueError):  # noqa: N818
    """What the rules of dice forbid."""


@dataclass(frozen=True)
class Roll:
    player: int


@dataclass(frozen=True)
class Stop:
    player: int


@dataclass(frozen=True)
class Fell:
    side: int


Throw = Roll | Stop | Fell
KINDS: Mapping[str, type[Any]] = {"roll": Roll, "stop": Stop, "fell": Fell}


class Goal(NamedTuple):
    """What is played for, and by which reading of a one."""

    goal: int = 6
    one: str = "empties"


@dataclass(frozen=True)
class Luck:
    players: int
    lucky: tuple[int, ...]


@dataclass(frozen=True)
class Pot:
    terms: Goal
    lucky: tuple[int, ...]
    kept: tuple[int, ...]
    pot: int = 0
    turn: int = 0
    is_rolling: bool = False

    @property
    def players(self) -> int:
        return len(self.kept)

    @property
    def is_over(self) -> bool:
        return max(self.kept) >= self.terms.goal


class Seen(NamedTuple):
    lucky: int
    kept: tuple[int, ...]
    pot: int
    turn: int
    is_rolling: bool


def _schema(**properties: str) -> Data:
    found = {name: {"type": kind} for name, kind in properties.items()}
    return {"type": "object", "properties": found, "required": list(properties)}


class DiceCodec(GameCodec[Luck, Pot, Throw, Goal]):
    header = ("game", "goal", "one")

    @property
    def schemas(self) -> Mapping[str, Data]:
        header = {"game": "string", "goal": "integer", "one": "string"}
        return {
            "action": _schema(do="string"),
            "setup": _schema(players="integer", lucky="array"),
            "state": _schema(**header, kept="array", pot="integer", turn="integer"),
            "view": _schema(kept="array", pot="integer", turn="integer"),
            "record": _schema(**header, setup="object", moves="array"),
        }

    def header_data(self, terms: Goal, /) -> Data:
        return {"game": NAME, **terms._asdict()}

    def read_header(self, members: Mapping[str, Field], /) -> Goal:
        found = Goal()
        if "game" in members:
            members["game"].exactly(NAME)
        if "goal" in members:
            found = found._replace(goal=members["goal"].whole(1, 99))
        return found._replace(one=members["one"].text()) if "one" in members else found

    def action_data(self, action: Throw, /) -> Data:
        do = next(name for name, kind in KINDS.items() if isinstance(action, kind))
        return {"do": do, **{field.name: getattr(action, field.name) for field in fields(action)}}

    def read_action(self, field: Field, /) -> Throw:
        if not isinstance(field.value, dict) or field.value.get("do") not in KINDS:
            field.fail("expected a decision")
        kind = KINDS[field.value["do"]]
        members = field.members(["do", *[argument.name for argument in fields(kind)]])
        found: Throw = kind(*[members[argument.name].whole(0, 9) for argument in fields(kind)])
        return found

    def setup_data(self, setup: Luck, /) -> Data:
        return {"players": setup.players, "lucky": list(setup.lucky)}

    def read_setup(self, field: Field, /) -> Luck:
        members = field.members(["players", "lucky"])
        return Luck(members["players"].whole(2, 4), members["lucky"].numbers(1, 3, 2, 4))

    def state_data(self, state: Pot, /) -> Data:
        return {**self.header_data(state.terms), **self.position_data(state)}

    def position_data(self, state: Pot, /) -> Data:
        numbers = {"pot": state.pot, "turn": state.turn, "is_rolling": state.is_rolling}
        return {"lucky": list(state.lucky), "kept": list(state.kept), **numbers}

    def read_state(self, field: Field, /) -> Pot:
        members = field.members([*self.header, "lucky", "kept", "pot", "turn", "is_rolling"])
        lucky, kept = members["lucky"].numbers(1, 3, 2, 4), members["kept"].numbers(0, 999, 2, 4)
        turn, pot = members["turn"].index(len(kept)), members["pot"].whole(0, 999)
        return Pot(self.read_header(members), lucky, kept, pot, turn, members["is_rolling"].flag())

    def view_data(self, state: Pot, player: int, /) -> Data:
        seen = ENGINE.view(state, player)
        return {**seen._asdict(), "kept": list(seen.kept)}

    def record_data(self, record: GameRecord[Luck, Throw, Goal], /) -> Data:
        data = {**self.header_data(record.terms), "setup": self.setup_data(record.setup)}
        data["moves"] = [self.action_data(move) for move in record.moves]
        return data if record.result is None else {**data, "result": record.result._asdict()}

    def read_record(self, field: Field, /) -> GameRecord[Luck, Throw, Goal]:
        members = field.members([*self.header, "setup", "moves"], ["result"])
        moves = tuple([self.read_action(item) for item in members["moves"].items(0, 999)])
        found = GameRecord(self.read_setup(members["setup"]), moves, self.read_header(members))
        if "result" not in members:
            return found
        parts = members["result"].members(["points", "ranking"])
        ranking = tuple([group.numbers(0, 3, 1, 4) for group in parts["ranking"].items(1, 4)])
        return found._replace(result=GameResult(parts["points"].numbers(0, 999, 2, 4), ranking))

    def packed(self, state: Pot, /) -> bytes:
        return bytes([*state.lucky, *state.kept, state.pot, state.turn, state.is_rolling])

    def unpacked(self, source: bytes, start: Pot, /) -> Pot:
        players = start.players
        pot, turn, rolling = source[2 * players :]
        return replace(start, kept=tuple(source[players : 2 * players]), pot=pot, turn=turn, is_rolling=bool(rolling))


class DiceEngine(GameEngine[Luck, Pot, Throw, Goal]):
    codec = DiceCodec()
    actions = KINDS
    outcomes = ("fell",)
    illegal = IllegalThrow
    standard = Goal()

    def by(self, terms: Goal, choice: Mapping[str, str], /) -> Goal:
        return terms._replace(one=choice.get("one", "empties"))

    def choice_of(self, terms: Goal, /) -> Mapping[str, str]:
        return {} if terms.one == "empties" else {"one": terms.one}

    def terms_of(self, state: Pot, /) -> Goal:
        return state.terms

    def player_counts(self, terms: Goal, /) -> Sequence[int]:
        return (2, 3, 4)

    def setup_from_seed(self, players: int, seed: int, terms: Goal, /) -> Luck:
        chance = Random(seed)
        return Luck(players, tuple([chance.choice(SIDES) for _ in range(players)]))

    def new_game(self, setup: Luck, terms: Goal, /) -> Pot:
        if len(setup.lucky) != setup.players:
            raise BadInput("lucky: expected a number for each player")
        return Pot(terms, setup.lucky, (0,) * setup.players)

    def check_state(self, state: Pot, /) -> None:
        if len(state.lucky) != state.players:
            raise BadInput("lucky: expected a number for each player")

    def players(self, state: Pot, /) -> int:
        return state.players

    def actor(self, state: Pot, /) -> int | None:
        return None if state.is_over else CHANCE if state.is_rolling else state.turn

    def legal_actions(self, state: Pot, /) -> Sequence[Throw]:
        if state.is_over:
            return ()
        return [Fell(side) for side in SIDES] if state.is_rolling else [Roll(state.turn), Stop(state.turn)]

    def chance_outcomes(self, state: Pot, /) -> Sequence[tuple[Throw, int]]:
        return [(Fell(side), 4 - side) for side in SIDES] if self.actor(state) == CHANCE else []

    def apply_action(self, state: Pot, action: Throw, /) -> Pot:
        if action not in self.legal_actions(state):
            raise IllegalThrow("not now")
        match action:
            case Roll():
                return replace(state, is_rolling=True)
            case Stop(player):
                kept = tuple([n + state.pot * (seat == player) for seat, n in enumerate(state.kept)])
                return self._passed(replace(state, kept=kept))
            case Fell(side):
                if side == 1 and state.terms.one == "empties":
                    return self._passed(state)
                worth = side * (1 + (state.lucky[state.turn] == side))
                return replace(state, pot=state.pot + worth, is_rolling=False)

    def _passed(self, state: Pot) -> Pot:
        turn = state.turn if state.is_over else (state.turn + 1) % state.players
        return replace(state, pot=0, turn=turn, is_rolling=False)

    def returns(self, state: Pot, /) -> tuple[int, ...]:
        return state.kept

    def ranking(self, state: Pot, /) -> tuple[tuple[int, ...], ...]:
        levels = sorted(set(state.kept), reverse=True)
        return tuple([tuple([seat for seat, n in enumerate(state.kept) if n == level]) for level in levels])

    def view(self, state: Pot, player: int, /) -> Seen:
        return Seen(state.lucky[player], state.kept, state.pot, state.turn, state.is_rolling)


ENGINE = DiceEngine()


class DiceReasons:
    """What can be said of dice without any clauses."""

    def drawn(self, state: Pot, lang: str, /) -> str:
        return f"pot {state.pot}\n"

    def explained(self, state: Pot, action: Throw, viewer: int | None, lang: str, /) -> Data:
        return {"verdict": "legal" if action in ENGINE.legal_actions(state) else "illegal", "sets": []}

    def refusal(self, state: Pot, action: Throw, reason: str, lang: str, /) -> Complaint:
        return Complaint({"reason": reason, "clauses": []}, (reason,))

    def wrong_result(self, state: Pot, claimed: Data, due: Data | None, lang: str, /) -> Complaint:
        return Complaint({"claimed": claimed, "due": due}, ())

    def kinds_of_questions(self) -> Sequence[str]:
        return ()

    def answer(self, question: object, state: Pot | None, /) -> Data:
        raise BadInput("nobody answers questions about dice")


class Dice(Lagoon):
    """A game of which only its engine is asked."""

    name = NAME
    players: Sequence[int] = (2, 3, 4)
    rules_version = "1"
    engine = ENGINE
    reasons = DiceReasons()
    readings = Readings(Rulebook(NAME, {}, Vocabulary()))
    policies = (uniform,)

    def sides(self, given: Mapping[str, int], choice: Choice) -> Sides:
        return Game.sides(self, given, choice)

    @property
    def simulation(self) -> Simulation:
        return Simulation(self)

    @property
    def mind(self) -> Mind:
        return lambda first: careful


def careful(seen: Seen, actions: Sequence[Throw]) -> list[float]:
    """Stop as soon as there are two in the pot."""
    return [float(isinstance(action, Stop) == (seen.pot >= 2)) for action in actions]


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name under which the checks find the game."""
    monkeypatch.setitem(LOADED, NAME, Dice())
    return NAME
