"""Pictures on pages. A game draws them (``Gallery``); one that draws none has none.

They are drawn by the original's rules, so an edition of a variant goes without them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.typing import OptionSpec

from archipel.checks.rulebook.book import Book
from archipel.checks.rulebook.extension.base import BookDirective
from archipel.checks.rulebook.extension.pieces import PageBreak, picture, pictures
from archipel.checks.rulebook.languages.typography import set_in
from archipel.checks.rulebook.parts import Drawn, Gallery, Picture


def drawn_for_clause(book: Book, id: str) -> Drawn:
    return _drawn(book, lambda gallery: gallery.for_clause(id, book.language))


def drawn_for_example(book: Book, id: str) -> Drawn:
    return _drawn(book, lambda gallery: gallery.for_example(id, book.language))


def drawn_for_reading(book: Book, point: str, reading: str) -> Drawn:
    return _drawn(book, lambda gallery: gallery.for_reading(f"{point}={reading}", book.language))


def _drawn(book: Book, ask: Callable[[Gallery], Drawn]) -> Drawn:
    return [well_set(book, drawn) for drawn in ask(book.gallery)] if book.gallery is not None else ()


def well_set(book: Book, drawn: Picture) -> Picture:
    return replace(drawn, caption=set_in(book.language, drawn.caption))


class PictureDirective(BookDirective):
    """A picture by its name, such as ``round``; ``{position}`round``` leads to it."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        gallery = self.book.gallery
        anchor = self.target("position", name)
        if gallery is None:
            return [nodes.container("", ids=[anchor], classes=["no-picture"])]
        try:
            drawn = gallery.named(name, self.book.language)
        except KeyError:
            raise self.error(f"no picture called {name!r}; there are {', '.join(gallery.pictures)}") from None
        node = picture(well_set(self.book, drawn))
        node["ids"].append(anchor)
        return [node]


class PicturesDirective(BookDirective):
    """Pictures of a clause, an example or a reading, in a row."""

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {"game": directives.unchanged}
    ask: ClassVar[Callable[..., Drawn]]

    def run(self) -> list[nodes.Node]:
        try:
            return pictures(type(self).ask(self.book, *self.arguments[0].split("=")))
        except (KeyError, TypeError):
            raise self.error(f"{self.name}: nothing called {self.arguments[0]!r}") from None


class ClausePicturesDirective(PicturesDirective):
    """``{clause-pictures} collection.single``: its boundary."""

    ask = staticmethod(drawn_for_clause)


class ExampleStripDirective(PicturesDirective):
    """``{example-strip} E5``: a worked example as a comic strip."""

    ask = staticmethod(drawn_for_example)


class ReadingPicturesDirective(PicturesDirective):
    """``{reading-pictures} shaman-tie=self-first``: by our reading, and by the other."""

    ask = staticmethod(drawn_for_reading)


class PageBreakDirective(BookDirective):
    """In print, what follows begins a new page."""

    def run(self) -> list[nodes.Node]:
        return [PageBreak()]


def setup(app: Sphinx) -> None:
    app.add_directive("picture", PictureDirective)
    app.add_directive("clause-pictures", ClausePicturesDirective)
    app.add_directive("example-strip", ExampleStripDirective)
    app.add_directive("reading-pictures", ReadingPicturesDirective)
    app.add_directive("page-break", PageBreakDirective)
