"""What was found out before, so that nothing unchanged is found out twice.

A result is kept under a key made from everything it depends on: what the clauses say, the numbers, the prover's version
and the code that asked. Nothing is ever looked up by name alone, so a stale result cannot be found. A situation that
was found, and what is told of it, depend on much more code than whether there is one: it is found anew if any code is
another. Only results that settle something are kept: when time ran out, the next run tries again.

What is kept of a proof is that the claim follows from what it rests on; whether that is proved is found out anew in
every run. Each entry has a checksum of the key and of everything it says, and must be about what was asked: one that
was changed, cut off or put in another's place is found out again. A checksum is no signature: whoever means to deceive
himself can compute one. ``archipel prove --fresh`` looks at no entry at all.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from archipel.checks.proofs.results import Check, Result, Status
from archipel.checks.support.versions import DISTRIBUTIONS, EVERYTHING, code_of, version_of
from archipel.spec.logic.fingerprint import digest


class Cache:
    """A folder of results; one that cannot be read or written is an empty one.

    With ``renew`` everything is found out again, and kept instead of what was found out before.
    """

    def __init__(self, folder: Path | None, renew: bool = False) -> None:
        self.folder = folder
        self.renew = renew

    def find(self, key: str) -> list[Result] | None:
        if self.folder is None or not key or self.renew:
            return None
        try:
            entry = json.loads(self._file(key).read_text(encoding="utf-8"))
            rows = entry["results"]
            if entry["checksum"] != checksum(key, rows):
                return None
            if any("witness" in row and row.pop("shown_by", "") != code_of(*EVERYTHING) for row in rows):
                return None
            return [Result.from_json(row) for row in rows]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def keep(self, key: str, results: Sequence[Result]) -> None:
        if self.folder is None or not key or any(result.status is Status.UNDECIDED for result in results):
            return
        with suppress(OSError):
            rows = [_row(result) for result in results]
            _keep(self._file(key), json.dumps({"checksum": checksum(key, rows), "results": rows}))

    def known(self, check: Check) -> tuple[list[Result], Check | None]:
        """What was found out of a check before, and what is left of it."""
        kept = {item: self.find(key) for item, key in check.keys.items()}
        found = {item: rows for item, rows in kept.items() if rows is not None and _is_about(check, item, rows)}
        return [result for results in found.values() for result in results], check.without(set(found))

    def remember(self, check: Check, results: Sequence[Result]) -> None:
        """Keep what a check found out, each item under its key."""
        for item, key in check.keys.items():
            self.keep(key, [result for result in results if not item or result.item == item])

    def _file(self, key: str) -> Path:
        assert self.folder is not None
        return self.folder / key[:2] / f"{key[2:]}.json"


def checksum(key: str, rows: object) -> str:
    """A message digest of what is kept under a key: not that of anything else, or under any other key."""
    return digest([key, json.dumps(rows, sort_keys=True)])


def _is_about(check: Check, item: str, results: Sequence[Result]) -> bool:
    """Whether results are what a check would say of an item: for its players, by each of its provers."""
    if not check.itemised:
        return all(result.players == check.players for result in results)
    about = {(result.item, result.players) for result in results}
    provers = sorted(str(result.prover) for result in results)
    return about == {(item, check.players)} and (not check.provers or sorted(check.provers) == provers)


def _row(result: Result) -> dict[str, object]:
    row = result.as_json()
    return {**row, "shown_by": code_of(*EVERYTHING)} if "witness" in row else row


def kept_text(key: str, made: Callable[[], str]) -> str:
    """A text that takes long to make: made once for each key, which has to name everything the text depends on."""
    file = _folder("texts") / key[:2] / key[2:]
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        text = made()
    with suppress(OSError):
        _keep(file, text)
    return text


def _keep(file: Path, text: str) -> None:
    """Write a file that is there as a whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(text)
    Path(name).replace(file)


def default_folder() -> Path:
    return _folder("results")


def _folder(name: str) -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base, "archipel", name)


def key_of(check: Check, *packages: str) -> str:
    """A key for a check that depends on everything some packages say and on the provers."""
    provers = [version_of(prover) for prover in DISTRIBUTIONS]
    return digest([code_of(*packages), *provers, check.id, str(check.players), repr(check.arguments)])
