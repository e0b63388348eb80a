"""A page to try the rules on. A game declares it (``TryIt``), or has none.

Its answers are worked out by the original's rules, so an edition of a variant goes without it.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from archipel.checks.rulebook.extension.base import BookDirective, book_in, key_of
from archipel.checks.rulebook.extension.domain import domain_in
from archipel.checks.rulebook.extension.pieces import paragraph, text

PAGES = "archipel_try_it_pages"
STATIC = "_static"


class TryItDirective(BookDirective):
    """The page's HTML and the scripts it needs; in print, a word about where to find it."""

    def run(self) -> list[nodes.Node]:
        trial = self.book.trial
        if trial is None:
            return [paragraph(*text(self.say("try.missing")))]
        self.env.metadata[self.env.docname][PAGES] = True
        above = "../" * self.env.docname.count("/")
        scripts = "".join(
            f'<script src="{above}{STATIC}/{escape(name)}"></script>\n' for name in trial.scripts(self.book.language)
        )
        style = f'<link rel="stylesheet" href="{above}{STATIC}/{trial.STYLE}">\n'
        raw = nodes.raw("", f"{style}{trial.fragment(self.book.language)}{scripts}", format="html")
        elsewhere = addnodes.only(expr="not html")
        elsewhere += paragraph(*text(self.say("try.on-screen")))
        return [raw, elsewhere]


def write_assets(app: Sphinx, error: Exception | None) -> None:
    """The files that the page needs, with links to the clauses as seen from it."""
    pages = sorted(page for page, data in app.env.metadata.items() if data.get(PAGES))
    if error is not None or not pages or not isinstance(app.builder, StandaloneHTMLBuilder):
        return
    book = book_in(app.config)
    trial = book.trial
    assert trial is not None
    for name, content in trial.assets(book.language, clause_links(app, app.builder, pages[0])).items():
        (Path(app.outdir) / STATIC / name).write_text(content, encoding="utf-8")


def clause_links(app: Sphinx, builder: StandaloneHTMLBuilder, page: str) -> Callable[[str], str]:
    """Where each clause is, seen from a page."""
    book = book_in(app.config)
    places = domain_in(app.env).places("clause")

    def link(clause: str) -> str:
        there, anchor = places[key_of(book.game, clause)]
        return f"{builder.get_relative_uri(page, there)}#{anchor}"

    return link


def setup(app: Sphinx) -> None:
    app.add_directive("try-it", TryItDirective)
    app.connect("build-finished", write_assets)
