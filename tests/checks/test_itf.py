"""Traces of Costa Ruana: every position of a game is in its trace, as the state format has it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.checks.trace_form import decoded, wrong_trace

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.records import KINDS
from archipel.reference.costa_ruana import Rules, Setup, State, balanced_deck, new_game
from archipel.reference.costa_ruana.codec import Record, action_data, dumps_record, position_data, replay, result_of
from archipel.reference.costa_ruana.readings import Readings, chosen


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


def test_the_table_is_a_map() -> None:
    assert KINDS["table"].type == "<<Int, Str>> -> { card: Int, before: Int, face_down: Bool }"
