"""Other programs, judged: right ones, wrong ones, and those that cannot be judged."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.checks.conform_mistakes import MISTAKES, adapter, reference_game

from archipel.checks.cli.command_line import main
from archipel.checks.costa_ruana.conformance import announced
from archipel.checks.judge.conformance.campaign import Match, lot_tried
from archipel.checks.judge.conformance.games import Event, Script
from archipel.checks.judge.conformance.match import MatchJudge, StoppedError
from archipel.checks.judge.conformance.programs.program import Program, ProgramLimits, UnjudgedError
from archipel.checks.judge.conformance.searching import ConformanceCampaign, lots, search
from archipel.checks.judge.conformance.telling.reporting import Report
from archipel.checks.judge.conformance.telling.verdicts import Verdict, data, junit
from archipel.checks.judge.conformance.telling.wording import WORDS
from archipel.reference.costa_ruana import Settle, Setup, codec
from archipel.reference.strict_json import Field
from archipel.spec.costa_ruana import RULEBOOK

ROOT = Path(__file__).parents[2]
WRONG = str(ROOT / "tests" / "checks" / "conform_mistakes.py")
RIGHT = str(ROOT / "docs" / "examples" / "adapters" / "reference_game.py")
JUDGE = [sys.executable, "-m", "archipel.checks.cli.command_line", "conform"]
QUICK = (
    "settling-goes-counterclockwise",
    "eight-islands-for-four-players",
    "nobody-stands-on-a-hidden-card",
    "copies-go-counterclockwise",
    "the-winner-stays",
    "everybody-sees-hidden-cards",
    "others-may-decide-out-of-turn",
    "a-refused-stand-costs-an-inhabitant",
)
"""Mistakes of different kinds that are found at once; ``make conformance`` has them all."""


def conform(capsys: pytest.CaptureFixture[str], program: Sequence[str], *options: str) -> tuple[int, dict[str, Any]]:
    code = main(["conform", "--json", *options, "--", sys.executable, *program])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, found


# Right and wrong


def test_a_right_program_is_found_right(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = conform(capsys, [RIGHT], "--games", "6", "--seed", "5")
    assert (code, found["verdict"], found["games"], found["ended"]) == (0, "conforms", 6, True)


def test_a_program_is_told_by_which_readings_it_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = conform(capsys, [RIGHT], "--games", "2", "--given", "flip=optional,shaman-tie=self-first")
    assert (code, found["verdict"]) == (0, "conforms")


@pytest.mark.parametrize("name", QUICK)
def test_a_wrong_program_is_found_by_the_right_clause(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = conform(capsys, [WRONG, name], "--shrink-time", "1")
    assert (code, found["verdict"]) == (1, "differs")
    assert {link["clause"] for link in found["clauses"][:2]} & set(MISTAKES[name].clauses)
    assert found["readings"] is None


def test_a_reading_is_recognised(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = conform(capsys, [WRONG, "copies-are-optional"], "--shrink-time", "1", "--games", "6")
    assert (code, found["readings"]) == (1, {"copies": "optional"})
    assert [link["clause"] for link in found["clauses"]] == ["resolution.mandatory"]


def test_every_mistake_names_clauses_that_exist() -> None:
    assert len(MISTAKES) >= 40
    assert all(clause in RULEBOOK.clauses for mistake in MISTAKES.values() for clause in mistake.clauses)


# The shortest game


def test_the_shortest_game_is_replayed_and_still_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: str(tmp_path / name) for name in ("record", "vector", "junit")}
    options = [word for name, file in files.items() for word in (f"--{name}", file)]
    _, found = conform(capsys, [WRONG, "nobody-stands-on-a-hidden-card"], *options)
    record = codec.loads_record(Path(files["record"]).read_bytes())
    assert found["moves"] == len(record.moves) == 10, "six to settle and four to lay the cards: it cannot be shorter"
    *_, last = codec.replay(record)
    vector = json.loads(Path(files["vector"]).read_text())
    assert [request["do"] for request in vector["requests"]] == ["new"] + ["play"] * 10
    legal = {codec.read_action(Field(item)) for item in vector["expected"]["legal"]}
    assert legal == set(last.legal_actions())
    suite = ElementTree.parse(files["junit"]).getroot()
    assert (suite.tag, suite.get("failures"), suite.get("errors")) == ("testsuite", "1", "0")


def test_a_vector_asks_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "vector"
    conform(capsys, [WRONG, "the-winner-stays"], "--vector", str(file), "--shrink-time", "1")
    vector = json.loads(file.read_text())
    for program, right in (([RIGHT], True), ([WRONG, "the-winner-stays"], False)):
        with Program([sys.executable, *program], ProgramLimits()) as running:
            answers = [running.ask(request) for request in vector["requests"]]
        given = {name: answers[-1][name] for name in vector["expected"]}
        assert (given == vector["expected"]) is right


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_report_tells_everything(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["conform", "--shrink-time", "1", "--lang", lang, "--", sys.executable, WRONG, "the-winner-stays"]
    assert main(command) == 1
    report = capsys.readouterr().out
    for key in ("story", "position", "question", "said", "should"):
        assert WORDS.of(lang)[key] in report
    assert "collection.winner-returns" in report


# Programs that cannot be judged


def python(source: str) -> list[str]:
    return ["-c", source]


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("print('garbage', flush=True); input()", "garbage"),
        ("print('[1]', flush=True); input()", "garbage"),
        ("import time; time.sleep(60)", "slow-start"),
        ("input(); raise SystemExit(3)", "crash"),
        ("input(); print('{\"id\":1,', end='', flush=True); input(); input()", "half"),
        ("input(); print('{\"id\":1,', end='', flush=True)", "half-crash"),
        ("print('{\"id\":2}', flush=True); input(); input()", "wrong-id"),
        ("print('{\"id\":1}', flush=True); input(); input()", "shape"),
        ("print('{\"id\":1,\"legal\":[{}]}', flush=True); input(); input()", "shape"),
        ("print('{\"id\":1,\"error\":\"no\"}', flush=True); input(); input()", "error"),
        ("while True: print('x' * 1000, end='')", "long"),
    ],
)
def test_what_cannot_be_judged_is_said(source: str, problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    limits = ["--start-timeout", "2", "--timeout", "1", "--max-line", "100000"]
    code, found = conform(capsys, python(source), *limits)
    assert (code, found["verdict"], found["problem"]) == (2, "unjudged", problem)
    assert main(["conform", *limits, "--lang", "fr", "--", sys.executable, *python(source)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("archipel: Le programme n'a pas pu être jugé")


def served(more: str, when: int = 20) -> list[str]:
    """The right program, with something else before it answers for the n-th time, whatever game it plays."""
    folder = str(Path(RIGHT).parent)
    source = f"""
