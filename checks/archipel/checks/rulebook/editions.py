"""Editions: a rulebook printed in one language, by the rules of the original or of a variant, as a site.

The pages are those that the game brings along (``book``); Sphinx translates the words around the clauses.
The same sources give the same bytes, wherever and whenever it is printed. Nothing here knows any game.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from importlib import import_module, metadata, resources
from io import StringIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

from archipel.checks.games.registry import game_called
from archipel.checks.rulebook.book import Book, book_of
from archipel.checks.rulebook.languages.translations import ENGLISH, locale_of
from archipel.checks.rulebook.parts import parts_of
from archipel.checks.rulebook.variant_impact import Fates
from archipel.reference.strict_json import BadInput
from archipel.spec.clauses import LANGUAGES

FORMAT = "archipel-rulebook"
MARK = "edition.json"
DIFFERENCES = "differs"
EPOCH = "0"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
EXTRA = "printing the rulebook needs Sphinx and Typst: pip install 'archipel[docs]'"

Advance = Callable[[str], None]


@dataclass(frozen=True)
class Edition:
    """What is printed: a game in a language; ``variant`` is a file with other rules, ``beside`` are the languages of
    editions that stand in folders beside this one, ``pdf`` says whether there is one for paper too, and ``fates`` what
    was found out about the variant's theorems."""

    game: str
    language: str
    variant: str = ""
    beside: tuple[str, ...] = ()
    pdf: bool = False
    fates: Fates = ()

    @property
    def book(self) -> Book:
        return book_of(self.game, self.language, self.variant, self.fates)

    @property
    def pages(self) -> Path:
        return parts_of(self.game).folder / "pages"


class BuildError(Exception):
    """A book that cannot be printed as it is: the complaints, one a line."""


# What Sphinx is told


def settings(edition: Edition, locale: Path) -> dict[str, Any]:
    """The configuration of an edition."""
    book = edition.book
    return {
        "project": title_of(book),
        "author": "",
        "copyright": "",
        "version": metadata.version("archipel"),
        "release": metadata.version("archipel"),
        "language": edition.language,
        "extensions": ["myst_parser", "archipel.checks.rulebook.extension", "archipel.checks.rulebook.typst.builder"],
        "archipel_game": edition.game,
        "archipel_variant": edition.variant,
        "archipel_fates": edition.fates,
        "myst_enable_extensions": ["deflist"],
        "exclude_patterns": [f"{DIFFERENCES}.md"] if book.is_original else [],
        "locale_dirs": [str(locale)],
        "gettext_compact": False,
        "nitpicky": True,
        "html_theme": "furo",
        "html_title": title_of(book),
        "templates_path": [str(_own("theme") / "templates")],
        "html_sidebars": {"**": SIDEBAR},
        "html_context": _context(edition),
        "html_show_copyright": False,
        "html_show_sphinx": False,
        "html_copy_source": False,
        "html_use_index": False,
        "pygments_style": "tango",
    }


SIDEBAR = [
    "sidebar/brand.html",
    "languages.html",
    "sidebar/search.html",
    "sidebar/scroll-start.html",
    "sidebar/navigation.html",
    "sidebar/scroll-end.html",
]
# Words of the theme's that no catalogue has.
THEME_WORDS = {
    "en": {
        "Toggle site navigation sidebar": "Show or hide the pages of the book",
        "Toggle table of contents sidebar": "Show or hide the contents of this page",
        "Toggle Light / Dark / Auto color theme": "Light, dark or automatic colours",
    },
    "fr": {
        "Toggle site navigation sidebar": "Afficher ou masquer les pages du livre",
        "Toggle table of contents sidebar": "Afficher ou masquer le sommaire de cette page",
        "Toggle Light / Dark / Auto color theme": "Couleurs claires, sombres ou automatiques",
        "Auto light/dark, in light mode": "Automatique, clair",
        "Auto light/dark, in dark mode": "Automatique, sombre",
        "Light mode": "Clair",
        "Dark mode": "Sombre",
        ">Contents<": ">Sommaire<",
        ">Expand<": ">Déplier<",
    },
}


def _context(edition: Edition) -> dict[str, Any]:
    from markupsafe import Markup

    from archipel.checks.rulebook.extension.wording import LANGUAGE_NAMES, say

    return {
        "theme_words": {Markup(furo): Markup(ours) for furo, ours in THEME_WORDS[edition.language].items()},
        "other_languages": [(code, LANGUAGE_NAMES[code]) for code in edition.beside if code != edition.language],
        "pdf": pdf_name(edition) if edition.pdf else "",
        "footer": say(edition.language, "print.colophon", version=metadata.version("archipel")) + ".",
    }


def title_of(book: Book) -> str:
    """What stands on the cover."""
    from archipel.checks.rulebook.extension.wording import say

    name = game_called(book.game).title[book.language]
    if book.is_original:
        return name
    return f"{name} – {book.variant.title or say(book.language, 'variant.untitled')}"


def _own(folder: str) -> Path:
    return Path(str(resources.files("archipel.checks.rulebook"))) / folder


# Printing


