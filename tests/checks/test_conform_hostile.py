"""Hostile programs, judged: each gets one clear verdict, and nothing of it stays behind or reaches the terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.checks.lagoon_plugin import NAME, everywhere
from tests.checks.test_conform import gone, python

from archipel.checks.cli.command_line import main
from archipel.checks.judge.conformance.campaign import Match, lots_in_time
from archipel.checks.judge.conformance.programs.program import Program, ProgramLimits, UnjudgedError
from archipel.checks.judge.conformance.searching import ConformanceCampaign, lots
from archipel.checks.judge.conformance.telling.texts import cut, visible

__all__ = ["everywhere"]

pytestmark = pytest.mark.usefixtures("everywhere")
JUDGE = [sys.executable, "-m", "archipel.checks.cli.command_line", NAME, "conform"]
PLAYING = "archipel.checks.simulate.benchmarks.judged_program"
RIGHT = ("-m", PLAYING, NAME)
LIMITS = ("--start-timeout", "2", "--timeout", "1", "--max-line", "100000")
NASTY = "\x1b]0;title\x07\x1b[31m\r\b\x00\x7f\x9b2J\u202e\u2066\udfff\ud800\uffff\ufffe\U0010ffff"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")


def conform(capsys: pytest.CaptureFixture[str], program: Sequence[str], *options: str) -> tuple[int, dict[str, Any]]:
    code = main([NAME, "conform", "--json", *options, "--", sys.executable, *program])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, found


# Texts


def is_harmless(text: str) -> bool:
    return all(sign.isprintable() or sign == "\n" for sign in text)


def test_whatever_is_written_is_made_visible() -> None:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    shown = visible(everything)
    ElementTree.fromstring(f"<a>{shown.replace('&', '').replace('<', '')}</a>".encode())
    assert all(sign.isprintable() or sign.isspace() for sign in shown)
    assert not set(shown) & set("\n\r\t\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029\x1b\x9b\u202e\u2067\u200f\ufeff")
    assert visible("\x1b[31mé\u00a0œ\n\ud800\uffff") == "\\x1b[31mé\u00a0œ\\n\\ud800\\uffff"
    assert visible("a\nb\tc", keep="\n") == "a\nb\\tc"
    assert (cut("abc", 3), cut("abcd", 3)) == ("abc", "abc...")


REFUSING = "print(json.dumps(dict(id=1, refused=True, reason={reason!a})), flush=True); input(); input()"
GIVING_UP = "print(json.dumps(dict(id=1, error={reason!a})), flush=True); input(); input()"
CRASHING = "sys.stderr.buffer.write({reason!a}.encode('utf-8', 'surrogatepass') + bytes(range(256))); sys.exit(3)"


@pytest.mark.parametrize(("source", "code"), [(REFUSING, 1), (GIVING_UP, 2), (CRASHING, 2)])
def test_no_text_of_a_program_does_anything(
    source: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = [sys.executable, *python("import json, sys; " + source.format(reason=f"[{NASTY}]"))]
    file = tmp_path / "report.xml"
    assert main([NAME, "conform", "--shrink-time", "0.1", "--junit", str(file), "--", *program]) == code
    said = capsys.readouterr()
    assert is_harmless(said.out) and is_harmless(said.err)
    together = "".join(said.out.split())
    assert "\\x1b]0;title\\x07\\x1b[31m" in together and "\\x9b2J\\u202e\\u2066" in together
    (problem,) = ElementTree.parse(file).getroot().iter("failure" if code == 1 else "error")
    assert problem.text == said.out
    assert main([NAME, "conform", "--shrink-time", "0.1", "--json", "--", *program]) == code
    written = capsys.readouterr().out
    assert written.isascii() and is_harmless(written)
    found = json.loads(written)
    if code == 1:
        assert found["found"]["reason"] == f"[{NASTY}]"


def test_output_in_any_encoding_is_json(tmp_path: Path) -> None:
    program = [sys.executable, *python("import json; " + REFUSING.format(reason="é\ud800"))]
    judge = [*JUDGE, "--shrink-time", "0.1", "--json", "--lang", "fr", "--", *program]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(judge, capture_output=True, check=False, env=env)
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert json.loads(ran.stdout)["found"]["reason"] == "é\ud800"


def test_a_command_that_is_no_text_can_stand_in_every_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.xml"
    program = [sys.executable, *python("input(); raise SystemExit(3)"), "\udcff\x1b\uffff"]
    assert main([NAME, "conform", "--junit", str(file), "--", *program]) == 2
    (case,) = ElementTree.parse(file).getroot().iter("testcase")
    assert str(case.get("name")).endswith("\\udcff\\x1b\\uffff")
    capsys.readouterr()
    assert main([NAME, "conform", "--", "/no/\x1b[31m/program"]) == 2
    assert capsys.readouterr().err.startswith("archipel: /no/\\x1b[31m/program: cannot be started")


def test_a_long_reason_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    program = [sys.executable, *python("import json; print(json.dumps(dict(id=1, refused=True, reason='x ' * 10**6)))")]
    assert main([NAME, "conform", "--shrink-time", "0.1", "--", *program]) == 1
    assert len(capsys.readouterr().out) < 20_000


# How a program ends


@pytest.mark.parametrize(
    ("source", "problem", "values"),
    [
        ("input(); os.close(1); time.sleep(60)", "closed", {}),
        ("input(); os.write(1, b'{'); os.close(1); time.sleep(60)", "half-closed", {"text": "{"}),
        ("input(); os.write(1, b'{'); sys.exit(4)", "half-crash", {"text": "{", "code": "4"}),
        ("input(); os.write(1, b'{'); os.kill(os.getpid(), 9)", "half-killed", {"signal": "SIGKILL"}),
        ("input(); os.abort()", "killed", {"signal": "SIGABRT"}),
        ("input(); os.kill(os.getpid(), 40)", "killed", {"signal": "40"}),
        ("sys.exit(0)", "crash", {"code": "0"}),
        ("input(); sys.exit(137)", "crash", {"code": "137"}),
        ("os.close(0); time.sleep(60)", "deaf", {}),
        ("input(); os.fork() and os._exit(5); time.sleep(60)", "crash", {"code": "5"}),
        ("os.kill(os.getppid(), 9); time.sleep(60)", "lost", {}),
        ("[os.kill(os.getppid(), number) for number in (1, 2, 3, 15)]; input(); sys.exit(6)", "crash", {"code": "6"}),
    ],
)
def test_how_a_program_ended_is_told_truthfully(
    source: str, problem: str, values: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = conform(capsys, python("import os, sys, time; " + source), *LIMITS)
    assert (code, found["problem"]) == (2, problem)
    assert {name: found[name] for name in values} == values


ANSWERING = "print(json.dumps(dict(game.answer(json.loads(line)), id=json.loads(line)['id'])), flush=True)"
FAREWELLS = {
    "sys.exit(3)": "exit code 3 instead of 0",
    "os.abort()": "killed by the signal SIGABRT",
    "time.sleep(60)": "still running 1 s later",
    "print('{}')": "wrote more than that: {}",
}


@pytest.mark.parametrize("more", FAREWELLS)
def test_a_program_that_does_not_end_as_it_should_is_told_truthfully(
    more: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program = python(ending(f"serve({NAME!r}, sys.stdin, sys.stdout)\n" + more))
    options = ("--games", "1", "--players", "3", "--timeout", "1")
    code, found = conform(capsys, program, *options)
    assert (code, found["verdict"], found["ended"]) == (0, "conforms", False)
    assert FAREWELLS[more] in found["ending"]
    assert main([NAME, "conform", *options, "--", sys.executable, *program]) == 0
    assert FAREWELLS[more] in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("answer", "told"), [("sys.exit(3)", "exit code 3"), ("print('well', flush=True)", "not one JSON object")]
)
def test_a_program_that_does_not_say_goodbye_is_told_truthfully(
    answer: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    source = f"for line in sys.stdin:\n  if 'bye' in line: {answer}\n  else: {ANSWERING}"
    program = python(ending(f"game = MeasuredProgram(judge_of({NAME!r}))\n" + source))
    _, found = conform(capsys, program, "--games", "1", "--players", "3", "--timeout", "1")
    assert found["verdict"] == "conforms" and "did not answer as it should" in found["ending"]
    assert told in found["ending"]


def ending(source: str) -> str:
    """A program around the right game."""
    return f"import json, os, sys, time\nfrom {PLAYING} import MeasuredProgram, judge_of, serve\n" + source


# Whatever else it does


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("os.write(1, b'x' * 10_000_000)", "long"),
        ("os.write(1, b'x' * 99_000); time.sleep(60)", "half"),
        ("os.write(1, b'\\xff\\xfe{\\n'); time.sleep(60)", "garbage"),
        ("os.write(1, b'{\"id\":1,\"legal\":' + b'[' * 90_000 + b'\\n'); time.sleep(60)", "garbage"),
        ("os.write(1, b'{\"id\":1,\"id\":1}\\n'); time.sleep(60)", "garbage"),
        ("os.write(1, b'{\"id\":' + b'1' * 5000 + b'}\\n'); time.sleep(60)", "garbage"),
        ("os.write(1, b'{\"id\":true,\"legal\":[]}\\n'); time.sleep(60)", "wrong-id"),
        ("os.write(1, b'\\n' * 1000); time.sleep(60)", "garbage"),
        ("os.write(1, b'{\"id\":1,\"legal\":[],\"state\":{\"\\\\ud800\":1}}\\n'); time.sleep(60)", "shape"),
        ("[os.write(2, b'\\xff' * 65536) for _ in range(1000)]; sys.exit(3)", "crash"),
        ("[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)]; time.sleep(60)", "slow-start"),
        ("os.close(2); time.sleep(60)", "slow-start"),
        ("os.closerange(0, 3); time.sleep(60)", "closed"),
    ],
)
def test_there_is_one_clear_verdict(source: str, problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    program = python("import os, signal, sys, time; " + source)
    code, found = conform(capsys, program, *LIMITS)
    assert (code, found["problem"]) == (2, problem)


def test_a_program_that_never_reads_is_not_waited_for_longer_than_for_others() -> None:
    program = Program([sys.executable, *python("import time; time.sleep(60)")], ProgramLimits(1.0, 1.0))
    with program, pytest.raises(UnjudgedError) as error:
        program.ask({"much": "x" * 1_000_000})
    assert error.value.problem == "slow-start"


# Nothing stays behind

FLEEING = """
import os, sys, time
folder = sys.argv[1]
def stay(name):
    open(f'{folder}/{name}-{os.getpid()}', 'w').close()
    time.sleep(600)
