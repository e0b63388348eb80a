"""A changed module, tried in a process of its own that may crash or never end."""

from __future__ import annotations

import linecache
import os
import resource
import select
import signal
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType

MEMORY = 4 * 2**30

PATIENCE = 10
"""How many times as long as its work a process may take, on a machine that is shared."""


class JudgeFailedError(Exception):
    """The work itself went wrong, so that nothing is known about the mutant."""


class _Text(SourceLoader):
    """A module whose source is given; its data files are still found beside the original."""

    def __init__(self, name: str, path: str, source: str) -> None:
        self.name, self.path, self.source = name, path, source

    def get_filename(self, fullname: str) -> str:
        return self.path

    def get_data(self, path: str | bytes) -> bytes:
        return self.source.encode("utf-8")

    def path_stats(self, path: str | bytes) -> dict[str, float]:
        raise OSError("never cached")


class Instead(MetaPathFinder):
    """Gives one module another source, which is also what whoever follows its functions line by line sees."""

    def __init__(self, name: str, path: str, source: str) -> None:
        self.loader = _Text(name, path, source)
        linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return spec_from_loader(fullname, self.loader) if fullname == self.loader.name else None


def forget(*packages: str) -> None:
    """Let these packages be imported afresh; the packages they are in must not remember them either."""
    for name in list(sys.modules):
        if any(name == package or name.startswith(f"{package}.") for package in packages):
            del sys.modules[name]
            above, _, last = name.rpartition(".")
            if above in sys.modules:
                vars(sys.modules[above]).pop(last, None)


def in_a_fork(work: Callable[[], str], seconds: int) -> str:
    """What the work says, or that it never ended; an error of the work is raised here."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receiving)
        _speak(work, sending, seconds)
    os.close(sending)
    try:
        said = _heard(receiving, seconds)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(receiving)
    return said


def _speak(work: Callable[[], str], sending: int, seconds: int) -> None:
    """The child: silent but for one word, and limited in time and memory."""
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        word = _word(work)
        os.write(sending, word[:2000].encode("utf-8", "replace"))
    finally:
        os._exit(0)


def _word(work: Callable[[], str]) -> str:
    try:
        return f"={work()}"
    except BaseException as error:
        return f"!{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def _heard(receiving: int, seconds: int) -> str:
    ready, _, _ = select.select([receiving], [], [], PATIENCE * seconds)
    if not ready:
        return "no end"
    said = os.read(receiving, 4096).decode("utf-8", "replace")
    if said.startswith("!"):
        raise JudgeFailedError(said[1:])
    return said[1:] if said else "crashed, or no end"
