"""Rules for what stands between paragraphs."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import admonitionlabels

from archipel.checks.rulebook.extension.pieces import Fold, PictureNode, PictureRow
from archipel.checks.rulebook.typst.escaping import label, string
from archipel.checks.rulebook.typst.writer import TypstWriter, block, classes_of, rule

HIGHLIGHTED = ("console", "json", "python", "toml", "javascript")
"""Languages whose words are told apart by colour; a block in any other is plain."""
FRAMED = frozenset({"clause", "theorem"})
"""Classes of blocks that begin with a sentence in a frame."""
NOTED = "clause"
"""The class of those whose small print stands among the notes."""
SHEETS = ("quick-reference", "card-sheet")
"""Sections that fill pages of their own."""
QUESTION = "question"
"""Sections that are one question with its answers."""


def classed(node: nodes.Element, written: str) -> str:
    """A block that looks as its classes say."""
    return block("classed", written, classes=classes_of(node)) if node["classes"] else f"\n\n{written}\n\n"


@rule(nodes.document, nodes.compound, addnodes.compact_paragraph)
def whole(writer: TypstWriter, node: nodes.Element) -> str:
    return writer.inside(node)


@rule(addnodes.start_of_file)
def page(writer: TypstWriter, node: addnodes.start_of_file) -> str:
    with writer.on_page(node["docname"]):
        return writer.inside(node)


@rule(nodes.section)
def section(writer: TypstWriter, node: nodes.section) -> str:
    """A heading and what stands under it; one that only lists other pages is no chapter."""
    with writer.one_level_down() as level:
        title, rest = _title_and_rest(writer, node, is_chapter=level == 1)
        if {type(child) for child in node.children} == {nodes.title, nodes.compound}:
            return rest
        place = writer.label(node)
        heading = f"#heading(level: {level})[{title}]" + (f"#{label(place)}" if place else "")
        written = f"\n\n{heading};\n\n{rest}"
    own = [name for name in (*SHEETS, QUESTION) if name in node["classes"]]
    return block(own[0], written) if own else written


def _title_and_rest(writer: TypstWriter, node: nodes.Element, is_chapter: bool = False) -> tuple[str, str]:
    titles = [child for child in node.children if isinstance(child, nodes.title)]
    rest = [child for child in node.children if not isinstance(child, nodes.title)]
    title = "".join(map(writer.inside, titles))
    if is_chapter:
        writer.chapter = title
    return title, "".join(map(writer.write, rest))


@rule(nodes.paragraph)
def paragraph(writer: TypstWriter, node: nodes.paragraph) -> str:
    """Words; the few between a heading and a picture or a frame stay with both."""
    written = classed(node, writer.anchor(node) + writer.inside(node).strip())
    return block("leading-in", written) if _leads_in(node) else written


def _leads_in(node: nodes.paragraph) -> bool:
    if not isinstance(node.parent, nodes.section):
        return False
    siblings = node.parent.children
    before, after = siblings[: siblings.index(node)], siblings[siblings.index(node) + 1 :]
    return all(isinstance(one, nodes.title) for one in before) and bool(after) and _is_one_piece(after[0])


def _is_one_piece(node: nodes.Node) -> bool:
    is_framed = isinstance(node, nodes.container) and not FRAMED.isdisjoint(node["classes"])
    return is_framed or isinstance(node, PictureNode | PictureRow)


@rule(nodes.container)
def container(writer: TypstWriter, node: nodes.container) -> str:
    """A block; of one that ends in what can be folded, only that is small print, the rest is framed.

    The small print of clauses would bury the rules: it stands at the end of the book.
    """
    if FRAMED.isdisjoint(node["classes"]):
        return classed(node, writer.anchor(node) + writer.inside(node))
    with writer.in_reach_of(node):
        framed = "".join(writer.write(child) for child in node.children if not isinstance(child, Fold))
        folded = "".join(writer.inside(child) for child in node.children if isinstance(child, Fold))
    options = {"classes": classes_of(node)}
    if NOTED in node["classes"] and folded:
        name = string(f"{writer.page}#{node['ids'][0]}")
        writer.notes.setdefault(writer.chapter, []).append(block("note", framed, folded, name=name))
        folded, options["name"] = "", name
    return block("framed", writer.anchor(node) + framed, folded, **options)


def notes(writer: TypstWriter) -> str:
    """The chapter of the small print, in the order of the book."""
    if not writer.notes:
        return ""
    chapters = [f"#heading(level: 2)[{title}];{''.join(found)}" for title, found in writer.notes.items()]
    return block("notes", "".join(chapters))


@rule(nodes.rubric)
def rubric(writer: TypstWriter, node: nodes.rubric) -> str:
    return block("rubric", writer.inside(node))


@rule(nodes.caption)
def caption(writer: TypstWriter, node: nodes.caption) -> str:
    return block("caption-line", writer.inside(node))


@rule(nodes.transition)
def transition(_: TypstWriter, node: nodes.transition) -> str:
    """A line between parts; notes, which stand at the foot of their pages, need none before them."""
    return "" if "footnotes" in node["classes"] else block("transition")


@rule(nodes.block_quote)
def block_quote(writer: TypstWriter, node: nodes.block_quote) -> str:
    return block("quotation", writer.inside(node))


@rule(nodes.attribution)
def attribution(writer: TypstWriter, node: nodes.attribution) -> str:
    return f"\n\n— {writer.inside(node)}\n\n"


@rule(nodes.literal_block, nodes.doctest_block)
def literal_block(writer: TypstWriter, node: nodes.Element) -> str:
    language = node.get("language", "")
    highlighted = f", lang: {string(language)}" if language in HIGHLIGHTED else ""
    return f"\n\n#raw({string(node.astext())}, block: true{highlighted});\n\n"


@rule(nodes.line_block)
def line_block(writer: TypstWriter, node: nodes.line_block) -> str:
    return "\n\n" + " \\\n".join(writer.write(child).strip() for child in node.children) + "\n\n"


@rule(nodes.line)
def line(writer: TypstWriter, node: nodes.line) -> str:
    return writer.inside(node)


# Lists


def _items(writer: TypstWriter, items: Sequence[nodes.Node]) -> list[str]:
    return [writer.inside(item).strip() for item in items if isinstance(item, nodes.Element)]


def _tight(node: nodes.Element) -> str:
    """A list whose items are single paragraphs has no space between them."""
    return "true" if all(len(item.children) == 1 for item in node.findall(nodes.list_item)) else "false"


@rule(nodes.bullet_list)
def bullet_list(writer: TypstWriter, node: nodes.bullet_list) -> str:
    return block("list", *_items(writer, node.children), tight=_tight(node))


@rule(nodes.enumerated_list)
def enumerated_list(writer: TypstWriter, node: nodes.enumerated_list) -> str:
    return block("enum", *_items(writer, node.children), tight=_tight(node), start=str(node.get("start", 1)))


@rule(nodes.definition_list)
def definition_list(writer: TypstWriter, node: nodes.definition_list) -> str:
    return "".join(map(writer.write, node.children))


@rule(nodes.definition_list_item)
def definition_list_item(writer: TypstWriter, node: nodes.definition_list_item) -> str:
    terms = [child for child in node.children if not isinstance(child, nodes.definition)]
    meanings = [child for child in node.children if isinstance(child, nodes.definition)]
    term = ", ".join(writer.write(child).strip() for child in terms)
    return block("defined", term, "".join(map(writer.inside, meanings)))


@rule(nodes.term, nodes.classifier)
def term(writer: TypstWriter, node: nodes.Element) -> str:
    return writer.inside(node)


@rule(nodes.field_list)
def field_list(writer: TypstWriter, node: nodes.field_list) -> str:
    return "".join(map(writer.write, node.children))


@rule(nodes.field)
def field(writer: TypstWriter, node: nodes.field) -> str:
    return block("defined", *map(writer.write, node.children))


@rule(nodes.field_name, nodes.field_body)
def field_part(writer: TypstWriter, node: nodes.Element) -> str:
    return writer.inside(node)


# Boxes


@rule(nodes.Admonition)
def admonition(writer: TypstWriter, node: nodes.Element) -> str:
    """A box with a title: its own, or the usual one of its kind."""
    title, rest = _title_and_rest(writer, node)
    usual = admonitionlabels.get(type(node).__name__, "")
    return block("admonition", title or writer.words(str(usual)), writer.anchor(node) + rest)


@rule(nodes.topic, nodes.sidebar)
def topic(writer: TypstWriter, node: nodes.Element) -> str:
    return admonition(writer, node)
