"""Translations of pages: which sentences of a rulebook are to be translated, and catalogues brought up to date.

examples:
  python -m archipel.checks.rulebook.languages.catalogues   bring the catalogues up to date: new sentences are added
                                                            empty, old ones dropped
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from archipel.checks.games.registry import add_game
from archipel.checks.rulebook.editions import Edition, built
from archipel.checks.rulebook.languages.translations import ENGLISH, WORDS, locale_of, words_to_translate
from archipel.checks.support.arguments import OneLineParser, guarded
from archipel.spec.clauses import LANGUAGES

WIDTH = 110
THEME = "sphinx"
EVERY_PAGE = {"exclude_patterns": [], "suppress_warnings": ["toc.not_included"], "gettext_location": False}


def templates(game: str) -> dict[str, Catalog]:
    """What is to be translated, by page; and the words that the rules have in English only."""
    with tempfile.TemporaryDirectory() as folder:
        built(Edition(game, ENGLISH), Path(folder), "gettext", further=EVERY_PAGE)
        files = [file for file in sorted(Path(folder).glob("*.pot")) if file.stem != THEME]
        found = {file.stem: _read(file) for file in files}
    words = Catalog()
    for word in words_to_translate(game):
        words.add(word)
    return {**found, WORDS: words}


def _read(file: Path) -> Catalog:
    with file.open("rb") as content:
        return read_po(content)


def kept(game: str, language: str) -> dict[str, Catalog]:
    """The catalogues there are, by page."""
    folder = locale_of(game) / language / "LC_MESSAGES"
    return {file.stem: _read_in(file, language) for file in sorted(folder.glob("*.po"))}


def _read_in(file: Path, language: str) -> Catalog:
    with file.open("rb") as content:
        return read_po(content, locale=language)


def brought_up_to_date(template: Catalog, known: Catalog | None, language: str) -> str:
    """A catalogue with every sentence of the template, in its order, with the translations that are known."""
    catalogue = Catalog(locale=language, project="Archipel", fuzzy=False)
    before = {entry.id: entry for entry in known or () if entry.id}
    for entry in template:
        if entry.id:
            old = before.get(entry.id)
            catalogue.add(entry.id, old.string if old else "", flags=old.flags if old else ())
    written = BytesIO()
    write_po(written, catalogue, width=WIDTH, omit_header=True)
    return HEADER.format(language=language) + written.getvalue().decode()


HEADER = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: {language}\\n"

"""


def update(game: str, language: str) -> list[str]:
    """Bring every catalogue of a language up to date; the value is what has still to be translated."""
    folder = locale_of(game) / language / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    known, wanted = kept(game, language), templates(game)
    for name in known.keys() - wanted.keys():
        (folder / f"{name}.po").unlink()
    for name, template in wanted.items():
        text = brought_up_to_date(template, known.get(name), language)
        (folder / f"{name}.po").write_text(text, encoding="utf-8")
    return [str(e.id) for catalogue in kept(game, language).values() for e in catalogue if e.id and not e.string]


def main(argv: Sequence[str] | None = None) -> int:
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_game(parser)
    game = parser.parse_args(argv).game
    for language in LANGUAGES:
        if language != ENGLISH:
            missing = update(game, language)
            print(f"{language}: {len(missing)} to be translated")
    return 0


if __name__ == "__main__":
    raise SystemExit(guarded(main))
