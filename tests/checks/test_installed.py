"""What is installed is told without loading it, and commands load no more than they need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from archipel.checks.cli.command_line import main
from archipel.checks.games.registry import DEFAULT, game_called
from archipel.checks.support import versions as installed


def test_info_tells_what_runs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "archipel" / "results" / "ab"
    folder.mkdir(parents=True)
    (folder / "c.json").write_bytes(b"12345")
    assert main(["info", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["archipel"] == installed.version("archipel") and found["rules"] == game_called(DEFAULT).rules_version
    assert found["engine"]["running"] in found["engine"]["available"] and found["engine"]["why"]
    assert all(found["provers"].values()) and found["provers"].keys() == {"z3", "cvc5"}
    assert found["cache"] == {"folder": str(tmp_path / "archipel"), "files": 1, "bytes": 5}
    assert main(["info"]) == 0
    told = capsys.readouterr().out
    assert f"engine    {found['engine']['running']} (" in told and "1 files, 0.0 MB" in told


def test_extras_are_those_of_the_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    named = {extra.name: extra for extra in installed.extras()}
    assert "serve" in named and not named.keys() & set(installed.FOR_THE_PROJECT)
    assert {"fastapi", "uvicorn"} <= set(named["serve"].needs) and not named["serve"].missing
    monkeypatch.setattr(installed, "version", lambda name: None if name == "uvicorn" else "1")
    missing = {extra.name: extra for extra in installed.extras()}["serve"]
    assert missing.as_json() == {
        "name": "serve",
        "present": False,
        "missing": ["uvicorn"],
        "install": "pip install 'archipel[serve]'",
    }


def test_what_is_not_installed_has_no_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "DISTRIBUTION", "no-such-distribution")
    assert installed.extras() == [] and installed.version("no-such-distribution") is None


@pytest.mark.parametrize(("best", "available"), [("compiled", ("pure", "compiled")), ("pure", ("pure",))])
def test_the_engine_is_what_the_build_says(best: str, available: tuple[str], monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = SimpleNamespace(engine=best)
    build = SimpleNamespace(
        running=lambda: "pure", reason=lambda: "why", kept_build=lambda: None, chosen=lambda *_: chosen
    )
    monkeypatch.setattr(installed, "build", build)
    assert installed.engine.__wrapped__() == installed.Engine("pure", "why", available)


def test_nothing_of_the_machine_but_what_matters() -> None:
    found = installed.machine()
    assert found["cores"] >= 1 and "CPython" in found["python"]
    assert not any("/" in str(value) for value in found.values())


def test_an_empty_cache_is_empty(tmp_path: Path) -> None:
    assert installed.kept_in(tmp_path / "nowhere") == installed.KeptVersion(str(tmp_path / "nowhere"), 0, 0)


# Starting

# Modules that take long to load and that neither help nor an answer needs.
HEAVY = {
    "archipel.checks.support.parallel",
    "asyncio",
    "concurrent.futures",
    "cvc5",
    "dask",
    "distributed",
    "email",
    "fastapi",
    "hypothesis",
    "importlib.metadata",
    "matplotlib",
    "multiprocessing",
    "numpy",
    "pandas",
    "pyarrow",
    "rich",
    "socket",
    "sphinx",
    "subprocess",
    "typst",
    "unittest",
    "z3",
}


def loaded(arguments: str) -> set[str]:
    """What a command has loaded when it has answered, besides what Python itself has at the start."""
    code = (
        "import sys; before = set(sys.modules)\n"
        "from archipel.checks.cli.entry import main\n"
        f"sys.argv = ['archipel', *{arguments.split()!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted(set(sys.modules) - before), sep='\\n', file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return set(run.stderr.split())


# Help needs the samples of a game, which are TOML. An answer needs the clauses, the table of questions, the catalogue,
# and the mapping that knows what the clauses need.
@pytest.mark.parametrize(("arguments", "most"), [("--help", 85), ("ask island 3 3 1", 175)])
def test_no_command_loads_more_than_it_needs(arguments: str, most: int) -> None:
    found = loaded(arguments)
    assert not found & HEAVY
    assert len(found) <= most, f"{len(found)} modules: is each of them needed to answer?"


def test_info_loads_no_prover() -> None:
    assert not loaded("info") & {"z3", "cvc5", "rich", "asyncio", "multiprocessing"}


def test_loading_is_noticed() -> None:
    assert "importlib.metadata" in loaded("--version")
