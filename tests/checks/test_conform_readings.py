"""Hypothesis discrimination: a reading is named only after games that tell it from everything else."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.conformance import announced
from archipel.checks.judge.conformance import explaining_readings
from archipel.checks.judge.conformance.explaining_readings import witnesses
from archipel.checks.judge.conformance.searching import ConformanceCampaign
from archipel.checks.judge.conformance.telling.wording import WORDS
from archipel.reference.costa_ruana import Setup

WRONG = str(Path(__file__).with_name("conform_mistakes.py"))
LUCKY = ("--players", "3", "--seed", "1", "--games", "13")
"""Games with so few ties that the lowest seat happens to be the one that a reading has, too."""


SWITCHED = f"""
import os, sys
os.environ["ARCHIPEL_ENGINE"] = "pure"
sys.path.insert(0, {str(Path(WRONG).parent)!r})
from conform_mistakes import adapter, succession, switch, with_reading
from archipel.reference.costa_ruana.readings import chosen
BODY
adapter.serve(Other())
"""


def judged(capsys: pytest.CaptureFixture[str], name: str, *options: str) -> dict[str, Any]:
    program = [WRONG, name] if "\n" not in name else ["-c", SWITCHED.replace("BODY", name)]
    assert main(["conform", "--json", "--shrink-time", "0.5", *options, "--", sys.executable, *program]) == 1
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("options", [LUCKY, ("--players", "2", "--seed", "3", "--games", "29")])
def test_the_lowest_seat_is_no_reading(options: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    found = judged(capsys, "the-lower-seat-wins-a-tie", *options)
    assert (found["readings"], found["fits"]) == (None, [])
    assert found["clauses"][0]["clause"] == "end.shared"
    assert found["resembles"]["readings"] == {"final-tie": "seat"}


def test_a_reading_of_ties_is_named_if_every_tie_follows_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = judged(capsys, "whoever-sits-after-the-shaman-wins-a-tie", *LUCKY)
    assert (found["readings"], found["fits"]) == ({"final-tie": "seat"}, [])
    assert found["agreed"]["games"] == 13 and found["agreed"]["positions"] > 50


def test_what_too_few_games_tell_apart_fits_and_is_not_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explaining_readings, "SOUGHT", 0)
    name, options = "whoever-sits-after-the-shaman-wins-a-tie", (*LUCKY[:-1], "4")
    found = judged(capsys, name, *options)
    assert (found["readings"], found["fits"]) == (None, [{"final-tie": "seat"}])
    assert main(["conform", "--shrink-time", "0.5", *options, "--", sys.executable, WRONG, name]) == 1
    report = " ".join(capsys.readouterr().out.split())
    assert WORDS.say("en", "fits", readings="final-tie=seat") in report


def test_readings_are_told_from_simple_rules_by_some_game() -> None:
    game = announced({}).by({"final-tie": "seat"})
    campaign, told = ConformanceCampaign(1, [2, 3], 0), {"result"}
    assert announced({}).strangers() == [] and len(game.strangers()) > 2
    for stranger in game.strangers():
        script = next(witnesses(game, stranger, campaign, told))
        over, other = game.opening(script.start), stranger.opening(script.start)
        for move in script.moves:
            over, other = game.after(over, move), stranger.after(other, move)
        assert game.result(over) != stranger.result(other)


def test_only_what_a_program_tells_can_tell_readings_apart() -> None:
    ours, campaign = announced({}), ConformanceCampaign(1, [2], 0)
    late = ours.by({"card-return": "after-all"})
    by_reserve = next(witnesses(late, ours, campaign, {"reserve"}))
    by_lists = next(witnesses(late, ours, campaign, ()))
    assert len(by_lists.moves) > len(by_reserve.moves)


def test_witnesses_are_different_games() -> None:
    ours = announced({})
    found = list(islice(witnesses(ours.by({"flip": "optional"}), ours, ConformanceCampaign(1, [2, 3], 0), ()), 8))
    assert len({script.start for script in found}) == 8 and {script.start.players for script in found} == {2, 3}


def test_a_reading_is_not_named_if_a_later_game_differs(capsys: pytest.CaptureFixture[str]) -> None:
    late = list(Setup.from_seed(2, 13).order)
    found = judged(
        capsys,
        f"""
class Other(with_reading("flip", "optional")):
    can = ()
    def new(self, request):
        super().new(request)
        self.late = request["setup"]["order"] == {late}
    def state(self): return {{**super().state(), **({{"round": 3}} if self.late else {{}})}}
""",
        *("--players", "2", "--games", "14"),
    )
    assert (found["readings"], found["fits"]) == (None, [])
    near = found["resembles"]
    assert (near["readings"], near["agreed"]["games"]) == ({"flip": "optional"}, 13)
    assert near["differs_in"] == ["state.round"]
    assert found["clauses"][0]["clause"] == "conditions.flip"


NEVER_TWO = """
right, other = succession.next_shaman, chosen({"shaman-tie": "self-first"})
switch("next_shaman", lambda shaman, gains, *rest: right(shaman, gains, *([other] if min(gains) < 2 else [])))
from reference_game import ReferenceGame as Other
"""
"""The shaman comes first in a tie, unless everybody has gained two treasures."""


def test_a_reading_is_not_named_if_a_given_position_differs(capsys: pytest.CaptureFixture[str]) -> None:
    found = judged(capsys, NEVER_TWO, "--players", "2", "--games", "1")
    assert found["readings"] is None and found["resembles"]["readings"] == {"shaman-tie": "self-first"}
    assert found["resembles"]["agreed"]["games"] == 1
