"""A corpus of given positions, from a file or a folder. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from archipel.checks.judge.conformance.games import Given
from archipel.checks.support.files import read_input
from archipel.reference.strict_json import BadInput, canonical, parse

LARGEST = 200_000_000
"""Bytes a file of positions may have."""


def positions_in(place: str) -> Iterator[Given]:
    """The positions in a file: one state a line, a list of states, or test vectors; or in all files of a folder.

    Each is there once.
    """
    folder = Path(place)
    files = sorted(map(str, folder.glob("**/*.json"))) if folder.is_dir() else [place]
    found = {canonical(state): state for file in files for state in _states(_documents(file))}
    if not found:
        raise BadInput(f"{place}: no positions in it")
    return map(Given, found.values())


def _documents(file: str) -> list[Any]:
    content = read_input(file, LARGEST)
    try:
        return [parse(content, LARGEST)]
    except BadInput:
        lines = content.splitlines()
    try:
        return [parse(line, LARGEST) for line in lines if line.strip()]
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None


def _states(documents: list[Any]) -> Iterator[Mapping[str, Any]]:
    """The states among documents; vectors have them in their entries."""
    for document in documents:
        if isinstance(document, list):
            yield from _states(document)
        elif isinstance(document, dict):
            yield from _in_object(document)


def _in_object(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if isinstance(document.get("entries"), list):
        yield from _states(document["entries"])
    elif isinstance(begin := document.get("begin"), dict) and isinstance(begin.get("state"), dict):
        yield begin["state"]
    elif "game" in document and "format" not in document and "setup" not in document:
        yield document