if os.fork() == 0:
    os.setsid()
    stay('session')
if os.fork() == 0:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 3)
            stay('daemon')
    os._exit(0)
stay('program')
"""
KINDS = 3


def fled(folder: Path, instances: int) -> list[int]:
    """The processes of so many programs that flee, as soon as all are there."""
    until = time.monotonic() + 60
    while len(found := [file.name for file in folder.glob("*-*")]) < KINDS * instances and time.monotonic() < until:
        time.sleep(0.02)
    assert len(found) == KINDS * instances
    return [int(name.partition("-")[2]) for name in found]


@LINUX
def test_children_that_left_the_process_group_are_killed(tmp_path: Path) -> None:
    with Program([sys.executable, *python(FLEEING), str(tmp_path)], ProgramLimits()):
        processes = fled(tmp_path, 1)
    assert not [process for process in processes if Path(f"/proc/{process}").exists()], "not even as zombies"


STOPPING = FLEEING.replace("stay('program')", "import signal; os.kill(os.getppid(), signal.SIGSTOP); stay('program')")


@LINUX
def test_a_program_that_stops_its_keeper_is_killed_at_once_with_its_children(tmp_path: Path) -> None:
    with Program([sys.executable, *python(STOPPING), str(tmp_path)], ProgramLimits()):
        processes = fled(tmp_path, 1)
        began = time.monotonic()
    assert time.monotonic() - began < 5
    assert not [process for process in processes if Path(f"/proc/{process}").exists()]


@LINUX
def test_a_stopped_keeper_ends_everything_when_the_judge_is_killed(tmp_path: Path) -> None:
    judge = subprocess.Popen([*JUDGE, "--start-timeout", "600", "--", sys.executable, *python(STOPPING), str(tmp_path)])
    processes = [*fled(tmp_path, 1), *children(judge.pid)]
    judge.kill()
    judge.wait(60)
    assert all(map(gone, processes))


KILLING = """
import os, time
if os.fork():
    os.kill(os.getppid(), 9)
    time.sleep(600)
