"""Lines of a stream that may be of any length: an overlong one is noticed and left out without being held."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol


class Readable(Protocol):
    """Something that gives lines, or the beginnings of long ones."""

    def readline(self, size: int, /) -> bytes: ...


def bounded_lines(stream: Readable, most: int) -> Iterator[bytes | None]:
    """Each line without its end, or None for one of more than ``most`` bytes."""
    while line := stream.readline(most + 1):
        content = line.removesuffix(b"\n")
        if len(line) <= most or line.endswith(b"\n"):
            yield content
            continue
        while (rest := stream.readline(1 << 16)) and not rest.endswith(b"\n"):
            pass
        yield None
