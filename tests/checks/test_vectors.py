"""Test vectors: what is written is right, complete or explained, the same every time, and wrong answers are noticed."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from tests.engines import needs_the_source

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.engine import CostaRuanaEngine
from archipel.checks.costa_ruana.vectors import VECTORS
from archipel.checks.judge.vectors import VERSION, Coverage, Universe, VectorSuite, coverage_of, written
from archipel.checks.judge.vectors import writing as writing_module
from archipel.checks.judge.vectors.answers import WrongVectorError
from archipel.checks.judge.vectors.by_hand import FILE, changed_by_hand
from archipel.checks.judge.vectors.game_vectors import GameVectors
from archipel.checks.judge.vectors.played_games import COUNTS
from archipel.checks.judge.vectors.reading_cases import NotAlikeError
from archipel.checks.judge.vectors.writing import MANIFEST
from archipel.reference.costa_ruana import Action, State
from archipel.reference.strict_json import canonical
from archipel.spec.costa_ruana import RULEBOOK
from archipel.spec.costa_ruana.readings import READINGS

ROOT = Path(__file__).parents[2]
CONSUMER = ROOT / "docs" / "examples" / "vectors" / "consumer.mjs"
GAME = "costa_ruana"
ANSWERS, SUITES = VECTORS.played.answers, VECTORS.played
boundaries, readings = VECTORS.boundaries, VECTORS.readings
FEW_CLAUSES = ("setup.settle-cap", "setup.deal", "play.any-card", "components.conditions")
FEW_POINTS = ("poor-islands", "flip", "absent-players", "table-talk")


@cache
def few() -> tuple[VectorSuite, ...]:
    """Something of every suite, for two players."""
    points = [READINGS.points[id] for id in FEW_POINTS]
    suites = [
        SUITES.rules([2]),
        boundaries.suite(FEW_CLAUSES, changed_by_hand(ANSWERS, VECTORS.game.folder / FILE)),
        SUITES.refused([2]),
        SUITES.whole([2]),
        SUITES.perft([2]),
        readings.suite(points),
    ]
    return tuple(suite.numbered() for suite in suites)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("vectors") / "out"
    written(GAME, few(), coverage_of(VECTORS.universe(), few()), target)
    return target


def entries_in(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for suite in json.loads((folder / MANIFEST).read_text())["suites"]:
        for file in sorted((folder / suite["id"]).glob("*.json")):
            if file.name != MANIFEST:
                document = json.loads(file.read_text())
                yield from ((document["kind"], entry) for entry in document["entries"])


def suite_called(id: str) -> VectorSuite:
    return next(suite for suite in few() if suite.id == id)


# What is written


def test_a_sample_of_the_files_is_what_engine_and_clauses_say(folder: Path) -> None:
    found = list(entries_in(folder))
    games = [(kind, entry) for kind, entry in found if kind == "games"]
    sample = [*games, *found[::10]]
    assert {kind for kind, _ in sample} == {"cases", "games", "perft"}
    for kind, entry in sample:
        VECTORS.check(kind, entry)


def test_files_fit_their_schemas(folder: Path) -> None:
    schemas = [json.loads(file.read_text()) for file in sorted((folder / "schema").iterdir())]
    registry: Registry[Any] = Registry().with_resources((s["$id"], Resource.from_contents(s)) for s in schemas)
    validators = {s["$id"].rsplit("/")[-1]: Draft202012Validator(s, registry=registry) for s in schemas}
    for schema in schemas:
        Draft202012Validator.check_schema(schema)
    manifest = json.loads((folder / MANIFEST).read_text())
    validators["vector-manifest.schema.json"].validate(manifest)
    for suite in manifest["suites"]:
        own = json.loads((folder / suite["file"]).read_text())
        validators["vector-suite.schema.json"].validate(own)
        for file in own["files"]:
            document = json.loads((folder / suite["id"] / file["file"]).read_text())
            validators[f"vector-{suite['kind']}.schema.json"].validate(document)
            document["entries"][0]["surprise"] = 1
            assert not validators[f"vector-{suite['kind']}.schema.json"].is_valid(document)


def test_manifests_name_files_by_their_content(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    assert manifest["version"] == VERSION
    named = {file["file"]: file["sha256"] for file in manifest["files"]} | {
        suite["file"]: suite["sha256"] for suite in manifest["suites"]
    }
    for suite in manifest["suites"]:
        own = json.loads((folder / suite["file"]).read_text())
        named |= {f"{suite['id']}/{file['file']}": file["sha256"] for file in own["files"]}
        assert suite["entries"] == own["entries"] == sum(own["found"].values())
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert {name: hashlib.sha256(content).hexdigest() for name, content in found.items() if name != MANIFEST} == named
    assert all(b"\r" not in content for content in found.values())


def test_the_same_is_written_whatever_the_hash_seed(tmp_path: Path) -> None:
    """One clause whose situations a solver makes, and one game, in processes that order sets differently."""
    code = (
        "import sys; from archipel.checks.costa_ruana.vectors import VECTORS\n"
        "from archipel.reference.strict_json import canonical\n"
        "found = [*VECTORS.boundaries.one_clause('setup.settle-cap')[1], next(VECTORS.played.whole_games(2))]\n"
        "sys.stdout.write(canonical(found))"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert texts[0] == texts[1]
    assert json.loads(texts[0])


# Wrong answers are noticed


def spoil_state(entry: dict[str, Any]) -> None:
    entry["expect"]["state"]["reserve"][0] += 1


def spoil_legal(entry: dict[str, Any]) -> None:
    entry["expect"]["legal"].pop()


def spoil_record(entry: dict[str, Any]) -> None:
    entry["begin"]["record"]["moves"].pop()


def spoil_reasons(entry: dict[str, Any]) -> None:
    entry["expect"]["reasons"] = [["cards.own-only", "cards.place"]]


def spoil_count(entry: dict[str, Any]) -> None:
    entry["depths"][0]["count"] += 1


def spoil_game(entry: dict[str, Any]) -> None:
    entry["states"][-1]["legal"]["count"] = 1


def spoil_reading(entry: dict[str, Any]) -> None:
    entry["otherwise"][0]["expect"] = entry["expect"]


SPOILED: list[tuple[str, Callable[[dict[str, Any]], None], Callable[[dict[str, Any]], bool]]] = [
    ("rules", spoil_state, lambda entry: "state" in entry["expect"]),
    ("rules", spoil_legal, lambda entry: "legal" in entry["expect"]),
    ("rules", spoil_record, lambda entry: bool(entry["begin"]["record"]["moves"])),
    ("refused", spoil_reasons, lambda entry: True),
    ("perft", spoil_count, lambda entry: True),
    ("games", spoil_game, lambda entry: True),
    ("readings", spoil_reading, lambda entry: True),
]


@pytest.mark.parametrize(("suite", "spoil", "suits"), SPOILED, ids=lambda value: getattr(value, "__name__", None))
def test_a_spoiled_entry_is_refused(
    suite: str, spoil: Callable[[dict[str, Any]], None], suits: Callable[[dict[str, Any]], bool]
) -> None:
    found = suite_called(suite)
    entry = deepcopy(next(entry for entry in found.entries if suits(entry)))
    VECTORS.check(found.kind, entry)
    spoil(entry)
    with pytest.raises(WrongVectorError):
        VECTORS.check(found.kind, entry)


@needs_the_source
def test_a_wrong_engine_is_noticed_before_anything_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that takes treasures one too many; the clauses do not agree."""
    entry = next(entry for entry in suite_called("rules").entries if entry["ask"].get("action", {}).get("do") == "flip")
    right = CostaRuanaEngine.apply_action

    def wrong(state: State, action: Action) -> State:
        after = right(state, action)
        return after.changed(treasures=(after.treasures[0] + 1, *after.treasures[1:]))

    monkeypatch.setattr(CostaRuanaEngine, "apply_action", staticmethod(wrong))
    with pytest.raises(WrongVectorError):
        ANSWERS.check_case(entry)


