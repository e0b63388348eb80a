"""Say what is installed and what runs: versions, the engine, the provers, optional parts, the cache.

Nothing is loaded to find that out, no prover either. The engine is the Python source ("pure"), or the same source
compiled ("compiled"); the environment variable ARCHIPEL_ENGINE chooses (auto, pure or compiled).

examples:
  archipel info
  archipel info --json     for programs, and for whoever reports a problem
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.proofs.kept.cache import default_folder
from archipel.checks.support import versions as installed
from archipel.checks.support.arguments import add_json
from archipel.checks.support.versions import DISTRIBUTIONS

MEGABYTE = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    found = facts(arguments.game)
    print(json.dumps(found, indent=1, ensure_ascii=False) if arguments.json else "\n".join(lines(found)))
    return 0


def facts(game: str) -> dict[str, Any]:
    engine = installed.engine()
    return {
        "archipel": installed.version(installed.DISTRIBUTION),
        "game": game,
        "rules": game_called(game).rules_version,
        "engine": {"running": engine.running, "why": engine.why, "available": list(engine.available)},
        "machine": installed.machine(),
        "provers": {name: installed.version(distribution) for name, distribution in DISTRIBUTIONS.items()},
        "extras": [extra.as_json() for extra in installed.extras()],
        "cache": installed.kept_in(default_folder().parent).as_json(),
    }


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The same for people."""
    engine, machine, cache = found["engine"], found["machine"], found["cache"]
    yield f"archipel  {found['archipel']}"
    yield f"game      {found['game']}, rules {found['rules']}"
    yield f"engine    {engine['running']} ({engine['why']})"
    yield f"python    {machine['python']}, {machine['compiler']}, {machine['system']} {machine['architecture']}"
    yield "provers   " + ", ".join(f"{name} {version or '(missing)'}" for name, version in found["provers"].items())
    for place, extra in enumerate(found["extras"]):
        missing = f"missing {', '.join(extra['missing'])}: {extra['install']}"
        yield f"{'' if place else 'extras':8}  {extra['name']}: {'present' if extra['present'] else missing}"
    yield f"cache     {cache['folder']}: {cache['files']:,} files, {cache['bytes'] / MEGABYTE:,.1f} MB"
