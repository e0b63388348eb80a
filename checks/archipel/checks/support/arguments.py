"""Arguments that many commands share, and what becomes of bad ones (*command-line parsing*).

Exit codes: 0 the answer is yes, 1 the answer is no, 2 the input was bad (one line on standard error).
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

from archipel.reference.strict_json import BadInput

if TYPE_CHECKING:
    from archipel.checks.support.parallel import Workers


class OneLineParser(argparse.ArgumentParser):
    """Bad arguments get one line and exit code 2."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} (see {self.prog} --help)")


def guarded(run: Callable[[list[str]], int], argv: Sequence[str] | None = None) -> int:
    """Run something with what stands on the command line: whatever goes wrong gets one line and an exit code."""
    _prepare_streams()
    try:
        return run(list(sys.argv[1:] if argv is None else argv))
    except BadInput as error:
        complain(str(error))
        return 2
    except KeyboardInterrupt as error:
        complain("stopped")
        return 128 + int(getattr(error, "number", 2))
    except BrokenPipeError:
        _abandon_output()
        return 0
    except OSError as error:
        complain(f"cannot read or write{f' {error.filename}' if error.filename else ''}: {error.strerror or error}")
        _abandon_output()
        return 2


def _prepare_streams() -> None:
    """A closed stream is an empty one, and a letter the terminal does not know is spelled out."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        if isinstance(stream := getattr(sys, name), io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def complain(message: str) -> None:
    print(f"archipel: {message}", file=sys.stderr)


@contextmanager
def said_last() -> Iterator[None]:
    """What is written when the exit code is known: it stands even if nobody reads any more (a closed pipe)."""
    try:
        yield
    except BrokenPipeError:
        _abandon_output()


def _abandon_output() -> None:
    """Whoever read the output has gone; nothing more is written, and nothing complains on the way out."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def add_language(parser: argparse.ArgumentParser, default: str = "en") -> None:
    parser.add_argument("--lang", choices=("en", "fr"), default=default, help="language of the answer (default: en)")


def add_json(parser: argparse.ArgumentParser, default: bool | str = False) -> None:
    help = "one JSON document on standard output, for programs"
    parser.add_argument("--json", action="store_true", default=default, help=help)


def add_variant(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    help = "by the rules of this variant file (see archipel what-if --save)"
    parser.add_argument("--variant", metavar="FILE", default=default, help=help)


def add_workers(parser: argparse.ArgumentParser, on: bool = True) -> None:
    """Who does the work: processes of this machine or, if the command can, a cluster."""
    either = parser.add_mutually_exclusive_group()
    help = "processes (default: all cores)"
    either.add_argument("-j", "--jobs", type=positive, metavar="N", help=help)
    if on:
        help = "the workers of a Dask scheduler instead, such as tcp://host:8786"
        either.add_argument("--on", metavar="ADDRESS", help=help)


def workers_of(arguments: argparse.Namespace) -> Workers:
    """The workers that the arguments name."""
    from archipel.checks.support.parallel import Workers

    return Workers(arguments.jobs or os.cpu_count() or 1, getattr(arguments, "on", None))


def whole(text: str) -> int:
    """A whole number as people write it: digits, perhaps a minus."""
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) < 16):
        raise argparse.ArgumentTypeError(f"expected a whole number, found {text!r}")
    return int(text)


def positive(text: str) -> int:
    """A whole number of at least 1."""
    if (number := whole(text)) < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, found {number}")
    return number
