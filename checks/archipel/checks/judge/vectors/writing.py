"""Building suites, checking every entry as it will be read, and writing all of it or nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path

from archipel.checks.games.configuration import members_of
from archipel.checks.games.registry import game_called
from archipel.checks.judge.vectors.coverage import Coverage
from archipel.checks.judge.vectors.suites import FORMAT, VERSION, Data, VectorSuite, document
from archipel.checks.support.files import replacing
from archipel.checks.support.parallel import Workers, run_all
from archipel.reference.strict_json import canonical

MANIFEST = "manifest.json"
README = "README.md"


def built(game: str, names: Sequence[str], workers: Workers) -> list[VectorSuite]:
    """The suites with these names, every entry checked after a way through text."""
    tasks = [partial(build, game, name) for name in names]
    return run_all(tasks, workers, "suites", lambda _, suite: suite.id)


def build(game: str, name: str) -> VectorSuite:
    """One suite; a function that processes can share."""
    source = game_called(game).vectors
    suite = source.SUITES[name]().numbered()
    for entry in suite.entries:
        source.check(suite.kind, json.loads(canonical(entry)))
    return suite


def is_ours(folder: Path) -> bool:
    """Whether a folder holds test vectors that were written here before, and may be replaced."""
    try:
        head = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return isinstance(head, dict) and head.get("format") == FORMAT
    except (OSError, ValueError):
        return False


def written(game: str, suites: Sequence[VectorSuite], coverage: Coverage, target: Path) -> Data:
    """Write suites, manifests, schemas and the reading guide; returns the manifest of the whole."""
    source = game_called(game).vectors
    head = {"format": FORMAT, "version": VERSION, **members_of(game), "rules": source.RULES_VERSION}
    with replacing(target) as folder:
        schemas = {f"schema/{name}": text for name, text in source.schemas().items()}
        entries = [_put(folder, name, text) for name, text in sorted(schemas.items())]
        entries.append(_put(folder, README, (files(__package__) / README).read_text(encoding="utf-8")))
        manifest = {
            **head,
            "suites": [_suite(folder, head, suite) for suite in suites],
            "files": entries,
            "coverage": coverage.as_json(),
        }
        _put(folder, MANIFEST, _readable(manifest))
    return manifest


def _suite(folder: Path, head: Data, suite: VectorSuite) -> Data:
    found = []
    for name, entries in sorted(suite.files.items()):
        placed = _put(folder, f"{suite.id}/{name}.json", document(suite, head["game"], entries))
        found.append({**placed, "file": f"{name}.json", "entries": len(entries)})
    ways: dict[str, int] = {}
    for entry in suite.entries:
        ways[entry["found"]] = ways.get(entry["found"], 0) + 1
    manifest = {
        **head,
        "suite": suite.id,
        "kind": suite.kind,
        "about": suite.about,
        "entries": len(suite.entries),
        "found": dict(sorted(ways.items())),
        "files": found,
    }
    placed = _put(folder, f"{suite.id}/{MANIFEST}", _readable(manifest))
    return {**placed, "id": suite.id, "kind": suite.kind, "about": suite.about, "entries": len(suite.entries)}


def _readable(data: Data) -> str:
    return json.dumps(data, indent=1, sort_keys=True, ensure_ascii=True) + "\n"


def _put(folder: Path, name: str, text: str) -> Data:
    """Write a file with line feeds, and say how to know it again."""
    path, content = folder / name, text.encode("utf-8")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return {"file": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
