"""Recorded games in files of any length, one at a time.

A file is one record, or has one a line; or it is a log, in which a record without its moves is followed by a line for
each move and perhaps one for the result. It may be compressed (gzip). What cannot be read is told in its place, and the
rest is read all the same.
"""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path
from typing import BinaryIO, cast

from archipel.checks.support.bounded_lines import Readable, bounded_lines
from archipel.reference.strict_json import MAX_BYTES, BadInput, Field, parse

GZIP = b"\x1f\x8b"
SETUP = b'"setup"'
"""Stands on the line with which a game begins, and on no other."""
PORTION = 200_000
"""So many bytes are judged at a time, or as many more as a game needs."""


@dataclass(frozen=True)
class Problem:
    """What stands where a line should be."""

    told: str


Line = tuple[int, bytes | Problem]


@dataclass(frozen=True)
class Unit:
    """One recorded game as it stands in a file: its lines with their numbers; 0 is the file as a whole."""

    file: str
    lines: tuple[tuple[int, bytes], ...]
    problem: str = ""
    line: int = 0

    @property
    def is_log(self) -> bool:
        return len(self.lines) > 1

    def line_of_move(self, move: int) -> int:
        return self.lines[1 + move][0] if self.is_log else self.line

    def record(self) -> Field:
        """The record, put together if it is a log; refuses what is not one."""
        values = [self._parsed(number, line) for number, line in self.lines]
        if not self.is_log:
            found = values[0]
            is_header = isinstance(found, dict) and "setup" in found and "moves" not in found
            return Field({**found, "moves": []} if is_header and isinstance(found, dict) else found)
        header, *moves = values
        if not isinstance(header, dict):
            raise BadInput("expected the head of a record")
        last = moves[-1]
        result = moves.pop() if isinstance(last, dict) and last.keys() == {"result"} else {}
        return Field({**header, "moves": moves, **cast(dict[str, object], result)})

    def _parsed(self, number: int, line: bytes) -> object:
        try:
            return parse(line)
        except BadInput as error:
            raise BadInput(f"line {number}: {error}" if self.is_log else str(error)) from None


def units(file: str) -> Iterator[Unit]:
    """The games of a file, or of standard input for ``-``."""
    name = _name(file)
    try:
        with _opened(file) as stream:
            yield from _grouped(name, _lines(stream))
    except (OSError, ValueError) as error:
        yield _unreadable(name, error)


def _name(file: str) -> str:
    return "standard input" if file == "-" else ascii(file)[1:-1]


def _unreadable(name: str, error: OSError | ValueError) -> Unit:
    reason = error.strerror if isinstance(error, OSError) else "not the name of a file"
    return Unit(name, (), f"cannot be read: {reason or error}")


@contextmanager
def _opened(file: str) -> Iterator[Readable]:
    if file == "-":
        yield _inflated(cast(io.BufferedReader, sys.stdin.buffer))
        return
    with Path(file).open("rb") as stream:
        yield _inflated(stream)


def _inflated(stream: io.BufferedReader) -> Readable:
    """The stream, or what it is the compressed form of."""
    compressed = stream.peek(len(GZIP))[: len(GZIP)] == GZIP
    return gzip.GzipFile(fileobj=cast(BinaryIO, stream), mode="rb") if compressed else stream


# Portions


@dataclass(frozen=True)
class Stretch:
    """Some games of a long file, which is read where they are judged: where they begin, and how far they go."""

    file: str
    first: int
    size: int
    lines_before: int

    def __iter__(self) -> Iterator[Unit]:
        name = _name(self.file)
        try:
            with Path(self.file).open("rb") as stream:
                stream.seek(self.first)
                yield from _grouped(name, _numbered(Limited(stream, self.size), self.lines_before))
        except OSError as error:
            yield _unreadable(name, error)


def portions(files: Iterable[str], read_here: bool, about: int = PORTION) -> Iterator[Iterable[Unit]]:
    """The games of all files, some at a time; not read here, those of a long file are stretches of it."""
    for is_long, some in groupby(files, lambda file: not read_here and _is_long(file, about)):
        if is_long:
            yield from chain.from_iterable(stretches(file, about) for file in some)
        else:
            yield from chunks(chain.from_iterable(map(units, some)), about)


def _is_long(file: str, about: int) -> bool:
    """A file of more than one portion that has values one a line: neither compressed nor a single value."""
    try:
        if file == "-" or Path(file).stat().st_size <= about:
            return False
        with Path(file).open("rb") as stream:
            _, line = next(_numbered(stream), (0, b""))
    except (OSError, ValueError):
        return False
    return isinstance(line, bytes) and _is_whole(line)


def stretches(file: str, about: int) -> Iterator[Iterable[Unit]]:
    """The games of a file; what stands there is looked at only to tell where one begins."""
    first = lines_before = 0
    try:
        with Path(file).open("rb") as stream:
            for place, lines in _beginnings(stream, about):
                yield Stretch(file, first, place - first, lines_before)
                first, lines_before = place, lines
    except OSError as error:
        yield [_unreadable(_name(file), error)]


