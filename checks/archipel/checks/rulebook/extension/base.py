"""What every directive and role about a game has in common: which book it prints, and links into it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.config import Config
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.typing import OptionSpec

from archipel.checks.rulebook.book import Book, book_of
from archipel.checks.rulebook.extension.pieces import Cell, listed
from archipel.checks.rulebook.extension.wording import say
from archipel.spec.clauses import LANGUAGES

DOMAIN = "archipel"


def book_in(config: Config, game: str = "") -> Book:
    """The book that a site prints, or, in the language of the site, that of another game."""
    language = config.language if config.language in LANGUAGES else LANGUAGES[0]
    named: str = config.archipel_game
    if game not in ("", named):
        return book_of(game, language)
    return book_of(named, language, config.archipel_variant, tuple(map(tuple, config.archipel_fates)))


def key_of(game: str, id: str) -> str:
    """The name under which the domain keeps something."""
    return f"{game}:{id}"


def anchor_of(kind: str, id: str) -> str:
    return nodes.make_id(f"{kind}-{id}")


def link(kind: str, game: str, id: str, docname: str, shown: nodes.Node | None = None) -> addnodes.pending_xref:
    """A link to a clause, theorem and so on, resolved (or complained about) when all pages have been read."""
    content = shown if shown is not None else nodes.literal(text=id, classes=["xref", kind])
    return addnodes.pending_xref(
        "",
        content,
        refdomain=DOMAIN,
        reftype=kind,
        reftarget=key_of(game, id),
        refexplicit=shown is not None,
        refwarn=True,
        refdoc=docname,
    )


class BookDirective(SphinxDirective):
    """A directive about one game; ``:game:`` names another than the site's."""

    option_spec: ClassVar[OptionSpec] = {"game": directives.unchanged}

    @property
    def book(self) -> Book:
        return book_in(self.config, self.options.get("game", ""))

    def say(self, key: str, **values: object) -> str:
        return say(self.book.language, key, **values)

    def link(self, kind: str, id: str, shown: nodes.Node | None = None) -> nodes.Node:
        return link(kind, self.book.game, id, self.env.docname, shown)

    def links(self, ids: Iterable[str], kind: str = "clause") -> Cell:
        return listed(self.link(kind, id) for id in dict.fromkeys(ids))

    def target(self, kind: str, id: str) -> str:
        """Remember that something stands here; the value is its anchor."""
        from archipel.checks.rulebook.extension.domain import domain_in

        anchor = anchor_of(kind, id)
        domain_in(self.env).note(kind, key_of(self.book.game, id), self.env.docname, anchor, self.get_location())
        return anchor

    def titled(self, title: str, anchor: str) -> nodes.section:
        """A section with a title of its own, in the language of the edition already."""
        section = nodes.section("", nodes.title("", title, translatable=False), ids=[anchor])
        self.set_source_info(section)
        return section


class BookRole(SphinxRole):
    """A role about the game of the site."""

    @property
    def book(self) -> Book:
        return book_in(self.config)
