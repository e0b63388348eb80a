"""Tables of a game's own data, such as its cards."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx

from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.pieces import table, text
from archipel.checks.rulebook.languages.typography import set_in


class DataTableDirective(BookDirective):
    """The table that the game calls by the argument."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        known = self.book.parts.tables
        if self.arguments[0] not in known:
            raise self.error(f"no table called {self.arguments[0]!r}; there are {', '.join(known)}")
        language = self.book.language
        data = known[self.arguments[0]](language, self.book.numbers)
        heads = [set_in(language, head) for head in data.heads]
        return [table(heads, [[text(set_in(language, cell)) for cell in row] for row in data.rows])]


def setup(app: Sphinx) -> None:
    app.add_directive("data-table", DataTableDirective)
