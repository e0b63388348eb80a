"""How the engine of Costa Ruana writes and reads its values, as the kit asks it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from archipel.checks.costa_ruana.engine import Record, Terms
from archipel.checks.games.engine import Data, GameCodec, GameRecord, GameResult
from archipel.reference import costa_ruana as engine
from archipel.reference.costa_ruana import Action, Setup, State, codec
from archipel.reference.costa_ruana.deck import balanced_deck, read_cards
from archipel.reference.costa_ruana.readings import OURS
from archipel.reference.strict_json import Field


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
        return {name: codec.schema_of(name) for name in ("action", "setup", "state", "view", "record")}

    def read_position(self, field: Field, terms: Terms, /) -> State:
        return codec.read_position(field.members([*codec.HEADER, *codec.POSITION], codec.OPTIONAL), *terms)

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


def facts(state: State) -> Data:
    """What can be written down about a position, with what only some readings remember."""
    return codec.position_data(state) | {name: codec.plain(getattr(state, name)) for name in codec.OPTIONAL}