def check(edition: Edition) -> None:
    """Refuse what cannot be printed: without Sphinx, from a bad variant, or from reports about other rules."""
    try:
        for module in ("sphinx", "myst_parser", "furo", "babel", "typst"):
            import_module(module)
    except ImportError:
        raise BadInput(EXTRA) from None
    if edition.book.stored.wrong:
        raise BadInput("; ".join(edition.book.stored.wrong))


def work_to_do(edition: Edition) -> int:
    """How often a page is read or written; for paper, all are written as one."""
    pages = len(list(edition.pages.glob("*.md")))
    return 2 * pages + (pages + 1) * edition.pdf


def print_all(edition: Edition, folder: Path, advance: Advance = lambda _: None) -> None:
    """Print an edition into an empty folder: the site, and the PDF if it has one."""
    print_html(edition, folder, advance)
    if edition.pdf:
        print_pdf(edition, folder / pdf_name(edition), advance)


def print_html(edition: Edition, folder: Path, advance: Advance = lambda _: None) -> None:
    """Print the site of an edition into an empty folder."""
    built(edition, folder, "html", advance)
    (folder / ".buildinfo").unlink(missing_ok=True)
    shutil.rmtree(folder / "_sources", ignore_errors=True)
    mark(folder, edition)


def pdf_name(edition: Edition) -> str:
    """What the PDF of an edition is called."""
    return f"{edition.game.replace('_', '-')}-{edition.language}.pdf"


def print_pdf(edition: Edition, file: Path, advance: Advance = lambda _: None) -> None:
    """Print an edition as a PDF, for paper."""
    from archipel.checks.rulebook.typst.cover import for_print

    with tempfile.TemporaryDirectory() as work:
        built(edition, Path(work), "archipel-typst", advance, for_print(edition.book))
        shutil.copyfile(Path(work) / "book.pdf", file)


def built(
    edition: Edition,
    folder: Path,
    builder: str,
    advance: Advance = lambda _: None,
    further: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Have one of Sphinx's builders print an edition; complaints of any kind are a :class:`BuildError`.

    ``further`` are settings of the builder's own.
    """
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.locale import translators
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    complaints = StringIO()
    translators.clear()  # Sphinx would remember the catalogues of the edition before
    with tempfile.TemporaryDirectory() as work, patch_docutils(), docutils_namespace(), at_the_beginning_of_time():
        try:
            app = Sphinx(
                edition.pages,
                None,
                folder,
                Path(work) / "doctrees",
                builder,
                {**settings(edition, _catalogues(Path(work) / "locale", edition)), **further},
                status=None,
                warning=complaints,
                freshenv=True,
            )
            app.connect("source-read", lambda _, page, __: advance(page))
            app.connect("doctree-resolved", lambda _, __, page: advance(page))
            app.build()
        except SphinxError as error:
            complaints.write(f"{error}\n")
    if told := COLOUR.sub("", complaints.getvalue()).strip():
        raise BuildError(told)


def _catalogues(target: Path, edition: Edition) -> Path:
    """A copy of all translations; Sphinx writes beside them, and what is installed is nobody's to write to."""
    for source in (_own("locale"), locale_of(edition.game)):
        if source.is_dir() and edition.language != ENGLISH:
            shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.mo"))
    return target


@contextmanager
def at_the_beginning_of_time() -> Iterator[None]:
    """No page says when it was printed."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = before or EPOCH
    try:
        yield
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]


# What was printed


def mark(folder: Path, *editions: Edition) -> None:
    """Leave word of what a folder holds, so that it is known as ours when it is printed again."""
    (folder / MARK).write_text(json.dumps({"format": FORMAT, "editions": described(editions)}, indent=1) + "\n")


def described(editions: Sequence[Edition]) -> list[dict[str, Any]]:
    return [
        {
            "game": each.game,
            "lang": each.language,
            "title": title_of(each.book),
            "changed": sorted(each.book.changes),
            "pdf": pdf_name(each) if each.pdf else None,
        }
        for each in editions
    ]


def is_ours(folder: Path) -> bool:
    """Whether a folder holds editions that were printed here before, and may be replaced."""
    try:
        head = json.loads((folder / MARK).read_text(encoding="utf-8"))
        return isinstance(head, dict) and head.get("format") == FORMAT
    except (OSError, ValueError):
        return False


def in_all_languages(edition: Edition) -> list[Edition]:
    """An edition in every language, each beside the others."""
    return [replace(edition, language=language, beside=LANGUAGES) for language in LANGUAGES]


def print_cover(wanted: Sequence[Edition], folder: Path) -> None:
    """A page that leads to the editions beside each other."""
    from archipel.checks.rulebook.extension.wording import LANGUAGE_NAMES

    links = "".join(
        f'<li><a href="{each.language}/index.html" lang="{each.language}" hreflang="{each.language}">'
        f"{LANGUAGE_NAMES[each.language]}</a></li>"
        for each in wanted
    )
    title = escape(title_of(wanted[0].book))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    page = f'<!doctype html>\n<html lang="{wanted[0].language}"><head>{head}</head>'
    body = f"<body><main><h1>{title}</h1><ul>{links}</ul></main></body></html>\n"
    (folder / "index.html").write_text(page + body, encoding="utf-8")
    mark(folder, *wanted)
