"""One number for a set of things, whatever order they were found in. Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from archipel.reference.strict_json import canonical


def digest(values: Iterable[object]) -> str:
    """Equal for equal sets of values: the SHA-256 of the sorted SHA-256 of each different one's canonical text."""
    return joined(map(digest_of, values))


def digest_of(value: object) -> bytes:
    """The SHA-256 of one value's canonical text."""
    return sha256(canonical(value).encode("ascii")).digest()


def joined(each: Iterable[bytes]) -> str:
    """The digest of a set of values of which these are the digests."""
    return sha256(b"".join(sorted(set(each)))).hexdigest()
