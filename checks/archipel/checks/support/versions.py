"""What is installed and which engine runs, found out without loading any of it. Nothing here knows any game."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from archipel.reference import build
from archipel.spec.logic.fingerprint import digest

DISTRIBUTION = "archipel"
EVERYTHING = ("archipel.spec", "archipel.reference", "archipel.checks")
DISTRIBUTIONS = {"z3": "z3-solver", "cvc5": "cvc5"}
"""What brings each prover."""
PURE, COMPILED = "pure", "compiled"

# Extras for whoever works on the project itself, not for whoever uses it.
FOR_THE_PROJECT = ("dev", "docs", "browser")


@dataclass(frozen=True)
class Engine:
    """The engine that runs in this process, why that one, and which ones could run."""

    running: str
    why: str
    available: tuple[str, ...]


@cache
def engine() -> Engine:
    best = build.chosen("auto", build.kept_build()).engine
    return Engine(build.running(), build.reason(), (PURE, COMPILED) if best == COMPILED else (PURE,))


def version(distribution: str) -> str | None:
    """The version of something installed; None if it is not."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


@dataclass(frozen=True)
class Extra:
    """Something that can be installed besides: what it needs, and which of that is missing."""

    name: str
    needs: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def install(self) -> str:
        return f"pip install '{DISTRIBUTION}[{self.name}]'"

    def as_json(self) -> dict[str, Any]:
        return {"name": self.name, "present": not self.missing, "missing": list(self.missing), "install": self.install}


def extras() -> list[Extra]:
    """The optional parts of this distribution, as it describes itself; none if it runs without being installed."""
    if version(DISTRIBUTION) is None:
        return []
    found = metadata.metadata(DISTRIBUTION)
    required = metadata.requires(DISTRIBUTION) or []
    return [_extra(name, required) for name in found.get_all("Provides-Extra") or () if name not in FOR_THE_PROJECT]


def _extra(name: str, required: Iterable[str]) -> Extra:
    needs = tuple(_needed_for(name, required))
    return Extra(name, needs, tuple(need for need in needs if version(need) is None))


def _needed_for(extra: str, required: Iterable[str]) -> Iterator[str]:
    for line in required:
        requirement, _, marker = line.partition(";")
        if re.search(rf"extra\s*==\s*['\"]{re.escape(extra)}['\"]", marker):
            named = re.match(r"[\w.-]+", requirement.strip())
            if named is not None:
                yield named[0]


def machine() -> dict[str, Any]:
    """What measurements depend on; neither the machine's name nor a path of it."""
    return {
        "cores": os.cpu_count(),
        "processor": _processor(),
        "architecture": platform.machine(),
        "system": platform.system(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": platform.python_compiler(),
    }


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor() or "unknown"
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1].strip() if found else platform.processor() or "unknown"


@dataclass(frozen=True)
class KeptVersion:
    """What lies in a folder."""

    folder: str
    files: int
    bytes: int

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def kept_in(folder: Path) -> KeptVersion:
    """How much lies in a folder; one that is not there is empty, and a file that vanishes meanwhile is not counted."""
    files = size = 0
    for base, _, names in os.walk(folder):
        for name in names:
            try:
                size += Path(base, name).stat().st_size
            except OSError:
                continue
            files += 1
    return KeptVersion(str(folder), files, size)


@cache
def version_of(prover: str) -> str:
    return f"{prover} {metadata.version(DISTRIBUTIONS[prover])}"


@cache
def code_of(*modules: str) -> str:
    """What is written in some modules, or in everything below some packages, data files included."""
    return digest(text for module in modules for text in _texts(module))


def _texts(module: str) -> Iterable[str]:
    file = Path(str(import_module(module).__file__))
    if file.name != "__init__.py":
        yield file.read_text(encoding="utf-8")
        return
    for path in sorted(file.parent.rglob("*")):
        if path.suffix in (".py", ".json", ".toml"):
            yield f"{path.relative_to(file.parent)}\n{path.read_text(encoding='utf-8')}"
