"""Languages that drift apart are noticed: in the rules themselves, and between pages and their translation."""

from __future__ import annotations

import pytest

from archipel.checks.rulebook.extension.translated import complaints
from archipel.checks.rulebook.languages import drift, translations
from archipel.checks.rulebook.languages.catalogues import kept, templates
from archipel.checks.rulebook.languages.drift import CONDITIONS, Text, drift_of, texts_of
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
