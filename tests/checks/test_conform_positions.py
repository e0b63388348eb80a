"""Given positions: programs that say they can begin in one are tried in those of a corpus, too."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.checks.conform_mistakes import adapter, reference_game

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.conformance import announced, own_positions
from archipel.checks.costa_ruana.conformance.game import PLAYERS
from archipel.checks.costa_ruana.conformance.made_positions import made_positions, patterns, shapes
from archipel.checks.judge.conformance.games import Event, Given, Script, positions_in
from archipel.checks.judge.conformance.match import MatchJudge
from archipel.checks.judge.conformance.programs.program import Program, ProgramLimits
from archipel.checks.judge.conformance.searching import asked_of
from archipel.reference.costa_ruana import Condition, Flip, Phase, Place, State, codec
from archipel.reference.strict_json import BadInput, Field, canonical

ROOT = Path(__file__).parents[2]
ADAPTERS = ROOT / "docs" / "examples" / "adapters"
RIGHT = str(ADAPTERS / "reference_game.py")

OTHER = f"""
import sys
sys.path.insert(0, {str(ADAPTERS)!r})
from adapter import Refused, serve
from reference_game import ReferenceGame
asked = []
class Other(ReferenceGame):
BODY
serve(Other())
"""


def other(*body: str) -> list[str]:
    """The right program, with something else."""
    return ["-c", OTHER.replace("BODY", "\n".join("    " + line for line in body))]


def judged(capsys: pytest.CaptureFixture[str], program: list[str], *options: str) -> tuple[int, dict[str, Any]]:
    code = main(["conform", "--json", "--games", "1", *options, "--", sys.executable, *program])
    return code, json.loads(capsys.readouterr().out)


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    """A file with a few positions, one a line."""
    file = tmp_path / "positions.jsonl"
    file.write_text("".join(canonical(given.state) for given in own_positions([2], 7)))
    return str(file)


def test_a_program_that_can_is_tried_in_given_positions(corpus: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = judged(capsys, [RIGHT], "--players", "2", "--positions", corpus)
    number = len(list(positions_in(corpus)))
    assert (code, found["positions"], found["positions_refused"]) == (0, number, 0) and number > 5
    assert main(["conform", "--games", "1", "--players", "2", "--", sys.executable, RIGHT]) == 0
    assert "given positions it refused 0." in capsys.readouterr().out


def test_a_program_that_does_not_say_so_is_never_asked(corpus: str, capsys: pytest.CaptureFixture[str]) -> None:
    program = other("can = ()", "def begin(self, state): raise SystemExit(9)", "whole_state = begin")
    code, found = judged(capsys, program, "--players", "2", "--positions", corpus)
    assert (code, found["positions"]) == (0, 0)


def test_whatever_else_a_program_says_it_can_do_does_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(capsys, other('can = ("dance",)'), "--players", "2")[0] == 0
    code, found = judged(capsys, other("can = (1,)"), "--players", "2")
    assert (code, found["problem"]) == (2, "shape")


def test_a_program_may_refuse_a_position(corpus: str, capsys: pytest.CaptureFixture[str]) -> None:
    program = other("def begin(self, state):", '    raise Refused("not from here")')
    code, found = judged(capsys, program, "--players", "2", "--positions", corpus)
    assert (code, found["positions"]) == (0, found["positions_refused"])


EMPTY = (
    "def legal(self):",
    "    full = max(map(sum, self.position.inhabitants)) > 6",
    "    return [] if full else super().legal()",
)
"""No decisions where an island has seven inhabitants: too rare for one game."""


def full_island(corpus: str) -> dict[str, Any]:
    """A position with seven inhabitants on an island, which one game with this seed does not have."""
    state = next(given.state for given in positions_in(corpus) if given.state["phase"] == Phase.STAND)
    rows = [list(row) for row in state["inhabitants"]]
    reserve = list(state["reserve"])
    for island, row in enumerate(rows):
        reserve = [have + gone for have, gone in zip(reserve, row, strict=True)]
        rows[island] = [0] * len(row)
    rows[2] = [4, 3]
    reserve = [have - gone for have, gone in zip(reserve, rows[2], strict=True)]
    return {**state, "inhabitants": rows, "reserve": reserve}


def test_what_only_a_position_shows_is_found_and_told(
    corpus: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = full_island(corpus)
    codec.read_state(Field(position))
    (tmp_path / "one.json").write_text(canonical(position))
    files = {name: str(tmp_path / name) for name in ("record", "vector")}
    options = ["--positions", str(tmp_path / "one.json"), "--record", files["record"], "--vector", files["vector"]]
    code, found = judged(capsys, other(*EMPTY), "--players", "2", *options)
    assert (code, found["positions"], found["moves"], found["differs_in"]) == (1, 1, 0, ["missing"])
    assert codec.loads_state(Path(files["record"]).read_bytes()) == codec.read_state(Field(position))
    vector = json.loads(Path(files["vector"]).read_text())
    assert [request["do"] for request in vector["requests"]] == ["position"]
    assert main(["conform", "--games", "1", "--players", "2", *options, "--", sys.executable, *other(*EMPTY)]) == 1
    report = capsys.readouterr().out
    assert "0 decisions after a given position" in report and "The decisions of a given position." in report


def test_the_state_that_is_told_is_compared_as_a_whole(corpus: str) -> None:
    given = next(iter(positions_in(corpus)))
    for body, wrong in (
        ("pass", None),
        ("def whole_state(self): return {**super().whole_state(), 'round': 4}", ("state.round",)),
        ("def whole_state(self): s = super().whole_state(); del s['pile']; return s", ("state.pile",)),
    ):
        with Program([sys.executable, *other(body)], ProgramLimits()) as program:
            found = MatchJudge(program, announced({})).run(Script(given, (Event("state", None),)))
        assert (None if found is None else found.aspects) == wrong


def test_positions_are_given_by_the_announced_readings(corpus: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--players", "2", "--positions", corpus, "--given", "flip=optional")
    code, found = judged(capsys, [RIGHT], *options)
    assert code == 0 and found["positions"] > 5
    deaf = other("def begin(self, state): super().begin({**state, 'readings': {}})")
    code, found = judged(capsys, deaf, *options)
    assert (code, found["differs_in"]) == (1, ["missing"])


def test_a_corpus_is_read_from_lines_lists_and_vectors(tmp_path: Path, corpus: str) -> None:
    states = [dict(given.state) for given in positions_in(corpus)]
    (tmp_path / "list.json").write_text(json.dumps([*states, states[0]]))
    entries = [{"begin": {"state": state}} for state in states]
    folder = tmp_path / "vectors" / "rules"
    folder.mkdir(parents=True)
    (folder / "cases.json").write_text(json.dumps({"format": "archipel-vectors", "game": "g", "entries": entries}))
    (folder / "manifest.json").write_text(json.dumps({"format": "archipel-vectors", "game": "g", "entries": 3}))
    for place in ("list.json", "vectors"):
        assert [given.state for given in positions_in(str(tmp_path / place))] == states
    (tmp_path / "none.json").write_text("[]")
    for name in ("none.json", "missing.json"):
        with pytest.raises(BadInput):
            positions_in(str(tmp_path / name))


def test_own_positions_are_of_every_phase() -> None:
    found = [given.state["phase"] for given in own_positions([3, 4], 0)]
    assert set(found) == {phase.value for phase in Phase}


def test_the_template_begins_where_it_is_told(corpus: str) -> None:
    game, given = reference_game.ReferenceGame(), next(iter(positions_in(corpus)))
    assert adapter.answer(game, {"do": "position", "state": dict(given.state)})["legal"]
    assert adapter.answer(game, {"do": "state"})["state"] == given.state
    assert Given(given.state) == given


# Positions that are made


def ended(seed: int) -> list[tuple[State, State]]:
    """Made positions that a flip of the tide ends the round in, with what comes of it."""
    flips = [state for state in made_positions(PLAYERS, seed) if state.phase is Phase.FLIP]
    return [(state, state.apply_action(Flip(state.shaman, Condition.TIDE))) for state in flips]


@pytest.mark.parametrize("seed", [0, 1])
def test_every_pattern_is_collected_and_every_tie_comes_about(seed: int) -> None:
    pairs = ended(seed)
    assert {after.phase for _, after in pairs} == {Phase.OFFER, Phase.OVER}
    rows = {tuple(sorted(filter(None, row), reverse=True)) for state, _ in pairs for row in state.inhabitants}
    assert rows >= set(patterns(7, 6))
    over = [after for _, after in pairs if after.phase is Phase.OVER]
    assert {tuple(map(len, after.ranking())) for after in over} == {one for seats in PLAYERS for one in shapes(seats)}
    assert max(max(after.returns()) for after in over) == 2 * 10 * 4 + 10
    gains = [tuple(new - old for new, old in zip(after.huts, state.huts, strict=True)) for state, after in pairs]
    assert {(2, 2), (2, 2, 2), (1, 1, 1, 1)} <= set(gains)


@pytest.mark.parametrize("seed", [0, 1])
def test_decisions_are_chosen_by_what_they_change(seed: int) -> None:
    explorer, found = announced({}).explorer(PLAYERS, seed), set()
    for state in made_positions(PLAYERS, seed):
        for decision in explorer.choices(state) if state.phase is Phase.EFFECT else ():
            if isinstance(decision, Place):
                before, number = state.inhabitants[decision.islands[0]][decision.player], len(decision.islands)
                found.add((before, number if len(set(decision.islands)) == 1 else 0))
    assert {(3, 3), (4, 3), (5, 2), (6, 1)} <= found


def test_what_a_solver_made_a_position_for_is_asked_first() -> None:
    given, game = next(one for one in own_positions([3], 0) if one.decisions), announced({})
    first, *_ = asked_of(game, game.explorer([3], 0), given, game.opening(given), states=False)
    assert given.decisions[0] in [event.what for event in first]


FOUR = (
    "def result(self):",
    "    found = super().result()",
    "    if found and len(found['ranking'][0]) == 4: found['ranking'] = [[seat] for seat in found['ranking'][0]]",
    "    return found",
)


def test_a_wrong_tie_that_no_game_has_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = judged(capsys, other(*FOUR), "--players", "4", "--shrink-time", "0.5")
    assert (code, found["games"], found["differs_in"]) == (1, 1, ["result.ranking"])
    assert found["clauses"][0]["clause"] == "end.shared" and found["positions"] > 0