os.setsid()
time.sleep(4)
"""


@LINUX
def test_a_killed_keeper_is_told_although_somebody_keeps_the_output_open() -> None:
    with Program([sys.executable, *python(KILLING)], ProgramLimits(start=1.0)) as program:
        with pytest.raises(UnjudgedError) as error:
            program.ask({"do": "new"})
        assert error.value.problem == "lost"


@LINUX
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT", "SIGKILL"])
def test_a_judge_that_is_told_to_end_leaves_nothing_behind(name: str, jobs: int, tmp_path: Path) -> None:
    number = signal.Signals[name]
    judge = subprocess.Popen(
        [*JUDGE, "-j", str(jobs), "--start-timeout", "600", "--", sys.executable, *python(FLEEING), str(tmp_path)],
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    processes = [*fled(tmp_path, jobs), *children(judge.pid)]
    judge.send_signal(number)
    _, said = judge.communicate(timeout=60)
    expected = (-9, "") if name == "SIGKILL" else (128 + number, "archipel: stopped\n")
    assert (judge.returncode, said) == expected
    assert all(map(gone, processes))


def children(process: int) -> list[int]:
    """The keepers and workers of a judge."""
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def test_who_ignores_hangups_goes_on(tmp_path: Path) -> None:
    source = f"import signal, time; open({str(tmp_path / 'there')!r}, 'w'); time.sleep(2); raise SystemExit(3)"
    judge = subprocess.Popen(
        [*JUDGE, "--", sys.executable, *python(source)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
        encoding="utf-8",
    )
    until = time.monotonic() + 60
    while not (tmp_path / "there").exists() and time.monotonic() < until:
        time.sleep(0.02)
    judge.send_signal(signal.SIGHUP)
    said, _ = judge.communicate(timeout=60)
    assert judge.returncode == 2 and "exit code 3" in said


def test_programs_that_end_by_themselves_leave_no_descriptor_open() -> None:
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    for command in (["true"], ["/no/such/program"], ["sh", "-c", "sleep 60 & exit 1"]):
        try:
            with Program(command, ProgramLimits(1.0, 1.0)) as program:
                program.ask({"do": "new"})
        except UnjudgedError:
            pass
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


# The time limit

HIDING = f"""
def hiding(self, position=MeasuredProgram._position):
    found = position(self)
    return {{**found, "legal": [action for action in found["legal"] if action["do"] != "swim"]}}

