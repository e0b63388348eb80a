"""The engine of Costa Ruana, as the kit asks it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from archipel.checks.costa_ruana.commands.schema import OF_THE_ENGINE, schema_text
from archipel.checks.games.engine import Data, GameCodec, GameEngine, GameRecord, GameResult
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import STANDARD, Action, Deck, IllegalAction, Rules, Setup, State, codec
from archipel.reference.costa_ruana.checking import check_state
from archipel.reference.costa_ruana.codec import DECISIONS
from archipel.reference.costa_ruana.deck import balanced_deck, read_cards
from archipel.reference.costa_ruana.readings import CHOICES, OURS, Readings, choice_of, chosen
from archipel.reference.strict_json import Field


class Terms(NamedTuple):
    """What a game is played with: numbers and readings, and the cards."""

    rules: Rules = STANDARD
    deck: Deck = balanced_deck()


Record = GameRecord[Setup, Action, Terms]


def played(choice: Mapping[str, str]) -> Readings:
    """The engine's readings for a choice; it does not know points that make no difference to play."""
    return chosen({point: name for point, name in choice.items() if point in CHOICES})


class CostaRuanaCodec(GameCodec[Setup, State, Action, Terms]):
    """Its formats."""

    header = codec.HEADER
    action_data = staticmethod(codec.action_data)
    read_action = staticmethod(codec.read_action)
    setup_data = staticmethod(codec.setup_data)
    read_setup = staticmethod(codec.read_setup)
    state_data = staticmethod(codec.state_data)
    position_data = staticmethod(codec.position_data)
    read_state = staticmethod(codec.read_state)
    packed = staticmethod(codec.packed)

    @cached_property
    def schemas(self) -> Mapping[str, Data]:
        return {name: json.loads(schema_text(name)) for name in OF_THE_ENGINE}

    def header_data(self, terms: Terms, /) -> Data:
        return codec.header_data(*terms)

    def read_header(self, members: Mapping[str, Field], /) -> Terms:
        for name, value in (("game", engine.GAME), ("rules", engine.RULES_VERSION)):
            if name in members:
                members[name].exactly(value)
        readings = codec.read_readings(members["readings"]) if "readings" in members else OURS
        rules = codec.read_rules(members.get("numbers", Field({}, "numbers")), readings)
        return Terms(rules, read_cards(members["deck"]) if "deck" in members else balanced_deck())

    def view_data(self, state: State, player: int, /) -> Data:
        return codec.view_data(state.view(player))

    def record_data(self, record: Record, /) -> Data:
        result = None if record.result is None else codec.Result(*record.result)
        return codec.record_data(codec.Record(record.setup, record.moves, *record.terms, result))

    def read_record(self, field: Field, /) -> Record:
        found = codec.read_record(field)
        result = None if found.result is None else GameResult(*found.result)
        return GameRecord(found.setup, found.moves, Terms(found.rules, found.deck), result)

    def unpacked(self, source: bytes, start: State, /) -> State:
        return codec.unpacked(source, start.game)


class CostaRuanaEngine(GameEngine[Setup, State, Action, Terms]):
    """Its positions and decisions."""

    codec = CostaRuanaCodec()
    actions = DECISIONS
    illegal = IllegalAction
    standard = Terms()

    check_state = staticmethod(check_state)
    actor = staticmethod(engine.current_player)
    legal_actions = staticmethod(engine.legal_actions)
    apply_action = staticmethod(engine.apply_action)
    returns = staticmethod(engine.returns)
    ranking = staticmethod(engine.ranking)
    view = staticmethod(engine.view)

    def by(self, terms: Terms, choice: Mapping[str, str], /) -> Terms:
        return terms._replace(rules=replace(terms.rules, readings=played(choice)))

    def choice_of(self, terms: Terms, /) -> Mapping[str, str]:
        return choice_of(terms.rules.readings)

    def terms_of(self, state: State, /) -> Terms:
        return Terms(state.rules, state.deck)

    def player_counts(self, terms: Terms, /) -> Sequence[int]:
        return range(terms.rules.min_players, terms.rules.max_players + 1)

    def setup_from_seed(self, players: int, seed: int, terms: Terms, /) -> Setup:
        return Setup.from_seed(players, seed, *terms)

    def new_game(self, setup: Setup, terms: Terms, /) -> State:
        return engine.new_game(setup, *terms)

    def players(self, state: State, /) -> int:
        return state.players


ENGINE = CostaRuanaEngine()
