"""Message catalogue: everything a game says, in every language, as data: templates with holes, cases, forms, plurals.

A catalogue is read from TOML files, each only when something is looked for that the files before it do not have.

``[say]``
    Phrases: a text for each language, or cases: a table from conditions to phrases, the first that holds counts, and
    ``else`` always holds. The name of a phrase stands for that phrase. A hole is an expression
    (:mod:`.expressions`), perhaps with a form behind a colon: ``{crowd(island):inhabitants}``.
``[form]``
    How a value is written, which is called ``it``. An element of a domain is written in the form that has its name.
``[plural]``
    Forms for numbers: one and many, for each language.
``[let]``
    In the first file: expressions by name, without a dot; phrases that expressions speak of have one in their names.
``[then]``, ``[news]``
    What is told of a step, line by line, beside the clauses that make it happen and without them: expressions.
``[decision]``, ``[refusal]``, ``[missing]``
    Phrases for decisions, for guards that forbid one (``step.guard`` before ``guard``), and for what is not there.

Nothing here knows any game.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from archipel.checks.explain.expressions import Element, Expression, Meaning, UnknownName, evaluate, parsed
from archipel.spec.clauses import LANGUAGES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ELSE = "else"
LETTERS = "ABCDEFGH"
"""What seats are called where there is no room for a name."""
PHRASES = Path(__file__).with_name("phrases.toml")
"""What is said about every game; a catalogue of a game ends with it."""
VOWELS = tuple("aeiouyàâéèêëîïôœùû")
ELIDED = re.compile(r"\b([Dd]|[Qq]u)e $")
"""What loses its last letter in French if a vowel follows."""

Texts = Sequence[str]
Phrase = str | Texts | Mapping[str, Any]
Section = Mapping[str, Any]


class Said(str):
    """A text, with the phrase it was made of and what its holes were bound to."""

    key: str
    bound: Mapping[str, Any]

    def __new__(cls, text: str, key: str, bound: Mapping[str, Any]) -> Said:
        made = super().__new__(cls, text)
        made.key, made.bound = key, bound
        return made

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Another process gets the text alone: what its holes were bound to belongs to this one."""
        return str, (str(self),)


class Catalogue:
    """What a game says; the files are read one after the other, as far as it takes."""

    def __init__(self, *files: Traversable) -> None:
        self._unread = list(files)
        self._read: list[Mapping[str, Section]] = []
        self._free: dict[str, tuple[str, ...] | None] = {}

    def with_files(self, *files: Traversable) -> Catalogue:
        """The same, with files that are looked into last."""
        more = Catalogue(*files)
        more._read = list(self.parts())
        return more

    def find(self, section: str, key: str) -> Any:
        """An entry, or None."""
        for part in self.parts():
            if (found := part.get(section, {}).get(key)) is not None:
                return found
        return None

    def parts(self) -> Iterator[Mapping[str, Section]]:
        """The files, each read when its turn comes."""
        yield from self._read
        while self._unread:
            self._read.append(tomllib.loads(self._unread.pop(0).read_text(encoding="utf-8")))
            yield self._read[-1]

    @property
    def lets(self) -> Section:
        """Expressions by name: those of the first file."""
        return next(self.parts()).get("let", {})

    def section(self, section: str) -> dict[str, Any]:
        """All entries of a section, the first of a name counting."""
        found: dict[str, Any] = {}
        for part in self.parts():
            found |= {key: entry for key, entry in part.get(section, {}).items() if key not in found}
        return found

    def free(self, let: str) -> tuple[str, ...] | None:
        """The names on which an expression rests, if what they mean is all it rests on: none of them is a phrase's."""
        if let not in self._free:
            self._free[let] = self._rests_on(let)
        return self._free[let]

    def _rests_on(self, let: str) -> tuple[str, ...] | None:
        found, left = set[str](), [let]
        while left:
            for name in parsed(self.lets[left.pop()]).free - found:
                if "." in name:
                    return None
                found.add(name)
                left += [name] if name in self.lets else []
        return tuple(sorted(found))

    def phrase(self, key: str) -> Phrase | None:
        """A phrase: one of those that are said, or one of a section that stands before the first dot."""
        if (found := self.find("say", key)) is not None:
            return found  # type: ignore[no-any-return]
        section, _, rest = key.partition(".")
        return self.find(section, rest) if rest else None

    def group(self, name: str) -> dict[str, dict[str, str]]:
        """The phrases whose names begin with this and a dot, by the rest of the name, in each language."""
        keys = [key for key in self.section("say") if key.startswith(f"{name}.")]
        return {key.partition(".")[2]: dict(zip(LANGUAGES, self.texts(key), strict=True)) for key in keys}

    def texts(self, key: str) -> Texts:
        """A phrase without cases, as it is written in each language."""
        found = self.phrase(key)
        if isinstance(found, str):
            return self.texts(found)
        if found is None or isinstance(found, Mapping):
            raise KeyError(key)
        return found


