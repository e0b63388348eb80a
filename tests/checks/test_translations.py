"""Pages and their translation: what is missing, gone or uncertain fails an edition; French is set as French."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from tests.checks.lagoon_plugin import NAME, everywhere
from tests.toy.game import GAME

from archipel.checks.rulebook import editions
from archipel.checks.rulebook.editions import BuildError, Edition
from archipel.checks.rulebook.languages import translations
from archipel.checks.rulebook.languages.catalogues import brought_up_to_date
from archipel.checks.rulebook.languages.typography import NO_BREAK, breakable, set_in

__all__ = ["everywhere"]

pytestmark = pytest.mark.usefixtures("everywhere")


def test_a_clause_that_drifts_fails_the_french_edition(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clause = GAME.rulebook.clauses["end.last"]
    wrong = replace(clause, statements={**clause.statements, "fr": "La partie s'achève un jour."})
    monkeypatch.setitem(GAME.rulebook.clauses, clause.id, wrong)
    with pytest.raises(BuildError, match=r"clause end\.last: en says \['rounds'\]"):
        printed(one_page(tmp_path, "# Rules\n"), tmp_path, monkeypatch)


# Pages and their translation


def one_page(folder: Path, source: str, translated: str = "") -> Path:
    """A book of one page, and its catalogue."""
    pages = folder / "pages"
    pages.mkdir()
    (pages / "index.md").write_text(source)
    locale = folder / "locale" / "fr" / "LC_MESSAGES"
    locale.mkdir(parents=True)
    words = Catalog(locale="fr")
    for word in translations.words_to_translate(NAME):
        words.add(word, "Mot")
    with (locale / "words.po").open("wb") as file:
        write_po(file, words)
    (locale / "index.po").write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' + translated)
    return folder


def printed(folder: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Edition, "pages", folder / "pages")
    monkeypatch.setattr(editions, "locale_of", lambda _: folder / "locale")
    editions.built(Edition(NAME, "fr"), out / "out", "html")


RULES = 'msgid "Rules"\nmsgstr "Règles"\n\n'
SENTENCE = "A hut hides it."


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("", "not translated: 'A hut hides it.'"),
        (f'msgid "{SENTENCE}"\nmsgstr ""\n', "not translated: 'A hut hides it.'"),
        (f'#, fuzzy\nmsgid "{SENTENCE}"\nmsgstr "La hutte le cache."\n', "marked as uncertain"),
        ('msgid "A hut hid it."\nmsgstr "La hutte le cachait."\n', "what no page says: 'A hut hid it.'"),
        (f'msgid "{SENTENCE}"\nmsgstr "Cache."\n\n#~ msgid "Old"\n#~ msgstr "Vieux"\n', "what no page says"),
        (f'msgid "{SENTENCE}"\nmsgstr "La hutte le cache !"\n', "a line could break before a sign"),
    ],
)
def test_a_page_that_is_not_translated_fails_the_french_edition(
    entry: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BuildError) as error:
        printed(one_page(tmp_path, f"# Rules\n\n{SENTENCE}\n", RULES + entry), tmp_path, monkeypatch)
    assert complaint in str(error.value)


def test_a_translated_page_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = f'msgid "{SENTENCE}"\nmsgstr "La hutte le cache."\n'
    printed(one_page(tmp_path, f"# Rules\n\n{SENTENCE}\n", RULES + entry), tmp_path, monkeypatch)
    assert "La hutte le cache." in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_a_catalogue_without_a_page_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = one_page(tmp_path, "# Rules\n", RULES)
    (book / "locale" / "fr" / "LC_MESSAGES" / "gone.po").write_text('msgid ""\nmsgstr ""\n')
    with pytest.raises(BuildError, match=r"gone\.po: there is no such page"):
        printed(book, tmp_path, monkeypatch)


# Catalogues


def test_bringing_up_to_date_keeps_what_is_known_and_drops_the_rest() -> None:
    template, before = Catalog(), Catalog(locale="fr")
    template.add("new")
    template.add("kept")
    before.add("kept", "gardé")
    before.add("gone", "parti")
    text = brought_up_to_date(template, before, "fr")
    assert 'msgid "new"\nmsgstr ""' in text and 'msgid "kept"\nmsgstr "gardé"' in text
    assert "gone" not in text


# Typography


def test_french_is_set_with_spaces_that_do_not_break() -> None:
    assert set_in("fr", "Qui ? Lui : « l'autre » ; voilà !") == (
        f"Qui{NO_BREAK}? Lui{NO_BREAK}: «{NO_BREAK}l’autre{NO_BREAK}»{NO_BREAK}; voilà{NO_BREAK}!"
    )
    assert set_in("en", "Who ? it's") == "Who ? it's"
    assert breakable("Qui ?") and not breakable(f"Qui{NO_BREAK}?") and not breakable("(`:=` fixe)")
