"""Pieces of pages that docutils does not have: formulas, pictures, text that unfolds, page breaks.

Each is a node that says what it is; how it looks is up to the builder. Here stands how it looks in HTML, and, for every
builder that has no words of its own for it, the plain notation and the captions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import count
from typing import Any, TypeAlias

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.rulebook.parts import Picture
from archipel.spec.logic import notation
from archipel.spec.logic.terms import Term

Cell: TypeAlias = list[nodes.Node]
Visitor: TypeAlias = Callable[[Any, Any], None]


# The nodes


class Formulas(nodes.General, nodes.Element):
    """Formulas with labels. ``lines`` is a list of dictionaries with ``label``, ``mathml``, ``plain`` and ``typst``."""


class PictureNode(nodes.General, nodes.Element):
    """A drawing: ``svg`` is the drawing itself, the children are the paragraphs of its caption."""


class PictureRow(nodes.General, nodes.Element):
    """Pictures that belong together: side by side, or one after the other like a comic strip."""


class Fold(nodes.General, nodes.Element):
    """What not everybody wants to read at once: ``title`` is always shown, the children when it is unfolded."""


class PageBreak(nodes.General, nodes.Element):
    """In print, what follows begins a new page."""


# Making them


def text(words: str) -> Cell:
    return [nodes.Text(words)]


def code(words: str) -> Cell:
    return [nodes.literal(text=words)]


def paragraph(*children: nodes.Node, classes: Sequence[str] = ()) -> nodes.paragraph:
    """A paragraph in the language of the edition already: nobody has to translate it."""
    return nodes.paragraph("", "", *children, classes=list(classes), translatable=False)


def listed(items: Iterable[nodes.Node], between: str = ", ") -> Cell:
    """Items with commas between them."""
    cell: Cell = []
    for item in items:
        cell += [nodes.Text(between), item] if cell else [item]
    return cell


def bullets(items: Iterable[Cell]) -> nodes.bullet_list:
    return nodes.bullet_list("", *(nodes.list_item("", paragraph(*item)) for item in items))


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]], classes: Sequence[str] = ()) -> nodes.table:
    group = nodes.tgroup("", *[nodes.colspec(colwidth=1) for _ in heads], cols=len(heads))
    group += nodes.thead("", _row([text(head) for head in heads]))
    group += nodes.tbody("", *[_row(row) for row in rows])
    return nodes.table("", group, classes=["archipel", *classes])


def _row(cells: Sequence[Cell]) -> nodes.row:
    row = nodes.row("")
    for cell in cells:
        in_blocks = any(isinstance(node, nodes.paragraph | nodes.bullet_list) for node in cell)
        row += nodes.entry("", *(cell if in_blocks else [paragraph(*cell)]))
    return row


def formula_line(label: str, mathml: str, plain: str, typst: str) -> dict[str, str]:
    return {"label": label, "mathml": mathml, "plain": plain, "typst": typst}


def formulas(lines: Sequence[dict[str, str]]) -> Formulas:
    return Formulas("", lines=list(lines))


def typst_of(term: Term) -> str:
    """A term in Typst's notation for mathematics; quoted plain notation while there is no printer for it."""
    printer: Callable[[Term], str] | None = getattr(notation, "typst", None)
    return printer(term) if printer is not None else f'"{notation.text(term)}"'


def picture(drawn: Picture) -> PictureNode:
    return PictureNode("", *([paragraph(*text(drawn.caption))] if drawn.caption else []), svg=drawn.svg)


def pictures(drawn: Sequence[Picture]) -> list[nodes.Node]:
    """Several pictures in a row; of none, nothing."""
    if not drawn:
        return []
    return [picture(drawn[0])] if len(drawn) == 1 else [PictureRow("", *map(picture, drawn))]


def fold(title: str, *content: nodes.Node) -> Fold:
    return Fold("", *content, title=title)


# In HTML


def _html_formulas(writer: Any, node: Formulas) -> None:
    parts = "".join(
        f'<div class="part"><div class="nature">{escape(line["label"])}</div>'
        f'<div class="formula" tabindex="0">{line["mathml"]}</div></div>'
        for line in node["lines"]
    )
    writer.body.append(f'<div class="formal">{parts}</div>\n')
    raise nodes.SkipNode


def _html_picture(writer: Any, node: PictureNode) -> None:
    seen: set[str] = writer.__dict__.setdefault("archipel_ids", set())
    writer.body.append(writer.starttag(node, "figure", CLASS="drawing"))
    writer.body.append(f"{with_own_ids(node['svg'], seen)}\n")
    writer.body.append("<figcaption>" if node.children else "")


def _html_picture_end(writer: Any, node: PictureNode) -> None:
    writer.body.append("</figcaption></figure>\n" if node.children else "</figure>\n")


def with_own_ids(svg: str, seen: set[str]) -> str:
    """A drawing whose ids no drawing before it on the page has; two of the same have the same ones."""
    ids = re.findall(r'\bid="([^"]+)"', svg)
    for id in ids:
        if id in seen:
            own = next(f"{id}-{number}" for number in count(2) if f"{id}-{number}" not in seen)
            svg = re.sub(rf'(?<=["# ]){re.escape(id)}(?=[") ])', own, svg)
            seen.add(own)
    seen.update(ids)
    return svg


def _html_row(writer: Any, node: PictureRow) -> None:
    writer.body.append(f'<div class="drawings" data-count="{len(node.children)}">\n')


def _html_row_end(writer: Any, _: PictureRow) -> None:
    writer.body.append("</div>\n")


def _html_fold(writer: Any, node: Fold) -> None:
    writer.body.append(f'<details class="fold">\n<summary>{escape(node["title"])}</summary>\n')


def _html_fold_end(writer: Any, _: Fold) -> None:
    writer.body.append("</details>\n")


def _html_break(writer: Any, _: PageBreak) -> None:
    writer.body.append('<div class="page-break"></div>\n')
    raise nodes.SkipNode


# Elsewhere


def _plain_formulas(writer: Any, node: Formulas) -> None:
    lines = "\n".join(f"{line['label']}: {line['plain']}" for line in node["lines"])
    nodes.literal_block(text=lines).walkabout(writer)
    raise nodes.SkipNode


def _plain_fold(writer: Any, node: Fold) -> None:
    paragraph(nodes.strong(text=node["title"])).walkabout(writer)


def _nothing(writer: Any, node: nodes.Element) -> None:
    """The children are enough."""


PIECES: Sequence[tuple[type[nodes.Element], tuple[Visitor, Visitor], tuple[Visitor, Visitor]]] = (
    (Formulas, (_html_formulas, _nothing), (_plain_formulas, _nothing)),
    (PictureNode, (_html_picture, _html_picture_end), (_nothing, _nothing)),
    (PictureRow, (_html_row, _html_row_end), (_nothing, _nothing)),
    (Fold, (_html_fold, _html_fold_end), (_plain_fold, _nothing)),
    (PageBreak, (_html_break, _nothing), (_nothing, _nothing)),
)
ELSEWHERE = ("latex", "text", "man", "texinfo")


def setup(app: Sphinx) -> None:
    for node, html, plain in PIECES:
        app.add_node(node, override=False, html=html, **dict.fromkeys(ELSEWHERE, plain))
