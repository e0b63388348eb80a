"""Files that people name on the command line: read with care, and written completely or not at all."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from archipel.reference.strict_json import MAX_BYTES, BadInput, shown


def read_input(name: str, most: int = MAX_BYTES) -> bytes:
    """All of a file, or of standard input for ``-``; refuses what cannot be read or is far too large."""
    try:
        if name == "-":
            source = sys.stdin.buffer.read(most + 1)
        else:
            with Path(name).open("rb") as file:
                source = file.read(most + 1)
    except OSError as error:
        raise BadInput(f"{shown(name)}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{shown(name)}: not the name of a file") from None
    if len(source) > most:
        raise BadInput(f"{shown(name)}: too large: more than {most} bytes")
    return source


@contextmanager
def said_of(what: str) -> Iterator[None]:
    """Whatever is wrong with what is read here, say of what."""
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{what}: {error}") from None


def check_writable(name: str) -> None:
    """Refuse a file that cannot be written, before any work is done for it."""
    problem = _obstacle(name)
    if problem is not None:
        raise BadInput(f"{shown(name)}: cannot be written: {problem}")


def _obstacle(name: str) -> str | None:
    if "\0" in name:
        return "not the name of a file"
    try:
        path = Path(name)
        if not name or (path.exists() and not stat.S_ISREG(path.stat().st_mode)):
            return "not a regular file"
        if not path.parent.is_dir():
            return "no such folder"
        return None if os.access(path.parent, os.W_OK) else "the folder is closed"
    except OSError as error:
        return error.strerror


def write_whole(name: str, content: str) -> None:
    """Write a file so that it is either there completely or not at all."""
    check_writable(name)
    try:
        with replacing_file(name) as path:
            path.write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadInput(f"{shown(name)}: cannot be written: {error.strerror}") from None


@contextmanager
def replacing_file(name: str) -> Iterator[Path]:
    """An empty file beside the named one that takes its place at the end, or vanishes if it does not come to that."""
    path = Path(name)
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
        os.close(handle)
        yield Path(temporary)
        Path(temporary).chmod(_usual_mode(path))
        Path(temporary).replace(path)
        temporary = None
    finally:
        if temporary is not None:
            with suppress(OSError):
                Path(temporary).unlink()


def _usual_mode(path: Path) -> int:
    """What a file written in the ordinary way would be allowed."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def folder_to_write(option: str, name: str, is_ours: Callable[[Path], bool], holding: str) -> Path:
    """A folder that may be replaced as a whole, refused before any work is done for it if it may not: new, empty, or
    holding what was written here before."""
    if not name or "\0" in name:
        raise BadInput(f"{option}: {shown(name)} is not the name of a folder")
    target = Path(os.path.abspath(name))  # noqa: PTH100
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise BadInput(f"{option}: {shown(name)} is not a folder")
    if target.is_dir() and any(target.iterdir()) and not is_ours(target):
        raise BadInput(f"{option}: {shown(name)} is not empty and holds no {holding}")
    above = next(folder for folder in target.parents if folder.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise BadInput(f"{option}: {shown(name)} cannot be written")
    return target


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A folder beside the target that takes its place at the end, or vanishes if it does not come to that."""
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        new, old = aside / "new", aside / "old"
        new.mkdir()
        yield new
        if target.exists():
            target.rename(old)
        new.rename(target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
