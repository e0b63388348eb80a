"""Whether an edition in another language is translated, all of it, from what the pages say today.

A sentence of a page without a translation, with one that somebody has marked as uncertain (fuzzy), and a translation of
a sentence that no page has any more are warnings; so is whatever got lost between the languages of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.nodes import extract_messages

from archipel.checks.rulebook.extension.base import book_in
from archipel.checks.rulebook.languages.drift import drift
from archipel.checks.rulebook.languages.translations import ENGLISH, WORDS, words_to_translate
from archipel.checks.rulebook.languages.typography import breakable

LOGGER = logging.getLogger(__name__)
SAID = "archipel_messages"
THEME = "sphinx"


def catalogue_files(env: BuildEnvironment) -> dict[str, Path]:
    """The catalogues of the edition's language, by page."""
    found: dict[str, Path] = {}
    for folder in env.config.locale_dirs:
        place = Path(env.srcdir) / folder / str(env.config.language) / "LC_MESSAGES"
        found |= {file.stem: file for file in sorted(place.glob("*.po")) if file.stem != THEME}
    return found


def catalogue_of(env: BuildEnvironment, page: str) -> Catalog:
    file = catalogue_files(env).get(page)
    if file is None:
        return Catalog()
    with file.open("rb") as content:
        return read_po(content, ignore_obsolete=False)


def messages_in(document: nodes.document) -> Iterator[str]:
    """The sentences of a page that are to be translated, as the catalogues have them."""
    for node in document.findall(addnodes.translatable):
        yield from node.extract_original_messages()
    yield from (message for node, message in extract_messages(document) if not _is_metadata(node))


def _is_metadata(node: nodes.Node) -> bool:
    """Whether something stands above the page and is not printed."""
    while node.parent is not None:
        if isinstance(node, nodes.docinfo | nodes.field_list):
            return True
        node = node.parent
    return False


class CheckTranslations(SphinxTransform):
    """Before Sphinx translates a page: whether it can."""

    default_priority = 15

    def apply(self, **_: Any) -> None:
        if self.config.language in (ENGLISH, None) or not self.config.locale_dirs:
            return
        said = list(dict.fromkeys(messages_in(self.document)))
        self.env.metadata[self.env.docname][SAID] = said
        for complaint in complaints(said, catalogue_of(self.env, self.env.docname)):
            LOGGER.warning("%s", complaint, location=self.env.docname)


def complaints(said: list[str], catalogue: Catalog) -> Iterator[str]:
    """What is wrong with a catalogue, as a translation of these sentences."""
    entries = {str(entry.id): entry for entry in catalogue if entry.id}
    for sentence in said:
        entry = entries.get(sentence)
        if entry is None or not entry.string:
            yield f"not translated: {sentence!r}"
        elif entry.fuzzy:
            yield f"translation marked as uncertain: {sentence!r}"
        elif breaks := breakable(str(entry.string)):
            yield f"a line could break before a sign: {breaks[0]!r}"
    old = [*(id for id in entries if id not in said), *(str(entry.id) for entry in catalogue.obsolete.values())]
    yield from (f"translation of what no page says: {sentence!r}" for sentence in old)


def check_rest(_: Sphinx, env: BuildEnvironment) -> None:
    """What is translated besides pages, catalogues without a page, and the languages of the rules themselves."""
    if env.config.language in (ENGLISH, None) or not env.config.locale_dirs:
        return
    book = book_in(env.config)
    words = list(dict.fromkeys(words_to_translate(book.game)))
    found = [f"{WORDS}: {complaint}" for complaint in complaints(words, catalogue_of(env, WORDS))]
    pages = {file.stem for file in Path(env.srcdir).glob("*.md")}
    found += [f"{name}.po: there is no such page" for name in catalogue_files(env) if name not in {*pages, WORDS}]
    for complaint in (*found, *drift(book.game)):
        LOGGER.warning("%s", complaint)


def setup(app: Sphinx) -> None:
    app.add_transform(CheckTranslations)
    app.connect("env-check-consistency", check_rest)
