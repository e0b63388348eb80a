"""The tutorial "your own game", followed from an empty folder, as a package of its own."""

from __future__ import annotations

import os
import re
import site
import subprocess
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.docs.test_docs import DOCS, FENCE, matches, samples

PAGE = DOCS / "manual" / "your-own-game.md"
TOOLS = {"archipel": "archipel.checks.cli.entry", "pip": "pip", "pytest": "pytest", "mypy": "mypy"}


def steps(page: Path) -> Iterator[tuple[str, str]]:
    """The changes of files and the sessions of a page, in their order."""
    for block in FENCE.finditer(page.read_text(encoding="utf-8")):
        if (kind := block["kind"].strip()) in ("diff", "console"):
            yield kind, block["body"]


def patch(folder: Path, diff: str) -> None:
    """Apply a unified diff; what it takes away must stand in the file exactly once."""
    for part in re.split(r"^--- a/.*\n", diff, flags=re.MULTILINE)[1:]:
        name, _, changes = part.partition("\n")
        file = folder / name.removeprefix("+++ b/")
        for hunk in changes.split("@@\n")[1:]:
            lines = [(line[:1] or " ", line[1:]) for line in hunk.splitlines()]
            before, after = ("".join(f"{text}\n" for sign, text in lines if sign in kept) for kept in (" -", " +"))
            text = file.read_text(encoding="utf-8")
            assert text.count(before) == 1, f"{name}: the page changes what does not stand there:\n{before}"
            file.write_text(text.replace(before, after), encoding="utf-8")


class Shell:
    """A terminal in an environment of its own, in which archipel is installed and nothing else is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        tools = folder.parent / "environment"
        venv.create(tools, with_pip=False)
        packages = next((tools / "lib").glob("python*")) / "site-packages"
        above = "\n".join(f"import site; site.addsitedir({path!r})" for path in site.getsitepackages())
        (packages / "above.pth").write_text(above, encoding="utf-8")
        for name, module in TOOLS.items():
            script = f'#!/bin/sh\nexec {tools}/bin/python -m {module} "$@"\n'
            (tools / "bin" / name).write_text(script, encoding="utf-8")
            (tools / "bin" / name).chmod(0o755)
        self.environment = os.environ | {
            "PATH": f"{tools / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "XDG_CACHE_HOME": str(folder.parent / "cache"),
            "ARCHIPEL_ENGINE": "pure",
            "COLUMNS": "120",
            "NO_COLOR": "1",
            "PYTHONUTF8": "1",
            "PIP_NO_DEPS": "1",
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def run(self, command: str) -> str:
        """What a command prints, errors included."""
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ")
            return "\n"
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        assert done.returncode in (0, 1, 2) and "Traceback" not in done.stdout, f"{command}\n{done.stdout}"
        return done.stdout.rstrip() + "\n"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    (tmp_path / "empty").mkdir()
    return Shell(tmp_path / "empty")


def test_the_tutorial_can_be_followed_from_an_empty_folder(shell: Shell) -> None:
    followed = list(steps(PAGE))
    assert [kind for kind, _ in followed].count("diff") == 8
    for kind, body in followed:
        if kind == "diff":
            patch(shell.folder, body)
            continue
        for sample in samples(body):
            found = shell.run(sample.command)
            assert matches(sample.output, found), f"{sample.command}\nsaid:\n{sample.output}\nfound:\n{found}"


def test_broken_packages_get_a_line_each_and_the_others_stay_up(shell: Shell) -> None:
    """Installed: one that cannot be imported, one that is no game, two of one name, one that has a shipped one's."""
    shell.run("archipel new-game pebbles")
    shell.run("pip install -q ./pebbles")
    packages = {"raises": ("raises", "raise RuntimeError('not today')\n"), "strange": ("strange", "GAME = 7\n")}
    packages |= {"first": ("twin", "GAME = 1\n"), "second": ("twin", "GAME = 2\n")}
    packages |= {"shadow": ("costa_ruana", "GAME = 3\n")}
    for package, (name, source) in packages.items():
        folder = shell.folder / package
        folder.mkdir()
        (folder / f"{package}.py").write_text(source, encoding="utf-8")
        (folder / "pyproject.toml").write_text(
            f'[project]\nname = "{package}"\nversion = "1"\n\n[tool.setuptools]\npy-modules = ["{package}"]\n\n'
            f'[project.entry-points."archipel.games"]\n{name} = "{package}:GAME"\n',
            encoding="utf-8",
        )
    shell.run(f"pip install -q {' '.join(f'./{package}' for package in packages)}")
    listed = shell.run("archipel games 2> complaints")
    assert [line.split()[0] for line in listed.splitlines()] == ["costa_ruana", "pebbles"]
    complaints = (shell.folder / "complaints").read_text(encoding="utf-8").splitlines()
    assert complaints == [
        "archipel: the game costa_ruana of shadow 1 is left out: archipel has one of that name",
        "archipel: the game twin is left out: first 1 and second 1 have one of that name",
        "archipel: the game raises of raises 1 cannot be used: RuntimeError: not today",
        complaints[3],
    ]
    assert complaints[3].startswith("archipel: the game strange of strange 1 cannot be used: it lacks name, title, ")
    assert complaints[3].endswith(" more: GAME is no Game, but of type int")
    for name in ("raises", "strange", "twin"):
        for command in ("clauses", "prove", "play"):
            said = shell.run(f"archipel {name} {command}")
            assert said.rstrip() in complaints
    assert "player = active" in shell.run("archipel pebbles clauses turn.take --notation")
    assert "collection.single" in shell.run("archipel ask island 3 3 1")
