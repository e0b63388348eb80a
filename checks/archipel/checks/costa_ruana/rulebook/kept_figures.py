"""The situations of the rulebook's pictures as they are kept: found once, with a solver, and checked often."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from archipel.checks.costa_ruana.rulebook.clause_situations import Figure
from archipel.checks.costa_ruana.rulebook.parted_readings import PartedReading
from archipel.reference.costa_ruana import Action, Setup, State, codec, new_game
from archipel.reference.costa_ruana.notation import read_position_line, write_position
from archipel.reference.strict_json import Field, parse

FILE = Path(__file__).with_name("figures.json")
OPENING = ("inhabitants", "treasures", "reserve", "huts", "hands", "pile")
"""What of an opening may be otherwise than the setup says."""

Data: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class KeptFigures:
    """Situations by clause and by reading; where there are none, the reason."""

    clauses: Mapping[str, tuple[Figure, ...] | str] = field(default_factory=dict)
    readings: Mapping[str, PartedReading | str] = field(default_factory=dict)


@cache
def kept() -> KeptFigures:
    """The situations in the file."""
    return loads(FILE.read_text(encoding="utf-8"))


def loads(text: str) -> KeptFigures:
    data: Any = parse(text.encode("utf-8"))
    clauses = {id: _figures(id, entry) for id, entry in data["clauses"].items()}
    return KeptFigures(clauses, {name: _parted(entry) for name, entry in data["readings"].items()})


def dumps(what: KeptFigures) -> str:
    """The same situations always give the same text."""
    clauses = {id: _figures_data(entry) for id, entry in what.clauses.items()}
    readings = {name: _parted_data(entry) for name, entry in what.readings.items()}
    return json.dumps({"clauses": clauses, "readings": readings}, ensure_ascii=False, indent=1) + "\n"


def _figures(clause: str, entry: Data) -> tuple[Figure, ...] | str:
    if "none" in entry:
        return str(entry["none"])
    known = (entry["part"], entry["how"], entry["step"])
    about = (tuple(entry["facts"]), tuple(entry["islands"]))
    sides = [(side == "applies", entry[side]) for side in ("applies", "beside") if side in entry]
    return tuple([Figure(clause, applies, *known, *_situation(data), *about) for applies, data in sides])


def _figures_data(entry: tuple[Figure, ...] | str) -> Data:
    if isinstance(entry, str):
        return {"none": entry}
    first = entry[0]
    sides = {"applies" if figure.applies else "beside": _situation_data(figure) for figure in entry}
    about = {"facts": first.facts, "islands": first.islands}
    return {"part": first.part, "how": first.how, "step": first.step, **about, **sides}


def _situation(data: Data) -> tuple[State, Action | None, Setup | None]:
    if "setup" in data:
        setup = codec.read_setup(Field(data["setup"], "setup"))
        return new_game(setup).changed(**_tuples(data["changed"])), None, setup
    return read_position_line(data["position"]), _action(data), None


def _action(data: Data) -> Action | None:
    return codec.read_action(Field(data["action"], "action")) if "action" in data else None


def _tuples(data: Data) -> Data:
    return {name: _tuple(value) for name, value in data.items()}


def _tuple(value: Any) -> Any:
    return tuple([_tuple(item) for item in value]) if isinstance(value, list) else value


def _situation_data(figure: Figure) -> Data:
    if figure.setup is not None:
        usual = new_game(figure.setup)
        changed = {name: getattr(figure.state, name) for name in OPENING}
        other = {name: value for name, value in changed.items() if value != getattr(usual, name)}
        return {"setup": codec.setup_data(figure.setup), "changed": other}
    return _position_data(figure.state, figure.action)


def _position_data(state: State, action: Action | None) -> Data:
    decided = {} if action is None else {"action": codec.action_data(action)}
    return {"position": write_position(state), **decided}


def _parted(entry: Data) -> PartedReading | str:
    if "none" in entry:
        return str(entry["none"])
    point, reading = entry["point"], entry["reading"]
    if "setup" in entry:
        return PartedReading(point, reading, setup=codec.read_setup(Field(entry["setup"], "setup")))
    what = PartedReading(point, reading, action=_action(entry))
    lines = zip(entry["positions"], what.rules, strict=True)
    return replace(what, states=tuple([read_position_line(line, rules) for line, rules in lines]))


def _parted_data(entry: PartedReading | str) -> Data:
    if isinstance(entry, str):
        return {"none": entry}
    named = {"point": entry.point, "reading": entry.reading}
    if entry.setup is not None:
        return {**named, "setup": codec.setup_data(entry.setup)}
    decided = {} if entry.action is None else {"action": codec.action_data(entry.action)}
    return {**named, "positions": [write_position(state) for state in entry.states], **decided}
