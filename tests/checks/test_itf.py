"""Traces: what ADR 015 of Apalache describes, and every position of the game in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.itf import KINDS
from archipel.checks.judge.traces.itf import FLAG, NUMBER, TEXT, mapping, option, record, sequence
from archipel.reference.costa_ruana import Deck, Rules, Setup, State, balanced_deck, new_game
from archipel.reference.costa_ruana.codec import Record, action_data, dumps_record, position_data, replay, result_of
from archipel.reference.costa_ruana.readings import Readings, chosen


def is_expression(value: Any) -> bool:
    """Whether this is an expression as the description of the format defines them, big integers only."""
    match value:
        case str() | bool():
            return True
        case list():
            return all(map(is_expression, value))
        case {"#bigint": digits, **rest}:
            return not rest and re.fullmatch(r"-?[0-9]+", digits) is not None
        case {"#tup": items, **rest} | {"#set": items, **rest}:
            return not rest and isinstance(items, list) and is_expression(items)
        case {"#map": pairs, **rest}:
            return not rest and all(isinstance(pair, list) and len(pair) == 2 and is_expression(pair) for pair in pairs)
        case dict():
            return all(not name.startswith("#") for name in value) and all(map(is_expression, value.values()))
    return False


def wrong_trace(trace: Any) -> str:
    """What a trace lacks of what the description asks for; empty if nothing."""
    if set(trace) - {"#meta", "params", "vars", "states", "loop"} or not {"vars", "states"} <= set(trace):
        return "members of the trace"
    for index, state in enumerate(trace["states"]):
        names = [*trace["vars"], *(trace["params"] if index == 0 else [])]
        if set(state) - {"#meta"} != set(names):
            return f"members of state {index}"
        if not all(is_expression(state[name]) for name in names):
            return f"expressions of state {index}"
    return ""


def decoded(value: Any) -> Any:
    """An expression as an ordinary value; maps from numbers as lists."""
    match value:
        case list():
            return [decoded(item) for item in value]
        case {"#bigint": digits}:
            return int(digits)
        case {"#tup": items}:
            return tuple(decoded(item) for item in items)
        case {"#set": items}:
            return sorted(decoded(item) for item in items)
        case {"#map": pairs}:
            found = {decoded(key): decoded(item) for key, item in pairs}
            return list(found.values()) if list(found) == list(range(len(found))) and found else found
        case dict():
            return {name: decoded(item) for name, item in value.items()}
    return value


def perhaps(value: Any) -> list[Any]:
    """What may be missing is a set of at most one."""
    return [] if value is None else [value]


def slot(found: Any) -> tuple[int, str] | None:
    return None if found is None else (found["by"], found["face"])


def expected(state: State) -> dict[str, Any]:
    """A position as the state format writes it, with cards on the table by who laid them and how."""
    data: dict[str, Any] = json.loads(json.dumps(position_data(state)))
    del data["players"]
    data["table"] = {slot(laid): {n: laid[n] for n in ("card", "before", "face_down")} for laid in data["table"]}
    data["standing"] = [perhaps(slot(found)) for found in data["standing"]]
    data["resolving"] = perhaps(slot(data["resolving"]))
    data["actor"] = perhaps(data["actor"])
    return data


def recorded(players: int, seed: int, readings: Readings | None = None) -> Record:
    rules, deck, chance = Rules(readings=readings or Readings()), balanced_deck(), Random(seed)
    setup = Setup.from_seed(players, seed, rules, deck)
    state, moves = new_game(setup, rules, deck), []
    while menu := state.legal_actions():
        moves.append(chance.choice(menu))
        state = state.apply_action(moves[-1])
    return Record(setup, tuple(moves), rules, deck, result_of(state))


def exported(game: Record, folder: Path) -> Any:
    (folder / "game.json").write_text(dumps_record(game), encoding="utf-8")
    assert main(["export", "--itf", str(folder / "game.itf.json"), str(folder / "game.json")]) == 0
    return json.loads((folder / "game.itf.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("players", range(2, 7))
def test_a_game_is_a_trace_of_its_positions(players: int, tmp_path: Path) -> None:
    game = recorded(players, players)
    trace = exported(game, tmp_path)
    assert not wrong_trace(trace)
    states = list(replay(game))
    assert len(trace["states"]) == len(states)
    for index, (found, state) in enumerate(zip(trace["states"], states, strict=True)):
        values = {name: decoded(found[name]) for name in trace["vars"]}
        assert values == expected(state)
        assert found["#meta"].get("decision") == (action_data(game.moves[index - 1]) if index else None)
    assert decoded(trace["states"][0]["players"]) == players
    assert trace["states"][0]["deck"] == [card.text for card in game.deck.cards]
    assert set(trace["#meta"]["varTypes"]) == {*trace["vars"], *trace["params"]}


def test_what_other_readings_remember_is_in_the_trace(tmp_path: Path) -> None:
    choice = {"moved-twice": "another", "previous-shaman": "offered", "naming": "not-the-old-shaman"}
    trace = exported(recorded(4, 2, chosen(choice)), tmp_path)
    assert not wrong_trace(trace)
    assert trace["vars"] == list(KINDS)
    assert {len(decoded(state["old_shaman"])) for state in trace["states"]} == {0, 1}
    assert any(decoded(state["moved"]) for state in trace["states"])


def test_types_are_written_as_apalache_writes_them() -> None:
    assert mapping(TEXT, mapping(NUMBER, option(NUMBER))).type == "Str -> (Int -> Set(Int))"
    assert sequence(record(a=FLAG, b=TEXT)).type == "Seq({ a: Bool, b: Str })"
    assert KINDS["table"].type == "<<Int, Str>> -> { card: Int, before: Int, face_down: Bool }"


SPOILT: list[Callable[[Any], object]] = [
    lambda trace: trace["states"][3].pop("pile"),
    lambda trace: trace["states"][3].update(pile=[7]),
    lambda trace: trace["states"][3].update(actor=None),
    lambda trace: trace["states"][3].update(players={"#bigint": "2"}),
    lambda trace: trace["states"][3].update(pile=[{"#bigint": "1.5"}]),
    lambda trace: trace["states"][3].update(table={"#map": [["a"]]}),
    lambda trace: trace.pop("vars"),
]


def test_a_wrong_trace_is_noticed(tmp_path: Path) -> None:
    trace = exported(recorded(2, 0), tmp_path)
    assert not wrong_trace(trace)
    for spoil in SPOILT:
        spoilt = json.loads(json.dumps(trace))
        spoil(spoilt)
        assert wrong_trace(spoilt)


def test_bad_input_is_one_line_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = recorded(2, 0)
    (tmp_path / "game.json").write_text(dumps_record(game), encoding="utf-8")
    broken = Record(game.setup, game.moves[1:], game.rules, Deck(game.deck.cards))
    (tmp_path / "broken.json").write_text(dumps_record(broken), encoding="utf-8")
    (tmp_path / "text.json").write_text("no JSON", encoding="utf-8")
    target, good = str(tmp_path / "out.itf.json"), str(tmp_path / "game.json")
    for arguments in (
        ["--itf", target],
        ["--itf", target, str(tmp_path / "broken.json")],
        ["--itf", target, str(tmp_path / "text.json")],
        ["--itf", target, str(tmp_path / "missing.json")],
        ["--itf", str(tmp_path / "nowhere" / "out.itf.json"), good],
        ["--smt2", str(tmp_path / "folder"), good],
        ["--itf", target, "--smt2", str(tmp_path / "folder"), good],
    ):
        assert main(["export", *arguments]) == 2, arguments
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert not Path(target).exists()
    assert main(["export", "--itf", target, good, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": target, "states": len(game.moves) + 1}