def _beginnings(stream: BinaryIO, about: int) -> Iterator[tuple[int, int]]:
    """Each time the first place after so many bytes at which a game begins, with the lines before it; then the end."""
    place = lines = 0
    piece = stream.read(about)
    while piece:
        begins = False
        while piece and not begins:
            place, lines = place + len(piece), lines + piece.count(b"\n")
            is_new_line = piece.endswith(b"\n")
            piece = stream.readline(about)
            begins = is_new_line and SETUP in piece
        yield place, lines
        piece += stream.read(about)


def chunks(all_units: Iterable[Unit], about: int) -> Iterator[list[Unit]]:
    """Games together, about so many bytes of them."""
    chunk: list[Unit] = []
    size = 0
    for unit in all_units:
        chunk.append(unit)
        size += sum(len(line) for _, line in unit.lines)
        if size >= about:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


# Lines


def _lines(stream: Readable) -> Iterator[Line]:
    """The lines that have something on them; a file of which the first is not a whole value may be one value itself."""
    lines = _numbered(stream)
    first = next(lines, None)
    if first is None:
        return
    number, line = first
    if not isinstance(line, bytes) or _is_whole(line):
        yield first
        yield from lines
        return
    rest, broken = _as_much_as_is_read(stream)
    if _is_whole(whole := line + b"\n" + rest):
        yield 0, whole
        return
    yield first
    yield from _numbered(Resumed(rest, io.BytesIO() if broken else stream), number)
    if broken:
        yield 0, broken


def _numbered(stream: Readable, before: int = 0) -> Iterator[Line]:
    number = before
    try:
        for number, line in enumerate(bounded_lines(stream, MAX_BYTES), start=before + 1):
            if line is None:
                yield number, Problem(f"more than {MAX_BYTES} bytes on a line")
            elif line.strip():
                yield number, line
    except (OSError, EOFError, zlib.error) as error:
        yield number + 1, Problem(f"cannot be read further: {error}")


def _as_much_as_is_read(stream: Readable) -> tuple[bytes, Problem | None]:
    """What follows, up to the size that a record may have; and what kept us from reading on, if something did."""
    found = bytearray()
    try:
        while len(found) <= MAX_BYTES and (line := stream.readline(MAX_BYTES)):
            found += line
    except (OSError, EOFError, zlib.error) as error:
        return bytes(found), Problem(f"cannot be read further: {error}")
    return bytes(found), None


class Limited:
    """A part of a stream, from where it stands."""

    def __init__(self, stream: Readable, size: int) -> None:
        self._stream = stream
        self._left = size

    def readline(self, size: int, /) -> bytes:
        line = self._stream.readline(min(size, self._left))
        if self._left and not line:
            raise EOFError("it has become shorter")
        self._left -= len(line)
        return line


class Resumed:
    """A stream of which some was read already."""

    def __init__(self, head: bytes, rest: Readable) -> None:
        self._head = io.BytesIO(head)
        self._rest = rest

    def readline(self, size: int, /) -> bytes:
        line = self._head.readline(size)
        if line.endswith(b"\n") or len(line) == size:
            return line
        return line + self._rest.readline(size - len(line))


def _is_whole(source: bytes) -> bool:
    try:
        parse(source)
    except BadInput:
        return False
    return True


# Games


def _grouped(name: str, lines: Iterable[Line]) -> Iterator[Unit]:
    """Each record by itself, each log with its moves; a line that belongs to nothing is a game of its own."""
    log = Log(name)
    for number, line in lines:
        if isinstance(line, Problem):
            yield from log.ended()
            yield Unit(name, (), line.told, number)
        elif SETUP in line:
            yield from log.ended()
            if b'"moves"' in line:
                yield Unit(name, ((number, line),), line=number)
            else:
                log.begin(number, line)
        elif not log.takes(number, line):
            yield Unit(name, ((number, line),), line=number)
    yield from log.ended()


class Log:
    """A game of which the moves stand on lines of their own; no more of it is held than a record may have."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lines: list[tuple[int, bytes]] = []
        self._size = 0

    def begin(self, number: int, line: bytes) -> None:
        self._lines, self._size = [(number, line)], len(line)

    def takes(self, number: int, line: bytes) -> bool:
        """Take a line, if a game is under way; what goes on beyond all measure is only counted."""
        if not self._lines:
            return False
        self._size += len(line)
        if self._size <= MAX_BYTES:
            self._lines.append((number, line))
        return True

    def ended(self) -> Iterator[Unit]:
        if self._lines:
            problem = f"more than {MAX_BYTES} bytes in one game" if self._size > MAX_BYTES else ""
            yield Unit(self._name, tuple(self._lines), problem, self._lines[0][0])
        self._lines = []
