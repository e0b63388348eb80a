"""Traces of the toy: what ADR 015 of Apalache describes, wrong ones noticed, bad input refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.checks.lagoon_plugin import NAME, lagoon
from tests.checks.trace_form import decoded, wrong_trace
from tests.toy.game import ENGINE, GAME

from archipel.checks.cli.command_line import main
from archipel.checks.judge.fuzzing.targets import GoodInput
from archipel.checks.judge.traces.itf import FLAG, NUMBER, TEXT, mapping, option, record, sequence
from archipel.reference.strict_json import Field

__all__ = ["lagoon"]
pytestmark = pytest.mark.usefixtures("lagoon")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A recorded game."""
    file = tmp_path / "game.json"
    file.write_bytes(GoodInput(GAME).record(3))
    return file


def export(*words: str) -> int:
    return main(["--game", NAME, "export", *words])


def exported(game: Path) -> Any:
    target = game.with_name("game.itf.json")
    assert export("--itf", str(target), str(game)) == 0
    return json.loads(target.read_text(encoding="utf-8"))


def test_a_game_is_a_trace_of_its_positions(game: Path) -> None:
    trace, moves = exported(game), json.loads(game.read_text(encoding="utf-8"))["moves"]
    assert not wrong_trace(trace)
    read = ENGINE.codec.read_record(Field(json.loads(game.read_text(encoding="utf-8")), ""))
    states = [ENGINE.new_game(read.setup, read.terms)]
    for move in read.moves:
        states.append(ENGINE.apply_action(states[-1], move))
    for index, (found, state) in enumerate(zip(trace["states"], states, strict=True)):
        assert decoded(found["baskets"]) == list(state.baskets) and decoded(found["pearls"]) == list(state.pearls)
        assert decoded(found["die"]) == ([] if state.die is None else [state.die])
        assert found["#meta"].get("decision") == (moves[index - 1] if index else None)
    assert decoded(trace["states"][0]["players"]) == 3
    assert set(trace["#meta"]["varTypes"]) == {*trace["vars"], *trace["params"]}


def test_types_are_written_as_apalache_writes_them() -> None:
    assert mapping(TEXT, mapping(NUMBER, option(NUMBER))).type == "Str -> (Int -> Set(Int))"
    assert sequence(record(a=FLAG, b=TEXT)).type == "Seq({ a: Bool, b: Str })"


SPOILT: list[Callable[[Any], object]] = [
    lambda trace: trace["states"][3].pop("hands"),
    lambda trace: trace["states"][3].update(pearls=[7]),
    lambda trace: trace["states"][3].update(die=None),
    lambda trace: trace["states"][3].update(players={"#bigint": "2"}),
    lambda trace: trace["states"][3].update(pearls=[{"#bigint": "1.5"}]),
    lambda trace: trace["states"][3].update(shown={"#map": [["a"]]}),
    lambda trace: trace.pop("vars"),
]


def test_a_wrong_trace_is_noticed(game: Path) -> None:
    trace = exported(game)
    for spoil in SPOILT:
        spoilt = json.loads(json.dumps(trace))
        spoil(spoilt)
        assert wrong_trace(spoilt)


def test_bad_input_is_one_line_and_writes_nothing(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(game.read_text(encoding="utf-8"))
    (tmp_path / "broken.json").write_text(json.dumps({**record, "moves": record["moves"][1:]}), encoding="utf-8")
    (tmp_path / "text.json").write_text("no JSON", encoding="utf-8")
    target, good = str(tmp_path / "out.itf.json"), str(game)
    for arguments in (
        ["--itf", target],
        ["--itf", target, str(tmp_path / "broken.json")],
        ["--itf", target, str(tmp_path / "text.json")],
        ["--itf", target, str(tmp_path / "missing.json")],
        ["--itf", str(tmp_path / "nowhere" / "out.itf.json"), good],
        ["--smt2", str(tmp_path / "folder"), good],
        ["--itf", target, "--smt2", str(tmp_path / "folder"), good],
    ):
        assert export(*arguments) == 2, arguments
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert not Path(target).exists()
    assert export("--itf", target, good, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"file": target, "states": len(record["moves"]) + 1}
