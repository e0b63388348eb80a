"""Rules for what stands in a line of text."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes

from archipel.checks.rulebook.typst.escaping import string
from archipel.checks.rulebook.typst.targets import PAGE
from archipel.checks.rulebook.typst.writer import TypstWriter, call, classes_of, rule


@rule(nodes.Text)
def text(writer: TypstWriter, node: nodes.Text) -> str:
    return writer.words(node.astext())


@rule(nodes.emphasis, nodes.title_reference, addnodes.literal_emphasis)
def emphasis(writer: TypstWriter, node: nodes.Element) -> str:
    return call("emph", writer.inside(node))


@rule(nodes.strong, addnodes.literal_strong)
def strong(writer: TypstWriter, node: nodes.Element) -> str:
    return call("strong", writer.inside(node))


@rule(nodes.superscript)
def superscript(writer: TypstWriter, node: nodes.Element) -> str:
    return call("super", writer.inside(node))


@rule(nodes.subscript)
def subscript(writer: TypstWriter, node: nodes.Element) -> str:
    return call("sub", writer.inside(node))


@rule(nodes.inline, nodes.abbreviation, nodes.generated)
def inline(writer: TypstWriter, node: nodes.Element) -> str:
    written = writer.inside(node)
    return call("classed-words", written, classes=classes_of(node)) if node["classes"] else written


@rule(nodes.literal)
def literal(writer: TypstWriter, node: nodes.literal) -> str:
    return f"#raw({string(node.astext())});"


@rule(nodes.target)
def target(writer: TypstWriter, node: nodes.target) -> str:
    return writer.inside(node)


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
