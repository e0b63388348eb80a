"""The judge over any engine: chance in sessions, records, counts and verdicts, tried on a game of dice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.checks.dice_game import NAME, Fell, Roll, Stop, dice

from archipel.checks.judge.game import Judge, Refused, judge_of
from archipel.checks.judge.http.openapi import described
from archipel.checks.judge.oracle.limits import Budget, Limits
from archipel.checks.judge.oracle.methods import Oracle
from archipel.checks.judge.oracle.sessions import numbered
from archipel.checks.judge.perft.counting import divide, perft
from archipel.checks.judge.perft.parallel_count import PerftCount
from archipel.checks.judge.referee.sources import units
from archipel.checks.judge.referee.verdict import RefereeVerdict, judged
from archipel.reference.strict_json import BadInput, Field, canonical

__all__ = ["dice"]

BEGUN = {"setup": {"players": 2, "lucky": [2, 3]}, "goal": 2}


def opened(judge: Judge, **given: Any) -> Any:
    return judge.opened({name: Field(value, name) for name, value in given.items()}).state


def asked(oracle: Oracle, method: str, **params: Any) -> Any:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = oracle.server().answer(json.dumps(message).encode())
    assert answer is not None
    return json.loads(answer)


@pytest.fixture
def oracle(dice: str) -> Oracle:
    return Oracle(judge_of(dice), Limits(), numbered())


# Sessions


def test_an_outcome_is_told_where_one_is_due(oracle: Oracle) -> None:
    session = asked(oracle, "new", **BEGUN)["result"]
    assert (session["actor"], session["result"]) == (0, None)
    early = asked(oracle, "chance", session="1", outcome={"do": "fell", "side": 2})["error"]
    assert early["data"]["reason"] == "nothing is drawn now"
    rolled = asked(oracle, "play", session="1", action={"do": "roll", "player": 0}, include=["legal"])["result"]
    assert rolled["actor"] == -1 and [item["side"] for item in rolled["legal"]] == [1, 2, 3]
    weights = asked(oracle, "outcomes", session="1")["result"]["outcomes"]
    assert [(item["outcome"]["side"], item["weight"]) for item in weights] == [(1, 3), (2, 2), (3, 1)]
    refused = asked(oracle, "chance", session="1", outcome={"do": "stop", "player": 0})["error"]
    assert refused["data"]["reason"] == "not now"
    fell = asked(oracle, "chance", session="1", outcome={"do": "fell", "side": 2}, include=["position"])["result"]
    assert fell["actor"] == 0 and fell["position"]["pot"] == 4
    over = asked(oracle, "play", session="1", action={"do": "stop", "player": 0})["result"]
    assert over["actor"] is None and over["result"] == {"points": [4, 0], "ranking": [[0], [1]]}
    assert asked(oracle, "outcomes", session="1")["result"] == {"outcomes": []}
    assert asked(oracle, "undo", session="1", moves=2)["result"]["actor"] == -1


def test_only_games_with_chance_have_such_methods(oracle: Oracle) -> None:
    ours = Oracle(judge_of("costa_ruana"), Limits(), numbered())
    assert set(oracle.methods) - set(ours.methods) == {"outcomes", "chance"}
    assert set(ours.methods) <= set(oracle.methods)
    described(oracle, "chance")
    described(oracle, "outcomes")


def test_what_a_judge_says_of_a_game(dice: str) -> None:
    about = judge_of(dice).about()
    assert about == {"players": [2, 4], "decisions": ["roll", "stop", "fell"], "questions": [], "readings": {}}
    ours = judge_of("costa_ruana").about()
    assert ours["readings"]["flip"] == ["mandatory", "optional"] and ours["players"] == [2, 6]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({}, "expected one of setup, seed, state, record"),
        ({"players": 5, "seed": 1}, "players: expected 2 to 4, found 5"),
        ({"seed": 1}, "players: missing"),
        ({"setup": BEGUN["setup"], "players": 2}, "players: a setup says how many play"),
        ({"state": {}, "goal": 3}, "goal: a state says everything by itself"),
        ({"setup": {"players": 3, "lucky": [1, 2]}}, "lucky: expected a number for each player"),
    ],
)
def test_beginnings_that_cannot_be_used(dice: str, given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        opened(judge_of(dice), **given)


def test_terms_are_those_that_are_given(dice: str) -> None:
    judge = judge_of(dice)
    state = opened(judge, players=3, seed=7, goal=4, one="counts")
    assert judge.state_data(state)["one"] == "counts" and judge.state_data(state)["goal"] == 4
    assert opened(judge, state=judge.state_data(state)) == state
    assert judge.unpacked(judge.packed(state), state) == state
    assert judge.view_data(state, 1)["lucky"] == state.lucky[1]
    with pytest.raises(Refused, match="not now"):
        judge.after(state, Stop(2))


# Counting


def by_hand(state: Any, judge: Judge, depth: int) -> int:
    if not depth:
        return 1
    return sum(by_hand(judge.after(state, action), judge, depth - 1) for action in judge.legal(state))


def test_counts_include_what_chance_can_bring(dice: str) -> None:
    judge = judge_of(dice)
    state = opened(judge, **BEGUN)
    counts = perft(judge, state, 5, Budget(Limits()))
    assert list(counts.sequences) == [by_hand(state, judge, depth) for depth in range(6)]
    assert counts.sequences[:3] == (1, 2, 5)
    parts = dict(divide(judge, judge.after(state, Roll(0)), 3, Budget(Limits())))
    assert list(parts) == [Fell(1), Fell(2), Fell(3)]
    levels = list(PerftCount(dice, canonical(judge.state_data(state)), 999).depths(5))
    assert [level.sequences for level in levels] == list(counts.sequences)
    assert [level.positions for level in levels] == list(counts.positions)


# Records


def record(*moves: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": NAME, "goal": 2, "one": "empties", "setup": BEGUN["setup"], "moves": list(moves), **more}


ROLL, STOP = {"do": "roll", "player": 0}, {"do": "stop", "player": 0}
RESULT = {"points": [4, 0], "ranking": [[0], [1]]}


@pytest.mark.parametrize(
    ("written", "verdict", "moves"),
    [
        (record(ROLL, {"do": "fell", "side": 2}, STOP, result=RESULT), RefereeVerdict.RIGHT, 3),
        (record(ROLL, STOP), RefereeVerdict.WRONG, 1),
        (record(ROLL, {"do": "fell", "side": 4}), RefereeVerdict.WRONG, 1),
        (record({"do": "fell", "side": 2}), RefereeVerdict.WRONG, 0),
        (record(ROLL, {"do": "fell", "side": 3}, STOP, result=RESULT), RefereeVerdict.WRONG, 3),
        (record(ROLL, {"do": "rose"}), RefereeVerdict.UNREADABLE, 0),
    ],
)
def test_records_hold_what_chance_brought(
    dice: str, tmp_path: Path, written: dict[str, Any], verdict: RefereeVerdict, moves: int
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(written), encoding="utf-8")
    (finding,) = [judged(unit, judge_of(dice), "en") for unit in units(str(file))]
    assert (finding.verdict, finding.moves) == (verdict, moves)