@dataclass(frozen=True)
class Speaker:
    """A catalogue, speaking one language."""

    catalogue: Catalogue
    lang: str

    def say(self, key: str, meaning: Meaning | None = None, /, **values: object) -> Said:
        """A phrase, filled in."""
        return self._said(key, self.heard(meaning or Meaning()).binding(**values))

    def knows(self, key: str) -> bool:
        return self.catalogue.phrase(key) is not None

    def raw(self, key: str) -> str:
        """A phrase with its holes."""
        return self.catalogue.texts(key)[LANGUAGES.index(self.lang)]

    def counted(self, noun: str, number: object) -> str:
        """A number with its noun: one of something (in French none as well), or many."""
        one, many = self.catalogue.find("plural", noun)[LANGUAGES.index(self.lang)]
        single = number == 1 or (self.lang == "fr" and number == 0)
        return str(one if single else many).replace("{it}", str(number))

    def listed(self, items: Sequence[str]) -> str:
        """A list with commas and a last "and"."""
        *rest, last = items
        return f"{', '.join(rest)} {self.raw('list.and')} {last}" if rest else last

    def lines(self, section: str, step: str, meaning: Meaning) -> list[Said]:
        """What is told of a step: the texts of its expressions, those that are none left out."""
        heard, found = self.heard(meaning), list[Said]()
        for line in self.catalogue.find(section, step) or ():
            value = evaluate(parsed(line), heard)
            found += [text for text in (value if isinstance(value, list) else [value]) if text]
        return found

    def heard(self, meaning: Meaning) -> Meaning:
        return Meaning(meaning.position, meaning.bound, meaning.later, self._explained, meaning.kept)

    def _explained(self, name: str, meaning: Meaning) -> Any:
        """What a name means that is neither bound nor one of the clauses'."""
        if "." in name:
            return self._said(name, meaning)
        if (found := self.catalogue.lets.get(name)) is None:
            raise UnknownName(name)
        free = self.catalogue.free(name)
        bound = [meaning.bound.get(one) for one in free or ()]
        if free is None or any(isinstance(value, list) for value in bound):
            return evaluate(parsed(found), meaning)
        key = (name, *[value if isinstance(value, int | str) else None for value in bound])
        if key not in meaning.kept:
            meaning.kept[key] = evaluate(parsed(found), meaning)
        return meaning.kept[key]

    def _said(self, phrase: Phrase, meaning: Meaning, key: str = "") -> Said:
        if isinstance(phrase, str):
            found = self.catalogue.phrase(phrase)
            if found is None:
                raise KeyError(phrase)
            return self._said(found, meaning, phrase)
        if isinstance(phrase, Mapping):
            return self._said(self._case(phrase, meaning), meaning, key)
        return Said(self._filled(phrase[LANGUAGES.index(self.lang)], meaning), key, meaning.bound)

    def _case(self, cases: Mapping[str, Any], meaning: Meaning) -> Phrase:
        """The first case that holds."""
        for condition, phrase in cases.items():
            if condition == ELSE or evaluate(parsed(condition), meaning):
                return phrase  # type: ignore[no-any-return]
        return ("",) * len(LANGUAGES)

    def _filled(self, text: str, meaning: Meaning) -> str:
        said = ""
        for before, hole, form in template(text):
            said += before
            if hole is not None:
                word = self._written(evaluate(hole, meaning), form, meaning)
                said = _elided(said, word) if self.lang == "fr" else said
                said += word
        return said

    def _written(self, value: Any, form: str, meaning: Meaning) -> str:
        """A value as text, in a form of the catalogue or of the domain it comes from."""
        if isinstance(value, list):
            return self._joined([self._written(item, "", meaning) for item in value], form)
        domain = value.domain if isinstance(value, Element) else ""
        value = int(value) if domain else value
        if (form or domain) and (phrase := self.catalogue.find("form", form or domain)) is not None:
            return self._said(phrase, meaning.binding(it=value))
        if form:
            return self.counted(form, value)
        return "" if value is None else str(value)

    def _joined(self, items: Sequence[str], form: str) -> str:
        if not items or form == "and":
            return self.listed(items) if items else ""
        return (self.raw(form) if form else ", ").join(items)


@lru_cache(maxsize=4096)
def template(text: str) -> tuple[tuple[str, Expression | None, str], ...]:
    """A text taken apart: what stands before each hole, the hole, and its form."""
    parts = string.Formatter().parse(text)
    return tuple((before, None if hole is None else parsed(hole), form or "") for before, hole, form, _ in parts)


def _elided(before: str, word: str) -> str:
    """French text in front of a word, as it is written there: *de* and *que* lose their vowel to another."""
    return ELIDED.sub(r"\1'", before) if word.casefold().startswith(VOWELS) else before


def capitalized(text: str) -> str:
    """The text with a capital first."""
    return text[:1].upper() + text[1:]