MeasuredProgram._position = hiding
serve({NAME!r}, sys.stdin, sys.stdout)
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_time_limit_ends_everything_and_what_was_judged_is_told(
    jobs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.xml"
    options = ("--games", "1000000", "--players", "3", "-j", jobs, "--time-limit", "4", "--junit", str(file))
    code, found = conform(capsys, RIGHT, *options)
    assert (code, found["verdict"], found["problem"], found["time_up"]) == (2, "unjudged", "time-limit", True)
    assert 0 < found["games"] < 1_000_000 and f"{found['games']} of 1000000" in found["told"]
    (error,) = ElementTree.parse(file).getroot().iter("error")
    assert str(error.get("message")).startswith("The time limit was reached")


def test_no_more_games_are_handed_out_when_the_time_is_up() -> None:
    campaign = ConformanceCampaign(1000, [3], 0)
    over, not_over = (Match(NAME, {}, ["true"], ProgramLimits(until=until)) for until in (0.0, None))
    assert list(lots_in_time(over, campaign)) == lots(campaign)[:1]
    assert list(lots_in_time(not_over, campaign)) == lots(campaign)


def test_a_program_that_hangs_is_ended_by_the_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    program = python("import time; time.sleep(600)")
    code, found = conform(capsys, program, "--start-timeout", "600", "--time-limit", "0.5")
    assert (code, found["problem"], found["games"]) == (2, "time-limit", 0)
    assert main([NAME, "conform", "--time-limit", "0.5", "--lang", "fr", "--", sys.executable, *program]) == 2
    said = capsys.readouterr()
    assert said.out.startswith("Le temps est écoulé") and said.err.startswith("archipel: Le temps est écoulé")


def test_a_difference_counts_although_there_was_no_time_to_look_into_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is wrong at once, and hangs whenever it is started again."""
    file = str(tmp_path / "started")
    hanging = f"os.path.exists({file!r}) and time.sleep(600)\nopen({file!r}, 'w')\n"
    program = python(ending(hanging + HIDING))
    options = ("--start-timeout", "600", "--time-limit", "3")
    code, found = conform(capsys, program, *options)
    assert (code, found["verdict"], found["games"], found["time_up"]) == (1, "differs", 1, True)
    assert found["again"] and found["clauses"]
    Path(file).unlink()
    assert main([NAME, "conform", *options, "--", sys.executable, *program]) == 1
    assert "The time limit was reached (see --time-limit): a shorter game" in capsys.readouterr().out


def test_a_limit_that_is_not_reached_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--shrink-time", "1", "--games", "6", "--time-limit", "600")
    code, found = conform(capsys, python(ending(HIDING)), *options)
    assert (code, found["verdict"]) == (1, "differs") and found["clauses"] and "time_up" not in found