# Boundaries


def test_both_sides_of_a_limit() -> None:
    known, (applies, fails, in_a_game) = boundaries.one_clause("setup.settle-cap")
    assert applies["expect"] == {"refused": True, "reasons": [["setup.settle-cap"]]}
    island = applies["ask"]["action"]["island"]
    assert sum(applies["begin"]["state"]["inhabitants"][island]) == 7
    assert sum(fails["begin"]["state"]["inhabitants"][fails["ask"]["action"]["island"]]) < 7
    assert "state" in fails["expect"]
    assert in_a_game["just_not"] == ["setup.settle-cap"]
    assert "record" in in_a_game["begin"]
    assert not known.reasons


def test_what_a_word_means_is_shown_where_it_is_so_and_where_each_of_its_conditions_is_not() -> None:
    """A single inhabitant beside a conflict: he takes the treasure, and not without a conflict or if he has company.

    Treasures are taken by themselves: the solver's situations are those, the cases begin with the decision before.
    """
    known, cases = boundaries.one_clause("collection.single")
    shown = {e.witness.variant.how: [sorted(row)[::-1] for row in e.values["on"]] for e in known.examples if e.applies}
    assert any(crowd[0] == crowd[1] > 1 and 1 in crowd for crowd in shown["never"])
    conditions = [how for how in shown if how.startswith("without")]
    assert len(conditions) == 2 and all(any(crowd[:2] == [1, 1] for crowd in shown[how]) for how in conditions)
    assert len([case for case in cases if case["clauses"]]) > 3


