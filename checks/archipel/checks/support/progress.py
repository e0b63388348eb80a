"""A progress display for whatever takes a while; nothing at all when standard error is not a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(total: int | None, what: str) -> Iterator[Callable[..., None]]:
    """Something to call after each of ``total`` pieces of work, if one likes with what was just done.

    Without a total nobody knows how many there are. Several pieces at once are told with ``by``.
    """
    if not sys.stderr.isatty():
        yield lambda just="", by=1: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    counted = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*counted, TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        def advance(just: str = "", by: int = 1) -> None:
            bar.update(task, advance=by, description=just)

        yield advance
