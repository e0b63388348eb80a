"""Rules for pictures, formulas and the other pieces that rulebooks are made of."""

from __future__ import annotations

from docutils import nodes

from archipel.checks.rulebook.extension.pieces import Fold, Formulas, PageBreak, PictureNode, PictureRow
from archipel.checks.rulebook.typst import pictures
from archipel.checks.rulebook.typst.escaping import string
from archipel.checks.rulebook.typst.writer import TypstWriter, array, block, call, rule


@rule(nodes.image)
def image(_: TypstWriter, node: nodes.image) -> str:
    return call("figure-image", file=string(node["uri"]), alt=string(node.get("alt", "")))


@rule(nodes.figure)
def figure(writer: TypstWriter, node: nodes.figure) -> str:
    return block("figure-block", writer.inside(node))


@rule(nodes.legend)
def legend(writer: TypstWriter, node: nodes.legend) -> str:
    return writer.inside(node)


def _picture(writer: TypstWriter, node: PictureNode) -> str:
    svg = pictures.for_print(node["svg"])
    name = pictures.file_name(svg)
    writer.drawings[name] = svg
    width, height = pictures.size(svg)
    return call(
        "picture",
        writer.anchor(node) + writer.inside(node).strip(),
        file=string(name),
        alt=string(pictures.in_words(svg)),
        size=f"({width:g}, {height:g})",
    ).removeprefix("#").removesuffix(";")


@rule(PictureNode)
def picture(writer: TypstWriter, node: PictureNode) -> str:
    return f"\n\n#{_picture(writer, node)};\n\n"


@rule(PictureRow)
def picture_row(writer: TypstWriter, node: PictureRow) -> str:
    shown = [child for child in node.children if isinstance(child, PictureNode)]
    widths = array(f"{pictures.size(child['svg'])[0]:g}" for child in shown)
    drawn = ", ".join(_picture(writer, child) for child in shown)
    return f"\n\n#picture-row(widths: {widths}, {drawn});\n\n"


@rule(Formulas)
def formulas(writer: TypstWriter, node: Formulas) -> str:
    """Labels with formulas; the plain notation is what is read aloud."""
    lines = [f"(label: [{writer.words(line['label'])}], {_equation(line)})" for line in node["lines"]]
    return f"\n\n#formulas{array(lines)};\n\n"


def _equation(line: dict[str, str]) -> str:
    return f"formula: math.equation(alt: {string(line['plain'])}, ${line['typst']}$.body)"


@rule(Fold)
def fold(writer: TypstWriter, node: Fold) -> str:
    return block("fold", writer.words(node["title"]), writer.inside(node))


@rule(PageBreak)
def page_break(_: TypstWriter, __: PageBreak) -> str:
    return block("pagebreak", weak="true")
