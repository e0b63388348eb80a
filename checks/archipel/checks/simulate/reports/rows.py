"""A table with one row for each game, as CSV or Parquet: written as games come, complete or not there at all."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from archipel.checks.simulate.game import Cell
from archipel.checks.simulate.running import Keep, Row
from archipel.checks.support.files import check_writable, replacing_file
from archipel.reference.strict_json import BadInput, shown

GROUP = 10_000
"""Rows of a Parquet file that are kept together, and the most that are held."""

Columns = Sequence[tuple[str, type[Cell]]]


def check_table(name: str) -> None:
    """Refuse a table that could not be written, before any game is played for it."""
    if Path(name).suffix not in (".csv", ".parquet"):
        raise BadInput(f"--out: expected a file called .csv or .parquet, found {shown(name)}")
    if Path(name).suffix == ".parquet":
        _pyarrow()
    check_writable(name)


@contextmanager
def table(name: str, columns: Columns) -> Iterator[Keep]:
    """Something to give rows to."""
    with replacing_file(name) as path:
        writer = _parquet if Path(name).suffix == ".parquet" else _csv
        with writer(path, columns) as keep:
            yield keep


@contextmanager
def _csv(path: Path, columns: Columns) -> Iterator[Keep]:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([name for name, _ in columns])
        yield writer.writerows


@contextmanager
def _parquet(path: Path, columns: Columns) -> Iterator[Keep]:
    pyarrow, parquet = _pyarrow()
    kinds = {int: pyarrow.int64(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns])
    waiting: list[Row] = []
    with parquet.ParquetWriter(str(path), schema) as writer:

        def keep(rows: Sequence[Row]) -> None:
            waiting.extend(rows)
            while len(waiting) >= GROUP:
                writer.write_table(_arrow(pyarrow, schema, waiting[:GROUP]), row_group_size=GROUP)
                del waiting[:GROUP]

        yield keep
        if waiting:
            writer.write_table(_arrow(pyarrow, schema, waiting), row_group_size=GROUP)


def _arrow(pyarrow: ModuleType, schema: Any, rows: Sequence[Row]) -> Any:
    return pyarrow.Table.from_arrays([list(column) for column in zip(*rows, strict=True)], schema=schema)


def _pyarrow() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise BadInput("Parquet needs pyarrow, which is not installed: pip install 'archipel[tables]'") from None
    return pyarrow, parquet