def test_what_follows_from_other_clauses_has_that_as_its_reason() -> None:
    known, cases = boundaries.one_clause("components.conditions")
    assert not cases
    assert "setup.conditions, conditions.flip" in known.reasons["fails"]


def test_a_clause_that_always_acts_fails_where_its_step_is_not_taken() -> None:
    _, (applies, *_, fails) = boundaries.one_clause("succession.draw")
    assert len(applies["begin"]["state"]["pile"]) > len(applies["expect"]["state"]["pile"])
    assert len(fails["begin"]["state"]["pile"]) == len(fails["expect"]["state"]["pile"])


# Readings


def test_a_reading_is_told_apart_or_worked_out_to_be_the_same() -> None:
    suite = suite_called("readings")
    assert {name for entry in suite.entries for name in entry["tells"]} == {"poor-islands=in-all", "flip=optional"}
    assert "two provers show" in suite.untold["absent-players=in-conflict"]


def test_a_reading_that_makes_a_difference_is_not_explained_away() -> None:
    for point, reading in (("majority", "together"), ("flip", "optional")):
        with pytest.raises(NotAlikeError):
            readings.reason(READINGS.points[point].readings[reading])


# Coverage


def test_coverage_is_counted_from_entries() -> None:
    coverage = coverage_of(VECTORS.universe(), few())
    assert set(coverage.applies) == set(RULEBOOK.clauses)
    assert len(coverage.applies["round.steps"]) > 1
    assert not coverage.complete


def counted(**changed: Any) -> Coverage:
    universe = Universe(["a.b"], ["do"], ["x=y"])
    clauses = {"applies": {"a.b": ["1"]}, "fails": {"a.b": ["2"]}, "reasons": {}}
    others = {"decisions": {"do": ["1"]}, "readings": {"x=y": ["1"]}, "untold": {}}
    return Coverage(universe, **{**clauses, **others, **changed})


def test_what_nothing_exercises_needs_a_reason() -> None:
    assert counted().complete
    assert not counted(fails={"a.b": []}).complete
    assert counted(fails={"a.b": []}, reasons={"a.b": {"fails": "never"}}).complete
    assert not counted(fails={"a.b": []}, reasons={"a.b": {"applies": "never"}}).complete
    assert not counted(readings={"x=y": []}).complete
    assert counted(readings={"x=y": []}, untold={"x=y": "the same"}).complete
    assert not counted(decisions={"do": []}).complete


# The command


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    few_counts = suite_called("perft").entries[:3]
    little = VectorSuite("perft", "perft", COUNTS, {"counts": few_counts})
    monkeypatch.setattr(GameVectors, "SUITES", {"perft": lambda: little, "readings": lambda: suite_called("readings")})


