"""What the judge of Costa Ruana says besides what it says of any game: the clauses of a wrong result, and drawings."""

from __future__ import annotations

import json
from typing import Any

from archipel.checks.costa_ruana.explanations import explain
from archipel.checks.judge.game import judge_of
from archipel.checks.judge.referee.sources import Unit
from archipel.checks.judge.referee.verdict import Finding, judged
from archipel.reference.costa_ruana import Setup, codec, new_game, random_moves

JUDGE = judge_of("costa_ruana")


def game(seed: int = 1) -> dict[str, Any]:
    setup = Setup.from_seed(3, seed)
    moves = tuple(random_moves(setup, seed))
    state = new_game(setup)
    for action in moves:
        state = state.apply_action(action)
    whole = codec.Record(setup, moves, state.rules, state.deck, codec.result_of(state))
    found: dict[str, Any] = codec.record_data(whole)
    return found


def finding(record: dict[str, Any]) -> Finding:
    return judged(Unit("game.json", ((1, json.dumps(record).encode()),), line=1), JUDGE, "en")


def test_a_wrong_move_has_the_clauses_of_its_explanation() -> None:
    record, wrong = game(), {"do": "settle", "player": 0, "island": 9}
    state = new_game(codec.loads_record(json.dumps(record)).setup)
    for action in codec.loads_record(json.dumps(record)).moves[:30]:
        state = state.apply_action(action)
    record["moves"][30] = wrong
    found = finding(record)
    assert found.data["sets"] == explain(state, codec.loads_action(json.dumps(wrong))).as_json()["sets"] != []
    assert any("ISLANDS" in line for line in found.drawn)


def test_a_wrong_result_is_told_by_the_clauses_about_the_end() -> None:
    record = game()
    record["result"]["points"][1] += 1
    assert "end.points" in finding(record).clauses
    late = game()
    late["moves"].append(late["moves"][-1])
    assert "end.after-last-round" in finding(late).clauses


def test_a_record_is_judged_by_the_readings_it_names() -> None:
    record = game()
    del record["result"]
    flip = next(place for place, move in enumerate(record["moves"]) if move["do"] == "flip")
    record["moves"][flip:] = [{"do": "pass", "player": record["moves"][flip]["player"]}]
    assert finding(record).clauses == ("conditions.flip",)
    assert not finding({**record, "readings": {"flip": "optional"}}).clauses
