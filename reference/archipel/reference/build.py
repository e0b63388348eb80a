"""Which engine runs: the Python source, or the same source compiled to machine code.

``ARCHIPEL_ENGINE`` chooses: ``pure`` is the source; ``compiled`` is what was compiled from it, or an error if that
cannot run; ``auto``, or nothing, is compiled where it was built from this very source for this Python, else pure.
What was compiled lies in ``compiled/``, beside this file, with a manifest that names the source it was made from.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

CHOICES = ("auto", "pure", "compiled")
VARIABLE = "ARCHIPEL_ENGINE"
PACKAGE = "archipel.reference"
SOURCES = Path(__file__).parent
COMPILED = SOURCES / "compiled"
MANIFEST = "manifest.json"


class WrongEngine(ImportError):  # noqa: N818
    """The engine that was asked for cannot run."""


class Build(NamedTuple):
    """What was compiled: from which source, for which Python, by what."""

    sources: str
    suffix: str
    modules: tuple[str, ...]
    made_by: str


class Choice(NamedTuple):
    """The engine that runs, and why that one."""

    engine: str
    because: str


_chosen = Choice("pure", "nothing was chosen yet")


def running() -> str:
    """The engine of this process: ``pure`` or ``compiled``."""
    return _chosen.engine


def reason() -> str:
    """Why it is that one."""
    return _chosen.because


def kept_build(folder: Path = COMPILED) -> Build | None:
    """What was compiled, if anything was."""
    try:
        data = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return Build(data["sources"], data["suffix"], tuple(data["modules"]), data["made_by"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def source_of(module: str, sources: Path = SOURCES) -> Path:
    """The file of a module's source, which is there however the module was loaded."""
    return sources.joinpath(*module.removeprefix(f"{PACKAGE}.").split(".")).with_suffix(".py")


def digest(modules: Iterable[str], sources: Path = SOURCES) -> str:
    """Changes with the text of any of these modules."""
    found = hashlib.sha256()
    for module in sorted(modules):
        file = source_of(module, sources)
        found.update(module.encode() + b"\0" + (file.read_bytes() if file.exists() else b"") + b"\0")
    return found.hexdigest()


def chosen(wanted: str, build: Build | None) -> Choice:
    """Which engine runs, for what is wanted and what was built."""
    if wanted not in CHOICES:
        raise WrongEngine(f"{VARIABLE}: expected {' or '.join(CHOICES)}, found {wanted!r}")
    if wanted == "pure":
        return Choice("pure", f"{VARIABLE} asks for it")
    hindrance = _hindrance(build)
    if not hindrance:
        return Choice("compiled", "built from this source for this Python")
    if wanted == "compiled":
        raise WrongEngine(f"{VARIABLE}: there is no compiled engine to run: {hindrance}")
    return Choice("pure", hindrance)


def _hindrance(build: Build | None) -> str:
    if build is None:
        return "no compiled engine was built"
    if build.suffix not in EXTENSION_SUFFIXES:
        return "the compiled engine was built for another Python"
    if build.sources != digest(build.modules):
        return "the compiled engine was built from other sources"
    return ""


class _CompiledModules:
    """Finds compiled modules before Python looks for their source."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self.files = files

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.files.get(fullname)
        return None if file is None else spec_from_file_location(fullname, file)


def choose() -> None:
    """Choose the engine for this process, before any module of it is imported."""
    global _chosen
    wanted = os.environ.get(VARIABLE, "") or "auto"
    build = kept_build()
    _chosen = chosen(wanted, build)
    if _chosen.engine == "compiled" and build is not None:
        files = {file.name.removesuffix(build.suffix): file for file in COMPILED.glob(f"*{build.suffix}")}
        sys.meta_path.insert(0, _CompiledModules(files))