import sys, time
sys.path.insert(0, {folder!r})
from reference_game import ReferenceGame, serve
asked = 0
class Other(ReferenceGame):
    def legal(self):
        global asked
        asked += 1
        if asked == {when}:
            {more}
        return super().legal()
serve(Other())
"""
    return python(source)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ("time.sleep(60)", "hang"),
        ("raise SystemExit(7)", "crash"),
        ("print('debugging', flush=True)", "garbage"),
        ("print('{\"id\":0}', flush=True)", "wrong-id"),
    ],
)
def test_trouble_in_the_middle_of_a_game(more: str, problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = conform(capsys, served(more), "--timeout", "1")
    assert (code, found["problem"]) == (2, problem)
    assert found["record"]["moves"]


def test_what_a_program_keeps_from_earlier_games_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = conform(capsys, served("return []", 300), "--shrink-time", "0.5", "--players", "2")
    assert (code, found["again"], found["readings"]) == (1, False, None)


def test_bad_arguments_get_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in (
        ["conform"],
        ["conform", "--"],
        ["conform", "--", "/no/such/program"],
        ["conform", "--players", "7", "--", "true"],
        ["conform", "--players", "2,x", "--", "true"],
        ["conform", "--games", "0", "--", "true"],
        ["conform", "--timeout", "never", "--", "true"],
        ["conform", "--given", "nothing=x", "--", "true"],
        ["conform", "--record", str(tmp_path / "no" / "folder"), "--", "true"],
    ):
        assert main(words) == 2
        said = capsys.readouterr()
        assert said.out == "" and said.err.count("\n") == 1


class Babbling:
    """The right program, run here, which at some moment writes something else in one place of an answer."""

    command: Sequence[str] = ("babbling",)

    def __init__(self, seed: int) -> None:
        self.game, self.chance, self.asked = reference_game.ReferenceGame(), Random(seed), 0
        self.moment = 1 + self.chance.randrange(60)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self.asked += 1
        answer: dict[str, Any] = json.loads(json.dumps(adapter.answer(self.game, request)))
        if self.asked >= self.moment:
            name = self.chance.choice(list(answer))
            answer[name] = spoilt(answer[name], self.chance)
        return answer

    def again(self) -> Babbling:
        return self

    def end(self) -> None:
        pass


def spoilt(value: Any, chance: Random) -> Any:
    """A value with something else in one place."""
    inside = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not inside or chance.random() < 0.1:
        return chance.choice([None, True, -1, 0, 3, 999, "", "x", [], [[]], {}, {"by": 9, "face": "up"}, [None], [99]])
    key = chance.choice(inside)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = spoilt(copy[key], chance)
    return copy


def test_whatever_a_program_writes_there_is_a_verdict() -> None:
    kinds = set()
    for seed in range(60):
        judge = MatchJudge(Babbling(seed), announced({}))  # type: ignore[arg-type]
        verdict = Verdict(judge.game, judge.program.command)
        try:
            difference, _ = search(judge, ConformanceCampaign(1, [2 + seed % 5], seed))
            if difference is not None:
                verdict = replace(verdict, difference=difference, links=judge.game.clauses(difference))
        except StoppedError as error:
            verdict = replace(verdict, stopped=error)
        for lang in ("en", "fr"):
            report = str(Report(verdict, lang))
            json.dumps(data(verdict, lang))
            ElementTree.fromstring(junit(verdict, report, lang))
        kinds.add(verdict.kind)
    assert kinds >= {"differs", "unjudged"}


# Several instances at a time


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name != "seconds"}


@pytest.mark.parametrize(
    ("program", "options"),
    [
        ([RIGHT], ["--games", "15", "--players", "2"]),
        ([WRONG, "nobody-stands-on-a-hidden-card"], ["--games", "26"]),
    ],
)
def test_the_verdict_is_the_same_for_any_number_of_instances(
    program: list[str], options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    alone, together = (conform(capsys, program, *options, "--shrink-time", "60", "-j", jobs) for jobs in ("1", "3"))
    assert (alone[0], without_time(alone[1])) == (together[0], without_time(together[1]))


WRONG_BY_DEAL = """
import sys
sys.path.insert(0, {folder!r})
from reference_game import ReferenceGame, serve
class Other(ReferenceGame):
    def new(self, request):
        self.wrong = request["setup"]["order"][0] == {card}
        return super().new(request)
    def legal(self):
        return [] if self.wrong else super().legal()
