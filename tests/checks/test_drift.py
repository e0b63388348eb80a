"""Languages that drift apart are noticed: in the rules themselves, and between pages and their translation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from archipel.checks.rulebook import editions
from archipel.checks.rulebook.editions import BuildError, Edition
from archipel.checks.rulebook.extension.translated import complaints
from archipel.checks.rulebook.languages import drift, translations
from archipel.checks.rulebook.languages.catalogues import brought_up_to_date, kept, templates
from archipel.checks.rulebook.languages.drift import CONDITIONS, Text, drift_of, texts_of
from archipel.checks.rulebook.languages.typography import NO_BREAK, breakable, set_in
from archipel.checks.rulebook.parts import parts_of
from archipel.spec.costa_ruana import RULEBOOK

GAME = "costa_ruana"
TERMS, ACCEPTED = parts_of(GAME).glossary.terms, parts_of(GAME).glossary.accepted
CAP = "No island ever holds more than {island_cap} inhabitants."
PLAFOND = "Aucune île ne porte jamais plus de {island_cap} habitants."


def found(en: str, fr: str) -> list[str]:
    """What drift there is between two sentences."""
    return [about for about, _ in drift_of(Text("here", {"en": en, "fr": fr}), {**CONDITIONS, **TERMS})]


# The rules


def test_the_languages_of_the_rules_agree() -> None:
    assert drift.drift(GAME) == []
    assert len([text for text in texts_of(GAME) if text.id.startswith("clause ")]) == len(RULEBOOK.clauses)


def test_what_was_accepted_still_has_to_be() -> None:
    texts = {text.id: text for text in texts_of(GAME)}
    for id, abouts in ACCEPTED.items():
        assert {about for about, _ in drift_of(texts[id], {**CONDITIONS, **TERMS})} == abouts, id


@pytest.mark.parametrize(
    ("en", "fr", "lost"),
    [
        (CAP, PLAFOND, []),
        (CAP, "", ["missing"]),
        (CAP, PLAFOND.replace("{island_cap}", "{inhabitants}"), ["names"]),
        (CAP, PLAFOND.replace("{island_cap}", "7"), ["names", "digits"]),
        (CAP, PLAFOND.replace("jamais ", ""), ["at most", "never"]),
        (CAP, PLAFOND.replace("île", "hutte"), ["hut", "island"]),
        ("At 2-2-1 the single one wins.", "À 2-1-1, celui qui est seul gagne.", ["digits"]),
        ("He draws three cards.", "Il pioche trois cartes.", []),
        ("He draws three cards.", "Il pioche deux cartes.", ["numbers"]),
        ("He may pass.", "Il passe.", ["may"]),
        ("He must pass.", "Il peut passer.", ["may", "must"]),
        ("Everybody, clockwise.", "Chacun à son gré.", ["clockwise"]),
        ("All but for the last, except him.", "Tous.", ["except", "last"]),
    ],
)
def test_a_seeded_drift_is_noticed(en: str, fr: str, lost: list[str]) -> None:
    assert found(en, fr) == lost


def test_a_clause_that_drifts_fails_the_french_edition(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clause = RULEBOOK.clauses["components.island-cap"]
    wrong = replace(clause, statements={**clause.statements, "fr": "Une île porte ce qu'elle veut."})
    monkeypatch.setitem(RULEBOOK.clauses, clause.id, wrong)
    with pytest.raises(BuildError, match=r"clause components\.island-cap: en says \['island_cap'\]"):
        printed(one_page(tmp_path, "# Rules\n"), tmp_path, monkeypatch)


# Pages and their translation


def one_page(folder: Path, source: str, translated: str = "") -> Path:
    """A book of one page, and its catalogue."""
    pages = folder / "pages"
    pages.mkdir()
    (pages / "index.md").write_text(source)
    locale = folder / "locale" / "fr" / "LC_MESSAGES"
    locale.mkdir(parents=True)
    real = translations.locale_of(GAME) / "fr" / "LC_MESSAGES" / "words.po"
    (locale / "words.po").write_text(real.read_text(encoding="utf-8"), encoding="utf-8")
    (locale / "index.po").write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' + translated)
    return folder


def printed(folder: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Edition, "pages", folder / "pages")
    monkeypatch.setattr(editions, "locale_of", lambda _: folder / "locale")
    editions.built(Edition(GAME, "fr"), out / "out", "html")


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


def test_words_that_are_in_english_only_are_all_translated() -> None:
    words = list(dict.fromkeys(translations.words_to_translate(GAME)))
    assert list(complaints(words, kept(GAME, "fr")[translations.WORDS])) == []
    assert list(complaints([*words, "a new word"], kept(GAME, "fr")[translations.WORDS])) != []


# Catalogues


def test_catalogues_are_of_todays_pages_and_in_their_order() -> None:
    wanted, known = templates(GAME), kept(GAME, "fr")
    assert wanted.keys() == known.keys()
    for name, template in wanted.items():
        assert [entry.id for entry in known[name] if entry.id] == [entry.id for entry in template if entry.id], name


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
