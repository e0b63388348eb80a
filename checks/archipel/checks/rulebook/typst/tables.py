"""Rules for tables. Their heads are repeated on every page they reach."""

from __future__ import annotations

from docutils import nodes

from archipel.checks.rulebook.typst.writer import Writer, array, classes_of, rule


@rule(nodes.table)
def table(writer: Writer, node: nodes.table) -> str:
    titles = "".join(writer.inside(child) for child in node.children if isinstance(child, nodes.title))
    groups = "".join(writer.write(child) for child in node.children if isinstance(child, nodes.tgroup))
    caption = f"#caption-line[{titles}];\n" if titles else ""
    return f"\n\n{writer.anchor(node)}{caption}#data-table(classes: {classes_of(node)}, {groups});\n\n"


@rule(nodes.tgroup)
def group(writer: Writer, node: nodes.tgroup) -> str:
    widths = [column["colwidth"] for column in node.findall(nodes.colspec)]
    columns = ["auto"] * len(widths) if len(set(widths)) == 1 else [f"{width}fr" for width in widths]
    heads = [child for child in node.children if isinstance(child, nodes.thead)]
    bodies = [child for child in node.children if isinstance(child, nodes.tbody)]
    head, body = ("".join(map(writer.inside, parts)) for parts in (heads, bodies))
    return f"columns: {array(columns)}, head: ({head}), {body}"


@rule(nodes.row)
def row(writer: Writer, node: nodes.row) -> str:
    return writer.inside(node)


@rule(nodes.entry)
def entry(writer: Writer, node: nodes.entry) -> str:
    """A cell, followed by a comma."""
    across, down = node.get("morecols", 0) + 1, node.get("morerows", 0) + 1
    return f"table.cell(colspan: {across}, rowspan: {down})[{writer.inside(node).strip()}], "
