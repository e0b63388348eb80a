"""The command line as a whole: help that teaches, one line for bad input, quiet ends."""

from __future__ import annotations

import functools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import jsonschema
import pytest
from tests.checks.lagoon_plugin import NAME, everywhere
from tests.checks.test_conform_hostile import HIDING, ending
from tests.toy.game import GAME

from archipel.checks.cli.command_line import COMMANDS, main
from archipel.checks.games.formats import formats_of
from archipel.checks.judge.vectors.formats import vector_formats
from archipel.checks.support.parallel import Workers, run_all

__all__ = ["everywhere"]

pytestmark = pytest.mark.usefixtures("everywhere")
ARCHIPEL = [sys.executable, "-m", "archipel.checks.cli.entry", NAME]
RULEBOOK = GAME.rulebook


def run(*words: str) -> int:
    return main([NAME, *words])


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_by_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(command, "--help")
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert "examples:" in out
    assert f"archipel {NAME} {command}" in out


def test_top_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    assert all(f"\n  {command} " in out for command in COMMANDS)


@pytest.mark.parametrize(
    "words", ["nonsense", "--nonsense", "--game chess ask", "lagoon clauses --lang xx", "lagoon show x.json"]
)
def test_bad_input_gets_one_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("archipel: ")


def test_clauses_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("clauses", "--json") == 0
    clauses = json.loads(capsys.readouterr().out)["clauses"]
    assert [clause["id"] for clause in clauses] == sorted(RULEBOOK.clauses, key=_rulebook_order)
    assert len(clauses) == 11
    for clause in clauses:
        assert clause["en"]
        assert clause["fr"]
        assert clause["sources"]


def _rulebook_order(id: str) -> tuple[int, int]:
    section = RULEBOOK.clauses[id].section
    return list(RULEBOOK.sections).index(section), list(RULEBOOK.clauses).index(id)


def test_clauses_of_a_section_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("clauses", "--section", "turn", "--lang", "fr", "--notation") == 0
    out = capsys.readouterr().out
    assert "Qui plonge prend" in out
    assert "setup." not in out
    assert "∀r ∈ R. left(r) ≥ 0" in out


@pytest.mark.parametrize("words", ["clauses --section nowhere", "clauses no.such-clause"])
def test_unknown_clauses_are_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words.split()) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


FORMATS = formats_of(GAME) | vector_formats(GAME)


@pytest.mark.parametrize("name", FORMATS)
def test_schemas_are_schemas(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("schema", name) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema == json.loads(FORMATS[name])


def test_bench_says_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bench", "--players", "3", "--seconds", "0.05", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    (row,) = report["playouts"]
    assert report["method"]
    assert row["players"] == 3
    assert row["decisions_per_second"] > row["playouts_per_second"] > 0


@pytest.mark.parametrize("words", ["bench --players 5", "bench --seconds 0", "bench --seconds nan", "schema nothing"])
def test_bench_and_schema_refuse_nonsense(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words.split()) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_no_solver_is_loaded_to_answer_or_print() -> None:
    code = (
        "import sys; from archipel.checks.cli.command_line import main; "
        "main(['lagoon', 'ask', 'points', '3', '3', '1']); main(['lagoon', 'clauses']); "
        "print(sorted({'z3', 'cvc5', 'rich', 'hypothesis'} & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stderr == "[]\n"


def test_a_reader_that_leaves_early_causes_no_noise() -> None:
    with subprocess.Popen([*ARCHIPEL, "clauses", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 0


JUDGED = ["--games", "1", "--players", "3", "--shrink-time", "0.01", "--", sys.executable, "-c", ending(HIDING)]
"""A short report, and a long one with ``--json``."""


@pytest.mark.parametrize(
    "words, code",
    [
        (["conform", "--games", "1", "--", "false"], 2),
        (["conform", *JUDGED], 1),
        (["conform", "--json", *JUDGED], 1),
    ],
)
def test_a_reader_that_leaves_early_changes_no_exit_code(words: list[str], code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run([*ARCHIPEL, *words], stdout=writing, stderr=subprocess.PIPE, timeout=60)
    finally:
        os.close(writing)
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False)


@pytest.mark.parametrize("after", [0.6, 1.2, 3.0])
def test_interrupting_a_long_command_is_clean(after: float, tmp_path: Path) -> None:
    nothing_known = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    (work := tmp_path / "work").mkdir()
    with subprocess.Popen(
        [*ARCHIPEL, "prove", "--games", "400", "--players", "4"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=work,
        env=nothing_known,
        start_new_session=True,
    ) as process:
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert err == b"archipel: stopped\n"
    assert out == b""
    assert list(work.iterdir()) == []


def fails() -> None:
    raise ValueError("as it should")


def test_work_on_all_cores_keeps_its_order_and_passes_errors_on() -> None:
    tasks = [functools.partial(pow, number, 2) for number in range(20)]
    assert run_all(tasks, Workers(2), "powers") == [number**2 for number in range(20)]
    with pytest.raises(ValueError, match="as it should"):
        run_all([fails], Workers(2), "failures")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("words", ["clauses --lang fr --notation", "clauses --json", "ask points 1 2 3 --lang fr"])
def test_a_poor_terminal_gets_its_letters_spelled_out(encoding: str, words: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([*ARCHIPEL, *words.split()], capture_output=True, env=environment, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding)


@pytest.mark.parametrize(
    ("shell", "code"),
    [
        ("clauses >&-", 0),
        ("ask points 1 2 3 >&-", 0),
        ("ask --batch <&-", 0),
        ("ask points 9 2>&-", 2),
        ("clauses >/dev/full", 2),
        ("show - <&-", 2),
    ],
)
def test_closed_and_full_streams(shell: str, code: int) -> None:
    command = f"{sys.executable} -m archipel.checks.cli.entry {NAME} {shell}"
    done = subprocess.run(command, shell=True, capture_output=True, timeout=60)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1
    assert b"expected" not in done.stdout


def test_a_section_without_the_clause_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("clauses", "--section", "setup", "turn.dive") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_language_may_be_given_before_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("ask", "--lang", "fr", "points", "3", "1", "0") == 0
    before = capsys.readouterr().out
    assert run("ask", "points", "3", "1", "0", "--lang", "fr") == 0
    assert capsys.readouterr().out == before


@pytest.mark.parametrize("number", ["٣", "1_0", "+1", "1e3", "3.0", ""])
def test_numbers_are_plain_digits(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("ask", "points", number, "1", "0") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