serve(Other())
"""


def test_of_several_games_that_show_a_difference_the_first_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """Games 12 and 14 are dealt so that the program is wrong: the second lot is done long before the first."""
    dealt = [Setup.from_seed(2, number).order[0] for number in range(26)]
    card = dealt[12]
    assert [number for number, first in enumerate(dealt) if first == card][:2] == [12, 14]
    program = python(WRONG_BY_DEAL.format(folder=str(Path(RIGHT).parent), card=card))
    options = ("--games", "26", "--players", "2", "--shrink-time", "0.01")
    one, many = (conform(capsys, program, *options, "-j", jobs)[1] for jobs in ("1", "2"))
    assert one["games"] == many["games"] == 13 and one["asked"] == many["asked"]


def test_a_lot_begins_with_a_new_program() -> None:
    campaign = ConformanceCampaign(30, [2], 0)
    assert [list(lot) for lot in lots(campaign)] == [list(range(13)), list(range(13, 26)), list(range(26, 30))]
    match = Match("costa_ruana", {}, [sys.executable, *served("return []", 300)], ProgramLimits())
    first, second = (lot_tried(match, campaign, lot) for lot in lots(campaign)[:2])
    assert first.difference is not None and second.difference is not None, "each counts to 300 for itself"


def test_trouble_is_told_alike_by_another_process(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "26", "--players", "2")
    alone, together = (conform(capsys, served("raise SystemExit(7)"), *options, "-j", jobs) for jobs in ("1", "2"))
    assert (alone[0], without_time(alone[1])) == (together[0], without_time(together[1]))
    assert (alone[0], alone[1]["problem"]) == (2, "crash")
    assert main(["conform", "-j", "2", "--games", "26", "--", "/no/such/program"]) == 2
    assert capsys.readouterr().err == "archipel: /no/such/program: cannot be started: No such file or directory\n"


# The program never stays behind


def test_the_program_and_its_children_are_killed() -> None:
    program = Program(["sh", "-c", "sleep 60 & echo $!; read x"], ProgramLimits())
    with program, pytest.raises(UnjudgedError) as error:
        program.ask({"do": "new"})
    assert gone(int(str(error.value.values["text"])))


def gone(process: int) -> bool:
    """Whether a process has ended or is about to, even if nobody has taken notice yet."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_interrupted_judge_leaves_nothing_behind(jobs: int, tmp_path: Path) -> None:
    source = f"import os, time; open({str(tmp_path)!r} + f'/{{os.getpid()}}', 'w'); time.sleep(60)"
    judge = subprocess.Popen(
        [*JUDGE, "-j", str(jobs), "--", sys.executable, "-c", source], stderr=subprocess.PIPE, encoding="utf-8"
    )
    until = time.monotonic() + 60
    while len(list(tmp_path.iterdir())) < jobs and time.monotonic() < until:
        time.sleep(0.05)
    judge.send_signal(signal.SIGINT)
    _, said = judge.communicate(timeout=60)
    assert (judge.returncode, said) == (130, "archipel: stopped\n")
    programs = [int(file.name) for file in tmp_path.iterdir()]
    assert len(programs) == jobs and all(map(gone, programs))


