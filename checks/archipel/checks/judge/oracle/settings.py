"""The limits as they stand on a command line."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import fields
from typing import TypeVar

from archipel.checks.judge.oracle.limits import Limits, Shares
from archipel.checks.support.arguments import whole
from archipel.reference.strict_json import BadInput

Kind = TypeVar("Kind", Limits, Shares)

HELP = {
    "bytes": "the longest message",
    "batch": "the most members of a batch",
    "sessions": "the most sessions at once",
    "depth": "the deepest count",
    "positions": "the most positions held while counting",
    "seconds": "the longest count or batch",
}
SHARES_HELP = {
    "client_sessions": "the most sessions of one client: an address together with an owner; also of all owners "
    "that were met over one connection only",
    "address_sessions": "the most sessions begun from one address, whatever owners it gives",
    "idle_seconds": "sessions that nobody uses for so long are closed",
    "busy_seconds": "sessions used within so many seconds never give way to those of others",
    "connections": "the most connections at once; those waited for make room for new ones",
    "address_connections": "the most connections from one address",
    "header_seconds": "how long a connection may take to say what it wants",
    "write_seconds": "how long a connection may take to take an answer, or 64 KiB more of a longer one",
    "counters": "the most processes that count at once, one for each client",
}
GREATEST = 1_000_000_000


def add_limits(parser: argparse.ArgumentParser) -> None:
    _add(parser, Limits, HELP)


def limits_in(arguments: argparse.Namespace) -> Limits:
    return _given(arguments, Limits)


def add_shares(parser: argparse.ArgumentParser) -> None:
    """What each of several clients may have."""
    _add(parser, Shares, SHARES_HELP)


def shares_in(arguments: argparse.Namespace) -> Shares:
    return _given(arguments, Shares)


def _add(parser: argparse.ArgumentParser, kind: type[Limits | Shares], helps: Mapping[str, str]) -> None:
    for limit in fields(kind):
        read = float if isinstance(limit.default, float) else whole
        help = f"{helps[limit.name]} (default: %(default)s)"
        parser.add_argument(_option(limit.name), type=read, default=limit.default, metavar="N", help=help)


def _given(arguments: argparse.Namespace, kind: type[Kind]) -> Kind:
    given = {limit.name: getattr(arguments, limit.name) for limit in fields(kind)}
    for name, value in given.items():
        if not 0 < value <= GREATEST:
            raise BadInput(f"{_option(name)}: expected more than 0 and at most {GREATEST}")
    return kind(**given)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
