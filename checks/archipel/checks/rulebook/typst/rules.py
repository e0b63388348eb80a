"""How each kind of node is written (*pretty printing*): words in a line, blocks, pictures and formulas, tables.

Heads of tables are repeated on every page they reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import admonitionlabels

from archipel.checks.rulebook.extension.pieces import Fold, Formulas, PageBreak, PictureNode, PictureRow
from archipel.checks.rulebook.typst import pictures
from archipel.checks.rulebook.typst.escaping import label, string
from archipel.checks.rulebook.typst.targets import PAGE
from archipel.checks.rulebook.typst.writer import Rule, TypstWriter, array, block, call, classes_of, rule

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
LETTERS_ON_A_LINE = 90
PADDING = 4
"""Room beside the words of a cell, in letters."""

# What is written as it is, or as one call

CALLS = {
    "emph": (nodes.emphasis, nodes.title_reference, addnodes.literal_emphasis),
    "strong": (nodes.strong, addnodes.literal_strong),
    "super": (nodes.superscript,),
    "sub": (nodes.subscript,),
}
BLOCKS = {
    "rubric": nodes.rubric,
    "caption-line": nodes.caption,
    "quotation": nodes.block_quote,
    "figure-block": nodes.figure,
}


@rule(nodes.document, nodes.compound, addnodes.compact_paragraph)
@rule(nodes.target, nodes.line, nodes.legend, nodes.row)
@rule(nodes.definition_list, nodes.term, nodes.classifier, nodes.field_list, nodes.field_name, nodes.field_body)
def inside(writer: TypstWriter, node: nodes.Element) -> str:
    return writer.inside(node)


def _around(call: Callable[..., str], function: str) -> Rule:
    return lambda writer, node: call(function, writer.inside(node))


for name, kinds in CALLS.items():
    rule(*kinds)(_around(call, name))
for name, kind in BLOCKS.items():
    rule(kind)(_around(block, name))


# Words in a line


@rule(nodes.Text)
def text(writer: TypstWriter, node: nodes.Text) -> str:
    return writer.words(node.astext())


@rule(nodes.inline, nodes.abbreviation, nodes.generated)
def inline(writer: TypstWriter, node: nodes.Element) -> str:
    written = writer.inside(node)
    return call("classed-words", written, classes=classes_of(node)) if node["classes"] else written


@rule(nodes.literal)
def literal(writer: TypstWriter, node: nodes.literal) -> str:
    return f"#raw({string(node.astext())});"


@rule(nodes.reference)
def reference(writer: TypstWriter, node: nodes.reference) -> str:
    """A link. For those who read on paper it says the page, or the address where it leads out of the book.

    Of a link to a page that is not printed the words remain, with a word about where that page is.
    """
    label = writer.targets.of_reference(node, writer.page)
    address = node.get("refuri", "")
    if label is not None:
        shown = "true" if writer.leads_out(label) else "false"
        return call("goto", writer.inside(node), to=string(label), page=shown)
    if address.startswith(PAGE):
        return call("on-screen", writer.inside(node))
    return call("outside", writer.inside(node), to=string(address), shown=string(node.astext()))


@rule(nodes.footnote_reference)
def footnote_reference(writer: TypstWriter, node: nodes.footnote_reference) -> str:
    """The note itself where it is first referred to; after that its mark again."""
    name = f"note:{node['refid']}"
    if name in writer.noted:
        return f"#footnote(label({string(name)}));"
    writer.noted.add(name)
    note = writer.footnotes[node["refid"]]
    body = "".join(writer.write(child) for child in note.children if not isinstance(child, nodes.label))
    return f"#footnote[{body.strip()}]#label({string(name)});"


@rule(
    addnodes.index,
    addnodes.tabular_col_spec,
    nodes.comment,
    nodes.footnote,
    nodes.meta,
    nodes.raw,
    nodes.substitution_definition,
    nodes.system_message,
)
def nothing(_: TypstWriter, __: nodes.Node) -> str:
    """What is for machines, for other formats, or printed elsewhere."""
    return ""


# Blocks


def classed(node: nodes.Element, written: str) -> str:
    """A block that looks as its classes say."""
    return block("classed", written, classes=classes_of(node)) if node["classes"] else f"\n\n{written}\n\n"


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


@rule(nodes.transition)
def transition(_: TypstWriter, node: nodes.transition) -> str:
    """A line between parts; notes, which stand at the foot of their pages, need none before them."""
    return "" if "footnotes" in node["classes"] else block("transition")


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


@rule(nodes.definition_list_item)
def definition_list_item(writer: TypstWriter, node: nodes.definition_list_item) -> str:
    terms = [child for child in node.children if not isinstance(child, nodes.definition)]
    meanings = [child for child in node.children if isinstance(child, nodes.definition)]
    term = ", ".join(writer.write(child).strip() for child in terms)
    return block("defined", term, "".join(map(writer.inside, meanings)))


@rule(nodes.field)
def field(writer: TypstWriter, node: nodes.field) -> str:
    return block("defined", *map(writer.write, node.children))


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


# Pictures, formulas and the other pieces that rulebooks are made of


@rule(nodes.image)
def image(_: TypstWriter, node: nodes.image) -> str:
    return call("figure-image", file=string(node["uri"]), alt=string(node.get("alt", "")))


def _picture(writer: TypstWriter, node: PictureNode) -> str:
    svg = pictures.for_print(node["svg"])
    name = pictures.file_name(svg)
    writer.drawings[name] = svg
    width, height = pictures.size(svg)
    return (
        call(
            "picture",
            writer.anchor(node) + writer.inside(node).strip(),
            file=string(name),
            alt=string(pictures.in_words(svg)),
            size=f"({width:g}, {height:g})",
        )
        .removeprefix("#")
        .removesuffix(";")
    )


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


# Tables


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


@rule(nodes.entry)
def entry(writer: TypstWriter, node: nodes.entry) -> str:
    """A cell, followed by a comma."""
    across, down = node.get("morecols", 0) + 1, node.get("morerows", 0) + 1
    span = f"(colspan: {across}, rowspan: {down})" if _spans(node) else ""
    return f"table.cell{span}[{writer.inside(node).strip()}], "


def _spans(node: nodes.entry) -> bool:
    return "morecols" in node or "morerows" in node