def test_programs_that_are_not_needed_any_more_are_ended(tmp_path: Path) -> None:
    """The first lot, which begins with two players, shows something; the other hangs, and is not waited for."""
    source = f"""
import json, os, time
open({str(tmp_path)!r} + f'/{{os.getpid()}}', 'w')
if json.loads(input())['setup']['players'] == 2:
    time.sleep(1)
    print('nonsense', flush=True)
time.sleep(60)
"""
    judge = [*JUDGE, "-j", "2", "--timeout", "50", "--start-timeout", "50", "--", sys.executable, "-c", source]
    ran = subprocess.run(judge, capture_output=True, encoding="utf-8", check=False, timeout=45)
    assert ran.returncode == 2 and "nonsense" in ran.stdout
    programs = [int(file.name) for file in tmp_path.iterdir()]
    assert len(programs) == 2 and all(map(gone, programs))


# The template


def test_the_template_answers_by_itself() -> None:
    requests = [
        {"id": 1, "do": "new", **announced({}).request(Setup.from_seed(2, 3))},
        {"id": 2, "do": "play", "action": {"do": "settle", "player": 9, "island": 0}},
        {"id": 3, "do": "view", "player": 0},
        {"id": 4, "do": "dance"},
        {"id": 5, "do": "state"},
        {"id": 6, "do": "position", "state": {}},
        {"id": 7, "do": "bye"},
        {"id": 8, "do": "view", "player": 0},
    ]
    written = io.StringIO()
    adapter.serve(reference_game.ReferenceGame(), [json.dumps(request) for request in requests], written)
    answers = [sorted(json.loads(line)) for line in written.getvalue().splitlines()]
    assert answers == [
        ["can", "id", "legal", "result", "state"],
        ["id", "reason", "refused"],
        ["id", "view"],
        ["error", "id"],
        ["id", "state"],
        ["id", "reason", "refused"],
        ["id"],
    ]


def test_a_script_is_judged_as_it_stands() -> None:
    game = announced({})
    setup = Setup.from_seed(2, 3)
    legal = Event("play", Settle(setup.shaman, 0))
    with Program([sys.executable, RIGHT], ProgramLimits()) as program:
        judge = MatchJudge(program, game)
        assert judge.run(Script(setup, (Event("try", Settle(setup.shaman, 99)), legal, Event("view", 1)))) is None
        wrongly = judge.run(Script(setup, (Event("try", legal.what),)))
    assert wrongly is not None and wrongly.aspects == ("accepted",)
