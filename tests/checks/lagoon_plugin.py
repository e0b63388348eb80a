"""Lagoon, brought by a package that is not ours: found by this process and by every one that it starts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.toy.game import GAME

from archipel.checks.games import registry

ROOT = Path(__file__).parents[2]
NAME = GAME.name


def brought(folder: Path) -> None:
    """Make a folder look like one in which the package is installed."""
    about = folder / "lagoon_rules-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lagoon-rules\nVersion: 1.0\n", encoding="utf-8")
    points = f"[{registry.GROUP}]\n{NAME} = tests.toy.game:GAME\n"
    (about / "entry_points.txt").write_text(points, encoding="utf-8")


def python_path(folder: Path) -> str:
    """What other processes are told, so that they find it too."""
    return os.pathsep.join([str(folder), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])


@pytest.fixture
def lagoon(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> str:
    """Its name, under which commands find it."""
    folder = tmp_path_factory.mktemp("packages")
    brought(folder)
    monkeypatch.setenv("PYTHONPATH", python_path(folder))
    monkeypatch.setitem(registry.LOADED, NAME, GAME)
    return NAME


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same for all tests of a module, and for processes that take over the path of this one."""
    folder = tmp_path_factory.mktemp("packages")
    brought(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", python_path(folder))
        patched.syspath_prepend(folder)
        patched.setitem(registry.LOADED, NAME, GAME)
        yield NAME
