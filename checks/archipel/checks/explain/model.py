"""What an explanation consists of, in every language at once, its JSON form, and how it is printed for people.

Nothing here knows any game. ``as_json`` gives one language; docs/manual/explain.md lists the members.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archipel.checks.explain.catalogue import PHRASES, Catalogue, Speaker
from archipel.reference.strict_json import canonical
from archipel.spec.clauses import LANGUAGES, Rulebook

Text = Mapping[str, str]
CATALOGUE = Catalogue(PHRASES)


@dataclass(frozen=True)
class Link:
    """A clause, its sentence, and what in the position brings it in (nothing if the sentence says it all).

    ``rests_on`` has every smallest set of other clauses whose words are needed to see it.
    """

    clause: str
    sentence: Text
    fact: Text | None = None
    rests_on: tuple[tuple[str, ...], ...] = ()

    def as_json(self, language: str) -> dict[str, Any]:
        fact = {} if self.fact is None else {"fact": self.fact[language]}
        rests_on = {"rests_on": [list(found) for found in self.rests_on]} if self.rests_on else {}
        return {"clause": self.clause, "sentence": self.sentence[language], **fact, **rests_on}


@dataclass(frozen=True)
class Happening:
    """A decision, or something that follows by itself: what is told of it, and the clauses that make it so."""

    step: str
    told: tuple[Text, ...]
    clauses: tuple[Link, ...]

    def as_json(self, language: str) -> dict[str, Any]:
        told = [text[language] for text in self.told]
        return {"step": self.step, "told": told, "clauses": [link.as_json(language) for link in self.clauses]}


@dataclass(frozen=True)
class Alternative:
    """A legal action: as data, and in words."""

    action: Mapping[str, object]
    told: Text

    def as_json(self, language: str) -> dict[str, Any]:
        return {"action": dict(self.action), "told": self.told[language]}


@dataclass(frozen=True)
class Explanation:
    """Whether an action is legal, and why or why not.

    ``sets`` has every minimal set of clauses that forbids it, ``reasons`` what each of these clauses is broken by;
    ``due`` says who must decide what instead. ``happens`` tells what a legal action leads to.
    """

    action: Mapping[str, object]
    sets: tuple[tuple[str, ...], ...] = ()
    reasons: tuple[Link, ...] = ()
    due: Text | None = None
    alternatives: tuple[Alternative, ...] = ()
    happens: tuple[Happening, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.sets

    def as_json(self, language: str = LANGUAGES[0]) -> dict[str, Any]:
        return {
            "verdict": "legal" if self.legal else "illegal",
            "action": dict(self.action),
            "sets": [list(found) for found in self.sets],
            "reasons": [reason.as_json(language) for reason in self.reasons],
            "due": None if self.due is None else self.due[language],
            "alternatives": [alternative.as_json(language) for alternative in self.alternatives],
            "happens": [happening.as_json(language) for happening in self.happens],
        }


@dataclass(frozen=True)
class ExplainedOutcome:
    """How something comes out, and the chain of clauses that says so; ``result`` is the same as plain data."""

    about: str
    when: Text
    told: Text
    result: Mapping[str, Any]
    chain: tuple[Link, ...]

    def as_json(self, language: str = LANGUAGES[0]) -> dict[str, Any]:
        head = {"about": self.about, "when": self.when[language], "told": self.told[language], **self.result}
        return {**head, "chain": [link.as_json(language) for link in self.chain]}


def linked(
    rulebook: Rulebook,
    numbers: Mapping[str, int],
    clause: str,
    fact: Text | None = None,
    rests_on: Sequence[tuple[str, ...]] = (),
) -> Link:
    """A clause with its sentence, as this rulebook and these numbers have it."""
    sentence = {language: rulebook.clauses[clause].statement(language, numbers) for language in LANGUAGES}
    return Link(clause, sentence, fact, tuple(rests_on))


def say(lang: str, key: str, /, **values: object) -> str:
    """A phrase about any game."""
    return Speaker(CATALOGUE, lang).say(key, **values)


def explanation_lines(found: Explanation, lang: str) -> Iterator[str]:
    """Why a move is legal or not."""
    return _legal(found.happens, lang) if found.legal else _illegal(found, lang)


def _legal(happens: Sequence[Happening], lang: str) -> Iterator[str]:
    first, *rest = happens
    yield say(lang, "legal", decision=first.told[0][lang])
    yield from sentence_lines(first.clauses, lang, "  ")
    for happening in rest:
        yield from [text[lang] for text in happening.told]
        yield from sentence_lines(happening.clauses, lang, "  ")


def _illegal(found: Explanation, lang: str) -> Iterator[str]:
    yield say(lang, "illegal") + " " + say(lang, "set.one" if len(found.sets) == 1 else "set.many")
    for clauses in found.sets:
        yield from sentence_lines([reason for reason in found.reasons if reason.clause in clauses], lang, "  ")
    if found.due is not None:
        yield say(lang, "due", turn=found.due[lang])
    if found.alternatives:
        yield say(lang, "instead")
    for alternative in found.alternatives:
        yield f"  {alternative.told[lang]}"
        yield f"    {canonical(dict(alternative.action), newline=False)}"


def outcome_lines(found: ExplainedOutcome, lang: str) -> Iterator[str]:
    """How something comes out, and by which clauses."""
    yield f"{found.when[lang]} {found.told[lang]}"
    yield from sentence_lines(found.chain, lang, "  ")


def sentence_lines(links: Iterable[Link], lang: str, indent: str) -> Iterator[str]:
    """Each clause with its sentence, and below it what brings it in."""
    before = ""
    for link in links:
        if link.clause != before:
            yield f"{indent}{link.clause}: {link.sentence[lang]}"
        before = link.clause
        if link.fact is not None:
            others = [", ".join(found) for found in link.rests_on]
            also = [say(lang, "rests_on", clauses=found) for found in others]
            yield " ".join([f"{indent}  {link.fact[lang]}", *also])
