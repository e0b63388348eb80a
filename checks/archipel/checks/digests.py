"""One number for a set of things, whatever order they were found in. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from archipel.reference.strict_json import canonical


def digest(values: Iterable[object]) -> str:
    """Equal for equal sets of values: the SHA-256 of the sorted SHA-256 of each different one's canonical text."""
    each = {sha256(canonical(value).encode("ascii")).digest() for value in values}
    return sha256(b"".join(sorted(each))).hexdigest()