@pytest.mark.usefixtures("quick")
def test_twice_the_same_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two", "one"):
        assert main(["vectors", "--out", str(tmp_path / name), "--suite", "perft"]) == 0
    assert "kinds of decision:" in capsys.readouterr().out
    one, two = (sorted(path for path in (tmp_path / name).rglob("*") if path.is_file()) for name in ("one", "two"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


@pytest.mark.usefixtures("quick")
def test_json_is_the_manifest_and_gaps_are_told_by_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["vectors", "--out", str(tmp_path / "out"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "out" / MANIFEST).read_text())


@pytest.mark.parametrize("given", [["--suite", "nothing"], ["--jobs", "0"], ["--out", ""]], ids=str)
def test_bad_arguments_get_one_line(given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors", "--out", str(tmp_path / "out"), *given]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_what_others_keep_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / MANIFEST).write_text('{"format": "something else"}')
    (tmp_path / "file").write_text("")
    for name in ("mine", "file", "file/below"):
        assert main(["vectors", "--out", str(tmp_path / name)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert (tmp_path / "mine" / MANIFEST).read_text() == '{"format": "something else"}'


@pytest.mark.usefixtures("quick")
def test_an_interrupt_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["vectors", "--out", str(tmp_path / "out"), "--suite", "perft"]) == 0
    before = (tmp_path / "out" / MANIFEST).read_bytes()

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(writing_module, "_suite", interrupted)
    assert main(["vectors", "--out", str(tmp_path / "out"), "--suite", "perft"]) == 130
    assert main(["vectors", "--out", str(tmp_path / "new"), "--suite", "perft"]) == 130
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert (tmp_path / "out" / MANIFEST).read_bytes() == before


# On node

ADAPTER = """
import json, sys
from archipel.reference.costa_ruana import IllegalAction, codec, new_game, view
from archipel.reference.costa_ruana.rules import Rules
from archipel.reference.strict_json import BadInput, Field

def told(state):
    result = codec.result_of(state)
    points = None if result is None else {"points": list(result.points), "ranking": [list(g) for g in result.ranking]}
    legal = [codec.action_data(action) for action in state.legal_actions()]
    return {"legal": legal, "state": codec.position_data(state), "result": points}

state = None
for line in sys.stdin:
    request = json.loads(line)
    try:
        if request["do"] == "new":
            rules, deck = codec.read_header({name: Field(request[name]) for name in codec.HEADER})
            rules = MISTAKE(rules)
            state = new_game(codec.read_setup(Field(request["setup"])), rules, deck)
            answer = {**told(state), "can": CAN}
        elif request["do"] == "position":
            state = codec.read_state(Field(request["state"]))
            answer = told(state)
        elif request["do"] == "play":
            state = state.apply_action(codec.read_action(Field(request["action"])))
            answer = told(state)
        elif request["do"] == "view":
            answer = {"view": codec.view_data(view(state, request["player"]))}
        else:
            answer = {}
    except IllegalAction as error:
        answer = {"refused": True, "reason": str(error)}
    except BadInput as error:
        answer = {"refused": True} if request["do"] == "position" else {"error": str(error)}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
    if request["do"] == "bye":
        break
"""

RIGHT = "lambda rules: rules"
WRONG_READING = "lambda rules: __import__('dataclasses').replace(rules, readings=type(rules.readings)(flip='optional'))"


def consumed(
    folder: Path, tmp_path: Path, mistake: str, *options: str, can: Sequence[str] = ()
) -> tuple[int, list[dict[str, Any]]]:
    adapter = tmp_path / "adapter.py"
    adapter.write_text(ADAPTER.replace("MISTAKE", f"({mistake})").replace("CAN", json.dumps(can)))
    command = ["node", str(CONSUMER), str(folder), "--json", *options, "--", sys.executable, str(adapter)]
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.returncode, json.loads(done.stdout)


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@needs_node
def test_the_engine_passes_on_node(folder: Path, tmp_path: Path) -> None:
    code, reports = consumed(folder, tmp_path, RIGHT, "--readings")
    assert code == 0, reports
    passed = {report["suite"]: report["passed"] for report in reports}
    assert passed["rules"] == len(suite_called("rules").entries)
    assert passed["games"] == len(suite_called("games").entries)
    assert passed["readings"] == len(suite_called("readings").entries)


@needs_node
def test_a_command_that_can_begin_in_a_position_is_asked_everything(folder: Path, tmp_path: Path) -> None:
    skipped = {}
    for can in ([], ["position"], ["position", "check"]):
        code, (report,) = consumed(folder, tmp_path, RIGHT, "--suite", "boundaries", can=can)
        assert (code, report["failed"]) == (0, [])
        skipped[len(can)] = report["skipped"]
    begins = "the program cannot begin in a position"
    assert skipped[0][begins] > 2 and begins not in {**skipped[1], **skipped[2]}
    assert {*skipped[1]} - {*skipped[2]} == {"the program does not check positions"}


@needs_node
def test_another_reading_is_found_and_named_on_node(folder: Path, tmp_path: Path) -> None:
    code, reports = consumed(folder, tmp_path, WRONG_READING)
    assert code == 1
    failed = {failure["id"]: failure["why"] for report in reports for failure in report["failed"]}
    assert 'plays by another reading: {"flip":"optional"}' in failed.values()


@needs_node
def test_a_changed_file_is_not_consumed(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    file = copy / "games" / "games-2.json"
    file.write_text(canonical({**json.loads(file.read_text()), "suite": "other"}))
    command = ["node", str(CONSUMER), str(copy), "--suite", "games", "--module", str(tmp_path / "none.mjs")]
    (tmp_path / "none.mjs").write_text("export const newGame = () => { throw new Error('never'); };")
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"not the file that the manifest names" in done.stderr
