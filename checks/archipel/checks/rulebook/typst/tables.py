"""Rules for tables. Their heads are repeated on every page they reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docutils import nodes

from archipel.checks.rulebook.typst.writer import TypstWriter, array, classes_of, rule

LETTERS_ON_A_LINE = 90
PADDING = 4
"""Room beside the words of a cell, in letters."""


@rule(nodes.table)
def table(writer: TypstWriter, node: nodes.table) -> str:
    titles = "".join(writer.inside(child) for child in node.children if isinstance(child, nodes.title))
    groups = "".join(writer.write(child) for child in node.children if isinstance(child, nodes.tgroup))
    caption = f"#caption-line[{titles}];\n" if titles else ""
    return f"\n\n{caption}#data-table(classes: {classes_of(node)}, {groups});\n\n"


@rule(nodes.tgroup)
def group(writer: TypstWriter, node: nodes.tgroup) -> str:
    heads = [child for child in node.children if isinstance(child, nodes.thead)]
    bodies = [child for child in node.children if isinstance(child, nodes.tbody)]
    head, body = ("".join(map(writer.inside, parts)) for parts in (heads, bodies))
    return f"columns: {array(_columns(node))}, head: ({head}), {body}"


def _columns(node: nodes.tgroup) -> list[str]:
    """How wide columns are: as the page says; if it says nothing, as their words need, and no wider than the paper."""
    widths = [column["colwidth"] for column in node.findall(nodes.colspec)]
    if len(set(widths)) > 1 or any(_spans(cell) for cell in node.findall(nodes.entry)):
        return [f"{width}fr" for width in widths]
    columns = [[cell.astext() for cell in column] for column in _cells_by_column(node)]
    if sum(max(map(len, cells)) for cells in columns) <= LETTERS_ON_A_LINE:
        return ["auto"] * len(columns)
    return [f"{_need(cells)}fr" for cells in columns]


def _cells_by_column(node: nodes.tgroup) -> Iterator[tuple[nodes.entry, ...]]:
    rows = [list(row.findall(nodes.entry)) for row in node.findall(nodes.row)]
    return zip(*rows, strict=True)


def _need(cells: Sequence[str]) -> int:
    """The longest word must fit; beyond that, room goes where much is said."""
    longest = max(len(word) for cell in cells for word in cell.split() or [""])
    return longest + sum(map(len, cells)) // (4 * len(cells)) + PADDING


@rule(nodes.row)
def row(writer: TypstWriter, node: nodes.row) -> str:
    return writer.inside(node)


@rule(nodes.entry)
def entry(writer: TypstWriter, node: nodes.entry) -> str:
    """A cell, followed by a comma."""
    across, down = node.get("morecols", 0) + 1, node.get("morerows", 0) + 1
    span = f"(colspan: {across}, rowspan: {down})" if _spans(node) else ""
    return f"table.cell{span}[{writer.inside(node).strip()}], "


def _spans(node: nodes.entry) -> bool:
    return "morecols" in node or "morerows" in node
