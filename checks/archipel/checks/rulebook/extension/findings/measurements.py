"""What ``archipel bench`` measured, as tables: for the page about benchmarks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.pieces import code, paragraph, table, text
from archipel.checks.simulate.benchmarks.reporting import growth_cells

Row = Mapping[str, Any]
MACHINE = "machine"
SCALED = ("jobs", "times", "possible", "cost")


class MeasurementsDirective(BookDirective):
    """One part of a report that ``make bench`` keeps, or the machine it is of: the report's file, then which part."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        name, part = self.arguments
        if part not in (MACHINE, *TABLES):
            raise self.error(f"{part}: expected {MACHINE} or {' or '.join(TABLES)}")
        file = Path(self.env.srcdir) / name
        self.env.note_dependency(str(file))
        if not file.exists():
            return [paragraph(*text("There is no report yet: make bench writes one."))]
        report: Row = json.loads(file.read_text(encoding="utf-8"))
        if part == MACHINE:
            return [paragraph(*text(_machine(report)))]
        return [*TABLES[part](report[part]), paragraph(*text(f"Method: {report['method'][part]}."))]


def _machine(report: Row) -> str:
    machine, engines = report["machine"], " and ".join(report["engines"])
    return (
        f"Archipel {report['archipel']}; {machine['processor']}, {machine['cores']} cores; {machine['python']} "
        f"({machine['compiler']}); engines: {engines}."
    )


def _playouts(rows: Sequence[Row]) -> Iterator[nodes.Node]:
    engines = list(rows[0]["engines"])
    copies = [f"copies for a decision, {name}" for name in engines]
    heads = ("players", "decisions in a game", *copies, "compiled : pure")
    yield table(heads, [_playout(row, engines) for row in rows])


def _playout(row: Row, engines: Sequence[str]) -> tuple[list[nodes.Node], ...]:
    copies = [f"{row['engines'][name]['copies_per_decision']:.2f}" for name in engines]
    figures = [str(row["players"]), f"{row['decisions_per_playout']:.0f}", *copies, str(row.get("ratio", "not built"))]
    return tuple(text(figure) for figure in figures)


def _growth(rows: Sequence[Row]) -> Iterator[nodes.Node]:
    cells = [
        (
            code(row["what"]),
            text(row["grows_with"]),
            text("; ".join(growth_cells(row))),
            text(", ".join(row["units"])),
            text(row["verdict"]),
        )
        for row in rows
    ]
    yield table(("what", "with", "size: growth (allowed)", "counted", "verdict"), cells)
    reasons: dict[str, list[str]] = {}
    for row in rows:
        reasons.setdefault(row["because"], []).append(f"{row['what']}, {row['grows_with']}")
    items = [nodes.list_item("", paragraph(*text(f"{'; '.join(who)}: {why}."))) for why, who in reasons.items()]
    yield nodes.bullet_list("", *items)


def _scaling(rows: Sequence[Row]) -> Iterator[nodes.Node]:
    cells = [(code(row["what"]), *(text(str(row[name])) for name in SCALED)) for row in rows]
    yield table(("command", "-j", "times the work in the same time", "possible", "times the processor time"), cells)


def _startup(rows: Sequence[Row]) -> Iterator[nodes.Node]:
    cells = [(code(row["command"]), text(str(row["times_bare"])), text(str(row["times_library"]))) for row in rows]
    yield table(("command", "times python -c pass", "times Python with argparse and json"), cells)


TABLES: Mapping[str, Callable[[Sequence[Row]], Iterator[nodes.Node]]] = {
    "playouts": _playouts,
    "growth": _growth,
    "scaling": _scaling,
    "startup": _startup,
}


def setup(app: Sphinx) -> None:
    app.add_directive("measurements", MeasurementsDirective)
