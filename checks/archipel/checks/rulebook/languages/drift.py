"""Whether all languages of a rulebook say the same: same texts, same numbers, same conditions.

Clauses, theorems, questions, answers, facts and examples are written once in each language, side by side. Nobody can
prove that two languages say the same, but much of what goes wrong shows: a sentence that is missing in one of them, a
number of the game that only one names, a digit or a number word that the other has not, a condition ("at most",
"clockwise", "may", "never") or a word of the game that got lost. The words of a game, and what its translator looked at
and found right, are listed with the game (``glossary.toml``). Nothing here knows any game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from string import Formatter

from archipel.checks.games.registry import game_called
from archipel.checks.rulebook.parts import parts_of
from archipel.spec.clauses import LANGUAGES
from archipel.spec.readings import Point

ENGLISH = LANGUAGES[0]
Accepted = Mapping[str, Set[str]]
Terms = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Text:
    """A text that stands in every language."""

    id: str
    words: Mapping[str, str]


# What stands in every language


def texts_of(game: str) -> Iterator[Text]:
    """Every text of a rulebook that is written in each language by hand."""
    theory = game_called(game).theory
    yield from (Text(f"section {name}", titles) for name, titles in theory.rulebook.sections.items())
    yield from (Text(f"clause {clause.id}", clause.statements) for clause in theory.rulebook.clauses.values())
    yield from (Text(f"theorem {theorem.id}", theorem.statements) for theorem in theory.theorems.values())
    for point in game_called(game).readings.points.values():
        yield from _of_point(point)
    for example in game_called(game).examples.values():
        yield Text(f"example {example.id}", {language: getattr(example, language) for language in LANGUAGES})
    for fact in parts_of(game).facts:
        yield Text(f"fact {fact.theorem}", fact.told)
        if fact.but is not None:
            yield Text(f"myth {fact.theorem}", fact.but)


def _of_point(point: Point) -> Iterator[Text]:
    yield Text(f"question {point.id}", point.questions)
    yield Text(f"reason {point.id}", point.reasons)
    for reading in point.others:
        yield Text(f"reading {point.id}={reading.name}", reading.statements)
        yield from (Text(f"demand {demand.name}", demand.statements) for demand in reading.demands)


def labels() -> Iterator[Text]:
    """The words that directives put on pages."""
    from archipel.checks.rulebook.extension.wording import CATALOGUE  # the extension asks for drift in its turn

    yield from (Text(f"label {key}", words) for key, words in CATALOGUE.words.items())


# What they have to have in common

COUNTED: Mapping[str, str] = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze",
}
OTHERWISE: Mapping[str, Mapping[str, int]] = {
    "en": {"both": 2, "twice": 2, "half": 2, "eleventh": 11},
    "fr": {"moitié": 2, "onzième": 11},
}
CONDITIONS: Terms = {
    "at most": {
        "en": r"at most|no more than|\bup to\b|n?ever \w+ more\b|\babove\b",
        "fr": r"au plus(?! grand)|jusqu'à (?!la fin)|jamais (?:\w+ )?plus|au-delà|dans la limite",
    },
    "at least": {"en": r"at least", "fr": r"(?:au|du) moins"},
    "clockwise": {"en": r"clockwise", "fr": r"sens horaire"},
    "never": {"en": r"\bnever\b|\bever\b", "fr": r"\bjamais\b"},
    "may": {"en": r"\bmay\b|\bcan\b|\bcannot\b|\bcould\b", "fr": r"\bpeu(?:t|vent)\b|\bpourrai"},
    "must": {"en": r"\bmust\b|\bha(?:s|ve) to\b", "fr": r"\bdoi(?:t|vent)\b|\bdevra\b|\ba à\b"},
    "except": {"en": r"\bexcept\b|\bunless\b|\bbut for\b", "fr": r"\bsauf\b|\bà moins que\b|\bhormis\b"},
    "first": {"en": r"\bfirst\b", "fr": r"\bpremi(?:er|ère)s?\b|\bd'abord\b|\ben premier\b"},
    "last": {"en": r"\blast\b(?! all)", "fr": r"\bderni(?:er|ère)s?\b"},
}


def digits_in(words: str) -> Counter[int]:
    """The numbers that a text says in digits, each as often as it does; not those it names."""
    return Counter(int(found) for found in re.findall(r"\d+", re.sub(r"\{\w*\}", " ", words)))


def counts_in(language: str, words: str) -> set[int]:
    """The numbers that a text says in words. One is left out: in many languages it is the article."""
    known = {**{word: number for number, word in enumerate(COUNTED[language].split(), 2)}, **OTHERWISE[language]}
    return {known[word] for word in re.findall(r"\w+", words.lower()) if word in known}


def named_in(words: str) -> Counter[str]:
    """The numbers of the game that a text names."""
    return Counter(name for _, name, _, _ in Formatter().parse(words) if name is not None)


def conditions_in(terms: Terms, language: str, words: str) -> set[str]:
    """The conditions and the words of the game that a text has."""
    said = re.sub(r"\{\w*\}", " ", words)
    return {name for name, found in terms.items() if re.search(found[language], said, re.IGNORECASE)}


def drift_of(text: Text, terms: Terms = CONDITIONS) -> Iterator[tuple[str, str]]:
    """What a text has in one language and not in another: what it is about, and a complaint."""
    missing = [language for language in LANGUAGES if not text.words.get(language, "").strip()]
    if missing:
        yield "missing", f"{text.id}: missing in {', '.join(missing)}"
        return
    english = text.words[ENGLISH]
    for language in LANGUAGES[1:]:
        other = text.words[language]
        if set(named_in(english)) != set(named_in(other)):
            yield "names", f"{text.id}: {_differ(named_in(english).keys(), named_in(other).keys())}"
        if digits_in(english) != digits_in(other):
            yield "digits", f"{text.id}: {_differ(digits_in(english).elements(), digits_in(other).elements())}"
        if (here := counts_in(ENGLISH, english)) != (there := counts_in(language, other)):
            yield "numbers", f"{text.id}: {_differ(here, there)}"
        for condition in sorted(conditions_in(terms, ENGLISH, english) ^ conditions_in(terms, language, other)):
            yield condition, f"{text.id}: only one of {', '.join(LANGUAGES)} says {condition!r}"


def _differ(here: Iterable[object], there: Iterable[object]) -> str:
    return f"en says {sorted(map(str, here))}, another language {sorted(map(str, there))}"


def drift(game: str) -> list[str]:
    """Every difference between the languages that nobody has looked at and found right."""
    glossary = parts_of(game).glossary
    accepted: Accepted = glossary.accepted
    return [
        complaint
        for text in (*texts_of(game), *labels())
        for about, complaint in drift_of(text, {**CONDITIONS, **glossary.terms})
        if about not in accepted.get(text.id, ())
    ]
