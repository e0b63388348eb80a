"""The rulebook, printed once for all tests about pages, whichever process comes first."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def printed(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What ``archipel rulebook`` does, as a user runs it."""
    return subprocess.run(
        [sys.executable, "-m", "archipel.checks.cli.entry", "rulebook", *arguments],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1", "PYTHONHASHSEED": "0"},
        timeout=600,
        check=False,
    )


@pytest.fixture(scope="session")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the rulebook in every language, side by side."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    target = shared / "books"
    with (shared / "books.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not target.exists():
            done = printed("--lang", "both", "--out", str(target))
            assert done.returncode == 0, done.stderr
    return target
