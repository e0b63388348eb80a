"""A Sphinx extension with directives for what the tests of printing put on pages."""

from __future__ import annotations

from collections.abc import Mapping

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from tests.toy import spec as lagoon

from archipel.checks.rulebook.extension import pieces
from archipel.checks.rulebook.extension.pieces import paragraph, text
from archipel.checks.rulebook.parts import Picture
from archipel.checks.rulebook.typst.targets import PAGE
from archipel.spec.logic import notation

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 120"><title>{title}</title><desc></desc>
<style>text{{font-family:"Segoe UI",Arial}}@media (prefers-color-scheme:dark){{text{{fill:#fff}}}}</style>
<text x="9" y="60" font-size="20">{words}</text></svg>"""


def drawing(words: str, title: str = "A boat") -> Picture:
    return Picture(SVG.format(words=words, title=title), f"Under {words}.")


class Pieces(Directive):
    """One of each piece that rulebooks are made of."""

    def run(self) -> list[nodes.Node]:
        term = lagoon.rules.definitions["points"].body
        line = pieces.formula_line("The crowd", notation.mathml(term), notation.text(term), notation.typst(term))
        return [
            pieces.formulas([line]),
            *pieces.pictures([drawing("✓ Æ")]),
            *pieces.pictures([drawing(words) for words in ("left", "right", "third")]),
            pieces.fold("Fold title", paragraph(*text("Folded words."))),
            pieces.PageBreak(),
        ]


class Drawn(Directive):
    """A picture with the words of the argument in it; without a content, it has neither title nor caption."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        drawn = drawing(self.arguments[0], " ".join(self.content))
        return [*pieces.pictures([drawn if self.content else Picture(drawn.svg, "")])]


class Clause(Directive):
    """A long clause whose id leads to itself."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        id = self.arguments[0]
        block = nodes.container("", ids=[f"clause-{id}"], classes=["clause"])
        block += paragraph(*text(f"begins-{id} " + "word " * 300), classes=["statement"])
        own = nodes.reference("", "", nodes.literal(text=id), refid=f"clause-{id}")
        block += paragraph(own, *text(f" ends-{id}."), classes=["clause-id"])
        return [block]


class NotedClause(Directive):
    """A short clause with small print."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        id = self.arguments[0]
        block = nodes.container("", ids=[f"clause-{id}"], classes=["clause"])
        block += paragraph(*text(f"Sentence {id}."), classes=["statement"])
        block += pieces.fold("More", paragraph(*text(f"Small print of {id}.")))
        return [block]


class Lead(Directive):
    """A link to a place on a page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return [paragraph(nodes.reference("", "there", refuri=PAGE + self.arguments[0]))]


class Sheet(Directive):
    """A sheet of the kind that the first argument names, with as many paragraphs as the second says."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        kind, lines = self.arguments
        sheet = nodes.section("", nodes.title("", "The sheet"), ids=["sheet"], classes=[kind])
        sheet += [paragraph(*text(f"On the sheet, line {number}.")) for number in range(int(lines))]
        return [sheet]


class Strange(nodes.General, nodes.Element):
    """A node that nobody has said how to print."""


class StrangeDirective(Directive):
    def run(self) -> list[nodes.Node]:
        return [Strange()]


DIRECTIVES: Mapping[str, type[Directive]] = {
    "pieces": Pieces,
    "drawn": Drawn,
    "clause": Clause,
    "noted-clause": NotedClause,
    "lead": Lead,
    "sheet": Sheet,
    "strange": StrangeDirective,
}


def setup(app: Sphinx) -> None:
    for name, directive in DIRECTIVES.items():
        app.add_directive(name, directive)
