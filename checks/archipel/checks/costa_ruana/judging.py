"""Costa Ruana, as the oracle and the referee need it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from archipel.checks.costa_ruana.commands.schema import FORMATS, schema_text
from archipel.checks.judge.game import Complaint, Data, Opened, Recorded, Refused
from archipel.reference.costa_ruana import codec
from archipel.reference.costa_ruana.actions import Action, IllegalAction
from archipel.reference.costa_ruana.codec import (
    DECISIONS,
    action_data,
    packed,
    plain,
    position_data,
    read_action,
    read_readings,
    read_record,
    read_rules,
    read_setup,
    read_state,
    result_of,
    state_data,
    unpacked,
    view_data,
)
from archipel.reference.costa_ruana.deck import Deck, balanced_deck, read_cards
from archipel.reference.costa_ruana.engine import apply_action, legal_actions
from archipel.reference.costa_ruana.readings import CHOICES, OURS
from archipel.reference.costa_ruana.rules import GAME, RULES_VERSION, STANDARD, Rules
from archipel.reference.costa_ruana.setup import Setup, new_game
from archipel.reference.costa_ruana.state import State
from archipel.reference.costa_ruana.views import view
from archipel.reference.strict_json import BadInput, Field

if TYPE_CHECKING:
    from archipel.checks.costa_ruana.judging_reasons import Reasons

GREATEST_SEED = 2**53 - 1

# Ways to begin; each excludes the others.
STARTS = ("setup", "seed", "state", "record")


class CostaRuana:
    """The judge of Costa Ruana."""

    name = GAME
    version = RULES_VERSION

    @cached_property
    def schemas(self) -> Mapping[str, Data]:
        return {name: json.loads(schema_text(name)) for name in FORMATS}

    def about(self) -> Data:
        return {
            "players": [STANDARD.min_players, STANDARD.max_players],
            "decisions": list(DECISIONS),
            "questions": self._reasons.kinds_of_questions(),
            "readings": {point: list(names) for point, names in CHOICES.items()},
        }

    # Beginning

    @cached_property
    def openings(self) -> Mapping[str, Data]:
        header: Mapping[str, Data] = self.schemas["record"]["properties"]
        return {
            "setup": {"$ref": "setup.schema.json"},
            "players": {"type": "integer", "description": "how many play, with a seed"},
            "seed": {"type": "integer", "minimum": 0, "maximum": GREATEST_SEED, "description": "shuffles a setup"},
            "state": {"$ref": "state.schema.json"},
            "record": {"$ref": "record.schema.json"},
            **{name: header[name] for name in codec.HEADER},
        }

    def opened(self, given: Mapping[str, Field]) -> Opened:
        found = [name for name in STARTS if name in given]
        if len(found) != 1:
            raise BadInput(f"expected one of {', '.join(STARTS)} (with players), found {' and '.join(found) or 'none'}")
        if found[0] in ("state", "record"):
            return _as_written(given, found[0])
        rules, deck = _header(given)
        return Opened(new_game(_setup(given, rules, deck), rules, deck))

    # Playing

    def read_action(self, field: Field) -> Action:
        return read_action(field)

    def legal(self, state: State) -> Sequence[Action]:
        return legal_actions(state)

    def after(self, state: State, action: Action) -> State:
        try:
            return apply_action(state, action)
        except IllegalAction as error:
            raise Refused(error.reason.value) from None

    # Telling

    def actor(self, state: State) -> int | None:
        return state.actor

    def result(self, state: State) -> Data | None:
        return _result_data(result_of(state))

    def action_data(self, action: Action) -> Data:
        return action_data(action)

    def state_data(self, state: State) -> Data:
        return state_data(state)

    def position_data(self, state: State) -> Data:
        return position_data(state)

    def view_data(self, state: State, player: int) -> Data:
        return view_data(view(state, player))

    def packed(self, state: State) -> bytes:
        return packed(state)

    def unpacked(self, source: bytes, start: State) -> State:
        return unpacked(source, start.game)

    def drawn(self, state: State, lang: str) -> str:
        return self._reasons.drawn(state, lang)

    # Reasons

    @cached_property
    def _reasons(self) -> Reasons:
        """What needs the clauses is loaded when the first reason is asked for: most games are right."""
        from archipel.checks.costa_ruana.judging_reasons import Reasons

        return Reasons()

    def explained(self, state: State, action: Action, viewer: int | None, lang: str) -> Data:
        return self._reasons.explained(state, action, viewer, lang)

    def refusal(self, state: State, action: Action, reason: str, lang: str) -> Complaint:
        return self._reasons.refusal(state, action, reason, lang)

    def wrong_result(self, state: State, claimed: Data, lang: str) -> Complaint:
        return self._reasons.wrong_result(state, claimed, _result_data(result_of(state)), lang)

    def answer(self, question: object, state: State | None) -> Data:
        return self._reasons.answer(question, state)

    # Records

    def read_record(self, field: Field) -> Recorded:
        record = read_record(field)
        state = new_game(record.setup, record.rules, record.deck)
        return Recorded(state, record.moves, _result_data(record.result))


def _as_written(given: Mapping[str, Field], start: str) -> Opened:
    """A position or a record says by itself by which rules it is played."""
    if others := [name for name in given if name != start]:
        raise BadInput(f"{others[0]}: a {start} says everything by itself")
    if start == "state":
        return Opened(read_state(given["state"]))
    record = read_record(given["record"])
    return Opened(new_game(record.setup, record.rules, record.deck), record.moves)


def _header(given: Mapping[str, Field]) -> tuple[Rules, Deck]:
    """Rules and cards as in a record; what is left out is the rulebook's, with the shipped deck."""
    if "game" in given:
        given["game"].exactly(GAME)
    if "rules" in given:
        given["rules"].exactly(RULES_VERSION)
    readings = read_readings(given["readings"]) if "readings" in given else OURS
    rules = read_rules(given.get("numbers", Field({}, "numbers")), readings)
    return rules, read_cards(given["deck"]) if "deck" in given else balanced_deck()


def _setup(given: Mapping[str, Field], rules: Rules, deck: Deck) -> Setup:
    if "setup" in given:
        if "players" in given:
            raise BadInput("players: a setup says how many play")
        return read_setup(given["setup"])
    if "players" not in given:
        raise BadInput("players: missing; with a seed, say how many play")
    players = given["players"].whole(rules.min_players, rules.max_players)
    return Setup.from_seed(players, given["seed"].whole(0, GREATEST_SEED), rules, deck)


def _result_data(result: codec.Result | None) -> Data | None:
    return None if result is None else {name: plain(value) for name, value in result._asdict().items()}


JUDGE = CostaRuana()
