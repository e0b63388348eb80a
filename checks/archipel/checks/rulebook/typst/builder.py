"""The Sphinx builder: all pages become one book, ``book.typ``, and that becomes ``book.pdf``."""

from __future__ import annotations

import shutil
from collections.abc import Set
from importlib import resources
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util.nodes import inline_all_toctrees
from sphinx.util.typing import ExtensionMetadata

from archipel.checks.rulebook.typst import rules
from archipel.checks.rulebook.typst.escaping import string
from archipel.checks.rulebook.typst.printing import PrintError, printed
from archipel.checks.rulebook.typst.targets import PAGE
from archipel.checks.rulebook.typst.writer import TypstWriter, array

TEMPLATE = "template.typ"
COVER = ("title", "subtitle", "edition", "variant", "colophon")
PRINT = "print"
"""What a page says at its top about how it is printed: ``never``, or the kind of sheet it is."""
NEVER = "never"


class TypstBuilder(Builder):
    """Writes the whole project as one book and prints it."""

    name = "archipel-typst"
    format = "typst"
    epilog = "The PDF is %(outdir)s/book.pdf."
    supported_image_types: ClassVar[list[str]] = ["image/svg+xml", "image/png", "image/jpeg"]

    def get_outdated_docs(self) -> str:
        return "all pages"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return PAGE + docname

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        return self.get_target_uri(to, typ)

    def write_documents(self, _: Set[str]) -> None:
        first = self.config.root_doc
        book = self.assembled(first)
        self.post_process_images(book)
        for image in book.findall(nodes.image):
            image["uri"] = self.images[image["uri"]]
        writer = TypstWriter(book, first, self.config.language)
        body = writer.write(book) + rules.notes(writer)
        template = resources.files(__package__).joinpath(TEMPLATE).read_text(encoding="utf-8")
        files = {"book.typ": self.cover() + body, TEMPLATE: template, **writer.drawings}
        for name, content in files.items():
            (Path(self.outdir) / name).write_text(content, encoding="utf-8")
        for uri, name in self.images.items():
            shutil.copy(Path(self.srcdir) / uri, Path(self.outdir) / name)

    def assembled(self, first: str) -> nodes.document:
        """All pages in the order of the tables of contents, links resolved."""
        book = inline_all_toctrees(self, set(), first, self.env.get_doctree(first), str, [first])
        book["docname"] = first
        for page in list(book.findall(addnodes.start_of_file)):
            self.follow_wish(page, self.env.metadata[page["docname"]].get(PRINT, ""))
        self.env.resolve_references(book, first, self)
        return book

    def follow_wish(self, page: addnodes.start_of_file, wish: str) -> None:
        """Print a page as it wants to be printed, or not at all."""
        if wish == NEVER and page.parent is not None:
            page.parent.remove(page)
        elif wish in rules.SHEETS:
            next(page.findall(nodes.section))["classes"].append(wish)
        elif wish:
            known = ", ".join([NEVER, *rules.SHEETS])
            raise PrintError(f"{page['docname']}: {PRINT}: expected one of {known}, found {wish!r}")

    def cover(self) -> str:
        """What stands on the first page and in the file's own description."""
        config = self.config
        given = {"title": config.project, **config.typst_cover}
        options = [f"{name}: {string(given[name])}" for name in COVER if name in given]
        options += [f"language: {string(config.language)}", f"author: {string(config.author)}"]
        options += [f"keywords: {array(map(string, config.typst_keywords))}"]
        return f'#import "{TEMPLATE}": *\n#show: rulebook.with({", ".join(options)})\n'

    def finish(self) -> None:
        folder = Path(self.outdir)
        (folder / "book.pdf").write_bytes(printed(folder / "book.typ"))


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_config_value("typst_cover", {}, "env", types=frozenset({dict}))
    app.add_config_value("typst_keywords", (), "env", types=frozenset({list, tuple}))
    app.add_builder(TypstBuilder)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
