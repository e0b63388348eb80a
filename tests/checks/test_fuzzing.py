"""Bad weather on purpose: reproducible, and it notices what it is for."""

from __future__ import annotations

import json
import time
from random import Random

import pytest
from tests.checks.lagoon_plugin import everywhere
from tests.toy.game import Lagoon

from archipel.checks.judge.fuzzing import running
from archipel.checks.judge.fuzzing.__main__ import main
from archipel.checks.judge.fuzzing.judges import check_answer
from archipel.checks.judge.fuzzing.mutating import CHANGES, hostile
from archipel.checks.judge.fuzzing.running import Target, fuzzed
from archipel.reference.strict_json import BadInput

__all__ = ["everywhere"]


def test_the_same_seed_makes_the_same_input() -> None:
    seeds = [b'{"a": [1, {"b": 2}], "c": "x"}', b"other"]
    made = [[hostile(seeds, chance) for _ in range(300)] for chance in (Random(5), Random(5), Random(6))]
    assert made[0] == made[1] != made[2]
    assert len(set(made[0])) > 150
    for change in CHANGES:
        assert isinstance(change(bytearray(seeds[0]), Random(1), seeds), bytes)
        assert isinstance(change(bytearray(), Random(1), seeds), bytes)


def _faulty(source: bytes) -> None:
    if b"9" in source:
        raise KeyError("nine")
    if len(source) % 50 == 0:
        time.sleep(5)
    raise BadInput("no")


def test_faults_and_hangs_are_noticed(everywhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = {"faulty": lambda: Target([b"[1, 2, 3, 4, 5]"], _faulty)}
    monkeypatch.setattr(Lagoon, "fuzz_targets", lambda self: faulty)
    monkeypatch.setattr(running, "MOST_FAILURES", 100)
    report = fuzzed(everywhere, "faulty", 150, seed=1, seconds=0.02)
    told = {failure["error"].partition(":")[0] for failure in report.failures}
    assert told == {"KeyError", "TooSlow"}
    assert all(bytes.fromhex(failure["input"]) for failure in report.failures if "nine" in failure["error"])
    assert report.refused


@pytest.mark.parametrize(
    "answer",
    [
        '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error: KeyError"}}',
        '{"jsonrpc":"2.0","id":1}',
        '{"jsonrpc":"2.0","result":1}',
        "[]",
        '{"jsonrpc":"2.0","id":1,"result":1}\n',
    ],
)
def test_a_bad_answer_is_noticed(answer: str) -> None:
    with pytest.raises((AssertionError, KeyError)):
        check_answer(answer)


def test_the_command(everywhere: str, capsys: pytest.CaptureFixture[str]) -> None:
    here = ["--game", everywhere, "-j", "1", "--megabytes", "4000"]  # this process has run other tests before
    assert main(["--inputs", "30", "--only", "action", "--only", "readings", *here, "--json"]) == 0
    reports = json.loads(capsys.readouterr().out)
    assert [(report["target"], report["inputs"]) for report in reports] == [("action", 15), ("readings", 15)]
    assert main([*here, "--inputs", "5", "--only", "action", "--megabytes", "1"]) == 1
    assert "more than 1 megabytes" in capsys.readouterr().out
    assert main([*here, "--only", "nothing"]) == 2
    assert main([*here, "--inputs", "0"]) == 2
