"""The compiled engine and the source it was compiled from: which one runs, and that both play the same game."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from archipel.reference import build
from archipel.reference.build import Build, WrongEngine, chosen, digest, kept_build
from archipel.reference.strict_json import BadInput

COMPILING = Path(__file__).parents[2] / "reference" / "compiling.py"
NO_BUILD = build._hindrance(kept_build())
SUFFIX = EXTENSION_SUFFIXES[0]
MODULES = ("archipel.reference.strict_json",)


def made(suffix: str = SUFFIX, sources: str | None = None) -> Build:
    return Build(digest(MODULES) if sources is None else sources, suffix, MODULES, "a compiler")


def run(*command: str, engine: str | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != build.VARIABLE}
    environment |= more if engine is None else {build.VARIABLE: engine, **more}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


# Which one runs


def test_the_source_runs_when_asked_for() -> None:
    assert chosen("pure", made()).engine == "pure"


def test_what_was_compiled_from_this_source_runs_by_itself() -> None:
    assert chosen("auto", made()).engine == chosen("compiled", made()).engine == "compiled"


@pytest.mark.parametrize(
    ("built", "because"),
    [
        (None, "no compiled engine was built"),
        (made(suffix=".cpython-26-elsewhere.so"), "the compiled engine was built for another Python"),
        (made(sources="0" * 64), "the compiled engine was built from other sources"),
    ],
)
def test_the_source_runs_where_nothing_fitting_was_compiled(built: Build | None, because: str) -> None:
    assert chosen("auto", built) == ("pure", because)
    with pytest.raises(WrongEngine, match=because):
        chosen("compiled", built)


def test_an_engine_nobody_knows_is_refused() -> None:
    with pytest.raises(WrongEngine, match="expected auto or pure or compiled, found 'fast'"):
        chosen("fast", made())


def test_any_change_of_a_source_is_noticed(tmp_path: Path) -> None:
    source = tmp_path / "strict_json.py"
    source.write_text("one = 1\n")
    before = digest(MODULES, tmp_path)
    source.write_text("one = 2\n")
    assert digest(MODULES, tmp_path) != before
    source.unlink()
    assert digest(MODULES, tmp_path) != before


@pytest.mark.parametrize("text", ["", "{", "[]", '{"sources": "x"}', '{"sources": "", "suffix": "", "modules": 3}'])
def test_a_broken_manifest_is_no_build(tmp_path: Path, text: str) -> None:
    (tmp_path / build.MANIFEST).write_text(text)
    assert kept_build(tmp_path) is None


def test_the_command_line_says_what_is_wrong_in_one_line() -> None:
    done = run(sys.executable, "-m", "archipel.checks.cli.entry", "ask", "island", "1", engine="fast")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "archipel: ARCHIPEL_ENGINE: expected auto or pure or compiled, found 'fast'\n"


# Compiling


def test_without_a_compiler_the_source_will_run(tmp_path: Path) -> None:
    """As where mypyc is missing; nothing is left behind."""
    (tmp_path / "mypyc").mkdir()
    (tmp_path / "mypyc" / "__init__.py").write_text("raise ImportError('no mypyc here')")
    command = [sys.executable, str(COMPILING), "--into", str(tmp_path / "compiled")]
    refused = run(*command, PYTHONPATH=str(tmp_path))
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "the engine was not compiled, its source will run: ImportError: no mypyc here\n"
    assert run(*command, "--or-not", PYTHONPATH=str(tmp_path)).returncode == 0
    assert not (tmp_path / "compiled").exists()


# Both play the same


@pytest.mark.skipif(bool(NO_BUILD), reason=NO_BUILD)
@pytest.mark.parametrize("players", range(2, 7))
def test_both_play_the_same_games_and_refuse_the_same_actions(players: int) -> None:
    script = str(Path(__file__).with_name("play_for_comparison.py"))
    told = [run(sys.executable, script, str(players), engine=engine) for engine in ("pure", "compiled")]
    assert [done.returncode for done in told] == [0, 0], told[0].stderr + told[1].stderr
    pure, compiled = (json.loads(done.stdout) for done in told)
    assert (pure.pop("engine"), compiled.pop("engine")) == ("pure", "compiled")
    assert pure == compiled
    assert pure["decisions"] > 500 and pure["refused"] > 500


# What goes to other processes


def test_others_may_write_into_what_is_raised() -> None:
    """As clusters do that send it from one machine to another."""
    problem = BadInput("unusable")
    problem.__dict__["sent_by"] = "somebody"
    assert vars(problem)["sent_by"] == "somebody"
    assert str(pickle.loads(pickle.dumps(BadInput("unusable")))) == "unusable"
